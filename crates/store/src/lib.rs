//! The event store: append-only streams, each a chain of canonical lines. One machine keeps them in a file of SQLite; a
//! federation keeps them on a PostgreSQL server (feature `postgres`).
//!
//! *Invariant:* a line that does not chain onto the one before is never written, and a line that was written is
//! never changed: the first is checked by [`Store::append`], both are enforced by the database itself: by triggers in
//! `schemas/store.sql`, by keys, grants and triggers in `schemas/postgres.sql`.
//!
//! *Invariant:* a copy is checked before it takes the place of anything ([`Store::backup`], [`Store::restore`]), and
//! what it replaces is kept.
//!
//! *Invariant:* when [`Store::append`] returns, its lines are on disk (SQLite: write-ahead log, `synchronous = FULL`;
//! PostgreSQL: `synchronous_commit` is never less than `on`).
//!
//! *Invariant:* what one kind of store promises, the other does: `tests/conformance` is one list of promises for both.
//!
//! # Examples
//!
//! ```
//! use adjutant_core::chain::{Link, seal};
//! use adjutant_store::{Line, Store, StreamKind};
//!
//! let folder = tempfile::tempdir().unwrap();
//! let mut store = Store::open(&folder.path().join("adjutant.db")).unwrap();
//! let note = serde_json::json!({"by": "both", "do": {"note": {"text": "hello"}}});
//! let (bytes, link) = seal(note.as_object().unwrap().clone(), Link::START).unwrap();
//! store.append(StreamKind::Match, "m", Link::START, &[Line { link, bytes }]).unwrap();
//! assert_eq!(store.head(StreamKind::Match, "m").unwrap(), Some(link));
//! ```
//!
//! # Features
//!
//! - `postgres`: stores on PostgreSQL servers.

mod address;
mod append;
mod chain;
mod error;
mod names;
mod place;
#[cfg(feature = "postgres")]
mod postgres;
mod sqlite;
mod store;

pub use append::{Append, Appended, Head, Line, StreamKind, joined, misfiled};
pub use error::StoreError;
pub use place::{Place, Server, tell_of_waiting};
#[cfg(feature = "postgres")]
pub use postgres::Federation;
pub use sqlite::{BackedUp, Database, Restored};
pub use store::Store;
