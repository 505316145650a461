//! An army list, frozen for a match.
//!
//! # Source
//! `docs/log.md`, section 5; `docs/rules/muster.md`, A-2 and H-roster.

use std::sync::Arc;

use adjutant_core::ids::{Name, UnitId};
use adjutant_core::numbers::{Inches, Millimetres, Models, Whole};
use serde::{Deserialize, Serialize};

use super::ground::Disposition;

/// Points of a unit, a model or an army.
pub type Points = Whole<0, 100_000>;

/// A Power Rating.
pub type Power = Whole<0, 10_000>;

/// Wounds of one model.
pub type Wounds = Whole<1, 1000>;

/// A whole army.
///
/// ```
/// use adjutant_engine::roster::Roster;
/// let text = r#"{"name":"Patrol","detachments":[{"type":"patrol","cp":2,"units":[{"id":"a1","datasheet":"Captain",
///   "role":"hq","points":100,"power":5,"keywords":["CHARACTER"],"faction_keywords":["IMPERIUM"],
///   "models":[{"group":"captain","count":1,"wounds":5}]}]}]}"#;
/// let roster: Roster = serde_json::from_str(text).unwrap();
/// assert_eq!(roster.units().count(), 1);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Roster {
    /// Name of the army.
    pub name: Name,
    /// Army Faction: a keyword that all its units share.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub faction: Option<Name>,
    /// What it is bent on, where the rules ask for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub disposition: Option<Disposition>,
    /// Its Detachments; an army of `unbound` ones only is not Battle-forged.
    pub detachments: Vec<Detachment>,
    /// Points set aside for units added during the battle.
    #[serde(default = "no_points")]
    pub reinforcement_points: Points,
    /// Which model leads it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub warlord: Option<Warlord>,
    /// Stratagems used before the battle for upgrades, as the list states them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stratagems: Vec<Upgrade>,
    /// Anything else that the list says.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

fn no_points() -> Points {
    Whole::new(0).unwrap_or_else(|| unreachable!("0 is in range"))
}

impl Detachment {
    /// Whether it holds the units that stand in no Detachment of the rules.
    pub fn is_unbound(&self) -> bool {
        self.kind.as_str() == "unbound"
    }
}

impl Roster {
    /// All its units, in the order of the list.
    pub fn units(&self) -> impl Iterator<Item = &RosterUnit> {
        self.detachments.iter().flat_map(|d| &d.units)
    }

    /// Whether it earns Command points: any Detachment that is not `unbound`.
    pub fn battle_forged(&self) -> bool {
        self.detachments.iter().any(|detachment| !detachment.is_unbound())
    }

    /// The same list, telling nothing of whose it is: called by its faction, without names of units and remarks.
    #[must_use]
    pub fn nameless(mut self) -> Roster {
        self.name = self.plain_name();
        self.notes.clear();
        self.detachments.iter_mut().flat_map(|detachment| &mut detachment.units).for_each(|unit| unit.name = None);
        self
    }

    /// Whether it tells nothing of whose it is.
    pub fn is_nameless(&self) -> bool {
        self.name == self.plain_name() && self.notes.is_empty() && self.units().all(|unit| unit.name.is_none())
    }

    fn plain_name(&self) -> Name {
        let army = || Name::new("Army").unwrap_or_else(|_| unreachable!("a word is a name"));
        self.faction.clone().unwrap_or_else(army)
    }

    /// Points of all its units, without those set aside.
    pub fn points(&self) -> i32 {
        self.units().map(|u| u.points.get()).sum()
    }
}

/// The model that leads the army.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Warlord {
    /// Its unit.
    pub unit: UnitId,
    /// Its group in that unit.
    pub group: Name,
}

/// Part of an army.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Detachment {
    /// Kebab-case name: `patrol`, `battalion`, …, `unbound`.
    #[serde(rename = "type")]
    pub kind: Name,
    /// Command points that it costs, before its benefit is credited.
    pub cp: Whole<0, 100>,
    /// Name given by the player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<Name>,
    /// Its units.
    pub units: Vec<RosterUnit>,
}

/// Battlefield role, as printed on a datasheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum BattlefieldRole {
    /// HQ.
    Hq,
    /// Troops.
    Troops,
    /// Elites.
    Elites,
    /// Fast Attack.
    FastAttack,
    /// Heavy Support.
    HeavySupport,
    /// Flyers.
    Flyer,
    /// Dedicated Transports.
    DedicatedTransport,
    /// Lords of War.
    LordOfWar,
    /// Fortifications.
    Fortification,
}

impl BattlefieldRole {
    /// The role of one unit, as its datasheet prints it.
    pub fn printed(self) -> &'static str {
        match self {
            BattlefieldRole::Hq => "HQ",
            BattlefieldRole::Troops => "Troops",
            BattlefieldRole::Elites => "Elites",
            BattlefieldRole::FastAttack => "Fast Attack",
            BattlefieldRole::HeavySupport => "Heavy Support",
            BattlefieldRole::Flyer => "Flyer",
            BattlefieldRole::DedicatedTransport => "Dedicated Transport",
            BattlefieldRole::LordOfWar => "Lord of War",
            BattlefieldRole::Fortification => "Fortification",
        }
    }

    /// The slots of a role, as a Detachment prints them.
    pub fn printed_slots(self) -> &'static str {
        match self {
            BattlefieldRole::Flyer => "Flyers",
            BattlefieldRole::DedicatedTransport => "Dedicated Transports",
            BattlefieldRole::LordOfWar => "Lords of War",
            BattlefieldRole::Fortification => "Fortifications",
            BattlefieldRole::Hq
            | BattlefieldRole::Troops
            | BattlefieldRole::Elites
            | BattlefieldRole::FastAttack
            | BattlefieldRole::HeavySupport => self.printed(),
        }
    }
}

/// One unit of an army.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RosterUnit {
    /// Unique in the match.
    pub id: UnitId,
    /// Title of its datasheet.
    pub datasheet: Name,
    /// Name given by the player, where it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<Name>,
    /// Its battlefield role.
    pub role: BattlefieldRole,
    /// The unit that a Dedicated Transport was bought for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bought_for: Option<UnitId>,
    /// Whether a rule of its own lets it join a Detachment without taking up a slot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slotless: Option<bool>,
    /// Its points, wargear included.
    pub points: Points,
    /// Its Power Rating.
    pub power: Power,
    /// Keywords in capitals, as printed.
    pub keywords: Vec<Name>,
    /// Faction keywords in capitals, as printed.
    pub faction_keywords: Vec<Name>,
    /// Its models, alike ones together.
    pub models: Vec<Arc<ModelGroup>>,
    /// How many models it can carry.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub transport_capacity: Option<Whole<0, 1000>>,
    /// What it can do in the Psychic phase.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub psyker: Option<Psyker>,
    /// Whether it has fewer models than its datasheet's least.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub understrength: Option<bool>,
    /// Names of its abilities.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub abilities: Vec<Name>,
    /// Names of its psychic powers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub psychic_powers: Vec<Name>,
    /// Names of its Relics.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub relics: Vec<Name>,
    /// Names of its Warlord Traits.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warlord_traits: Vec<Name>,
    /// Other wargear that has no weapon profile.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub wargear: Vec<Name>,
}

/// Models of one unit that are alike.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ModelGroup {
    /// Name of the group, unique in the unit.
    pub group: Name,
    /// How many models.
    pub count: Models,
    /// Wounds characteristic of each.
    pub wounds: Wounds,
    /// Points of one model, wargear included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<Points>,
    /// Leadership characteristic.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leadership: Option<Whole<1, 20>>,
    /// Weapon Skill: the result needed, or the characteristic itself where the edition compares them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weapon_skill: Option<Whole<0, 12>>,
    /// Ballistic Skill, likewise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ballistic_skill: Option<Whole<0, 12>>,
    /// Strength.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strength: Option<Whole<0, 99>>,
    /// Toughness.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub toughness: Option<Whole<1, 99>>,
    /// Initiative, where the edition has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub initiative: Option<Whole<0, 20>>,
    /// Attacks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attacks: Option<Whole<0, 99>>,
    /// Save: the result needed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub save: Option<Whole<1, 9>>,
    /// Invulnerable save: the result needed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub invulnerable: Option<Whole<2, 6>>,
    /// Objective Control, where the edition has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub objective_control: Option<Whole<0, 99>>,
    /// Size of the base.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base: Option<Base>,
    /// Move characteristic, in inches; the greater of two.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub move_in: Option<Inches>,
    /// How far they move at least, in inches, where the datasheet says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub least_move_in: Option<Inches>,
    /// What changes as a model loses wounds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub damage_table: Vec<DamageRow>,
    /// Keywords that these models have beside the unit's.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub keywords: Vec<Name>,
    /// Whether these models have Objective Secured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub objective_secured: Option<bool>,
    /// Their weapons.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub weapons: Vec<Weapon>,
}

/// What a datasheet says of a model that has few wounds left.
///
/// # Source
/// 001:1656-1660.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct DamageRow {
    /// It speaks of a model with so many wounds left or fewer; of several such rows the one with the fewest counts.
    pub wounds_left: Wounds,
    /// Move characteristic, in inches; the greater of two.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub move_in: Option<Inches>,
    /// How far it moves at least, in inches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub least_move_in: Option<Inches>,
    /// Weapon Skill.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weapon_skill: Option<Whole<0, 12>>,
    /// Ballistic Skill.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ballistic_skill: Option<Whole<0, 12>>,
    /// Strength.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strength: Option<Whole<0, 99>>,
    /// Attacks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attacks: Option<Whole<0, 99>>,
    /// What is added to its hit rolls.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hit: Option<Whole<-3, 3>>,
}

/// The base that a model stands on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Base {
    /// Diameter in millimetres, with at most one decimal.
    RoundMm(Millimetres),
    /// Length and width in millimetres, with at most one decimal.
    OvalMm([Millimetres; 2]),
    /// Width and length of a hull in inches.
    HullIn([Inches; 2]),
}

/// What a unit can do in the Psychic phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Psyker {
    /// Powers that it can manifest each turn.
    pub casts: Whole<0, 20>,
    /// Powers that it can deny each turn.
    pub denies: Whole<0, 20>,
}

/// A weapon profile as the list prints it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Weapon {
    /// Its name.
    pub name: Name,
    /// How many of it the group has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<Models>,
    /// Range, such as `24"` or `Melee`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<Name>,
    /// Type, such as `Rapid Fire 1`.
    #[serde(default, rename = "type", skip_serializing_if = "Option::is_none")]
    pub kind: Option<Name>,
    /// Strength, such as `4` or `+1`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strength: Option<Name>,
    /// Armour Penetration, such as `-1`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub armour_penetration: Option<Name>,
    /// Damage, such as `1` or `D3`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub damage: Option<Name>,
}

impl DamageRow {
    /// A row that changes nothing yet.
    pub fn of(wounds_left: Wounds) -> DamageRow {
        let (move_in, least_move_in, hit) = (None, None, None);
        let (weapon_skill, ballistic_skill, strength, attacks) = (None, None, None, None);
        DamageRow { wounds_left, move_in, least_move_in, weapon_skill, ballistic_skill, strength, attacks, hit }
    }
}

impl Weapon {
    /// Whether a name is that of this weapon, in whatever letters.
    pub fn is_called(&self, name: &Name) -> bool {
        self.name.as_str().eq_ignore_ascii_case(name.as_str())
    }

    /// Whether it is of a type, such as `Heavy`; `None` where the list prints no type. Several types stand behind commas.
    ///
    /// ```
    /// let weapon: adjutant_engine::roster::Weapon =
    ///     serde_json::from_str(r#"{"name":"Storm gun","type":"Assault, Heavy"}"#).unwrap();
    /// assert_eq!(["heavy", "Pistol"].map(|name| weapon.is_of_type(name)), [Some(true), Some(false)]);
    /// ```
    pub fn is_of_type(&self, name: &str) -> Option<bool> {
        let begins = |part: &str| part.trim().get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name));
        self.kind.as_ref().map(|kind| kind.as_str().split(',').any(begins))
    }

    /// Whether it is certainly of one of some types.
    pub fn is_one_of(&self, types: &[Name]) -> bool {
        types.iter().any(|name| self.is_of_type(name.as_str()) == Some(true))
    }
}

/// A Stratagem used while mustering.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Upgrade {
    /// Its name.
    pub name: Name,
    /// Command points that it cost.
    pub cp: Whole<0, 100>,
    /// The unit that it upgraded, where the list says which.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<UnitId>,
}
