//! The log of a league among the logs that are audited: its chain, its records, its signatures, the rules as far as they
//! can be judged without the logs that it pins. Whether its lists follow from those is computed anew by a check.

use adjutant_league::LeagueLog;
use adjutant_league::log::LogError;

use super::finding::{Code, Finding};
use super::judged::Judged;
use super::report::LogReport;

/// Audits the log of a league.
pub fn judged(path: String, bytes: &[u8]) -> Judged {
    let mut report = LogReport::new(path);
    match LeagueLog::read(bytes) {
        Ok(log) => {
            report.records = log.records().len() as u64;
            report.head = log.records().last().map(|record| record.hash);
            report.origin = log.state().origin;
        }
        Err(error) => {
            let (code, record) = match &error {
                LogError::Shape(_) => (Code::Unreadable, None),
                LogError::Chain { line, .. } => (Code::Chain, Some(*line as u64)),
                LogError::Record { line, .. } => (Code::League, Some(*line as u64)),
                LogError::Refused { seq, .. } => (Code::League, Some(*seq)),
            };
            report.findings.push(Finding::new(code, record, error.to_string()));
        }
    }
    report.into()
}
