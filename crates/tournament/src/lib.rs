//! Tournaments as a pure fold.
#![deny(clippy::float_arithmetic)]

pub mod matching;
