//! The independent judge: reads a log or a TRF file and says what is wrong with it.
//!
//! Shares no code with the pairing search, the tables or the standings: it reads the recorded commands, keeps its own
//! books and, for small fields, tries every pairing there is. Only the seeded draw of lots, which is part of the
//! definition of the objective, is the same function.

mod books;
mod exhaustive;
mod trf;

use serde::Serialize;

use crate::id::RoundNumber;
use crate::log::EventLog;
use crate::policy::{Method, System};

pub use exhaustive::FIELD_MAX;
pub use trf::check_trf;

/// Something that is not as it should be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The round, where it belongs to one.
    pub round: Option<RoundNumber>,
    /// What kind of thing.
    pub code: &'static str,
    /// In words.
    pub text: String,
    /// Whether it is a fault; otherwise a remark, as on a rematch that an organiser ordered.
    pub fault: bool,
}

impl Finding {
    fn fault(round: Option<RoundNumber>, code: &'static str, text: String) -> Finding {
        Finding { round, code, text, fault: true }
    }
}

/// What a check did and found.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Report {
    /// Everything found, round by round.
    pub findings: Vec<Finding>,
    /// Rounds looked at.
    pub rounds: u16,
    /// Rounds for which every possible pairing was tried.
    pub exhausted: u16,
}

impl Report {
    /// Whether nothing is at fault.
    pub fn is_clean(&self) -> bool {
        self.findings.iter().all(|finding| !finding.fault)
    }
}

/// Checks an event log: everybody once, no rematch, byes, the recorded value of the objective, that no better pairing
/// exists (up to [`FIELD_MAX`] players), points, and that standings do not depend on who computes them.
///
/// ```
/// use adjutant_tournament::{EventLog, check::check};
/// assert!(check(&EventLog::new()).is_clean());
/// ```
pub fn check(log: &EventLog) -> Report {
    let mut report = Report::default();
    let books = books::Books::of(log);
    for (number, round) in books.rounds.iter().enumerate() {
        report.rounds += 1;
        let who = RoundNumber(number as u16 + 1);
        books.check_constraints(number, &mut report.findings);
        let pair = &round.pair;
        let searched = pair.system == System::Swiss && pair.method != Method::Manual && !round.repaired;
        if !searched {
            continue;
        }
        let field = exhaustive::Field::of(&books, number);
        let value = field.value_of(round);
        let said = [
            pair.objective.squared_differences,
            pair.objective.cross_group,
            pair.objective.repeat_floats,
            pair.objective.club,
        ];
        let found = [value[1], value[2], value[3] + value[4], value[5]];
        if said != found && !books.amended_before(number) {
            let text = format!("the record gives the objective as {said:?}, the pairings make it {found:?}");
            report.findings.push(Finding::fault(Some(who), "objective-differs", text));
        }
        if field.size() <= FIELD_MAX && !pair.rematches && !books.amended_before(number) {
            report.exhausted += 1;
            match field.best() {
                Some(best) if best < value => {
                    let text = format!("a pairing of value {best:?} exists, the recorded one has {value:?}");
                    report.findings.push(Finding::fault(Some(who), "not-optimal", text));
                }
                _ => {}
            }
        }
    }
    books.check_standings(log, &mut report.findings);
    report
}
