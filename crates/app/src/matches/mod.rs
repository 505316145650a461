//! Matches: recording them, and their logs as files.

pub mod answers;
pub mod army;
pub mod hidden;
pub mod import;
pub mod listed;
pub mod logs;
pub mod recorder;
pub mod recording;
mod signed;
pub mod stats;

pub use recording::{Recording, TakeError};
pub use signed::both_signed;
