//! Commands in words, taken one by one, with what a refused one is told about its place.

use adjutant_app::draw;
use adjutant_app::matches::recording::Recording;
use adjutant_app::secrets::Vault;
use adjutant_engine::command::{Command, Said};
use adjutant_engine::decide;
use adjutant_engine::ids::Name;
use adjutant_engine::side::By;
use adjutant_engine::view::Status;
use adjutant_present::names::name_of;
use adjutant_present::say::dice::question;
use adjutant_present::say::telling::{Telling, Told};
use adjutant_shorthand::{self as shorthand, Context, Draw, Names, Spoken};

use super::{correcting, missing};
use crate::asking;
use crate::error::CliError;
use crate::output::Output;

/// Where a command stands that is refused.
#[derive(Default)]
pub struct Place {
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
pub struct Flags<'a> {
    pub by: Option<&'a str>,
    pub under: Option<&'a Name>,
    /// Whether to ask for the dice of attacks: always, or where a person can answer.
    pub ask: Asking,
}

/// Whether to ask for dice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Asking {
    /// Never: the words come from a file.
    #[default]
    Never,
    /// Where they are not complete and somebody is there.
    IfSomebodyIsThere,
    /// All of them.
    Always,
}

/// Takes one command in words, and tells of it; nothing of what takes a record back.
pub fn take_words(
    recording: &mut Recording,
    line: &str,
    flags: Flags<'_>,
    vault: &Vault,
    output: &mut Output,
) -> Result<Option<Told>, CliError> {
    let view = recording.game().view();
    let names = Names::of_game(recording.game(), &view, recording.standing());
    let by = flags.by.map(|who| names.find_speaker(who)).transpose()?;
    let (own, line) = shorthand::speaker_first(line, &names);
    let by = own.or(by);
    let spoken = shorthand::parse(line, &Context { names, by, active: view.turn })?;
    let (said, command) = match spoken {
        Spoken::Undo => {
            correcting::undo(recording, by)?;
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
    let begins = matches!(command, Command::Begin {});
    let claim = matches!(command, Command::Score { passed: None, .. }).then(|| (said.clone(), command.clone()));
    recording.take_said(said, command, None).map_err(|error| {
        let told = CliError::from(error.explain(&place, line));
        if let Some(first) = begins.then(|| missing::first(recording)).flatten() {
            return told.hint(format!("first {first}"));
        }
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

/// The match that `open` names is the one of the command line.
pub fn check_id(recording: &Recording, place: &str, command: &Command) -> Result<(), CliError> {
    match command {
        Command::Open(open) if open.id.as_str() != recording.id() => {
            Err(CliError::refused(format!("{place} opens match {}, not {}", open.id, recording.id()))
                .hint(format!("record it as `adjutant match record {}`", open.id)))
        }
        _ => Ok(()),
    }
}
