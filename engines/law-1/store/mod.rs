//! In the place of the commit's `store/src/sqlite`: a database that cannot be opened. The module reads logs from memory.

use std::convert::Infallible;
use std::path::{Path, PathBuf};

use adjutant_core::chain::Link;

use crate::{Append, Appended, Head, Line, Place, StoreError, StreamKind};

/// What a backup would come to.
pub struct BackedUp {
    /// How many matches and events it holds.
    pub streams: usize,
    /// Where the backup is that had this name before.
    pub before: Option<PathBuf>,
}

/// What a restored backup would come to.
pub struct Restored {
    /// How many matches and events the database now holds.
    pub streams: usize,
    /// Where the database is that stood there before.
    pub before: Option<PathBuf>,
}

/// A database that is never open.
pub struct Database {
    pub(crate) place: Place,
    never: Infallible,
}

#[allow(missing_docs, clippy::missing_errors_doc)]
impl Database {
    fn none(path: &Path) -> Result<Database, StoreError> {
        Err(StoreError::NotOurs(path.into()))
    }

    pub fn open(path: &Path) -> Result<Database, StoreError> {
        Database::none(path)
    }

    pub fn open_existing(path: &Path) -> Result<Database, StoreError> {
        Database::none(path)
    }

    pub fn open_to_read(path: &Path) -> Result<Database, StoreError> {
        Database::none(path)
    }

    pub fn append_all(&mut self, _: &[Append<'_>]) -> Result<Vec<Appended>, StoreError> {
        match self.never {}
    }

    pub fn read_from(&self, _: StreamKind, _: &str, _: u64) -> Result<Vec<Line>, StoreError> {
        match self.never {}
    }

    pub fn line(&self, _: StreamKind, _: &str, _: u64) -> Result<Option<Line>, StoreError> {
        match self.never {}
    }

    pub fn head(&self, _: StreamKind, _: &str) -> Result<Option<Link>, StoreError> {
        match self.never {}
    }

    pub fn others_version(&self) -> Result<i64, StoreError> {
        match self.never {}
    }

    pub fn list(&self, _: StreamKind) -> Result<Vec<Head>, StoreError> {
        match self.never {}
    }

    pub fn ids(&self, _: StreamKind) -> Result<Vec<String>, StoreError> {
        match self.never {}
    }

    pub fn check_pages(&self) -> Result<(), StoreError> {
        match self.never {}
    }

    pub fn schema_differences(&self) -> Result<Vec<String>, StoreError> {
        match self.never {}
    }

    pub fn backup(&self, _: &Path) -> Result<BackedUp, StoreError> {
        match self.never {}
    }

    pub fn restore(from: &Path, _: &Path) -> Result<Restored, StoreError> {
        Err(StoreError::NotOurs(from.into()))
    }
}
