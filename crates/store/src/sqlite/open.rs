//! Opens the database: creates what is missing, brings an older schema forward, refuses what is not ours.

use std::path::Path;
use std::time::{Duration, Instant};

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags, TransactionBehavior};

use crate::error::StoreError;
use crate::place::Place;

/// Marks the file as ours: `ADJ1` in ASCII.
const APPLICATION_ID: i64 = 0x4144_4a31;
/// What brings a database from the version of its index to the next one.
pub(crate) const MIGRATIONS: &[&str] =
    &[include_str!("../../schemas/store.sql"), include_str!("../../schemas/store-2.sql")];
/// The newest version that this program reads and writes.
const SCHEMA_VERSION: i64 = MIGRATIONS.len() as i64;
/// The version in which a database begins: older programs read it until it holds what they do not know.
pub(super) const FIRST_VERSION: i64 = 1;
/// How long a writer waits for another one.
const BUSY_WAIT: Duration = Duration::from_secs(5);
/// How long it waits before it asks again, where SQLite does not wait by itself.
const BUSY_PAUSE: Duration = Duration::from_millis(10);

/// An open database file.
pub struct Database {
    pub(super) connection: Connection,
    pub(crate) place: Place,
}

impl Database {
    /// Opens the database at a path and creates it, with its folder, where there is none.
    ///
    /// # Errors
    /// A file that is not an Adjutant database, is damaged, was written by a newer version, or cannot be reached.
    pub fn open(path: &Path) -> Result<Database, StoreError> {
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty() && !folder.exists()) {
            std::fs::create_dir_all(folder)
                .map_err(|source| StoreError::Unreachable { place: folder.into(), source })?;
        }
        begin(path);
        Self::open_with(path, OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE)
    }

    /// Opens a database that must be there, to be read.
    ///
    /// # Errors
    /// As [`Store::open`](crate::Store::open), and where the file is missing.
    pub fn open_existing(path: &Path) -> Result<Database, StoreError> {
        std::fs::metadata(path).map_err(|source| StoreError::Unreachable { place: path.into(), source })?;
        Self::open_with(path, OpenFlags::SQLITE_OPEN_READ_WRITE)
    }

    /// Opens a database to look something up. Where there is none, it is as if an empty one stood at the path; neither
    /// file nor folder is made.
    ///
    /// # Errors
    /// As [`Store::open_existing`](crate::Store::open_existing), where there is a file.
    pub fn open_to_read(path: &Path) -> Result<Database, StoreError> {
        match std::fs::metadata(path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Self::empty(&path.into()),
            _ => Self::open_existing(path),
        }
    }

    /// An empty database in memory, for a place where there is none yet.
    pub(crate) fn empty(place: &Place) -> Result<Database, StoreError> {
        Connection::open_in_memory()
            .map_err(|error| StoreError::from_sqlite(place, error))
            .and_then(|connection| set_up(connection, place))
    }

    /// Opens a database that nobody else has open, to be read, and writes nothing beside it.
    pub(crate) fn open_unchanged(path: &Path) -> Result<Database, StoreError> {
        open_at_rest(path).and_then(|connection| set_up(connection, &path.into()))
    }

    /// Where the folder may only be read, or the disk has no room left, the database is opened for readers: SQLite
    /// would want a file beside it.
    fn open_with(path: &Path, flags: OpenFlags) -> Result<Database, StoreError> {
        let at_rest = is_at_rest(path);
        let opened = Connection::open_with_flags(path, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX)
            .map_err(|error| unreachable_or(path, error))
            .and_then(|connection| set_up(connection, &path.into()));
        match opened {
            Err(error) if error.wants_to_write() => {
                let read = if at_rest { open_at_rest(path) } else { open_alone(path) };
                read.and_then(|connection| set_up(connection, &path.into())).map_err(|_| error)
            }
            opened => opened,
        }
    }
}

/// Makes the file of a new database, which nobody else on the machine can read: it holds drafts and lists before they are
/// shown. What SQLite writes beside it gets the same mode. Where the file cannot be made, opening it says why.
#[cfg(unix)]
pub(crate) fn begin(path: &Path) {
    use std::os::unix::fs::OpenOptionsExt;
    drop(std::fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(path));
}

/// Who may read it is what the folder of the user's data says.
#[cfg(not(unix))]
pub(crate) fn begin(_: &Path) {}

fn set_up(mut connection: Connection, place: &Place) -> Result<Database, StoreError> {
    let explain = |error| StoreError::from_sqlite(place, error);
    connection.busy_timeout(BUSY_WAIT).map_err(explain)?;
    prepare(&mut connection, place)?;
    connection
        .execute_batch(
            "PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF;
             PRAGMA cell_size_check = ON;",
        )
        .map_err(explain)?;
    Ok(Database { connection, place: place.clone() })
}

/// Whether nothing waits beside the file to be written into it, and nobody else has it open.
fn is_at_rest(path: &Path) -> bool {
    let beside = |end: &str| {
        let mut name = path.as_os_str().to_os_string();
        name.push(end);
        std::path::PathBuf::from(name).exists()
    };
    path.is_file() && !beside("-wal") && !beside("-shm") && !beside("-journal")
}

/// Opens a file that nobody can change: to be read, with nothing beside it.
fn open_at_rest(path: &Path) -> Result<Connection, StoreError> {
    let escaped: String = path
        .to_string_lossy()
        .chars()
        .map(|c| match c {
            '%' => "%25".to_owned(),
            '?' => "%3f".to_owned(),
            '#' => "%23".to_owned(),
            plain => plain.to_string(),
        })
        .collect();
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    Connection::open_with_flags(format!("file:{escaped}?immutable=1"), flags)
        .map_err(|error| StoreError::from_sqlite(&path.into(), error))
}

/// Opens a file beside which records wait that cannot be brought into it: to be read, by this program alone, which
/// keeps in memory what SQLite would otherwise keep in a file.
fn open_alone(path: &Path) -> Result<Connection, StoreError> {
    let place = Place::from(path);
    let explain = |error| StoreError::from_sqlite(&place, error);
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags).map_err(explain)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true).map_err(explain)?;
    connection.execute_batch("PRAGMA locking_mode = EXCLUSIVE; PRAGMA query_only = ON;").map_err(explain)?;
    Ok(connection)
}

/// SQLite says only "unable to open"; the system knows why.
fn unreachable_or(path: &Path, error: rusqlite::Error) -> StoreError {
    match std::fs::OpenOptions::new().read(true).open(path) {
        Err(source) => StoreError::Unreachable { place: path.into(), source },
        Ok(_) => StoreError::from_sqlite(&path.into(), error),
    }
}

struct Header {
    application: i64,
    version: i64,
    /// Whether there is nothing in the file yet; asked only where it could be so.
    empty: bool,
}

fn header(connection: &Connection) -> rusqlite::Result<Header> {
    let number = |name| connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
    let (application, version) = (number("application_id")?, number("user_version")?);
    let objects = || connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get::<_, i64>(0));
    Ok(Header { application, version, empty: application == 0 && version == 0 && objects()? == 0 })
}

/// Nothing to do where the schema is current; a migration, in one transaction, where it is not. SQLite does not wait
/// for a process that changes the kind of journal at the same time, so this does.
fn prepare(connection: &mut Connection, place: &Place) -> Result<(), StoreError> {
    let until = Instant::now() + BUSY_WAIT;
    loop {
        match migrate(connection, place) {
            Err(StoreError::Busy(_)) if Instant::now() < until => std::thread::sleep(BUSY_PAUSE),
            done => return done,
        }
    }
}

fn migrate(connection: &mut Connection, place: &Place) -> Result<(), StoreError> {
    let explain = |error| StoreError::from_sqlite(place, error);
    // One snapshot for all questions: somebody else may be creating the database right now.
    let snapshot = connection.transaction().map_err(explain)?;
    let found = header(&snapshot).map_err(explain)?;
    snapshot.finish().map_err(explain)?;
    if current(&found, place)? {
        return Ok(());
    }
    connection.pragma_update(None, "journal_mode", "WAL").map_err(explain)?;
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(explain)?;
    // Somebody else may have migrated while this one waited.
    let found = header(&transaction).map_err(explain)?;
    if current(&found, place)? {
        return Ok(());
    }
    transaction.execute_batch(MIGRATIONS[0]).map_err(explain)?;
    transaction.pragma_update(None, "application_id", APPLICATION_ID).map_err(explain)?;
    transaction.pragma_update(None, "user_version", FIRST_VERSION).map_err(explain)?;
    transaction.commit().map_err(explain)
}

/// Whether the schema is one that this program reads and writes; `false` where the file is empty.
fn current(found: &Header, place: &Place) -> Result<bool, StoreError> {
    if !found.empty && found.application != APPLICATION_ID {
        return Err(StoreError::NotOurs(place.clone()));
    }
    if found.version < i64::from(!found.empty) {
        let what = format!("it says schema version {}, which no version of this program writes", found.version);
        return Err(StoreError::Corrupt { place: place.clone(), what });
    }
    if found.version > SCHEMA_VERSION {
        return Err(StoreError::NewerSchema { place: place.clone(), found: found.version, known: SCHEMA_VERSION });
    }
    Ok(!found.empty)
}

#[cfg(test)]
#[path = "../../tests/inside/sqlite_open.rs"]
mod tests;
