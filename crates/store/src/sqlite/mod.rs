//! One file of SQLite: the store of one machine.

mod backup;
mod open;
mod restore;
mod sound;
mod stream;
#[cfg(test)]
mod stream_tests;

use rusqlite::Connection;

use crate::Place;

pub use backup::BackedUp;
pub use restore::Restored;

/// An open database file.
pub struct Database {
    connection: Connection,
    pub(crate) place: Place,
}
