//! The names of SQLite's errors that the store of commit 4cd3b9c6 matches on. None of them is ever made.

/// What kind of error it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum ErrorCode {
    CannotOpen,
    DatabaseBusy,
    DatabaseCorrupt,
    DatabaseLocked,
    DiskFull,
    NotADatabase,
    PermissionDenied,
    ReadOnly,
    SystemIoFailure,
}

/// An error of SQLite.
#[derive(Debug)]
#[allow(missing_docs)]
pub enum Error {
    SqlInputError { error: ErrorCode, msg: String },
    SqliteFailure(ErrorCode, Option<String>),
}

impl Error {
    /// Its kind.
    pub fn sqlite_error_code(&self) -> Option<ErrorCode> {
        let (Error::SqlInputError { error, .. } | Error::SqliteFailure(error, _)) = self;
        Some(*error)
    }
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}", self.sqlite_error_code())
    }
}

impl std::error::Error for Error {}
