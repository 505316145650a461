//! Matches: recording them, listing them, taking their logs from files.

pub mod army;
pub mod hidden;
pub mod import;
pub mod listed;
pub mod recorder;
pub mod recording;
mod stored;
pub mod word;

pub use recording::{Recording, TakeError};
pub use stored::whole_log;
