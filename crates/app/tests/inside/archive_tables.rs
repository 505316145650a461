//! Tests of `archive::tables` that need what only it sees.

use super::*;
use std::collections::BTreeSet;

/// A fact that has no column would be lost without a word.
#[test]
fn every_fact_has_a_column_of_its_name() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../schemas/facts.schema.json");
    let schema: Value = serde_json::from_slice(&std::fs::read(folder).unwrap()).unwrap();
    let of = |definition: &str| -> BTreeSet<String> {
        schema["$defs"][definition]["properties"].as_object().unwrap().keys().cloned().collect()
    };
    for (table, definition) in [
        ("matches", "MatchFacts"),
        ("sides", "SideFacts"),
        ("dispositions", "DispositionFacts"),
        ("secondaries", "SecondaryFacts"),
        ("awards", "AwardFacts"),
        ("events", "TournamentFacts"),
        ("pairings", "PairingFacts"),
        ("standings", "StandingFacts"),
    ] {
        let table = TABLES.iter().find(|one| one.name == table).unwrap();
        let columns: BTreeSet<String> = table.columns[3..].iter().map(|(name, _)| (*name).to_owned()).collect();
        assert_eq!(columns, of(definition), "{}", table.name);
    }
}
