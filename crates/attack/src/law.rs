//! How an edition rolls dice: the `dice` part of a ruleset, plain data.

use std::collections::BTreeMap;

use adjutant_core::numbers::Whole;
use serde::{Deserialize, Serialize};

use super::traits::TraitName;
use super::vehicle::VehicleLaw;

/// How attacks are rolled, from the first die to the last wound lost.
///
/// Every number that an edition states is a value of this table, and nothing in the engine knows an edition by name. What
/// an edition does not state is left out: then it does not apply (no `always` means that no face always succeeds).
///
/// # Source
/// `docs/rules/dice.md`, E.1; each row of an edition cites its text in [`Law::sources`].
///
/// ```
/// use adjutant_engine::attack::Law;
/// let law: Law = serde_json::from_str(r#"{"hit":{"by":"skill","always":6,"never":1,"net":1},
///   "wound":{"table":"ratio","always":6,"never":1,"net":1},
///   "save":{"choose":"armour-or-invulnerable","ap":"subtracts","never":1},
///   "allocate":"wounded-first","mortal":{"spill":true,"after":"unit"},"traits":["auto-hit"]}"#).unwrap();
/// assert_eq!(law.wound.table.needs(4, 4), Some(4));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Law {
    /// How changes of a characteristic are put together.
    #[serde(default)]
    pub numbers: NumberLaw,
    /// No roll counts as less than this after its modifiers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub roll_at_least: Option<Whole<1, 6>>,
    /// Which result a rule such as "on a 6" looks at.
    #[serde(default)]
    pub triggers: Triggers,
    /// Hit rolls.
    pub hit: HitLaw,
    /// Wound rolls.
    pub wound: WoundLaw,
    /// Saving throws.
    pub save: SaveLaw,
    /// To which models wounds go.
    pub allocate: Allocation,
    /// Whether an attack of twice a model's Toughness destroys it at one wound.
    #[serde(default, skip_serializing_if = "is_false")]
    pub instant_death: bool,
    /// Mortal wounds, where the edition has them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mortal: Option<MortalLaw>,
    /// How a Blast weapon counts the models of its target.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blast: Option<BlastLaw>,
    /// Attacks on vehicles with an Armour value, where the edition has them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vehicles: Option<VehicleLaw>,
    /// Abilities that weapons may have, by name.
    pub traits: Vec<TraitName>,
    /// Where each row comes from: a line of a text, or `pack` for what a pack adds.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub sources: BTreeMap<String, String>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
fn is_false(value: &bool) -> bool {
    !value
}

/// How changes of a characteristic are put together.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct NumberLaw {
    /// Groups of operations, one group after the other; inside a group they apply in the order given.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub order: Vec<Vec<Operation>>,
    /// Where a fraction goes after all changes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<Rounding>,
    /// Whether a weapon's own change comes after all changes of its bearer.
    #[serde(default, skip_serializing_if = "is_false")]
    pub weapon_after_model: bool,
    /// Characteristics that a datasheet prints with a plus sign: a lower number is better.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub with_plus: Vec<Characteristic>,
    /// Characteristics that stay at 0 or above it, whatever their bound, once something has set them to 0.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub zero_if_set: Vec<Characteristic>,
    /// The least and the greatest value of a characteristic after all changes.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub bounds: BTreeMap<Characteristic, (Option<i32>, Option<i32>)>,
}

/// A kind of change of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Operation {
    /// Another value takes its place.
    Set,
    /// It is divided.
    Divide,
    /// It is multiplied.
    Multiply,
    /// It is increased.
    Add,
    /// It is reduced.
    Subtract,
}

/// Where a fraction goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Rounding {
    /// To the next whole number above.
    Up,
    /// To the next whole number below.
    Down,
}

adjutant_core::closed! {
    /// A characteristic of a model, a weapon or an attack.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    pub enum Characteristic by as_str, written {
        /// Move, in inches.
        Move "move",
        /// Weapon Skill.
        WeaponSkill "weapon-skill",
        /// Ballistic Skill.
        BallisticSkill "ballistic-skill",
        /// Strength.
        Strength "strength",
        /// Toughness.
        Toughness "toughness",
        /// Wounds.
        Wounds "wounds",
        /// Initiative.
        Initiative "initiative",
        /// Attacks.
        Attacks "attacks",
        /// Leadership.
        Leadership "leadership",
        /// Save.
        Save "save",
        /// Invulnerable save.
        Invulnerable "invulnerable",
        /// Objective Control.
        ObjectiveControl "objective-control",
        /// Armour Penetration.
        ArmourPenetration "armour-penetration",
        /// Damage.
        Damage "damage",
        /// Range, in inches.
        Range "range",
    }
}

impl Characteristic {
    /// As sentences write it.
    pub const fn in_words(self) -> &'static str {
        match self {
            Characteristic::Move => "Move",
            Characteristic::WeaponSkill => "Weapon Skill",
            Characteristic::BallisticSkill => "Ballistic Skill",
            Characteristic::Strength => "Strength",
            Characteristic::Toughness => "Toughness",
            Characteristic::Wounds => "Wounds",
            Characteristic::Initiative => "Initiative",
            Characteristic::Attacks => "Attacks",
            Characteristic::Leadership => "Leadership",
            Characteristic::Save => "Save",
            Characteristic::Invulnerable => "invulnerable save",
            Characteristic::ObjectiveControl => "Objective Control",
            Characteristic::ArmourPenetration => "Armour Penetration",
            Characteristic::Damage => "Damage",
            Characteristic::Range => "Range",
        }
    }
}

/// Which result a rule such as "on a 6" looks at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Triggers {
    /// The face after re-rolls, before modifiers.
    #[default]
    Unmodified,
    /// The result after modifiers; a 6 or more.
    Final,
}

/// Hit rolls.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct HitLaw {
    /// What the characteristics say.
    pub by: HitBy,
    /// This face always hits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub always: Option<Whole<1, 6>>,
    /// This face never hits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub never: Option<Whole<1, 6>>,
    /// All modifiers together count for no more than this, up or down.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub net: Option<Whole<0, 6>>,
}

/// What the characteristics say about hitting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum HitBy {
    /// Weapon Skill and Ballistic Skill are the result needed.
    Skill,
    /// Shooting needs 7 less the Ballistic Skill; close combat compares Weapon Skills.
    BallisticAndWeaponSkill,
}

/// Wound rolls.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct WoundLaw {
    /// What Strength against Toughness needs.
    pub table: WoundTable,
    /// This face always wounds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub always: Option<Whole<1, 6>>,
    /// This face never wounds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub never: Option<Whole<1, 6>>,
    /// All modifiers together count for no more than this, up or down.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub net: Option<Whole<0, 6>>,
}

/// What Strength against Toughness needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum WoundTable {
    /// Twice, more, equal, less, half: 2+ to 6+.
    Ratio,
    /// By the difference: 4+ when equal, one better or worse for each point, 6+ for two and three below, none from four.
    Difference,
}

/// Saving throws.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SaveLaw {
    /// Which of several saves is thrown.
    pub choose: SaveChoice,
    /// What Armour Penetration does.
    pub ap: ArmourPenetration,
    /// This face never saves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub never: Option<Whole<1, 6>>,
    /// All modifiers together improve a save by no more than this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub improves_at_most: Option<Whole<0, 6>>,
    /// No save is better than this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub best: Option<Whole<2, 6>>,
}

impl SaveLaw {
    /// The worst Save that cover does not help against attacks without Armour Penetration: where all modifiers together
    /// are bound, cover is that of ranged attacks alone and spares 3+ and better.
    ///
    /// # Source
    /// 000:896.
    pub fn without_cover(&self) -> Option<i32> {
        self.improves_at_most.map(|_| 3)
    }
}

/// How an edition gives cover, as far as its tables tell.
///
/// # Source
/// 002:827-925, 004:153-185 and 295-303, 001:2911-3062, 000:890-900.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CoverLaw {
    /// A saving throw of its own, which half of the models of a unit gain for all.
    AsSave,
    /// One better on the save of a unit all of whose models are in cover.
    ByUnit,
    /// What the traits of each piece say, model by model.
    ByTraits,
    /// One better on the save of a model, once.
    ByModel,
}

impl Law {
    /// How cover is given: a save of its own where Armour Penetration cancels armour; once, where the modifiers of a save are
    /// bound; by traits, where those of a hit roll are.
    pub fn cover(&self) -> CoverLaw {
        match (self.save.ap, self.save.improves_at_most, self.hit.net) {
            (ArmourPenetration::Cancels, ..) => CoverLaw::AsSave,
            (_, Some(_), _) => CoverLaw::ByModel,
            (_, None, Some(_)) => CoverLaw::ByTraits,
            (_, None, None) => CoverLaw::ByUnit,
        }
    }
}

/// Which of several saves is thrown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum SaveChoice {
    /// The defender picks the armour or one invulnerable save.
    ArmourOrInvulnerable,
    /// The best of armour, cover and invulnerable save.
    Best,
}

/// What Armour Penetration does to an armour save.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ArmourPenetration {
    /// It is taken off the roll.
    Subtracts,
    /// It cancels a Save of its value or worse, and does nothing to a better one.
    Cancels,
}

/// To which models wounds go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Allocation {
    /// One at a time; a model that has lost wounds or was attacked this phase first.
    WoundedFirst,
    /// The same, and characters of an attached unit only when nobody else is left.
    BodyguardFirst,
    /// Every model takes one before any takes a second; alike models save together, and whole models fall.
    SpreadEvenly,
    /// One at a time, each to any model that the defender names.
    Free,
}

/// Mortal wounds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct MortalLaw {
    /// Whether what one model does not take passes to the next.
    pub spill: bool,
    /// When those of an attack are dealt.
    pub after: MortalAfter,
}

/// When the mortal wounds of an attack are dealt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum MortalAfter {
    /// After the damage of that attack.
    Attack,
    /// After all other damage of the attacking unit.
    Unit,
}

/// How a Blast weapon counts the models of its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum BlastLaw {
    /// At least three attacks against 6 to 10 models; the most possible, unrolled, against more.
    ThreeThenMost,
    /// One attack more for every five models, rounded down.
    OneForFive,
}

impl WoundTable {
    /// The result needed to wound, 2 to 6; `None` where no roll wounds.
    ///
    /// # Source
    /// 001:2127-2131 for the ratio, 002:753-766 for the difference.
    pub fn needs(self, strength: i32, toughness: i32) -> Option<i32> {
        match self {
            WoundTable::Ratio if strength >= 2 * toughness => Some(2),
            WoundTable::Ratio if strength > toughness => Some(3),
            WoundTable::Ratio if strength == toughness => Some(4),
            WoundTable::Ratio if 2 * strength > toughness => Some(5),
            WoundTable::Ratio => Some(6),
            WoundTable::Difference => match toughness - strength {
                ..=-2 => Some(2),
                -1 => Some(3),
                0 => Some(4),
                1 => Some(5),
                2 | 3 => Some(6),
                4.. => None,
            },
        }
    }
}

/// The result that a shot needs to hit by Ballistic Skill; the second for a 1 rolled again, from Ballistic Skill 6 on.
///
/// # Source
/// 002:676-698. A Ballistic Skill of 0 cannot be looked up.
pub fn ballistic_needs(skill: i32) -> Option<(i32, Option<i32>)> {
    match skill {
        1..=5 => Some((7 - skill, None)),
        6..=10 => Some((2, Some(12 - skill))),
        _ => None,
    }
}

/// The result that a blow needs to hit by Weapon Skill; `None` where it hits without a roll.
///
/// # Source
/// 002:1458 and 1472-1485.
pub fn weapon_skill_needs(attacker: i32, target: i32) -> Option<i32> {
    match target {
        ..=0 => None,
        _ if target < attacker => Some(3),
        _ if target <= 2 * attacker => Some(4),
        _ => Some(5),
    }
}
