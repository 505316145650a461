//! Every kind of record, who said it, what rests on it, and how it is corrected by whom: what the fold answers, and that
//! a log forged with the same correction is judged so by its audit. `tests/law.rs` tries the same cases in words, at the
//! screen and as forms.
//!
//! `ADJUTANT_BLESS=1` writes `tests/snapshots/law-matches.txt` anew. `ADJUTANT_ROWS` is how many answers are forged and
//! audited too: every one of this many.

use std::fmt::Write;

use adjutant_engine::command::Command;
use adjutant_engine::side::By;
use adjutant_replay::Rulebook;
use adjutant_replay::audit::audit;

use crate::cases::{Case, SPEAKERS, WAYS, answer, each};
use crate::played::Log;

/// What an audit makes of a correction that was sealed into the log without asking.
fn audited(rules: &Rulebook, log: &Log, by: By, correction: &Command) -> &'static str {
    let report = audit(rules, String::new(), &log.with(by, correction));
    let at = |fits: &dyn Fn(&str) -> bool| {
        let here = |one: &&adjutant_replay::audit::Finding| one.record == Some(log.game.seq() + 1);
        report.findings.iter().filter(here).any(|finding| fits(finding.code.as_str()))
    };
    match () {
        () if at(&|code| code == "refused" || code == "form") => "refused",
        () if at(&|code| code.starts_with("by-")) => "listed",
        () => "taken",
    }
}

/// The rows of a case, each answer now and then judged as a forged log too.
fn rows(rules: &Rulebook, case: &Case, table: &mut String, audits: &mut (u64, u64), faults: &mut Vec<String>) {
    let Case { kind, whose, rests, log, seq, .. } = case;
    for (way, correction) in &case.ways {
        let start = format!("{:15} {whose:5} {rests:13} {way:11}", kind.name());
        let Some(correction) = correction else {
            writeln!(table, "{start} passes over it").unwrap();
            continue;
        };
        let answers = SPEAKERS.map(|by| answer(log, by, correction));
        let faces = WAYS.iter().find(|(known, _)| known == way).unwrap().1.join(" ");
        writeln!(table, "{start} {} ({faces})", answers.join(" ")).unwrap();
        for (by, answer) in SPEAKERS.into_iter().zip(&answers) {
            audits.0 += 1;
            if !audits.0.is_multiple_of(audits.1) {
                continue;
            }
            let judged = audited(rules, log, by, correction);
            let agrees = match answer.as_str() {
                "taken" | "listed" => judged == answer,
                _ => judged == "refused",
            };
            if !agrees {
                faults.push(format!("{start} of record {seq} by {by}: the fold says {answer}, the audit {judged}"));
            }
        }
    }
}

/// What no script here says: only a battle of an older law takes `law`, and nothing corrects it.
const UNTRIED: [&str; 1] = ["law"];

#[test]
fn every_kind_is_corrected_as_the_table_says_and_forged_logs_are_judged_so() {
    let mut table = String::from(
        "kind, who said it, what rests on it, way: player one, player two, both, judge (faces that offer it and agree)\n\n",
    );
    let (mut audits, mut faults, rules) = ((0, crate::wanted("ADJUTANT_ROWS", 24)), Vec::new(), Rulebook::shipped());
    let unbuilt = each(|case| rows(&rules, &case, &mut table, &mut audits, &mut faults));
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert_eq!(unbuilt, UNTRIED, "kinds that are not tried");
    compared(&table);
}

fn compared(table: &str) {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/snapshots/law-matches.txt");
    if std::env::var_os("ADJUTANT_BLESS").is_some() {
        std::fs::write(path, table).unwrap();
        return;
    }
    let kept = std::fs::read_to_string(path).unwrap();
    let differs = kept.lines().zip(table.lines()).find(|(kept, now)| kept != now);
    assert!(kept == table, "ADJUTANT_BLESS=1 writes the table anew; the first line that differs: {differs:?}");
}
