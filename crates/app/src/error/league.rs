//! What keeps a league from being done.

use adjutant_core::chain::Hash;
use adjutant_core::ids::LeagueId;
use adjutant_league::Refusal;

use super::kind::ErrorKind;

/// A league in a state, or an id, that the use case cannot do with.
#[derive(Clone, Debug, thiserror::Error)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum LeagueError {
    /// The rules of the league refuse a record.
    #[error("league {league}, {place} refused: {}: {refusal}", refusal.code())]
    Refused {
        /// The league.
        league: LeagueId,
        /// Which record.
        place: String,
        /// Why.
        refusal: Refusal,
    },
    /// Somebody else recorded in between.
    #[error("somebody else recorded in league {league} first; nothing was saved")]
    Overtaken {
        /// The league.
        league: LeagueId,
    },
    /// Pinned logs are not in the data folder, or their copies were changed.
    #[error("league {league} rests on logs that are not here, or were changed: {}", named(missing))]
    Incomplete {
        /// The league.
        league: LeagueId,
        /// The logs, by their first records.
        missing: Vec<Hash>,
    },
    /// The season before is not in the database.
    #[error("the league of the season before, which begins with record {origin}, is not in this database")]
    NoSeasonBefore {
        /// Its first record.
        origin: Hash,
    },
    /// A list was never shown.
    #[error("league {league} has shown no list {number}")]
    NoList {
        /// The league.
        league: LeagueId,
        /// The list.
        number: u32,
    },
    /// A folder holds no list of the league's log.
    #[error("{folder} holds no list that the league's log shows")]
    NothingToCheck {
        /// The folder.
        folder: String,
    },
    /// A file is no checkpoint, or the leaves beside it are none.
    #[error("{file} is no checkpoint of a league and no list of its leaves")]
    NoCheckpoint {
        /// The file.
        file: String,
    },
    /// The leaves are not those of the checkpoint, or the tree lost what it held.
    #[error("{file}: the leaves do not make this tree of {size}, or it does not hold the {before} that it held before")]
    NotTheTree {
        /// The file.
        file: String,
        /// How many leaves the checkpoint names.
        size: u64,
        /// How many leaves it had when it was seen last.
        before: u64,
    },
}

/// The first of some logs, and how many more there are.
fn named(logs: &[Hash]) -> String {
    let first: Vec<String> = logs.iter().take(3).map(ToString::to_string).collect();
    let more = logs.len() - first.len();
    let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("{}{rest}", first.join(", "))
}

impl LeagueError {
    /// What kind of error it is.
    pub fn kind(&self) -> ErrorKind {
        match self {
            LeagueError::Refused { .. } | LeagueError::NoCheckpoint { .. } | LeagueError::NotTheTree { .. } => {
                ErrorKind::Refused
            }
            LeagueError::Overtaken { .. } => ErrorKind::Conflict,
            _ => ErrorKind::NotFound,
        }
    }

    /// What to do.
    pub fn hint(&self) -> Option<&'static str> {
        Some(match self {
            LeagueError::Refused { .. } => return None,
            LeagueError::Overtaken { .. } => "look at what was recorded in between, then record what still holds",
            LeagueError::Incomplete { .. } => "add the logs again from where they lie: nothing is pinned twice",
            LeagueError::NoSeasonBefore { .. } => "copy that league into this database first",
            LeagueError::NoList { .. } => "name a list that was shown",
            LeagueError::NoCheckpoint { .. } => "name the `checkpoint` that was published, with `leaves` beside it",
            LeagueError::NotTheTree { .. } => "nothing was signed: keep both files, they show that a log was left out",
            LeagueError::NothingToCheck { .. } => "name the folder into which a list was published",
        })
    }
}
