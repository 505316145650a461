//! Attacks on vehicles that have an Armour value: penetration and the table of damage.
//!
//! # Source
//! 5th edition, Armour Penetration and Damage Rolls (`docs/rules/dice.md`, E.3, Vehicles).

use adjutant_core::numbers::Whole;
use serde::{Deserialize, Serialize};

/// How hits on vehicles are resolved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct VehicleLaw {
    /// What the damage roll gives: from the result named on, in rising order; less than the first counts as the first.
    pub damage: Vec<(i32, DamageResult)>,
    /// Added to the damage roll of a glancing hit.
    pub glancing: Whole<-6, 0>,
    /// Added to the damage roll of a weapon without Armour Piercing value.
    pub no_ap: Whole<-6, 6>,
    /// Added to the damage roll of a weapon with Armour Piercing value 1.
    pub ap_one: Whole<-6, 6>,
    /// Added to the damage roll against an open-topped vehicle.
    pub open_topped: Whole<-6, 6>,
}

/// What a damage roll does to a vehicle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum DamageResult {
    /// It does not shoot before its next turn has ended.
    Shaken,
    /// It neither moves nor shoots before its next turn has ended.
    Stunned,
    /// One of its weapons is gone.
    WeaponDestroyed,
    /// It moves no more.
    Immobilised,
    /// It is destroyed and stays as a wreck.
    Wrecked,
    /// It is destroyed and hits what stands near.
    Explodes,
}

/// What a hit does to a vehicle's armour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Penetration {
    /// Nothing.
    None,
    /// A glancing hit.
    Glancing,
    /// A penetrating hit.
    Penetrating,
}

/// Strength and dice against an Armour value.
///
/// # Source
/// 002:2344-2350; 2354 for the better of two dice, which the caller picks; 1233 for the D3 of rending.
///
/// ```
/// use adjutant_attack::{Penetration, penetrates};
/// assert_eq!(penetrates(9, &[4], 13), Penetration::Glancing);
/// ```
pub fn penetrates(strength: i32, dice: &[i32], armour: i32) -> Penetration {
    match (strength + dice.iter().sum::<i32>()).cmp(&armour) {
        std::cmp::Ordering::Less => Penetration::None,
        std::cmp::Ordering::Equal => Penetration::Glancing,
        std::cmp::Ordering::Greater => Penetration::Penetrating,
    }
}

/// How a vehicle was hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VehicleHit {
    /// A glancing or a penetrating hit.
    pub penetration: Penetration,
    /// Armour Piercing value of the weapon; 0 for none.
    pub ap: i32,
    /// Whether the vehicle is open-topped.
    pub open_topped: bool,
    /// Other modifiers.
    pub other: i32,
}

/// A vehicle that is hit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct VehicleState {
    /// Weapons that it has left.
    pub weapons: u32,
    /// Whether it moves no more.
    pub immobilised: bool,
    /// Whether it belongs to a squadron of more than one vehicle.
    pub squadron: bool,
}

impl VehicleLaw {
    /// The result of a damage roll; `None` for a hit that does not penetrate or glance, or a table without rows.
    ///
    /// # Source
    /// 002:2367-2400 the roll, 2410-2422 repeated results, 2543 squadrons.
    pub fn result(&self, die: i32, hit: VehicleHit, state: VehicleState) -> Option<DamageResult> {
        let glancing = match hit.penetration {
            Penetration::None => return None,
            Penetration::Glancing => self.glancing.get(),
            Penetration::Penetrating => 0,
        };
        let ap = match hit.ap {
            0 => self.no_ap.get(),
            1 => self.ap_one.get(),
            _ => 0,
        };
        let open = if hit.open_topped { self.open_topped.get() } else { 0 };
        let total = die + glancing + ap + open + hit.other;
        let row = self.damage.iter().rev().find(|(from, _)| *from <= total).or_else(|| self.damage.first())?;
        Some(repeated(row.1, state))
    }
}

/// A result that cannot be applied again becomes another one.
fn repeated(result: DamageResult, state: VehicleState) -> DamageResult {
    use DamageResult::{Immobilised, Shaken, Stunned, WeaponDestroyed, Wrecked};
    let damaged = match result {
        WeaponDestroyed if state.weapons == 0 && state.immobilised => Wrecked,
        Immobilised if state.weapons == 0 && state.immobilised => Wrecked,
        WeaponDestroyed if state.weapons == 0 => Immobilised,
        Immobilised if state.immobilised => WeaponDestroyed,
        other => other,
    };
    match damaged {
        Immobilised if state.squadron => Wrecked,
        Stunned if state.squadron => Shaken,
        other => other,
    }
}

/// Damage rolls that hits call for, penetrating and glancing apart: one for each hit that no cover save stopped.
///
/// # Source
/// 002:2442-2450, 2535-2545.
pub fn damage_rolls(hits: &[(Penetration, bool)]) -> (usize, usize) {
    let unsaved = |kind: Penetration| hits.iter().filter(|(hit, saved)| *hit == kind && !saved).count();
    (unsaved(Penetration::Penetrating), unsaved(Penetration::Glancing))
}

/// Strength of a hit by ramming: a point for each of Armour above 10, for each full 3 inches moved, for a tank.
///
/// # Source
/// 002:2717-2725.
pub fn ram_strength(armour: i32, moved_in: i32, tank: bool) -> i32 {
    (armour - 10).max(0) + moved_in / 3 + i32::from(tank)
}

/// How a vehicle moved in its last turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum VehicleSpeed {
    /// Not at all, or it is immobilised.
    Stationary,
    /// At combat speed.
    Combat,
    /// At cruising speed or flat out.
    Cruising,
}

/// What a blow in close combat needs to hit a vehicle; `None` where it hits without a roll.
///
/// # Source
/// 002:2480-2485.
pub fn needs_to_hit_vehicle(speed: VehicleSpeed) -> Option<i32> {
    match speed {
        VehicleSpeed::Stationary => None,
        VehicleSpeed::Combat => Some(4),
        VehicleSpeed::Cruising => Some(6),
    }
}

/// Inches that a blast marker leaves its aim where the scatter die shows an arrow.
///
/// # Source
/// 002:1146-1160; 1262 for barrages out of sight, which count a skill of 0.
pub fn scatter_in(dice: [i32; 2], ballistic_skill: i32) -> i32 {
    (dice[0] + dice[1] - ballistic_skill).max(0)
}
