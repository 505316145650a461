//! Checks a log by reading it again: chain, form, rules, the victory points that it claims, and who signed it.
//!
//! | module | what |
//! |---|---|
//! | `finding` | the closed list of what can be found, with the weight of each |
//! | `report` | what is said about one log |
//! | `witness` | clocks, secrets, signatures: what the records show and the rules do not judge |
//! | `also` | what today's law would say of a log of an older one |
//! | `armies` | muster rules |
//! | `dice` | faces drawn again from the seed |
//! | `corrections` | what was corrected although somebody had relied on it |
//! | `game` | the logs of matches |
//! | `events` | the logs of tournaments, by the judge of pairings and against the logs of their matches |
//! | `elder` | logs of older laws, by the engines of those laws |
//! | `league` | the logs of leagues, as far as they tell without the logs that they pin |
//! | `judged` | what was read and found |
//! | `source` | logs, wherever they lie |
//! | `frames` | many logs on one stream |
//! | `part` | a part of many logs, for one of several machines |
//! | `trust` | whose key is whose, as an auditor says, and what their signatures cover |
//! | `beside` | what the events of an audit make of their matches |
//! | `cards` | the keys that the cards of an event name, as a file of trusted ones |
//! | `twins` | one log twice, one match under two heads |

mod also;
mod armies;
mod beside;
mod cards;
mod corrections;
mod dice;
mod elder;
mod events;
mod finding;
mod frames;
mod game;
mod judged;
mod league;
mod part;
mod report;
mod source;
mod trust;
mod twins;
mod witness;

pub use also::also_today;
pub use beside::Beside;
pub use cards::cards;
pub use events::{judged as judged_event, told_by_events};
pub use finding::{Code, Finding, Severity};
pub use frames::{Fault, Frame, Frames};
pub use game::{audit_lines, judged as judged_lines};
pub(crate) use judged::Read;
pub use judged::{Judged, unbroken};
pub use league::judged as judged_league;
pub use part::{Part, Parted};
pub use report::{Asks, LogReport, Said, Signed, Signer};
pub use source::{First, Kept, Log, LogSource, Logs, is_event, is_league};
pub use trust::Trust;
pub use twins::{Called, Twins, same_ids};

use std::sync::Arc;

use crate::rulebook::Rulebook;

/// Audits a chained log.
pub fn audit(rules: &Rulebook, path: String, bytes: &[u8]) -> LogReport {
    game::judged_bytes(rules, path, bytes).report
}

/// Audits a log of either kind from its bytes alone: that of a match, or that of a tournament without the logs of its
/// matches. A log that breaks the auditor is told of and ends nothing.
///
/// ```
/// use adjutant_replay::Rulebook;
/// use adjutant_replay::audit::{Code, audit_bytes};
/// assert_eq!(audit_bytes(&Rulebook::shipped(), "mine".to_owned(), b"").findings[0].code, Code::Empty);
/// ```
pub fn audit_bytes(rules: &Rulebook, path: String, bytes: &[u8]) -> LogReport {
    unbroken(&path, || judged_bytes(rules, path.clone(), bytes, &mut |_| None).report).unwrap_or_else(|broken| *broken)
}

/// Audits the log of a tournament and compares it with the logs of its matches. `matches` gives the log of a match by its
/// id, where there is one.
pub fn audit_event(
    rules: &Rulebook,
    path: String,
    bytes: &[u8],
    matches: &mut dyn FnMut(&str) -> Option<Vec<u8>>,
) -> LogReport {
    unbroken(&path, || judged_bytes(rules, path.clone(), bytes, matches).report).unwrap_or_else(|broken| *broken)
}

/// The ids of the matches whose logs [`audit_event`] asks for, each once.
pub fn matches_of(rules: &Rulebook, bytes: &[u8]) -> Vec<String> {
    let mut asked = std::collections::BTreeSet::new();
    let mut ask = |id: &str| {
        asked.insert(id.to_owned());
        None
    };
    if is_event(bytes) {
        audit_event(rules, String::new(), bytes, &mut ask);
    }
    asked.into_iter().collect()
}

/// Audits a log of either kind and keeps what it folds to.
pub fn judged_bytes(
    rules: &Rulebook,
    path: String,
    bytes: &[u8],
    matches: &mut dyn FnMut(&str) -> Option<Vec<u8>>,
) -> Judged {
    if is_event(bytes) {
        return events::judged(rules, path, bytes, matches);
    }
    if is_league(bytes) {
        return league::judged(path, bytes);
    }
    game::judged_bytes(rules, path, bytes)
}

/// Compares logs that are in memory, in the order in which an audit would meet them: names and bytes. Each report holds
/// what comparing found, and nothing else. For engines that group logs by their origin.
///
/// ```
/// use adjutant_replay::{Rulebook, audit::twins};
/// assert!(twins(&Rulebook::shipped(), vec![("a".to_owned(), Vec::new()), ("b".to_owned(), Vec::new())])[1].findings.is_empty());
/// ```
pub fn twins(rules: &Rulebook, logs: Vec<(String, Vec<u8>)>) -> Vec<LogReport> {
    let sources: Vec<Held> = logs.into_iter().map(|(name, log)| Held { name, log: Arc::from(log) }).collect();
    let mut twins = Twins::default();
    let compared = |(index, source): (usize, &Held)| {
        let mut report = audit_bytes(rules, source.name.clone(), &source.log);
        report.findings.clear();
        twins.compare(rules, index, &mut report, &sources);
        report
    };
    sources.iter().enumerate().map(compared).collect()
}

/// As [`told_by_events`], of logs in memory.
pub fn told_by(trust: &Trust, events: Vec<(String, Vec<u8>)>) -> Beside {
    let held = |(name, log): (String, Vec<u8>)| Held { name, log: Arc::from(log) };
    told_by_events(trust, &events.into_iter().map(held).collect::<Vec<_>>())
}

/// A log in memory.
#[derive(Clone)]
struct Held {
    name: String,
    log: Arc<[u8]>,
}

impl LogSource for Held {
    type Reader = ();

    fn name(&self) -> String {
        self.name.clone()
    }

    fn read(&self, (): &mut ()) -> Result<Log, (Code, String)> {
        Ok(Log::Whole(self.log.to_vec()))
    }

    fn first(&self, (): &mut ()) -> Option<First> {
        First::of(&self.log)
    }
}
