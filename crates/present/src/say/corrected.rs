//! What was corrected in a match, told in one way everywhere.

use std::ops::Deref;

use adjutant_core::reliance::Reliance;
use adjutant_engine::command::Command;
use adjutant_engine::fold::{Correction, Match};
use adjutant_engine::record::Record;
use adjutant_engine::side::{BySide, Player};
use adjutant_engine::state::State;
use adjutant_engine::time::Timestamp;

use super::signed::by_whom;
use crate::names::name_of;

/// A correction of a match, and when it was recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Corrected {
    /// What it changed; nothing rests on a slip that its speaker took back at once.
    pub correction: Correction,
    /// When it was recorded.
    pub time: Timestamp,
}

impl Deref for Corrected {
    type Target = Correction;

    fn deref(&self) -> &Correction {
        &self.correction
    }
}

/// Every record of a match that takes another one back or reads it otherwise, and every one that changed what both had
/// signed, in order. What was taken back of them is left out.
pub fn corrections<'a>(game: &Match, records: impl IntoIterator<Item = &'a Record>) -> Vec<Corrected> {
    let mut vp = BySide::default();
    let corrects = |record: &'a Record| {
        let before = std::mem::replace(&mut vp, record.vp);
        let (at, by, after) = (record.seq, record.by, record.vp);
        let of = match &*record.command {
            Command::Retract { seq, .. } => Some(*seq),
            Command::Amend(amend) => Some(amend.seq),
            _ => None,
        };
        let relied = game.corrections().iter().find(|known| known.at == at).cloned();
        let correction = relied.or(of.map(|_| Correction { at, by, of, rests: Vec::new(), before, after }))?;
        let stands = game.entry(at).is_some_and(|(_, _, stands)| stands);
        stands.then_some(Corrected { correction, time: record.at })
    };
    records.into_iter().filter_map(corrects).collect()
}

/// Those of them that changed what somebody had relied on, a line each with the record that it corrects in front:
/// `record 12 corrected: …`. Times are as they are read there.
pub fn relied_on(game: &Match, records: &[Record], time: impl Fn(Timestamp) -> String) -> Vec<String> {
    let line = |known: &Corrected| {
        let of = known.of.map_or_else(String::new, |of| format!("record {of} "));
        of + &known.in_words(game.state(), &time(known.time))
    };
    corrections(game, records).iter().filter(|known| !known.rests.is_empty()).map(line).collect()
}

/// A time of day as a log tells it: `14:02 UTC`.
pub fn utc(time: Timestamp) -> String {
    time.to_string().get(11..16).map(|time| format!("{time} UTC")).unwrap_or_default()
}

impl Corrected {
    /// Whether it changed how a record reads. With a sealed choice that was opened go the choices of both players.
    pub fn changes(&self, game: &Match, seq: u64) -> bool {
        let choice = |seq| game.entry(seq).and_then(|(_, command, stands)| command.topic().filter(|_| !stands));
        let goes_with = |of| self.rests.contains(&Reliance::Opened) && seq < self.at && choice(seq) == choice(of);
        self.of.is_some_and(|of| of == seq || choice(seq).is_some() && goes_with(of))
    }

    /// `corrected: record 23, by Ben, 14:02, 81:57 → 81:56`, with the time as it is read there; points that stay are left
    /// out.
    pub fn in_words(&self, state: &State, time: &str) -> String {
        let [one, two] = Player::BOTH.map(|player| name_of(state, player));
        let by = by_whom(self.by, &BySide { one: &one, two: &two });
        let (before, after) = (self.before, self.after);
        let points = match before == after {
            true => String::new(),
            false => format!(", {}:{} → {}:{}", before.one, before.two, after.one, after.two),
        };
        format!("corrected: record {}, by {by}, {time}{points}", self.at)
    }
}
