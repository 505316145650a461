//! What today's law would say of a log of an older one.

use adjutant_core::chain;
use adjutant_core::reliance::LAW;

use super::finding::{Code, Finding};
use super::report::LogReport;
use super::source::{Log, LogSource, Logs, is_event};
use super::{events, game};
use crate::rulebook::Rulebook;

/// Adds to the report of a log of an older law what today's law would say of its records, without what it rests on.
pub fn also_today<L: Logs + ?Sized>(rules: &Rulebook, at: usize, report: &mut LogReport, logs: &L) {
    let old = |found: &Finding| matches!(found.code, Code::OldLaw | Code::CannotJudge);
    let mut reader = <L::Source as LogSource>::Reader::default();
    let Some(source) = logs.get(at).filter(|_| report.findings.iter().any(old)) else { return };
    let Ok(log) = source.read(&mut reader).map(Log::into_bytes) else { return };
    let today = match is_event(&log) {
        true => events::today(rules, String::new(), &log, &mut |_| None).report,
        false => {
            let lines = chain::lines(&log).unwrap_or_default();
            let lines: Vec<&[u8]> = lines.into_iter().map(|(_, line)| line).collect();
            game::today(rules, String::new(), &lines).report
        }
    };
    let vp = today.vp;
    let verdict = match today.errors().into_iter().next() {
        Some(error) => format!("not good: {error}"),
        None if today.event.is_some() => "good".to_owned(),
        None => format!("good, {}:{}", vp.one, vp.two),
    };
    report.findings.push(Finding::new(Code::AlsoToday, None, format!("by today's law, {LAW}: {verdict}")));
}
