//! Tables of rulesets and missions that only some editions have: objectives that players place, dice for missions and
//! deployments, units that score, reserves that roll, figures beside the points.

use serde::{Deserialize, Serialize};

use super::mission::{Sides, Zone};
use crate::ids::Name;
use crate::numbers::{Inches, Whole};
use crate::roster::BattlefieldRole;

/// Who chooses the zone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ZoneBy {
    /// The Defender, once the Attacker is known.
    #[default]
    Defender,
    /// The player who has the first turn: the first turn is decided before the zones.
    FirstPlayer,
}

/// The faces of two D6 that give a mission and its deployment, where a pack rolls them apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct MissionFaces {
    /// Lowest and highest face of the die for the mission.
    pub mission: [Whole<1, 6>; 2],
    /// Lowest and highest face of the die for the deployment.
    pub deployment: [Whole<1, 6>; 2],
}

impl MissionFaces {
    /// Whether the two dice give this mission with this deployment.
    ///
    /// ```
    /// use adjutant_engine::rules::MissionFaces;
    /// let faces: MissionFaces = serde_json::from_str(r#"{"mission": [3, 4], "deployment": [1, 2]}"#).unwrap();
    /// assert!(faces.fit([4, 1]) && !faces.fit([5, 1]) && !faces.fit([4, 3]));
    /// ```
    pub fn fit(&self, [mission, deployment]: [i32; 2]) -> bool {
        let within = |[low, high]: [Whole<1, 6>; 2], face: i32| (low.get()..=high.get()).contains(&face);
        within(self.mission, mission) && within(self.deployment, deployment)
    }
}

/// Objectives that the players place before the battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Placed {
    /// How many.
    pub markers: PlacedMarkers,
    /// Farther than this from every edge of the battlefield, in inches; exactly as far is accepted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clear_of_edges_in: Option<Inches>,
    /// Farther than this from every other objective, in inches; exactly as far is accepted.
    pub apart_in: Inches,
}

/// How many objectives the players place, when, and who.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum PlacedMarkers {
    /// A D3 plus this number, before the zones; in turn, the winner of the roll-off for `objectives` first.
    D3Plus(Whole<0, 10>),
    /// So many each in the player's own zone, once it is chosen and before any unit is set up; in turn, the player with
    /// the first turn first.
    EachPlayer(Whole<1, 5>),
}

impl Placed {
    /// The most objectives that can lie there.
    pub fn most(&self) -> u32 {
        match self.markers {
            PlacedMarkers::D3Plus(more) => 3 + more.get().unsigned_abs(),
            PlacedMarkers::EachPlayer(each) => 2 * each.get().unsigned_abs(),
        }
    }
}

/// Zones that may be taken instead of those of the map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct OtherZones {
    /// What tells them from the first ones, in words.
    pub name: Name,
    /// The zones.
    pub zones: Sides<Zone>,
}

/// Units that can control an objective, where not every unit can.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Scoring {
    /// They have one of these roles.
    pub roles: Vec<BattlefieldRole>,
    /// And none of these keywords.
    #[serde(default)]
    pub without: Vec<Name>,
    /// Whether they count from inside a transport, measured to its hull.
    pub embarked: bool,
}

/// What a reserve roll needs in a battle round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ReserveRoll {
    /// The battle round.
    pub round: Whole<1, 20>,
    /// The lowest face with which a unit arrives.
    pub at_least: Whole<2, 6>,
}

/// What keeps a unit from taking a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct TestBars {
    /// It has fewer than half of its models left.
    #[serde(default)]
    pub below_half: bool,
    /// An enemy stands within this, in inches.
    pub enemies_within_in: Option<Inches>,
    /// It is out of coherency.
    #[serde(default)]
    pub out_of_coherency: bool,
}

/// How much of a unit is left.
///
/// # Source
/// `docs/rules/editions.md`, 000-5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Strength {
    /// Fewer models than it began with; of a unit that began as one model, fewer wounds.
    BelowStarting,
    /// Fewer than half of them.
    BelowHalf,
}

/// A number that is counted beside the victory points.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Figure {
    /// Its id, by which `victory` names it.
    pub id: Name,
    /// What is printed.
    pub title: Name,
    /// What is counted.
    pub of: FigureOf,
    /// Where it is printed.
    pub source: super::Source,
}

/// What a figure counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum FigureOf {
    /// Points of enemy units that are destroyed or off the battlefield, and half the points, rounded down, of those that
    /// lost half their models or more: half the Wounds where a unit began as one model, any lasting damage of a VEHICLE.
    PointsDestroyed,
}

/// Something that the players may agree on before the battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Agreement {
    /// A figure decides a drawn battle.
    TieBreak,
}

/// What passengers may do.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Transports {
    /// Whether passengers may get out after the transport has moved.
    pub disembark_after_move: bool,
    /// Where it is printed.
    pub source: super::Source,
}
