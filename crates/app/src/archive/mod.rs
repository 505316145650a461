//! Archives: many logs in a folder of Parquet files, for keeping and for statistics.
//!
//! | module | what |
//! |---|---|
//! | `tables` | the tables and their columns |
//! | `rows` | rows in memory, and as Parquet |
//! | `line` | a record as columns without its hashes, and back |
//! | `manifest` | `archive.json`: which files belong to the archive, and the root over all heads |
//! | `add` | logs into an archive |
//! | `read` | logs out of it |
//! | `extract` | logs as files again |
//! | `check` | everything computed again and compared |
//!
//! A record is kept as typed columns without `prev` and `hash`, which follow from the rest. Reading a log rebuilds its
//! lines byte for byte, and the head that comes out proves that they are those that went in. A log that does not come
//! out as it went in, because its chain is broken, its form is not canonical or it breaks off, is kept as it is in the
//! table `odd`: an archive keeps evidence and repairs nothing.
//!
//! What is in an archive is never rewritten: adding logs makes new files, and `archive.json` names them last.

mod add;
mod check;
mod extract;
mod line;
mod manifest;
mod read;
mod rows;
mod tables;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};

pub use add::{Added, add};
pub use check::{Checked, check};
pub use extract::{Extracted, extract};
pub use line::{RecordRow, rebuild};
pub use manifest::{Manifest, PartFile, PartFiles};
pub use read::{Archive, ArchiveReader, Entry, Index};
pub use tables::{Kind, TABLES, Table};

use crate::Error;

/// Why an archive cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    /// A file of it cannot be read or written.
    #[error("{}", .0.message())]
    File(Error),
    /// What one of its files holds is not what an archive holds.
    #[error("{}: {what}", crate::files::shown(.path))]
    Broken {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        what: String,
    },
    /// Another program adds to it now.
    #[error("{}: another program adds logs to this archive now", crate::files::shown(.0))]
    Busy(PathBuf),
    /// What a log comes to is not what the archive says of it.
    #[error("{0}")]
    Changed(String),
}

impl ArchiveError {
    fn broken(path: &Path, what: impl std::fmt::Display) -> ArchiveError {
        ArchiveError::Broken { path: path.to_path_buf(), what: what.to_string() }
    }

    fn file(path: &Path, error: std::io::Error) -> ArchiveError {
        ArchiveError::File(Error::file(path, error))
    }

    /// What to do about it.
    pub fn hint(&self) -> &'static str {
        match self {
            ArchiveError::File(_) => "check the folder, its permissions and the space on the disk",
            ArchiveError::Busy(_) => "wait until it is done, then run the command again",
            ArchiveError::Broken { .. } | ArchiveError::Changed(_) => {
                "take the archive from another copy; `adjutant archive check` names everything that is wrong with this one"
            }
        }
    }
}

impl From<Error> for ArchiveError {
    fn from(error: Error) -> ArchiveError {
        ArchiveError::File(error)
    }
}
