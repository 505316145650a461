//! The error of every use case: what kind, what happened, and what would be accepted.

use std::path::Path;

use adjutant_engine::refusal::Refusal;
use adjutant_store::StoreError;

use crate::files::shown;

/// What kind of error it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// The rules, the log or the state of the database refuse it.
    Refused,
    /// It was asked in a way that the program does not understand.
    Usage,
    /// A file or database could not be read or written.
    Files,
    /// The reader of the output has gone, so nothing more is printed.
    OutputClosed,
}

/// Why the program did not do what it was asked.
#[derive(Clone, Debug)]
pub struct Error {
    /// What kind of error.
    pub kind: ErrorKind,
    /// What happened and where, in one line.
    pub message: String,
    /// Further lines: the words that were refused, the other faults of a list.
    pub details: Vec<String>,
    /// What to do, or what would be accepted.
    pub hint: Option<String>,
    /// The code of the refusal, where the rules of a log have refused a command.
    pub code: Option<&'static str>,
}

/// What follows the hint of a refusal that a rule of the army's own may pass.
const OWN_RULE: &str = "; or, where a rule of the army's own allows it, end the words with `under \"its name\"`";

impl Error {
    /// An error without a hint.
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Error {
        Error { kind, message: message.into(), details: Vec::new(), hint: None, code: None }
    }

    /// Refused by the rules or by the state of things.
    pub fn refused(message: impl Into<String>) -> Error {
        Self::new(ErrorKind::Refused, message)
    }

    /// Wrong usage.
    pub fn usage(message: impl Into<String>) -> Error {
        Self::new(ErrorKind::Usage, message)
    }

    /// A file that could not be read or written.
    pub fn file(path: &Path, error: &std::io::Error) -> Error {
        use std::io::ErrorKind as Io;
        let told = Self::new(ErrorKind::Files, format!("{}: {error}", shown(path)));
        match error.kind() {
            Io::NotFound => told.hint("check the path: the file or folder does not exist"),
            Io::PermissionDenied => told.hint("you have no permission: check the owner and mode of the file"),
            Io::StorageFull | Io::QuotaExceeded => told.hint("free some disk space, then run the command again"),
            Io::IsADirectory => told.hint("name a file: this is a folder"),
            _ => told,
        }
    }

    /// The same error with a hint.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Error {
        self.hint = Some(hint.into());
        self
    }

    /// The same error with a further line.
    #[must_use]
    pub fn detail(mut self, line: impl Into<String>) -> Error {
        self.details.push(line.into());
        self
    }

    /// Message and further lines in one sentence, for a list of findings.
    pub fn sentence(&self) -> String {
        let details = self.details.iter().map(|line| format!("; {line}"));
        std::iter::once(self.message.clone()).chain(details).collect()
    }

    /// A record that the engine refused. `place` is `record 57`, with the file and its line where there is one;
    /// `words` is how it was put.
    pub fn refusal(place: &str, words: &str, refusal: &Refusal) -> Error {
        let own_rule = if refusal.is_soft() { OWN_RULE } else { "" };
        Self::refused(format!("{place} refused: {}", refusal.code))
            .detail(format!("`{words}` — {}", refusal.message))
            .hint(format!("{}{own_rule}", refusal.accepted))
    }
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.sentence())
    }
}

impl std::error::Error for Error {}

impl From<StoreError> for Error {
    fn from(error: StoreError) -> Error {
        let kind = match error {
            StoreError::Conflict { .. } | StoreError::NotFound { .. } => ErrorKind::Refused,
            _ => ErrorKind::Files,
        };
        Error::new(kind, error.to_string()).hint(error.hint())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_fails_says_what_to_do_by_its_cause() {
        use std::io::ErrorKind as Io;
        let hint = |kind: Io| Error::file(Path::new("x.jsonl"), &std::io::Error::from(kind)).hint.unwrap_or_default();
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
