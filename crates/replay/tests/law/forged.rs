//! Logs forged as a forger leaves them: every command sealed anew into a whole chain after a record was left out, doubled,
//! swapped, moved, put in, said by somebody else, or changed in a leaf. What an audit takes of them breaks no rule of the
//! law.
//!
//! Seeds: simulated matches of every pack with corrections among them, signed and sealed ones, and the golden logs. Half
//! of the forgers strike out what is refused and seal again, so that what follows is judged too.

use std::collections::{BTreeMap, BTreeSet};

use adjutant_core::chain::{Link, lines, seal as seal_line};
use adjutant_engine::Match;
use adjutant_engine::dice::stream::Stream;
use adjutant_engine::record::{Record, read_bare, read_chained};
use adjutant_replay::Rulebook;
use adjutant_replay::audit::{LogReport, audit};
use serde_json::{Map, Value, json};

use crate::checker::Checker;
use crate::played::Log;
use crate::property::{Tally, leaf, play, stream, texts};

pub type Records = Vec<Map<String, Value>>;

/// What makes a record that is put in, of a log of so many.
type PutIn = fn(usize, &mut Stream, &str) -> Map<String, Value>;

/// Matches from which logs are forged, and how many logs of each.
const EACH: u64 = 20;

fn records(log: &Log) -> Records {
    let whole = lines(&log.bytes).unwrap();
    whole.into_iter().map(|(_, line)| serde_json::from_slice(line).unwrap()).collect()
}

fn golden(number: u64) -> Records {
    const NAMES: [&str; 4] = ["real-armies", "resupply", "scorched-earth", "vital-intelligence"];
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/golden");
    let file = folder.join(format!("{}.bare.jsonl", NAMES[number as usize % 4]));
    let mut log = Log::new();
    for line in std::fs::read(file).unwrap().split(|byte| *byte == b'\n') {
        if let Some(record) = read_bare(line).unwrap() {
            let command = log.ready(record.command.clone());
            log.take(&record.said(), &command).unwrap();
        }
    }
    records(&log)
}

/// A record that corrects another, or signs.
fn put_in(count: usize, dice: &mut Stream, by: &str) -> Map<String, Value> {
    let seq = 2 + dice.below(count as u32);
    let player = if dice.chance(50) { "one" } else { "two" };
    let command = match dice.below(4) {
        0 => json!({"sign": {"player": player, "head": "0".repeat(64)}}),
        1 => json!({"battle-ready": {"player": player, "ready": dice.chance(50)}}),
        2 => json!({"amend": {"seq": seq, "to": [], "why": "x"}}),
        _ => json!({"retract": {"seq": seq, "why": "x"}}),
    };
    let record = json!({"at": "2026-11-21T10:00:00Z", "by": by, "do": command, "vp": {"one": 0, "two": 0}});
    record.as_object().unwrap().clone()
}

/// What a forger does to a log.
const FORGERIES: [&str; 7] = ["left out", "doubled", "swapped", "moved", "put in", "said by another", "a leaf changed"];

/// Forges a log once to thrice; says how, and the first record that differs.
pub fn forge(
    records: &mut Records,
    dice: &mut Stream,
    pool: &[Value],
    speakers: &[&str],
    put_in: PutIn,
) -> (BTreeSet<&'static str>, usize) {
    let (mut how, mut first) = (BTreeSet::new(), records.len());
    for _ in 0..=dice.below(3) {
        let count = records.len();
        let at = dice.below(count as u32) as usize;
        let to = match dice.chance(50) {
            true => (at + 1 + dice.below(4) as usize).min(count - 1),
            false => dice.below(count as u32) as usize,
        };
        let by = speakers[dice.below(speakers.len() as u32) as usize];
        let way = (dice.below(8) as usize).min(FORGERIES.len() - 1);
        match way {
            0 => drop(records.remove(at)),
            1 => records.insert(to, records[at].clone()),
            2 => records.swap(at, to),
            3 => {
                let record = records.remove(at);
                records.insert(to, record);
            }
            4 => records.insert(to, put_in(count, dice, by)),
            5 => drop(records[at].insert("by".to_owned(), json!(by))),
            _ => {
                let command = records[at].get_mut("do").and_then(Value::as_object_mut).unwrap();
                command.values_mut().for_each(|inside| leaf(inside, dice, pool));
            }
        }
        how.insert(FORGERIES[way]);
        first = first.min(at).min(to);
        if records.is_empty() {
            break;
        }
    }
    (how, first)
}

/// A log on its way, with what follows it.
#[derive(Clone)]
struct Followed {
    game: Match,
    checker: Checker,
    link: Link,
    bytes: Vec<u8>,
    /// The first record that was refused and left in.
    refused: Option<u64>,
    struck: u64,
}

impl Followed {
    fn new() -> Followed {
        let game = Match::new(adjutant_packs::shipped());
        let checker = Checker::default();
        Followed { game, checker, link: Link::START, bytes: Vec::new(), refused: None, struck: 0 }
    }

    /// Seals a record into the chain, a signature with the head before it, and follows it as far as the log is taken.
    /// What is refused stays in, unless the forger strikes it out.
    fn say(&mut self, record: &Map<String, Value>, strikes: bool) {
        let mut fields = record.clone();
        if let Some(head) = fields.get_mut("do").and_then(|command| command.get_mut("sign")?.get_mut("head")) {
            *head = json!(self.link.hash.to_string());
        }
        let (line, next) = seal_line(fields, self.link).unwrap();
        let taken =
            self.refused.is_none() && read_chained(&line, self.link).is_ok_and(|(record, _)| self.take(&record));
        match (taken, self.refused) {
            (false, None) if strikes && !self.bytes.is_empty() => return self.struck += 1,
            (false, None) => self.refused = Some(self.game.seq() + 1),
            _ => {}
        }
        if taken {
            self.game.set_head(next.hash);
        }
        self.link = next;
        self.bytes.extend(line);
        self.bytes.push(b'\n');
    }

    fn take(&mut self, record: &Record) -> bool {
        let before = self.checker.before(&self.game, &record.command);
        let taken = self.game.record(record.said(), record.command.clone()).is_ok();
        if taken {
            self.checker.after(&before, &self.game, &record.said(), &record.command);
        }
        taken
    }
}

/// A log from which others are forged, followed up to every so many records.
struct Seed {
    records: Records,
    pool: Vec<Value>,
    followed: Vec<Followed>,
}

impl Seed {
    const STEP: usize = 16;

    fn of(number: u64) -> Seed {
        let records = match number % 9 {
            8 => golden(number),
            _ => records(&play(number, Log::new(), &mut Tally::default()).0),
        };
        let mut pool = Vec::new();
        records.iter().for_each(|record| texts(&record["do"], &mut pool));
        let (mut log, mut followed) = (Followed::new(), Vec::new());
        for (place, record) in records.iter().enumerate() {
            if place % Seed::STEP == 0 {
                followed.push(log.clone());
            }
            log.say(record, false);
        }
        assert_eq!(log.refused, None, "seed {number}");
        Seed { records, pool, followed }
    }
}

/// The record at which an audit stopped.
fn stopped(report: &LogReport) -> Option<u64> {
    let stops = ["refused", "form", "chain", "too-costly"];
    report.findings.iter().find(|finding| stops.contains(&finding.code.as_str())).and_then(|finding| finding.record)
}

#[test]
fn nothing_that_breaks_the_law_passes_in_a_forged_log() {
    let rules = Rulebook::shipped();
    let (cases, first) = (crate::wanted("ADJUTANT_FORGED", 3_000), crate::wanted("ADJUTANT_FIRST", 0));
    let (mut faults, mut struck, mut taken) = (Vec::new(), 0, 0);
    let mut tally: BTreeMap<&str, [u64; 2]> = BTreeMap::new();
    let mut seed = Seed::of(first / EACH);
    for case in first..first + cases {
        if case % EACH == 0 {
            seed = Seed::of(case / EACH);
        }
        let mut dice = stream(case, "forged");
        let mut records = seed.records.clone();
        let (how, place) = forge(&mut records, &mut dice, &seed.pool, &["one", "two", "both", "judge"], put_in);
        let step = (place / Seed::STEP).min(seed.followed.len() - 1);
        let mut log = seed.followed[step].clone();
        for record in records.get(step * Seed::STEP..).unwrap_or_default() {
            log.say(record, case % 2 == 1);
        }
        let report = audit(&rules, String::new(), &log.bytes);
        let mut fault = |what: String| faults.push(format!("case {case} {how:?}: {what}"));
        log.checker.audited(&report);
        // A forged number of a law: such a log is judged by the engine of that law, and today's fold does not open it.
        let elsewhere =
            report.findings.iter().any(|one| ["newer", "cannot-judge", "old-law"].contains(&one.code.as_str()));
        let agree = if elsewhere { log.refused == Some(1) } else { stopped(&report) == log.refused };
        if !agree {
            fault(format!("the fold stops at {:?}, the audit at {:?}", log.refused, stopped(&report)));
        }
        log.checker.faults.into_iter().for_each(&mut fault);
        how.iter()
            .for_each(|how| tally.entry(how).or_default()[usize::from(log.refused.is_none() && log.struck == 0)] += 1);
        (struck, taken) = (struck + log.struck, taken + report.records);
        if faults.len() > 20 {
            break;
        }
    }
    println!(
        "{cases} forged logs; records taken: {taken}, struck out: {struck}; with a refusal and without: {tally:?}"
    );
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
