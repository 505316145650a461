//! Whoever doubts a log reads it again: chain, form, rules, and the victory points that it claims.
//!
//! | code | what was found |
//! |---|---|
//! | `unreadable` | the file could not be read |
//! | `cut-short`, `too-large` | the log is not whole, or longer than a log may be |
//! | `empty` | there is no record, or no log in a folder |
//! | `form` | a line is not a record in canonical form |
//! | `chain` | a record was changed, left out or put elsewhere after it was written |
//! | `refused` | the rules do not take a record |
//! | `vp` | the record's victory points are not those of folding the log so far |
//! | `time` | a record is older than the one before it (a warning) |

use adjutant_engine::chain::{self, ChainError, Hash, Link, LogShapeError};
use adjutant_engine::record::{self, ReadError, Record};
use adjutant_engine::side::BySide;
use serde::Serialize;

use crate::rules;

/// How much a finding weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Severity {
    /// Odd, but nobody's score depends on it.
    Warning,
    /// The log cannot be believed as it stands.
    Error,
}

/// One thing that is wrong with a log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// How much it weighs.
    pub severity: Severity,
    /// What kind, of the list above.
    pub code: &'static str,
    /// Number of the record, where it is about one; in a whole log it is also the number of the line.
    pub record: Option<u64>,
    /// What was found, in a sentence.
    pub message: String,
}

impl Finding {
    fn error(code: &'static str, record: Option<u64>, message: impl Into<String>) -> Finding {
        Finding { severity: Severity::Error, code, record, message: message.into() }
    }
}

/// What an audit of one log found.
#[derive(Clone, Debug, Serialize)]
pub struct LogReport {
    /// The file, or the database and the match in it.
    pub path: String,
    /// The match that it opens.
    #[serde(rename = "match")]
    pub id: Option<String>,
    /// How many records were read.
    pub records: u64,
    /// Hash of the last one that was read.
    pub head: Option<Hash>,
    /// Victory points after the last record that the rules took.
    pub vp: BySide<u32>,
    /// What is wrong.
    pub findings: Vec<Finding>,
}

impl LogReport {
    /// A log that could not even be read.
    pub fn unreadable(path: String, code: &'static str, message: impl Into<String>) -> LogReport {
        let vp = BySide { one: 0, two: 0 };
        LogReport { path, id: None, records: 0, head: None, vp, findings: vec![Finding::error(code, None, message)] }
    }
}

/// Audits a chained log.
pub fn audit(path: String, bytes: &[u8]) -> LogReport {
    match chain::lines(bytes) {
        Ok(lines) if lines.is_empty() => LogReport::unreadable(path, "empty", "there is no record in it"),
        Ok(lines) => audit_lines(path, lines.into_iter().map(|(_, line)| line)),
        Err(error) => {
            let code = match error {
                LogShapeError::CutShort { .. } => "cut-short",
                LogShapeError::TooLarge { .. } => "too-large",
            };
            LogReport::unreadable(path, code, error.to_string())
        }
    }
}

/// Audits the lines of a chained log. What follows a broken link, or a record that the rules do not take, is not
/// judged: it rests on what is not known.
pub fn audit_lines<'a>(path: String, lines: impl Iterator<Item = &'a [u8]>) -> LogReport {
    let vp = BySide { one: 0, two: 0 };
    let mut report = LogReport { path, id: None, records: 0, head: None, vp, findings: Vec::new() };
    let mut game = rules::new_match();
    let mut previous = Link::START;
    let mut before: Option<Record> = None;
    for line in lines {
        let (record, link) = match record::read_chained(line, previous) {
            Ok(read) => read,
            Err(error) => {
                report.findings.push(broken(previous.seq + 1, &error));
                break;
            }
        };
        if let adjutant_engine::command::Command::Open(open) = &record.command {
            report.id.get_or_insert_with(|| open.id.to_string());
        }
        if let Some(before) = before.filter(|before| record.at < before.at) {
            let message = format!("it is of {}, but the record before of {}", record.at, before.at);
            let severity = Severity::Warning;
            report.findings.push(Finding { severity, code: "time", record: Some(link.seq), message });
        }
        if let Err(refusal) = game.record(record.by, &record.command) {
            let message = format!("`{}` is refused: {refusal}", record.command.name());
            report.findings.push(Finding::error("refused", Some(link.seq), message));
            break;
        }
        game.set_head(link.hash);
        compare_vp(&mut report, &record, game.vp());
        (report.records, report.head, report.vp) = (link.seq, Some(link.hash), game.vp());
        previous = link;
        before = Some(record);
    }
    report
}

fn broken(seq: u64, error: &ReadError) -> Finding {
    let code = match error {
        ReadError::Shape(_) => "form",
        ReadError::Chain(ChainError::Syntax(_) | ChainError::Field { .. } | ChainError::TooLong { .. }) => "form",
        ReadError::Chain(ChainError::Gap { .. } | ChainError::Prev { .. } | ChainError::Hash { .. }) => "chain",
    };
    Finding::error(code, Some(seq), error.to_string())
}

/// Only the first record where two engines part is named.
fn compare_vp(report: &mut LogReport, record: &Record, vp: BySide<u32>) {
    if record.vp == vp || report.findings.iter().any(|finding| finding.code == "vp") {
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
    report.findings.push(Finding::error("vp", Some(record.seq), message));
}
