//! The scoring language: numbers and truths about a battle. No loops, no text to parse, always an answer.

use std::collections::BTreeMap;
use std::fmt;

use adjutant_core::ids::ActionId;
use adjutant_core::numbers::{Inches, Whole};
#[cfg(feature = "schema")]
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::filter::{MarkerFilter, UnitFilter};

/// A whole number about the battle. A plain number in a file stands for itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// This number.
    Number(u32),
    /// Anything that is computed.
    Of(Box<Computed>),
}

/// A number that is computed from what happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Computed {
    /// Markers on the battlefield that the player controls.
    Controlled(MarkerFilter),
    /// Markers on the battlefield that the opponent controls.
    ControlledByOpponent(MarkerFilter),
    /// Markers that are on the battlefield.
    OnBattlefield(MarkerFilter),
    /// Units on the battlefield.
    Units(UnitFilter),
    /// Table quarters that hold a unit of the player wholly, with no model so close to the centre or closer.
    QuartersHeld {
        /// Inches from the centre of the battlefield.
        beyond_centre_in: Inches,
        /// Which units count.
        #[serde(default)]
        units: UnitFilter,
    },
    /// Models destroyed, each for what it is worth.
    DestroyedModels(Destroyed),
    /// Units destroyed, each for what it is worth.
    DestroyedUnits(Destroyed),
    /// Battle round in which a model of these was last destroyed; 0 where none was.
    LastDestroyedRound(UnitFilter),
    /// Completed actions.
    Completions {
        /// The action.
        action: ActionId,
        /// Which completions count as one.
        #[serde(default)]
        places: Places,
        /// Only those of this moment.
        #[serde(default)]
        at_this_moment: bool,
    },
    /// Markers on the battlefield with a banner of the player.
    Banners {},
    /// Noted models that stand on the battlefield.
    NotedModelsStanding {},
    /// Units left of those that the army began with, in hundredths of its Strength, rounded down.
    StrengthLeftPercent {},
    /// The battle round.
    Round {},
    /// A number that the log cannot count, because its rule is not in the texts that the pack follows: the players
    /// claim it.
    Told {
        /// The most that can be claimed.
        most: Whole<1, 500>,
    },
    /// A number for each label of the marker that the action was about.
    ByMarkerLabel(BTreeMap<String, Quantity>),
    /// A number for each side of the map that the player may have.
    BySide {
        /// Side A.
        a: Quantity,
        /// Side B.
        b: Quantity,
    },
    /// All of them together.
    Sum(Vec<Quantity>),
    /// One as often as the other says.
    Times(Vec<Quantity>),
    /// One divided by a number, rounded down.
    DivideDown {
        /// What is divided.
        number: Quantity,
        /// By what.
        by: Whole<1, 1000>,
    },
    /// The last row whose number is reached.
    Table {
        /// What is looked up.
        of: Quantity,
        /// Rows in rising order; 0 below the first.
        rows: Vec<Row>,
    },
    /// One number where something is true, else another.
    When {
        /// What has to be true.
        condition: Condition,
        /// The number then.
        then: Quantity,
        /// The number otherwise.
        #[serde(default = "zero")]
        otherwise: Quantity,
    },
}

fn zero() -> Quantity {
    Quantity::Number(0)
}

/// One row of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// From this number on.
    pub at_least: Whole<0, 1000>,
    /// The number that it gives.
    pub gives: Quantity,
}

/// What was destroyed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Destroyed {
    /// Which units or models.
    pub of: UnitFilter,
    /// What each is worth: the first line that fits; 1 where there are none.
    #[serde(default)]
    pub worth: Vec<Worth>,
    /// How one that was destroyed and returned counts.
    pub counting: Counting,
    /// Only in this battle round.
    #[serde(default)]
    pub this_round: bool,
    /// Only in this turn.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub this_turn: bool,
    /// Only by the enemy: not what fled, was removed out of coherency, fell by a rule of its own or never came.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_enemy: bool,
}

/// What one destroyed unit or model is worth.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Worth {
    /// Which ones.
    #[serde(default)]
    pub of: UnitFilter,
    /// The number.
    pub each: Whole<0, 1000>,
}

/// How something that was destroyed and returned counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Counting {
    /// Each time that it is destroyed.
    EveryTime,
    /// Once, and only if it has not come back.
    EndState,
}

/// Which completions of an action count as one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Places {
    /// None: each counts.
    #[default]
    Every,
    /// Those at the same place.
    Distinct,
    /// Only those of the unit with the most.
    BySameUnit,
}

/// Something that is true of the battle, or is not, or that nobody knows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Condition {
    /// The number is reached.
    AtLeast {
        /// What is counted.
        quantity: Quantity,
        /// The number.
        number: Quantity,
    },
    /// The first is larger.
    MoreThan {
        /// What is counted.
        quantity: Quantity,
        /// What it is held against.
        than: Quantity,
    },
    /// All of them are true.
    All(Vec<Condition>),
    /// At least one of them is true.
    Any(Vec<Condition>),
    /// It is not true.
    Not(Box<Condition>),
    /// The army, as it was mustered, has such a unit.
    ArmyIncludes(UnitFilter),
}

impl Quantity {
    /// Every filter that decides what a destroyed model is worth, however deep it lies.
    pub fn each_filter(&self, take: &mut dyn FnMut(&UnitFilter)) {
        let Quantity::Of(computed) = self else { return };
        match &**computed {
            Computed::DestroyedModels(destroyed) | Computed::DestroyedUnits(destroyed) => {
                take(&destroyed.of);
                destroyed.worth.iter().for_each(|worth| take(&worth.of));
            }
            Computed::LastDestroyedRound(filter) => take(filter),
            Computed::Sum(parts) | Computed::Times(parts) => parts.iter().for_each(|part| part.each_filter(take)),
            Computed::DivideDown { number, .. } => number.each_filter(take),
            Computed::ByMarkerLabel(rows) => rows.values().for_each(|row| row.each_filter(take)),
            Computed::BySide { a, b } => [a, b].into_iter().for_each(|side| side.each_filter(take)),
            Computed::Table { of, rows } => {
                of.each_filter(take);
                rows.iter().for_each(|row| row.gives.each_filter(take));
            }
            Computed::When { then, otherwise, .. } => {
                [then, otherwise].into_iter().for_each(|part| part.each_filter(take));
            }
            Computed::Controlled(_)
            | Computed::ControlledByOpponent(_)
            | Computed::OnBattlefield(_)
            | Computed::Units(_)
            | Computed::QuartersHeld { .. }
            | Computed::Completions { .. }
            | Computed::Banners {}
            | Computed::NotedModelsStanding {}
            | Computed::StrengthLeftPercent {}
            | Computed::Told { .. }
            | Computed::Round {} => {}
        }
    }
}

impl Serialize for Quantity {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Quantity::Number(number) => number.serialize(serializer),
            Quantity::Of(computed) => computed.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Quantity {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader;
        impl<'de> Visitor<'de> for Reader {
            type Value = Quantity;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a whole number from 0 to 1000 or an object such as {\"controlled\": {}}")
            }
            fn visit_u64<E: Error>(self, value: u64) -> Result<Quantity, E> {
                u32::try_from(value)
                    .ok()
                    .filter(|v| *v <= 1000)
                    .map(Quantity::Number)
                    .ok_or_else(|| E::invalid_value(serde::de::Unexpected::Unsigned(value), &self))
            }
            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Quantity, A::Error> {
                Computed::deserialize(serde::de::value::MapAccessDeserializer::new(map))
                    .map(|computed| Quantity::Of(Box::new(computed)))
            }
        }
        deserializer.deserialize_any(Reader)
    }
}

#[cfg(feature = "schema")]
impl JsonSchema for Quantity {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Quantity".into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let computed = generator.subschema_for::<Computed>();
        json_schema!({"oneOf": [{"type": "integer", "minimum": 0, "maximum": 1000}, computed],
            "description": "A whole number, or one that is computed from what happened."})
    }
}
