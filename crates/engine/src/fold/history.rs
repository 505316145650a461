//! Records that were taken back, or read otherwise than they were said: who may do so to which, and how the log folds
//! then.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use adjutant_core::chain::Hash;
use adjutant_core::history::{Budget, History, TooCostly};
use adjutant_core::say;
use adjutant_core::sentence::Sentence;
use adjutant_core::side::By;
use adjutant_core::text::Text;
use serde::{Deserialize, Serialize};

use super::settle::settle;
use crate::apply::apply;
use crate::command::{Amend, Command, Reading, Said};
use crate::decide::decide_in;
use crate::event::Event;
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
    /// Whether it changed nothing as it was recorded.
    pub remark: bool,
    /// Places of the amendments of it that count, in order; the last one says how it reads.
    pub readings: Vec<usize>,
}

impl Entry {
    /// Whether the battle is the same without it, whatever else was recorded.
    pub fn is_inert(&self) -> bool {
        self.remark && self.readings.is_empty()
    }

    /// Whether it says something of other records, and nothing of the battle.
    pub fn is_correction(&self) -> bool {
        matches!(*self.command, Command::Retract { .. } | Command::Amend(_))
    }

    /// Who says one of the commands as which it reads: the record itself keeps what it says of its dice.
    fn said_as(&self, to: &Reading) -> Said {
        let itself = to.by == self.said.by && to.command == *self.command;
        Said { drawn: self.said.drawn.filter(|_| itself), ..to.said() }
    }

    /// Forgets an amendment, and says which place it had among those that count.
    pub fn take_reading_off(&mut self, amendment: usize) -> Option<usize> {
        let place = self.readings.binary_search(&amendment).ok()?;
        self.readings.remove(place);
        Some(place)
    }
}

/// Who says what a record says now, and the commands: the readings of the amendment of it that counts, or its own.
pub(super) fn as_read<'a>(
    records: &'a [Entry],
    entry: &'a Entry,
) -> impl Iterator<Item = (Cow<'a, Said>, &'a Command)> {
    let readings = reading(records, entry);
    let own = readings.is_none().then(|| (Cow::Borrowed(&entry.said), &*entry.command));
    let read = |to: &'a Reading| (Cow::Owned(entry.said_as(to)), &to.command);
    own.into_iter().chain(readings.unwrap_or_default().iter().map(read))
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
            say!("no record {} before this one", seq),
            say!("a number from 2 to {}", records.len()),
        )
    })
}

fn fixed(entry: &Entry, seq: u64, accepted: &'static str) -> Refusal {
    let message = say!("record {} is `{}`, which stays as it is", seq, entry.command.name());
    Refusal::new(RefusalCode::BadValue, message, accepted)
}

/// Refuses the word of a player about what somebody else said, and a record that is taken back already.
fn own_and_standing(records: &History<Entry>, by: By, seq: u64, lawful: bool) -> Result<(), Refusal> {
    let Some(entry) = records.record(seq) else { return Ok(()) };
    let amended = entry.readings.iter().filter(|_| lawful).map(|at| records[*at].said.by);
    // What a judge said is the judge's; what both said is no single player's; an amendment is a word too.
    let said = [entry.said.by].into_iter().chain(amended).max_by_key(|by| (*by == By::Judge, *by == By::Both));
    let said = said.unwrap_or(entry.said.by);
    let judges = lawful && said == By::Judge && by != By::Judge;
    if judges || by.player().is_some() && (by != entry.said.by || said == By::Both) {
        let accepted = match judges {
            true => "your own records; what the judge said with `judge`",
            false => "your own records; any record of the players with `both` or `judge`",
        };
        let message = match by.player() {
            Some(player) => say!("record {} is {}, not {}'s", seq, whose(said), player),
            None => say!("record {} is {}", seq, whose(said)),
        };
        return Err(Refusal::new(RefusalCode::NotAllowedBy, message, accepted));
    }
    if !records.stands(seq) {
        return Err(Refusal::new(
            RefusalCode::AlreadyDone,
            say!("record {} is taken back already", seq),
            "a record that still counts",
        ));
    }
    Ok(())
}

/// Whose word a record is, as rules say it.
fn whose(by: By) -> Sentence {
    match by.player() {
        Some(player) => say!("{}'s", player),
        None if by == By::Both => "both players'".into(),
        None => "the judge's".into(),
    }
}

/// The place of a record that the speaker may take back.
pub(super) fn retractable(records: &History<Entry>, by: By, seq: u64, lawful: bool) -> Result<usize, Refusal> {
    let index = known(records, seq)?;
    let entry = &records[index];
    let signed = matches!(*entry.command, Command::Sign { .. } | Command::Unseal { .. } | Command::Law { .. });
    if matches!(*entry.command, Command::Open(_) | Command::Retract { .. }) || lawful && signed {
        return Err(fixed(entry, seq, "any other record"));
    }
    own_and_standing(records, by, seq, lawful)?;
    Ok(index)
}

/// The place of a record that the speaker may read so.
///
/// `drawn`: whether the machine drew its dice; nothing where the log names no law.
pub(super) fn amendable(
    records: &History<Entry>,
    by: By,
    amend: &Amend,
    drawn: Option<bool>,
) -> Result<usize, Refusal> {
    const ACCEPTED: &str =
        "any record but `open`, `sign`, `unseal`, `retract` and `amend`; `retract` takes an `amend` back";
    let seq = amend.seq;
    let stays = |command: &Command| match command {
        Command::Unseal { .. } => drawn.is_some(),
        _ => matches!(
            command,
            Command::Open(_) | Command::Law { .. } | Command::Sign { .. } | Command::Retract { .. } | Command::Amend(_)
        ),
    };
    let index = known(records, seq)?;
    let entry = &records[index];
    if let Some(drawn) = drawn {
        replaceable(entry, amend, drawn)?;
    }
    if let Some(reading) = amend.to.iter().find(|reading| stays(&reading.command)) {
        let message = say!("record {} cannot read as `{}`", seq, reading.command.name());
        return Err(Refusal::new(
            RefusalCode::BadValue,
            message,
            "any command but `open`, `sign`, `unseal`, `retract`, `amend`",
        ));
    }
    if stays(&entry.command) {
        return Err(fixed(entry, seq, ACCEPTED));
    }
    own_and_standing(records, by, seq, drawn.is_some())?;
    let others = amend.to.iter().find(|reading| by.player().is_some() && reading.by != by);
    if let Some(reading) = others {
        return Err(Refusal::new(
            RefusalCode::NotAllowedBy,
            say!(
                "record {} would read `{}`, which is {} to say, not {}'s",
                seq,
                reading.command.name(),
                whose(reading.by),
                by
            ),
            "what you say alone; anything with `both` or `judge`",
        ));
    }
    Ok(index)
}

/// Refuses to put other dice in the place of those that were drawn, and other secrets in the place of those that were
/// kept: a record may be added beside them, and a choice that was opened be read as the open one that was meant.
fn replaceable(entry: &Entry, amend: &Amend, drawn: bool) -> Result<(), Refusal> {
    let seq = amend.seq;
    let kept = amend.to.iter().any(|to| to.by == entry.said.by && to.command == *entry.command);
    let sealed = |command: &Command| matches!(command, Command::Commit { .. } | Command::Reveal { .. });
    if drawn && !kept {
        let message = say!("the machine drew the dice of record {}, and drawn dice are not replaced", seq);
        return Err(Refusal::new(
            RefusalCode::DiceOpen,
            message,
            "`retract`, then the same roll again, which shows the same faces",
        ));
    }
    if let Some(to) = amend.to.iter().find(|to| sealed(&to.command) && to.command != *entry.command) {
        let message =
            say!("record {} would read `{}`: a secret choice is made when it is recorded", seq, to.command.name());
        return Err(Refusal::new(RefusalCode::CommitmentBroken, message, AGAIN));
    }
    let meant = |to: &Reading| to.command.topic() == entry.command.topic() && to.by == entry.said.by;
    match *entry.command {
        Command::Commit { .. } if !kept => {
            let message = say!("record {} binds its player to a secret choice, and stays as it is", seq);
            Err(Refusal::new(RefusalCode::CommitmentBroken, message, AGAIN))
        }
        Command::Reveal { .. } if !kept && !amend.to.iter().any(meant) => {
            let message = say!("record {} opens a secret choice, and reads as the open choice that was meant", seq);
            Err(Refusal::new(RefusalCode::CommitmentBroken, message, AGAIN))
        }
        _ => Ok(()),
    }
}

/// The way to choose anew.
const AGAIN: &str = "`retract` by `both` or `judge` where a choice was opened: both players choose anew";

/// Refuses to fold anew where that was done so often that the log was made to cost time.
pub(super) fn affordable(records: &History<Entry>) -> Result<(), Refusal> {
    records.affordable(REFOLDED).map_err(|TooCostly { refolded, most }| {
        Refusal::new(
            RefusalCode::TooCostly,
            say!("{} records were folded anew because earlier ones were taken back or amended", refolded),
            say!("at most {} in a log of {} records", most, records.len()),
        )
    })
}

/// Records passed over in folding anew that cost as much as one that is judged.
const PASSED_OVER_EACH: u64 = 64;

/// Folds the records as they read now, from a place on; names the first that is refused. Beside it what it cost: a
/// record judged counts one, records passed over less. Each that is judged is shown first, with the state before it.
pub(super) fn refold(
    packs: &Packs,
    (state, outcome): (&mut State, &mut Outcome),
    records: &History<Entry>,
    start: usize,
    mut show: impl FnMut(u64, &Said, &Command, &State),
) -> (Result<(), (u64, Refusal)>, u64) {
    let (mut judged, mut read) = (0, 0);
    let folded = records.fold_from(start, |seq, entry| {
        if entry.is_correction() {
            return Ok(());
        }
        state.head = entry.head;
        reading(records, entry).into_iter().for_each(|readings| voided(state, entry, readings));
        for (said, command) in as_read(records, entry) {
            judged += 1;
            show(seq, &said, command, state);
            let events = decide_in(std::mem::take(&mut outcome.events), state, packs, &said, command)?;
            settle(state, outcome, seq, events, |_, _, _| {});
        }
        read += 1;
        Ok(())
    });
    let end = folded.as_ref().map_or_else(|(seq, _)| *seq as usize - 1, |()| records.len());
    let passed_over = (end - start) as u64 - read;
    (folded, judged + passed_over / PASSED_OVER_EACH)
}

/// An opening that reads as the open choice that was meant binds nobody any more.
fn voided(state: &mut State, entry: &Entry, readings: &[Reading]) {
    let (Command::Reveal { what, .. }, Some(player)) = (&*entry.command, entry.said.by.player()) else { return };
    if !readings.iter().any(|to| matches!(to.command, Command::Reveal { .. })) {
        apply(state, Event::SecretRevealed { player, what: *what });
    }
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
