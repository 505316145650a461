//! A copy of the whole database while others may be writing to it.

use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::Connection;
use rusqlite::backup::Backup;

use crate::{Store, StoreError};

const PAGES_AT_ONCE: i32 = 4096;

impl Store {
    /// Copies the database to a file, written beside it and renamed when complete. An older backup is replaced.
    ///
    /// # Errors
    /// A target that is this database or no database of ours, or that cannot be written.
    pub fn backup(&self, to: &Path) -> Result<(), StoreError> {
        if to.exists() {
            let same = to.canonicalize().ok() == self.path.canonicalize().ok();
            if same || !is_ours(to) {
                return Err(StoreError::Unreachable {
                    path: to.to_path_buf(),
                    source: std::io::Error::new(
                        std::io::ErrorKind::AlreadyExists,
                        if same { "this is the database itself" } else { "the file exists and is no backup" },
                    ),
                });
            }
        }
        let beside = beside(to);
        let written = self.copy_to(&beside).and_then(|()| {
            sync_and_rename(&beside, to).map_err(|source| StoreError::Unreachable { path: to.to_path_buf(), source })
        });
        if written.is_err() {
            // The half-written copy is of no use; that it cannot be removed either adds nothing to the first error.
            let _ = std::fs::remove_file(&beside);
        }
        written
    }

    fn copy_to(&self, beside: &Path) -> Result<(), StoreError> {
        let explain = |error| StoreError::from_sqlite(beside, error);
        let mut target = Connection::open(beside).map_err(explain)?;
        Backup::new(&self.connection, &mut target)
            .and_then(|backup| backup.run_to_completion(PAGES_AT_ONCE, Duration::from_millis(5), None))
            .map_err(explain)?;
        target.close().map_err(|(_, error)| explain(error))
    }
}

fn is_ours(path: &Path) -> bool {
    Store::open_existing(path).is_ok()
}

fn beside(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".{}.part", std::process::id()));
    path.with_file_name(name)
}

fn sync_and_rename(from: &Path, to: &Path) -> std::io::Result<()> {
    std::fs::File::open(from)?.sync_all()?;
    std::fs::rename(from, to)
}
