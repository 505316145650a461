//! A backup put in the place of a database, and what stood there kept.

use std::path::{Path, PathBuf};

use rusqlite::Connection;
use rusqlite::config::DbConfig;

use super::backup::{beside, copy_to, sync_folder, with_ending};
use super::open::Database;
use crate::error::StoreError;
use crate::store::Store;

/// What SQLite may leave beside a database; a file that belongs to another database must never meet this one.
const BESIDE: [&str; 3] = ["-wal", "-shm", "-journal"];

/// What a restore did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restored {
    /// How many matches and events the database now holds.
    pub streams: usize,
    /// Where the database is that stood there before, with what was beside it.
    pub before: Option<PathBuf>,
}

impl Store {
    /// Opens a backup to look into it. An empty file is none: opened as a database it would become one without logs.
    ///
    /// # Errors
    /// As [`Store::open_existing`]; a pipe, a device, an empty file.
    pub fn open_backup(path: &Path) -> Result<Store, StoreError> {
        let refuse = |source| StoreError::Unreachable { place: path.into(), source };
        let about = std::fs::metadata(path).map_err(refuse)?;
        if !about.is_file() {
            let source = std::io::Error::new(std::io::ErrorKind::InvalidInput, "this is a folder, a pipe or a device");
            return Err(refuse(source));
        }
        if about.len() == 0 {
            return Err(StoreError::NotOurs(path.into()));
        }
        Database::open_existing(path).map(Store::Sqlite)
    }

    /// Puts a backup in the place of a database file. The backup is checked first, and its copy once more; the database
    /// that stood there is kept under another name, with its `-wal` and `-shm`.
    ///
    /// # Errors
    /// A backup that is damaged or none of ours, a database that another program has open, or files that cannot be
    /// written. The database is as it was then.
    pub fn restore(from: &Path, database: &Path) -> Result<Restored, StoreError> {
        if from.canonicalize().is_ok_and(|from| database.canonicalize().is_ok_and(|database| from == database)) {
            let source = std::io::Error::new(std::io::ErrorKind::InvalidInput, "this is the database itself");
            return Err(StoreError::Unreachable { place: from.into(), source });
        }
        Store::open_backup(from)?.check()?;
        let backup = Database::open_existing(from)?;
        let tell = |source| StoreError::Unreachable { place: database.into(), source };
        if let Some(folder) = database.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder).map_err(tell)?;
        }
        let part = beside(database);
        let done = copy_to(&backup.connection, &part).and_then(|streams| {
            let before = set_aside(database)?;
            std::fs::rename(&part, database).and_then(|()| sync_folder(database)).map_err(tell)?;
            Ok(Restored { streams, before })
        });
        if done.is_err() {
            // The copy is of no use; that it cannot be removed either adds nothing to the first error.
            let _ = std::fs::remove_file(&part);
        }
        done
    }
}

/// Keeps a database and what is beside it under a name that is free, and takes away what is beside it.
fn set_aside(database: &Path) -> Result<Option<PathBuf>, StoreError> {
    let tell = |path: &Path| {
        let place = path.into();
        move |source| StoreError::Unreachable { place, source }
    };
    if !database.exists() {
        // A log without its database is nobody's; it must not be laid over the copy.
        return BESIDE
            .iter()
            .try_for_each(|end| remove(&with_ending(database, end)))
            .map(|()| None)
            .map_err(tell(database));
    }
    refuse_in_use(database)?;
    let taken = |kept: &PathBuf| kept.exists() || BESIDE.iter().any(|end| with_ending(kept, end).exists());
    let names = (1..).map(|number| {
        with_ending(database, &if number == 1 { ".before".to_owned() } else { format!(".before{number}") })
    });
    let kept = names.into_iter().find(|kept| !taken(kept)).unwrap_or_else(|| unreachable!("numbers do not end"));
    // Everything has its second name before the first one goes: whatever happens in between, nothing is lost.
    for end in BESIDE.into_iter().chain([""]) {
        let (from, to) = (with_ending(database, end), with_ending(&kept, end));
        if from.exists() {
            std::fs::hard_link(&from, &to).or_else(|_| std::fs::copy(&from, &to).map(|_| ())).map_err(tell(&to))?;
        }
    }
    sync_folder(database).map_err(tell(database))?;
    BESIDE.iter().try_for_each(|end| remove(&with_ending(database, end))).map_err(tell(database))?;
    Ok(Some(kept))
}

fn remove(path: &Path) -> std::io::Result<()> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// A process that has the database open would go on writing into the copy that is set aside. A file that is too damaged to
/// be opened is nobody's either.
fn refuse_in_use(database: &Path) -> Result<(), StoreError> {
    let alone = || -> rusqlite::Result<()> {
        let connection = Connection::open(database)?;
        // What stands beside it is kept as it is, for anyone who looks for the damage.
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
        connection.execute_batch("PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE; ROLLBACK;")
    };
    match alone().map_err(|error| StoreError::from_sqlite(&database.into(), error)) {
        Err(StoreError::Busy(place)) => Err(StoreError::Busy(place)),
        _ => Ok(()),
    }
}
