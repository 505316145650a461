//! A log that was read: what an audit says of it, and what was played.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use adjutant_core::time::Timestamp;
use adjutant_engine::fold::Match;
use adjutant_tournament::TournamentLog;

use super::finding::Code;
use super::report::LogReport;
use crate::laws::{Elders, Unjudged};

/// A log that was read, as far as it can be.
pub struct Judged {
    /// What an audit says.
    pub report: LogReport,
    /// What was played.
    pub(crate) read: Read,
}

/// What a log is about, as far as it can be read.
pub(crate) enum Read {
    /// A match, with the moments of its first and last records.
    Match(Box<Match>, Option<(Timestamp, Timestamp)>),
    /// A tournament.
    Tournament(Box<TournamentLog>),
    /// A log of an older law, and who can be asked about it.
    Older {
        /// The engines.
        elders: Arc<dyn Elders>,
        /// The law.
        law: u32,
        /// Its bytes.
        log: Vec<u8>,
    },
    /// A log that no law here can judge, and why.
    Unjudged(Unjudged),
    /// Nothing that can be read.
    Nothing,
}

impl Judged {
    /// Why no law here can judge the log, where that is so.
    pub fn unjudged(&self) -> Option<&Unjudged> {
        match &self.read {
            Read::Unjudged(why) => Some(why),
            _ => None,
        }
    }

    /// The event that it is, where today's law judges it and could read it.
    pub fn event(&self) -> Option<&TournamentLog> {
        match &self.read {
            Read::Tournament(log) => Some(log),
            _ => None,
        }
    }
}

impl From<LogReport> for Judged {
    fn from(report: LogReport) -> Judged {
        Judged { report, read: Read::Nothing }
    }
}

/// Does some work with a log; a report that says so where the work broke off.
///
/// # Errors
/// The work broke off, which is a fault of the program.
pub fn unbroken<T>(path: &str, work: impl FnOnce() -> T) -> Result<T, Box<LogReport>> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|_| {
        let message = "the audit of this log broke off: a fault of the program";
        Box::new(LogReport::bad(path.to_owned(), Code::Unreadable, message))
    })
}
