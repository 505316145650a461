//! What an error of the server means for a store.

use std::error::Error as _;

use postgres::error::SqlState;

use crate::error::StoreError;
use crate::place::Place;

/// Why the server did not do what was asked.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Trouble {
    /// The record, or what it follows, is not as the writer believes: somebody else was there, or it stands already.
    Taken,
    /// Two transactions were in each other's way.
    Again,
    /// The connection is gone. What was under way may or may not have been done.
    Lost(String),
    /// The user may not do it, or the server is a standby.
    ReadOnly,
    /// Somebody else holds what was asked for.
    Held,
    /// No room.
    Full,
    /// User, password, database or rights are not what the address says.
    NoAccess(String),
    /// The tables are not there.
    NoTables,
    /// A rule of the database that no sound record breaks.
    Broken(String),
    /// Anything else.
    Other(String),
}

impl Trouble {
    pub(super) fn of(error: &postgres::Error) -> Trouble {
        let Some(told) = error.as_db_error() else {
            return if error.is_closed() || is_of_the_wire(error) {
                Trouble::Lost(chain(error))
            } else {
                Trouble::Other(chain(error))
            };
        };
        Trouble::of_state(told.code().code(), told.message().to_owned())
    }

    /// While connecting, a server that does not answer is one that cannot be reached.
    pub(super) fn of_connecting(error: &postgres::Error) -> Trouble {
        match error.as_db_error() {
            None if is_of_the_wire(error) || error.is_closed() => Trouble::Lost(chain(error)),
            // A certificate, or a password that is asked for and not there: trying again does not help.
            None => Trouble::NoAccess(chain(error)),
            Some(told) if told.code() == &SqlState::INSUFFICIENT_PRIVILEGE => {
                Trouble::NoAccess(told.message().to_owned())
            }
            Some(_) => Trouble::of(error),
        }
    }

    /// By the five characters of a SQLSTATE, and what the server says beside.
    pub(super) fn of_state(state: &str, message: String) -> Trouble {
        match state {
            "23505" | "23503" => Trouble::Taken,
            "40001" | "40P01" => Trouble::Again,
            "40003" | "57P01" | "57P02" | "57P03" | "57P05" | "53300" | "25P03" => Trouble::Lost(message),
            "42501" | "25006" => Trouble::ReadOnly,
            "55P03" => Trouble::Held,
            "57014" => Trouble::Other("it took longer than a minute, and was given up".to_owned()),
            "53100" => Trouble::Full,
            "28000" | "28P01" | "3D000" => Trouble::NoAccess(message),
            "42P01" | "3F000" => Trouble::NoTables,
            "23514" | "23502" => Trouble::Broken(message),
            state if state.starts_with("08") => Trouble::Lost(message),
            state => Trouble::Other(format!("{message} ({state})")),
        }
    }

    pub(super) fn lost() -> Trouble {
        Trouble::Lost("the connection is closed".to_owned())
    }

    /// As an error of the store.
    pub(super) fn told(self, place: &Place) -> StoreError {
        let place = place.clone();
        match self {
            // Looked into before anybody is told; told only where the looking never came to an end.
            Trouble::Taken | Trouble::Again | Trouble::Held => StoreError::Busy(place),
            Trouble::Lost(what) => StoreError::Offline { place, what },
            Trouble::ReadOnly => StoreError::ReadOnly(place),
            Trouble::Full => StoreError::Full(place),
            Trouble::NoAccess(what) => StoreError::NoAccess { place, what },
            Trouble::NoTables => StoreError::NotOurs(place),
            Trouble::Broken(what) => StoreError::Corrupt { place, what },
            Trouble::Other(what) => StoreError::Server { place, what },
        }
    }
}

/// Whether an error is about the wire and not about what went over it.
fn is_of_the_wire(error: &postgres::Error) -> bool {
    let cause = error.source().and_then(|source| source.downcast_ref::<std::io::Error>());
    // What TLS refuses comes as data that is none.
    cause.is_some_and(|cause| cause.kind() != std::io::ErrorKind::InvalidData)
}

/// An error and its causes in a line.
fn chain(error: &postgres::Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        let cause_text = cause.to_string();
        if !text.contains(&cause_text) {
            text = format!("{text}: {cause_text}");
        }
        source = cause.source();
    }
    text
}

#[cfg(test)]
#[path = "../../tests/inside/postgres_trouble.rs"]
mod tests;
