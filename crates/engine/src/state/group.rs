//! Models of a unit that are alike.

use std::sync::Arc;

use adjutant_attack::{Characteristic, GroupIndex};
use adjutant_core::ids::Name;
use adjutant_core::numbers::Whole;

use super::directory::UnitIndex;
use crate::terms::{Base, DamageRow, ModelGroup};

/// Models of a unit that are alike.
#[derive(Clone, Debug)]
pub struct Group {
    /// Its name.
    pub name: Name,
    /// Models left.
    pub models: u32,
    /// Models destroyed and not returned.
    pub lost: u32,
    /// Wounds characteristic.
    pub wounds: u32,
    /// Wounds that the one hurt model of the group has lost.
    pub hurt: u32,
    /// The group as the roster states it.
    pub printed: Arc<ModelGroup>,
    /// Points of one model, where the list says.
    pub points: Option<i32>,
    /// Leadership, where the list says.
    pub leadership: Option<i32>,
    /// Whether the list says that they have Objective Secured.
    pub objective_secured: bool,
    /// The base.
    pub base: Option<Base>,
    /// Move characteristic in thousandths of an inch, where the list says.
    pub move_thousandths: Option<i32>,
    /// Whether one of them leads the army.
    pub warlord: bool,
    /// What they shoot with, where the list says.
    pub guns: Option<Guns>,
    /// Where they stand in the list, if they are a leader's in the unit that it joined.
    pub part: Option<Part>,
}

/// Models of a leader in the unit that it joined: the leader, and their group in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// The leader.
    pub unit: UnitIndex,
    /// The group of the leader.
    pub group: GroupIndex,
}

/// What models can shoot with, by the types of their weapons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guns {
    /// Any ranged weapon.
    pub ranged: bool,
    /// A ranged weapon of the type Assault.
    pub assault: bool,
    /// A ranged weapon of the type Pistol.
    pub pistol: bool,
}

impl Guns {
    /// By the types that the list prints; none where a weapon has no type.
    fn of(group: &ModelGroup) -> Option<Guns> {
        if group.weapons.is_empty() {
            return None;
        }
        let mut guns = Guns { ranged: false, assault: false, pistol: false };
        for weapon in &group.weapons {
            guns.ranged |= !weapon.is_of_type("Melee")?;
            guns.assault |= weapon.is_of_type("Assault")?;
            guns.pistol |= weapon.is_of_type("Pistol")?;
        }
        Some(guns)
    }
}

impl Group {
    /// How many weapons of a name the list gives it: as it says, or one for each of its models.
    pub fn bears(&self, name: &Name) -> u32 {
        let borne = self.printed.weapons.iter().filter(|borne| borne.is_called(name));
        borne.map(|borne| borne.count.map_or(self.models + self.lost, |count| count.get().unsigned_abs())).sum()
    }

    pub(super) fn from_roster(group: &Arc<ModelGroup>, warlord: Option<&Name>) -> Group {
        Group {
            name: group.group.clone(),
            models: group.count.get().unsigned_abs(),
            lost: 0,
            wounds: group.wounds.get().unsigned_abs(),
            hurt: 0,
            printed: Arc::clone(group),
            points: group.points.map(|p| p.get()),
            leadership: group.leadership.map(|l| l.get()),
            objective_secured: group.objective_secured == Some(true),
            base: group.base,
            move_thousandths: group.move_in.map(|m| m.thousandths()),
            warlord: warlord == Some(&group.group),
            guns: Guns::of(group),
            part: None,
        }
    }

    /// The row of its datasheet that tells of its model as it is hurt; of several models nobody knows which one acts.
    ///
    /// # Source
    /// 001:1656-1660.
    pub fn damage_row(&self) -> Option<&DamageRow> {
        let left = self.wounds.saturating_sub(self.hurt);
        let rows = self.printed.damage_table.iter().filter(|_| self.models == 1);
        rows.filter(|row| left <= row.wounds_left.get().unsigned_abs()).min_by_key(|row| row.wounds_left)
    }

    /// A characteristic as the list prints it, for a model that is as hurt as this one.
    pub fn printed_now(&self, characteristic: Characteristic) -> Option<i32> {
        let (row, printed) = (self.damage_row(), &self.printed);
        match characteristic {
            Characteristic::BallisticSkill => {
                row.and_then(|row| row.ballistic_skill).or(printed.ballistic_skill).map(Whole::get)
            }
            Characteristic::WeaponSkill => {
                row.and_then(|row| row.weapon_skill).or(printed.weapon_skill).map(Whole::get)
            }
            Characteristic::Strength => row.and_then(|row| row.strength).or(printed.strength).map(Whole::get),
            Characteristic::Attacks => row.and_then(|row| row.attacks).or(printed.attacks).map(Whole::get),
            _ => None,
        }
    }

    /// How far its models move, in thousandths of an inch, where the list says.
    pub fn moves(&self) -> Option<i64> {
        let worse = self.damage_row().and_then(|row| row.move_in).map(|inches| inches.thousandths());
        worse.or(self.move_thousandths).map(i64::from)
    }

    /// How far its models move at least, in thousandths of an inch, where the list says.
    pub fn least_move(&self) -> Option<i64> {
        let worse = self.damage_row().and_then(|row| row.least_move_in);
        worse.or(self.printed.least_move_in).map(|inches| i64::from(inches.thousandths()))
    }

    /// Whether its models have a keyword beside the unit's.
    pub fn has_keyword(&self, keyword: &str) -> bool {
        (keyword == "WARLORD" && self.warlord) || self.printed.keywords.iter().any(|k| k.as_str() == keyword)
    }
}
