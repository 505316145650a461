//! Makes room for streams of any kind in a database that began with matches and events alone.

use rusqlite::TransactionBehavior;

use super::open::{Database, MIGRATIONS, begin};
use crate::error::StoreError;

/// The version from which on a database may hold streams of any kind.
const ANY_KIND: i64 = 2;
/// The end of the name of the file as it was before.
const BEFORE: &str = ".v1";

impl Database {
    /// The version of the schema.
    pub(super) fn version(&self) -> Result<i64, StoreError> {
        let found = self.connection.pragma_query_value(None, "user_version", |row| row.get(0));
        found.map_err(|error| StoreError::from_sqlite(&self.place, error))
    }

    /// Makes the room, once, in one transaction; a copy of the file as it was stays beside it.
    pub(super) fn take_any_kind(&mut self) -> Result<(), StoreError> {
        if self.version()? >= ANY_KIND {
            return Ok(());
        }
        let place = self.place.clone();
        let explain = |error| StoreError::from_sqlite(&place, error);
        self.keep_as_it_was().map_err(explain)?;
        // SQLite changes this between transactions only.
        self.connection.pragma_update(None, "foreign_keys", false).map_err(explain)?;
        let done = self.rebuild().map_err(explain);
        self.connection.pragma_update(None, "foreign_keys", true).map_err(explain)?;
        done
    }

    /// Copies the file, unless nothing stands in it or a copy is there.
    fn keep_as_it_was(&self) -> rusqlite::Result<()> {
        let Some(path) = self.place.file() else { return Ok(()) };
        let mut kept = path.as_os_str().to_os_string();
        kept.push(BEFORE);
        let streams: i64 = self.connection.query_row("SELECT count(*) FROM stream", [], |row| row.get(0))?;
        if streams == 0 || std::path::Path::new(&kept).exists() {
            return Ok(());
        }
        begin(std::path::Path::new(&kept));
        self.connection.execute("VACUUM INTO ?1", [kept.to_string_lossy()])?;
        Ok(())
    }

    fn rebuild(&mut self) -> rusqlite::Result<()> {
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let found: i64 = transaction.pragma_query_value(None, "user_version", |row| row.get(0))?;
        // Somebody else may have done it while this one waited.
        if found < ANY_KIND {
            transaction.execute_batch(MIGRATIONS[1])?;
            transaction.pragma_update(None, "user_version", ANY_KIND)?;
        }
        transaction.commit()
    }
}
