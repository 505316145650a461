//! Dice and attacks: from the first die to the last wound lost, under the law of an edition.
//!
//! Everything here is a function of its arguments. What differs between editions is data ([`Law`]); no edition has a
//! name in this crate, and nothing here knows of a state, a command or a log.
//!
//! # Examples
//! Two attacks, one more for the charge and one more for a second weapon (fifth edition):
//!
//! ```
//! assert_eq!(adjutant_attack::blows(2, true, true), 4);
//! assert_eq!(adjutant_attack::striking_order(&[4, 3, 4]), [4, 3]);
//! ```
//!
//! # Features
//!
//! - `schema`: JSON Schemas of the types.

mod amount;
mod armour;
mod batch;
mod chances;
mod combat;
mod fall;
mod fault;
mod feed;
mod fill;
mod law;
mod luck;
mod mortal;
mod number;
mod odds;
mod profile;
mod prompt;
mod resolve;
mod sequence;
mod spread;
mod strike;
mod tables;
mod target;
mod traits;
mod trial;
mod vehicle;

pub use amount::{Amount, AmountError, shots, third_of};
pub use armour::{ArmourDice, Hull, VehicleOdds, vehicle_odds};
pub use batch::{Batch, Tally};
pub use chances::{fraction, share};
pub use combat::{
    CombatResult, CombatSide, attacks_by_hit_rolls, blows, blows_with, combat_result, is_caught, is_shaken_by_losses,
    striking_order,
};
pub use fault::{Fault, FaultKind, Step};
pub use fill::{Stuck, Throw, Volley};
pub use law::{
    Allocation, ArmourPenetration, BlastLaw, Characteristic, CoverLaw, HitBy, HitLaw, Law, MortalAfter, MortalLaw,
    NumberLaw, Operation, Rounding, SaveChoice, SaveLaw, Triggers, WoundLaw, WoundTable, ballistic_needs,
    weapon_skill_needs,
};
pub use luck::{Weighed, saves_of, weigh, without_dice};
pub use number::{Change, Discard, NumberError, Value, best, better_by, changed, conditions, is_better, kept};
pub use odds::{Odds, STEPS_MAX, is_known, odds};
pub use profile::{as_printed, known_hit};
pub use prompt::{Aim, Prompt, Thrower, next};
pub use resolve::{Outcome, resolve};
pub use sequence::{
    Attacks, Damage, DieIndex, Ignore, Modifier, Mortal, Need, Roll, RolledAttacks, RolledDamage, SaveKind, Saves,
    Sequence,
};
pub use strike::majority_or_highest;
pub use tables::{
    Building, Cover, Danger, Drive, Edge, Fires, Mishap, Speed, UnitKind, building_armour, cover_save,
    difficult_terrain, may_fire, mishap, moves_at_most_in, outflank_edge,
};
pub use target::{Facts, GroupIndex, HitCause, HitChanges, JudgedSaves, Target, TargetGroup, Told};
pub use traits::{Trait, TraitError, TraitName};
pub use trial::{
    Attrition, Trial, TrialAdd, TrialFailure, TrialOn, TrialPass, as_digits, best_save, characteristic_test,
    charge_needs, cover_of_unit, decided, hazardous, is_below_half, levels_climbed, looked_up, lost_at, passengers,
    prevailing, psychic_test, smite,
};
pub use vehicle::{
    DamageResult, Penetration, VehicleHit, VehicleLaw, VehicleSpeed, VehicleState, damage_rolls, needs_to_hit_vehicle,
    penetrates, ram_strength, scatter_in,
};
