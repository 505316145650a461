//! The JSON Schemas of what crosses the border of the program, generated from its types.

use adjutant_engine::record::{BareRecord, Record};
use adjutant_engine::roster::Roster;
use schemars::{JsonSchema, Schema, generate::SchemaSettings};

/// One line of a log, chained or bare.
#[derive(JsonSchema)]
#[serde(untagged)]
#[schemars(title = "One line of an Adjutant match log")]
#[expect(dead_code, reason = "only its schema is used")]
enum LogLine {
    /// A record of a chained log.
    Chained(Box<Record>),
    /// A record of a bare log.
    Bare(Box<BareRecord>),
}

/// The schema of one line of a match log.
pub fn log() -> Schema {
    SchemaSettings::draft2020_12().into_generator().into_root_schema_for::<LogLine>()
}

/// The schema of an army list, as `roster` records it and `adjutant roster check` reads it.
pub fn roster() -> Schema {
    SchemaSettings::draft2020_12().into_generator().into_root_schema_for::<Roster>()
}

/// A schema as it is checked in: indented, with a newline at its end.
///
/// # Errors
/// Only where it cannot be written as JSON.
pub fn text(schema: &Schema) -> Result<String, serde_json::Error> {
    serde_json::to_string_pretty(schema).map(|text| text + "\n")
}
