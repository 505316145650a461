//! What has been recorded: earlier moments, as what a record reads, what a correction would change.

use adjutant_app::matches::recording::Recording;
use adjutant_app::matches::word;
pub use adjutant_app::matches::word::said_by;
use adjutant_engine::command::kind::Kind;
use adjutant_engine::command::{Amend, Command, Reading, Said, Text};
use adjutant_engine::fold::Match;
use adjutant_engine::record::Record;
use adjutant_engine::refusal::Refusal;
use adjutant_engine::side::By;
use adjutant_present::names;
use adjutant_present::say;

/// A number that the log reaches.
pub fn within(recording: &Recording, seq: u64) -> u64 {
    seq.clamp(1, recording.seq().max(1))
}

/// The state after a record.
pub fn folded(recording: &Recording, seq: u64) -> Match {
    let mut game = recording.known().new_match();
    for record in recording.records().iter().take_while(|record| record.seq <= seq) {
        if recording.retell(&mut game, record).is_err() {
            break;
        }
    }
    game
}

/// As what a record reads now: its speaker and its command; none where it was taken out.
pub fn as_read(recording: &Recording, seq: u64) -> Option<(By, Command)> {
    if let Some(readings) = recording.game().reading(seq) {
        return readings.first().map(|reading| (reading.by, reading.command.clone()));
    }
    let record = recording.records().iter().find(|record| record.seq == seq)?;
    Some((record.by, (*record.command).clone()))
}

/// The last groups of records that an undo of this length takes back, each the last record first.
pub fn groups(made: &[(u64, u64)], recording: &Recording, depth: usize) -> Vec<Vec<u64>> {
    let open_to_it = |record: &&Record| recording.game().is_undoable(record.seq);
    let mut rest: Vec<u64> = recording.standing().filter(open_to_it).map(|record| record.seq).collect();
    let mut found = Vec::new();
    while found.len() < depth {
        let Some(last) = rest.last().copied() else { break };
        let first = made.iter().rfind(|(first, end)| (*first..=*end).contains(&last)).map_or(last, |(first, _)| *first);
        let cut = rest.iter().position(|seq| *seq >= first).unwrap_or(0);
        let mut group = rest.split_off(cut);
        group.reverse();
        found.push(group);
    }
    found
}

/// What takes records back, each by who said it.
pub fn retracts(recording: &Recording, seqs: &[u64]) -> Vec<(Said, Command)> {
    let why = || Text::new("undone").unwrap_or_else(|| unreachable!("a short text"));
    let by = |seq: u64| recording.game().entry(seq).map_or(By::Both, |(by, ..)| by);
    seqs.iter().map(|seq| (by(*seq).into(), Command::Retract { seq: *seq, why: why() })).collect()
}

/// What reads a record otherwise, by its speaker where that player says all of it.
pub fn amends(recording: &Recording, seq: u64, to: Vec<Reading>) -> Vec<(Said, Command)> {
    let said = recording.game().entry(seq).map_or(By::Both, |(by, ..)| by);
    let by = if to.iter().all(|reading| reading.by == said) { said } else { By::Both };
    let why = Text::new("corrected").unwrap_or_else(|| unreachable!("a short text"));
    vec![(by.into(), Command::Amend(Amend { seq, to, why }))]
}

/// In whose word a correction is taken, with the match after it: see [`word::word_for`].
///
/// # Errors
/// Why nobody may.
pub fn word_for(recording: &Recording, commands: &[(Said, Command)]) -> Result<(Option<By>, Match), Refusal> {
    word::word_for(recording.game(), commands)
}

/// What something changes, beside the records themselves.
pub fn follows(recording: &Recording, after: &Match) -> Vec<String> {
    let lines = say::follows(recording.game(), after);
    if lines.is_empty() { vec!["Nothing else changes.".to_owned()] } else { lines }
}

/// Why something is refused, with the players' names.
pub fn why_not(recording: &Recording, refusal: &Refusal) -> String {
    names::refused(recording.game().state(), refusal)
}

/// The commitments that go so that both players choose in secret anew: where one was opened, it takes all of them along.
pub fn chosen_in_secret(recording: &Recording, topic: Kind) -> Vec<u64> {
    let of = |record: &&Record| record.command.topic() == Some(topic);
    let opened = recording.standing().filter(of).any(|record| matches!(*record.command, Command::Reveal { .. }));
    let commits = recording.standing().filter(of).filter(|record| matches!(*record.command, Command::Commit { .. }));
    commits.map(|record| record.seq).take(if opened { 1 } else { usize::MAX }).collect()
}
