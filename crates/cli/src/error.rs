//! The error type at the edge, and the exit code that follows from it.

use std::path::Path;

use adjutant_app::Error;
use adjutant_app::error::Origin;
use adjutant_core::counts::count;
use adjutant_play::error::Error as PlayError;
use adjutant_play::step::Message;
use adjutant_sheets::SheetError;
use adjutant_sheets::event::PrintError;
use adjutant_shorthand::asking::Unanswered;
use adjutant_shorthand::{Fault, NotFound};
use adjutant_store::StoreError;

use crate::advice;

/// What kind of error it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// The rules, the log or the state of the database refuse it.
    Refused,
    /// It was asked in a way that the program does not understand.
    Usage,
    /// A file or database could not be read or written.
    Files,
    /// No law that is here can judge the log; nothing is known to be wrong.
    Unjudged,
    /// The reader of the output has gone, so nothing more is printed.
    OutputClosed,
}

impl From<adjutant_app::ErrorKind> for ErrorKind {
    fn from(kind: adjutant_app::ErrorKind) -> ErrorKind {
        match kind {
            adjutant_app::ErrorKind::Invalid => ErrorKind::Usage,
            adjutant_app::ErrorKind::Files => ErrorKind::Files,
            adjutant_app::ErrorKind::Unjudged => ErrorKind::Unjudged,
            _ => ErrorKind::Refused,
        }
    }
}

/// Why the program did not do what it was asked, as it is printed.
#[derive(Clone, Debug)]
pub struct CliError {
    /// What kind of error.
    pub kind: ErrorKind,
    /// What happened and where, in one line.
    pub message: String,
    /// Further lines: the words that were refused, the other faults of a list.
    pub details: Vec<String>,
    /// What to do, or what would be accepted.
    pub hint: Option<String>,
}

impl CliError {
    /// An error without a hint.
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> CliError {
        CliError { kind, message: message.into(), details: Vec::new(), hint: None }
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
    pub fn file(path: &Path, error: std::io::Error) -> CliError {
        Error::file(path, error).into()
    }

    /// The same error with a hint.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> CliError {
        self.hint = Some(hint.into());
        self
    }

    /// The same error with a further line.
    #[must_use]
    pub fn detail(mut self, line: impl Into<String>) -> CliError {
        self.details.push(line.into());
        self
    }

    /// The same error with the file that it is about in front.
    #[must_use]
    pub fn of(self, file: &str) -> CliError {
        CliError { message: format!("{file}: {}", self.message), ..self }
    }
}

impl std::fmt::Display for CliError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)?;
        self.details.iter().try_for_each(|line| write!(f, "; {line}"))
    }
}

impl std::error::Error for CliError {}

impl From<Error> for CliError {
    fn from(error: Error) -> CliError {
        CliError {
            kind: error.kind().into(),
            message: error.message(),
            details: error.details(),
            hint: advice::on(&error).or_else(|| error.hint()),
        }
    }
}

impl From<adjutant_replay::Error> for CliError {
    fn from(error: adjutant_replay::Error) -> CliError {
        Error::from(error).into()
    }
}

impl From<StoreError> for CliError {
    fn from(error: StoreError) -> CliError {
        Error::Store(error).into()
    }
}

impl From<NotFound> for CliError {
    fn from(error: NotFound) -> CliError {
        CliError::usage(error.message).hint(error.expected.as_str())
    }
}

impl From<Fault> for CliError {
    fn from(fault: Fault) -> CliError {
        let [line, marks] = fault.pointed();
        CliError::usage(&fault.message).detail(line).detail(marks).hint(fault.hint())
    }
}

impl From<Unanswered> for CliError {
    fn from(error: Unanswered) -> CliError {
        let told = CliError::usage(error.to_string());
        match error {
            Unanswered::Fault(fault) => fault.into(),
            Unanswered::NoNumber => told.hint("such as `attacks 10` or `attacks 2d6`"),
            Unanswered::NoDice(next) => told.hint(format!("next: {next}")),
            Unanswered::Refused { typed, refusal } => {
                Error::refused(Origin::Entered, "these dice", &typed, *refusal).into()
            }
        }
    }
}

impl From<SheetError> for CliError {
    fn from(error: SheetError) -> CliError {
        CliError::refused(error.to_string())
    }
}

impl From<PrintError> for CliError {
    fn from(error: PrintError) -> CliError {
        let hint = match &error {
            PrintError::NotPaired { paired, .. } => {
                let paired = count(*paired, "round", "rounds");
                Some(format!("paired so far: {paired}; `adjutant event pair ID` drafts the next"))
            }
            _ => None,
        };
        CliError { hint, ..CliError::refused(error.to_string()) }
    }
}

impl From<PlayError> for CliError {
    fn from(error: PlayError) -> CliError {
        match error {
            PlayError::App(error) => error.into(),
            PlayError::Fault(fault) => fault.into(),
            PlayError::Unanswered(error) => error.into(),
            PlayError::Sheet(error) => error.into(),
            PlayError::Terminal(_) => CliError::new(ErrorKind::Files, error.to_string())
                .hint("everything recorded is kept; `adjutant match play` goes on from there"),
            PlayError::Own { kind, message, hint } => CliError { hint, ..CliError::new(kind.into(), message) },
        }
    }
}

/// An error as the table screen says it.
pub fn on_screen(error: PlayError) -> Message {
    let CliError { message, details, hint, .. } = error.into();
    Message::refused(std::iter::once(message).chain(details), hint)
}

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
    /// Nothing worse was found than that something could not be judged.
    Unjudged,
}

impl Exit {
    /// The exit code of the process.
    pub fn code(self) -> u8 {
        match self {
            Exit::Done => 0,
            Exit::Refused => 1,
            Exit::Usage => 2,
            Exit::Files => 3,
            Exit::Unjudged => 4,
        }
    }
}

/// What commands return: how the program ends, or why it could not go on.
pub type Outcome = Result<Exit, CliError>;

impl From<ErrorKind> for Exit {
    fn from(kind: ErrorKind) -> Exit {
        match kind {
            ErrorKind::Refused => Exit::Refused,
            ErrorKind::Usage => Exit::Usage,
            ErrorKind::Files => Exit::Files,
            ErrorKind::Unjudged => Exit::Unjudged,
            ErrorKind::OutputClosed => Exit::Done,
        }
    }
}
