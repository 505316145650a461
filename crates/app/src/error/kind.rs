//! Kinds of errors, and records that rules refuse.

/// What kind of error it is: the reason of an exit code or of a status of HTTP.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum ErrorKind {
    /// The rules, or the state of a match or tournament, refuse it.
    Refused,
    /// What was named does not exist.
    NotFound,
    /// Somebody else recorded first, or the name is taken; nothing was written.
    Conflict,
    /// The request makes no sense: a number out of range, an unknown name of an option.
    Invalid,
    /// A file, the database or the machine failed.
    Files,
    /// No law that is here can judge the log; nothing is known to be wrong.
    Unjudged,
}

/// A record that rules refuse.
#[derive(Clone, Debug)]
pub struct Refused<R> {
    /// Which record: `record 57`, with the file and its line where there is one.
    pub place: String,
    /// How it was put.
    pub words: String,
    /// The refusal: code, what is wrong, what would be accepted.
    pub refusal: R,
    /// Where the record comes from.
    pub origin: Origin,
}

/// Where a refused record comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Somebody entered it just now.
    Entered,
    /// It stands in a log.
    Log,
    /// It stands in the log of this database, which other rules wrote or somebody changed from outside.
    Stored {
        /// The match.
        id: String,
    },
}

impl<R> Refused<R> {
    /// What happened and where, in one line. `code` is that of the refusal.
    pub(super) fn message(&self, code: &str) -> String {
        let (place, words) = (&self.place, &self.words);
        match self.origin {
            Origin::Entered => format!("You can't record `{words}` ({place}, {code})"),
            Origin::Log | Origin::Stored { .. } => format!("`{words}` is refused ({place}, {code})"),
        }
    }
}
