//! The JSON Schemas of what people write for Adjutant, or read from it: generated from the types.
//!
//! Nothing in the program depends on this crate: `adjutant schema` prints the files of the folder `schemas/` as they were
//! when it was built. The test of this crate compares those files with the types, and writes them anew where you ask for it.

use adjutant_engine::law::PackFile;
use adjutant_engine::record::{BareRecord, Record};
use adjutant_engine::roster::Roster;
use adjutant_engine::rules::{Action, Mission, Objective, Ruleset};
use adjutant_engine::view::View;
use adjutant_league::LeagueCommand;
use adjutant_league::list::List;
use adjutant_replay::after::MatchReport;
use adjutant_replay::audit::LogReport;
use adjutant_replay::facts::LogFacts;
use adjutant_replay::matches::answers::{Matches, Recorded, Summed, Told};
use adjutant_replay::matches::stats::Stats;
use adjutant_tournament::TournamentCommand;
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

/// Each schema with the word that `adjutant schema` knows it by; its file is `schemas/WORD.schema.json`.
///
/// ```
/// let words: Vec<&str> = adjutant_schemas::all().iter().map(|(word, _)| *word).collect();
/// assert_eq!(words[..4], ["log", "event", "roster", "pack"]);
/// assert!(words.contains(&"match-show"));
/// ```
pub fn all() -> [(&'static str, Schema); 19] {
    [
        ("log", of::<LogLine>()),
        ("event", of::<TournamentCommand>()),
        ("roster", of::<Roster>()),
        ("pack", of::<PackFile>()),
        ("ruleset", of::<Ruleset>()),
        ("mission", of::<Mission>()),
        ("objective", of::<Objective>()),
        ("action", of::<Action>()),
        ("report", of::<LogReport>()),
        ("facts", of::<LogFacts>()),
        ("match-list", of::<Matches>()),
        ("match-show", of::<View>()),
        ("match-log", of::<Told>()),
        ("match-record", of::<Recorded>()),
        ("match-summary", of::<Summed>()),
        ("match-stats", of::<Stats>()),
        ("match-report", of::<MatchReport>()),
        ("league", of::<LeagueCommand>()),
        ("league-list", of::<List>()),
    ]
}

fn of<T: JsonSchema>() -> Schema {
    SchemaSettings::draft2020_12().into_generator().into_root_schema_for::<T>()
}

/// A schema as it is kept in its file: indented, with a newline at its end.
///
/// # Errors
/// Only where it cannot be written as JSON.
pub fn text(schema: &Schema) -> Result<String, serde_json::Error> {
    serde_json::to_string_pretty(schema).map(|text| text + "\n")
}
