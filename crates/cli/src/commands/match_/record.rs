//! `adjutant match record ID`.

use std::path::{Path, PathBuf};

use adjutant_engine::command::{Command, Text};
use adjutant_engine::decide;
use adjutant_engine::ids::{MatchId, Name};
use adjutant_engine::record::BareRecord;
use adjutant_engine::refusal::RefusalCode;
use adjutant_engine::side::Said;
use adjutant_engine::view::Status;

use super::undo;
use crate::clock::Clock;
use crate::commands::Shared;
use crate::error::{CliError, Exit};
use crate::output::Output;
use crate::recording::Recording;
use crate::session::panel::name_of;
use crate::shorthand::{self, Context, Names, Spoken, grammar};
use crate::vault::Vault;
use crate::{Outcome, asking, drawing, files, logs, rules};

/// Arguments of `match record`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples: adjutant match record final hold m1 m3\n          \
    adjutant match record final dice 2d6 for charge b2 --with 4711\n          \
    adjutant match record final --roll shoot a3 b1 attacks 10 hit 3+ / wound 4+ / save 3+ -1\n          \
    adjutant match record final --ask shoot a3 b1\n          \
    adjutant match record final --from final.bare.jsonl", after_long_help = long_help())]
pub struct Arguments {
    /// The match; a leading `open` creates it
    id: MatchId,
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
    /// One command in words (--help lists them)
    #[arg(
        value_name = "WORDS",
        required_unless_present = "from",
        conflicts_with = "from",
        allow_negative_numbers = true
    )]
    words: Vec<String>,
    /// Record the bare records of a file, all or none; `-` reads standard input
    #[arg(long, value_name = "FILE", conflicts_with = "by")]
    from: Option<PathBuf>,
}

fn long_help() -> String {
    format!(
        "Words:\n{}\nPlayers, units, objectives, missions and actions can be named by id, by name or by any part of the name that fits only one.\n\
         Places: @12,30;14,30 @zone-a+quarter-ne @m1:5 @nowhere @{{…}}. Names with blanks go in double quotes.\n\n\
         Some armies have rules that allow what the core rules forbid. Name the rule with --under or at the \
         end of the words:\n  \
         adjutant match record final fight a1 b2 kills 3 under \"Honour the Prince\"\n\
         It overrides these refusals and no others; the audit lists every use:\n{}\n\
         Example: adjutant match record final --by one kill b2 3",
        grammar::help(),
        soft_codes()
    )
}

fn soft_codes() -> String {
    let soft = RefusalCode::ALL.iter().filter(|code| code.is_soft());
    soft.map(|code| crate::output::listed(code.as_str(), 16, code.meaning())).collect()
}

fn rule_name(text: &str) -> Result<Name, String> {
    Name::new(text).map_err(|error| error.to_string())
}

/// Records one command, or all of a file.
///
/// # Errors
/// Words that make no sense, a command that the rules refuse, or another recorder who was faster.
pub fn run(arguments: &Arguments, shared: &Shared, output: &mut Output) -> Outcome {
    let from = match &arguments.from {
        Some(path) => Some((path.display().to_string(), read(path)?)),
        None => None,
    };
    let mut store = shared.store()?;
    let mut recording = Recording::load(&store, arguments.id.as_str())?;
    match from {
        Some((name, records)) => take_all(&mut recording, &name, records)?,
        None => take_words(&mut recording, arguments, &Vault::of(&shared.folder()?), output)?,
    }
    let appended = recording.commit(&mut store)?;
    super::answer(&recording, appended, output)?;
    Ok(Exit::Done)
}

fn read(path: &Path) -> Result<Vec<(usize, BareRecord)>, CliError> {
    let name = path.display().to_string();
    Ok(logs::read_bare(&name, &files::read_log(path)?)?)
}

fn take_all(recording: &mut Recording, name: &str, records: Vec<(usize, BareRecord)>) -> Result<(), CliError> {
    let clock = Clock::of_process();
    for (number, bare) in records {
        let place = format!("{name}:{number}: record {}", recording.seq() + 1);
        check_id(recording, &place, &bare.command)?;
        let words = shorthand::brief(&bare.command);
        recording
            .take_said(bare.said(), bare.command, bare.at, clock)
            .map_err(|error| error.explain(&place, &words))?;
    }
    Ok(())
}

fn take_words(
    recording: &mut Recording,
    arguments: &Arguments,
    vault: &Vault,
    output: &mut Output,
) -> Result<(), CliError> {
    let mut line = line(&arguments.words);
    if arguments.roll {
        line += " --roll";
    }
    if let Some(with) = arguments.with {
        line += &format!(" with {with}");
    }
    let view = recording.game().view();
    let names = Names::of_match(&view, recording.standing(), rules::actions());
    let names = names.of_pack(recording.game().state().pack.as_deref());
    let by = arguments.by.as_deref().map(|who| names.find_speaker(who)).transpose()?;
    let spoken = shorthand::parse(&line, &Context { names, by, active: view.turn })?;
    let spoken = match spoken {
        Spoken::Throw(said, command, with) => Spoken::Throw(named(arguments, said), command, with),
        other => other,
    };
    let Some((said, command)) = drawing::record_of(spoken, recording.game(), vault)? else {
        let why = Text::new("undone").ok_or_else(|| CliError::usage("no reason"))?;
        return Ok(undo::retract(recording, why, Clock::of_process())?);
    };
    let said = named(arguments, said);
    let command = complete(recording, arguments, &said, command, output)?;
    let place = format!("record {}", recording.seq() + 1);
    check_id(recording, &place, &command)?;
    turn_is_meant(recording, arguments, &command)?;
    if recording.seq() == 0 && !matches!(command, Command::Open(_)) {
        return Err(missing(&arguments.id));
    }
    let taken = recording.take_said(said, command, None, Clock::of_process());
    Ok(taken.map_err(|error| error.explain(&place, &line))?)
}

/// Attacks with all their dice: those that the line lacks are asked for, where somebody is there to answer.
fn complete(
    recording: &Recording,
    arguments: &Arguments,
    said: &Said,
    command: Command,
    output: &mut Output,
) -> Result<Command, CliError> {
    let (Command::Shoot(attacks) | Command::Fight(attacks)) = &command else { return Ok(command) };
    let with_dice = attacks.attacks.iter().any(|attack| attack.sequence.is_some());
    if arguments.ask {
        return asking::all(recording.game(), said, asking::begun(command), output);
    }
    if !with_dice || said.drawn.is_some() {
        return Ok(command);
    }
    match decide::next_dice(recording.game().state(), said, &command) {
        Ok(Some(_)) if asking::somebody_there() => asking::all(recording.game(), said, command, output),
        Ok(Some(next)) => {
            Err(CliError::refused("the attacks are not complete, so nothing was recorded").hint(format!(
                "next: {}; put them behind the line, or let --ask ask for them",
                asking::question(recording.game().state(), &next)
            )))
        }
        // Whatever else is wrong is told where it is judged.
        Ok(None) | Err(_) => Ok(command),
    }
}

/// Under the rule that the flag names, where it names one.
fn named(arguments: &Arguments, said: Said) -> Said {
    Said { under: arguments.under.clone().or(said.under), ..said }
}

/// `end turn` right after `end morale` would skip the turn that has just begun: who means it says whose turn it is.
fn turn_is_meant(recording: &Recording, arguments: &Arguments, command: &Command) -> Result<(), CliError> {
    let last = recording.standing().next_back().map(|record| &*record.command);
    let state = recording.game().state();
    let last_phase = state.law().phases.last().map(|last| last.name);
    let just_began = matches!(last, Some(Command::EndPhase { phase }) if Some(*phase) == last_phase);
    if !matches!(command, Command::EndTurn {})
        || !just_began
        || arguments.by.is_some()
        || state.status != Status::Battle
    {
        return Ok(());
    }
    let (ended, begun) = (state.active.opponent(), state.active);
    let [ended, name] = [ended, begun].map(|player| name_of(state, player));
    Err(CliError::refused(format!(
        "{ended}'s turn ended with `end morale`; this would end {name}'s, which has just begun"
    ))
    .hint(format!("go on with {name}'s Command phase, or skip that turn with `--by {begun} end turn`")))
}

fn missing(id: &MatchId) -> CliError {
    CliError::refused(format!("there is no match {id}"))
        .hint("open it with `adjutant match new`, or let the records begin with `open`")
}

/// The match that `open` names is the one of the command line.
fn check_id(recording: &Recording, place: &str, command: &Command) -> Result<(), CliError> {
    match command {
        Command::Open(open) if open.id.as_str() != recording.id() => {
            Err(CliError::refused(format!("{place} opens match {}, not {}", open.id, recording.id()))
                .hint(format!("record it as `adjutant match record {}`", open.id)))
        }
        _ => Ok(()),
    }
}

/// The words as one line. A shell has taken the quotes off a word with blanks; they are put back.
pub(super) fn line(words: &[String]) -> String {
    let quoted = |word: &String| {
        let plain = words.len() == 1 || word.starts_with(['{', '@']) || word.contains('"');
        if plain || !word.contains(char::is_whitespace) { word.clone() } else { format!("\"{word}\"") }
    };
    words.iter().map(quoted).collect::<Vec<_>>().join(" ")
}
