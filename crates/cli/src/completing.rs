//! What can stand where the cursor is: match ids, command words, units, objectives, missions of this very data folder.
//!
//! A shell asks through the script that `adjutant completions SHELL` prints; clap's engine knows verbs and options, and
//! this module the rest. Whatever keeps it from reading leaves that part of the answer out: nothing is printed beside it.

use std::ffi::OsStr;
use std::path::PathBuf;
use std::sync::Arc;

use adjutant_app::matches::recording::Recording;
use adjutant_app::{App, current};
use adjutant_core::counts::count;
use adjutant_core::spelling::plain;
use adjutant_engine::command::MoveKind;
use adjutant_engine::side::Player;
use adjutant_shorthand::{Names, grammar};
use adjutant_store::StreamKind;
use clap::CommandFactory;
use clap_complete::CompleteEnv;
use clap_complete::engine::{ArgValueCompleter, CompletionCandidate};

use crate::arguments::shared::{Shared, VARIABLE};
use crate::commands::{self, Arguments, matches};
use crate::later;
use crate::shortcuts;

/// Answers a shell that asks for completions; `None` where none does.
pub fn answered() -> Option<u8> {
    let folder = std::env::current_dir().ok();
    let asked = CompleteEnv::with_factory(program).var(VARIABLE).bin("adjutant").completer("adjutant");
    match asked.try_complete(std::env::args_os(), folder.as_deref()) {
        Ok(true) => Some(0),
        Ok(false) => None,
        Err(error) => {
            // A shell shows nothing of it; a person who tries it by hand sees why.
            let _ = error.print();
            Some(2)
        }
    }
}

/// The program as a shell completes it: shortcuts are verbs, and what the data folder knows is offered.
fn program() -> clap::Command {
    let line = Arc::new(Line::of_process());
    let mut program = Arguments::command();
    let of_match = later::now::<matches::Verb>(clap::Command::new("match"));
    let shortcuts = shortcuts::OF_MATCH.iter().filter_map(|verb| of_match.find_subcommand(verb).cloned());
    let taken = |program: &clap::Command, word: &str| program.find_subcommand(word).is_some();
    for verb in shortcuts.collect::<Vec<_>>() {
        program = program.subcommand(verb);
    }
    if line.current().is_some() {
        let words = [("by", "say who says it")];
        for (word, about) in grammar::FORMS.iter().map(|form| (form.word, form.records)).chain(words) {
            if !taken(&program, word) {
                let words = clap::Arg::new("words").num_args(0..).allow_negative_numbers(true);
                program = program.subcommand(clap::Command::new(word).about(about).arg(words));
            }
        }
    }
    attached(commands::put_together(program), &[], &line)
}

/// What can be offered for an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Match,
    Event,
    Mission,
    Pack,
    Player,
    Speaker,
    /// A match, or a command word for the current one.
    MatchOrWords,
    Words,
}

fn kind(path: &[String], argument: &str) -> Option<Kind> {
    let path: Vec<&str> = path.iter().map(String::as_str).collect();
    Some(match (path.as_slice(), argument) {
        (_, "pack") => Kind::Pack,
        (["match", "new" | "simulate"] | ["mission", ..], "mission") => Kind::Mission,
        (["match", "new" | "simulate"], _) => return None,
        (["match", "record"] | ["record"], "id") => Kind::MatchOrWords,
        (["match", ..] | ["use"], "id") => Kind::Match,
        (["match", _] | ["record"], "by") => Kind::Speaker,
        (["match", "list"], _) => return None,
        (["match", _], "player") => Kind::Player,
        (["event", ..] | ["serve" | "follow"], "event") => Kind::Event,
        ([verb], "id") if shortcuts::OF_MATCH.contains(verb) => Kind::Match,
        (["match", "amend"], "seq") | (_, "words") => Kind::Words,
        _ => return None,
    })
}

/// The command with what is offered for its arguments and for those of all verbs below it.
fn attached(command: clap::Command, path: &[String], line: &Arc<Line>) -> clap::Command {
    let command = command.mut_args(|argument| match kind(path, argument.get_id().as_str()) {
        None => argument,
        Some(kind) => {
            let line = Arc::clone(line);
            argument.add(ArgValueCompleter::new(move |typed: &OsStr| line.offered(kind, typed)))
        }
    });
    command.mut_subcommands(|below| {
        let path = [path, &[below.get_name().to_owned()]].concat();
        attached(below, &path, line)
    })
}

/// The line that is typed, up to the word at the cursor.
struct Line {
    words: Vec<String>,
}

impl Line {
    /// The words behind `--`, as far as the cursor: every shell script of clap passes them so.
    fn of_process() -> Line {
        let behind = std::env::args_os().skip_while(|word| word != "--").skip(1);
        let mut words: Vec<String> = behind.map(|word| word.to_string_lossy().into_owned()).collect();
        let at = std::env::var("_CLAP_COMPLETE_INDEX").ok().and_then(|at| at.parse::<usize>().ok());
        words.truncate(at.unwrap_or_else(|| words.len().saturating_sub(1)));
        Line { words: words.into_iter().skip(1).collect() }
    }

    /// The value of an option that stands before the cursor.
    fn option(&self, name: &str) -> Option<&str> {
        let joined = format!("{name}=");
        let at = self.words.iter().rposition(|word| word == name || word.starts_with(&joined))?;
        self.words[at].strip_prefix(&joined).or_else(|| self.words.get(at + 1).map(String::as_str))
    }

    fn shared(&self) -> Shared {
        let shared = Shared { data: self.option("--data").map(PathBuf::from), ..Shared::default() };
        // Packs that cannot be read offer nothing.
        let _ = shared.know_packs();
        shared
    }

    fn store(&self) -> Option<App> {
        self.shared().reader().ok()
    }

    fn current(&self) -> Option<String> {
        let folder = self.shared().folder().ok()?;
        current::read(&folder).ok().flatten().map(|id| id.to_string())
    }

    /// Words that are neither options nor their values, behind the verb that takes words.
    fn positionals(&self) -> (Option<&str>, Vec<&str>) {
        const WITH_VALUE: [&str; 8] = ["--by", "--under", "--with", "--from", "--data", "--packs", "--color", "--why"];
        let (mut plain, mut skip) = (Vec::new(), false);
        for word in &self.words {
            if std::mem::take(&mut skip) {
                continue;
            }
            let negative = word.parse::<i64>().is_ok();
            match word.as_str() {
                option if WITH_VALUE.contains(&option) => skip = true,
                option if option.starts_with('-') && option.len() > 1 && !negative => {}
                word => plain.push(word),
            }
        }
        let verb = plain.iter().position(|word| !matches!(*word, "match"));
        match verb {
            Some(at) if matches!(plain[at], "record" | "amend") => (Some(plain[at]), plain.split_off(at + 1)),
            Some(at) => (None, plain.split_off(at)),
            None => (None, Vec::new()),
        }
    }

    /// The match that the words are for, and the words of the command at the cursor.
    fn said(&self) -> (Option<String>, Vec<&str>) {
        let (verb, mut words) = self.positionals();
        let there =
            |id: &str| self.store().is_some_and(|store| matches!(store.head(StreamKind::Match, id), Ok(Some(_))));
        let mut id = self.current();
        let named = words.first().filter(|first| verb.is_some() && (there(first) || !grammar::is_word(first)));
        if let Some(first) = named.filter(|first| verb == Some("record") || first.parse::<u64>().is_err()) {
            id = Some((*first).to_owned());
            words.remove(0);
        }
        if verb == Some("amend") && !words.is_empty() {
            words.remove(0);
        }
        if let Some(at) = words.iter().rposition(|word| word.ends_with([',', ';'])) {
            words.drain(..=at);
        }
        (id, words)
    }

    /// The match that an option or a word is about.
    fn names(&self) -> Option<Names> {
        let (_, words) = self.positionals();
        let id = match words.iter().rev().find(|word| self.is_match(word)) {
            Some(id) => (*id).to_owned(),
            None => self.current()?,
        };
        self.names_of(&id)
    }

    fn is_match(&self, word: &str) -> bool {
        self.store().is_some_and(|store| matches!(store.head(StreamKind::Match, word), Ok(Some(_))))
    }

    fn names_of(&self, id: &str) -> Option<Names> {
        let recording = Recording::load_or_new(&self.store()?, id).ok()?;
        Some(Names::of_game(recording.game(), &recording.game().view(), recording.standing()))
    }

    fn offered(&self, kind: Kind, typed: &OsStr) -> Vec<CompletionCandidate> {
        let typed = typed.to_string_lossy();
        let offers = match kind {
            Kind::Match => self.ids(StreamKind::Match),
            Kind::Event => self.ids(StreamKind::Event),
            Kind::Mission => self.missions(),
            Kind::Pack => self
                .shared()
                .known
                .packs()
                .iter()
                .map(|pack| (pack.file.id.to_string(), pack.file.title.to_string()))
                .collect(),
            Kind::Player => self.names().map(|names| players(&names)).unwrap_or_default(),
            Kind::Speaker => self.names().map(|names| speakers(&names)).unwrap_or_default(),
            Kind::MatchOrWords => [self.ids(StreamKind::Match), self.command_words()].concat(),
            Kind::Words => self.of_words(&typed),
        };
        let wanted = plain(&typed);
        let fits = |value: &str| value.starts_with(&*typed) || !wanted.is_empty() && plain(value).starts_with(&wanted);
        let offers = offers.into_iter().filter(|(value, _)| fits(value));
        offers
            .map(|(value, help)| {
                CompletionCandidate::new(value).help(Some(help).filter(|help| !help.is_empty()).map(Into::into))
            })
            .collect()
    }

    fn ids(&self, kind: StreamKind) -> Vec<Offer> {
        let ids = self.store().and_then(|store| store.ids(kind).ok()).unwrap_or_default();
        ids.into_iter().map(|id| (id, String::new())).collect()
    }

    fn missions(&self) -> Vec<Offer> {
        let pack = self.shared().known.choose(self.option("--pack"));
        let missions = pack.map(|pack| {
            pack.missions.values().map(|mission| (mission.id.to_string(), mission.name.to_string())).collect()
        });
        missions.unwrap_or_default()
    }

    /// Command words, where there is a match that they are for.
    fn command_words(&self) -> Vec<Offer> {
        if self.current().is_some() { all_words() } else { Vec::new() }
    }

    /// What may follow the words before the cursor.
    fn of_words(&self, typed: &str) -> Vec<Offer> {
        let (id, mut words) = self.said();
        let Some(names) = id.and_then(|id| self.names_of(&id)) else { return Vec::new() };
        if words.first() == Some(&"by") {
            if words.len() == 1 {
                return speakers(&names);
            }
            words.drain(..2);
        }
        let Some(first) = words.first() else { return all_words() };
        let Some(form) = grammar::FORMS.iter().find(|form| form.word.eq_ignore_ascii_case(first)) else {
            return Vec::new();
        };
        let expected = expected(form.usage, words.len() - 1);
        expected.iter().flat_map(|token| meant(form.word, token, &names, typed)).collect()
    }
}

/// A word that can stand there, and what it is.
type Offer = (String, String);

fn all_words() -> Vec<Offer> {
    let forms = grammar::FORMS.iter().map(|form| (form.word.to_owned(), form.records.to_owned()));
    let others =
        [("undo", "undo the last record"), ("by", "say who says it"), ("dice", "draw dice from the seed of the match")];
    forms.chain(others.map(|(word, help)| (word.to_owned(), help.to_owned()))).collect()
}

fn players(names: &Names) -> Vec<Offer> {
    let called = Player::BOTH.map(|player| (plain(&names.players[player]), format!("player {player}")));
    let numbered = Player::BOTH.map(|player| (player.to_string(), names.players[player].clone()));
    called.into_iter().filter(|(name, _)| !name.is_empty()).chain(numbered).collect()
}

fn speakers(names: &Names) -> Vec<Offer> {
    let mut all = players(names);
    all.extend(
        [("both", "what you agree on"), ("judge", "a judge's word")].map(|(who, help)| (who.into(), help.into())),
    );
    all
}

/// Placeholders and literal words of a form that can stand at a place, from 0: those that must come, one by one, and
/// from the first that may be left out on all that follow.
fn expected(usage: &str, at: usize) -> Vec<&str> {
    let tokens: Vec<&str> = usage.split_whitespace().skip(1).collect();
    let first_free = tokens.iter().position(|token| token.starts_with('[') || *token == "…").unwrap_or(tokens.len());
    if at < first_free {
        return vec![tokens[at]];
    }
    let from = if tokens.get(first_free) == Some(&"…") { first_free.saturating_sub(1) } else { first_free };
    tokens[from..].to_vec()
}

/// What a placeholder of a form stands for.
fn meant(word: &str, token: &str, names: &Names, typed: &str) -> Vec<Offer> {
    let bare = token.trim_matches(|c| matches!(c, '[' | ']' | '…'));
    let ids = |ids: Vec<String>| ids.into_iter().map(|id| (id, String::new())).collect::<Vec<Offer>>();
    match bare {
        "UNIT" | "TARGET" | "TRANSPORT" => units(names, typed),
        "OBJECTIVE" => {
            let mut all: Vec<String> = Player::BOTH
                .into_iter()
                .flat_map(|player| &names.objectives[player])
                .map(ToString::to_string)
                .collect();
            all.sort();
            all.dedup();
            ids(all)
        }
        "ACTION" => ids(names.actions.iter().map(ToString::to_string).collect()),
        "ID" if word == "mission" => names.missions.iter().map(|(id, name)| (id.to_string(), name.clone())).collect(),
        "ID" => names.choices.iter().map(|(id, name)| (id.to_string(), name.clone())).collect(),
        "KIND" => ids(MoveKind::ALL.map(|kind| kind.as_str().to_owned()).to_vec()),
        "PHASE|turn|battle" => ids(names
            .all_phases
            .iter()
            .map(|phase| phase.to_string())
            .chain(["turn".into(), "battle".into()])
            .collect()),
        "one|two" => players(names),
        marker if marker.starts_with("MARKER") => ids(names.markers.iter().map(ToString::to_string).collect()),
        literal if !literal.contains(|c: char| c.is_ascii_uppercase()) => {
            ids(literal.split('|').filter(|word| word.len() > 1).map(str::to_owned).collect())
        }
        _ => Vec::new(),
    }
}

/// Units that live: by id, and by name once part of a name is typed.
fn units(names: &Names, typed: &str) -> Vec<Offer> {
    let wanted = plain(typed);
    let alive = names.units.iter().filter(|unit| unit.models > 0);
    alive
        .map(|unit| {
            let (id, name) = (unit.id.to_string(), plain(&unit.datasheet));
            let models = count(unit.models as usize, "model", "models");
            let help = format!("{}, {models}, {}", unit.datasheet, names.players[unit.player]);
            // From the word of the name that is being typed: `repentia` of Sisters Repentia.
            let words = name.match_indices('-').map(|(at, _)| &name[at + 1..]);
            let from = std::iter::once(name.as_str()).chain(words).find(|part| part.starts_with(&wanted));
            let by_name = from.filter(|_| !wanted.is_empty() && !id.starts_with(typed));
            match by_name.filter(|name| names.find_unit(name, None).is_ok_and(|found| found == unit.id)) {
                Some(name) => (name.to_owned(), help),
                None => (id, help),
            }
        })
        .collect()
}
