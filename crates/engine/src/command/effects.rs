//! What abilities change about units for a while.

use std::collections::BTreeMap;

use adjutant_attack::{Change, Characteristic};
use adjutant_core::ids::{Name, UnitId};
use serde::{Deserialize, Serialize};

use crate::terms::FightPlace;

/// An ability changes characteristics of units, or when they fight, until a moment; a later effect of the same name on the
/// same unit takes its place there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Effect {
    /// The units that it is on.
    pub units: Vec<UnitId>,
    /// The changes of each characteristic; where nothing else is said either, the effect of this name ends.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub change: BTreeMap<Characteristic, Vec<Change>>,
    /// When it lets the units fight, where it is about that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fights: Option<FightPlace>,
    /// When it ends by itself; left out, it lasts until a record ends it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<Until>,
    /// The ability, by its name.
    pub why: Name,
}

impl Effect {
    /// Whether it says nothing but that the effect of its name is over.
    pub fn is_over(&self) -> bool {
        self.change.is_empty() && self.fights.is_none()
    }
}

adjutant_core::closed! {
    /// When an effect ends by itself.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    pub enum Until by as_str, written {
        /// With the phase.
        PhaseEnd "phase-end",
        /// With the turn.
        TurnEnd "turn-end",
        /// With the battle round.
        RoundEnd "round-end",
        /// As player one's next turn begins.
        OneTurnStart "one-turn-start",
        /// As player two's next turn begins.
        TwoTurnStart "two-turn-start",
    }
}
