//! What the bytes of logs tell: audits, findings, facts, cards of matches, statistics, whose signatures are trusted.
//!
//! Nothing here opens a file, a database or a connection, looks at a clock or draws a random number: logs come in as bytes,
//! and the packs that they are judged under are handed in as a [`Rulebook`]. Where logs lie is said by [`audit::LogSource`].
//!
//! | to | use |
//! |---|---|
//! | audit a match or a tournament | [`audit::audit`], [`audit::audit_bytes`], [`audit::audit_event`], [`tournaments::audit`] |
//! | audit logs of a stream, a part of many logs, copies and forks | [`audit::Frames`], [`audit::Part`], [`audit::Twins`] |
//! | get rows about matches and tournaments for statistics | [`mod@facts`] |
//! | read and fold a log | [`matches::logs`], [`tournaments::read`] |
//! | know by which law a log is judged, and ask the engine of that law | [`laws`] |
//! | read a log as a league sees it, and a league's own | [`leagues`] |
//! | say what a battle left on the table, what turned it, what its dice were worth | [`mod@after`] |
//! | pack a battle into a few codes on paper, and put it together again | [`mod@carried`] |
//! | sum up matches, add them up | [`matches::listed`], [`matches::stats`] |
//!
//! # Examples
//!
//! ```
//! use adjutant_replay::Rulebook;
//! use adjutant_replay::audit::{Code, audit_bytes};
//!
//! let report = audit_bytes(&Rulebook::shipped(), "mine".to_owned(), b"");
//! assert_eq!(report.findings[0].code, Code::Empty);
//! ```
//!
//! # Features
//!
//! - `schema`: JSON Schemas of the types.
//! - `exhaustive`: as in `adjutant-engine`.
//! - `pictures`: finds the codes of a battle in pictures.

pub mod after;
pub mod audit;
pub mod carried;
pub mod error;
pub mod facts;
pub mod laws;
pub mod leagues;
pub mod matches;
pub mod rulebook;
mod sealed;
pub mod tournaments;

pub use error::Error;
pub use rulebook::Rulebook;
