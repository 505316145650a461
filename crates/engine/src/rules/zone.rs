//! Zones of a mission: corners, circles and edges of the battlefield.

use adjutant_core::numbers::Inches;
use adjutant_core::shaped::{self, Shaped};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::terms::MapSide;

pub use crate::terms::Edge;

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

/// The sides of the map that something belongs to: one, both or none. A file writes one side as its letter, several as a
/// list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MapSides {
    a: bool,
    b: bool,
}

impl MapSides {
    /// Those of a list.
    pub fn of(sides: &[MapSide]) -> MapSides {
        MapSides { a: sides.contains(&MapSide::A), b: sides.contains(&MapSide::B) }
    }

    /// Whether a side is one of them.
    pub const fn has(self, side: MapSide) -> bool {
        match side {
            MapSide::A => self.a,
            MapSide::B => self.b,
        }
    }

    /// Whether it is none.
    pub const fn is_none(&self) -> bool {
        !self.a && !self.b
    }

    /// They, in order.
    pub fn each(self) -> Vec<MapSide> {
        [MapSide::A, MapSide::B].into_iter().filter(|side| self.has(*side)).collect()
    }
}

impl Serialize for MapSides {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.each().as_slice() {
            [only] => only.serialize(serializer),
            several => several.serialize(serializer),
        }
    }
}

impl<'de> Shaped<'de> for MapSides {
    const SHAPES: &'static str = "`a` or `b`, or a list of them";
    fn text<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        MapSide::deserialize(from).map(|side| MapSides::of(&[side]))
    }
    fn list<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Vec::<MapSide>::deserialize(from).map(|sides| MapSides::of(&sides))
    }
}

impl<'de> Deserialize<'de> for MapSides {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        shaped::read(from)
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for MapSides {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "MapSides".into()
    }
    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let side = generator.subschema_for::<MapSide>();
        schemars::json_schema!({"oneOf": [side, {"type": "array", "items": side, "maxItems": 2}],
            "description": "A side of the map, or a list of them."})
    }
}
