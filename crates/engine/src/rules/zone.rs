//! Zones of a mission: corners, circles and edges of the battlefield.

use adjutant_core::numbers::Inches;
use serde::{Deserialize, Serialize};

use crate::terms::MapSide;

/// A value for each side of the map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Sides<T> {
    /// That of side A.
    pub a: T,
    /// That of side B.
    pub b: T,
}

impl<T> Sides<T> {
    /// The value of a side.
    pub fn get(&self, side: MapSide) -> &T {
        match side {
            MapSide::A => &self.a,
            MapSide::B => &self.b,
        }
    }
}

/// A part of the board: a polygon, less a circle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Zone {
    /// Its corners, in order.
    pub polygon: Vec<[Inches; 2]>,
    /// What is cut out of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub minus_circle: Option<Circle>,
}

/// A circle on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Circle {
    /// Its centre.
    pub centre: [Inches; 2],
    /// Its radius.
    pub radius: Inches,
}

/// An edge of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Edge {
    /// x = 0.
    Left,
    /// x = the longer edge.
    Right,
    /// y = the shorter edge.
    Top,
    /// y = 0.
    Bottom,
}
