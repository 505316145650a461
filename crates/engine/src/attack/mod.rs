//! Dice and attacks: from the first die to the last wound lost, under the law of an edition.
//!
//! Everything here is a function of its arguments. What differs between editions is data ([`Law`]); no edition has a
//! name in this module.

mod amount;
mod law;
mod number;
mod traits;
mod vehicle;

pub use amount::{Amount, AmountError, third_of};
pub use law::{
    Allocation, ArmourPenetration, BlastLaw, Characteristic, HitBy, HitLaw, Law, MortalAfter, MortalLaw, NumberLaw,
    Operation, Rounding, SaveChoice, SaveLaw, Triggers, WoundLaw, WoundTable, ballistic_needs, weapon_skill_needs,
};
pub use number::{Change, Discard, NumberError, Value, better_by, changed, is_better, kept};
pub use traits::{Trait, TraitError, TraitName};
pub use vehicle::{DamageResult, VehicleLaw};
