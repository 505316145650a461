//! What rules of their own let units do before the battle.

use adjutant_core::numbers::Inches;
use serde::{Deserialize, Serialize};

use super::source::Source;

/// What units may do before the first turn; what is left out the rules do not know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Prelude {
    /// Units that are set up away from the enemy.
    pub infiltrate: Option<Clear>,
    /// Units that move before the first turn.
    pub scout: Option<Scouts>,
    /// Whether units are taken up once all are deployed, and set up again.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub redeploy: bool,
    /// Where it is printed.
    pub source: Source,
}

/// How far from the enemy a unit stays, in inches; not judged where it is not said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Clear {
    /// Farther than this from every enemy model.
    pub of_enemies_in: Option<Inches>,
    /// Farther than this from the enemy's zone.
    pub of_zone_in: Option<Inches>,
}

/// How units move before the first turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Scouts {
    /// How far from the enemy they end.
    #[serde(default)]
    pub clear: Clear,
    /// Whether they move as in their Movement phase; else their rule says how far.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub normal_move: bool,
    /// Whether the units of the player with the first turn move before those of the other.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub first_player_first: bool,
}
