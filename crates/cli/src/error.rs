//! The one error type at the edge: what happened, what would be accepted, and the exit code that follows.

use std::path::Path;

use adjutant_engine::refusal::Refusal;
use adjutant_store::StoreError;

/// How the program ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Done.
    Done,
    /// Refused, or an audit with findings.
    Refused,
    /// Wrong usage.
    Usage,
    /// A file or database could not be read or written.
    Files,
}

impl Exit {
    /// The exit code of the process.
    pub fn code(self) -> u8 {
        match self {
            Exit::Done => 0,
            Exit::Refused => 1,
            Exit::Usage => 2,
            Exit::Files => 3,
        }
    }
}

/// What kind of error it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// The rules, the log or the state of the database refuse it.
    Refused,
    /// It was asked in a way that the program does not understand.
    Usage,
    /// A file or database could not be read or written.
    Files,
    /// Whoever read the output has gone; nothing to say and nobody to hear it.
    OutputClosed,
}

impl ErrorKind {
    /// How the program ends with it.
    pub fn exit(self) -> Exit {
        match self {
            ErrorKind::Refused => Exit::Refused,
            ErrorKind::Usage => Exit::Usage,
            ErrorKind::Files => Exit::Files,
            ErrorKind::OutputClosed => Exit::Done,
        }
    }
}

/// Why the program did not do what it was asked.
#[derive(Clone, Debug)]
pub struct CliError {
    /// What kind of error.
    pub kind: ErrorKind,
    /// What happened and where; further lines are indented by whoever prints them.
    pub message: String,
    /// What to do, or what would be accepted.
    pub hint: Option<String>,
}

/// What follows the hint of a refusal that a rule of the army's own may pass.
const OWN_RULE: &str = "; or, where a rule of the army's own allows it, end the words with `under \"its name\"`";

impl CliError {
    /// An error without a hint.
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> CliError {
        CliError { kind, message: message.into(), hint: None }
    }

    /// Refused by the rules or by the state of things.
    pub fn refused(message: impl Into<String>) -> CliError {
        Self::new(ErrorKind::Refused, message)
    }

    /// Wrong usage.
    pub fn usage(message: impl Into<String>) -> CliError {
        Self::new(ErrorKind::Usage, message)
    }

    /// A file that could not be read or written.
    pub fn file(path: &Path, error: &std::io::Error) -> CliError {
        Self::new(ErrorKind::Files, format!("{}: {error}", path.display()))
    }

    /// The same error with a hint.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> CliError {
        self.hint = Some(hint.into());
        self
    }

    /// A record that the engine refused. `place` is `record 57`, with the file and its line where there is one;
    /// `words` is how it was put.
    pub fn refusal(place: &str, words: &str, refusal: &Refusal) -> CliError {
        let message = format!("{place} refused: {}\n`{words}` — {}", refusal.code, refusal.message);
        let own_rule = if refusal.is_soft() { OWN_RULE } else { "" };
        Self::refused(message).hint(format!("{}{own_rule}", refusal.accepted))
    }
}

impl std::fmt::Display for CliError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for CliError {}

impl From<StoreError> for CliError {
    fn from(error: StoreError) -> CliError {
        let kind = match error {
            StoreError::Conflict { .. } | StoreError::NotFound { .. } => ErrorKind::Refused,
            _ => ErrorKind::Files,
        };
        CliError::new(kind, error.to_string()).hint(error.hint())
    }
}
