//! What dice were worth: the odds of an attack before its first die, and where the result lay in them.
//!
//! A re-roll that an ability always makes is part of the attack. One that somebody chose to make is an event of its own: up
//! to it the attack came to what it was worth as the dice lay then, and from there on it is judged by the odds of the dice
//! that were still to be thrown. Counted otherwise, fair dice would show luck: only bad ones are thrown again.

use std::collections::BTreeMap;

use adjutant_core::numbers::Face;
use num_bigint::BigUint;

use super::batch::Batch;
use super::chances::{Blow, Chances, ignoring, numbers, single};
use super::fall::{SaveRules, after_abilities};
use super::fault::{Fault, FaultKind, Step};
use super::feed::Die;
use super::fill::Volley;
use super::law::{Allocation, Law};
use super::odds::{Course, Odds, Runs, odds, run};
use super::prompt::by_datasheets;
use super::resolve::resolve;
use super::sequence::{Attacks, Damage, DieIndex, Roll, RolledDamage, Saves, Sequence, face_before};
use super::strike::{HitRules, WoundRules};
use super::target::{GroupIndex, Target};
use super::traits::{Trait, TraitName};

/// A throw that was judged by the odds that it had.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weighed {
    /// What was possible: wounds that the target loses beside [`Weighed::before`].
    pub odds: Odds,
    /// Wounds that it had lost before.
    pub before: u32,
    /// Wounds that it came to, as a fraction: a whole number, or what was to be expected when somebody chose to re-roll.
    pub came: (BigUint, BigUint),
    /// Whether a chosen re-roll followed, so that the odds spread wider than what it came to.
    pub goes_on: bool,
}

/// A die that somebody chose to roll again.
#[derive(Clone, Copy, Debug)]
struct Chosen {
    batch: usize,
    step: Step,
    die: usize,
}

/// Which face a die shows at a moment of the attack.
#[derive(Clone, Copy)]
enum Shows {
    Die(Die),
    Nothing,
}

/// Judges a volley whose dice are all there. `saves` of the volley are those that the target has; its dice lie in the
/// batches.
///
/// # Errors
/// What [`odds`] refuses, a volley that is too large to count, and re-rolls by choice of dice that are not followed here:
/// for ignored and mortal wounds, and where wounds of several batches are saved together.
pub fn weigh(law: &Law, target: &Target, volley: &Volley) -> Result<Vec<Weighed>, Fault> {
    let fresh = Volley { batches: volley.batches.iter().map(without_dice).collect(), ..volley.clone() };
    if fresh.steps(target) > super::odds::STEPS_MAX {
        return Err(Fault::new(Step::Attacks, FaultKind::ExtraDice, 0, 0));
    }
    let came = resolve(law, target, &volley.all())?.wounds_lost;
    let mut before = (odds(law, target, &fresh)?, 0);
    let mut weighed = Vec::new();
    for chosen in chosen(law, target, volley)? {
        let lies = At { law, target, volley, fresh: &fresh, chosen };
        let (then, lost) = lies.odds(false)?;
        let sum: BigUint = (0u32..).zip(&then.wounds).map(|(wounds, weight)| weight * (wounds + lost)).sum();
        let next = lies.odds(true)?;
        let (odds, so_far) = std::mem::replace(&mut before, next);
        weighed.push(Weighed { odds, before: so_far, came: (sum, then.total), goes_on: true });
    }
    let (odds, so_far) = before;
    weighed.push(Weighed { odds, before: so_far, came: (came.into(), 1u32.into()), goes_on: false });
    Ok(weighed)
}

/// A batch before its first die.
pub fn without_dice(sequence: &Sequence) -> Sequence {
    let mut bare = sequence.clone();
    let roll = |roll: &mut Roll| {
        roll.roll.clear();
        roll.rerolls.clear();
    };
    bare.hit.as_mut().map(roll);
    bare.wound.as_mut().map(roll);
    bare.save.clear();
    if let Attacks::Rolled(rolled) = &mut bare.attacks {
        rolled.roll.clear();
        rolled.rerolls.clear();
    }
    if let Some(Damage::Rolled(rolled)) = &mut bare.damage {
        rolled.roll.clear();
        rolled.rerolls.clear();
    }
    if let Some(mortal) = &mut bare.mortal {
        mortal.roll.clear();
    }
    let of_mortal = bare.mortal.as_mut().and_then(|mortal| mortal.ignore.as_mut());
    for ignore in bare.ignore.as_mut().into_iter().chain(of_mortal) {
        ignore.roll.clear();
        ignore.rerolls.clear();
    }
    bare
}

/// The re-rolls by choice, in the order of the steps.
fn chosen(law: &Law, target: &Target, volley: &Volley) -> Result<Vec<Chosen>, Fault> {
    let mut all = Vec::new();
    for (batch, sequence) in volley.batches.iter().enumerate() {
        let mut add = |step: Step, die: usize| all.push(Chosen { batch, step, die });
        let of = volley.batch(batch);
        let indexed = |rerolls: &BTreeMap<DieIndex, Face>| -> Vec<usize> {
            rerolls.keys().filter_map(|die| usize::try_from(die.get()).ok()).collect()
        };
        if let Attacks::Rolled(rolled) = &sequence.attacks {
            indexed(&rolled.rerolls).into_iter().for_each(|die| add(Step::Attacks, die));
        }
        for (step, roll) in [(Step::Hit, &sequence.hit), (Step::Wound, &sequence.wound)] {
            let Some(roll) = roll.as_ref().filter(|roll| !roll.rerolls.is_empty()) else { continue };
            let covers: Box<dyn Fn(i32) -> Option<bool>> = if step == Step::Hit {
                let rules = HitRules::of(law, &of, roll.roll.len())?;
                Box::new(move |face| rules.covers(face))
            } else {
                let rules = WoundRules::of(law, target, &of, roll.roll.len())?;
                Box::new(move |face| rules.covers(face))
            };
            for (die, face) in &roll.rerolls {
                if covers(face.get()) != Some(true) {
                    add(step, usize::try_from(die.get()).unwrap_or(usize::MAX));
                }
            }
        }
        let mut first = 0;
        for saves in &sequence.save {
            for (die, face) in &saves.rerolls {
                if face.get() != 1 || !sequence.has(TraitName::RerollSaveOnes) {
                    add(Step::Save, first + usize::try_from(die.get()).unwrap_or(0));
                }
            }
            first += saves.roll.len();
        }
        if let Some(Damage::Rolled(rolled)) = &sequence.damage {
            indexed(&rolled.rerolls).into_iter().for_each(|die| add(Step::Damage, die));
        }
        let ignores = [sequence.ignore.as_ref(), sequence.mortal.as_ref().and_then(|mortal| mortal.ignore.as_ref())];
        if ignores.into_iter().flatten().any(|ignore| !ignore.rerolls.is_empty()) {
            return Err(unfollowed(Step::Ignore));
        }
    }
    Ok(all)
}

fn unfollowed(step: Step) -> Fault {
    Fault::new(step, FaultKind::RerollUnnamed, 0, 1)
}

/// An attack as its dice lie when somebody chooses to roll one again.
struct At<'a> {
    law: &'a Law,
    target: &'a Target,
    volley: &'a Volley,
    fresh: &'a Volley,
    chosen: Chosen,
}

impl<'a> At<'a> {
    /// The odds with the die as it lies, or with it still to be thrown `again`; and the wounds lost before the batch.
    fn odds(&self, again: bool) -> Result<(Odds, u32), Fault> {
        let Chosen { batch, step, .. } = self.chosen;
        let batches = self.volley.all();
        if self.law.allocate == Allocation::SpreadEvenly && batches.len() > 1 {
            return Err(unfollowed(step));
        }
        // What waits for the end of the attack would count as lost before this batch.
        for earlier in 0..batch {
            let course = Course::at(self.law, self.target, self.fresh, earlier)?;
            let told = self.fresh.batches[earlier].mortal.is_some();
            if told || course.wound.keys().any(|blow| blow.devastating || blow.mortal > 0) {
                return Err(unfollowed(step));
            }
        }
        let so_far = resolve(self.law, self.target, &batches[..batch])?;
        let target = self.left(&so_far.destroyed, &so_far.hurt);
        let normal = Course::at(self.law, &target, self.fresh, batch)?;
        let once = self.once();
        let once = Course::at(self.law, &target, &once, batch)?;
        if normal.wound.keys().any(|blow| blow.mortal > 0) {
            return Err(unfollowed(step));
        }
        let mut runs: Runs<'_> = match step {
            Step::Attacks => vec![(normal, self.attacks(&batches[batch], again)?)],
            Step::Hit => self.hits((&normal, &once), &batches[batch], again)?,
            Step::Wound => self.wounds((&normal, &once), &target, &batches[batch], again)?,
            Step::Save | Step::Damage => self.falls((&normal, &once), &target, &batches[batch], again)?,
            Step::Ignore | Step::Mortal => return Err(unfollowed(step)),
        };
        for later in batch + 1..batches.len() {
            let course = Course::at(self.law, &target, self.fresh, later)?;
            runs.push((course, numbers(self.law, &target, &self.fresh.batches[later])));
        }
        if runs.is_empty() {
            runs.push((Course::at(self.law, &target, self.fresh, batch)?, single(0)));
        }
        Ok((run(&runs, &self.fresh.batches[batch..])?, so_far.wounds_lost))
    }

    /// The volley without abilities that re-roll: a die is rolled again once at the most.
    fn once(&self) -> Volley {
        let mut volley = self.fresh.clone();
        let rerolls = |ability: &Trait| {
            use TraitName::{RerollHitOnes, RerollHits, RerollSaveOnes, RerollWoundOnes, RerollWounds, SharpShooter};
            let all = [RerollHits, RerollHitOnes, SharpShooter, RerollWounds, RerollWoundOnes, RerollSaveOnes];
            all.contains(&ability.name)
        };
        volley.batches.iter_mut().for_each(|batch| batch.traits.retain(|ability| !rerolls(ability)));
        volley
    }

    /// The target as the batches before have left it.
    fn left(&self, destroyed: &[u32], hurt: &[u32]) -> Target {
        let mut target = self.target.clone();
        for (at, (destroyed, hurt)) in destroyed.iter().zip(hurt).enumerate() {
            let group = &mut target.groups[GroupIndex(at)];
            (group.models, group.hurt) = (group.models - destroyed, *hurt);
        }
        target
    }

    /// What a die of the step shows: those before the chosen one as they ended, those behind it that are chosen too as they
    /// fell.
    fn shows(&self, die: usize, face: i32, before: Option<i32>, by_choice: bool, again: bool) -> Shows {
        let first = |before: Option<i32>| Die { face: before.unwrap_or(face), before: None };
        match die.cmp(&self.chosen.die) {
            std::cmp::Ordering::Equal if again => Shows::Nothing,
            std::cmp::Ordering::Equal => Shows::Die(first(before)),
            std::cmp::Ordering::Greater if by_choice => Shows::Die(first(before)),
            _ => Shows::Die(Die { face, before }),
        }
    }

    fn of_roll(&self, roll: Option<&Roll>, covers: impl Fn(i32) -> Option<bool>, again: bool) -> Vec<Shows> {
        let Some(roll) = roll else { return Vec::new() };
        let shows = |(die, face): (usize, &Face)| {
            let before = face_before(&roll.rerolls, die);
            let by_choice = before.is_some_and(|before| covers(before) != Some(true));
            self.shows(die, face.get(), before, by_choice, again)
        };
        roll.roll.iter().enumerate().map(shows).collect()
    }

    fn attacks(&self, batch: &Batch<'_>, again: bool) -> Result<Chances<u32>, Fault> {
        let Attacks::Rolled(rolled) = &batch.sequence.attacks else { return Err(unfollowed(Step::Attacks)) };
        if again && rolled.roll.len() > 1 {
            return Err(unfollowed(Step::Attacks));
        }
        let mut as_it_lay = without_dice(batch.sequence);
        if again {
            return Ok(numbers(self.law, self.target, &as_it_lay));
        }
        let mut faces = rolled.roll.clone();
        for (die, face) in rolled.rerolls.iter().filter(|(die, _)| die.get() >= self.chosen.die as i32) {
            faces[usize::try_from(die.get()).unwrap_or(0)] = *face;
        }
        if let Attacks::Rolled(thrown) = &mut as_it_lay.attacks {
            thrown.roll = faces;
        }
        super::strike::attacks(self.law, self.target, &Batch { sequence: &as_it_lay, ..*batch }).map(single)
    }

    fn hits(
        &self,
        (normal, once): (&Course<'a>, &Course<'a>),
        batch: &Batch<'_>,
        again: bool,
    ) -> Result<Runs<'a>, Fault> {
        let rules = HitRules::of(self.law, batch, 1)?;
        let (mut rolled, mut automatic, mut fresh) = (0, 0, 0);
        for shows in self.of_roll(batch.sequence.hit.as_ref(), |face| rules.covers(face), again) {
            match shows {
                Shows::Nothing => fresh += 1,
                Shows::Die(die) => {
                    let (hits, wound) = rules.hits(die);
                    rolled += hits - wound;
                    automatic += wound;
                }
            }
        }
        let known = Course { hit: single((rolled, automatic)), ..normal.clone() };
        Ok(vec![(known, single(1)), (Course { hit: once.hit.clone(), ..normal.clone() }, single(fresh))])
    }

    /// The blows of the wound dice, with those that needed none; nothing for a die that is still to be thrown.
    fn blows(&self, target: &Target, batch: &Batch<'_>, again: bool) -> Result<Vec<Option<Blow>>, Fault> {
        let struck = super::strike::strike(self.law, target, false, batch)?;
        let plain = Blow { wounds: true, ..Blow::default() };
        let mut blows = vec![Some(plain); usize::try_from(struck.automatic).unwrap_or(0)];
        let rules = WoundRules::of(self.law, target, batch, 1)?;
        let dice = self.of_roll(batch.sequence.wound.as_ref(), |face| rules.covers(face), again);
        blows.extend(dice.into_iter().map(|shows| match shows {
            Shows::Nothing => None,
            Shows::Die(die) => Some(Blow::of(self.law, batch.sequence, &rules, die.face)),
        }));
        Ok(blows)
    }

    fn wounds(
        &self,
        (normal, once): (&Course<'a>, &Course<'a>),
        target: &Target,
        batch: &Batch<'_>,
        again: bool,
    ) -> Result<Runs<'a>, Fault> {
        let course = |blow: Option<Blow>| {
            let wound = blow.map_or_else(|| once.wound.clone(), single);
            (Course { hit: single((1, 0)), wound, ..normal.clone() }, single(1))
        };
        let wounds = |blow: &Option<Blow>| blow.is_none_or(|blow| blow.wounds);
        Ok(self.blows(target, batch, again)?.into_iter().filter(wounds).map(course).collect())
    }

    /// The wounds in the order in which they are saved, each with its save: whether it stops the wound, and which die that was;
    /// nothing where no die came to it. Then the devastating ones.
    fn saved(&self, target: &Target, batch: &Batch<'_>, again: bool) -> Result<Vec<Saved>, Fault> {
        let known = Chosen { step: Step::Wound, die: usize::MAX, ..self.chosen };
        let blows = At { chosen: known, ..*self }.blows(target, batch, false)?;
        let (waiting, blows): (Vec<Blow>, Vec<Blow>) =
            blows.into_iter().flatten().filter(|blow| blow.wounds).partition(|blow| blow.devastating);
        let mut queues = [false, true].map(|kind| blows.iter().filter(move |blow| blow.critical == kind).copied());
        let (mut all, mut die) = (Vec::new(), 0);
        for saves in &batch.sequence.save {
            let queue = &mut queues[usize::from(saves.critical)];
            let group = match &saves.to {
                Some(name) => target.groups.iter().find(|group| group.name == *name),
                None => target.groups.iter().find(|group| group.models > 0),
            };
            let group = group.ok_or_else(|| unfollowed(Step::Save))?;
            for (nth, face) in saves.roll.iter().enumerate() {
                let rules = SaveRules::of(self.law, group, batch, saves, saves.roll.len())?;
                let before = face_before(&saves.rerolls, nth);
                let stops = match self.shows(die, face.get(), before, false, again) {
                    _ if self.chosen.step != Step::Save => Some(rules.saves(face.get())),
                    Shows::Nothing => None,
                    Shows::Die(die) => Some(rules.saves(die.face)),
                };
                all.extend(queue.next().map(|blow| Saved { blow, stops, die: Some(die) }));
                die += 1;
            }
            let without = usize::try_from(saves.none.map_or(0, |none| none.get())).unwrap_or(0);
            all.extend(queue.take(without).map(|blow| Saved { blow, stops: Some(false), die: None }));
        }
        let unthrown = queues.into_iter().flatten().chain(waiting);
        all.extend(unthrown.map(|blow| Saved { blow, stops: None, die: None }));
        Ok(all)
    }

    /// Wounds one after the other, save and damage: those before the chosen die as they came, those behind it still to come.
    fn falls(
        &self,
        (normal, once): (&Course<'a>, &Course<'a>),
        target: &Target,
        batch: &Batch<'_>,
        again: bool,
    ) -> Result<Runs<'a>, Fault> {
        let mut damages = Damages::of(batch);
        let chosen = Some(self.chosen.die).filter(|_| self.chosen.step == Step::Damage);
        let several = damages.rolled.is_some_and(|rolled| rolled.each.dice > 1);
        // Devastating wounds take their damage when all others have.
        if chosen.is_some() && (several || normal.wound.keys().any(|blow| blow.devastating)) {
            return Err(unfollowed(Step::Damage));
        }
        let ignore = batch.sequence.ignore.as_ref().filter(|_| !batch.sequence.has(TraitName::NoIgnore));
        let ignore = ignore.map(|rule| rule.needs.get());
        let (mut runs, mut passed) = (Vec::new(), false);
        for Saved { blow, stops, die } in self.saved(target, batch, again)? {
            let mut course = Course { hit: single((1, 0)), wound: single(blow), ..normal.clone() };
            let here = self.chosen.step == Step::Save && die == Some(self.chosen.die);
            if here && stops.is_none() {
                course.models.clone_from(&once.models);
            }
            let known = stops.filter(|_| !passed);
            passed |= here;
            if known == Some(true) {
                continue;
            }
            if known == Some(false) {
                unsaved(&mut course);
                let (damage, thrown) = damages.take(chosen);
                if let Some(damage) = damage.filter(|_| !(here || thrown && again)) {
                    let lost = single(after_abilities(batch.sequence, damage));
                    course.lost[usize::from(blow.critical)] = ignoring(&lost, ignore);
                }
                passed |= thrown;
            }
            runs.push((course, single(1)));
        }
        Ok(runs)
    }
}

/// A wound, and what became of it.
struct Saved {
    blow: Blow,
    stops: Option<bool>,
    die: Option<usize>,
}

/// The dice of damage, wound after wound; none where the damage is a number.
struct Damages<'a> {
    rolled: Option<&'a RolledDamage>,
    next: usize,
}

impl<'a> Damages<'a> {
    fn of(batch: &Batch<'a>) -> Damages<'a> {
        let rolled = match &batch.sequence.damage {
            Some(Damage::Rolled(rolled)) => Some(rolled),
            _ => None,
        };
        Damages { rolled, next: 0 }
    }

    /// The damage of the next wound, as its dice fell before somebody rolled one of them again where that is `chosen`; and
    /// whether it is.
    fn take(&mut self, chosen: Option<usize>) -> (Option<i32>, bool) {
        let Some(rolled) = self.rolled else { return (None, false) };
        let from = self.next;
        self.next += usize::from(rolled.each.dice);
        let here = chosen.is_some_and(|die| (from..self.next).contains(&die));
        let face = |die: usize| {
            let before = face_before(&rolled.rerolls, die).filter(|_| chosen == Some(die));
            before.or_else(|| rolled.roll.get(die).map(|face| face.get()))
        };
        let faces: Option<Vec<i32>> = (from..self.next).map(face).collect();
        (faces.map(|faces| rolled.each.of(&faces)), here)
    }
}

/// A course whose wounds no save stops.
fn unsaved(course: &mut Course<'_>) {
    for save in course.models.iter_mut().flat_map(|model| &mut model.saves) {
        *save = (0u32.into(), 1u32.into());
    }
}

/// The saves that a target has against a batch of a volley, group after group in the order in which they fell: as recorded
/// with it, as the datasheets say, or as recorded with another attack of the same weapon.
///
/// # Errors
/// A group of which nothing says how it saves.
pub fn saves_of(
    law: &Law,
    target: &Target,
    volley: &Volley,
    batch: usize,
    other: Option<&Sequence>,
) -> Result<Vec<Saves>, Fault> {
    let bare = |saves: &Saves| Saves { none: saves.none.filter(|_| saves.roll.is_empty()), ..saves.without_dice() };
    let pooled = law.allocate == Allocation::SpreadEvenly;
    let holder = if pooled { volley.batches.len() - 1 } else { batch };
    let mine = |saves: &&Saves| saves.from.is_none_or(|from| !pooled || usize::try_from(from.get()) == Ok(batch));
    let own: Vec<Saves> = volley.batches[holder].save.iter().filter(mine).map(bare).collect();
    let others: Vec<Saves> = other.into_iter().flat_map(|other| &other.save).map(bare).collect();
    let mut order: Vec<GroupIndex> = target.falling(law);
    let place =
        |index: &GroupIndex| own.iter().position(|saves| saves.to.as_ref() == Some(&target.groups[*index].name));
    order.sort_by_key(|index| place(index).unwrap_or(usize::MAX));
    let mut all: Vec<Saves> = own.iter().chain(&others).find(|saves| saves.critical).cloned().into_iter().collect();
    for index in order {
        let group = &target.groups[index];
        let of = |saves: &&Saves| !saves.critical && saves.to.as_ref().is_none_or(|to| *to == group.name);
        let found = own.iter().find(of).cloned();
        let found = found.or_else(|| by_datasheets(law, group, &volley.batch(batch)));
        let found = found.or_else(|| others.iter().find(of).cloned());
        let found = found.ok_or_else(|| Fault::new(Step::Save, FaultKind::NoNeed, 0, 0).about(&group.name))?;
        all.push(Saves { to: Some(group.name.clone()), from: None, ..found });
    }
    Ok(all)
}
