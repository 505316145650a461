//! Stratagems and psychic powers that the log can check.

use adjutant_core::ids::Name;
use adjutant_core::numbers::Whole;
use serde::{Deserialize, Serialize};

use super::filter::RelativeSide;
use crate::terms::{Deed, Phase};

/// A Stratagem with a limit that the log can check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct StratagemRules {
    /// Its name.
    pub name: Name,
    /// What it costs.
    pub cp: Whole<0, 100>,
    /// Whether a player may use it once only.
    #[serde(default)]
    pub once_per_battle: bool,
    /// Whether a player may use it once a turn only.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub once_per_turn: bool,
    /// The moments at which it is used; none, any time.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub when: Vec<StratagemMoment>,
    /// What the unit that it was used on does not do for the rest of the turn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub forbids: Vec<Deed>,
}

/// A moment at which a Stratagem is used: what is left out may be anything.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct StratagemMoment {
    /// The phase.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phase: Option<Phase>,
    /// Whose turn it is: the player's own, or the opponent's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<RelativeSide>,
}

/// A psychic power that the core rules treat apart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CommonPower {
    /// Its name. Every PSYKER knows it, and any number may attempt it.
    pub name: Name,
    /// Its warp charge value.
    pub warp_charge: Whole<1, 20>,
    /// What each earlier attempt of the phase adds to that.
    pub harder_by: Whole<0, 20>,
}
