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
//! | audit, read and sum up logs that you hold | [`adjutant_replay`], under [`packs::rulebook`] |
//! | keep many logs as Parquet (feature `archive`) | `archive` |
//! | copy matches and events into another store | [`mod@copy`] |
//! | keep a key, keep a secret choice, keep lists that are handed in | [`keys`], [`secrets`], [`lists`] |
//! | remember which match is meant where none is named | [`current`] |
//! | print and check the passes of a hall | [`passes`] |
//! | follow another laptop, answer one that follows | [`follow`] |
//! | see which logs of a store do not read | [`sound`] |
//! | know more packs than those that are shipped | [`packs`] |

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
pub mod keys;
pub mod leagues;
pub mod lists;
pub mod matches;
pub mod packs;
pub mod passes;
pub mod printed;
pub mod random;
pub mod secrets;
pub mod sound;
pub mod tournaments;

pub use adjutant_core::counts;
pub use adjutant_store::{Place, Store, StreamKind};
pub use clock::Clock;
pub use error::{Error, ErrorKind};
