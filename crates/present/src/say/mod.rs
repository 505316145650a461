//! Sentences: what a command says, what it brought about, what its dice did.

pub mod audited;
pub mod command;
pub mod corrected;
pub mod dice;
pub mod event_command;
mod follows;
pub mod happening;
pub mod older;
pub mod signed;
pub mod telling;
mod touched;

pub use follows::follows;
pub use touched::{not_looked_at, stays, touched};
