//! Attacks and their dice, and what becomes of units.

use std::collections::BTreeMap;

use adjutant_attack::Sequence;
use adjutant_core::ids::{Name, UnitId};
use adjutant_core::numbers::{Face, Inches, Whole};
use adjutant_core::shaped::{self, Shaped};
use adjutant_core::text::Text;
#[cfg(feature = "schema")]
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::dice::Dice;

/// All attacks that a unit makes at once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Attacks {
    /// The attacking unit.
    pub unit: UnitId,
    /// Target by target.
    pub attacks: Vec<Attack>,
}

/// The attacks on one target.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Attack {
    /// The unit attacked.
    pub target: UnitId,
    /// The weapon.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weapon: Option<Name>,
    /// Every die, step by step, from which the losses follow.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sequence: Option<Box<Sequence>>,
    /// Models destroyed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub destroyed: Option<Losses>,
    /// Wounds lost beside, by a model that lives on; the unit keeps them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wounds: Option<Whole<0, 1000>>,
}

/// Models destroyed: a number, or a number for each group where a unit mixes groups.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Losses {
    /// So many of a unit whose models are alike.
    Models(Whole<0, 1000>),
    /// So many of each group.
    Groups(BTreeMap<Name, Whole<0, 1000>>),
}

impl Serialize for Losses {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Losses::Models(models) => models.serialize(serializer),
            Losses::Groups(groups) => groups.serialize(serializer),
        }
    }
}

impl<'de> Shaped<'de> for Losses {
    const SHAPES: &'static str = "a number of models from 0 to 1000, or {group: number}";
    fn number<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Whole::deserialize(from).map(Losses::Models)
    }
    fn object<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        BTreeMap::deserialize(from).map(Losses::Groups)
    }
}

impl<'de> Deserialize<'de> for Losses {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        shaped::read(from)
    }
}

#[cfg(feature = "schema")]
impl JsonSchema for Losses {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Losses".into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let number = generator.subschema_for::<Whole<0, 1000>>();
        json_schema!({"oneOf": [number, {"type": "object", "additionalProperties": number}],
            "description": "A number of models, or a number for each group."})
    }
}

/// An attempt to deny a psychic test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Deny {
    /// The unit that attempts it.
    pub unit: UnitId,
    /// Its two dice.
    pub roll: Vec<Face>,
    /// The faces before a re-roll.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rerolled: Option<Vec<Face>>,
    /// How far it is from the psyker, in inches, where no coordinates tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distance_in: Option<Inches>,
    /// What is added to the test, and why.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub modifiers: Vec<Modifier>,
}

/// What is added to a roll, or to a characteristic.
pub type TestModifier = Whole<-20, 20>;

/// What is added to a test, and by which rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Modifier {
    /// The number, or with a minus what is taken away.
    pub by: TestModifier,
    /// The rule.
    pub why: Text,
}

/// What Perils of the Warp do to a psyker's unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Perils {
    /// The die of its mortal wounds: 1 and 2 are one, 3 and 4 two, 5 and 6 three.
    pub roll: Vec<Face>,
    /// The face before a re-roll.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rerolled: Option<Vec<Face>>,
    /// Models of the unit that they destroy, where the die alone does not tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub destroyed: Option<Losses>,
}

/// Mortal wounds that a unit suffers from anything but attacks: an explosion, a power, a Stratagem.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Mortal {
    /// How many, where no dice say it; what the dice give, where they do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wounds: Option<Whole<1, 1000>>,
    /// The dice that say how many, such as `d3`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub each: Option<Dice>,
    /// Their faces, as six-sided dice show them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub roll: Vec<Face>,
    /// The unit that brings them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<UnitId>,
}

/// Dice without further detail.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct DiceRoll {
    /// The final faces.
    pub roll: Vec<Face>,
    /// The faces before a re-roll.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rerolled: Option<Vec<Face>>,
}

/// One part of a unit that splits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SplitPart {
    /// Its id.
    pub id: UnitId,
    /// How many models go with it.
    pub models: Losses,
}

adjutant_core::closed! {
    /// Where a removed unit goes.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    pub enum RemovedTo by as_str, written {
        /// Into reserve; it may come back.
        Reserves "reserves",
        /// Out of the battle, without being destroyed.
        Gone "gone",
    }
}

/// A hit on a vehicle with an Armour value, die by die.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct VehicleStrike {
    /// The Armour value of the side that is hit.
    pub armour: Whole<1, 20>,
    /// Strength of the hit.
    pub strength: Whole<0, 20>,
    /// What is added to the Strength: one die, two of a melta weapon, the better one of ordnance.
    pub penetrate: Vec<Face>,
    /// Armour Piercing value of the weapon; left out where it has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ap: Option<Whole<1, 6>>,
    /// Whether the vehicle is open-topped.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub open_topped: bool,
    /// Weapons that the vehicle has left, before this hit; 1 or more where it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weapons: Option<Whole<0, 20>>,
    /// Whether it was immobilised before.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub immobilised: bool,
    /// Other modifiers of the damage roll, each with its reason.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub add: Vec<adjutant_attack::Modifier>,
    /// The damage roll.
    pub roll: Vec<Face>,
}

adjutant_core::closed! {
    /// What damage does to a vehicle.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    pub enum Damage by as_str, written {
        /// It can't shoot in its next turn.
        Shaken "shaken",
        /// It can neither move nor shoot in its next turn.
        Stunned "stunned",
        /// A weapon is destroyed.
        Weapon "weapon",
        /// It cannot move any more.
        Immobilised "immobilised",
        /// It is destroyed and stays as a wreck.
        Wrecked "wrecked",
        /// It is destroyed, and its explosion hits what stands near.
        Explodes "explodes",
        /// All damage is repaired.
        Repaired "repaired",
    }
}

impl From<adjutant_attack::DamageResult> for Damage {
    fn from(result: adjutant_attack::DamageResult) -> Damage {
        use adjutant_attack::DamageResult;
        match result {
            DamageResult::Shaken => Damage::Shaken,
            DamageResult::Stunned => Damage::Stunned,
            DamageResult::WeaponDestroyed => Damage::Weapon,
            DamageResult::Immobilised => Damage::Immobilised,
            DamageResult::Wrecked => Damage::Wrecked,
            DamageResult::Explodes => Damage::Explodes,
        }
    }
}
