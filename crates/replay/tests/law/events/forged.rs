//! Event logs as a forger leaves them, every command sealed anew: what an audit takes of them breaks no rule and no law.
//!
//! Seeds: simulated events of every axis with corrections among them. Half of the forgers strike out what is refused and
//! seal again.

use adjutant_core::chain::{Link, seal};
use adjutant_engine::dice::stream::Stream;
use adjutant_replay::Rulebook;
use adjutant_replay::audit::judged_event;
use adjutant_tournament::TournamentLog;
use adjutant_tournament::log::LogError;
use serde_json::{Map, Value, json};

use super::property::{Tally, play};
use super::watcher::Watcher;
use crate::forged::{Records, forge};
use crate::property::{stream, texts};

/// Events from which logs are forged, and how many logs of each.
const EACH: u64 = 40;
const SPEAKERS: [&str; 3] = ["organiser", "judge", "player"];

/// A record that corrects another, or ends what is open.
fn put_in(count: usize, dice: &mut Stream, by: &str) -> Map<String, Value> {
    let (seq, round) = (2 + dice.below(count as u32), 1 + dice.below(4));
    let later = [json!("keep"), json!({"reset": round})][dice.below(2) as usize].clone();
    let result = json!({"round": round, "table": 1 + dice.below(3), "one": dice.below(9), "two": dice.below(9)});
    let mut command = match dice.below(5) {
        0 => json!({"amend-result": {"result": result, "why": "x"}}),
        1 => json!({"finish": {"early": true}}),
        2 => json!({"penalty": {"player": format!("p{}", dice.below(4)), "points": -2, "why": "x"}}),
        _ => json!({"retract": {"seq": seq, "why": "x"}}),
    };
    let inside = command.as_object_mut().and_then(|command| command.values_mut().next()?.as_object_mut());
    if let Some(inside) = inside.filter(|inside| inside.contains_key("why") && dice.chance(40)) {
        inside.insert("later".to_owned(), later);
    }
    json!({"at": super::hall::AT, "by": by, "do": command}).as_object().unwrap().clone()
}

/// Seals records into a chain without asking what they say; signatures name the head before them.
fn chained(records: &[Map<String, Value>]) -> Vec<u8> {
    let (mut link, mut bytes) = (Link::START, Vec::new());
    for fields in records {
        let mut fields = fields.clone();
        if let Some(head) = fields.get_mut("do").and_then(|command| command.get_mut("sign")?.get_mut("head")) {
            *head = json!(link.hash.to_string());
        }
        let (line, next) = seal(fields, link).unwrap();
        link = next;
        bytes.extend(line);
        bytes.push(b'\n');
    }
    bytes
}

/// The record at which reading stopped.
fn stopped(read: &Result<TournamentLog, LogError>) -> Option<u64> {
    match read.as_ref().err()? {
        LogError::Refused { seq, .. } => Some(*seq),
        LogError::Chain { line, .. } | LogError::Record { line, .. } => Some(*line as u64),
        LogError::Shape(_) => Some(1),
    }
}

#[test]
fn nothing_that_breaks_a_rule_or_the_law_passes_in_a_forged_event() {
    let rules = Rulebook::shipped();
    let (cases, first) = (crate::wanted("ADJUTANT_FORGED_EVENTS", 1_000), crate::wanted("ADJUTANT_FIRST", 0));
    let (mut faults, mut whole, mut good, mut taken) = (Vec::new(), 0, 0, 0);
    let (mut seed, mut pool) = (Records::new(), Vec::new());
    for case in first..first + cases {
        if case % EACH == 0 || seed.is_empty() {
            let (log, _) = play(case / EACH, &mut Tally::new());
            let record = |line: &[u8]| serde_json::from_slice(line).unwrap();
            seed = log.records().iter().map(|one| record(&one.line)).collect();
            pool.clear();
            seed.iter().for_each(|record: &Map<String, Value>| texts(&record["do"], &mut pool));
        }
        let mut dice = stream(case, "forged event");
        let mut records = seed.clone();
        forge(&mut records, &mut dice, &pool, &SPEAKERS, put_in);
        let mut read = TournamentLog::read(&chained(&records));
        for _ in 0..10 * (case % 2) {
            let Some(place) = stopped(&read).filter(|seq| records.len() > 1 && *seq > 1) else { break };
            records.remove(place as usize - 1);
            read = TournamentLog::read(&chained(&records));
        }
        let mut watcher = Watcher::default();
        let upto = stopped(&read).map_or(records.len(), |seq| seq.max(1) as usize - 1);
        let bytes = chained(&records[..upto]);
        let Ok(log) = TournamentLog::read(&bytes) else { continue };
        let mut then = TournamentLog::new();
        for record in log.records() {
            let before = watcher.before(&then);
            if then.record(record.at, record.by, record.command.clone()).is_ok() {
                watcher.after(&before, &then);
            }
        }
        let report = judged_event(&rules, String::new(), &bytes, &mut |_| None).report;
        watcher.audited(&report);
        if !report.findings.iter().any(|found| found.code.as_str() == "event") {
            good += 1;
            watcher.sound(log.state(), &report);
        }
        whole += u64::from(stopped(&read).is_none());
        taken += log.records().len();
        faults.extend(watcher.faults.into_iter().map(|fault| format!("case {case}: {fault}")));
        if faults.len() > 20 {
            break;
        }
    }
    println!("{cases} forged events; read to their end: {whole}; without an error: {good}; records taken: {taken}");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
