//! Why an archive cannot be read or written.

use std::path::{Path, PathBuf};

use crate::error::Error;
use crate::files::shown;

/// Why an archive cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    /// A file of it cannot be read or written.
    #[error("{}", .0.message())]
    File(Error),
    /// What one of its files holds is not what an archive holds.
    #[error("{}: {what}", shown(.path))]
    Broken {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        what: String,
    },
    /// Another program adds to it now.
    #[error("{}: another program adds logs to this archive now", shown(.0))]
    Busy(PathBuf),
    /// What a log comes to is not what the archive says of it.
    #[error("{0}")]
    Changed(String),
}

impl ArchiveError {
    pub(super) fn broken(path: &Path, what: impl std::fmt::Display) -> ArchiveError {
        ArchiveError::Broken { path: path.to_path_buf(), what: what.to_string() }
    }

    pub(super) fn file(path: &Path, error: std::io::Error) -> ArchiveError {
        ArchiveError::File(Error::file(path, error))
    }

    /// What to do about it.
    pub fn hint(&self) -> &'static str {
        match self {
            ArchiveError::File(_) => "check the folder, its permissions and the space on the disk",
            ArchiveError::Busy(_) => "wait until it is done, then run the command again",
            ArchiveError::Broken { .. } | ArchiveError::Changed(_) => "take the archive from another copy",
        }
    }
}

impl From<Error> for ArchiveError {
    fn from(error: Error) -> ArchiveError {
        ArchiveError::File(error)
    }
}
