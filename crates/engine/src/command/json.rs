//! Commands and what they hold, as JSON for other crates: one that calls serde itself compiles all of it again.

use adjutant_core::ids::Name;
use adjutant_core::side::By;
use serde::Deserialize;
use serde::de::Error;
use serde_json::{Result, Value, from_str, to_string, to_value};

use super::record::BareRecord;
use super::{Command, Reserves};
use crate::dice::Drawn;
use crate::terms::{Place, Roster};

macro_rules! read {
    ($($kind:ident $what:literal)*) => {$(
        impl $kind {
            #[doc = concat!("Reads ", $what, ".\n\n# Errors\nWhat is not JSON, or not ", $what, ".")]
            pub fn read(text: &str) -> Result<$kind> {
                from_str(text)
            }
        }
    )*};
}

read! { Command "a command" Reserves "reserves" Roster "an army" Place "a place" }

impl Command {
    /// The command as its record holds it.
    ///
    /// # Errors
    /// Only where a value cannot be written as JSON.
    ///
    /// ```
    /// use adjutant_engine::command::Command;
    /// let end = Command::read(r#"{"end":{}}"#)?;
    /// assert_eq!(end.to_json()?.to_string(), r#"{"end":{}}"#);
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub fn to_json(&self) -> Result<Value> {
        to_value(self)
    }
}

impl BareRecord {
    /// The line of a bare log.
    ///
    /// # Errors
    /// As [`Command::to_json`].
    pub fn line(&self) -> Result<String> {
        to_string(self)
    }
}

/// A record as a sheet carries it: speaker, seconds since the record before, what is said, how its dice were drawn, and
/// under which rule of the army.
#[derive(Deserialize)]
pub struct Row(pub By, pub i64, pub Command, #[serde(default)] pub Option<Drawn>, #[serde(default)] pub Option<Name>);

impl Row {
    /// Reads a row.
    ///
    /// # Errors
    /// What is not JSON, or no row.
    pub fn read(text: &[u8]) -> Result<Row> {
        std::str::from_utf8(text).map_err(Error::custom).and_then(from_str)
    }
}
