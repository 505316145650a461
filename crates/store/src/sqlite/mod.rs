//! One file of SQLite: the store of one machine.

mod any_kind;
mod backup;
mod open;
mod restore;
mod sound;
mod stream;
#[cfg(test)]
mod stream_tests;

pub use backup::BackedUp;
pub(crate) use backup::sync_folder;
pub use open::Database;
pub use restore::Restored;
