//! Objectives: what is scored, when, and for how much.

use adjutant_core::ids::{ActionId, Name, ObjectiveId};
use adjutant_core::numbers::Whole;
use serde::{Deserialize, Serialize};

use super::language::{Condition, Quantity};
use super::picks::{Pick, WhenDrawn};
use crate::terms::{BattlefieldRole, CardMode, Category, MarkName, Moment};

/// A primary or secondary objective.
///
/// # Source
/// `docs/rules/scoring.md`, sections B.1 to B.3.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Objective {
    /// Its id.
    pub id: ObjectiveId,
    /// Its printed name.
    pub name: Name,
    /// Its category; two of one category cannot be chosen together.
    pub category: Category,
    /// When it brings points.
    pub kind: Kind,
    /// Where the rule is printed.
    pub source: Name,
    /// What has to be noted before the battle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub setup: Option<Setup>,
    /// Actions that it enables for the player who chose it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub actions: Vec<ActionId>,
    /// What its player, or the opponent, picks for it during the battle.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub picks: Vec<Pick>,
    /// The mark that an own unit gets which destroys an enemy unit, until a pick uses it up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub marks_destroyers: Option<MarkName>,
    /// Whether an own unit that ends a move in range of a marker takes every enemy token off it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub moves_clear_tokens: bool,
    /// Whether a player who plays fixed cards may choose it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub fixed: bool,
    /// What may become of it as it is drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when_drawn: Option<WhenDrawn>,
    /// When it may not be chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forbidden_if: Option<Condition>,
    /// What it brings.
    pub awards: Vec<Award>,
}

/// When an objective brings points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// During the battle.
    Progressive,
    /// At its end.
    EndGame,
    /// Both.
    ProgressiveAndEndGame,
}

/// What has to be noted before the battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Setup {
    /// The own models that cost the most points; all of a smaller army.
    NoteCostliestModels {
        /// How many.
        models: Whole<1, 100>,
        /// Roles whose models are passed over.
        #[serde(default)]
        without_roles: Vec<BattlefieldRole>,
    },
}

/// One reason for which an objective brings points.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Award {
    /// When.
    pub at: Moment,
    /// From which battle round on.
    #[serde(default = "first_round")]
    pub from_round: Whole<1, 20>,
    /// Up to which battle round.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until_round: Option<Whole<1, 20>>,
    /// Only where its player plays cards so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<CardMode>,
    /// Whether it brings points once in the battle: not again at this moment once the objective has brought some then.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub once: bool,
    /// The action whose completion brings it, for [`Moment::ActionCompleted`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub action: Option<ActionId>,
    /// How many victory points.
    pub vp: Quantity,
    /// The most that it brings at one time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cap_each: Option<Whole<1, 100>>,
}

impl Award {
    /// Whether a battle round is one of those in which it is judged.
    pub fn is_in(&self, round: u32) -> bool {
        let until = self.until_round.map_or(u32::MAX, |until| until.get().unsigned_abs());
        (self.from_round.get().unsigned_abs()..=until).contains(&round)
    }
}

fn first_round() -> Whole<1, 20> {
    Whole::new(1).unwrap_or_else(|| unreachable!("1 is in range"))
}
