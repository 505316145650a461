//! The dice of one batch of attacks, as a record keeps them: one weapon profile against one target.

use std::collections::BTreeMap;
use std::fmt;

use adjutant_core::ids::Name;
use adjutant_core::numbers::{Face, Whole};
use adjutant_core::shaped::{self, Shaped};
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use super::amount::Amount;
use super::traits::{Trait, TraitName};

/// A result that a die must reach; 7 and more only with a modifier, or never.
pub type Need = Whole<1, 12>;
/// A modifier of a roll with its reason.
pub type Modifier = (Whole<-9, 9>, Name);
/// Which die of a roll, counted from 0.
pub type DieIndex = Whole<0, 9999>;

/// One batch of attacks, die by die.
///
/// Every step holds exactly the dice that the step before asks for; what is not rolled is left out.
///
/// ```
/// use adjutant_engine::attack::Sequence;
/// let text = r#"{"attacks":3,"hit":{"needs":3,"add":[[-1,"moved"]],"roll":[3,2,5],"rerolls":{"0":1},"why":"Rites of Battle"},
///   "wound":{"needs":3,"roll":[4]},"save":[{"needs":3,"add":[[-1,"AP"]],"roll":[2]}],"damage":1}"#;
/// let sequence: Sequence = serde_json::from_str(text).unwrap();
/// assert_eq!(sequence.wound.unwrap().roll.len(), 1);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Sequence {
    /// How many attacks.
    pub attacks: Attacks,
    /// Abilities of the weapon and the unit that change the steps.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub traits: Vec<Trait>,
    /// Strength of the attacks, where a step needs to know it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strength: Option<Whole<0, 99>>,
    /// Hit rolls.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hit: Option<Roll>,
    /// Wound rolls.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wound: Option<Roll>,
    /// Saving throws, in the order in which wounds are allocated.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub save: Vec<Saves>,
    /// Damage of each attack; 1 where it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub damage: Option<Damage>,
    /// The rule by which the target ignores wounds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ignore: Option<Ignore>,
    /// Mortal wounds that a rule of the attacker adds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mortal: Option<Mortal>,
}

impl Sequence {
    /// A batch of this many attacks without any dice yet.
    pub fn of(attacks: Attacks) -> Sequence {
        Sequence {
            attacks,
            traits: Vec::new(),
            strength: None,
            hit: None,
            wound: None,
            save: Vec::new(),
            damage: None,
            ignore: None,
            mortal: None,
        }
    }

    /// The number of an ability: the greatest where it is named several times.
    #[inline]
    pub fn number(&self, name: TraitName) -> Option<i32> {
        self.traits.iter().filter(|t| t.name == name).map(|t| i32::from(t.number)).max()
    }

    /// Whether it has an ability.
    #[inline]
    pub fn has(&self, name: TraitName) -> bool {
        self.traits.iter().any(|t| t.name == name)
    }
}

/// How many attacks: a number, or dice for each weapon.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Attacks {
    /// So many.
    Number(Whole<0, 1000>),
    /// As many as the dice say.
    Rolled(RolledAttacks),
}

impl<'de> Shaped<'de> for Attacks {
    const SHAPES: &'static str = "a number of attacks, or {each, roll} where dice say it";
    fn number<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Whole::deserialize(from).map(Attacks::Number)
    }
    fn object<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        RolledAttacks::deserialize(from).map(Attacks::Rolled)
    }
}

impl<'de> Deserialize<'de> for Attacks {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        shaped::read(from)
    }
}

/// Attacks of weapons whose number of attacks is rolled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RolledAttacks {
    /// What each weapon rolls.
    pub each: Amount,
    /// How many weapons; 1 where it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weapons: Option<Whole<1, 100>>,
    /// The final faces of six-sided dice, weapon after weapon.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub roll: Vec<Face>,
    /// Dice that were rolled again, with their face before.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty", deserialize_with = "once_each")]
    pub rerolls: BTreeMap<DieIndex, Face>,
    /// The rule that allows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<Name>,
}

/// Dice rolled together against one result.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Roll {
    /// What each must reach after modifiers; left out where the characteristics tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub needs: Option<Need>,
    /// Modifiers of the roll, each with its reason.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub add: Vec<Modifier>,
    /// The final faces.
    #[serde(default)]
    pub roll: Vec<Face>,
    /// Dice that were rolled again, with their face before.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty", deserialize_with = "once_each")]
    pub rerolls: BTreeMap<DieIndex, Face>,
    /// The rule that allows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<Name>,
}

/// Saving throws of one group of models.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Saves {
    /// The group, where the target mixes groups.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Name>,
    /// Which save it is; the armour where it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub with: Option<SaveKind>,
    /// What each must reach after modifiers; left out where the characteristics tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub needs: Option<Need>,
    /// Modifiers of the roll, Armour Penetration among them, each with its reason.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub add: Vec<Modifier>,
    /// The final faces.
    #[serde(default)]
    pub roll: Vec<Face>,
    /// Dice that were rolled again, with their face before.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty", deserialize_with = "once_each")]
    pub rerolls: BTreeMap<DieIndex, Face>,
    /// The rule that allows the re-roll, or that allows no save.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<Name>,
    /// Further wounds allocated here that allow no save.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub none: Option<Whole<1, 1000>>,
    /// Whether these are the critical wounds, where they are saved in another way.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub critical: bool,
    /// Which batch of the volley the wounds come from, counted from 0, where all wounds form one pool.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Whole<0, 99>>,
}

impl Saves {
    /// What is said of these saves, without their dice.
    pub fn without_dice(&self) -> Saves {
        Saves { roll: Vec::new(), rerolls: BTreeMap::new(), ..self.clone() }
    }
}

/// The face of a die before it was rolled again, where it was.
pub(super) fn face_before(rerolls: &BTreeMap<DieIndex, Face>, die: usize) -> Option<i32> {
    let index = i32::try_from(die).ok().and_then(DieIndex::new)?;
    rerolls.get(&index).map(|face| face.get())
}

/// Which save is thrown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum SaveKind {
    /// The Save characteristic.
    #[default]
    Armour,
    /// An invulnerable save.
    Invulnerable,
    /// A save that cover gives.
    Cover,
}

/// Damage of each attack: a number, or dice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Damage {
    /// So much.
    Number(Whole<0, 100>),
    /// As much as the dice say.
    Rolled(RolledDamage),
}

impl<'de> Shaped<'de> for Damage {
    const SHAPES: &'static str = "a number of wounds, or {each, roll} where dice say it";
    fn number<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Whole::deserialize(from).map(Damage::Number)
    }
    fn object<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        RolledDamage::deserialize(from).map(Damage::Rolled)
    }
}

impl<'de> Deserialize<'de> for Damage {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        shaped::read(from)
    }
}

/// Damage that is rolled for each wound that no save stopped.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RolledDamage {
    /// What each attack rolls.
    pub each: Amount,
    /// The final faces of six-sided dice, wound after wound.
    #[serde(default)]
    pub roll: Vec<Face>,
    /// Dice that were rolled again, with their face before.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty", deserialize_with = "once_each")]
    pub rerolls: BTreeMap<DieIndex, Face>,
    /// The rule that allows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<Name>,
}

/// Dice by which the target ignores wounds: one for each wound that would be lost, by one rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Ignore {
    /// From which result on a wound is ignored.
    pub needs: Need,
    /// The final faces.
    #[serde(default)]
    pub roll: Vec<Face>,
    /// Dice that were rolled again, with their face before.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty", deserialize_with = "once_each")]
    pub rerolls: BTreeMap<DieIndex, Face>,
    /// The rule that allows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<Name>,
}

/// Mortal wounds beside the damage.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Mortal {
    /// How many each time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub each: Option<Amount>,
    /// How many times; 1 where it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub times: Option<Whole<0, 100>>,
    /// The faces, where dice tell how many.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub roll: Vec<Face>,
    /// The rule that inflicts them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<Name>,
    /// To which groups they go, one after the other, where the target mixes groups.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub to: Vec<Name>,
    /// The rule by which the target ignores mortal wounds, where it is another one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ignore: Option<Ignore>,
}

/// Reads a map that names no die twice: a die is rolled again once at most.
fn once_each<'de, D: Deserializer<'de>>(deserializer: D) -> Result<BTreeMap<DieIndex, Face>, D::Error> {
    struct Reader;
    impl<'de> Visitor<'de> for Reader {
        type Value = BTreeMap<DieIndex, Face>;
        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("the dice that were rolled again, {position from 0: face before}")
        }
        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let mut rerolls = BTreeMap::new();
            while let Some((die, before)) = map.next_entry::<DieIndex, Face>()? {
                if rerolls.insert(die, before).is_some() {
                    return Err(A::Error::custom(format_args!("die {die} is rolled again twice; once is allowed")));
                }
            }
            Ok(rerolls)
        }
    }
    deserializer.deserialize_map(Reader)
}
