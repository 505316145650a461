//! The error of every use case, as data: what kind, what happened, and where.
//!
//! No command, flag or button is named here. Who shows an [`Error`] to people looks at its variant and says what to
//! type or press; [`Error::hint`] is the advice that holds everywhere.

mod hall;
mod kept;
mod kind;
mod league;
pub(crate) mod place;
mod table;

use std::path::{Path, PathBuf};

use adjutant_core::ids::TextError;
use adjutant_core::time::Timestamp;
use adjutant_engine::refusal::Refusal;
use adjutant_replay::error::LogFault;
use adjutant_replay::laws::Unjudged;
use adjutant_store::StoreError;
use adjutant_tournament::check::Finding;
use adjutant_tournament::{self as tournament, TournamentId};

pub use hall::TournamentError;
pub use kept::{KeyError, PackError, SecretError};
pub use kind::{ErrorKind, Origin, Refused};
pub use league::LeagueError;
pub use table::{LogError, MatchError};

use place::shown;

/// Why a use case was not done. Nothing was written.
#[derive(Debug)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum Error {
    /// The rules of a match refuse a record.
    Refused(Box<Refused<Refusal>>),
    /// The rules of a tournament refuse a record.
    TournamentRefused(Box<TournamentRefused>),
    /// Somebody else appended to a match in between.
    Overtaken(StoreError),
    /// Somebody else appended to a tournament in between.
    TournamentOvertaken(TournamentId),
    /// The machine's clock cannot date a record.
    Clock(ClockError),
    /// The log or a line of it would be longer than any reader takes.
    TooLong {
        /// What would be too long, in a sentence.
        what: String,
    },
    /// A value that cannot be written as JSON.
    Form {
        /// Where.
        place: String,
        /// What the writer says.
        error: serde_json::Error,
    },
    /// What a file holds was not taken.
    InFile {
        /// The file.
        name: String,
        /// Why.
        error: Box<Error>,
    },
    /// The database.
    Store(StoreError),
    /// A file or folder.
    File {
        /// The path.
        path: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
    /// A log that was read from a file or from the database.
    Log(LogError),
    /// A match in a state, or an id, that the use case cannot do with.
    Match(MatchError),
    /// A tournament likewise.
    Tournament(TournamentError),
    /// A league likewise.
    League(Box<LeagueError>),
    /// A mission pack.
    Pack(PackError),
    /// A key that signs.
    Key(KeyError),
    /// A secret choice.
    Secret(SecretError),
    /// The system gives no random numbers; what it says.
    NoRandom(String),
    /// A text that names no dice; what is wrong with it.
    Dice(String),
    /// A log that no law that is here can judge: nothing is known to be wrong with it.
    Unjudged {
        /// The log.
        name: String,
        /// Why.
        why: Unjudged,
    },
}

/// A record that the rules of a tournament refuse.
#[derive(Clone, Debug)]
pub struct TournamentRefused {
    /// The record and its refusal.
    pub refused: Refused<tournament::Refusal>,
    /// The tournament, where it is one of the database.
    pub event: Option<TournamentId>,
    /// Somebody else recorded first, and the record does not fit behind theirs.
    pub overtaken: bool,
}

/// What is wrong with the clock of the machine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClockError {
    /// It stands outside the years that a record can name.
    #[error("{place}: the clock of this machine is unset")]
    Unset {
        /// Which record was to be dated.
        place: String,
    },
    /// The date that the record would bear lies outside the years 2000 to 2099.
    #[error("{place}: it would be dated {at}, and no later record could be earlier")]
    Absurd {
        /// Which record was to be dated.
        place: String,
        /// The date.
        at: Timestamp,
    },
    /// The same for a tournament.
    #[error("{place}: the clock of this machine says {at}")]
    Says {
        /// Which record was to be dated.
        place: String,
        /// What the clock says.
        at: Timestamp,
    },
}

impl Error {
    /// What a file holds was not taken.
    pub fn in_file(name: &str, error: impl Into<Error>) -> Error {
        Error::InFile { name: name.to_owned(), error: Box::new(error.into()) }
    }

    /// A file that could not be read or written.
    pub fn file(path: &Path, error: std::io::Error) -> Error {
        Error::File { path: path.to_path_buf(), error }
    }

    /// A record that the rules of a match refuse.
    pub fn refused(origin: Origin, place: &str, words: &str, refusal: Refusal) -> Error {
        Error::Refused(Box::new(Refused { place: place.to_owned(), words: words.to_owned(), refusal, origin }))
    }

    /// What kind of error it is.
    pub fn kind(&self) -> ErrorKind {
        match self {
            Error::Refused(_) | Error::TournamentRefused(_) | Error::TooLong { .. } => ErrorKind::Refused,
            Error::Overtaken(_) | Error::TournamentOvertaken(_) => ErrorKind::Conflict,
            Error::Form { .. } | Error::Dice(_) => ErrorKind::Invalid,
            Error::Unjudged { .. } => ErrorKind::Unjudged,
            Error::Clock(_) | Error::File { .. } | Error::NoRandom(_) => ErrorKind::Files,
            Error::InFile { error, .. } => error.kind(),
            Error::Store(error) => of_store(error),
            Error::Log(error) => error.kind(),
            Error::Match(error) => error.kind(),
            Error::Tournament(error) => error.kind(),
            Error::League(error) => error.kind(),
            Error::Pack(error) => error.kind(),
            Error::Key(error) => error.kind(),
            Error::Secret(error) => error.kind(),
        }
    }

    /// What happened and where, in one line.
    pub fn message(&self) -> String {
        match self {
            Error::Refused(refused) => refused.message(refused.refusal.code.as_str()),
            Error::TournamentRefused(told) => {
                let message = told.refused.message(told.refused.refusal.code());
                let first = if told.overtaken { "\nanother desk was first; nothing was saved" } else { "" };
                format!("{message}{first}")
            }
            Error::TournamentOvertaken(id) => format!("another desk recorded in event {id} first; nothing was saved"),
            Error::Overtaken(error) | Error::Store(error) => error.to_string(),
            Error::InFile { name, error } => format!("{name}: {}", error.message()),
            Error::Clock(error) => error.to_string(),
            Error::TooLong { what } => what.clone(),
            Error::Form { place, error } => format!("{place}: {error}"),
            Error::File { path, error } => format!("{}: {error}", shown(path)),
            Error::Log(error) => error.to_string(),
            Error::Match(error) => error.to_string(),
            Error::Tournament(error) => error.to_string(),
            Error::League(error) => error.to_string(),
            Error::Pack(error) => error.to_string(),
            Error::Key(error) => error.to_string(),
            Error::Secret(error) => error.to_string(),
            Error::NoRandom(said) => format!("no random numbers from the system: {said}"),
            Error::Dice(said) => said.clone(),
            Error::Unjudged { name, .. } => format!("{name} cannot be judged"),
        }
    }

    /// Further lines: what the rules say against a record.
    pub fn details(&self) -> Vec<String> {
        match self {
            Error::InFile { error, .. } => error.details(),
            Error::Refused(refused) => vec![refused.refusal.message.to_string()],
            Error::Unjudged { why, .. } => vec![why.to_string()],
            Error::TournamentRefused(told) => vec![told.refused.refusal.message()],
            Error::Tournament(TournamentError::Held { found, .. }) => found.iter().map(Finding::line).collect(),
            _ => Vec::new(),
        }
    }

    /// What to do, or what would be accepted, in words that hold for every program.
    pub fn hint(&self) -> Option<String> {
        let hint = match self {
            Error::Refused(refused) => match refused.origin {
                Origin::Stored { .. } => "the stored log breaks the rules: audit it",
                Origin::Entered | Origin::Log => return Some(refused.refusal.accepted.to_string()),
            },
            Error::TournamentRefused(told) => return told.refused.refusal.hint(),
            Error::Overtaken(_) | Error::TournamentOvertaken(_) => {
                "look at what was recorded in between, then record what still holds"
            }
            Error::Clock(ClockError::Unset { .. }) => {
                "nothing was recorded: set the date and time of this machine, then record again"
            }
            Error::Clock(ClockError::Absurd { .. }) => {
                "set the clock of this machine right, or the `at` of the bare record"
            }
            Error::Clock(ClockError::Says { .. }) => "set it right; no later record could be earlier",
            Error::TooLong { .. } => "nothing was recorded: shorten the record, or go on in another log",
            Error::Store(error) => error.hint(),
            Error::InFile { error, .. } => return error.hint(),
            Error::File { error, .. } => return of_file(error.kind()).map(str::to_owned),
            Error::Log(error) => return error.hint().map(str::to_owned),
            Error::Match(error) => return error.hint().map(str::to_owned),
            Error::Tournament(error) => return error.hint(),
            Error::League(error) => return error.hint().map(str::to_owned),
            Error::Pack(error) => return error.hint(),
            Error::Key(error) => return error.hint(),
            Error::Secret(error) => return Some(error.hint().to_owned()),
            Error::Unjudged { why: Unjudged::Newer { .. }, .. } => "use the newer program",
            Error::Unjudged { .. } => "its chain and its signatures can be checked, and it can be exported",
            Error::Form { .. } | Error::NoRandom(_) | Error::Dice(_) => return None,
        };
        Some(hint.to_owned())
    }

    /// Message and further lines in one sentence, for a list of findings.
    pub fn sentence(&self) -> String {
        let details = self.details().into_iter().map(|line| format!("; {line}"));
        std::iter::once(self.message()).chain(details).collect()
    }
}

fn of_store(error: &StoreError) -> ErrorKind {
    match error {
        StoreError::Conflict { .. } => ErrorKind::Conflict,
        StoreError::StoredBefore { .. } => ErrorKind::Refused,
        StoreError::NotFound { .. } => ErrorKind::NotFound,
        _ => ErrorKind::Files,
    }
}

fn of_file(kind: std::io::ErrorKind) -> Option<&'static str> {
    use std::io::ErrorKind as Io;
    match kind {
        Io::NotFound => Some("check the path: the file or folder does not exist"),
        Io::PermissionDenied => Some("you have no permission: check the owner and mode of the file"),
        Io::StorageFull | Io::QuotaExceeded => Some("free some disk space, then run the command again"),
        Io::IsADirectory => Some("name a file: this is a folder"),
        _ => None,
    }
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.sentence())
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Overtaken(error) | Error::Store(error) => Some(error),
            Error::InFile { error, .. } => Some(error),
            Error::File { error, .. } => Some(error),
            Error::Form { error, .. } => Some(error),
            _ => None,
        }
    }
}

impl From<TextError> for Error {
    fn from(error: TextError) -> Error {
        TournamentError::Id(error).into()
    }
}

impl From<adjutant_replay::Error> for Error {
    fn from(error: adjutant_replay::Error) -> Error {
        use adjutant_replay::Error as Unread;
        match error {
            Unread::Log(fault) => fault.into(),
            Unread::Refused(refused) => {
                let adjutant_replay::error::Refused { place, words, refusal } = *refused;
                Error::refused(Origin::Log, &place, &words, refusal)
            }
            Unread::TournamentRefused(refused) => {
                let adjutant_replay::error::Refused { place, words, refusal } = *refused;
                let refused = Refused { place, words, refusal, origin: Origin::Log };
                Error::TournamentRefused(Box::new(TournamentRefused { refused, event: None, overtaken: false }))
            }
            Unread::Report(fault) => TournamentError::Unread(fault).into(),
            Unread::Unjudged { name, why } => Error::Unjudged { name, why },
        }
    }
}

impl From<LogFault> for Error {
    fn from(fault: LogFault) -> Error {
        Error::Log(LogError::Text(fault))
    }
}

impl From<LeagueError> for Error {
    fn from(error: LeagueError) -> Error {
        Error::League(Box::new(error))
    }
}

impl From<StoreError> for Error {
    fn from(error: StoreError) -> Error {
        Error::Store(error)
    }
}

macro_rules! from {
    ($($kind:ident($error:ty),)*) => {
        $(impl From<$error> for Error {
            fn from(error: $error) -> Error {
                Error::$kind(error)
            }
        })*
    };
}

from! {
    Clock(ClockError),
    Log(LogError),
    Match(MatchError),
    Tournament(TournamentError),
    Pack(PackError),
    Key(KeyError),
    Secret(SecretError),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_fails_says_what_to_do_by_its_cause() {
        use std::io::ErrorKind as Io;
        let hint = |kind: Io| Error::file(Path::new("x.jsonl"), std::io::Error::from(kind)).hint().unwrap_or_default();
        for (kind, words) in [
            (Io::NotFound, "check the path"),
            (Io::PermissionDenied, "check the owner and mode"),
            (Io::StorageFull, "free some disk space"),
            (Io::QuotaExceeded, "free some disk space"),
            (Io::IsADirectory, "this is a folder"),
        ] {
            assert!(hint(kind).contains(words), "{kind:?}: {}", hint(kind));
        }
        assert_eq!(hint(Io::TimedOut), "", "no advice where the cause tells nothing");
    }
}
