//! `adjutant match record ID`.

use std::path::PathBuf;

use adjutant_engine::command::{Command, Said, Text};
use adjutant_engine::decide;
use adjutant_engine::ids::{MatchId, Name};
use adjutant_engine::refusal::RefusalCode;
use adjutant_engine::side::By;
use adjutant_engine::view::Status;
use adjutant_play::feed::telling::{Telling, Told};
use adjutant_present::names::name_of;
use adjutant_present::say::dice::question;
use adjutant_present::tables::text::listed;
use adjutant_shorthand::{self as shorthand, Context, Draw, Names, Spoken, grammar};
use adjutant_store::Store;

use super::{file, undo, which};
use crate::clock::Clock;
use crate::commands::Shared;
use crate::error::{CliError, Exit};
use crate::output::Output;
use crate::recording::Recording;
use crate::vault::Vault;
use crate::{Outcome, asking, draw, rules};

/// Arguments of `match record`.
#[derive(clap::Args, Debug)]
#[command(
    override_usage = "adjutant match record [OPTIONS] [ID] WORDS…\n       adjutant match record [OPTIONS] [ID] --from FILE"
)]
#[command(after_help = "Examples: adjutant match record final hold m1 m3\n          \
    adjutant match record final kill b12 3 , end shooting\n          \
    adjutant match record final dice 2d6 for charge b2 --with 4711\n          \
    adjutant match record final --roll shoot a3 b1 attacks 10 hit 3+ / wound 4+ / save 3+ -1\n          \
    adjutant match record final --ask shoot a3 b1\n          \
    adjutant match record final --from setup.txt", after_long_help = long_help())]
pub struct Arguments {
    /// The match; a leading `open` creates it [default: the current one, see `adjutant use`]
    #[arg(value_name = "ID")]
    id: Option<String>,
    /// Commands in words, several separated by a comma (--help lists them)
    #[arg(value_name = "WORDS", conflicts_with = "from", allow_negative_numbers = true)]
    words: Vec<String>,
    /// Record as this speaker: a player's name, one, two, both or judge [default: the player whose turn it is; for a score, the player who may claim it]
    #[arg(long, value_name = "WHO")]
    by: Option<String>,
    /// Name the army's own rule that allows what the core rules forbid (--help lists what it can allow)
    #[arg(long, value_name = "RULE", value_parser = rule_name, conflicts_with = "from")]
    under: Option<Name>,
    /// Draw every die of `shoot` or `fight` from the seed of the match, step by step
    #[arg(long, conflicts_with = "from")]
    roll: bool,
    /// Mix this number into the sealed seed of the match: the other player says it, once you have named the roll
    #[arg(long, value_name = "N", conflicts_with = "from")]
    with: Option<u32>,
    /// Ask for the dice of `shoot` or `fight` step by step, one line of standard input for each (a terminal asks anyway)
    #[arg(long, conflicts_with_all = ["from", "roll"])]
    ask: bool,
    /// Record the lines of a file, all or none: commands in words or bare records; `-` reads standard input
    #[arg(long, value_name = "FILE", conflicts_with = "by")]
    from: Option<PathBuf>,
    /// All words are for the current match: none of them names one.
    #[arg(long, hide = true)]
    current: bool,
}

fn long_help() -> String {
    format!(
        "Words:\n{}\nSeveral commands stand in one line, with a comma (or a quoted `;`) between them; all are recorded or none. \
         `by ben` before a command says who says it. A file (--from) holds a line of words or one bare record (JSON) a line; \
         lines that begin with # are passed over.\n\nPlayers, units, objectives, missions and actions can be named by id, by name or by any part of the name that fits only one.\n\
         Places: @12,30;14,30 @zone-a+quarter-ne @m1:5 @nowhere @{{…}}. Names with blanks go in double quotes.\n\n\
         Some armies have rules that allow what the core rules forbid. Name the rule with --under or at the \
         end of the words:\n  \
         adjutant match record final fight a1 b2 kills 3 under \"Honour the Prince\"\n\
         It overrides these refusals and no others; the audit lists every use:\n{}\n\
         Example: adjutant match record final --by one kill b2 3",
        grammar::help().map(|(usage, records)| listed(usage, 36, records)).collect::<String>(),
        soft_codes()
    )
}

fn soft_codes() -> String {
    let soft = RefusalCode::ALL.iter().filter(|code| code.is_soft());
    soft.map(|code| listed(code.as_str(), 16, code.meaning())).collect()
}

fn rule_name(text: &str) -> Result<Name, String> {
    Name::new(text).map_err(|error| error.to_string())
}

/// Records one command, several, or all of a file.
///
/// # Errors
/// Words that make no sense, a command that the rules refuse, or another recorder who was faster. Nothing is recorded then.
pub fn run(arguments: &Arguments, shared: &Shared, output: &mut Output) -> Outcome {
    let lines = arguments.from.as_deref().map(file::read).transpose()?;
    let mut store = shared.store()?;
    let (id, words) = meant(arguments, shared, &store)?;
    if lines.is_none() && words.is_empty() {
        return Err(CliError::usage("no command is named").hint(format!(
            "such as `adjutant match record {id} hold m1 m3`; `adjutant match record --help` lists the words"
        )));
    }
    let mut recording = Recording::load(&store, id.as_str())?;
    let vault = Vault::of(&shared.folder()?);
    let told = match lines {
        Some(lines) => file::take(&mut recording, lines, &vault, output)?,
        None => {
            let opens = words.first().is_some_and(|word| word.starts_with("open"));
            if recording.seq() == 0 && !opens {
                return Err(missing(&store, &id)?);
            }
            take_line(&mut recording, arguments, &words, &vault, output)?
        }
    };
    let appended = recording.commit(&mut store)?;
    super::answer_telling(&recording, appended, told, output)?;
    Ok(Exit::Done)
}

/// The match that is meant, and the words for it. The first word is the match, if there is one of that id; otherwise a
/// command word is for the current match. So a script that names its match means that match, whatever is current.
fn meant<'a>(arguments: &'a Arguments, shared: &Shared, store: &Store) -> Result<(MatchId, Vec<&'a String>), CliError> {
    let all = || arguments.id.iter().chain(&arguments.words).collect();
    let Some(first) = arguments.id.as_ref().filter(|_| !arguments.current) else {
        return Ok((which::current_or_refuse(shared)?, all()));
    };
    let named = MatchId::new(first).map_err(|error| CliError::usage(error.to_string()));
    // A whole line may stand in quotes.
    let word = first.split_whitespace().next().unwrap_or_default();
    if grammar::is_word(word) && !(named.is_ok() && which::is_there(store, first)?) {
        return Ok((which::current_or_refuse(shared)?, all()));
    }
    Ok((named?, arguments.words.iter().collect()))
}

/// Records the commands of a line, one after the other; the first that is refused is named. Tells of the last one.
fn take_line(
    recording: &mut Recording,
    arguments: &Arguments,
    words: &[&String],
    vault: &Vault,
    output: &mut Output,
) -> Result<Option<Told>, CliError> {
    let line = line(words);
    let commands = shorthand::apart(&line);
    let mut told = None;
    for (index, command) in commands.iter().enumerate() {
        let place = Place { of: (index + 1, commands.len()), ..Place::default() };
        let mut command = (*command).to_owned();
        if index + 1 == commands.len() {
            command += if arguments.roll { " --roll" } else { "" };
            command += &arguments.with.map_or_else(String::new, |with| format!(" with {with}"));
        }
        let ask = if arguments.ask { Asking::Always } else { Asking::IfSomebodyIsThere };
        let flags = Flags { by: arguments.by.as_deref(), under: arguments.under.as_ref(), ask };
        told = take_words(recording, &command, flags, vault, output).map_err(|error| place.on(error))?;
    }
    Ok(told)
}

/// Where a command stands that is refused.
#[derive(Default)]
pub(super) struct Place {
    /// The file and its line.
    pub file: Option<String>,
    /// Which of how many commands of the line.
    pub of: (usize, usize),
}

impl Place {
    /// The error of the command that stands here.
    pub fn on(&self, error: CliError) -> CliError {
        let error = match self.of {
            (this, all) if all > 1 => error.of(&format!("command {this} of {all}")),
            _ => error,
        };
        let error = match &self.file {
            Some(file) => error.of(file),
            None => error,
        };
        if self.file.is_some() || self.of.1 > 1 { error.detail("Nothing was recorded.") } else { error }
    }
}

/// What flags say about the words.
#[derive(Clone, Copy, Default)]
pub(super) struct Flags<'a> {
    by: Option<&'a str>,
    under: Option<&'a Name>,
    /// Whether to ask for the dice of attacks: always, or where a person can answer.
    ask: Asking,
}

/// Whether to ask for dice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Asking {
    /// Never: the words come from a file.
    #[default]
    Never,
    /// Where they are not complete and somebody is there.
    IfSomebodyIsThere,
    /// All of them.
    Always,
}

/// Takes one command in words, and tells of it; nothing of what takes a record back.
pub(super) fn take_words(
    recording: &mut Recording,
    line: &str,
    flags: Flags<'_>,
    vault: &Vault,
    output: &mut Output,
) -> Result<Option<Told>, CliError> {
    let view = recording.game().view();
    let names = Names::of_match(&view, recording.standing(), rules::actions(), rules::phases());
    let names = names.of_pack(recording.game().state().pack.as_deref());
    let by = flags.by.map(|who| names.find_speaker(who)).transpose()?;
    let (own, line) = shorthand::speaker_first(line, &names);
    let by = own.or(by);
    let spoken = shorthand::parse(line, &Context { names, by, active: view.turn })?;
    let (said, command) = match spoken {
        Spoken::Undo => {
            let why = Text::new("undone").ok_or_else(|| CliError::usage("no reason"))?;
            undo::retract(recording, why, Clock::of_process())?;
            return Ok(None);
        }
        Spoken::Record(said, command) => (said, *command),
        Spoken::Draw(Draw { by, dice, purpose, with }) => {
            draw::rolled(recording.game(), vault, by, (dice, &purpose), with)?
        }
        Spoken::Throw(said, command, with) => {
            draw::thrown(recording.game(), vault, named(flags, said), &command, with)?
        }
    };
    let said = named(flags, said);
    let command = complete(recording, flags, &said, command, output)?;
    let place = format!("record {}", recording.seq() + 1);
    check_id(recording, &place, &command)?;
    turn_is_meant(recording, by.is_some(), &command)?;
    let telling = Telling::of(recording.game().state(), said.by, &command);
    let claim = matches!(command, Command::Score { passed: None, .. }).then(|| (said.clone(), command.clone()));
    recording.take_said(said, command, None, Clock::of_process()).map_err(|error| {
        let told = CliError::from(error.explain(&place, line));
        match claim.and_then(|(said, command)| ends_first(recording, &said, &command)) {
            Some(end) => {
                let what = if end == "end turn" { "turn" } else { "phase" };
                told.hint(format!("`{end}, {line}` ends the {what} first"))
            }
            None => told,
        }
    })?;
    Ok(Some(telling.told(recording.game().state())))
}

/// Attacks with all their dice: asks for those that the line lacks, where somebody can answer.
fn complete(
    recording: &Recording,
    flags: Flags<'_>,
    said: &Said,
    command: Command,
    output: &mut Output,
) -> Result<Command, CliError> {
    let (Command::Shoot(attacks) | Command::Fight(attacks)) = &command else { return Ok(command) };
    let with_dice = attacks.attacks.iter().any(|attack| attack.sequence.is_some());
    if flags.ask == Asking::Always {
        return asking::all(recording.game(), said, adjutant_shorthand::asking::begun(command), output);
    }
    if !with_dice || said.drawn.is_some() {
        return Ok(command);
    }
    match decide::next_dice(recording.game().state(), said, &command) {
        Ok(Some(_)) if flags.ask != Asking::Never && asking::somebody_there() => {
            asking::all(recording.game(), said, command, output)
        }
        Ok(Some(next)) => {
            Err(CliError::refused("the attacks are not complete, so nothing was recorded").hint(format!(
                "next: {}; put them behind the line, or let --ask ask for them",
                question(recording.game().state(), &next)
            )))
        }
        // Whatever else is wrong is told where it is judged.
        Ok(None) | Err(_) => Ok(command),
    }
}

/// What has to end before a claim that was refused can be made; nothing where ending it would not help.
fn ends_first(recording: &Recording, said: &Said, command: &Command) -> Option<String> {
    let (game, state) = (recording.game(), recording.game().state());
    if state.status != Status::Battle {
        return None;
    }
    let ends = [Command::EndPhase { phase: state.phase }, Command::EndTurn {}];
    let fits = ends.into_iter().find(|end| {
        let mut tried = game.clone();
        tried.record(By::from(state.active), end.clone()).is_ok() && tried.check(said.clone(), command).is_ok()
    })?;
    Some(shorthand::brief(&fits))
}

/// Under the rule that the flag names, where it names one.
fn named(flags: Flags<'_>, said: Said) -> Said {
    Said { under: flags.under.cloned().or(said.under), ..said }
}

/// `end turn` right after `end morale` would skip the turn that has just begun: who means it says whose turn it is.
fn turn_is_meant(recording: &Recording, named: bool, command: &Command) -> Result<(), CliError> {
    let last = recording.standing().next_back().map(|record| &*record.command);
    let state = recording.game().state();
    let last_phase = state.law().phases.last().map(|last| last.name);
    let just_began = matches!(last, Some(Command::EndPhase { phase }) if Some(*phase) == last_phase);
    if !matches!(command, Command::EndTurn {}) || !just_began || named || state.status != Status::Battle {
        return Ok(());
    }
    let (ended, begun) = (state.active.opponent(), state.active);
    let [ended, name] = [ended, begun].map(|player| name_of(state, player));
    Err(CliError::refused(format!(
        "{ended}'s turn ended with `end morale`; this would end {name}'s, which has just begun"
    ))
    .hint(format!("go on with {name}'s Command phase, or skip that turn with `by {begun} end turn`")))
}

/// No match has this id; the hint names those that are called much like it.
fn missing(store: &Store, id: &MatchId) -> Result<CliError, CliError> {
    let to_open = "open it with `adjutant match new`, or let the records begin with `open`";
    Ok(match which::exact(store, id.as_str()) {
        Err(unknown) if unknown.hint.as_deref().is_some_and(|hint| hint.starts_with("Did you mean")) => unknown,
        _ => CliError::refused(format!("no match has the id {id}")).hint(to_open),
    })
}

/// The match that `open` names is the one of the command line.
pub(super) fn check_id(recording: &Recording, place: &str, command: &Command) -> Result<(), CliError> {
    match command {
        Command::Open(open) if open.id.as_str() != recording.id() => {
            Err(CliError::refused(format!("{place} opens match {}, not {}", open.id, recording.id()))
                .hint(format!("record it as `adjutant match record {}`", open.id)))
        }
        _ => Ok(()),
    }
}

/// The words as one line. A shell has taken the quotes off a word with blanks; they are put back.
pub(super) fn line<T: AsRef<str>>(words: &[T]) -> String {
    let quoted = |word: &T| {
        let word = word.as_ref();
        let plain = words.len() == 1 || word.starts_with(['{', '@']) || word.contains('"');
        if plain || !word.contains(char::is_whitespace) { word.to_owned() } else { format!("\"{word}\"") }
    };
    words.iter().map(quoted).collect::<Vec<_>>().join(" ")
}
