//! Tournaments as a pure fold.
#![deny(clippy::float_arithmetic)]

pub mod check;
pub mod command;
pub mod csv_file;
mod decide;
pub mod id;
pub mod log;
pub mod lots;
pub mod matching;
pub mod pairing;
pub mod policy;
pub mod rational;
pub mod refusal;
pub mod standings;
pub mod state;
pub mod tables;
pub mod teams;
pub mod trf;
pub mod view;

pub use command::{By, EventCommand};
pub use decide::decide;
pub use id::{EventId, MatchId, MissionId, Name, PlayerId, RoundNumber, Seed, TableNumber};
pub use log::EventLog;
pub use rational::Rational;
pub use refusal::Refusal;
pub use state::EventState;
