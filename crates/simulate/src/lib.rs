//! Dice drawn from a match's seed, and whole legal random matches.
//!
//! Everything here is a function of a seed: the same seed gives the same records, byte for byte. Each purpose draws
//! from a [`stream`] of its own, so that drawing a mission never shifts a die.
//!
//! ```
//! use adjutant_simulate::{Depth, Plan, simulate};
//! let records = simulate(7, &Plan::new(Depth::Facts));
//! assert_eq!(records, simulate(7, &Plan::new(Depth::Facts)));
//! ```

pub mod armies;
mod battle;
mod course;
mod ground;
mod levels;
mod setup;
mod simulation;
mod throws;

pub use adjutant_engine::dice;
pub use adjutant_engine::dice::stream;
pub use simulation::{Depth, Plan, Record, Seed, simulate, simulate_match};
