//! Matches: recording them, listing them, taking their logs from files.

pub mod army;
pub mod hidden;
pub mod import;
pub mod listed;
pub mod recorder;
pub mod recording;
mod reported;
mod stored;
pub mod word;

pub use recording::{Recording, TakeError};
pub use reported::report;
pub use stored::whole_log;
