//! What can go wrong with the database: what happened, where, and what to do.

use adjutant_core::chain::{ChainError, Link};
use rusqlite::ErrorCode;

use crate::append::StreamKind;
use crate::place::Place;

/// Why the store did not do what was asked. Nothing was written.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Somebody else appended in between, or the stream holds other records under the same numbers.
    #[error("{kind} {id} is at record {} now, but this was to follow record {}", found.seq, expected.seq)]
    Conflict {
        /// Kind of the stream.
        kind: StreamKind,
        /// Its id.
        id: String,
        /// What the writer had seen.
        expected: Link,
        /// What stands there now.
        found: Link,
    },
    /// The line does not continue the chain.
    #[error("record {seq} of {kind} {id} does not continue its chain: {source}")]
    Chain {
        /// Kind of the stream.
        kind: StreamKind,
        /// Its id.
        id: String,
        /// Number that the record should have.
        seq: u64,
        /// What is wrong with it.
        source: ChainError,
    },
    /// The stream does not exist.
    #[error("no {kind} has the id {id} in {place}")]
    NotFound {
        /// Kind of the stream.
        kind: StreamKind,
        /// Its id.
        id: String,
        /// The database.
        place: Place,
    },
    /// Another program kept the database locked.
    #[error("{0} is locked by another program")]
    Busy(Place),
    /// No room for another record.
    #[error("the disk is full: cannot write {0}")]
    Full(Place),
    /// The file or its folder may only be read.
    #[error("{0} may be read but not written")]
    ReadOnly(Place),
    /// The file is damaged.
    #[error("{place} is damaged: {what}")]
    Corrupt {
        /// The database.
        place: Place,
        /// What was found.
        what: String,
    },
    /// The file was written by a newer version of the program.
    #[error("{place} has schema version {found}; this program knows versions up to {known}")]
    NewerSchema {
        /// The database.
        place: Place,
        /// Its version.
        found: i64,
        /// The newest version that this program knows.
        known: i64,
    },
    /// The tables on a server hold matches and events only, and the user may not change them.
    #[error(
        "{place} has no room yet for leagues and sealed names: its tables are of version 1, and your user does not own \
         them; their owner runs once, in one transaction: {step}"
    )]
    NoRoom {
        /// The server.
        place: Place,
        /// The statements that make the room.
        step: String,
    },
    /// The file is something else.
    #[error("{0} is not an Adjutant database")]
    NotOurs(Place),
    /// The file or its folder could not be reached.
    #[error("{place}: {source}")]
    Unreachable {
        /// The file or folder.
        place: Place,
        /// What the system says.
        source: std::io::Error,
    },
    /// The address of a server is not one.
    #[error("the address of the database is not understood: {0}")]
    Address(&'static str),
    /// This program was built without what servers need.
    #[error("{0} is on a PostgreSQL server, and this program was built without PostgreSQL")]
    NotBuilt(Place),
    /// What only a file can do.
    #[error("{0} is on a server, not a file")]
    NotAFile(Place),
    /// The server did not answer, or went away.
    #[error("cannot reach {place}: {what}")]
    Offline {
        /// The server.
        place: Place,
        /// What happened.
        what: String,
    },
    /// Records were sent, and the server has not said whether they are stored.
    #[error("{place} has not answered, so what you recorded may be stored or not: {what}")]
    Unanswered {
        /// The server.
        place: Place,
        /// What happened.
        what: String,
    },
    /// The same words were sent before, without an answer, and are stored.
    #[error("{kind} {id} holds this already: it was stored as record {seq}, and only the answer was lost")]
    StoredBefore {
        /// Kind of the stream.
        kind: StreamKind,
        /// Its id.
        id: String,
        /// The last record that holds it.
        seq: u64,
    },
    /// The server knows the user, the database or the right to use it otherwise than the address says.
    #[error("cannot use {place}: {what}")]
    NoAccess {
        /// The server.
        place: Place,
        /// What the server says.
        what: String,
    },
    /// Anything else that a server reports.
    #[error("{place}: {what}")]
    Server {
        /// The server.
        place: Place,
        /// What it says.
        what: String,
    },
    /// Anything else that SQLite reports.
    #[error("{place}: {source}")]
    Database {
        /// The database.
        place: Place,
        /// What SQLite says.
        source: rusqlite::Error,
    },
}

const NO_ACCESS: &str = "check user, password (with @ / ? written as %40 %2F %3F), database and realm in the address, \
    the certificate, and what the server grants to that user";

const DAMAGED: &str = "an audit names the logs that are sound; put a backup back and keep this file";
const NO_ROOM: &str = "the same stands in `schemas/postgres-2.sql`; matches and events go on as before";

impl StoreError {
    /// What to do about it, in a sentence that names no command.
    pub fn hint(&self) -> &'static str {
        match self {
            StoreError::Conflict { .. } => "look at what was recorded in between, then record again what still holds",
            StoreError::Chain { source: ChainError::TooLong { .. }, .. } => {
                "nothing was written: shorten the text, or record it in several commands"
            }
            StoreError::Chain { source: ChainError::Syntax(_), .. } => {
                "if you just entered this, a number in it is too large or has more than three decimals; otherwise the \
                 log was changed: ask for an unchanged copy"
            }
            StoreError::Chain { .. } => {
                "the log was changed after it was written: ask for an unchanged copy, or put a backup back"
            }
            StoreError::NotFound { .. } => "check the id",
            StoreError::Address(_) => "an address is postgres://USER:PASSWORD@HOST/DATABASE?realm=NAME",
            StoreError::NotBuilt(_) => "take a program that was built with PostgreSQL",
            StoreError::NotAFile(_) => "use the tools of the server: `pg_dump` backs it up, `pg_restore` puts it back",
            StoreError::Offline { .. } => "nothing was written: check the network and the server, then try again",
            StoreError::Unanswered { .. } => "look at the log before you record it again: it may be there",
            StoreError::StoredBefore { .. } => "nothing was recorded now; record it again if it happened a second time",
            StoreError::NoAccess { .. } => NO_ACCESS,
            StoreError::Server { .. } => "look into the log of the server",
            StoreError::ReadOnly(Place::Server(_)) => {
                "nothing was written: the server is a standby, or your user may not append in this realm"
            }
            StoreError::Full(Place::Server(_)) => "nothing was lost: make room on the disk of the server",
            StoreError::Busy(Place::Server(_)) => "nothing was written: try again",
            StoreError::NotOurs(Place::Server(_)) => "name another database or schema; this one is left as it is",
            StoreError::Busy(_) => "nothing was written: close the other program or try again",
            StoreError::Full(_) => "nothing was lost: make room on the disk and record again",
            StoreError::ReadOnly(_) => {
                "nothing was lost: make room if the disk is full, or make the file and its folder writable"
            }
            StoreError::Corrupt { .. } => DAMAGED,
            StoreError::NewerSchema { .. } => "use the newer program; this one leaves the database as it is",
            StoreError::NoRoom { .. } => NO_ROOM,
            StoreError::NotOurs(_) => "name another folder; this file is left as it is",
            StoreError::Unreachable { source, .. } if source.kind() == std::io::ErrorKind::NotFound => {
                "check the path: the file or folder does not exist"
            }
            StoreError::Unreachable { source, .. } if source.kind() == std::io::ErrorKind::PermissionDenied => {
                "you have no permission: check the owner and mode of the file"
            }
            StoreError::Unreachable { .. } => "name a folder that can be written",
            StoreError::Database { source, .. } if source.sqlite_error_code() == Some(ErrorCode::SystemIoFailure) => {
                "nothing was written: the disk may be full (make room) or failing (keep the file, restore a backup)"
            }
            StoreError::Database { .. } => "nothing was written: check the file and its folder",
        }
    }

    /// Whether it may have come from a file or folder that may only be read, or from a disk without room.
    pub(crate) fn wants_to_write(&self) -> bool {
        match self {
            StoreError::ReadOnly(_) | StoreError::Full(_) => true,
            StoreError::Database { source, .. } => {
                matches!(source.sqlite_error_code(), Some(ErrorCode::CannotOpen | ErrorCode::SystemIoFailure))
            }
            _ => false,
        }
    }

    /// Names what an error of SQLite means for the file at a path.
    pub(crate) fn from_sqlite(place: &Place, source: rusqlite::Error) -> StoreError {
        let place = place.clone();
        // Its words would hold the whole statement.
        let source = match source {
            rusqlite::Error::SqlInputError { error, msg, .. } => rusqlite::Error::SqliteFailure(error, Some(msg)),
            other => other,
        };
        match source.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => StoreError::Busy(place),
            Some(ErrorCode::DiskFull) => StoreError::Full(place),
            Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => StoreError::ReadOnly(place),
            Some(ErrorCode::DatabaseCorrupt) => StoreError::Corrupt { place, what: source.to_string() },
            Some(ErrorCode::NotADatabase) => StoreError::NotOurs(place),
            _ => StoreError::Database { place, source },
        }
    }
}

#[cfg(test)]
#[path = "../tests/inside/error.rs"]
mod tests;
