//! Missions: map, markers, primary objective and special rules.

use std::collections::BTreeMap;

use adjutant_core::IndexVec;
use adjutant_core::ids::{ActionId, MarkerId, MissionId, Name, ObjectiveId};
use adjutant_core::numbers::{Inches, Whole};
use serde::{Deserialize, Serialize};

use super::filter::{MarkerFilter, UnitFilter};
use super::language::Condition;
use super::tables::{Faces, OtherZones, Placed};
use super::zone::{Edge, Sides, Zone};
use crate::terms::{BattleSize, BattlefieldRole, MapSide, MarkerTag, Role};

/// A mission.
///
/// # Units
/// Inches in the frame of the map: origin bottom left, x along the longer edge.
///
/// # Source
/// `docs/rules/missions.md`, section C; the geometry comes from public map data (GAP-1).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Mission {
    /// Its id.
    pub id: MissionId,
    /// Its printed name.
    pub name: Name,
    /// Its battle size.
    pub size: BattleSize,
    /// The faces that roll it, those of each die of the pack's `rolls`, `mission`; none where it is only chosen.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rolled: Vec<Faces>,
    /// Where it is printed.
    pub source: Name,
    /// Its primary objective.
    pub primary: ObjectiveId,
    /// The secondary objectives that only it offers.
    #[serde(default)]
    pub secondaries: Vec<ObjectiveId>,
    /// Actions that it opens to both players.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub actions: Vec<ActionId>,
    /// Its special rules.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<MissionRule>,
    /// The board: longer edge, shorter edge.
    pub board: [Inches; 2],
    /// The deployment zones.
    pub zones: Sides<Zone>,
    /// Zones that the choosing player may take instead of these.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub other_zones: Vec<OtherZones>,
    /// The players' battlefield edges.
    pub edges: Sides<Edge>,
    /// The territories, where the map draws them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub territories: Option<Sides<Zone>>,
    /// The markers, `m1` first.
    pub markers: IndexVec<MarkerIndex, Marker>,
    /// Objectives that the players place, instead of markers of the map.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub placed: Option<Placed>,
}

impl Mission {
    /// Whether these faces roll it, one of each die in order.
    pub fn is_rolled_by(&self, faces: &[i32]) -> bool {
        let mut each = self.rolled.iter().zip(faces);
        !self.rolled.is_empty() && self.rolled.len() == faces.len() && each.all(|(of, face)| of.contain(*face))
    }

    /// The marker of an id.
    pub fn marker(&self, id: &MarkerId) -> Option<&Marker> {
        self.markers.iter().find(|marker| marker.id == *id)
    }
}

/// An objective marker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Marker {
    /// `m1`, `m2` …
    pub id: MarkerId,
    /// Its label on the map.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// Its centre.
    pub at: [Inches; 2],
    /// The deployment zone that it lies in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zone: Option<MapSide>,
    /// The territory that it lies in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub territory: Option<MapSide>,
    /// Whether it lies in the centre of the battlefield.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub central: bool,
}

/// A special rule of a mission.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum MissionRule {
    /// Markers stay under control when models leave them.
    StickyControl {
        /// Its printed name.
        name: Name,
    },
    /// Some markers are drawn before the battle.
    TaggedMarkers {
        /// Its printed name.
        name: Name,
        /// Which ones can be drawn.
        among: MarkerFilter,
        /// What they become.
        tags: Vec<TagRule>,
    },
    /// Command points at the start of a player's own Command phase.
    CommandPoints {
        /// Its printed name.
        name: Name,
        /// When it holds.
        condition: Condition,
        /// How many.
        cp: Whole<1, 10>,
    },
    /// Units that have Objective Secured.
    ObjectiveSecured {
        /// Its printed name.
        name: Name,
        /// Which units; their conditions are judged whenever control is.
        units: UnitFilter,
    },
    /// Units may not arrive from reserve in range of these markers.
    NoArrivalsInRange {
        /// Its printed name.
        name: Name,
        /// The markers.
        markers: MarkerFilter,
    },
    /// Players move markers before the battle.
    MovedMarkers {
        /// Its printed name.
        name: Name,
        /// Which ones; each once.
        among: MarkerFilter,
        /// How far from its old place each is set up wholly within, in inches.
        within_in: Inches,
        /// Who moves the first, the second …; two in a row of one player have different labels.
        movers: Vec<Role>,
    },
    /// Low Advance rolls count as more in one battle round.
    AdvanceRolls {
        /// Its printed name.
        name: Name,
        /// The battle round.
        round: Whole<1, 20>,
        /// What a lower roll counts as.
        least: Whole<1, 6>,
    },
    /// Few units start on the battlefield; all others come onto it in the first Movement phase of their own, or are in
    /// reserve.
    FewDeploy {
        /// Its printed name.
        name: Name,
        /// How many units of each role may be set up.
        most: BTreeMap<BattlefieldRole, Whole<1, 20>>,
        /// The player who sets up second stays farther than this from enemies, in inches.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        second_clear_in: Option<Inches>,
    },
    /// A rule that alters dice or cover only, which the log does not fold.
    AtTheTable {
        /// Its printed name.
        name: Name,
        /// What it does, in our own words.
        effect: Name,
    },
}

impl MissionRule {
    /// Its printed name.
    pub fn name(&self) -> &Name {
        match self {
            MissionRule::StickyControl { name }
            | MissionRule::TaggedMarkers { name, .. }
            | MissionRule::CommandPoints { name, .. }
            | MissionRule::ObjectiveSecured { name, .. }
            | MissionRule::NoArrivalsInRange { name, .. }
            | MissionRule::MovedMarkers { name, .. }
            | MissionRule::AdvanceRolls { name, .. }
            | MissionRule::FewDeploy { name, .. }
            | MissionRule::AtTheTable { name, .. } => name,
        }
    }
}

/// What a drawn marker becomes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct TagRule {
    /// The tag.
    pub tag: MarkerTag,
    /// How many markers get it.
    pub markers: Whole<1, 10>,
    /// Who draws them, where it is not each player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Role>,
    /// Whether each player gives it to a stated number of the markers that fit from that player's view.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub each_player: bool,
    /// The battle round at whose start it leaves the battlefield.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leaves_at_start_of_round: Option<Whole<1, 20>>,
}

adjutant_core::index! {
    /// Which marker of the match, in the order of the mission.
    pub struct MarkerIndex;
}
