//! One log twice, or one match under two heads.
//!
//! A match is known by its origin, the hash of its first record: two clubs may both call one `gt-r1-t01`. Of every log only
//! its place is kept, under eight bytes of its origin and eight of its id: some 45 bytes. Where a log shares those with one
//! before it, that one is read again, so that nothing is told that is not so.

use std::collections::{BTreeMap, BTreeSet};

use adjutant_engine::chain::Hash;

use super::finding::{Code, Finding};
use super::part::{Beginning, Parted, number};
use super::report::LogReport;
use super::source::{Log, LogSource, Logs};
use crate::rulebook::Rulebook;

/// The logs seen so far.
#[derive(Default)]
pub struct Twins {
    origins: Places,
    ids: Places,
    /// The logs of an origin that came more than once, by their heads.
    rivals: BTreeMap<Hash, BTreeMap<Hash, usize>>,
    /// Logs that are audited elsewhere, by the number of their id, the next one last.
    others: Vec<(u32, u64)>,
}

/// Places of logs by a number. Where two that differ have one number, the second takes the next one that is free.
#[derive(Default)]
struct Places(BTreeMap<u64, u32>);

impl Places {
    /// The place of the log that `is` finds to be the one; the new place is kept where there is none.
    fn of(&mut self, mut number: u64, place: usize, mut is: impl FnMut(usize) -> bool) -> Option<usize> {
        loop {
            match self.0.get(&number) {
                Some(known) if is(*known as usize) => return Some(*known as usize),
                Some(_) => number = number.wrapping_add(1),
                None => {
                    self.0.insert(number, u32::try_from(place).unwrap_or(u32::MAX));
                    return None;
                }
            }
        }
    }
}

impl Twins {
    /// For the logs of a part: knows how all others begin.
    pub fn of_part(parted: &mut Parted) -> Twins {
        let mut others = std::mem::take(&mut parted.others);
        others.reverse();
        Twins { others, ..Twins::default() }
    }

    /// Compares a log with those before it.
    pub fn compare<L: Logs + ?Sized>(&mut self, rules: &Rulebook, index: usize, report: &mut LogReport, logs: &L) {
        let mut begun = Begun { rules, logs, reader: <L::Source as LogSource>::Reader::default() };
        while let Some((other, number)) = self.others.pop_if(|(other, _)| *other as usize <= index) {
            let other = other as usize;
            let mut id = None;
            self.ids.of(number, other, |known| {
                id = id.take().or_else(|| begun.of(other));
                begun.of(known).is_some_and(|known| id.as_ref().is_some_and(|own| own.id == known.id))
            });
        }
        let (Some(id), Some(origin), Some(head)) = (report.id.clone(), report.origin, report.head) else { return };
        let rivals = &self.rivals;
        let first = self.origins.of(number(origin), index, |known| {
            rivals.get(&origin).is_some_and(|heads| heads.values().any(|place| *place == known))
                || begun.of(known).is_some_and(|known| known.origin == origin)
        });
        if let Some(first) = first {
            let known = || begun.head(first).map(|head| (head, first)).into_iter().collect();
            let heads = self.rivals.entry(origin).or_insert_with(known);
            if let Some(twin) = heads.get(&head) {
                let message = format!("the same log as {}", name(logs, *twin));
                return report.findings.push(Finding::new(Code::Duplicate, None, message));
            }
            heads.insert(head, index);
        }
        let mut holder = None;
        let known = self.ids.of(number(Hash::of(id.as_bytes())), index, |known| {
            holder = begun.of(known);
            holder.as_ref().is_none_or(|known| known.id == id)
        });
        if let (Some(known), true) = (known, holder.is_some_and(|other| other.origin != origin)) {
            report.findings.push(same_id(&name(logs, known)));
        }
        if let Some(first) = first {
            report.findings.push(begun.difference(first, index, report));
        }
    }
}

fn name<L: Logs + ?Sized>(logs: &L, place: usize) -> String {
    logs.get(place).map_or_else(String::new, |log| log.name())
}

fn same_id(called: &str) -> Finding {
    Finding::new(Code::SameId, None, format!("{called} is another match of this id"))
}

/// A log of a match as [`same_ids`] needs it.
#[derive(Clone, Debug)]
pub struct Called {
    /// What it is called.
    pub name: String,
    /// The id of the match.
    pub id: String,
    /// Its origin.
    pub origin: Hash,
    /// Its head.
    pub head: Hash,
}

/// For each log, in the order in which an audit would meet them, the finding that another match has its id. A log that
/// came before under another name is passed over.
pub fn same_ids(logs: Vec<Called>) -> Vec<Option<Finding>> {
    let (mut ids, mut heads) = (BTreeMap::new(), BTreeSet::new());
    let mut taken = |log: Called| {
        let (known, called) = ids.entry(log.id.clone()).or_insert_with(|| (log.origin, log.name));
        (*known != log.origin).then(|| same_id(called))
    };
    logs.into_iter().map(|log| heads.insert(log.head).then(|| taken(log)).flatten()).collect()
}

/// Reads again what was read before.
struct Begun<'a, L: Logs + ?Sized> {
    rules: &'a Rulebook,
    logs: &'a L,
    reader: <L::Source as LogSource>::Reader,
}

impl<L: Logs + ?Sized> Begun<'_, L> {
    /// How a log begins.
    fn of(&mut self, place: usize) -> Option<Beginning> {
        Beginning::of(self.rules, &self.logs.get(place)?, &mut self.reader)
    }

    fn read(&mut self, place: usize) -> Option<Log> {
        self.logs.get(place)?.read(&mut self.reader).ok()
    }

    /// Where a log ends, which chained when it was read before.
    fn head(&mut self, place: usize) -> Option<Hash> {
        let log = self.read(place)?;
        let last: serde_json::Value = serde_json::from_slice(log.lines().last()?).ok()?;
        Hash::parse(last["hash"].as_str()?)
    }

    fn difference(&mut self, first: usize, index: usize, report: &LogReport) -> Finding {
        let other = name(self.logs, first);
        let (Some(theirs), Some(ours)) = (self.read(first), self.read(index)) else {
            let message = format!("another log of this match, {other}, has changed since");
            return Finding::new(Code::TwoHeads, None, message);
        };
        let seen = super::audit_lines(self.rules, String::new(), theirs.lines().into_iter());
        match parting(&theirs, &ours, seen.records.min(report.records)) {
            None => {
                let message = format!("{other} is a copy of this log with {} records", seen.records);
                Finding::new(Code::Copy, None, message)
            }
            Some(seq) => {
                let (code, vp) = if seen.vp == report.vp {
                    (Code::TwoHeads, format!("both come to {}:{}", report.vp.one, report.vp.two))
                } else {
                    let (this, that) = (report.vp, seen.vp);
                    let words = format!("this comes to {}:{}, that to {}:{}", this.one, this.two, that.one, that.two);
                    (Code::TwoResults, words)
                };
                Finding::new(code, seq, format!("from here it differs from {other}, a log of the same match; {vp}"))
            }
        }
    }
}

/// The first record in which two logs differ, if they do before the end of the shorter one.
fn parting(theirs: &Log, ours: &Log, records: u64) -> Option<u64> {
    let pairs = theirs.lines().into_iter().zip(ours.lines());
    (1..=records).zip(pairs).find(|(_, (their, our))| their != our).map(|(seq, _)| seq)
}
