//! Checks a log by reading it again: chain, form, rules, the victory points that it claims, and who signed it.
//!
//! | module | what |
//! |---|---|
//! | `finding` | the closed list of what can be found, with the weight of each |
//! | `report` | what is said about one log |
//! | `witness` | clocks, secrets, signatures: what the records show and the rules do not judge |
//! | `armies` | muster rules |
//! | `dice` | faces drawn again from the seed |
//! | `source` | files, folders and databases that hold logs |
//! | `events` | the logs of tournaments, by the judge of pairings and against the logs of their matches |
//! | `archive` | many logs on several threads, in order, in bounded memory |
//! | `frames` | many logs on one stream |
//! | `ordered` | work on several threads, its outcome in order |
//! | `part` | a part of many logs, for one of several machines |
//! | `trust` | whose key is whose, as an auditor says |
//! | `twins` | one log twice, one match under two heads |

mod archive;
mod armies;
mod dice;
mod events;
mod finding;
mod frames;
mod ordered;
mod part;
mod report;
mod source;
mod trust;
mod twins;
mod witness;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use adjutant_engine::chain::{self, ChainError, Link, LogShapeError};
use adjutant_engine::command::Command;
use adjutant_engine::fold::Match;
use adjutant_engine::record::{self, ReadError, Record};
use adjutant_engine::refusal::RefusalCode;
use adjutant_engine::score;
use adjutant_engine::side::BySide;
use adjutant_engine::time::Timestamp;
use adjutant_tournament::TournamentLog;

pub use archive::audit_all;
pub use events::is_event;
pub use finding::{Code, Finding, Severity};
pub use frames::{Fault, Frame, Frames};
pub use ordered::{Taker, in_order};
pub use part::{Part, Parted};
pub use report::{LogReport, Signed, Signer};
pub(crate) use source::Reader;
pub use source::{Gathered, Source, audit_stored, gather, of_database};
pub use trust::Trust;
pub use twins::{Called, Twins, same_ids, twins};

use crate::packs as rules;
use witness::Witness;

/// Audits a chained log.
pub fn audit(path: String, bytes: &[u8]) -> LogReport {
    match lines(path, bytes) {
        Ok((path, lines)) => audit_lines(path, lines.into_iter()),
        Err(report) => *report,
    }
}

/// Audits a log of either kind from its bytes alone: that of a match, or that of a tournament without the logs of its
/// matches. A log that breaks the auditor is told of and ends nothing.
///
/// ```
/// use adjutant_app::audit::{Code, audit_bytes};
/// assert_eq!(audit_bytes("mine".to_owned(), b"").findings[0].code, Code::Empty);
/// ```
pub fn audit_bytes(path: String, bytes: &[u8]) -> LogReport {
    unbroken(&path, || judged_bytes(path.clone(), bytes, &mut |_| None).report).unwrap_or_else(|broken| *broken)
}

/// Audits the log of a tournament and compares it with the logs of its matches. `matches` gives the log of a match by its
/// id, where there is one.
pub fn audit_event(path: String, bytes: &[u8], matches: &mut dyn FnMut(&str) -> Option<Vec<u8>>) -> LogReport {
    unbroken(&path, || judged_bytes(path.clone(), bytes, matches).report).unwrap_or_else(|broken| *broken)
}

/// The ids of the matches whose logs [`audit_event`] asks for, each once.
pub fn matches_of(bytes: &[u8]) -> Vec<String> {
    let mut asked = std::collections::BTreeSet::new();
    let mut ask = |id: &str| {
        asked.insert(id.to_owned());
        None
    };
    if is_event(bytes) {
        audit_event(String::new(), bytes, &mut ask);
    }
    asked.into_iter().collect()
}

/// Does some work with a log; a report that says so where the work broke off.
///
/// # Errors
/// The work broke off, which is a fault of the program.
pub(crate) fn unbroken<T>(path: &str, work: impl FnOnce() -> T) -> Result<T, Box<LogReport>> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|_| {
        let message = "the audit of this log broke off: a fault of the program";
        Box::new(LogReport::bad(path.to_owned(), Code::Unreadable, message))
    })
}

fn lines(path: String, bytes: &[u8]) -> Result<(String, Vec<&[u8]>), Box<LogReport>> {
    match chain::lines(bytes) {
        Ok(lines) if lines.is_empty() => Err(Box::new(LogReport::bad(path, Code::Empty, "the log is empty"))),
        Ok(lines) => Ok((path, lines.into_iter().map(|(_, line)| line).collect())),
        Err(error) => {
            let code = match error {
                LogShapeError::CutShort { .. } => Code::CutShort,
                LogShapeError::TooLarge { .. } => Code::TooLarge,
            };
            Err(Box::new(LogReport::bad(path, code, error.to_string())))
        }
    }
}

/// Audits the lines of a chained log. What follows a broken link, or a record that the rules do not take, is not
/// judged: it rests on what is not known.
pub fn audit_lines<'a>(path: String, lines: impl Iterator<Item = &'a [u8]>) -> LogReport {
    judged(path, lines).report
}

/// A log that was read, as far as it can be.
pub(crate) struct Judged {
    /// What an audit says.
    pub report: LogReport,
    /// What was played.
    pub read: Read,
}

/// What a log is about, as far as it can be read.
pub(crate) enum Read {
    /// A match, with the moments of its first and last records.
    Match(Box<Match>, Option<(Timestamp, Timestamp)>),
    /// A tournament.
    Tournament(Box<TournamentLog>),
    /// Nothing that can be read.
    Nothing,
}

impl From<LogReport> for Judged {
    fn from(report: LogReport) -> Judged {
        Judged { report, read: Read::Nothing }
    }
}

/// Audits a log of either kind and keeps what it folds to.
pub(crate) fn judged_bytes(path: String, bytes: &[u8], matches: &mut dyn FnMut(&str) -> Option<Vec<u8>>) -> Judged {
    if is_event(bytes) {
        return events::judged(path, bytes, matches);
    }
    match lines(path, bytes) {
        Ok((path, lines)) => judged(path, lines.into_iter()),
        Err(report) => (*report).into(),
    }
}

/// Audits the lines of a match and keeps what they fold to.
pub(crate) fn judged<'a>(path: String, lines: impl Iterator<Item = &'a [u8]>) -> Judged {
    let mut report = LogReport::new(path);
    let mut game = rules::new_match();
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
    conclude(&mut report, &game, witness);
    Judged { report, read: Read::Match(Box::new(game), span) }
}

/// What only the whole log shows.
fn conclude(report: &mut LogReport, game: &Match, witness: Witness) {
    report.vp = game.vp();
    report.result = score::result(game.state(), &score::ledger(game.state()));
    if report.result.as_ref().is_some_and(|result| result.provisional) {
        let needs = game.state().needs.len();
        let message = format!("the battle has ended, but awards wait for somebody's word: {needs}");
        report.findings.push(Finding::new(Code::Provisional, None, message));
    }
    own_rules(report, game);
    dice::judge(game, report);
    armies::judge(game, report);
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
