//! Where a unit stands: measured in coordinates, or as far as both players agree on it.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use adjutant_core::ids::MarkerId;
use adjutant_core::numbers::{Degrees, Inches, Whole};
use adjutant_core::terrain::AreaName;
#[cfg(feature = "schema")]
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Error, SeqAccess, Visitor};
use serde::ser::SerializeSeq;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::ground::Edge;

/// A place as a record states it.
///
/// # Source
/// `docs/log.md`, section 2.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// The centre of every model still standing, group by group in the order of the roster: every model left of the
    /// first group, then of the second, and so on.
    Models(Vec<ModelPlace>),
    /// What both players agree on, without coordinates. A key that is left out is unknown, not false.
    Declared(Arc<Declared>),
}

/// The centre of a model's base, for ovals and hulls where its front points, and how high above the table it stands.
///
/// # Units
/// Inches in the frame of the map; degrees anticlockwise from the x axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ModelPlace {
    /// Along the longer edge.
    pub x: Inches,
    /// Along the shorter edge.
    pub y: Inches,
    /// Degrees, 0 to 360, in thousandths like a length.
    pub facing: Option<Degrees>,
    /// How far the floor that it stands on is above the table, 0 to 60 inches; on the table where it is left out.
    pub up: Option<Inches>,
}

/// No floor is higher, in thousandths of an inch.
const HIGHEST: i32 = 60_000;

impl Serialize for ModelPlace {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(None)?;
        list.serialize_element(&self.x)?;
        list.serialize_element(&self.y)?;
        if self.facing.is_some() || self.up.is_some() {
            list.serialize_element(&self.facing)?;
        }
        if let Some(up) = &self.up {
            list.serialize_element(up)?;
        }
        list.end()
    }
}

impl<'de> Deserialize<'de> for ModelPlace {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader;
        impl<'de> Visitor<'de> for Reader {
            type Value = ModelPlace;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("[x, y], [x, y, degrees] or [x, y, degrees or null, inches up]")
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<ModelPlace, A::Error> {
                let x = list.next_element()?.ok_or_else(|| A::Error::invalid_length(0, &self))?;
                let y = list.next_element()?.ok_or_else(|| A::Error::invalid_length(1, &self))?;
                let facing: Option<Option<Degrees>> = list.next_element()?;
                let up: Option<Inches> = list.next_element()?;
                if list.next_element::<Inches>()?.is_some() {
                    return Err(A::Error::invalid_length(5, &self));
                }
                if facing == Some(None) && up.is_none() {
                    return Err(A::Error::invalid_length(3, &self));
                }
                let facing = facing.flatten();
                if up.is_some_and(|up| !(0..=HIGHEST).contains(&up.thousandths())) {
                    return Err(A::Error::custom("a model stands 0 to 60 inches above the table"));
                }
                if facing.is_some_and(|f| !(0..=360_000).contains(&f.thousandths())) {
                    return Err(A::Error::custom("a facing is from 0 to 360 degrees"));
                }
                Ok(ModelPlace { x, y, facing, up })
            }
        }
        deserializer.deserialize_seq(Reader)
    }
}

#[cfg(feature = "schema")]
impl JsonSchema for ModelPlace {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "ModelPlace".into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let inches = generator.subschema_for::<Inches>();
        json_schema!({"anyOf": [
            {"type": "array", "items": inches, "minItems": 2, "maxItems": 3},
            {"type": "array", "items": false, "minItems": 4, "maxItems": 4,
                "prefixItems": [inches, inches, {"anyOf": [inches, {"type": "null"}]},
                    {"type": "number", "minimum": 0, "maximum": 60}]}],
            "description": "[x, y], [x, y, degrees] or [x, y, degrees or null, inches above the table]"})
    }
}

/// A part of the battlefield with a fixed name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum RegionName {
    /// Deployment zone of side A.
    ZoneA,
    /// Deployment zone of side B.
    ZoneB,
    /// Territory of side A.
    TerritoryA,
    /// Territory of side B.
    TerritoryB,
    /// The table quarter towards larger x and y.
    QuarterNe,
    /// The table quarter towards smaller x and larger y.
    QuarterNw,
    /// The table quarter towards larger x and smaller y.
    QuarterSe,
    /// The table quarter towards smaller x and y.
    QuarterSw,
    /// What lies in neither deployment zone.
    NoMansLand,
}

impl RegionName {
    /// The four table quarters.
    pub const QUARTERS: [RegionName; 4] =
        [RegionName::QuarterNe, RegionName::QuarterNw, RegionName::QuarterSe, RegionName::QuarterSw];

    /// As a player calls it, with its article.
    pub const fn in_words(self) -> &'static str {
        match self {
            RegionName::ZoneA => "zone A",
            RegionName::ZoneB => "zone B",
            RegionName::TerritoryA => "territory A",
            RegionName::TerritoryB => "territory B",
            RegionName::QuarterNe => "the north-east quarter",
            RegionName::QuarterNw => "the north-west quarter",
            RegionName::QuarterSe => "the south-east quarter",
            RegionName::QuarterSw => "the south-west quarter",
            RegionName::NoMansLand => "no man's land",
        }
    }
}

/// Distances and memberships that both players agree on.
///
/// A list or map that is given is complete: a region not in it is not occupied, a marker not in it not in range.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Declared {
    /// How many of its models are in range of which markers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub in_range: Option<BTreeMap<MarkerId, Whole<0, 1000>>>,
    /// The regions that hold the whole unit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wholly_within: Option<Vec<RegionName>>,
    /// The regions that hold any part of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub within: Option<Vec<RegionName>>,
    /// Distance of its closest model from the battlefield's centre, in inches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub centre_in: Option<Inches>,
    /// Distance of its closest model from zone A, in inches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zone_a_in: Option<Inches>,
    /// Distance of its closest model from zone B, in inches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zone_b_in: Option<Inches>,
    /// The areas that hold any part of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub areas: Option<Vec<AreaName>>,
    /// Distance of its closest model from edges of the battlefield, in inches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<EdgesIn>"))]
    pub edges_in: Option<BTreeMap<Edge, Inches>>,
    /// Distance of its closest model from the opponent's battlefield edge, in inches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub enemy_edge_in: Option<Inches>,
    /// Distance from the closest enemy model, in inches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub near_enemies_in: Option<Inches>,
    /// Distance from the closest enemy CHARACTER model, in inches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub near_enemy_character_in: Option<Inches>,
}

/// What the schema says of distances from edges: these four keys and no other.
#[cfg(feature = "schema")]
#[derive(schemars::JsonSchema)]
#[schemars(deny_unknown_fields)]
#[expect(dead_code, reason = "its shape alone is read")]
struct EdgesIn {
    left: Option<Inches>,
    right: Option<Inches>,
    top: Option<Inches>,
    bottom: Option<Inches>,
}

impl Declared {
    /// Every distance that it states.
    pub fn distances(&self) -> impl Iterator<Item = Inches> {
        let Declared {
            centre_in, zone_a_in, zone_b_in, enemy_edge_in, near_enemies_in, near_enemy_character_in, ..
        } = self;
        let distances =
            [*centre_in, *zone_a_in, *zone_b_in, *enemy_edge_in, *near_enemies_in, *near_enemy_character_in];
        distances.into_iter().flatten().chain(self.edges_in.iter().flat_map(|edges| edges.values().copied()))
    }
}
