//! The event store: one SQLite file of append-only streams, each a chain of canonical lines.
//!
//! *Invariant:* a line that does not chain onto the one before is never written, and a line that was written is
//! never changed: the first is checked by [`Store::append`], both are enforced by triggers in `schemas/store.sql`.
//!
//! *Invariant:* a copy is checked before it takes the place of anything ([`Store::backup`], [`Store::restore`]), and
//! what it replaces is kept.
//!
//! *Invariant:* when [`Store::append`] returns, its lines are on disk (write-ahead log, `synchronous = FULL`).

mod backup;
mod error;
mod open;
mod restore;
mod sound;
mod stream;
#[cfg(test)]
mod stream_tests;

use std::path::{Path, PathBuf};

use rusqlite::Connection;

pub use backup::BackedUp;
pub use error::StoreError;
pub use restore::Restored;
pub use sound::misfiled;
pub use stream::{Append, Appended, Head, Line, StreamKind};

/// An open database.
///
/// # Examples
/// ```
/// use adjutant_core::chain::{Link, seal};
/// use adjutant_store::{Line, Store, StreamKind};
///
/// let folder = tempfile::tempdir().unwrap();
/// let mut store = Store::open(&folder.path().join("adjutant.db")).unwrap();
/// let note = serde_json::json!({"by": "both", "do": {"note": {"text": "hello"}}});
/// let (bytes, link) = seal(note.as_object().unwrap().clone(), Link::START).unwrap();
/// store.append(StreamKind::Match, "m", Link::START, &[Line { link, bytes }]).unwrap();
/// assert_eq!(store.head(StreamKind::Match, "m").unwrap(), Some(link));
/// ```
pub struct Store {
    connection: Connection,
    path: PathBuf,
}

impl Store {
    /// Where the database is.
    pub fn path(&self) -> &Path {
        &self.path
    }
}
