//! Abilities of weapons and units that change how an attack is rolled: a closed list.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

#[cfg(feature = "schema")]
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Builds the closed list: name, whether a number follows it, its bounds, and what it does.
macro_rules! traits {
    ($($(#[doc = $doc:literal])+ $variant:ident $name:literal $number:expr;)+) => {
        /// The name of an ability, without its number.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        pub enum TraitName {
            $($(#[doc = $doc])+ #[serde(rename = $name)] $variant,)+
        }

        impl TraitName {
            /// All of them.
            pub const ALL: &[TraitName] = &[$(TraitName::$variant,)+];

            /// The word that stands for it in a file.
            pub fn as_str(self) -> &'static str {
                match self { $(TraitName::$variant => $name,)+ }
            }

            /// The least and the greatest number that may follow it; `None` where no number does.
            pub fn number(self) -> Option<(u8, u8)> {
                match self { $(TraitName::$variant => $number,)+ }
            }

            /// What it does, in one sentence.
            pub fn does(self) -> &'static str {
                match self { $(TraitName::$variant => concat!($($doc,)+).trim_ascii(),)+ }
            }
        }
    };
}

traits! {
    /// The attacks hit without a roll, which no rule about hit rolls sees.
    AutoHit "auto-hit" None;
    /// A hit roll of 6 scores this many additional hits, which trigger nothing.
    ExtraHits "extra-hits" Some((1, 6));
    /// A hit roll of 6 scores this many hits instead of one; several such rules do not add up.
    HitsInstead "hits-instead" Some((2, 6));
    /// A critical hit scores this many additional hits, which trigger nothing.
    SustainedHits "sustained-hits" Some((1, 6));
    /// A critical hit wounds without a roll.
    LethalHits "lethal-hits" None;
    /// Only an unmodified roll of this or more hits, whatever the skill.
    OnlyUnmodified "only-unmodified" Some((2, 6));
    /// An unmodified wound roll of this or more is a critical wound.
    Anti "anti" Some((2, 6));
    /// A critical wound allows no save and turns the damage into mortal wounds, dealt last.
    DevastatingWounds "devastating-wounds" None;
    /// A wound roll of 6 inflicts this many mortal wounds beside the damage, saved or not.
    MortalOnSix "mortal-on-six" Some((1, 6));
    /// The number of attacks grows with the models of the target.
    Blast "blast" None;
    /// The attacker may have wounds allocated to a character of an attached unit.
    Precision "precision" None;
    /// The damage of each attack is halved, rounded up.
    Halve "halve" None;
    /// The damage of each attack is reduced by this much, to no less than 1.
    DamageLess "damage-less" Some((1, 6));
    /// Wounds lost to these attacks cannot be ignored.
    NoIgnore "no-ignore" None;
    /// Hit rolls of 1 may be rolled again.
    RerollHitOnes "reroll-hit-ones" None;
    /// Hit rolls that miss may be rolled again.
    RerollHits "reroll-hits" None;
    /// Wound rolls of 1 may be rolled again.
    RerollWoundOnes "reroll-wound-ones" None;
    /// Wound rolls that fail may be rolled again.
    RerollWounds "reroll-wounds" None;
    /// Saving throws of 1 may be rolled again.
    RerollSaveOnes "reroll-save-ones" None;
    /// A Ballistic Skill above 5 rolls each 1 to hit again, and then needs this.
    SharpShooter "sharp-shooter" Some((2, 6));
    /// Wound rolls of this or more wound, whatever the Toughness.
    Poisoned "poisoned" Some((2, 6));
    /// A wound roll of 6 wounds whatever the Toughness and allows no armour save of 2+ or worse.
    Rending "rending" None;
    /// Every 1 to hit wounds the model that fires.
    GetsHot "gets-hot" None;
    /// Each unsaved wound destroys a model, whatever its Wounds.
    InstantDeath "instant-death" None;
    /// Each unsaved wound counts twice.
    Doubles "doubles" None;
}

impl fmt::Display for TraitName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// An ability as a record names it: `lethal-hits`, `sustained-hits:2`.
///
/// ```
/// use adjutant_attack::{Trait, TraitName};
/// let sustained: Trait = "sustained-hits:2".parse().unwrap();
/// assert_eq!((sustained.name, sustained.number), (TraitName::SustainedHits, 2));
/// assert!("sustained-hits".parse::<Trait>().unwrap_err().to_string().contains("`sustained-hits:1` to `sustained-hits:6`"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Trait {
    /// Which ability.
    pub name: TraitName,
    /// Its number; 0 where it has none.
    pub number: u8,
}

/// A text that names no ability.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TraitError {
    /// No such name.
    #[error("no ability has that name; they are {}", known())]
    Unknown,
    /// It needs a number.
    #[error("`{name}` needs a number: `{name}:{}` to `{name}:{}`", .bounds.0, .bounds.1)]
    Number {
        /// The ability.
        name: TraitName,
        /// The least and the greatest number.
        bounds: (u8, u8),
    },
    /// It has no number.
    #[error("`{0}` takes no number")]
    NoNumber(TraitName),
}

fn known() -> String {
    TraitName::ALL.iter().map(|name| name.as_str()).collect::<Vec<_>>().join(", ")
}

impl FromStr for Trait {
    type Err = TraitError;

    fn from_str(text: &str) -> Result<Trait, TraitError> {
        let (name, number) = text.split_once(':').map_or((text, None), |(name, number)| (name, Some(number)));
        let name = *TraitName::ALL.iter().find(|known| known.as_str() == name).ok_or(TraitError::Unknown)?;
        match (name.number(), number) {
            (None, None) => Ok(Trait { name, number: 0 }),
            (None, Some(_)) => Err(TraitError::NoNumber(name)),
            (Some(bounds), number) => {
                let plain = number.filter(|n| n.len() == 1).and_then(|n| n.parse::<u8>().ok());
                let number = plain.filter(|n| (bounds.0..=bounds.1).contains(n));
                number.map(|number| Trait { name, number }).ok_or(TraitError::Number { name, bounds })
            }
        }
    }
}

impl fmt::Display for Trait {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name.number() {
            None => write!(f, "{}", self.name),
            Some(_) => write!(f, "{}:{}", self.name, self.number),
        }
    }
}

impl Serialize for Trait {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Trait {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<'de, str>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(feature = "schema")]
impl JsonSchema for Trait {
    fn schema_name() -> Cow<'static, str> {
        "Trait".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let names: Vec<String> = TraitName::ALL
            .iter()
            .map(|name| match name.number() {
                None => name.as_str().to_owned(),
                Some((least, most)) => format!("{name}:[{least}-{most}]"),
            })
            .collect();
        json_schema!({"type": "string", "pattern": format!("^({})$", names.join("|")),
            "description": "An ability of a weapon, with its number where it has one."})
    }
}
