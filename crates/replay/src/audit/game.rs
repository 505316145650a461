//! The log of a match: folded record by record, its claims compared with what comes out.

use std::sync::Arc;

use adjutant_engine::chain::{self, ChainError, Link, LogShapeError};
use adjutant_engine::command::Command;
use adjutant_engine::fold::Match;
use adjutant_engine::record::{self, ReadError, Record};
use adjutant_engine::refusal::RefusalCode;
use adjutant_engine::score;
use adjutant_engine::side::BySide;
use adjutant_engine::time::Timestamp;

use super::finding::{Code, Finding};
use super::judged::{Judged, Read};
use super::report::LogReport;
use super::witness::Witness;
use super::{armies, corrections, dice, elder};
use crate::rulebook::Rulebook;

/// Audits the log of a match and keeps what it folds to.
pub(super) fn judged_bytes(rules: &Rulebook, path: String, bytes: &[u8]) -> Judged {
    match chain::lines(bytes) {
        Ok(lines) if lines.is_empty() => LogReport::bad(path, Code::Empty, "the log is empty").into(),
        Ok(lines) => judged(rules, path, lines.into_iter().map(|(_, line)| line)),
        Err(error) => {
            let code = match error {
                LogShapeError::CutShort { .. } => Code::CutShort,
                LogShapeError::TooLarge { .. } => Code::TooLarge,
            };
            LogReport::bad(path, code, error.to_string()).into()
        }
    }
}

/// Audits the lines of a chained log. What follows a broken link, or a record that the rules do not take, is not
/// judged: it rests on what is not known.
pub fn audit_lines<'a>(rules: &Rulebook, path: String, lines: impl Iterator<Item = &'a [u8]>) -> LogReport {
    judged(rules, path, lines).report
}

/// Audits the lines of a match and keeps what they fold to.
pub fn judged<'a>(rules: &Rulebook, path: String, lines: impl Iterator<Item = &'a [u8]>) -> Judged {
    let lines: Vec<&[u8]> = lines.collect();
    match elder::judged(rules, &path, &lines, &mut |_| None) {
        Some(judged) => judged,
        None => today(rules, path, &lines),
    }
}

/// Audits the lines of a match under today's law.
pub(super) fn today(rules: &Rulebook, path: String, lines: &[&[u8]]) -> Judged {
    let mut report = LogReport::new(path);
    let mut game = Match::new(rules.packs.clone());
    let mut witness = Witness::default();
    let mut previous = Link::START;
    let mut span: Option<(Timestamp, Timestamp)> = None;
    for line in lines {
        let (record, link) = match record::read_chained(line, previous) {
            Ok(read) => read,
            Err(error) => {
                report.findings.push(broken(previous.seq + 1, &error));
                break;
            }
        };
        if let Command::Open(open) = &*record.command {
            report.id.get_or_insert_with(|| open.id.to_string());
            report.origin.get_or_insert(link.hash);
            report.seat = open.event.clone();
        }
        if let Err(refusal) = game.record(record.said(), Arc::clone(&record.command)) {
            let message = format!("`{}` is refused: {refusal}", record.command.name());
            let code = if refusal.code == RefusalCode::TooCostly { Code::TooCostly } else { Code::Refused };
            report.findings.push(Finding::new(code, link.seq, message));
            break;
        }
        game.set_head(link.hash);
        compare_vp(&mut report, &record, game.vp());
        witness.see(&record, &mut report);
        (report.records, report.head) = (link.seq, Some(link.hash));
        span = Some((span.map_or(record.at, |(first, _)| first), record.at));
        previous = link;
    }
    conclude(rules, &mut report, &game, witness);
    Judged { report, read: Read::Match(Box::new(game), span) }
}

/// What only the whole log shows.
fn conclude(rules: &Rulebook, report: &mut LogReport, game: &Match, witness: Witness) {
    report.vp = game.vp();
    report.result = score::result(game.state(), &score::ledger(game.state()));
    if report.result.as_ref().is_some_and(|result| result.provisional) {
        let needs = game.state().needs.len();
        let message = format!("the battle has ended, but awards wait for somebody's word: {needs}");
        report.findings.push(Finding::new(Code::Provisional, None, message));
    }
    own_rules(report, game);
    corrections::judge(game, report);
    dice::judge(game, report);
    armies::judge(rules, game, report);
    witness.conclude(game, report);
}

/// Every rule of the armies' own that a record names, with what it allowed.
fn own_rules(report: &mut LogReport, game: &Match) {
    for named in &game.state().rules_named {
        let passed: Vec<&str> = named.passed.iter().map(|code| code.as_str()).collect();
        let passed = if passed.is_empty() { "which the core rules allow anyway".into() } else { passed.join(", ") };
        let message = format!("{} names the rule \"{}\": {passed}", named.by, named.under);
        report.findings.push(Finding::new(Code::Under, named.seq, message));
    }
}

fn broken(seq: u64, error: &ReadError) -> Finding {
    let code = match error {
        ReadError::Shape(_) => Code::Form,
        ReadError::Chain(ChainError::Syntax(_) | ChainError::Field { .. } | ChainError::TooLong { .. }) => Code::Form,
        ReadError::Chain(ChainError::Gap { .. } | ChainError::Prev { .. } | ChainError::Hash { .. }) => Code::Chain,
    };
    Finding::new(code, seq, error.to_string())
}

/// Only the first record where two engines part is named.
fn compare_vp(report: &mut LogReport, record: &Record, vp: BySide<u32>) {
    if record.vp == vp || report.findings.iter().any(|finding| finding.code == Code::Vp) {
        return;
    }
    let message = format!(
        "`{}`: the record says {}:{}, folding the log up to it gives {}:{}",
        record.command.name(),
        record.vp.one,
        record.vp.two,
        vp.one,
        vp.two
    );
    report.findings.push(Finding::new(Code::Vp, record.seq, message));
}
