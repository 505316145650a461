//! Objectives: what is scored, when, and for how much.

use serde::{Deserialize, Serialize};

use super::language::{Condition, Quantity};
use crate::command::word::word;
use crate::ids::{ActionId, Name, ObjectiveId};
use crate::numbers::Whole;
use crate::roster::BattlefieldRole;

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
    /// When it may not be chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forbidden_if: Option<Condition>,
    /// What it brings.
    pub awards: Vec<Award>,
}

word! {
    /// A category of objectives: `primary`, `mission` for a mission's own, or one that the pack's sheet names.
    ///
    /// ```
    /// use adjutant_engine::rules::Category;
    /// assert_eq!(Category::new("warpcraft").unwrap().as_str(), "warpcraft");
    /// assert_eq!(Category::new("Warpcraft"), None);
    /// ```
    Category, "a category is 1 to 24 of `a` to `z` and `-`, such as `purge-the-enemy`", "^[a-z-]{1,24}$", |_| false
}

impl Category {
    /// Of the primary objective of a mission.
    pub const PRIMARY: Category = Category::literal("primary");
    /// Of the secondary objectives that only one mission offers.
    pub const MISSION: Category = Category::literal("mission");
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
    /// The action whose completion brings it, for [`Moment::ActionCompleted`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub action: Option<ActionId>,
    /// How many victory points.
    pub vp: Quantity,
    /// The most that it brings at one time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cap_each: Option<Whole<1, 100>>,
}

fn first_round() -> Whole<1, 20> {
    Whole::new(1).unwrap_or_else(|| unreachable!("1 is in range"))
}

/// When an award is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Moment {
    /// End of the player's own Command phase.
    OwnCommandPhaseEnd,
    /// End of the player's own turn.
    OwnTurnEnd,
    /// End of a battle round.
    RoundEnd,
    /// End of the battle.
    BattleEnd,
    /// Whenever the player completes the action.
    ActionCompleted,
}

impl Moment {
    /// As the ledger names it.
    pub fn as_str(self) -> &'static str {
        match self {
            Moment::OwnCommandPhaseEnd => "command-phase-end",
            Moment::OwnTurnEnd => "turn-end",
            Moment::RoundEnd => "round-end",
            Moment::BattleEnd => "battle-end",
            Moment::ActionCompleted => "action-completed",
        }
    }

    /// In words, for sentences.
    pub fn in_words(self) -> &'static str {
        match self {
            Moment::OwnCommandPhaseEnd => "at the end of your own Command phase",
            Moment::OwnTurnEnd => "at the end of your own turn",
            Moment::RoundEnd => "at the end of a battle round",
            Moment::BattleEnd => "at the end of the battle",
            Moment::ActionCompleted => "when you complete its action",
        }
    }
}
