//! What an attack on a vehicle with an Armour value is worth: the exact distribution of the worst that it suffers.
//!
//! # Source
//! 5th edition, Armour Penetration and Damage Rolls (`docs/rules/dice.md`, E.3, Vehicles).

use std::collections::BTreeMap;

use num_bigint::BigUint;

use super::batch::Batch;
use super::chances::{Chances, hits, numbers, of_fewer, reduced};
use super::fault::{Fault, FaultKind, Step};
use super::fill::Volley;
use super::law::Law;
use super::sequence::Sequence;
use super::target::Target;
use super::traits::TraitName;
use super::vehicle::{DamageResult, Penetration, VehicleHit, VehicleLaw, VehicleState, penetrates};

/// Which dice are added to the Strength of a hit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ArmourDice {
    /// One.
    #[default]
    One,
    /// Two together.
    Two,
    /// The better of two.
    BetterOfTwo,
}

/// A vehicle that is attacked, and how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hull {
    /// Armour value that is hit.
    pub armour: i32,
    /// Whether it is open-topped.
    pub open_topped: bool,
    /// The result from which on a cover save discards a hit, where it may take one.
    pub cover: Option<i32>,
    /// The dice that go against its armour.
    pub dice: ArmourDice,
    /// What it has left.
    pub state: VehicleState,
}

/// How often each result is the worst that the vehicle suffers; `None` where it suffers nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VehicleOdds {
    /// All weights together.
    pub total: BigUint,
    /// Weight of each.
    pub worst: BTreeMap<Option<DamageResult>, BigUint>,
}

/// The worst result so far, and what the vehicle has left.
type Spot = (Option<DamageResult>, VehicleState);

/// The exact distribution of the worst that the attacks of a volley's first batch do to a vehicle.
///
/// # Errors
/// A law without Armour values, a sequence without Strength or without the result that hits, or an ability that the law
/// does not have.
///
/// # Source
/// 002:2344-2422; 2354 for the better of two dice, 1233 for rending, 2442-2450 for cover.
pub fn vehicle_odds(law: &Law, hull: &Hull, volley: &Volley) -> Result<VehicleOdds, Fault> {
    let no_batch = || Fault::new(Step::Attacks, FaultKind::WhichBatch, 1, 0);
    let sequence = volley.batches.first().ok_or_else(no_batch)?;
    super::resolve::known(law, sequence)?;
    let facts = volley.facts.first().copied().unwrap_or_default();
    let without = |step, kind| Fault::new(step, kind, 0, 0);
    let vehicles = law.vehicles.as_ref().ok_or_else(|| without(Step::Damage, FaultKind::NotInLaw))?;
    let strength = sequence.strength.ok_or_else(|| without(Step::Wound, FaultKind::NoNeed))?.get();
    let strike = Strike {
        vehicles,
        hull,
        ap: facts.ap.unwrap_or(0),
        hit: hits(law, &Batch { sequence, facts, trust: volley.trust })?,
        penetration: penetrations(strength, hull, sequence),
    };
    let ended = strike.all(&numbers(law, &Target::alike(1, 1), sequence));
    let mut odds = VehicleOdds { total: ended.values().sum(), worst: BTreeMap::new() };
    for ((worst, _), weight) in ended {
        *odds.worst.entry(worst).or_default() += weight;
    }
    Ok(odds)
}

/// What the dice do to the armour, face by face.
fn penetrations(strength: i32, hull: &Hull, sequence: &Sequence) -> Chances<Penetration> {
    let mut chances = Chances::new();
    let rending = sequence.has(TraitName::Rending);
    for (one, other) in (1..=6).flat_map(|one| (1..=6).map(move |other| (one, other))) {
        let (dice, six) = match hull.dice {
            ArmourDice::One => (vec![one], one == 6),
            ArmourDice::Two => (vec![one, other], one == 6 || other == 6),
            ArmourDice::BetterOfTwo => (vec![one.max(other)], one.max(other) == 6),
        };
        for more in 1..=3 {
            let beside = if rending && six { more } else { 0 };
            *chances.entry(penetrates(strength + beside, &dice, hull.armour)).or_default() += 1u32;
        }
    }
    reduced(chances)
}

struct Strike<'a> {
    vehicles: &'a VehicleLaw,
    hull: &'a Hull,
    ap: i32,
    hit: Chances<(u32, u32)>,
    penetration: Chances<Penetration>,
}

impl Strike<'_> {
    /// All attacks, whatever their number.
    fn all(&self, numbers: &Chances<u32>) -> Chances<Spot> {
        let most_hits = self.hit.keys().map(|(rolled, automatic)| rolled + automatic).max().unwrap_or(0);
        let of_hit = self.penetration.values().sum::<BigUint>() * 36u32;
        let attack = |before: &Chances<Spot>| {
            let mut after = Chances::new();
            for ((rolled, automatic), weight) in &self.hit {
                let hits = rolled + automatic;
                let unused = weight * of_hit.pow(most_hits - hits);
                let now = (0..hits).fold(before.clone(), |now, _| self.hit(&now));
                now.into_iter().for_each(|(spot, w)| *after.entry(spot).or_default() += w * &unused);
            }
            after
        };
        let of_attack = self.hit.values().sum::<BigUint>() * of_hit.pow(most_hits);
        let whole = [((None, self.hull.state), BigUint::from(1u32))].into();
        of_fewer(whole, numbers, &of_attack, attack)
    }

    /// One hit: the dice against the armour, a cover save, a damage roll.
    fn hit(&self, before: &Chances<Spot>) -> Chances<Spot> {
        let mut after = Chances::new();
        let unsaved = self.hull.cover.map_or(6, |needs| (needs.max(2) - 1).min(6)).unsigned_abs();
        for (spot, weight) in before {
            for (penetration, chance) in &self.penetration {
                let weight = weight * chance;
                let unsaved = if *penetration == Penetration::None { 0 } else { unsaved };
                *after.entry(*spot).or_default() += &weight * (6 - unsaved) * 6u32;
                for die in (1..=6).filter(|_| unsaved > 0) {
                    *after.entry(self.damaged(*spot, *penetration, die)).or_default() += &weight * unsaved;
                }
            }
        }
        after
    }

    fn damaged(&self, (worst, mut state): Spot, penetration: Penetration, die: i32) -> Spot {
        let hit = VehicleHit { penetration, ap: self.ap, open_topped: self.hull.open_topped, other: 0 };
        let result = self.vehicles.result(die, hit, state);
        match result {
            Some(DamageResult::WeaponDestroyed) => state.weapons = state.weapons.saturating_sub(1),
            Some(DamageResult::Immobilised) => state.immobilised = true,
            _ => {}
        }
        let worst = worst.max(result);
        // What is destroyed has nothing left to lose.
        let gone = worst >= Some(DamageResult::Wrecked);
        (worst, if gone { VehicleState { squadron: state.squadron, ..VehicleState::default() } } else { state })
    }
}
