//! Facts about matches and tournaments as rows, for statistics: what a log folds to, without the records.
//!
//! | rows | one is |
//! |---|---|
//! | `match` | a match |
//! | `sides` | a player in a match: two of them |
//! | `secondaries` | an objective that a player chose |
//! | `awards` | an entry of the ledger |
//! | `event` | a tournament |
//! | `pairings` | a table of a round |
//! | `standings` | a player's place after the last round |
//!
//! Facts of a log that was tampered with are facts about nothing: use those of logs without errors.

mod battle;
mod hall;

use adjutant_engine::chain::Hash;
use serde::Serialize;

use crate::audit::{self, Judged, LogReport, Read, Reader, Severity, Source};

pub use battle::{AwardFacts, MatchFacts, SecondaryFacts, SideFacts, SideResult};
pub(crate) use battle::{secondaries, sides};
pub use hall::{PairingFacts, StandingFacts, TournamentFacts};

/// The facts of one log.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LogFacts {
    /// The file, the database and the match in it, or the name that the frame of a stream gives.
    pub path: String,
    /// Hash of the first record: the name of the match or tournament among all logs of the world.
    pub origin: Option<Hash>,
    /// Hash of the last record that was read.
    pub head: Option<Hash>,
    /// How many records were read.
    pub records: u64,
    /// How many errors an audit finds. Where there are any, the facts are those of the records before the first.
    pub errors: usize,
    /// How many warnings an audit finds.
    pub warnings: usize,
    /// The match; null where the log is not that of a match, or cannot be read.
    #[serde(rename = "match")]
    pub game: Option<MatchFacts>,
    /// Its players, one and two.
    pub sides: Vec<SideFacts>,
    /// The objectives that they chose.
    pub secondaries: Vec<SecondaryFacts>,
    /// What brought victory points, in order.
    pub awards: Vec<AwardFacts>,
    /// The tournament; null where the log is not that of a tournament, or cannot be read.
    pub event: Option<TournamentFacts>,
    /// Its tables, round by round.
    pub pairings: Vec<PairingFacts>,
    /// Its standings after the last round that was published.
    pub standings: Vec<StandingFacts>,
}

/// The facts of a log, from its bytes alone.
pub fn facts(path: String, bytes: &[u8]) -> LogFacts {
    of(audit::unbroken(&path, || audit::judged_bytes(path.clone(), bytes, &mut |_| None))
        .unwrap_or_else(|broken| (*broken).into()))
}

/// The facts of a log and what an audit says of it, from its bytes alone.
#[cfg(feature = "archive")]
pub(crate) fn with_report(bytes: &[u8]) -> (LogReport, LogFacts) {
    let judged = audit::judged_bytes(String::new(), bytes, &mut |_| None);
    (judged.report.clone(), of(judged))
}

/// Reads logs behind paths one after the other and gives the facts of each.
#[derive(Default)]
pub struct FactReader {
    reader: Reader,
}

impl FactReader {
    /// The facts of a log; of one that cannot be read, that there is an error.
    pub fn facts(&mut self, source: &Source) -> LogFacts {
        of(audit::unbroken(&source.name(), || self.reader.judged(source)).unwrap_or_else(|broken| {
            self.reader = Reader::default();
            (*broken).into()
        }))
    }
}

/// The facts of a log that could not be read.
pub fn nothing(report: LogReport) -> LogFacts {
    of(report.into())
}

fn of(judged: Judged) -> LogFacts {
    let Judged { report, read } = judged;
    let mut facts = LogFacts {
        errors: report.count(Severity::Error),
        warnings: report.count(Severity::Warning),
        path: report.path,
        origin: report.origin,
        head: report.head,
        records: report.records,
        game: None,
        sides: Vec::new(),
        secondaries: Vec::new(),
        awards: Vec::new(),
        event: None,
        pairings: Vec::new(),
        standings: Vec::new(),
    };
    match read {
        Read::Match(game, span) => battle::fill(&mut facts, &game, span, &report.signatures),
        Read::Tournament(log) => hall::fill(&mut facts, &log),
        Read::Nothing => {}
    }
    facts
}
