//! The attacker's half: how many attacks, which of them hit, which of those wound.
//!
//! # Source
//! `docs/rules/dice.md` E.3 to E.6; each rule is named where it stands.

use super::amount::Amount;
use super::batch::Batch;
use super::fault::{Fault, FaultKind, Step};
use super::feed::{Die, Feed};
use super::law::{Allocation, BlastLaw, Law, Triggers};
use super::sequence::{Attacks, Modifier, Need, Roll, Sequence};
use super::target::Target;
use super::traits::TraitName;

/// A wound that the defender has to save.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Wound {
    /// Whether it is saved in the way of critical wounds.
    pub critical: bool,
    /// Mortal wounds that come with it.
    pub mortal: u32,
    /// Which of the attacks that hit it comes from, counted from 1.
    pub attack: u32,
}

/// What the attacker's dice give.
#[derive(Clone, Debug, Default)]
pub(super) struct Struck {
    pub attacks: u32,
    pub hits: u32,
    pub automatic: u32,
    pub backfires: u32,
    pub wounds: Vec<Wound>,
    /// Critical wounds that become mortal wounds.
    pub devastating: u32,
    /// Mortal wounds that come with those.
    pub mortal: u32,
}

/// The sum of some modifiers, no further from 0 than the law allows.
pub(super) fn net(add: &[Modifier], limit: Option<i32>) -> i32 {
    let sum: i32 = add.iter().map(|(by, _)| by.get()).sum();
    limit.map_or(sum, |limit| sum.clamp(-limit, limit))
}

/// A face after its modifiers.
pub(super) fn result(law: &Law, face: i32, net: i32) -> i32 {
    let result = face + net;
    law.roll_at_least.map_or(result, |least| result.max(least.get()))
}

/// The result needed: as stated, as the characteristics say, or both where they agree.
pub(super) fn needed(
    step: Step,
    said: Option<Need>,
    derived: Option<i32>,
    trust: bool,
    dice: usize,
) -> Result<i32, Fault> {
    match (said.map(Need::get), derived) {
        (Some(said), Some(derived)) if said != derived && !trust => {
            Err(Fault::new(step, FaultKind::WrongNeed, derived, said))
        }
        (Some(said), _) => Ok(said),
        (None, Some(derived)) => Ok(derived),
        (None, None) => Err(Fault::new(step, FaultKind::NoNeed, 0, i64::try_from(dice).unwrap_or(i64::MAX))),
    }
}

static NO_ROLL: Roll =
    Roll { needs: None, add: Vec::new(), roll: Vec::new(), rerolls: std::collections::BTreeMap::new(), why: None };

/// The attacker's dice; none are thrown at a unit that is gone.
pub(super) fn strike(law: &Law, target: &Target, gone: bool, batch: &Batch<'_>) -> Result<Struck, Fault> {
    let mut struck = Struck { attacks: if gone { 0 } else { attacks(law, target, batch)? }, ..Struck::default() };
    let rolled = hit(law, batch, &mut struck)?;
    wound(law, target, batch, &rolled, &mut struck)?;
    Ok(struck)
}

/// How many attacks, the models of the target counted where the weapon is a Blast weapon.
pub(super) fn attacks(law: &Law, target: &Target, batch: &Batch<'_>) -> Result<u32, Fault> {
    let blast = if batch.sequence.has(TraitName::Blast) { law.blast } else { None };
    let models = i32::try_from(target.models_when_selected).unwrap_or(i32::MAX);
    let rolled = match &batch.sequence.attacks {
        Attacks::Number(number) => return Ok(number.get().unsigned_abs()),
        Attacks::Rolled(rolled) => rolled,
    };
    let weapons = rolled.weapons.map_or(1, |weapons| weapons.get());
    let mut feed = Feed::new(Step::Attacks, &rolled.roll, &rolled.rerolls, rolled.why.as_ref())?;
    if blast == Some(BlastLaw::ThreeThenMost) && models >= 11 {
        feed.exactly(0)?;
        return Ok((rolled.each.most().max(0) * weapons).unsigned_abs());
    }
    let dice = usize::from(rolled.each.dice);
    feed.exactly(dice * usize::try_from(weapons).unwrap_or(0))?;
    let mut sum = 0;
    for _ in 0..weapons {
        let mut faces = Vec::with_capacity(dice);
        for _ in 0..dice {
            let die = feed.take(1)?;
            feed.may_reroll(die, None)?;
            faces.push(die.face);
        }
        sum += number_of_attacks(blast, models, rolled.each, &faces);
    }
    Ok(sum.unsigned_abs())
}

pub(super) fn number_of_attacks(blast: Option<BlastLaw>, models: i32, each: Amount, faces: &[i32]) -> i32 {
    let rolled = each.of(faces).max(0);
    match blast {
        Some(BlastLaw::ThreeThenMost) if models >= 6 => rolled.max(3),
        Some(BlastLaw::OneForFive) => rolled + models / 5,
        _ => rolled,
    }
}

/// Whether a rule "on a 6" looks at this die.
pub(super) fn six(law: &Law, face: i32, result: i32) -> bool {
    match law.triggers {
        Triggers::Unmodified => face == 6,
        Triggers::Final => result >= 6,
    }
}

/// What a hit roll must reach, and which faces do so whatever it is.
pub(super) struct HitRules<'a> {
    law: &'a Law,
    sequence: &'a Sequence,
    needs: i32,
    net: i32,
    always: Option<i32>,
    sharp: Option<i32>,
}

impl<'a> HitRules<'a> {
    pub fn of(law: &'a Law, batch: &Batch<'a>, asked: usize) -> Result<HitRules<'a>, Fault> {
        let sequence = batch.sequence;
        let roll = sequence.hit.as_ref().unwrap_or(&NO_ROLL);
        let sharp = sequence.number(TraitName::SharpShooter);
        if let Some(fixed) = sequence.number(TraitName::OnlyUnmodified) {
            return Ok(HitRules { law, sequence, needs: fixed, net: 0, always: None, sharp });
        }
        Ok(HitRules {
            law,
            sequence,
            needs: needed(Step::Hit, roll.needs, batch.facts.hit_needs, batch.trust, asked)?,
            net: net(&roll.add, law.hit.net.map(|net| net.get())),
            always: law.hit.always.map(|face| face.get()),
            sharp,
        })
    }

    pub fn scores(&self, die: Die) -> bool {
        let needs = self.sharp.filter(|_| die.before == Some(1)).unwrap_or(self.needs);
        Some(die.face) == self.always
            || (Some(die.face) != self.law.hit.never.map(|never| never.get())
                && result(self.law, die.face, self.net) >= needs)
    }

    /// How many hits a die scores, and how many of them wound without a roll.
    pub fn hits(&self, die: Die) -> (u32, u32) {
        if !self.scores(die) {
            return (0, 0);
        }
        if !six(self.law, die.face, result(self.law, die.face, self.net)) {
            return (1, 0);
        }
        let sequence = self.sequence;
        let instead = sequence.number(TraitName::HitsInstead).unwrap_or(1).unsigned_abs();
        let more = sequence.traits.iter().filter(|ability| ability.name == TraitName::ExtraHits);
        let extra: u32 = more.map(|ability| u32::from(ability.number)).sum();
        let extra = extra + sequence.number(TraitName::SustainedHits).unwrap_or(0).unsigned_abs();
        (instead + extra, u32::from(sequence.has(TraitName::LethalHits)))
    }

    /// Whether one attack may score several hits.
    fn scores_several(&self) -> bool {
        let several = [TraitName::HitsInstead, TraitName::ExtraHits, TraitName::SustainedHits];
        several.into_iter().any(|ability| self.sequence.has(ability))
    }

    /// Whether an ability lets this face be rolled again; `None` where the batch has no such ability.
    pub fn covers(&self, before: i32) -> Option<bool> {
        let failures = self.sequence.has(TraitName::RerollHits);
        let ones = self.sequence.has(TraitName::RerollHitOnes) || self.sharp.is_some();
        covers(failures.then(|| !self.scores(Die { face: before, before: None })), ones, before)
    }
}

/// Whether an ability covers a re-roll: of failures, of ones; `None` where the batch has no such ability.
fn covers(failure: Option<bool>, ones: bool, before: i32) -> Option<bool> {
    match (failure, ones) {
        (Some(fails), _) => Some(fails || (ones && before == 1)),
        (None, true) => Some(before == 1),
        (None, false) => None,
    }
}

/// The hits that roll to wound.
#[derive(Default)]
struct Rolled {
    /// All of them.
    hits: u32,
    /// Those of each attack that has any, where an attack scores several; otherwise one each.
    several: Vec<u32>,
}

impl Rolled {
    /// The attack that each hit comes from, counted from 1.
    fn attacks(&self) -> impl Iterator<Item = u32> {
        let of = |(hits, attack): (&u32, u32)| (0..*hits).map(move |_| attack);
        let alone = if self.several.is_empty() { 0..self.hits } else { 0..0 };
        self.several.iter().zip(1..).flat_map(of).chain(alone.map(|before| before + 1))
    }
}

/// Counts the hits; returns those that roll to wound.
fn hit(law: &Law, batch: &Batch<'_>, struck: &mut Struck) -> Result<Rolled, Fault> {
    let sequence = batch.sequence;
    let roll = sequence.hit.as_ref().unwrap_or(&NO_ROLL);
    let mut feed = Feed::new(Step::Hit, &roll.roll, &roll.rerolls, roll.why.as_ref())?;
    if sequence.has(TraitName::AutoHit) {
        feed.exactly(0)?;
        struck.hits = struck.attacks;
        return Ok(Rolled { hits: struck.hits, ..Rolled::default() });
    }
    let asked = usize::try_from(struck.attacks).unwrap_or(usize::MAX);
    if asked == 0 {
        feed.exactly(0)?;
        return Ok(Rolled::default());
    }
    let rules = HitRules::of(law, batch, asked)?;
    feed.exactly(asked)?;
    let mut rolled = Rolled::default();
    let together = rules.scores_several() && sequence.has(TraitName::MortalOnSix);
    for _ in 0..asked {
        let die = feed.take(1)?;
        feed.may_reroll(die, die.before.and_then(|before| rules.covers(before)))?;
        let shown = if law.triggers == Triggers::Final { result(law, die.face, rules.net) } else { die.face };
        struck.backfires += u32::from(sequence.has(TraitName::GetsHot) && shown == 1);
        let (hits, automatic) = rules.hits(die);
        struck.hits += hits;
        struck.automatic += automatic;
        rolled.hits += hits - automatic;
        if together && hits > automatic {
            rolled.several.push(hits - automatic);
        }
    }
    Ok(rolled)
}

/// Counts the wounds.
fn wound(law: &Law, target: &Target, batch: &Batch<'_>, hits: &Rolled, struck: &mut Struck) -> Result<(), Fault> {
    let sequence = batch.sequence;
    let roll = sequence.wound.as_ref().unwrap_or(&NO_ROLL);
    let mut feed = Feed::new(Step::Wound, &roll.roll, &roll.rerolls, roll.why.as_ref())?;
    struck.wounds.extend((0..struck.automatic).map(|_| Wound::default()));
    let asked = usize::try_from(hits.hits).unwrap_or(usize::MAX);
    if asked == 0 {
        return feed.exactly(0);
    }
    let rules = WoundRules::of(law, target, batch, asked)?;
    if !(1..=6).any(|face| rules.scores(face)) {
        return feed.exactly(0);
    }
    feed.exactly(asked)?;
    let beside = sequence.number(TraitName::MortalOnSix).unwrap_or(0).unsigned_abs();
    let devastating = sequence.has(TraitName::DevastatingWounds);
    for attack in hits.attacks() {
        let die = feed.take(1)?;
        feed.may_reroll(die, die.before.and_then(|before| rules.covers(before)))?;
        if !rules.scores(die.face) {
            continue;
        }
        let six = six(law, die.face, result(law, die.face, rules.net));
        let critical = six || rules.anti.is_some_and(|anti| die.face >= anti);
        let mortal = if six { beside } else { 0 };
        if critical && devastating {
            struck.devastating += 1;
            struck.mortal += mortal;
        } else {
            let rends = sequence.has(TraitName::Rending) && die.face == 6;
            struck.wounds.push(Wound { critical: rends, mortal, attack });
        }
    }
    Ok(())
}

/// What a wound roll must reach, and which faces do so whatever it is.
pub(super) struct WoundRules<'a> {
    law: &'a Law,
    sequence: &'a Sequence,
    needs: i32,
    pub net: i32,
    always: Option<i32>,
    never: Option<i32>,
    pub anti: Option<i32>,
}

impl<'a> WoundRules<'a> {
    pub fn of(law: &'a Law, target: &Target, batch: &Batch<'a>, asked: usize) -> Result<WoundRules<'a>, Fault> {
        let sequence = batch.sequence;
        let roll = sequence.wound.as_ref().unwrap_or(&NO_ROLL);
        let strength = sequence.strength.map(|strength| strength.get()).or(batch.facts.strength);
        let derived = strength.zip(toughness(law, target)).map(|(s, t)| law.wound.table.needs(s, t).unwrap_or(7));
        let needs = match sequence.number(TraitName::Poisoned) {
            Some(fixed) => fixed,
            None => needed(Step::Wound, roll.needs, derived, batch.trust, asked)?,
        };
        let always = law.wound.always.map(|face| face.get()).or(sequence.has(TraitName::Rending).then_some(6));
        Ok(WoundRules {
            law,
            sequence,
            needs,
            net: net(&roll.add, law.wound.net.map(|net| net.get())),
            always,
            never: law.wound.never.map(|face| face.get()),
            anti: sequence.number(TraitName::Anti),
        })
    }

    /// Whether an ability lets this face be rolled again; `None` where the batch has no such ability.
    pub fn covers(&self, before: i32) -> Option<bool> {
        let failures = self.sequence.has(TraitName::RerollWounds);
        covers(failures.then(|| !self.scores(before)), self.sequence.has(TraitName::RerollWoundOnes), before)
    }

    pub fn scores(&self, face: i32) -> bool {
        Some(face) == self.always
            || self.anti.is_some_and(|anti| face >= anti)
            || (Some(face) != self.never && result(self.law, face, self.net) >= self.needs)
    }
}

/// The Toughness that a unit is wounded against; `None` where it is unknown, or models differ and the law is silent.
///
/// # Source
/// 002:735 the majority, else the highest; 000:498 the highest, 000:830 that of the Bodyguard.
pub(super) fn toughness(law: &Law, target: &Target) -> Option<i32> {
    let alive: Vec<_> = target.groups.iter().filter(|group| group.models > 0).collect();
    let led = law.allocate == Allocation::BodyguardFirst && alive.iter().any(|group| !group.attached);
    let counted: Vec<_> = alive.into_iter().filter(|group| !(led && group.attached)).collect();
    let known: Option<Vec<(i32, u32)>> = counted.iter().map(|g| g.toughness.map(|t| (t, g.models))).collect();
    let known = known?;
    let first = known.first()?.0;
    if known.iter().all(|(toughness, _)| *toughness == first) {
        return Some(first);
    }
    match law.allocate {
        Allocation::SpreadEvenly => majority_or_highest(&known),
        Allocation::BodyguardFirst => known.iter().map(|(toughness, _)| *toughness).max(),
        _ => None,
    }
}

/// The value that most models have; the highest where no value has the most.
///
/// # Source
/// 002:735 for Toughness, 002:1466 for Weapon Skill, 002:1584 for Initiative. A majority is more than any other value.
pub fn majority_or_highest(values: &[(i32, u32)]) -> Option<i32> {
    let mut counts = std::collections::BTreeMap::new();
    for (value, models) in values {
        *counts.entry(*value).or_insert(0u32) += models;
    }
    let most = counts.values().max().copied()?;
    let leading: Vec<i32> = counts.iter().filter(|(_, count)| **count == most).map(|(value, _)| *value).collect();
    match leading.as_slice() {
        [only] => Some(*only),
        _ => counts.keys().max().copied(),
    }
}
