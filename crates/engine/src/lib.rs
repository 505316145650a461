//! The rules of a recorded battle, as a pure fold over a log of commands.
//!
//! Nothing here reads a file, a clock, a random number or the environment, and no floating-point number decides
//! anything: the same records under the same pack give the same view, byte for byte, on every machine.
//!
//! The way of one command: [`record`] reads it, [`fold`] hands it to [`decide`], whose [`event`]s [`apply`] to the
//! [`state`]; the [`timing`] skeleton adds what falls due by itself, [`evaluate`] pays what objectives bring, and
//! [`view`] shows the outcome.
#![deny(clippy::float_arithmetic)]

pub mod apply;
pub mod attack;
pub mod command;
pub mod control;
pub mod decide;
pub mod dice;
pub mod evaluate;
pub mod event;
pub mod facts;
pub mod fold;
pub mod geometry;
pub mod happening;
pub mod index;
pub mod kind;
pub mod knowledge;
pub mod law;
pub mod legal;
pub mod moments;
pub mod muster;
pub mod place;
pub mod record;
pub mod refusal;
pub mod roster;
pub mod rules;
pub mod score;
pub mod side;
pub mod state;
pub mod timing;
pub mod view;
mod view_of;

pub use adjutant_core::{chain, ids, numbers, time, visible};
