//! Attacks on vehicles that have an Armour value: penetration and the table of damage.
//!
//! # Source
//! 5th edition, Armour Penetration and Damage Rolls (`docs/rules/dice.md`, E.3, Vehicles).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::numbers::Whole;

/// How hits on vehicles are resolved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
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
