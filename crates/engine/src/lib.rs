//! The rules of a recorded battle, as a pure fold over a log of commands.
//!
//! Nothing here reads a file, a clock, a random number or the environment, and no floating-point number decides
//! anything: the same records under the same pack give the same view, byte for byte, on every machine.
//!
//! The way of one command: [`record`] reads it, a [`Match`] hands it to [`decide`], whose [`Event`]s are applied to the
//! [`State`]; the [`timing`] skeleton adds what falls due by itself, objectives bring what they are worth, and a
//! [`View`] shows the outcome.
//!
//! | to | use |
//! |---|---|
//! | play or read a match | [`Match`], [`Command`], [`By`], [`Packs`] |
//! | understand a refusal | [`Refusal`], [`RefusalCode`] |
//! | show it | [`View`], [`Happening`] |
//! | know what may be recorded now | [`legal`] |
//! | read and write lines of a log | [`read_chained`], [`read_bare`], [`seal`] |
//!
//! Lists that the contract may extend ([`Command`], [`Event`], [`RefusalCode`], [`View`] …) are `#[non_exhaustive]`
//! unless the feature `exhaustive` is on, which the crates of this repository set.
//!
//! ```
//! use adjutant_engine::{By, Command, Match, Packs};
//! let mut game = Match::new(Packs::default());
//! let note: Command = serde_json::from_str(r#"{"note": {"text": "too early"}}"#).unwrap();
//! assert_eq!(game.record(By::Both, &note).unwrap_err().code.as_str(), "not-open");
//! ```
//!
//! # Features
//!
//! - `schema`: JSON Schemas of the types.
//! - `exhaustive`: lists that the contract may extend are closed: for the crates of one repository, which change together.
#![deny(clippy::float_arithmetic)]

mod apply;
pub mod command;
pub mod decide;
pub mod dice;
pub mod draw;
mod event;
pub mod facts;
pub mod fold;
pub mod law;
pub mod legal;
pub mod refusal;
pub mod rules;
pub mod score;
pub mod state;
pub mod terms;
pub mod timing;
pub mod view;

pub use adjutant_attack as attack;
pub use adjutant_core::{chain, ids, numbers, sealed, text, time, visible};
pub use adjutant_geometry as geometry;

pub use command::kind::{Kind, Offered, When, Who};
pub use command::record::{self, BareRecord, Record, read_bare, read_chained, seal};
pub use command::{Command, Said};
pub use event::{Award, Event};
pub use facts::{combats, control};
pub use fold::Match;
pub use fold::happening::{self, Happening};
pub use law::{Pack, Packs};
pub use refusal::{Refusal, RefusalCode};
pub use rules::muster;
pub use state::State;
pub use terms::side::{self, By, BySide, MapSide, Player, Winner};
pub use terms::{Possible, Roster, place, roster};
pub use view::View;
