//! One log twice, or one match under two heads.
//!
//! A match is known by its origin, the hash of its first record: two clubs may both call one `gt-r1-t01`. Of every log
//! only its id, origin, head and length are kept; where two logs of a match differ, both are read again.

use std::collections::{BTreeMap, BTreeSet};

use adjutant_engine::chain::Hash;
use adjutant_engine::side::BySide;

use super::finding::{Code, Finding};
use super::part::{Other, Parted};
use super::report::LogReport;
use super::source::{Log, LogSource};

/// The logs seen so far.
#[derive(Default)]
pub struct Twins {
    heads: BTreeMap<Hash, usize>,
    firsts: BTreeMap<Hash, First>,
    ids: Ids,
    /// First records of logs that are audited elsewhere, the next one last.
    others: Vec<Other>,
}

/// Which match first had an id, and what its log is called.
#[derive(Default)]
struct Ids(BTreeMap<String, (Hash, String)>);

impl Ids {
    /// A log of a match with this id; the finding where another match has it.
    fn taken(&mut self, id: String, origin: Hash, name: String) -> Option<Finding> {
        let (known, called) = self.0.entry(id).or_insert((origin, name));
        let message = || format!("{called} is another match of this id");
        (*known != origin).then(|| Finding::new(Code::SameId, None, message()))
    }
}

struct First {
    source: usize,
    records: u64,
    vp: BySide<u32>,
}

impl Twins {
    /// For the logs of a part: knows the first records of all others.
    pub fn of_part<S>(parted: &mut Parted<S>) -> Twins {
        let mut others = std::mem::take(&mut parted.others);
        others.reverse();
        Twins { others, ..Twins::default() }
    }

    /// Compares a log with those before it.
    pub fn compare<S: LogSource>(&mut self, index: usize, report: &mut LogReport, sources: &[S]) {
        while let Some(other) = self.others.pop_if(|other| other.before <= index) {
            self.ids.taken(other.id, other.origin, other.name);
        }
        let (Some(id), Some(origin), Some(head)) = (report.id.clone(), report.origin, report.head) else { return };
        if let Some(twin) = self.heads.get(&head) {
            let message = format!("the same log as {}", sources[*twin].name());
            return report.findings.push(Finding::new(Code::Duplicate, None, message));
        }
        self.heads.insert(head, index);
        report.findings.extend(self.ids.taken(id, origin, sources[index].name()));
        match self.firsts.get(&origin) {
            Some(first) => report.findings.push(difference(first, index, report, sources)),
            None => {
                self.firsts.insert(origin, First { source: index, records: report.records, vp: report.vp });
            }
        }
    }
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
    let (mut ids, mut heads) = (Ids::default(), BTreeSet::new());
    let found = |log: Called| heads.insert(log.head).then(|| ids.taken(log.id, log.origin, log.name)).flatten();
    logs.into_iter().map(found).collect()
}

fn difference<S: LogSource>(first: &First, index: usize, report: &LogReport, sources: &[S]) -> Finding {
    let other = sources[first.source].name();
    let mut reader = S::Reader::default();
    let parts_at = match (sources[first.source].read(&mut reader), sources[index].read(&mut reader)) {
        (Ok(theirs), Ok(ours)) => parting(&theirs, &ours, first.records.min(report.records)),
        _ => {
            return Finding::new(
                Code::TwoHeads,
                None,
                format!("another log of this match, {other}, has changed since"),
            );
        }
    };
    match parts_at {
        None => {
            let message = format!("{other} is a copy of this log with {} records", first.records);
            Finding::new(Code::Copy, None, message)
        }
        Some(seq) => {
            let (code, vp) = if first.vp == report.vp {
                (Code::TwoHeads, format!("both come to {}:{}", report.vp.one, report.vp.two))
            } else {
                let (this, that) = (report.vp, first.vp);
                (
                    Code::TwoResults,
                    format!("this comes to {}:{}, that to {}:{}", this.one, this.two, that.one, that.two),
                )
            };
            Finding::new(code, seq, format!("from here it differs from {other}, a log of the same match; {vp}"))
        }
    }
}

/// The first record in which two logs differ, if they do before the end of the shorter one.
fn parting(theirs: &Log, ours: &Log, records: u64) -> Option<u64> {
    let pairs = theirs.lines().into_iter().zip(ours.lines());
    (1..=records).zip(pairs).find(|(_, (their, our))| their != our).map(|(seq, _)| seq)
}
