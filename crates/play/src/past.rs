//! What has been recorded: earlier moments, as what a record reads, what a correction would change.

use std::sync::Arc;

use adjutant_app::matches::recording::Recording;
use adjutant_app::packs;
use adjutant_engine::command::{Amend, Command, Reading, Text};
use adjutant_engine::fold::Match;
use adjutant_engine::record::Record;
use adjutant_engine::side::{By, Player};
use adjutant_present::names::{self, name_of};

/// A number that the log reaches.
pub fn within(recording: &Recording, seq: u64) -> u64 {
    seq.clamp(1, recording.seq().max(1))
}

/// The state after a record.
pub fn folded(recording: &Recording, seq: u64) -> Match {
    let mut game = packs::new_match();
    for record in recording.records().iter().take_while(|record| record.seq <= seq) {
        if game.record(record.said(), Arc::clone(&record.command)).is_err() {
            break;
        }
        game.set_head(record.hash);
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

/// What a correction would change: both totals before and after, or why it would be refused.
///
/// # Errors
/// The refusal of the rules, in words.
pub fn follows(recording: &Recording, seq: u64, to: Vec<Reading>, both: bool) -> Result<String, String> {
    let state = recording.game().state();
    let command = Command::Amend(Amend { seq, to, why: Text::new("corrected").ok_or("no reason")? });
    let by = if both { By::Both } else { speaker(recording, seq, &command) };
    let mut game = recording.game().clone();
    let before = game.vp();
    game.record(by, command)
        .map_err(|refusal| names::named(state, &format!("{} – {}", refusal.message, refusal.accepted)))?;
    let after = game.vp();
    let [one, two] =
        Player::BOTH.map(|player| format!("{} {} → {}", name_of(state, player), before[player], after[player]));
    Ok(format!("{one}, {two}; nothing breaks"))
}

/// Who may say a correction: the speaker of the record, if that player says all of it; otherwise both.
pub fn speaker(recording: &Recording, seq: u64, command: &Command) -> By {
    let said = recording.game().entry(seq).map(|(by, ..)| by);
    let Command::Amend(amend) = command else { return By::Both };
    match said {
        Some(by) if by.player().is_some() && amend.to.iter().all(|reading| reading.by == by) => by,
        Some(By::Judge) => By::Judge,
        _ => By::Both,
    }
}
