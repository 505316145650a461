//! Readings of ambiguous points, and what depends on the battle size.

use adjutant_core::numbers::{Inches, Whole};
use serde::{Deserialize, Serialize};

/// Readings of ambiguous points, by the numbers of the inventory's table B.5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Options {
    /// AMB-01: mission secondaries are a category of their own.
    pub mission_secondaries_are_a_category: bool,
    /// AMB-08: a noted model counts only on the battlefield itself, not embarked or in reserve.
    pub noted_models_stand_on_battlefield: bool,
    /// AMB-22: a player without models loses their turns, and what would be scored in them.
    pub tabled_player_loses_turns: bool,
    /// AMB-23: models removed by a concession count as destroyed.
    pub conceded_models_are_destroyed: bool,
    /// AMB-24: an agreed end scores what is scored at the end of the battle.
    pub agreed_end_scores_battle_end: bool,
    /// AMB-26: Reinforcement points count among the points of which reserves must be less than half.
    pub reserves_limit_counts_reinforcement_points: bool,
    /// AMB-58: Command Benefits help to pay for other Detachments.
    pub command_benefits_pay_detachments: bool,
    /// DIF-1: the later print, which lets two units do the same action in one round.
    pub same_action_twice_a_round: bool,
    /// A unit and the leaders that joined it are destroyed as one, with their last model.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub attached_are_one_unit: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            mission_secondaries_are_a_category: true,
            noted_models_stand_on_battlefield: true,
            tabled_player_loses_turns: true,
            conceded_models_are_destroyed: false,
            agreed_end_scores_battle_end: true,
            reserves_limit_counts_reinforcement_points: false,
            command_benefits_pay_detachments: false,
            same_action_twice_a_round: false,
            attached_are_one_unit: false,
        }
    }
}

/// What depends on the battle size.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SizeRules {
    /// Points of an army at most.
    pub points: Whole<0, 100_000>,
    /// Command points to start with.
    pub cp: Whole<0, 100>,
    /// Detachments at most.
    pub detachments: Whole<0, 100>,
    /// Units of one datasheet at most.
    pub datasheet_copies: Whole<0, 100>,
    /// The board, longer edge first, in inches.
    pub board: [Inches; 2],
}
