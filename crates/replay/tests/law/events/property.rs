//! Whole events with corrections at random.
//!
//! Axes: Swiss, cut, cut to a double elimination, single and double elimination, pods of the event and recorded ones, teams
//! with and without a cut; captains' choices sealed or not; results reported by both players or entered by desk and judge;
//! published so far or not; finished or not; signed by the organiser or not; games that rest on a correction reset, kept or
//! not spoken of; who corrects (organiser, judge, players, captains). Held still: one event a log, up to 8 players, 2 or 3
//! rounds before a cut. What the desk may not correct is told by the server alone (`crates/serve/tests/pages/desk.rs`).

use std::collections::BTreeMap;

use adjutant_core::chain::Hash;
use adjutant_replay::Rulebook;
use adjutant_replay::audit::{Code, judged_event};
use adjutant_tournament::log::Record;
use adjutant_tournament::{By, TournamentCommand, TournamentLog};

use super::hall::{Axes, attempt, follow, next, opened};
use super::watcher::Watcher;
use crate::property::stream;

/// Records of an event at the most.
const LONGEST: usize = 170;

/// What was tried, by name: refused, taken.
pub type Tally = BTreeMap<&'static str, [u64; 2]>;

/// Plays a case: the event with corrections in it, and some behind its end.
pub fn play(case: u64, tally: &mut Tally) -> (TournamentLog, Watcher) {
    let (axes, mut dice) = (Axes::of(case), stream(case, "event"));
    let (mut watcher, mut log) = (Watcher::default(), TournamentLog::new());
    for record in opened(case, &axes, &mut dice).records() {
        follow(&mut log, &mut watcher, &axes, record.by, record.command.clone());
    }
    let mut over = 0;
    while log.records().len() < LONGEST && over < 3 {
        let step = next(&log, &axes, &mut dice);
        let tries = if step.is_none() { 6 } else { u32::from(dice.chance(16)) };
        over += u32::from(step.is_none());
        if let Some((by, command)) = step {
            tried("the event itself", follow(&mut log, &mut watcher, &axes, by, command), tally);
        }
        for _ in 0..tries {
            let Some((by, command)) = attempt(&log, &axes, &mut dice) else { continue };
            let name = command.kind().name();
            let before = watcher.before(&log);
            let taken = follow(&mut log, &mut watcher, &axes, by, command);
            tried(name, taken, tally);
            if taken {
                watcher.answer(&before, &log);
            }
        }
        // An end is taken back now and then, so that there is something to correct behind it.
        let end = log.standing().rfind(|record| matches!(record.command, TournamentCommand::Finish { .. }));
        if let Some(seq) = end.map(|end| end.seq).filter(|_| dice.chance(50)) {
            let retract = TournamentCommand::Retract { seq, why: super::hall::why(), later: None };
            tried("end taken back", follow(&mut log, &mut watcher, &axes, By::Organiser, retract), tally);
        }
    }
    (log, watcher)
}

fn tried(name: &'static str, taken: bool, tally: &mut Tally) {
    tally.entry(name).or_default()[usize::from(taken)] += 1;
}

/// Findings that say that the log cannot be read, or that what the program computed is not what the records make it.
const NEVER: [&str; 9] = [
    "unreadable",
    "basis-differs",
    "row-missing",
    "points-differ",
    "record-differs",
    "tie-break-differs",
    "score-differs",
    "rank-differs",
    "wrong-round",
];

/// Cases of 10,000 in which something was found once: games that counted again in other seats, seats that a correction
/// changed behind a result, a bracket led by hand, a walkover beside the game for third place.
const FOUND: [u64; 12] = [3037, 3864, 4284, 5645, 5800, 6034, 6513, 6769, 6878, 7083, 8993, 9100];

#[test]
fn nothing_published_opened_or_signed_changes_but_by_a_record_that_is_listed_and_names_what_it_changes() {
    let rules = Rulebook::shipped();
    let (cases, first) = (crate::wanted("ADJUTANT_LAW_EVENTS", 45), crate::wanted("ADJUTANT_FIRST", 0));
    let (mut tally, mut faults, mut answers, mut listed) = (Tally::new(), Vec::new(), 0, 0);
    for case in (first..first + cases).chain(FOUND) {
        let (log, mut watcher) = play(case, &mut tally);
        let report = judged_event(&rules, String::new(), &log.to_bytes(), &mut |_| None).report;
        watcher.audited(&report);
        let genuine = |record: &&Record| {
            let names =
                |head: &Hash| Some(head) == record.seq.checked_sub(2).map(|at| &log.records()[at as usize].hash);
            matches!(&record.command, TournamentCommand::Sign { head, .. } if names(head)) && record.by == By::Organiser
        };
        let signed = log.records().iter().rfind(genuine);
        let says = |seq: u64| {
            !matches!(
                log.records()[seq as usize - 1].command,
                TournamentCommand::Sign { .. } | TournamentCommand::Note { .. }
            )
        };
        let behind =
            signed.is_some_and(|signed| log.standing().any(|record| record.seq > signed.seq && says(record.seq)));
        let told = report.findings.iter().any(|found| found.message.starts_with("after-signature"));
        if behind != told {
            watcher.faults.push(format!("something behind the signature: {behind}, said: {told}"));
        }
        let bracket = ["bracket-differs:", "out-already:"];
        let loose = report
            .findings
            .iter()
            .any(|found| found.code == Code::Event && bracket.iter().any(|code| found.message.starts_with(code)));
        for finding in report.findings.iter().filter(|_| !loose) {
            if NEVER.iter().any(|code| finding.message.starts_with(&format!("{code}:"))) {
                watcher.faults.push(format!("the audit: {}", finding.message));
            }
        }
        answers += watcher.answers;
        listed +=
            report.findings.iter().filter(|found| ["by-organiser", "by-judge"].contains(&found.code.as_str())).count();
        if !watcher.faults.is_empty() && std::env::var_os("SHOW").is_some() {
            println!("{}", String::from_utf8_lossy(&log.to_bytes()));
        }
        faults.extend(watcher.faults.into_iter().map(|fault| format!("case {case} {:?}: {fault}", Axes::of(case))));
        if faults.len() > 20 {
            break;
        }
    }
    println!("{cases} events; listed: {listed}; answers judged: {answers}; refused and taken: {tally:?}");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
