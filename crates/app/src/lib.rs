//! What programs do with matches and tournaments: record a command, take it back, publish a round and open its matches,
//! take results from them, audit, sign. The command line stands on this crate, and so can a server or your own program.
//!
//! Nothing here reads arguments or prints. Every function takes the store, the id and what to do, and returns a value or
//! an [`Error`]. Nothing is written before a `commit`, and a commit is refused if somebody else appended in between.
//!
//! | to | use |
//! |---|---|
//! | record a match | [`matches::Recording`] |
//! | record a tournament, open its matches, take their results | [`tournaments::TournamentRecording`], [`tournaments::matches`] |
//! | record a league, pin logs, publish and check lists | [`leagues`] |
//! | audit what lies in files, folders and databases, and get its facts | [`audit::gather`], [`audit::audit_all`], [`audit::Reader`] |
//! | audit, read and sum up logs that you hold | [`adjutant_replay`], under [`Known::rulebook`] |
//! | keep many logs as Parquet (feature `archive`) | `archive` |
//! | copy matches and events into another store | [`mod@copy`] |
//! | keep a key, keep a secret choice, keep lists that are handed in | [`keys`], [`secrets`], [`lists`] |
//! | remember which match is meant where none is named | [`current`] |
//! | print and check the passes of a hall | [`passes`] |
//! | follow another laptop, answer one that follows | [`follow`] |
//! | see which logs of a store do not read | [`sound`] |
//! | know the shipped packs and more, judge what a store holds by them | [`Known`], [`App`] |
//! | find the module that judges logs in a browser | [`page`] |
//!
//! # Examples
//! A match is opened, written, and read again. `examples/` has a whole battle that is audited, a round that is paired, and
//! signatures.
//!
//! ```
//! use adjutant_app::{Clock, Known};
//! use adjutant_app::matches::{Recording, whole_log};
//! use adjutant_engine::side::By;
//! use adjutant_store::Store;
//!
//! let folder = tempfile::tempdir()?;
//! let mut store = Store::open(&folder.path().join("adjutant.db"))?;
//! let mut recording = Recording::new(&Known::default(), Clock::System, "m");
//! let open = serde_json::from_str(r#"{"open": {"format": 1, "match": "m", "pack": "gt2020", "size": "incursion",
//!     "players": {"one": {"name": "Anna"}, "two": {"name": "Ben"}}}}"#)?;
//! recording.take(By::Both, open, None).map_err(|error| error.explain("record 1", "open"))?;
//! recording.commit(&mut store)?;
//! assert_eq!(whole_log(&store, "m")?.iter().filter(|byte| **byte == b'\n').count(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Features
//!
//! - `postgres`: stores on PostgreSQL servers.
//! - `archive`: archives: many logs as Parquet.
//! - `engines`: judges logs of older laws.
//! - `exhaustive`: as in `adjutant-engine`.

mod app;
#[cfg(feature = "archive")]
pub mod archive;
pub mod audit;
mod brought;
pub mod clock;
pub mod copy;
pub mod current;
pub mod draw;
pub mod engines;
pub mod error;
pub mod files;
pub mod follow;
pub mod forget;
pub mod keys;
pub mod leagues;
pub mod lists;
pub mod matches;
pub mod names;
pub mod packs;
pub mod page;
pub mod passes;
pub mod printed;
pub mod random;
pub mod recording;
pub mod secrets;
pub mod sound;
pub mod tournaments;

pub use adjutant_core::counts;
pub use adjutant_store::{Place, Store, StreamKind};
pub use app::App;
pub use clock::Clock;
pub use error::{Error, ErrorKind};
pub use packs::Known;
