//! The error type at the edge, and the exit code that follows from it.

pub use adjutant_app::error::{Error as CliError, ErrorKind};

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

impl From<ErrorKind> for Exit {
    fn from(kind: ErrorKind) -> Exit {
        match kind {
            ErrorKind::Refused => Exit::Refused,
            ErrorKind::Usage => Exit::Usage,
            ErrorKind::Files => Exit::Files,
            ErrorKind::OutputClosed => Exit::Done,
        }
    }
}
