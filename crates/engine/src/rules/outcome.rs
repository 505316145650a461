//! What a ruleset says of the result: the scoring sheet, what ends a battle, what decides it.

use adjutant_core::ids::{Name, ObjectiveId};
use adjutant_core::numbers::Whole;
use serde::{Deserialize, Serialize};

use super::language::Condition;
use super::source::Source;
use super::tables::{Agreement, CategoryRow, Figure};

/// What a scoring sheet looks like.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Sheet {
    /// Its columns of points, in order.
    pub columns: Vec<SheetColumn>,
    /// What is added once the battle has ended.
    #[serde(default)]
    pub extras: Vec<SheetExtra>,
    /// What is counted beside the points.
    #[serde(default)]
    pub figures: Vec<Figure>,
    /// Victory points that count in all.
    pub total_cap: Whole<0, 1000>,
    /// Where it is printed.
    pub source: Source,
}

/// A column of a scoring sheet, or several alike.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SheetColumn {
    /// Its id, by which `victory` names it.
    pub id: Name,
    /// What is printed over it; several columns of one choice are numbered.
    pub title: Name,
    /// Where its objective comes from.
    pub from: ColumnFrom,
    /// How many objectives a player chooses, for `choice`; each has a column of its own.
    pub choose: Option<Whole<1, 6>>,
    /// The categories that they are chosen from, beside the mission's own, for `choice`; those of the deck, for `cards`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub categories: Vec<CategoryRow>,
    /// The objective, for `fixed`.
    pub objective: Option<ObjectiveId>,
    /// The most that one column counts for.
    pub cap: Whole<0, 1000>,
    /// The most that it counts for in one battle round.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cap_round: Option<RoundCap>,
    /// For `cards`: a player may choose cards before the battle instead of drawing them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub or_choose: Option<OrChoose>,
}

/// The most that a column counts for in one battle round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RoundCap {
    /// Victory points.
    pub vp: Whole<1, 1000>,
    /// Whether what comes at the end of the battle belongs to no round.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub without_battle_end: bool,
}

/// Cards that a player may choose before the battle instead of drawing them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct OrChoose {
    /// How many of the cards that are `fixed`.
    pub cards: Whole<1, 6>,
    /// The most that each of them brings.
    pub cap_card: Whole<1, 1000>,
}

/// Where the objective of a column comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ColumnFrom {
    /// The primary objective of the mission.
    MissionPrimary,
    /// The player's choice.
    Choice,
    /// The same for everybody.
    Fixed,
    /// The active secondary mission cards of the player, all of them in one column.
    Cards,
}

/// Points that are added once the battle has ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SheetExtra {
    /// What they are for.
    pub id: ExtraId,
    /// What is printed.
    pub title: Name,
    /// How many.
    pub vp: Whole<0, 1000>,
}

/// What points are added for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ExtraId {
    /// An army that is painted and based, said by `battle-ready`.
    BattleReady,
}

/// What ends a battle early, or decides it whatever the points say.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct EndRow {
    /// Its printed name.
    pub name: Name,
    /// When it is judged.
    pub at: EndMoment,
    /// From which battle round on.
    #[serde(default = "first_round")]
    pub from_round: Whole<1, 20>,
    /// When a player has lost, seen by that player; if both have, nothing ends.
    pub loses_if: Condition,
    /// Where it is printed.
    pub source: Source,
}

fn first_round() -> Whole<1, 20> {
    Whole::new(1).unwrap_or_else(|| unreachable!("1 is in range"))
}

/// When an early end is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum EndMoment {
    /// At the end of every turn.
    TurnEnd,
    /// At the end of every battle round.
    RoundEnd,
    /// At the end of the battle, before points are compared.
    BattleEnd,
}

/// What wins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct VictoryRow {
    /// More of this: `total`, or the id of a column or of a figure.
    pub more: Name,
    /// By at least this many points; a smaller difference does not separate.
    #[serde(default = "one_point")]
    pub margin: Whole<1, 1000>,
    /// And by at least this percentage of the points limit of the armies.
    pub margin_percent: Option<Whole<1, 100>>,
    /// Only where the players agreed on it as the match was opened.
    pub only_if: Option<Agreement>,
    /// Where it is printed.
    pub source: Source,
}

fn one_point() -> Whole<1, 1000> {
    Whole::new(1).unwrap_or_else(|| unreachable!("1 is in range"))
}
