//! The dice of one step, handed out one after the other.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use adjutant_core::ids::Name;
use adjutant_core::numbers::Face;

use super::fault::{Fault, FaultKind, Step};
use super::sequence::{DieIndex, face_before};

/// A die as it lies on the table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Die {
    /// Its final face.
    pub face: i32,
    /// Its face before it was rolled again.
    pub before: Option<i32>,
}

/// The dice of one step.
#[derive(Clone, Debug)]
pub(super) struct Feed<'a> {
    step: Step,
    faces: &'a [Face],
    rerolls: &'a BTreeMap<DieIndex, Face>,
    named: bool,
    used: usize,
}

static NO_REROLLS: LazyLock<BTreeMap<DieIndex, Face>> = LazyLock::new(BTreeMap::new);

impl<'a> Feed<'a> {
    /// The dice of a step, with those that were rolled again and the rule that allows it.
    pub fn new(
        step: Step,
        faces: &'a [Face],
        rerolls: &'a BTreeMap<DieIndex, Face>,
        why: Option<&Name>,
    ) -> Result<Feed<'a>, Fault> {
        if let Some(beyond) =
            rerolls.keys().find(|die| usize::try_from(die.get()).map_or(true, |die| die >= faces.len()))
        {
            let last = i64::try_from(faces.len()).unwrap_or(i64::MAX) - 1;
            return Err(Fault::new(step, FaultKind::RerollOfNothing, last, beyond.get()));
        }
        Ok(Feed { step, faces, rerolls, named: why.is_some(), used: 0 })
    }

    /// A step without dice.
    pub fn empty(step: Step) -> Feed<'a> {
        Feed { step, faces: &[], rerolls: &NO_REROLLS, named: true, used: 0 }
    }

    /// How many dice it has.
    pub fn len(&self) -> usize {
        self.faces.len()
    }

    /// The next die; if none is left, at least this many are needed.
    pub fn take(&mut self, at_least: usize) -> Result<Die, Fault> {
        let Some(face) = self.faces.get(self.used) else { return Err(self.missing(self.used + at_least.max(1))) };
        let before = face_before(self.rerolls, self.used);
        self.used += 1;
        Ok(Die { face: face.get(), before })
    }

    /// Refuses a die that was rolled again without a rule; `covered` says whether an ability covers its face before.
    pub fn may_reroll(&self, die: Die, covered: Option<bool>) -> Result<(), Fault> {
        let Some(before) = die.before else { return Ok(()) };
        match covered {
            Some(true) => Ok(()),
            _ if self.named => Ok(()),
            Some(false) => Err(Fault::new(self.step, FaultKind::RerollNotAllowed, 0, before)),
            None => {
                let dice = i64::try_from(self.rerolls.len()).unwrap_or(i64::MAX);
                Err(Fault::new(self.step, FaultKind::RerollUnnamed, 0, dice))
            }
        }
    }

    /// Refuses unless it has exactly this many dice.
    pub fn exactly(&self, asked: usize) -> Result<(), Fault> {
        match self.faces.len() {
            given if given < asked => Err(self.missing(asked)),
            given if given > asked => Err(self.extra(asked)),
            _ => Ok(()),
        }
    }

    /// Refuses dice that nothing asked for.
    pub fn used_up(&self) -> Result<(), Fault> {
        if self.used < self.faces.len() { Err(self.extra(self.used)) } else { Ok(()) }
    }

    fn missing(&self, asked: usize) -> Fault {
        self.fault(FaultKind::MissingDice, asked)
    }

    fn extra(&self, asked: usize) -> Fault {
        let twice = self.step == Step::Ignore && asked > 0;
        self.fault(if twice { FaultKind::IgnoredTwice } else { FaultKind::ExtraDice }, asked)
    }

    fn fault(&self, kind: FaultKind, asked: usize) -> Fault {
        let number = |n: usize| i64::try_from(n).unwrap_or(i64::MAX);
        Fault::new(self.step, kind, number(asked), number(self.faces.len()))
    }
}
