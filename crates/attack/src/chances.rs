//! What one throw may bring, with the weight of each outcome: hits, wounds, saves, damage, numbers of attacks.

use std::collections::BTreeMap;

use num_bigint::BigUint;

use super::amount::Amount;
use super::batch::Batch;
use super::fault::Fault;
use super::feed::Die;
use super::law::{BlastLaw, Law};
use super::sequence::{Attacks, Saves, Sequence};
use super::strike::{HitRules, WoundRules, number_of_attacks, result, six};
use super::target::Target;
use super::traits::TraitName;

/// Outcomes of one throw with their weights.
pub(super) type Chances<T> = BTreeMap<T, BigUint>;

/// The share of a weight of all as a fraction in lowest terms.
pub fn fraction(weight: &BigUint, total: &BigUint) -> String {
    let common = divisor(total.clone(), weight.clone());
    format!("{}/{}", weight / &common, total / &common)
}

/// The share of a weight of all in parts of `parts`, rounded to the nearest.
pub fn share(weight: &BigUint, total: &BigUint, parts: u64) -> BigUint {
    (weight * parts * 2u32 + total) / (total * 2u32)
}

/// Attacks of a number that is rolled, one after the other: fewer count as often as more of them would.
pub(super) fn of_fewer<T: Ord + Copy>(
    before: Chances<T>,
    numbers: &Chances<u32>,
    of_one: &BigUint,
    attack: impl Fn(&Chances<T>) -> Chances<T>,
) -> Chances<T> {
    let most = numbers.keys().max().copied().unwrap_or(0);
    let (mut weights, mut ended) = (before, Chances::new());
    for done in 0..=most {
        if let Some(weight) = numbers.get(&done) {
            let rest = of_one.pow(most - done);
            for (spot, w) in &weights {
                *ended.entry(*spot).or_default() += w * weight * &rest;
            }
        }
        if done < most {
            weights = attack(&weights);
        }
    }
    ended
}

pub(super) fn sum<T>(chances: &Chances<T>) -> BigUint {
    chances.values().sum()
}

pub(super) fn single<T: Ord>(value: T) -> Chances<T> {
    [(value, BigUint::from(1u32))].into()
}

pub(super) fn doubled(chances: Chances<u32>, by: u32) -> Chances<u32> {
    chances.into_iter().map(|(lost, weight)| (lost * by, weight)).collect()
}

/// Divides all weights by what they have in common.
pub(super) fn reduced<T: Ord>(chances: Chances<T>) -> Chances<T> {
    let common = chances.values().cloned().reduce(divisor).unwrap_or_else(|| BigUint::from(1u32));
    chances.into_iter().map(|(value, weight)| (value, weight / &common)).collect()
}

pub(super) fn divisor(mut one: BigUint, mut other: BigUint) -> BigUint {
    while other != BigUint::default() {
        (one, other) = (other.clone(), one % other);
    }
    one
}

/// Every final die with its weight of 36: an ability that covers a face rolls it again.
fn dice(covers: impl Fn(i32) -> Option<bool>) -> impl Iterator<Item = (Die, u32)> {
    let mut all = Vec::new();
    for face in 1..=6 {
        if covers(face) == Some(true) {
            all.extend((1..=6).map(|again| (Die { face: again, before: Some(face) }, 1)));
        } else {
            all.push((Die { face, before: None }, 6));
        }
    }
    all.into_iter()
}

/// Hits of one attack that are rolled to wound, and those that wound by themselves.
pub(super) fn hits(law: &Law, batch: &Batch<'_>) -> Result<Chances<(u32, u32)>, Fault> {
    if batch.sequence.has(TraitName::AutoHit) {
        return Ok(single((1, 0)));
    }
    let rules = HitRules::of(law, batch, 1)?;
    let mut chances = Chances::new();
    for (die, weight) in dice(|face| rules.covers(face)) {
        let (hits, automatic) = rules.hits(die);
        *chances.entry((hits - automatic, automatic)).or_default() += weight;
    }
    Ok(reduced(chances))
}

/// What a wound roll brings: a wound or none, how it is saved, and what comes with it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Blow {
    pub wounds: bool,
    pub critical: bool,
    pub devastating: bool,
    pub mortal: u32,
}

impl Blow {
    /// What one face of a wound roll brings.
    pub fn of(law: &Law, sequence: &Sequence, rules: &WoundRules<'_>, face: i32) -> Blow {
        if !rules.scores(face) {
            return Blow::default();
        }
        let six = six(law, face, result(law, face, rules.net));
        let critical = six || rules.anti.is_some_and(|anti| face >= anti);
        let beside = sequence.number(TraitName::MortalOnSix).unwrap_or(0).unsigned_abs();
        Blow {
            wounds: true,
            critical: sequence.has(TraitName::Rending) && face == 6,
            devastating: critical && sequence.has(TraitName::DevastatingWounds),
            mortal: if six { beside } else { 0 },
        }
    }
}

pub(super) fn blows(law: &Law, target: &Target, batch: &Batch<'_>) -> Result<Chances<Blow>, Fault> {
    let rules = WoundRules::of(law, target, batch, 1)?;
    let mut chances = Chances::new();
    for (die, weight) in dice(|face| rules.covers(face)) {
        *chances.entry(Blow::of(law, batch.sequence, &rules, die.face)).or_default() += weight;
    }
    Ok(reduced(chances))
}

/// How many of 36 throws save, re-rolls counted.
pub(super) fn saved_of_36(
    law: &Law,
    group: &super::target::TargetGroup,
    batch: &Batch<'_>,
    entry: &Saves,
) -> Result<u32, Fault> {
    let rules = super::fall::SaveRules::of(law, group, batch, entry, 1)?;
    let ones = batch.sequence.has(TraitName::RerollSaveOnes);
    Ok(dice(|face| Some(ones && face == 1)).filter(|(die, _)| rules.saves(die.face)).map(|(_, weight)| weight).sum())
}

/// The damage of one attack.
pub(super) fn damages(sequence: &Sequence, amount: Amount) -> Chances<u32> {
    let mut chances: Chances<i32> = single(0);
    for _ in 0..amount.dice {
        let mut next = Chances::new();
        for (sum, weight) in &chances {
            for face in 1..=6 {
                *next
                    .entry(sum + Amount { dice: 1, thirds: amount.thirds, times: 1, plus: 0 }.of(&[face]))
                    .or_default() += weight;
            }
        }
        chances = next;
    }
    let mut damage = Chances::new();
    for (sum, weight) in chances {
        let rolled = sum * i32::from(amount.times) + i32::from(amount.plus);
        *damage.entry(super::fall::after_abilities(sequence, rolled)).or_default() += weight;
    }
    reduced(damage)
}

/// Wounds lost of so much damage, each ignored from a result on.
pub(super) fn ignoring(damage: &Chances<u32>, needs: Option<i32>) -> Chances<u32> {
    let Some(needs) = needs else { return damage.clone() };
    let lost_of_six = u32::try_from((needs - 1).clamp(0, 6)).unwrap_or(0);
    let most = damage.keys().max().copied().unwrap_or(0);
    let mut chances = Chances::new();
    for (points, weight) in damage {
        let mut lost: Chances<u32> = single(0);
        for _ in 0..*points {
            let mut next = Chances::new();
            for (so_far, w) in &lost {
                *next.entry(so_far + 1).or_default() += w * lost_of_six;
                *next.entry(*so_far).or_default() += w * (6 - lost_of_six);
            }
            lost = next;
        }
        for (lost, w) in lost.into_iter().filter(|(_, w)| *w != BigUint::default()) {
            *chances.entry(lost).or_default() += w * weight * BigUint::from(6u32).pow(most - points);
        }
    }
    reduced(chances)
}

/// How many attacks there may be.
pub(super) fn numbers(law: &Law, target: &Target, sequence: &Sequence) -> Chances<u32> {
    let rolled = match &sequence.attacks {
        Attacks::Number(number) => return single(number.get().unsigned_abs()),
        Attacks::Rolled(rolled) => rolled,
    };
    let blast = if sequence.has(TraitName::Blast) { law.blast } else { None };
    let models = i32::try_from(target.models_when_selected).unwrap_or(i32::MAX);
    let weapons = rolled.weapons.map_or(1, |weapons| weapons.get());
    if blast == Some(BlastLaw::ThreeThenMost) && models >= 11 {
        return single((rolled.each.most().max(0) * weapons).unsigned_abs());
    }
    let mut one: Chances<Vec<i32>> = single(Vec::new());
    for _ in 0..rolled.each.dice {
        let mut next: Chances<Vec<i32>> = Chances::new();
        for (faces, weight) in &one {
            for face in 1..=6 {
                let mut faces = faces.clone();
                faces.push(face);
                faces.sort_unstable();
                *next.entry(faces).or_default() += weight;
            }
        }
        one = next;
    }
    let mut attacks: Chances<u32> = Chances::new();
    for (faces, weight) in one {
        *attacks.entry(number_of_attacks(blast, models, rolled.each, &faces).unsigned_abs()).or_default() += weight;
    }
    let mut all = single(0);
    for _ in 0..weapons {
        let mut next = Chances::new();
        for (sum, weight) in &all {
            for (more, w) in &attacks {
                *next.entry(sum + more).or_default() += weight * w;
            }
        }
        all = next;
    }
    reduced(all)
}
