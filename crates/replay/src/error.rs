//! Why a log or a report cannot be read or folded, as data: what happened, and where.

use adjutant_core::chain::LogShapeError;
use adjutant_engine::record::ReadError;
use adjutant_engine::refusal::Refusal;
use adjutant_tournament as tournament;
use adjutant_tournament::trf::TrfError;

use crate::laws::Unjudged;

/// A log or a report that cannot be read or folded.
#[derive(Debug)]
pub enum Error {
    /// The text of a log.
    Log(LogFault),
    /// The rules of a match refuse a record.
    Refused(Box<Refused<Refusal>>),
    /// The rules of a tournament refuse a record.
    TournamentRefused(Box<Refused<tournament::Refusal>>),
    /// A report of the FIDE.
    Report(ReportFault),
    /// A log that no law that is here can judge.
    Unjudged {
        /// The log.
        name: String,
        /// Why.
        why: Unjudged,
    },
}

/// A record of a log that rules refuse.
#[derive(Clone, Debug)]
pub struct Refused<R> {
    /// Which record: `final.jsonl:57, record 57`.
    pub place: String,
    /// How it was put.
    pub words: String,
    /// The refusal: code, what is wrong, what would be accepted.
    pub refusal: R,
}

/// A log that cannot be read. `name` is the file, or the match in the database.
#[derive(Debug, thiserror::Error)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum LogFault {
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
    /// A line of a league's log that is not a record of one.
    #[error("{name}:{line}: not a record of a league's log: {error}")]
    LeagueLine {
        /// The log.
        name: String,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        error: String,
    },
    /// A record of a league's log that its rules refuse.
    #[error("{name}, record {seq} refused: {}: {refusal}", refusal.code())]
    LeagueRefused {
        /// The log.
        name: String,
        /// The record.
        seq: u64,
        /// Why.
        refusal: Box<adjutant_league::Refusal>,
    },
    /// A log that is of no match and no event.
    #[error("{name}: this is the log of no match and no event")]
    NoGame {
        /// The log.
        name: String,
    },
}

/// A report of the FIDE that cannot be read.
#[derive(Debug, thiserror::Error)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum ReportFault {
    /// A field that cannot be read.
    #[error("{name}:{}: `{}` cannot be read as {}", .error.line, .error.found, .error.field)]
    Field {
        /// The file.
        name: String,
        /// The line, the field, and what would be taken.
        error: TrfError,
    },
    /// No player.
    #[error("{name}: the file has no player line (001)")]
    NoPlayers {
        /// The file.
        name: String,
    },
}

impl LogFault {
    /// What to do about it.
    pub fn hint(&self) -> Option<&'static str> {
        match self {
            LogFault::Shape { .. } => Some("ask for a whole copy"),
            LogFault::Empty { .. } => Some("the first record of a log is `open`"),
            LogFault::Line { .. } | LogFault::TournamentChain { .. } => {
                Some("the log was changed after it was written: ask for an unchanged copy")
            }
            LogFault::BareLine { .. } => Some("a bare record is {\"by\":\"one\",\"do\":{\"command\":{…}}}, one a line"),
            LogFault::NoGame { .. } => Some("name the log of a match or of an event"),
            LogFault::TooLarge { .. }
            | LogFault::NoRecord { .. }
            | LogFault::TournamentLine { .. }
            | LogFault::LeagueLine { .. }
            | LogFault::LeagueRefused { .. } => None,
        }
    }
}

impl ReportFault {
    /// What to do about it.
    pub fn hint(&self) -> String {
        match self {
            ReportFault::Field { error, .. } => format!("write {}", error.accepted),
            ReportFault::NoPlayers { .. } => "name an event log (*.jsonl) or a TRF file".to_owned(),
        }
    }
}

impl<R> Refused<R> {
    /// What happened and where, in one line. `code` is that of the refusal.
    pub fn message(&self, code: &str) -> String {
        format!("`{}` is refused ({}, {code})", self.words, self.place)
    }
}

impl Error {
    /// A record that the rules of a match refuse.
    pub(crate) fn refused(place: String, words: &str, refusal: Refusal) -> Error {
        Error::Refused(Box::new(Refused { place, words: words.to_owned(), refusal }))
    }

    /// What happened and where, in one line.
    pub fn message(&self) -> String {
        match self {
            Error::Log(fault) => fault.to_string(),
            Error::Refused(refused) => refused.message(refused.refusal.code.as_str()),
            Error::TournamentRefused(refused) => refused.message(refused.refusal.code()),
            Error::Report(fault) => fault.to_string(),
            Error::Unjudged { name, .. } => format!("{name} cannot be judged"),
        }
    }
}

/// Message and what the rules say against a record, in one sentence.
impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message())?;
        match self {
            Error::Refused(refused) => write!(f, "; {}", refused.refusal.message),
            Error::TournamentRefused(refused) => write!(f, "; {}", refused.refusal.message()),
            Error::Unjudged { why, .. } => write!(f, "; {why}"),
            Error::Log(_) | Error::Report(_) => Ok(()),
        }
    }
}

impl std::error::Error for Error {}

impl From<LogFault> for Error {
    fn from(fault: LogFault) -> Error {
        Error::Log(fault)
    }
}
