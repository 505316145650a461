//! The scoring language: numbers and truths about a battle. No loops, no text to parse, always an answer.

use std::collections::BTreeMap;
use std::fmt;

use adjutant_core::ids::ActionId;
use adjutant_core::numbers::{Inches, Whole};
#[cfg(feature = "schema")]
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::filter::{AreaFilter, MarkerFilter, RelativeRegion, RelativeSide, UnitFilter};
use crate::terms::MarkName;

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
    /// Markers that the player controls and did not control as this turn began.
    NewlyControlled(MarkerFilter),
    /// Markers that the player controls, and controlled at the end of each of the battle rounds before.
    ControlledFor {
        /// Which markers.
        #[serde(default)]
        of: MarkerFilter,
        /// For how many rounds, this one among them.
        rounds: Whole<2, 20>,
    },
    /// Markers that the player was the first to control at the end of a turn.
    FirstControlled(MarkerFilter),
    /// Places where marks of the player lie.
    Marked(Marked),
    /// Units that bear a mark of the player, wherever they are and whether they live.
    MarkedUnits {
        /// The mark.
        mark: MarkName,
    },
    /// Units that left the battlefield in this turn: destroyed, embarked or taken off.
    LeftBattlefield(UnitFilter),
    /// Pairs of opposite edges of the battlefield that two different units are close to.
    EdgePairs {
        /// How close, in inches.
        within_in: Inches,
        /// Which units.
        #[serde(default)]
        units: UnitFilter,
        /// No part of one of the two stands within this region.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        one_not_within: Option<RelativeRegion>,
    },
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
        /// Only those of this turn.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        this_turn: bool,
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
    /// A number for the Attacker and one for the Defender.
    ByRole {
        /// The Attacker's.
        attacker: Quantity,
        /// The Defender's.
        defender: Quantity,
    },
    /// A number for the player who has the first turn of every round and one for the other.
    ByTurn {
        /// The first player's.
        first: Quantity,
        /// The second player's.
        second: Quantity,
    },
    /// As much less than nothing.
    Minus(Quantity),
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
    /// Only in the turn that was played just before this one, whoever's it was.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub previous_turn: bool,
    /// Only the first unit that was destroyed in the battle, whoever's it was.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub first: bool,
    /// Only by the enemy: not what fled, was removed out of coherency, fell by a rule of its own or never came.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_enemy: bool,
    /// Only units that began this turn so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub began_turn: Option<BeganTurn>,
    /// Only by the attacks of such a unit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Destroyer>,
}

/// Where a unit was as the turn began; each condition that is given holds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct BeganTurn {
    /// In range of a marker of these, which are judged as they are now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub in_range_of: Option<MarkerFilter>,
    /// In an area of these, which are judged as they are now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub in_area: Option<AreaFilter>,
}

/// Whose attacks destroyed something, and how; each condition that is given holds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Destroyer {
    /// A unit of these, its place apart.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub units: Option<UnitFilter>,
    /// In range of a marker of these as it attacked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub in_range_of: Option<MarkerFilter>,
    /// By these attacks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attacks: Option<AttackKind>,
}

/// Kinds of attacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum AttackKind {
    /// Ranged attacks.
    Ranged,
    /// Close combat attacks.
    Melee,
}

/// Places where marks lie: markers and areas, each once unless every mark counts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Marked {
    /// The mark; any mark with a token where it is left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mark: Option<MarkName>,
    /// Whose; the player's own where it is left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub whose: Option<RelativeSide>,
    /// Only on markers of these, not in areas.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of: Option<MarkerFilter>,
    /// Only on markers that the player controls.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub controlled: bool,
    /// Only those that were laid in this turn.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub this_turn: bool,
    /// Only those whose unit is on the battlefield in range.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub guarded: bool,
    /// Whether several at one place count each.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub every: bool,
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
    /// Models like these were in the army, and every one of them is destroyed.
    AllDestroyed(UnitFilter),
}

impl Computed {
    /// The numbers that it is made of, one level deep; not those that its conditions compare.
    ///
    /// # Examples
    /// ```
    /// use adjutant_engine::rules::{Computed, Quantity};
    ///
    /// let mut parts = Vec::new();
    /// Computed::Sum(vec![Quantity::Number(2), Quantity::Number(3)]).each_part(&mut |part| parts.push(part.clone()));
    /// assert_eq!(parts, [Quantity::Number(2), Quantity::Number(3)]);
    /// ```
    pub fn each_part<'a>(&'a self, take: &mut dyn FnMut(&'a Quantity)) {
        match self {
            Computed::Sum(parts) | Computed::Times(parts) => parts.iter().for_each(take),
            Computed::DivideDown { number: part, .. } | Computed::Minus(part) => take(part),
            Computed::ByMarkerLabel(rows) => rows.values().for_each(take),
            Computed::BySide { a, b }
            | Computed::ByRole { attacker: a, defender: b }
            | Computed::ByTurn { first: a, second: b }
            | Computed::When { then: a, otherwise: b, .. } => [a, b].into_iter().for_each(take),
            Computed::Table { of, rows } => {
                take(of);
                rows.iter().for_each(|row| take(&row.gives));
            }
            Computed::Controlled(_)
            | Computed::ControlledByOpponent(_)
            | Computed::OnBattlefield(_)
            | Computed::NewlyControlled(_)
            | Computed::ControlledFor { .. }
            | Computed::FirstControlled(_)
            | Computed::Marked(_)
            | Computed::MarkedUnits { .. }
            | Computed::LeftBattlefield(_)
            | Computed::EdgePairs { .. }
            | Computed::Units(_)
            | Computed::QuartersHeld { .. }
            | Computed::DestroyedModels(_)
            | Computed::DestroyedUnits(_)
            | Computed::LastDestroyedRound(_)
            | Computed::Completions { .. }
            | Computed::Banners {}
            | Computed::NotedModelsStanding {}
            | Computed::StrengthLeftPercent {}
            | Computed::Told { .. }
            | Computed::Round {} => {}
        }
    }
}

impl Quantity {
    /// Every filter that decides what a destroyed model is worth, however deep it lies; conditions decide no worth.
    pub fn each_filter(&self, take: &mut dyn FnMut(&UnitFilter)) {
        let Quantity::Of(computed) = self else { return };
        match &**computed {
            Computed::DestroyedModels(destroyed) | Computed::DestroyedUnits(destroyed) => {
                take(&destroyed.of);
                destroyed.worth.iter().for_each(|worth| take(&worth.of));
            }
            Computed::LastDestroyedRound(filter) => take(filter),
            made => made.each_part(&mut |part| part.each_filter(take)),
        }
    }

    /// Everything that is computed for this number, however deep it lies, what conditions ask for too.
    pub fn each<'a>(&'a self, take: &mut dyn FnMut(&'a Computed)) {
        let Quantity::Of(computed) = self else { return };
        take(computed);
        if let Computed::When { condition, .. } = &**computed {
            condition.each(take);
        }
        computed.each_part(&mut |part| part.each(take));
    }

    /// Whether who controls which marker may change it.
    pub fn reads_control(&self) -> bool {
        let mut reads = false;
        self.each(&mut |computed| {
            reads |= matches!(
                computed,
                Computed::Controlled(_)
                    | Computed::ControlledByOpponent(_)
                    | Computed::NewlyControlled(_)
                    | Computed::ControlledFor { .. }
                    | Computed::FirstControlled(_)
            );
        });
        reads
    }
}

impl Condition {
    /// Everything that is computed for it.
    fn each<'a>(&'a self, take: &mut dyn FnMut(&'a Computed)) {
        match self {
            Condition::AtLeast { quantity, number: other } | Condition::MoreThan { quantity, than: other } => {
                [quantity, other].into_iter().for_each(|part| part.each(take));
            }
            Condition::All(parts) | Condition::Any(parts) => parts.iter().for_each(|part| part.each(take)),
            Condition::Not(part) => part.each(take),
            Condition::ArmyIncludes(_) | Condition::AllDestroyed(_) => {}
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
