//! The rules of a recorded battle, as a pure fold over a log of commands.
//!
//! Nothing here reads a file, a clock, a random number or the environment, and no floating-point number decides
//! anything: the same records under the same pack give the same view, byte for byte, on every machine.
#![deny(clippy::float_arithmetic)]

pub mod chain;
pub mod geometry;
