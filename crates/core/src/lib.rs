//! What the log of a match and the log of a tournament have in common.
//!
//! Both are files of canonical JSON records, one a line, each naming the hash of the line before. This crate reads and
//! writes such lines and holds the values that stand in them. It knows neither the rules of a battle nor those of a
//! tournament, and it reads no file, clock, environment or random number.
//!
//! | to | use |
//! |---|---|
//! | check a line against the one before, write the next one | [`chain::verify_line`], [`chain::seal`] |
//! | hash bytes, write a value in canonical form | [`Hash::of`], [`chain::canonical`] |
//! | take an id or a printed name from outside | [`MatchId::new`](ids::MatchId::new), [`Name::new`] |
//! | keep the records of a log, take some back, fold those that stand | [`History`] |
//! | say something with the names of players and units apart from the words | [`say!`], [`Sentence`] |
//! | read and compare times | [`Timestamp`] |
//! | sign the head of a log, check a signature | [`SigningKey`], [`signature::verify`] |
//!
//! # Examples
//! Two lines, the second of which names the first:
//!
//! ```
//! use adjutant_core::{Link, chain};
//!
//! let fields = serde_json::json!({"by": "both", "do": {"note": {"text": "hello"}}});
//! let (one, link) = chain::seal(fields.as_object().unwrap().clone(), Link::START)?;
//! let (two, _) = chain::seal(fields.as_object().unwrap().clone(), link)?;
//! assert_eq!(chain::verify_line(&one, Link::START).unwrap(), link);
//! assert!(chain::verify_line(&two, Link::START).is_err(), "it does not come first");
//! # Ok::<(), serde_json::Error>(())
//! ```
//!
//! # Features
//!
//! - `schema`: JSON Schemas of the types.
#![deny(clippy::float_arithmetic)]

pub mod chain;
mod closed;
pub mod counts;
mod exported;
pub mod history;
pub mod ids;
pub mod index;
pub mod numbers;
pub mod reliance;
pub mod sealed;
pub mod sentence;
pub mod severity;
pub mod shaped;
pub mod shared;
pub mod side;
pub mod signature;
pub mod spelling;
pub mod terrain;
pub mod text;
pub mod time;
pub mod visible;
pub mod word;

pub use chain::{ChainError, Hash, Link};
pub use history::History;
pub use ids::{Name, Reason, TextError};
pub use index::IndexVec;
pub use sentence::Sentence;
pub use severity::Severity;
pub use side::{By, BySide, Player, Winner};
pub use signature::SigningKey;
pub use text::{Salt, Signature, Text};
pub use time::Timestamp;
