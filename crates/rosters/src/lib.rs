//! Army lists.
#![deny(clippy::float_arithmetic)]

pub mod import;
