//! Missions: map, markers, primary objective and special rules.

use std::collections::BTreeMap;

use adjutant_core::IndexVec;
use adjutant_core::ids::{ActionId, MarkerId, MissionId, Name, ObjectiveId};
use adjutant_core::numbers::{Inches, Whole};
use serde::{Deserialize, Serialize};

use super::filter::{MarkerFilter, UnitFilter};
use super::language::Condition;
use super::tables::{Faces, OtherZones, Placed};
use super::zone::{Edge, MapSides, Sides, Zone};
use crate::terms::{AreaName, BattleSize, BattlefieldRole, Disposition, MapSide, MarkerRole, MarkerTag, Piece, Role};

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
    /// The version of its source, where layouts of one source differ in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<Name>,
    /// Its primary objective, the same for both players.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub primary: Option<ObjectiveId>,
    /// The primary objective of each player instead, by the disposition of the own army; a mission of two players with one
    /// disposition has one.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub primaries: BTreeMap<Disposition, ObjectiveId>,
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
    /// Areas of the battlefield that rules speak of; where there are none, any name of an area is taken.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub areas: Vec<Area>,
    /// The pieces of terrain of its layout; where there are none, the players say what stands on their table.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub terrain: Vec<Piece>,
    /// What it plays otherwise than its pack.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub changes: Option<Changes>,
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

    /// The primary objectives that are played in it, each once.
    pub fn primary_objectives(&self) -> impl Iterator<Item = &ObjectiveId> {
        let each = self.primaries.values().enumerate();
        let first =
            move |(at, id): &(usize, &ObjectiveId)| !self.primaries.values().take(*at).any(|other| other == *id);
        self.primary.iter().chain(each.filter(first).map(|(_, id)| id))
    }

    /// The primary objective of a player whose army has a disposition.
    pub fn primary_of(&self, disposition: Option<Disposition>) -> Option<&ObjectiveId> {
        self.primary.as_ref().or_else(|| self.primaries.get(&disposition?))
    }

    /// The area of a name, where the mission lists it.
    pub fn area(&self, name: AreaName) -> Option<&Area> {
        self.areas.iter().find(|area| area.id == name)
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
    /// The territories that it lies in: both, where it lies on the line between them.
    #[serde(default, skip_serializing_if = "MapSides::is_none")]
    pub territory: MapSides,
    /// Whether it lies in the centre of the battlefield.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub central: bool,
    /// The parts that it plays on its map.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub roles: Vec<MarkerRole>,
}

/// An area of the battlefield, such as a ruin.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Area {
    /// `t1`, `t2` …
    pub id: AreaName,
    /// The deployment zone that holds all of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zone: Option<MapSide>,
    /// The territory that holds all of it.
    #[serde(default, skip_serializing_if = "MapSides::is_none")]
    pub territory: MapSides,
    /// The objective that it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub objective: Option<MarkerId>,
}

/// What a mission plays otherwise than its pack.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Changes {
    /// Battle rounds that are fought.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rounds: Option<Whole<1, 20>>,
    /// The most that each column of these counts for.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub caps: BTreeMap<Name, Whole<0, 1000>>,
    /// Victory points that count in all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total_cap: Option<Whole<0, 1000>>,
    /// How far from a marker a model still counts, in inches.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub control_range_in: Option<Inches>,
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
