//! The dice of an attack from a source of faces.

use std::fmt;

use adjutant_core::numbers::{Face, Whole};

use super::batch::Batch;
use super::fault::{Fault, FaultKind, Step};
use super::law::Law;
use super::prompt::{Aim, Prompt, by_datasheets, next};
use super::resolve::resolve;
use super::sequence::{Attacks, Damage, DieIndex, Roll, Saves, Sequence};
use super::strike::{HitRules, WoundRules};
use super::target::{Facts, Target};
use super::traits::TraitName;

/// A volley whose dice are still to be thrown: what each step needs is there, the faces are not.
#[derive(Clone, Debug)]
pub struct Volley {
    /// Its batches.
    pub batches: Vec<Sequence>,
    /// What the datasheets say of each; all unknown where it is shorter.
    pub facts: Vec<Facts>,
    /// Saves of each batch by group, in the order in which the defender lets its models fall.
    pub saves: Vec<Vec<Saves>>,
    /// Whether stated results stand against the datasheets.
    pub trust: bool,
}

/// Why not every die of a volley can be thrown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stuck {
    /// Somebody has to say something first, such as what a step needs; beside it what the rules say without it.
    Asks(Box<Prompt>, Fault),
    /// The dice do not add up.
    Wrong(Fault),
}

impl fmt::Display for Stuck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Stuck::Asks(_, fault) | Stuck::Wrong(fault)) = self;
        fault.fmt(f)
    }
}

impl std::error::Error for Stuck {}

impl From<Fault> for Stuck {
    fn from(fault: Fault) -> Stuck {
        Stuck::Wrong(fault)
    }
}

/// One die that is needed: its step, and whether it is rolled again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Throw {
    /// Which batch, counted from 0.
    pub batch: usize,
    /// The step.
    pub step: Step,
    /// Whether it is a die that is rolled again.
    pub again: bool,
}

impl Volley {
    pub(super) fn batch(&self, index: usize) -> Batch<'_> {
        let facts = self.facts.get(index).copied().unwrap_or_default();
        Batch { sequence: &self.batches[index], facts, trust: self.trust }
    }

    pub(super) fn all(&self) -> Vec<Batch<'_>> {
        (0..self.batches.len()).map(|index| self.batch(index)).collect()
    }

    /// Throws every die, step after step; abilities that allow a re-roll use it on every failure that they cover. Saves
    /// of which nothing is said are those of the datasheets.
    ///
    /// # Errors
    /// What is missing besides dice, such as a result needed, or what is wrong.
    pub fn fill(
        mut self,
        law: &Law,
        target: &Target,
        source: &mut dyn FnMut(Throw) -> Face,
    ) -> Result<Vec<Sequence>, Stuck> {
        let mut next_saves = vec![0; self.batches.len()];
        self.saves.resize(self.batches.len(), Vec::new());
        loop {
            let Some(ask) = next(law, target, &self.all())? else { return Ok(self.batches) };
            if ask.dice == 0 || (ask.aim == Aim::Ask && ask.step != Step::Save) {
                return self.stuck(law, target, ask);
            }
            if ask.step == Step::Save {
                let fresh = self.saves[ask.batch].is_empty() && self.batches[ask.batch].save.is_empty();
                if fresh && !self.saves_by_datasheets(law, target, ask.batch) {
                    return self.stuck(law, target, ask);
                }
                self.throw_save(law, target, ask.batch, &mut next_saves[ask.batch], source)?;
                continue;
            }
            for _ in 0..ask.dice {
                let face = source(Throw { batch: ask.batch, step: ask.step, again: false });
                self.push(&ask, face)?;
            }
            self.reroll(law, target, &ask, source)?;
        }
    }

    /// What is asked for that no die can answer.
    fn stuck(self, law: &Law, target: &Target, ask: Prompt) -> Result<Vec<Sequence>, Stuck> {
        match resolve(law, target, &self.all()) {
            Ok(_) => Ok(self.batches),
            Err(fault) => Err(Stuck::Asks(Box::new(ask), fault)),
        }
    }

    /// Takes the saves of the datasheets for every group of the target; whether they tell all of them.
    fn saves_by_datasheets(&mut self, law: &Law, target: &Target, batch: usize) -> bool {
        let falling = target.falling(law);
        let several = falling.len() > 1;
        let found = falling.iter().map(|index| {
            let group = &target.groups[*index];
            let saves = by_datasheets(law, group, &self.batch(batch))?;
            Some(Saves { to: several.then(|| group.name.clone()), ..saves })
        });
        match found.collect::<Option<Vec<Saves>>>() {
            Some(saves) => {
                self.saves[batch] = saves;
                true
            }
            None => false,
        }
    }

    /// Throws one save for the group that falls next, or takes a wound that allows none.
    fn throw_save(
        &mut self,
        law: &Law,
        target: &Target,
        batch: usize,
        at: &mut usize,
        source: &mut dyn FnMut(Throw) -> Face,
    ) -> Result<(), Fault> {
        let mut thrown = None;
        loop {
            let template = self.saves.get(batch).and_then(|saves| saves.get(*at)).cloned();
            let Some(template) = template else {
                return Err(Fault::new(Step::Save, FaultKind::WhichGroup, 1, 0));
            };
            let allows_none = template.none.is_some();
            let saves = &mut self.batches[batch].save;
            if saves.len() <= *at {
                saves.push(Saves { roll: Vec::new(), none: None, ..template });
            }
            let before = saves[*at].clone();
            if allows_none {
                saves[*at].none = Whole::new(before.none.map_or(0, |none| none.get()) + 1);
            } else {
                let (was, face) = *thrown.get_or_insert_with(|| self.save_die(batch, source));
                let saves = &mut self.batches[batch].save[*at];
                let die = i32::try_from(saves.roll.len()).ok().and_then(DieIndex::new);
                saves.rerolls.extend(die.zip(was));
                saves.roll.push(face);
            }
            match resolve(law, target, &self.all()) {
                Err(fault) if moves_on(fault.kind) => {
                    let saves = &mut self.batches[batch].save;
                    if before.roll.is_empty() && before.none.is_none() {
                        saves.truncate(*at);
                        self.saves[batch].remove(*at);
                    } else {
                        saves[*at] = before;
                        *at += 1;
                    }
                }
                _ => return Ok(()),
            }
        }
    }

    /// The die of a save, with the face before where an ability rolls it again.
    fn save_die(&self, batch: usize, source: &mut dyn FnMut(Throw) -> Face) -> (Option<Face>, Face) {
        let mut throw = |again| source(Throw { batch, step: Step::Save, again });
        let face = throw(false);
        let again = face.get() == 1 && self.batches[batch].has(TraitName::RerollSaveOnes);
        if again { (Some(face), throw(true)) } else { (None, face) }
    }

    fn push(&mut self, ask: &Prompt, face: Face) -> Result<(), Fault> {
        let sequence = &mut self.batches[ask.batch];
        let refused = || Fault::new(ask.step, FaultKind::NoNeed, 0, 1);
        match ask.step {
            Step::Attacks => match &mut sequence.attacks {
                Attacks::Rolled(rolled) => rolled.roll.push(face),
                Attacks::Number(_) => return Err(refused()),
            },
            Step::Hit => sequence.hit.get_or_insert_with(Roll::default).roll.push(face),
            Step::Wound => sequence.wound.get_or_insert_with(Roll::default).roll.push(face),
            Step::Damage => match &mut sequence.damage {
                Some(Damage::Rolled(rolled)) => rolled.roll.push(face),
                _ => return Err(refused()),
            },
            Step::Ignore => {
                let other = sequence.mortal.as_mut().and_then(|mortal| mortal.ignore.as_mut());
                match (&mut sequence.ignore, other) {
                    (Some(rule), None) | (None, Some(rule)) => rule.roll.push(face),
                    _ => return Err(refused()),
                }
            }
            Step::Mortal => match &mut sequence.mortal {
                Some(mortal) => mortal.roll.push(face),
                None => return Err(refused()),
            },
            Step::Save => return Err(refused()),
        }
        Ok(())
    }

    /// Rolls again what the abilities of the batch cover.
    fn reroll(
        &mut self,
        law: &Law,
        target: &Target,
        ask: &Prompt,
        source: &mut dyn FnMut(Throw) -> Face,
    ) -> Result<(), Fault> {
        let batch = self.batch(ask.batch);
        let roll = match ask.step {
            Step::Hit => &batch.sequence.hit,
            Step::Wound => &batch.sequence.wound,
            _ => return Ok(()),
        };
        let faces: Vec<i32> = roll.iter().flat_map(|roll| &roll.roll).map(|face| face.get()).collect();
        let covers: Vec<usize> = if ask.step == Step::Hit {
            let rules = HitRules::of(law, &batch, faces.len())?;
            indices(&faces, |face| rules.covers(face))
        } else {
            let rules = WoundRules::of(law, target, &batch, faces.len())?;
            indices(&faces, |face| rules.covers(face))
        };
        for index in covers {
            let face = source(Throw { batch: ask.batch, step: ask.step, again: true });
            let sequence = &mut self.batches[ask.batch];
            let roll = if ask.step == Step::Hit { &mut sequence.hit } else { &mut sequence.wound };
            let (Some(roll), Some(die)) = (roll, i32::try_from(index).ok().and_then(DieIndex::new)) else { continue };
            roll.rerolls.insert(die, roll.roll[index]);
            roll.roll[index] = face;
        }
        Ok(())
    }
}

/// Whether a save belongs to the next group, because this one cannot take it.
fn moves_on(kind: FaultKind) -> bool {
    matches!(kind, FaultKind::UnknownGroup | FaultKind::WrongModel | FaultKind::ExtraDice | FaultKind::NoSaveAllowed)
}

fn indices(faces: &[i32], covers: impl Fn(i32) -> Option<bool>) -> Vec<usize> {
    faces.iter().enumerate().filter(|(_, face)| covers(**face) == Some(true)).map(|(index, _)| index).collect()
}
