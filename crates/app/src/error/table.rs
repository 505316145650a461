//! Errors about matches and their logs.

use adjutant_engine::record::ReadError;
use adjutant_replay::error::LogFault;

use super::kind::ErrorKind;
use crate::counts::count;

/// A log that cannot be read or taken. `name` is the file, or the match in the database.
#[derive(Debug, thiserror::Error)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum LogError {
    /// Its text.
    #[error("{0}")]
    Text(LogFault),
    /// A record of the database that does not chain, or is not a record.
    #[error("record {seq} of match {id}: {error}")]
    Stored {
        /// The match.
        id: String,
        /// The record.
        seq: u64,
        /// What is wrong.
        error: ReadError,
    },
    /// A log that begins with another record than `open`.
    #[error("{name}: the log does not begin with `open`")]
    NoOpen {
        /// The log.
        name: String,
    },
    /// An audit finds errors in it.
    #[error("{name}: an audit finds an error in it: {}", first(.errors))]
    Unsound {
        /// The log.
        name: String,
        /// All of them.
        errors: Vec<String>,
    },
    /// It agrees with the log of the database up to some record and goes on differently.
    #[error("{name}: this log and match {id} of the database differ from record {from} on")]
    Diverges {
        /// The log.
        name: String,
        /// The match.
        id: String,
        /// The first record that differs.
        from: u64,
    },
}

fn first(errors: &[String]) -> String {
    let first = errors.first().map_or("", String::as_str);
    match errors.len() {
        0 | 1 => first.to_owned(),
        many => format!("{first} (and {})", count(many - 1, "more error", "more errors")),
    }
}

impl LogError {
    pub(super) fn kind(&self) -> ErrorKind {
        match self {
            LogError::Text(LogFault::Shape { .. } | LogFault::TooLarge { .. }) | LogError::Stored { .. } => {
                ErrorKind::Files
            }
            LogError::Text(LogFault::NoRecord { .. }) => ErrorKind::Invalid,
            LogError::Diverges { .. } => ErrorKind::Conflict,
            LogError::Text(
                LogFault::Empty { .. }
                | LogFault::Line { .. }
                | LogFault::BareLine { .. }
                | LogFault::TournamentChain { .. }
                | LogFault::TournamentLine { .. }
                | LogFault::LeagueLine { .. }
                | LogFault::LeagueRefused { .. }
                | LogFault::NoGame { .. },
            )
            | LogError::NoOpen { .. }
            | LogError::Unsound { .. } => ErrorKind::Refused,
        }
    }

    pub(super) fn hint(&self) -> Option<&'static str> {
        match self {
            LogError::Text(fault) => fault.hint(),
            LogError::Stored { .. } => Some("the database was changed from outside: put a backup back"),
            LogError::NoOpen { .. } => Some("import the whole log, from its first record on"),
            LogError::Unsound { .. } => Some("ask for a right copy"),
            LogError::Diverges { .. } => Some("nothing was imported; both players sign one of the two"),
        }
    }
}

/// A match in a state, or an id, that a use case cannot do with.
#[derive(Debug, thiserror::Error)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum MatchError {
    /// The id is taken.
    #[error("there is a match {id} already")]
    Exists {
        /// The id.
        id: String,
    },
    /// Every record that could be taken back has been.
    #[error("there is nothing to undo")]
    NothingToUndo,
    /// Digital dice were asked for in a match whose dice are rolled at the table.
    #[error("this match has no seed for digital dice")]
    NoSeed,
    /// A number was given for dice whose seed is open.
    #[error("the seed of this match is open, so no number is mixed into it")]
    SeedOpen,
    /// The seed is sealed, and the number of the other player is missing.
    #[error("the seed is sealed: the other player says a number for each roll")]
    NoNumber,
    /// Another machine keeps the sealed seed.
    #[error("the sealed seed of this match is not on this machine")]
    SeedElsewhere,
    /// No sealed seed to open.
    #[error("this match has no sealed seed")]
    NothingSealed,
}

impl MatchError {
    pub(super) fn kind(&self) -> ErrorKind {
        match self {
            MatchError::Exists { .. } => ErrorKind::Conflict,
            _ => ErrorKind::Refused,
        }
    }

    pub(super) fn hint(&self) -> Option<&'static str> {
        match self {
            MatchError::Exists { .. } => Some("choose another id"),
            MatchError::NothingToUndo => Some("the record `open` stays; open another match instead"),
            MatchError::NoSeed => Some("record what was rolled at the table"),
            MatchError::SeedOpen => Some("leave the number out"),
            MatchError::NoNumber => Some("say what the roll is for first, then ask the other player for the number"),
            MatchError::SeedElsewhere => Some("go on on the machine that opened the match, or roll at the table"),
            MatchError::NothingSealed => Some("there is nothing to open"),
        }
    }
}
