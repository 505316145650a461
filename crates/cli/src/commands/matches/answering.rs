//! What verbs of a match share: the match, and the answer to what was recorded in it.

use adjutant_app::App;
use adjutant_app::matches::recording::Recording;
use adjutant_engine::chain::Link;
use adjutant_engine::command::Command;
use adjutant_engine::happening::Happening;
use adjutant_engine::ids::MatchId;
use adjutant_engine::law::Packs;
use adjutant_engine::side::Player;
use adjutant_engine::view::Status;
use adjutant_present::say::happening;
use adjutant_present::say::telling::Told;
use adjutant_replay::matches::answers::{Followed, Recorded};
use adjutant_shorthand as shorthand;
use adjutant_shorthand::Names;
use adjutant_store::Appended;

use crate::error::CliError;
use crate::output::Output;

/// Loads a match that must be there.
///
/// # Errors
/// No such match, or a database that cannot be read.
pub fn load(store: &App, id: &MatchId) -> Result<Recording, CliError> {
    Ok(Recording::load(store, id.as_str())?)
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

/// Says what was corrected and what it changed; of what was only looked at, that nothing was recorded.
///
/// # Errors
/// Standard output that cannot be written.
pub fn answer_correcting(
    recording: &Recording,
    appended: Option<Appended>,
    changed: Vec<String>,
    output: &mut Output,
) -> Result<(), CliError> {
    let looked_at = Appended { head: Link { seq: recording.seq(), hash: recording.head() }, written: 0 };
    let written = appended.unwrap_or(looked_at);
    if output.json {
        return output.document(&Recorded { changed, ..recorded(recording, written) });
    }
    let what = match appended {
        Some(_) => format!("{}, record {}: {}", recording.id(), written.head.seq, last_in_brief(recording)),
        None => format!("{}, nothing is recorded: {}", recording.id(), last_in_brief(recording)),
    };
    let standing = happening::standing(recording.game().state());
    let changed = if changed.is_empty() { vec!["Nothing else changes.".to_owned()] } else { changed };
    output.done(&[vec![what], changed, vec![standing]].concat().join("\n"))
}

/// The same, with the last record as the screen tells it where its sentence says more than its words.
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
        return output.document(&recorded(recording, appended));
    }
    let command = recording.records().last().map(|record| &*record.command);
    let sealed = game.state().open.as_ref().is_some_and(|open| !open.names.is_open());
    if sealed && matches!(command, Some(Command::Note { .. } | Command::Retract { .. })) {
        output.own_words();
    }
    let sentence = told.map(|told| told.sentence);
    let named = sentence.clone().filter(|_| command.is_some_and(names_players));
    let last = named.unwrap_or_else(|| last_in_brief(recording));
    let what = match appended.written {
        1 => format!("record {}: {last}", appended.head.seq),
        many => format!("{many} records, the last is {}: {last}", appended.head.seq),
    };
    let mut answer = vec![format!("{}, {what}", recording.id())];
    answer.extend(sentence.filter(|_| appended.written == 1 && command.is_some_and(tells_more)));
    if appended.written <= TOLD_MAX {
        answer.extend(happening::answers(game.state(), recording.told().iter().map(|(_, what)| what)));
    }
    answer.push(happening::standing(game.state()));
    if let Some(hint) = still_sealed(recording) {
        answer.push(hint);
    }
    output.done(&answer.join("\n"))
}

/// What was recorded, for programs.
fn recorded(recording: &Recording, appended: Appended) -> Recorded {
    let followed = |(record, what): &(u64, Happening)| Followed { record: *record, what: what.clone() };
    Recorded {
        id: recording.id().to_owned(),
        recorded: appended.written,
        seq: appended.head.seq,
        head: appended.head.hash.to_string(),
        vp: recording.game().vp(),
        events: recording.told().iter().map(followed).collect(),
        changed: Vec::new(),
    }
}

/// The last record in few words.
fn last_in_brief(recording: &Recording) -> String {
    let drawn = recording.records().last().is_some_and(|record| record.drawn.is_some());
    match recording.records().last().map(|record| &*record.command) {
        Some(Command::Retract { seq, .. }) => match recording.game().entry(*seq) {
            Some((_, taken_back, _)) => format!("record {seq} taken back: {}", shorthand::brief(taken_back)),
            None => format!("record {seq} taken back"),
        },
        // Dice that the program threw are shown in full: nobody saw them fall.
        Some(command @ (Command::Shoot(_) | Command::Fight(_))) if drawn => shorthand::words(command),
        Some(command) => shorthand::brief(command),
        None => String::new(),
    }
}

/// Whether the words of a command would call players `one` and `two`, where its sentence names them.
fn names_players(command: &Command) -> bool {
    matches!(
        command,
        Command::Roster { .. }
            | Command::Roles { .. }
            | Command::Zone { .. }
            | Command::FirstTurn { .. }
            | Command::BattleReady { .. }
            | Command::Disposition { .. }
            | Command::Control { .. }
            | Command::Card(_)
            | Command::Pick(_)
            | Command::Score { .. }
            | Command::Ruling(_)
    )
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
pub fn player(recording: &Recording, word: &str) -> Result<Player, CliError> {
    let names = Names::of_match(&recording.game().view(), recording.standing(), &Packs::default());
    Ok(names.find_player(word)?)
}
