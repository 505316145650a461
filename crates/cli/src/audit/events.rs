//! The log of a tournament among the logs that are audited.

use adjutant_tournament::EventLog;

use super::{Code, Finding, LogReport};
use crate::event_audit::{self, Severity};

/// Whether a log begins as a tournament does. Its lines are canonical, so the text of the first one tells.
pub fn is_event(log: &[u8]) -> bool {
    let first = log.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let mark = b"\"do\":{\"create\":";
    first.windows(mark.len()).any(|window| window == mark)
}

/// Audits the log of a tournament. `matches` gives the log of a match where it is at hand.
pub(super) fn audit(path: String, bytes: &[u8], matches: &mut dyn FnMut(&str) -> Option<Vec<u8>>) -> LogReport {
    let mut report = LogReport::new(path);
    if let Ok(log) = EventLog::read(bytes) {
        report.event = log.state().create.as_ref().map(|create| create.name.to_string());
        report.records = log.records().len() as u64;
        report.head = Some(log.head());
    }
    for found in event_audit::audit_event(&report.path.clone(), bytes, matches) {
        let code = match found.severity {
            Severity::Error => Code::Event,
            Severity::Remark => Code::EventRemark,
        };
        let round = found.round.map_or_else(String::new, |round| format!("round {round}: "));
        report.findings.push(Finding::new(code, found.record, format!("{}: {round}{}", found.code, found.sentence)));
    }
    report
}
