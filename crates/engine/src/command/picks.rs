//! What players pick for their objectives, and what an action is about beside a marker.

use adjutant_core::ids::{MarkerId, UnitId};
use adjutant_core::side::Player;
use serde::{Deserialize, Serialize};

use crate::terms::{AreaName, MarkName};

/// Units, markers or areas that are picked for an objective and bear its mark from now on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Picked {
    /// Whose objective asks for it.
    pub player: Player,
    /// The mark.
    pub mark: MarkName,
    /// Units.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub units: Vec<UnitId>,
    /// Markers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub markers: Vec<MarkerId>,
    /// Areas.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub areas: Vec<AreaName>,
    /// Units, each with the marker that it is picked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pairs: Vec<(UnitId, MarkerId)>,
}

impl Picked {
    /// Both in one pick of the same mark.
    #[must_use]
    pub fn and(mut self, other: Picked) -> Picked {
        self.units.extend(other.units);
        self.markers.extend(other.markers);
        self.areas.extend(other.areas);
        self.pairs.extend(other.pairs);
        self
    }

    /// A pick of nothing.
    pub fn nothing(player: Player, mark: MarkName) -> Picked {
        Picked { player, mark, units: Vec::new(), markers: Vec::new(), areas: Vec::new(), pairs: Vec::new() }
    }
}

/// What an action is about beside a marker or a spot.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct ActionAim {
    /// The area.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub area: Option<AreaName>,
    /// The unit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<UnitId>,
    /// The marker or area whose token it takes off as it completes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub takes: Option<AreaName>,
}
