//! Copies of the logs that leagues pin, in the data folder: one file a log, called by its first record.

use std::path::{Path, PathBuf};

use adjutant_core::chain::Hash;

use crate::error::Error;
use crate::files;

/// A folder of copies.
#[derive(Clone, Debug)]
pub struct Shelf(PathBuf);

impl Shelf {
    /// The one of a data folder.
    pub fn of(data: &Path) -> Shelf {
        Shelf(data.join("leagues").join("logs"))
    }

    /// Where the copy of a log is, or would be.
    pub fn path(&self, origin: Hash) -> PathBuf {
        self.0.join(format!("{origin}.jsonl"))
    }

    /// Keeps a log in place of an earlier copy.
    ///
    /// # Errors
    /// A folder that cannot be written.
    pub fn keep(&self, origin: Hash, bytes: &[u8]) -> Result<(), Error> {
        std::fs::create_dir_all(&self.0).map_err(|error| Error::file(&self.0, error))?;
        files::write(&self.path(origin), bytes)
    }

    /// The copy of a log; nothing where there is none.
    ///
    /// # Errors
    /// A file that is there and cannot be read.
    pub fn find(&self, origin: Hash) -> Result<Option<Vec<u8>>, Error> {
        let path = self.path(origin);
        if path.is_file() { files::read_log(&path).map(Some) } else { Ok(None) }
    }
}
