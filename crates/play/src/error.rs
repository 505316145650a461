//! Why something could not be done at the table.

use adjutant_app::ErrorKind;
use adjutant_shorthand::Fault;
use adjutant_shorthand::asking::Unanswered;

/// Why something could not be done. The program that opened the session says it in words.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A use case was refused.
    #[error("{}", .0.message())]
    App(#[from] adjutant_app::Error),
    /// A line that makes no sense.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// Dice that do not answer what was asked.
    #[error(transparent)]
    Unanswered(#[from] Unanswered),
    /// A sheet that cannot be printed.
    #[error(transparent)]
    Sheet(#[from] adjutant_sheets::SheetError),
    /// A terminal that cannot be drawn on or read; everything recorded is kept.
    #[error("the terminal: {0}")]
    Terminal(std::io::Error),
    /// Something that only the screen knows.
    #[error("{message}")]
    Own {
        /// What kind of error.
        kind: ErrorKind,
        /// What happened.
        message: String,
        /// What to do, or what would be accepted.
        hint: Option<String>,
    },
}

impl Error {
    pub(crate) fn new(kind: ErrorKind, message: impl Into<String>) -> Error {
        Error::Own { kind, message: message.into(), hint: None }
    }

    /// Refused by the rules or by the state of things.
    pub(crate) fn refused(message: impl Into<String>) -> Error {
        Error::new(ErrorKind::Refused, message)
    }

    /// Asked in a way that makes no sense.
    pub(crate) fn usage(message: impl Into<String>) -> Error {
        Error::new(ErrorKind::Invalid, message)
    }

    /// The same with what to do.
    #[must_use]
    pub(crate) fn hint(mut self, what: impl Into<String>) -> Error {
        if let Error::Own { hint, .. } = &mut self {
            *hint = Some(what.into());
        }
        self
    }
}
