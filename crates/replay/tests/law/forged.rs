//! Logs forged as a forger leaves them: every command sealed anew into a whole chain after a record was left out, doubled,
//! swapped, moved, put in, said by somebody else, or changed in a leaf. What an audit takes of them breaks no rule of the
//! law.
//!
//! Seeds: simulated matches of every pack with corrections among them, signed and sealed ones, and the golden logs. Half
//! of the forgers strike out what is refused and seal again, so that what follows is judged too.

use adjutant_core::chain::{Link, lines};
use adjutant_engine::dice::stream::Stream;
use adjutant_engine::record::{read_bare, read_chained};
use adjutant_replay::Rulebook;
use adjutant_replay::audit::{LogReport, audit};
use serde_json::{Map, Value, json};

use crate::checker::Checker;
use crate::played::{Log, chained};
use crate::property::{Tally, leaf, play, stream, texts};

type Records = Vec<Map<String, Value>>;

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

fn forge(records: &mut Records, dice: &mut Stream, pool: &[Value]) {
    for _ in 0..=dice.below(3) {
        let count = records.len();
        let at = dice.below(count as u32) as usize;
        let to = match dice.chance(50) {
            true => (at + 1 + dice.below(4) as usize).min(count - 1),
            false => dice.below(count as u32) as usize,
        };
        let by = ["one", "two", "both", "judge"][dice.below(4) as usize];
        match dice.below(8) {
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
        if records.is_empty() {
            return;
        }
    }
}

/// The record at which an audit stopped.
fn stopped(report: &LogReport) -> Option<u64> {
    let stops = ["refused", "form", "chain", "too-costly"];
    report.findings.iter().find(|finding| stops.contains(&finding.code.as_str())).and_then(|finding| finding.record)
}

/// Follows what the audit took of a log.
fn followed(bytes: &[u8], checker: &mut Checker) {
    let (mut log, mut link) = (Log::new(), Link::START);
    for (_, line) in lines(bytes).unwrap() {
        let Ok((record, next)) = read_chained(line, link) else { return };
        let before = checker.before(&log.game, &record.command);
        if log.game.record(record.said(), record.command.clone()).is_err() {
            return;
        }
        log.game.set_head(next.hash);
        checker.after(&before, &log.game, &record.said(), &record.command);
        link = next;
    }
}

#[test]
fn nothing_that_breaks_the_law_passes_in_a_forged_log() {
    let rules = Rulebook::shipped();
    let (cases, first) = (crate::wanted("ADJUTANT_FORGED", 200), crate::wanted("ADJUTANT_FIRST", 0));
    let (mut faults, mut whole, mut taken) = (Vec::new(), 0, 0);
    let (mut seed, mut pool) = (Records::new(), Vec::new());
    for case in first..first + cases {
        if case % EACH == 0 || seed.is_empty() {
            let number = case / EACH;
            seed = if number % 9 == 8 { golden(number) } else { records(&play(number, &mut Tally::default()).0) };
            pool.clear();
            seed.iter().for_each(|record| texts(&record["do"], &mut pool));
        }
        let mut dice = stream(case, "forged");
        let mut records = seed.clone();
        forge(&mut records, &mut dice, &pool);
        let mut bytes = chained(&records);
        let mut report = audit(&rules, String::new(), &bytes);
        for _ in 0..6 * (case % 2) {
            let Some(place) = stopped(&report).filter(|seq| records.len() > 1 && *seq > 1) else { break };
            records.remove(place as usize - 1);
            bytes = chained(&records);
            report = audit(&rules, String::new(), &bytes);
        }
        let mut checker = Checker::default();
        followed(&bytes, &mut checker);
        checker.audited(&report);
        whole += u64::from(stopped(&report).is_none());
        taken += report.records;
        faults.extend(checker.faults.into_iter().map(|fault| format!("case {case}: {fault}")));
        if faults.len() > 20 {
            break;
        }
    }
    println!("{cases} forged logs; taken to their end: {whole}; records taken: {taken}");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
