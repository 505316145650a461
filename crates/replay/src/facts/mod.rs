//! Facts about matches and tournaments as rows, for statistics: what a log folds to, without the records.
//!
//! | rows | one is |
//! |---|---|
//! | `match` | a match |
//! | `sides` | a player in a match: two of them |
//! | `dispositions` | what the army of a player was bent on, in packs that pair dispositions |
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
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::audit::{self, Judged, LogReport, Read, Severity};
use crate::laws::Heard;
use crate::rulebook::Rulebook;

pub use battle::{AwardFacts, DispositionFacts, MatchFacts, SecondaryFacts, SideFacts, SideResult};
pub(crate) use battle::{secondaries, sides};
pub use hall::{PairingFacts, StandingFacts, TournamentFacts};

/// The facts of one log.
#[derive(Clone, Debug, Serialize, Deserialize)]
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
    /// What their armies were bent on; left out where nobody said so.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dispositions: Vec<DispositionFacts>,
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
pub fn facts(rules: &Rulebook, path: String, bytes: &[u8]) -> LogFacts {
    of(audit::unbroken(&path, || audit::judged_bytes(rules, path.clone(), bytes, &mut |_| None))
        .unwrap_or_else(|broken| (*broken).into()))
}

/// The facts of a log that could not be read.
pub fn nothing(report: LogReport) -> LogFacts {
    of(report.into())
}

/// The facts of a log that was judged.
pub fn of(judged: Judged) -> LogFacts {
    let Judged { report, read } = judged;
    let facts = LogFacts {
        errors: report.count(Severity::Error),
        warnings: report.count(Severity::Warning),
        path: report.path,
        origin: report.origin,
        head: report.head,
        records: report.records,
        game: None,
        sides: Vec::new(),
        dispositions: Vec::new(),
        secondaries: Vec::new(),
        awards: Vec::new(),
        event: None,
        pairings: Vec::new(),
        standings: Vec::new(),
    };
    match read {
        Read::Match(game, span) => match battle::rows(&game, span, &report.signatures) {
            Some((game, sides, dispositions, secondaries, awards)) => {
                LogFacts { game: Some(game), sides, dispositions, secondaries, awards, ..facts }
            }
            None => facts,
        },
        Read::Tournament(log) => match hall::rows(&log) {
            Some((event, pairings, standings)) => LogFacts { event: Some(event), pairings, standings, ..facts },
            None => facts,
        },
        // What the engine of the law gives: the rows, and not what an audit here counts.
        Read::Older { elders, law, log } => match elders.ask(law, &json!({"ask": "facts"}), &[&log]) {
            Heard::Given(rows) => {
                serde_json::from_str::<LogFacts>(&rows.to_string()).map_or(facts.clone(), |rows| LogFacts {
                    path: facts.path,
                    origin: facts.origin,
                    head: facts.head,
                    records: facts.records,
                    errors: facts.errors,
                    warnings: facts.warnings,
                    ..rows
                })
            }
            Heard::Refused(_) | Heard::Nothing(_) => facts,
        },
        Read::Nothing | Read::Unjudged(_) => facts,
    }
}
