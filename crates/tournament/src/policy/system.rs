//! How rounds are made and who is put together.

use serde::{Deserialize, Serialize};

/// How rounds are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum System {
    /// Equal records meet, nobody twice.
    #[default]
    Swiss,
    /// Everybody meets everybody (circle method).
    RoundRobin,
    /// Groups of a fixed size, each a round robin.
    Pods,
    /// A player who loses is out: from round 1 on, everybody seeded by lot; after `cut` every event goes on like this.
    SingleElimination,
    /// A player who loses twice is out; the last two meet again where the one who had not lost loses the final.
    DoubleElimination,
    /// By hand.
    Manual,
}

impl System {
    /// Whether rounds are those of a bracket.
    pub fn is_elimination(self) -> bool {
        matches!(self, System::SingleElimination | System::DoubleElimination)
    }
}

/// Who is seeded first where nobody has played yet: in a bracket from round 1 on, in pods, and in a first round by
/// `nearest` or `slide`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Seeding {
    /// By seeded lot.
    #[default]
    Lot,
    /// By rating, the highest first; equal and unrated players by lot.
    Rating,
}

/// Seeds that do not meet in the first rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct ProtectedSeeds {
    /// How many players: those with the highest ratings, equal ones in the order of entry.
    pub seeds: u16,
    /// In how many rounds from the first.
    pub rounds: u16,
}

/// How players of equal record are put together in a Swiss round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// By seeded lot, with identical win paths before it where the policy says so.
    #[default]
    Random,
    /// Neighbours in the standings.
    Nearest,
    /// The upper half of a group against the lower half, in order.
    Slide,
    /// Neighbours in battle points.
    BattlePoints,
    /// As the organiser says.
    Manual,
}
