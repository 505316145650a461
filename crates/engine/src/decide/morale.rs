//! Morale tests.
//!
//! # Source
//! `docs/rules/battle.md`, D-11 and G-51.

use adjutant_core::ids::UnitId;
use adjutant_core::numbers::{Face, Whole};
use adjutant_core::say;

use super::desk::{self, Decision, Desk, refuse};
use crate::command::{DiceRoll, Losses, TestModifier};
use crate::event::Event;
use crate::refusal::{Refusal, RefusalCode};
use crate::rules::{TestAdds, TestFails};
use crate::state::Unit;
use crate::terms::{Deed, TestName};

/// A Morale test as a record states it.
pub(super) struct MoraleTest<'a> {
    pub roll: &'a [Face],
    pub modifier: Option<TestModifier>,
    pub attrition: Option<&'a DiceRoll>,
    pub fled: Option<&'a Losses>,
}

impl Desk<'_> {
    pub(super) fn morale(&self, id: &UnitId, test: &MoraleTest<'_>) -> Decision {
        let (index, unit) = self.own_unit(id)?;
        self.test_dice(TestName::Morale, "a Morale test", test.roll)?;
        if !self.state.law().allows(self.state.phase, Deed::Morale, self.state.active == unit.player) {
            self.soft(
                RefusalCode::OtherPhase,
                say!("{} takes a Morale test; this is {}", unit.title(), self.moment()),
                "the Morale phase",
            )?;
        }
        self.tests_in_order(unit)?;
        if unit.acts.morale_in_phase == self.state.phase_count {
            self.soft(
                RefusalCode::OnceOnly,
                say!("{} has taken its Morale test", unit.title()),
                "one test a unit and phase",
            )?;
        }
        self.on_battlefield(unit)?;
        let by_losses = self.law_of(TestName::Morale).is_some_and(|law| law.add == Some(TestAdds::LostThisTurn));
        if by_losses && unit.acts.models_lost == 0 {
            self.soft(
                RefusalCode::NotAble,
                say!("{} has lost no models this turn", unit.title()),
                "a unit that has, without those that came back",
            )?;
        }
        let fled = self.fleeing(unit, test)?;
        let mut events = vec![Event::MoraleTested { unit: index }];
        for (group, models) in self.falling(unit, &fled)? {
            events.push(Event::ModelsDestroyed { unit: index, group, models, by_enemy: false });
        }
        Ok(events)
    }

    /// The active player takes the first test. Only what the log shows is judged: a test that nobody recorded may have
    /// come before.
    fn tests_in_order(&self, unit: &Unit) -> Result<(), Refusal> {
        let state = self.state;
        let tested = |unit: &&Unit| unit.acts.morale_in_phase == state.phase_count;
        let own = || state.units.iter().filter(tested).any(|other| other.player == unit.player);
        let Some(earlier) = state.units.iter().filter(tested).find(|other| other.player != unit.player) else {
            return Ok(());
        };
        if unit.player != state.active || own() {
            return Ok(());
        }
        self.soft(
            RefusalCode::OtherPhase,
            say!("{} of the other player was tested before {}", earlier.title(), unit.title()),
            say!("the first Morale test by {}, whose turn it is", state.active),
        )
    }

    /// What flees: as the dice give it where Leadership is known, else what is said. A failed test makes one model
    /// flee at once.
    fn fleeing(&self, unit: &Unit, test: &MoraleTest<'_>) -> Result<Losses, Refusal> {
        let said = test.fled.map(count);
        let costs = self.law_of(TestName::Morale).map(|law| law.fail);
        let first = self.law_of(TestName::Morale).and_then(|law| law.attrition);
        let first = first.map_or(0, |law| law.first.get().unsigned_abs());
        let computed = match (self.passes(unit, test), test.attrition) {
            (Some(true), _) => Some(0),
            (Some(false), _) if costs == Some(TestFails::Nothing) => Some(0),
            (Some(false), Some(attrition)) => Some(self.attrition(unit, attrition)?),
            (Some(false), None) => match said {
                Some(more) if more >= first => None,
                _ => Some(first),
            },
            (None, _) => None,
        };
        match (computed, said) {
            (Some(computed), Some(said)) if computed != said => refuse(
                RefusalCode::ContradictsFacts,
                say!("{} of {} recorded as fled, but the dice give {}", desk::models(said), unit.title(), computed),
                "`fled` as the dice give it, or left out; `modifier` where the Leadership is modified",
            ),
            (_, Some(_)) => Ok(test.fled.cloned().unwrap_or_else(|| number(0))),
            (computed, None) => Ok(number(computed.unwrap_or(0))),
        }
    }

    /// Whether a test is passed, where the ruleset says how it is taken and the list says the Leadership.
    pub(super) fn passes(&self, unit: &Unit, test: &MoraleTest<'_>) -> Option<bool> {
        let leadership = unit.highest_leadership(self.numbers())? + test.modifier.map_or(0, |modifier| modifier.get());
        let law = self.law_of(TestName::Morale)?;
        Some(law.passes(test.roll, 0, unit.acts.models_lost, leadership))
    }

    /// How many flee: the first, and more by a die for every model that is left.
    fn attrition(&self, unit: &Unit, attrition: &DiceRoll) -> Result<u32, Refusal> {
        let Some(law) = self.law_of(TestName::Morale).and_then(|law| law.attrition) else { return Ok(0) };
        let (left, flees_on) = law.of(unit.models(), unit.starting_strength);
        if attrition.roll.len() as u64 != u64::from(left) {
            return refuse(
                RefusalCode::BadValue,
                say!("{} attrition dice for {} models", attrition.roll.len(), left),
                "one die for every model that is left after the first has fled",
            );
        }
        let more = attrition.roll.iter().filter(|face| face.get() <= flees_on).count();
        Ok(u32::try_from(more).unwrap_or(u32::MAX).saturating_add(unit.models() - left))
    }
}

fn count(losses: &Losses) -> u32 {
    match losses {
        Losses::Models(models) => models.get().unsigned_abs(),
        Losses::Groups(groups) => groups.values().map(|models| models.get().unsigned_abs()).sum(),
    }
}

pub(super) fn number(models: u32) -> Losses {
    Losses::Models(i32::try_from(models).ok().and_then(Whole::new).unwrap_or_else(crate::decide::battle::zero))
}
