//! The file in which one session keeps what is typed. Two sessions of one match have a file each: a line that both took up
//! would be recorded twice.

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};

/// So many sessions of one match keep what is typed.
const SLOTS_MAX: usize = 8;

/// A file that belongs to one session as long as that runs, also where it is killed.
#[derive(Debug)]
pub(crate) struct Slot {
    /// What is typed.
    pub(crate) file: PathBuf,
    lock: PathBuf,
    /// Holds the lock.
    _held: File,
}

impl Slot {
    /// The first file that no other session has.
    pub(crate) fn free(folder: &Path, id: &str) -> Option<Slot> {
        std::fs::create_dir_all(folder).ok()?;
        (1..=SLOTS_MAX).find_map(|number| Slot::of(folder, id, number))
    }

    /// The files that sessions left behind that have ended.
    pub(crate) fn left(folder: &Path, id: &str) -> Vec<Slot> {
        let left = (1..=SLOTS_MAX).filter(|number| path(folder, id, *number, "json").exists());
        left.filter_map(|number| Slot::of(folder, id, number)).collect()
    }

    fn of(folder: &Path, id: &str, number: usize) -> Option<Slot> {
        let lock = path(folder, id, number, "lock");
        let held = File::options().create(true).truncate(false).write(true).open(&lock).ok()?;
        match held.try_lock() {
            Err(TryLockError::WouldBlock) => None,
            // Where a disk knows no locks, a session is taken to be alone.
            Ok(()) | Err(TryLockError::Error(_)) => {
                Some(Slot { file: path(folder, id, number, "json"), lock, _held: held })
            }
        }
    }

    /// Gives the file up; nothing is typed.
    pub(crate) fn give_up(self) {
        let _ = std::fs::remove_file(&self.file);
        let _ = std::fs::remove_file(&self.lock);
    }
}

/// Ids of matches hold no `~`.
fn path(folder: &Path, id: &str, number: usize, ending: &str) -> PathBuf {
    match number {
        1 => folder.join(format!("{id}.{ending}")),
        more => folder.join(format!("{id}~{more}.{ending}")),
    }
}
