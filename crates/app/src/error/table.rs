//! Errors about matches and their logs.

use adjutant_core::chain::LogShapeError;
use adjutant_engine::record::ReadError;

use super::ErrorKind;

/// A log that cannot be read or folded. `name` is the file, or the match in the database.
#[derive(Debug, thiserror::Error)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum LogError {
    /// It is not a list of lines: cut short, or too long.
    #[error("{name}: {error}")]
    Shape {
        /// The log.
        name: String,
        /// What is wrong.
        error: LogShapeError,
    },
    /// It has no record.
    #[error("{name}: the log is empty")]
    Empty {
        /// The log.
        name: String,
    },
    /// A line that does not chain, or is not a record.
    #[error("{name}:{line}: {error}")]
    Line {
        /// The log.
        name: String,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        error: ReadError,
    },
    /// A line of a bare log that is not a record.
    #[error("{name}:{line}: {error}")]
    BareLine {
        /// The log.
        name: String,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        error: ReadError,
    },
    /// A bare log with more bytes than Adjutant reads.
    #[error("{name}: a log has at most {limit} bytes")]
    TooLarge {
        /// The log.
        name: String,
        /// The most that Adjutant reads.
        limit: usize,
    },
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
    /// A log has no record of that number.
    #[error("{name} has no record {at}; its last one is {length}")]
    NoRecord {
        /// The log.
        name: String,
        /// The number that was asked for.
        at: u64,
        /// How many records it has.
        length: usize,
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
    /// A line of a tournament's log that does not chain.
    #[error("{name}:{line}: {error}")]
    TournamentChain {
        /// The log.
        name: String,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        error: String,
    },
    /// A line of a tournament's log that is not a record of one.
    #[error("{name}:{line}: not a record of an event log: {error}")]
    TournamentLine {
        /// The log.
        name: String,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        error: String,
    },
}

fn first(errors: &[String]) -> String {
    let first = errors.first().map_or("", String::as_str);
    match errors.len() {
        0 | 1 => first.to_owned(),
        many => format!("{first} (and {})", crate::counts::count(many - 1, "more error", "more errors")),
    }
}

impl LogError {
    pub(super) fn kind(&self) -> ErrorKind {
        match self {
            LogError::Shape { .. } | LogError::TooLarge { .. } | LogError::Stored { .. } => ErrorKind::Files,
            LogError::NoRecord { .. } => ErrorKind::Invalid,
            LogError::Diverges { .. } => ErrorKind::Conflict,
            LogError::Empty { .. }
            | LogError::NoOpen { .. }
            | LogError::Unsound { .. }
            | LogError::Line { .. }
            | LogError::BareLine { .. }
            | LogError::TournamentChain { .. }
            | LogError::TournamentLine { .. } => ErrorKind::Refused,
        }
    }

    pub(super) fn hint(&self) -> Option<&'static str> {
        match self {
            LogError::Shape { .. } => Some("ask for a whole copy"),
            LogError::Empty { .. } => Some("the first record of a log is `open`"),
            LogError::Line { .. } | LogError::TournamentChain { .. } => {
                Some("the log was changed after it was written: ask for an unchanged copy")
            }
            LogError::BareLine { .. } => Some("a bare record is {\"by\":\"one\",\"do\":{\"command\":{…}}}, one a line"),
            LogError::Stored { .. } => Some("the database was changed from outside: put a backup back"),
            LogError::NoOpen { .. } => Some("import the whole log, from its first record on"),
            LogError::Unsound { .. } => Some("ask for a right copy"),
            LogError::Diverges { .. } => Some("nothing was imported; both players sign one of the two"),
            LogError::TooLarge { .. } | LogError::NoRecord { .. } | LogError::TournamentLine { .. } => None,
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
