//! `adjutant match …`.

pub mod amend;
pub mod export;
pub mod file;
pub mod import;
pub mod list;
pub mod log;
pub mod map;
pub mod new;
pub mod next;
pub mod play;
pub mod record;
pub mod roster;
pub mod sheet;
pub mod show;
pub mod sign;
pub mod simulate;
pub mod stats;
pub mod summary;
pub mod undo;
pub mod unseal;
pub mod verify;
pub mod which;

use adjutant_app::matches::answers::{Followed, Recorded};
use adjutant_engine::command::Command;
use adjutant_engine::ids::MatchId;
use adjutant_engine::side::Player;
use adjutant_engine::view::Status;
use adjutant_present::say::happening;
use adjutant_shorthand as shorthand;
use adjutant_shorthand::Names;
use adjutant_store::{Appended, Store, StoreError, StreamKind};
use clap::Subcommand;

use crate::Outcome;
use crate::commands::Shared;
use crate::error::CliError;
use crate::output::Output;
use crate::recording::Recording;
use crate::session::feed::telling::Told;

/// The verbs of a match.
#[derive(Subcommand, Debug)]
pub enum Verb {
    /// Open a match
    New(new::Arguments),
    /// Record commands in words, or the lines of a file
    Record(record::Arguments),
    /// Attach an army list to a match
    Roster(roster::Arguments),
    /// Play a match step by step, from set-up to result
    Play(play::Arguments),
    /// Record a whole random match
    Simulate(simulate::Arguments),
    /// Show the state of a match
    Show(show::Arguments),
    /// Tell a match record by record, in sentences
    Log(log::Arguments),
    /// Sum a match up for a chat: result, score by round, every award with its reason
    Summary(summary::Arguments),
    /// Take the last record back
    Undo(undo::Arguments),
    /// Correct, remove or insert an earlier record; everything after it is judged anew
    Amend(amend::Arguments),
    /// List all matches
    List(list::Arguments),
    /// Add up matches: who wins, on which missions, with which armies, what secondaries bring
    Stats(stats::Arguments),
    /// Draw the battlefield of a match
    Map(map::Arguments),
    /// Draw a strip of maps, one a turn
    Story(map::StoryArguments),
    /// Print the scoring sheet of a match
    Sheet(sheet::Arguments),
    /// Export the log of a match
    Export(export::Arguments),
    /// Import logs into the database
    Import(import::Arguments),
    /// Check a match of the database: chain, rules, scores
    Verify(verify::Arguments),
    /// Open the sealed seed of the dice, after the battle
    Unseal(unseal::Arguments),
    /// Sign everything recorded so far
    Sign(sign::Arguments),
}

/// Does what the arguments ask.
///
/// # Errors
/// Whatever keeps the verb from being done.
pub fn run(verb: &Verb, shared: &Shared, output: &mut Output) -> Outcome {
    match verb {
        Verb::New(own) => new::run(own, shared, output),
        Verb::Record(own) => record::run(own, shared, output),
        Verb::Roster(own) => roster::run(own, shared, output),
        Verb::Map(own) => map::run(own, shared, output),
        Verb::Story(own) => map::story(own, shared, output),
        Verb::Sheet(own) => sheet::run(own, shared, output),
        Verb::Play(own) => play::run(own, shared, output),
        Verb::Simulate(own) => simulate::run(own, shared, output),
        Verb::Show(own) => show::run(own, shared, output),
        Verb::Log(own) => log::run(own, shared, output),
        Verb::Summary(own) => summary::run(own, shared, output),
        Verb::Undo(own) => undo::run(own, shared, output),
        Verb::Amend(own) => amend::run(own, shared, output),
        Verb::List(own) => list::run(own, shared, output),
        Verb::Stats(own) => stats::run(own, shared, output),
        Verb::Export(own) => export::run(own, shared, output),
        Verb::Import(own) => import::run(own, shared, output),
        Verb::Verify(own) => verify::run(own, shared, output),
        Verb::Unseal(own) => unseal::run(own, shared, output),
        Verb::Sign(own) => sign::run(own, shared, output),
    }
}

/// Loads a match that must be there.
///
/// # Errors
/// No such match, or a database that cannot be read.
pub fn load(store: &Store, id: &MatchId) -> Result<Recording, CliError> {
    let recording = Recording::load(store, id.as_str())?;
    if recording.seq() == 0 {
        let (kind, id, place) = (StreamKind::Match, id.to_string(), store.place().clone());
        return Err(StoreError::NotFound { kind, id, place }.into());
    }
    Ok(recording)
}

/// Most records whose doings are told line by line; of more only the score is told.
const TOLD_MAX: usize = 12;

/// Says what was recorded, what it brought about, and where the battle stands.
///
/// # Errors
/// Standard output that cannot be written.
pub fn answer(recording: &Recording, appended: Appended, output: &mut Output) -> Result<(), CliError> {
    answer_telling(recording, appended, None, output)
}

/// The same, with the last record as the screen tells it, where its sentence says more than its words.
///
/// # Errors
/// Standard output that cannot be written.
pub fn answer_telling(
    recording: &Recording,
    appended: Appended,
    told: Option<Told>,
    output: &mut Output,
) -> Result<(), CliError> {
    let game = recording.game();
    if output.json {
        return output.document(&Recorded {
            id: recording.id().to_owned(),
            recorded: appended.written,
            seq: appended.head.seq,
            head: appended.head.hash.to_string(),
            vp: game.vp(),
            events: recording
                .told()
                .iter()
                .map(|(record, what)| Followed { record: *record, what: what.clone() })
                .collect(),
        });
    }
    let drawn = recording.records().last().is_some_and(|record| record.drawn.is_some());
    let last = recording.records().last().map(|record| &*record.command);
    let last = match last {
        Some(Command::Retract { seq, .. }) => match game.entry(*seq) {
            Some((_, taken_back, _)) => format!("record {seq} taken back: {}", shorthand::brief(taken_back)),
            None => format!("record {seq} taken back"),
        },
        // Dice that the program threw are shown in full: nobody saw them fall.
        Some(command @ (Command::Shoot(_) | Command::Fight(_))) if drawn => shorthand::words(command),
        Some(command) => shorthand::brief(command),
        None => String::new(),
    };
    let what = match appended.written {
        1 => format!("record {}: {last}", appended.head.seq),
        many => format!("{many} records, the last is {}: {last}", appended.head.seq),
    };
    let mut answer = vec![format!("{}, {what}", recording.id())];
    let told = told.filter(|_| appended.written == 1);
    if let (Some(told), Some(record)) = (told, recording.records().last())
        && tells_more(&record.command)
    {
        answer.push(told.sentence);
    }
    if appended.written <= TOLD_MAX {
        answer.extend(happening::lines(game.state(), recording.told().iter().map(|(_, what)| what)));
    }
    answer.push(happening::standing(game.state()));
    if let Some(hint) = still_sealed(recording) {
        answer.push(hint);
    }
    output.done(&answer.join("\n"))
}

/// Whether the sentence of a command says more than its words: unit names, and what came of it.
fn tells_more(command: &Command) -> bool {
    matches!(
        command,
        Command::Casualties { .. }
            | Command::Restore { .. }
            | Command::Morale { .. }
            | Command::Test { .. }
            | Command::Arrive { .. }
            | Command::StartAction { .. }
            | Command::Charge { .. }
            | Command::Stratagem { .. }
            | Command::Shoot(_)
            | Command::Fight(_)
    )
}

/// What is left to do with a sealed seed once the battle has ended.
fn still_sealed(recording: &Recording) -> Option<String> {
    let state = recording.game().state();
    let sealed = state.open.as_ref()?.dice.as_ref()?.sealed.is_some();
    let due = sealed && !state.unsealed && state.status == Status::Ended;
    due.then(|| format!("The seed of the dice is still sealed: adjutant match unseal {}", recording.id()))
}

/// The player of a match whom a word names: `one`, `two`, or a name or part of it.
///
/// # Errors
/// A word that names neither.
fn player(recording: &Recording, word: &str) -> Result<Player, CliError> {
    let names = Names::of_match(&recording.game().view(), recording.standing(), Vec::new(), Vec::new());
    Ok(names.find_player(word)?)
}
