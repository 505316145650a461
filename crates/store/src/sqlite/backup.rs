//! A copy of the whole database while others may be writing to it.

use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::Connection;
use rusqlite::backup::Backup;

use super::open::{Database, begin};
use crate::error::StoreError;
use crate::place::Place;
use crate::store::Store;

const PAGES_AT_ONCE: i32 = 4096;
/// A part that nobody has written to for so long belongs to a program that was stopped.
const LEFT_OVER: Duration = Duration::from_secs(600);

/// What a backup left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BackedUp {
    /// How many matches and events it holds.
    pub streams: usize,
    /// Where the backup is that had this name before.
    pub before: Option<PathBuf>,
}

impl Store {
    /// Copies a database file to another: written beside it, checked (pages, schema, every chain, every hash), and only
    /// then renamed. An older backup of that name is kept as `FILE.before`.
    ///
    /// # Errors
    /// A copy that is not whole, a target that is this database or no database of ours, or that cannot be written; a
    /// database that is not a file. An older backup is as it was then.
    pub fn backup(&self, to: &Path) -> Result<BackedUp, StoreError> {
        match self {
            Store::Sqlite(open) => open.backup(to),
            #[cfg(feature = "postgres")]
            Store::Postgres(open) => Err(StoreError::NotAFile(open.place.clone())),
        }
    }
}

impl Database {
    fn backup(&self, to: &Path) -> Result<BackedUp, StoreError> {
        let older = to.exists();
        let tell = |source| StoreError::Unreachable { place: to.into(), source };
        if older {
            let same = to.canonicalize().ok() == self.place.file().and_then(|path| path.canonicalize().ok());
            if same || !is_ours(to) {
                let what = if same { "this is the database itself" } else { "the file exists and is not a backup" };
                return Err(tell(std::io::Error::new(std::io::ErrorKind::AlreadyExists, what)));
            }
        }
        let part = beside(to);
        let done = copy_to(&self.connection, &part).and_then(|streams| {
            let before = if older { Some(keep_before(to).map_err(tell)?) } else { None };
            std::fs::rename(&part, to).and_then(|()| sync_folder(to)).map_err(tell)?;
            Ok(BackedUp { streams, before })
        });
        if done.is_err() {
            // The copy is of no use; that it cannot be removed either adds nothing to the first error.
            let _ = std::fs::remove_file(&part);
        }
        done
    }
}

/// Copies a database to a file that is not there yet, brings it to the disk and checks the copy. Gives how many
/// streams it holds.
pub(crate) fn copy_to(from: &Connection, part: &Path) -> Result<usize, StoreError> {
    clear_left_over(part);
    let place = Place::from(part);
    let explain = |error| StoreError::from_sqlite(&place, error);
    begin(part);
    let mut target = Connection::open(part).map_err(explain)?;
    Backup::new(from, &mut target)
        .and_then(|backup| backup.run_to_completion(PAGES_AT_ONCE, Duration::from_millis(5), None))
        .map_err(explain)?;
    target.close().map_err(|(_, error)| explain(error))?;
    let tell = |source| StoreError::Unreachable { place: part.into(), source };
    std::fs::File::open(part).and_then(|file| file.sync_all()).map_err(tell)?;
    Store::Sqlite(Database::open_unchanged(part)?).check()
}

/// Takes away what copies of the same name left behind that were stopped before their end. One that is being written now
/// has just been changed.
fn clear_left_over(part: &Path) {
    let name = |path: &Path| path.file_name().map(|name| name.to_string_lossy().into_owned());
    let (Some(own), Some(folder)) = (name(part), part.parent()) else { return };
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let own = own.trim_end_matches(&format!("{}.part", std::process::id())).to_owned();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let Some(rest) = name(&entry.path()).and_then(|name| name.strip_prefix(&own).map(str::to_owned)) else {
            continue;
        };
        let ending = rest.trim_start_matches(|digit: char| digit.is_ascii_digit());
        let changed = entry.metadata().and_then(|about| about.modified()).ok();
        let old = changed.and_then(|at| at.elapsed().ok()).is_some_and(|age| age > LEFT_OVER);
        if ending.len() < rest.len() && matches!(ending, ".part" | ".part-journal" | ".part-wal" | ".part-shm") && old {
            // Whoever cannot take it away leaves it, as before.
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

fn is_ours(path: &Path) -> bool {
    Database::open_existing(path).is_ok()
}

/// Gives an older backup its second name before the first one goes to the new one: there is always one of them.
fn keep_before(path: &Path) -> std::io::Result<PathBuf> {
    let (kept, part) = (with_ending(path, ".before"), beside(&with_ending(path, ".before")));
    let linked = std::fs::hard_link(path, &part).or_else(|_| std::fs::copy(path, &part).map(|_| ()));
    linked.and_then(|()| std::fs::rename(&part, &kept))?;
    Ok(kept)
}

pub(crate) fn beside(path: &Path) -> PathBuf {
    with_ending(path, &format!(".{}.part", std::process::id()))
}

pub(crate) fn with_ending(path: &Path, end: &str) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(end);
    path.with_file_name(name)
}

/// Brings the names in the folder of a file to the disk: a renamed file is there after a power cut only if they are.
#[cfg(unix)]
pub(crate) fn sync_folder(path: &Path) -> std::io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    std::fs::File::open(folder)?.sync_all()
}

/// Where folders cannot be opened, the system keeps their names by itself.
#[cfg(not(unix))]
pub(crate) fn sync_folder(_: &Path) -> std::io::Result<()> {
    Ok(())
}
