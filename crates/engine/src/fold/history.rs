//! Records that were taken back, or read otherwise than they were said: who may do so to which, and how the log folds
//! then.

use std::collections::BTreeMap;
use std::sync::Arc;

use adjutant_core::chain::Hash;
use adjutant_core::history::{Budget, History, TooCostly};
use adjutant_core::side::By;
use adjutant_core::text::Text;
use serde::{Deserialize, Serialize};

use super::settle;
use crate::command::{Amend, Command, Reading, Said};
use crate::decide::decide;
use crate::law::Packs;
use crate::refusal::{Refusal, RefusalCode};
use crate::state::State;
use crate::timing::Outcome;

/// A battle of a thousand records with two hundred slips needs some ten thousand in all.
const REFOLDED: Budget = Budget { most: 1_000_000, each: 16 };

/// A record as the fold keeps it, for retractions and amendments.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub said: Said,
    pub command: Arc<Command>,
    pub head: Option<Hash>,
    /// Places of the amendments of it that count, in order; the last one says how it reads.
    pub readings: Vec<usize>,
}

impl Entry {
    /// Whether the battle is the same without it, whatever else was recorded.
    pub fn is_inert(&self) -> bool {
        let remark = matches!(
            *self.command,
            Command::Note { .. } | Command::Clock { .. } | Command::Roll { .. } | Command::RollOff { .. }
        );
        remark && self.said.under.is_none() && self.readings.is_empty()
    }

    /// Forgets an amendment, and says which place it had among those that count.
    pub fn take_reading_off(&mut self, amendment: usize) -> Option<usize> {
        let place = self.readings.binary_search(&amendment).ok()?;
        self.readings.remove(place);
        Some(place)
    }
}

/// As which commands a record reads, where an amendment of it counts.
pub(super) fn reading<'a>(records: &'a [Entry], entry: &Entry) -> Option<&'a [Reading]> {
    match &*records[*entry.readings.last()?].command {
        Command::Amend(amend) => Some(&amend.to),
        _ => None,
    }
}

fn known(records: &History<Entry>, seq: u64) -> Result<usize, Refusal> {
    records.place(seq).ok_or_else(|| {
        Refusal::new(
            RefusalCode::Unknown,
            format!("no record {seq} before this one"),
            format!("a number from 2 to {}", records.len()),
        )
    })
}

fn fixed(entry: &Entry, seq: u64, accepted: &str) -> Refusal {
    let message = format!("record {seq} is `{}`, which stays as it is", entry.command.name());
    Refusal::new(RefusalCode::BadValue, message, accepted)
}

fn own_and_standing(records: &History<Entry>, by: By, seq: u64) -> Result<(), Refusal> {
    let Some(entry) = records.record(seq) else { return Ok(()) };
    if by.player().is_some() && by != entry.said.by {
        return Err(Refusal::new(
            RefusalCode::NotAllowedBy,
            format!("record {seq} is {}, not player {by}'s", whose(entry.said.by)),
            "your own records; any record with `both` or `judge`",
        ));
    }
    if !records.stands(seq) {
        return Err(Refusal::new(
            RefusalCode::AlreadyDone,
            format!("record {seq} is taken back already"),
            "a record that still counts",
        ));
    }
    Ok(())
}

/// Whose word a record is, as rules say it.
fn whose(by: By) -> String {
    match by.player() {
        Some(player) => format!("player {player}'s"),
        None if by == By::Both => "both players'".to_owned(),
        None => "the judge's".to_owned(),
    }
}

/// The place of a record that the speaker may take back.
pub(super) fn retractable(records: &History<Entry>, by: By, seq: u64) -> Result<usize, Refusal> {
    let index = known(records, seq)?;
    let entry = &records[index];
    if matches!(*entry.command, Command::Open(_) | Command::Retract { .. }) {
        return Err(fixed(entry, seq, "any other record"));
    }
    own_and_standing(records, by, seq)?;
    Ok(index)
}

/// The place of a record that the speaker may read so.
pub(super) fn amendable(records: &History<Entry>, by: By, amend: &Amend) -> Result<usize, Refusal> {
    const ACCEPTED: &str = "any record but `open`, `sign`, `retract` and `amend`; `retract` takes an `amend` back";
    let seq = amend.seq;
    let stays = |command: &Command| {
        matches!(command, Command::Open(_) | Command::Sign { .. } | Command::Retract { .. } | Command::Amend(_))
    };
    let index = known(records, seq)?;
    let entry = &records[index];
    if let Some(reading) = amend.to.iter().find(|reading| stays(&reading.command)) {
        let message = format!("record {seq} cannot read as `{}`", reading.command.name());
        return Err(Refusal::new(RefusalCode::BadValue, message, "any command but `open`, `sign`, `retract`, `amend`"));
    }
    if stays(&entry.command) {
        return Err(fixed(entry, seq, ACCEPTED));
    }
    own_and_standing(records, by, seq)?;
    let others = amend.to.iter().find(|reading| by.player().is_some() && reading.by != by);
    if let Some(reading) = others {
        return Err(Refusal::new(
            RefusalCode::NotAllowedBy,
            format!(
                "record {seq} would read `{}`, which is {} to say, not player {by}'s",
                reading.command.name(),
                whose(reading.by)
            ),
            "what you say alone; anything with `both` or `judge`",
        ));
    }
    Ok(index)
}

/// Refuses to fold anew where that was done so often that the log was made to cost time.
pub(super) fn affordable(records: &History<Entry>) -> Result<(), Refusal> {
    records.affordable(REFOLDED).map_err(|TooCostly { refolded, most }| {
        Refusal::new(
            RefusalCode::TooCostly,
            format!("{refolded} records were folded anew because earlier ones were taken back or amended"),
            format!("at most {most} in a log of {} records", records.len()),
        )
    })
}

/// Records passed over in folding anew that cost as much as one that is judged.
const PASSED_OVER_EACH: u64 = 64;

/// Folds the records as they read now, from a place on; names the first that is refused. Beside it what it cost: a
/// record judged counts one, records passed over less.
pub(super) fn refold(
    packs: &Packs,
    state: &mut State,
    outcome: &mut Outcome,
    records: &History<Entry>,
    start: usize,
) -> (Result<(), (u64, Refusal)>, u64) {
    let (mut judged, mut read) = (0, 0);
    let folded = records.fold_from(start, |seq, entry| {
        if matches!(*entry.command, Command::Retract { .. } | Command::Amend(_)) {
            return Ok(());
        }
        state.head = entry.head;
        let mut take = |said: &Said, command: &Command| {
            judged += 1;
            let events = decide(state, packs, said, command)?;
            settle(state, outcome, seq, said.by, events, |_, _, _| {});
            Ok(())
        };
        match reading(records, entry) {
            None => take(&entry.said, &entry.command)?,
            Some(readings) => readings.iter().try_for_each(|to| take(&to.said(), &to.command))?,
        }
        read += 1;
        Ok(())
    });
    let end = folded.as_ref().map_or_else(|(seq, _)| *seq as usize - 1, |()| records.len());
    let passed_over = (end - start) as u64 - read;
    (folded, judged + passed_over / PASSED_OVER_EACH)
}

/// The records that read otherwise than they were said, in the order of their numbers.
pub(super) fn amended(records: &History<Entry>, amendments: &[usize]) -> Vec<AmendedView> {
    let mut last: BTreeMap<u64, usize> = BTreeMap::new();
    for &at in amendments.iter().filter(|at| records.stands(**at as u64 + 1)) {
        if let Command::Amend(amend) = &*records[at].command
            && records.stands(amend.seq)
        {
            last.insert(amend.seq, at);
        }
    }
    let view = |(seq, at): (u64, usize)| match &*records[at].command {
        Command::Amend(amend) => {
            Some(AmendedView { seq, by: records[at].said.by, why: amend.why.clone(), at: at as u64 + 1 })
        }
        _ => None,
    };
    last.into_iter().filter_map(view).collect()
}

/// A record that reads otherwise than it was said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AmendedView {
    /// The record.
    pub seq: u64,
    /// Who amended it last.
    pub by: By,
    /// Why.
    pub why: Text,
    /// The record that amended it.
    pub at: u64,
}
