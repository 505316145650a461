//! `adjutant match record ID`.

use std::path::PathBuf;

use adjutant_app::matches::recording::Recording;
use adjutant_app::secrets::Vault;
use adjutant_engine::ids::{MatchId, Name};
use adjutant_engine::refusal::RefusalCode;
use adjutant_present::say::telling::Told;
use adjutant_present::tables::text::listed;
use adjutant_shorthand::{self as shorthand, grammar};
use adjutant_store::Store;

use super::answering::answer_telling;
use super::spoken::{Asking, Flags, Place, take_words};
use super::{file, which};
use crate::arguments::shared::Shared;
use crate::error::{CliError, Exit, Outcome};
use crate::output::Output;

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
    let mut recording = Recording::load_or_new(&store, id.as_str())?;
    let vault = shared.vault()?;
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
    answer_telling(&recording, appended, told, output)?;
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

/// No match has this id; the hint names those that are called much like it.
fn missing(store: &Store, id: &MatchId) -> Result<CliError, CliError> {
    let to_open = "open it with `adjutant match new`, or let the records begin with `open`";
    Ok(match which::meant(store, id.as_str())? {
        Some(meant) => which::unknown(store, id.as_str(), Some(&meant)),
        None => CliError::refused(format!("no match has the id {id}")).hint(to_open),
    })
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
