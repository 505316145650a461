//! Standings as the engine of an older law gives them.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

use super::ledger::Tally;
use crate::id::RoundNumber;
use crate::rational::Rational;

/// What that engine says of a player.
#[derive(Deserialize)]
pub(super) struct Heard {
    pub rank: Option<u32>,
    pub player: String,
    pub record: Tally,
    pub points: i64,
    pub tie_breaks: BTreeMap<String, Rational>,
    pub dropped: bool,
    pub reached: Option<String>,
}

/// Its rows, where they are about this round.
pub(super) fn rows(heard: &Value, round: RoundNumber) -> Option<Vec<Heard>> {
    let rows = heard["rows"].as_array().filter(|_| heard["round"].as_u64() == Some(round.0.into()))?;
    rows.iter().map(|row| Heard::deserialize(row).ok()).collect()
}
