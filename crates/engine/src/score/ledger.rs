//! Awards, rounds and the result, as the sheet shows them.

use std::ops::Index;

use adjutant_core::ids::{Name, ObjectiveId};
use adjutant_core::sentence::Sentence;
use adjutant_core::side::{Player, Winner};
use serde::{Deserialize, Serialize};

use crate::terms::{Basis, RoundLabel};

/// One row of the scoring sheet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RoundRow {
    /// 1 to 5, or `end`.
    pub round: RoundLabel,
    /// Player one's points.
    pub one: RoundScore,
    /// Player two's points.
    pub two: RoundScore,
}

impl Index<Player> for RoundRow {
    type Output = RoundScore;

    fn index(&self, player: Player) -> &RoundScore {
        match player {
            Player::One => &self.one,
            Player::Two => &self.two,
        }
    }
}

/// Counted points of one player in one row; the rows of a column sum to its capped total.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RoundScore {
    /// Of the primary objective.
    pub primary: u32,
    /// Of the three secondary objectives.
    pub secondaries: Vec<u32>,
    /// Of every column of the pack's sheet, in order.
    #[serde(default)]
    pub columns: Vec<u32>,
}

/// One award.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LedgerEntry {
    /// The record that brought it.
    pub seq: u64,
    /// Its row on the scoring sheet.
    pub round: RoundLabel,
    /// The moment, such as `command-phase-end`.
    pub moment: Name,
    /// Whose it is.
    pub player: Player,
    /// For what; null for a ruling about no objective and for Battle Ready.
    pub objective: Option<ObjectiveId>,
    /// Points before the objective's cap; below zero only where a judge takes some back.
    pub raw: i32,
    /// Points that count.
    pub vp: i32,
    /// What it rests on.
    pub basis: Basis,
    /// True where it was claimed after its moment.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub late: bool,
    /// Why, in words.
    pub why: Sentence,
}

/// How a match ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MatchResult {
    /// Who won.
    pub winner: Winner,
    /// How.
    pub by: ResultBy,
    /// Total of player one.
    pub one: u32,
    /// Total of player two.
    pub two: u32,
    /// How many of both totals' points rest on what.
    pub basis: BasisShares,
    /// True while an award still waits for somebody's word.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub provisional: bool,
    /// What is counted beside the points, where both armies are known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub figures: Vec<FigureView>,
    /// The rule that ended or decided the battle, for [`ResultBy::Ending`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ending: Option<Name>,
}

impl MatchResult {
    /// The rule of the mission pack that ended or decided the battle, as the pack calls it: `Sudden Death`.
    pub fn ending_in_words(&self) -> &str {
        self.ending.as_ref().map_or("a rule of the mission pack", Name::as_str)
    }
}

/// What decided a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ResultBy {
    /// The higher total.
    Points,
    /// A player gave up.
    Concession,
    /// A judge.
    Ruling,
    /// By a rule of the ruleset that ended or decided the battle.
    Ending,
    /// Drawn, and decided by the figure that the players agreed on.
    TieBreak,
}

/// A number that is counted beside the points.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FigureView {
    /// Its id in the ruleset.
    pub id: Name,
    /// What is printed for it.
    pub title: Name,
    /// Player one's.
    pub one: u32,
    /// Player two's.
    pub two: u32,
}

/// How many points rest on what.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BasisShares {
    /// Computed.
    pub derived: i32,
    /// Claimed.
    pub claimed: i32,
    /// Ruled.
    pub ruled: i32,
}
