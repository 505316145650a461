//! Which markers and which units a rule speaks of, from the view of one player.

use adjutant_core::ids::{ActionId, Name};
use adjutant_core::numbers::{Inches, Whole};
use serde::{Deserialize, Serialize};

use crate::terms::{BattlefieldRole, MarkName, MarkerRole, MarkerTag, Strength};

/// A side, from the view of the player who scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum RelativeSide {
    /// The player's own.
    Own,
    /// The opponent's.
    Enemy,
    /// Neither.
    None,
}

/// A part of the battlefield, from the view of the player who scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum RelativeRegion {
    /// The own deployment zone.
    OwnZone,
    /// The opponent's deployment zone.
    EnemyZone,
    /// The own territory.
    OwnTerritory,
    /// The opponent's territory.
    EnemyTerritory,
    /// What lies in neither zone.
    NoMansLand,
}

/// Markers that keep every condition given; no condition, all markers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct MarkerFilter {
    /// Its label on the map is one of these.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub labels: Vec<String>,
    /// The deployment zone that it lies in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub zone: Option<RelativeSide>,
    /// The territory that it lies in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub territory: Option<RelativeSide>,
    /// Whether it lies in the centre of the battlefield.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub central: Option<bool>,
    /// What a mission rule made of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tag: Option<MarkerTag>,
    /// Its label is the letter of this side of the map.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label_of: Option<RelativeSide>,
    /// The deployment zone that it lies in is one of these; `none` for no zone.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub zones: Vec<RelativeSide>,
    /// The map gives it this role.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub role: Option<MarkerRole>,
    /// A mark of this name, laid by the player, is on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mark: Option<MarkName>,
    /// No mark of this name, laid by the player, is on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub without_mark: Option<MarkName>,
}

/// Areas of the battlefield that keep every condition given; no condition, all areas.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct AreaFilter {
    /// The deployment zone that holds all of it is one of these; `none` for no zone.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub zones: Vec<RelativeSide>,
    /// The territory that holds all of it is one of these; `none` for no territory.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub territories: Vec<RelativeSide>,
    /// A mark of this name, laid by the player, is in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mark: Option<MarkName>,
    /// No mark of this name, laid by the player, is in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub without_mark: Option<MarkName>,
}

/// Where a token lies that a unit is beside: in range of its marker, or in its area.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct BesideToken {
    /// What the token stands for; any token where it is left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mark: Option<MarkName>,
    /// Whose it is; anybody's where it is left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of: Option<RelativeSide>,
}

/// A turn of the battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum WhichTurn {
    /// The turn that is played.
    ThisTurn,
    /// The turn that was played just before it, whoever's it was.
    PreviousTurn,
}

/// Other units that a unit stands close to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CloseTo {
    /// Which ones.
    pub units: UnitFilter,
    /// How close, in inches.
    pub within_in: Inches,
}

/// Units that keep every condition given.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct UnitFilter {
    /// Whose.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub owner: Option<RelativeSide>,
    /// It has all these keywords.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub keywords: Vec<Name>,
    /// It has at least one of these keywords.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub any_keyword: Vec<Name>,
    /// It has none of these keywords.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub without: Vec<Name>,
    /// Its battlefield role is one of these.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub roles: Vec<BattlefieldRole>,
    /// Its battlefield role is none of these.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub without_roles: Vec<BattlefieldRole>,
    /// It stands wholly within this region.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wholly_within: Option<RelativeRegion>,
    /// Any part of it stands this close to the centre of the battlefield, in inches.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub within_of_centre_in: Option<Inches>,
    /// At least one of its models is in range of a marker of these.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub in_range_of: Option<MarkerFilter>,
    /// One of the models that match the filter above is itself in range of a marker of these.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub models_in_range_of: Option<MarkerFilter>,
    /// So little of it is left.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strength: Option<Strength>,
    /// Whether another unit is embarked in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub garrisoned: Option<bool>,
    /// Wounds characteristic of its models at least.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wounds_at_least: Option<Whole<1, 1000>>,
    /// It began the battle with so many models at least.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub starting_models_at_least: Option<Whole<1, 1000>>,
    /// Whether it is Battle-shocked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shocked: Option<bool>,
    /// Any part of it stands within this region.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub within: Option<RelativeRegion>,
    /// No part of it stands within this region.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub not_within: Option<RelativeRegion>,
    /// Any part of it stands this close to some edge of the battlefield, in inches.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub within_of_edge_in: Option<Inches>,
    /// It stands this close to another unit of these.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub close_to: Option<Box<CloseTo>>,
    /// It is in an area of these. An objective that is an area is one of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub in_area: Option<AreaFilter>,
    /// It is beside a token.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub beside_token: Option<BesideToken>,
    /// It bears a mark of this name, laid by the player.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mark: Option<MarkName>,
    /// It bears no mark of this name, laid by the player.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub without_mark: Option<MarkName>,
    /// It completed this action in this turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub completed: Option<ActionId>,
    /// It destroyed a unit of its enemy in this turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub destroyed_in: Option<WhichTurn>,
}
