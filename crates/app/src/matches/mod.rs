//! Matches: recording them, and their logs as files.

pub mod import;
pub mod logs;
pub mod recording;

pub use recording::{Recording, TakeError};
