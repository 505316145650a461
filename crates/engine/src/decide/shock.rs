//! Battle-shock and Desperate Escape tests.
//!
//! # Source
//! `docs/rules/editions.md`, 000-4 and 000-5.

use adjutant_attack::GroupIndex;
use adjutant_core::ids::UnitId;
use adjutant_core::numbers::Whole;
use adjutant_core::say;

use super::desk::{Decision, Desk, dice, refuse};
use super::unit_tests::UnitTest;
use crate::command::Losses;
use crate::event::Event;
use crate::facts::control;
use crate::refusal::{Refusal, RefusalCode};
use crate::rules::TestRow;
use crate::state::{Shock, Unit, UnitIndex};
use crate::terms::{Deed, TestName};
use crate::timing::moments::shock_due;

impl Desk<'_> {
    pub(super) fn shock_test(&self, index: UnitIndex, unit: &Unit, row: &TestRow, test: &UnitTest<'_>) -> Decision {
        dice("a Battle-shock test", test.roll, row.dice.get().unsigned_abs() as usize)?;
        self.on_battlefield(unit)?;
        if unit.acts.shock_in_phase == self.state.phase_count {
            self.soft(
                RefusalCode::OnceOnly,
                say!("{} has taken its Battle-shock test this phase", unit.title()),
                "one test a unit and phase",
            )?;
        }
        let due = self.shock_test_is_due(unit);
        let owed = unit.shock == Shock::Untested || due;
        if !owed && unit.acts.shock_in_phase != self.state.phase_count {
            self.soft(
                RefusalCode::NotAble,
                say!("{} has no Battle-shock test to take now", unit.title()),
                "a unit below half strength in its own Command phase",
            )?;
        }
        let passed = self.outcome(unit, TestName::BattleShock, row, test)?;
        let mut events = vec![Event::ShockTested { unit: index }];
        let shock = match (unit.shock, passed) {
            (_, true) if row.until_passed && due => Shock::Steady,
            // Another test changes nothing for a unit that is shocked already.
            (Shock::Shocked, _) | (_, false) => Shock::Shocked,
            (Shock::Steady | Shock::Untested, true) => Shock::Steady,
        };
        if shock != unit.shock {
            events.push(Event::ShockChanged { unit: index, shock });
            events.extend(control::doubted(self.state, unit));
        }
        Ok(events)
    }

    /// Whether a unit has its Battle-shock test of this phase still to take.
    pub(super) fn shock_test_is_due(&self, unit: &Unit) -> bool {
        shock_due(self.state, unit, self.state.phase)
    }

    pub(super) fn escape_tests(&self, index: UnitIndex, unit: &Unit, row: &TestRow, test: &UnitTest<'_>) -> Decision {
        self.may_do(Deed::FallBack, unit.player, "units take Desperate Escape tests as they Fall Back")?;
        self.on_battlefield(unit)?;
        let models = unit.models() as usize;
        if unit.shock == Shock::Shocked {
            dice("the Desperate Escape tests of a Battle-shocked unit, one for each model,", test.roll, models)?;
        } else if !(1..=models).contains(&test.roll.len()) {
            return refuse(
                RefusalCode::BadValue,
                say!("{} Desperate Escape tests of {} models", test.roll.len(), models),
                "one die for each model that moves over enemies",
            );
        }
        if unit.acts.moved || unit.acts.escape_in_phase == self.state.phase_count {
            self.soft(
                RefusalCode::OnceOnly,
                say!("{} has moved or taken these tests already", unit.title()),
                "the tests once, before any of its models moves",
            )?;
        }
        let failed = test.roll.iter().filter(|face| !row.passes(std::slice::from_ref(*face), 0, 0, 0)).count();
        let fallen = self.failed_models(unit, u32::try_from(failed).unwrap_or(u32::MAX), test.destroyed)?;
        let destroyed = |(group, models)| Event::ModelsDestroyed { unit: index, group, models, by_enemy: false };
        let tested = std::iter::once(Event::EscapeTested { unit: index });
        Ok(tested.chain(fallen.into_iter().map(destroyed)).collect())
    }

    /// The models that failed tests destroy, as their owner says where the unit mixes groups.
    fn failed_models(
        &self,
        unit: &Unit,
        failed: u32,
        said: Option<&Losses>,
    ) -> Result<Vec<(GroupIndex, u32)>, Refusal> {
        let count = Whole::new(i32::try_from(failed).unwrap_or(i32::MAX)).unwrap_or_else(crate::decide::battle::zero);
        let fallen = match said {
            Some(groups) => self.by_group(unit, groups)?,
            None => self.falling(unit, &Losses::Models(count))?,
        };
        let sum: u32 = fallen.iter().map(|(_, models)| models).sum();
        if sum == failed {
            return Ok(fallen);
        }
        refuse(
            RefusalCode::ContradictsFacts,
            say!("{} models of {} destroyed by {} failed tests", sum, unit.title(), failed),
            say!("{} models", failed),
        )
    }

    /// A Battle-shocked unit takes Desperate Escape tests before it Falls Back.
    pub(super) fn has_escaped(&self, unit: &Unit) -> Result<(), Refusal> {
        let tests = self.state.law().test(TestName::DesperateEscape).is_some();
        let tested = unit.acts.escape_in_phase == self.state.phase_count;
        if !tests || tested || unit.shock != Shock::Shocked {
            return Ok(());
        }
        self.soft(
            RefusalCode::NotAble,
            say!("{} is Battle-shocked and has taken no Desperate Escape tests", unit.title()),
            say!("`test` of desperate-escape of {} first, a die for each model", unit.id),
        )
    }

    /// A unit that was away when its player's units tested has its test to take once it is back.
    pub(super) fn owes_test(&self, index: UnitIndex, unit: &Unit) -> Option<Event> {
        let due = self.state.law().test(TestName::BattleShock)?.due?;
        let owes = unit.shock_missed && unit.shock == Shock::Steady && unit.is_at(due);
        owes.then_some(Event::ShockChanged { unit: index, shock: Shock::Untested })
    }

    /// No Stratagem of its player affects a unit that is Battle-shocked.
    pub(super) fn stratagem_reaches(&self, name: &str, id: &UnitId) -> Result<(), Refusal> {
        let (_, unit) = self.unit(id)?;
        let own = self.by.player().is_none_or(|player| player == unit.player);
        if !own || unit.shock != Shock::Shocked {
            return Ok(());
        }
        self.soft(
            RefusalCode::StratagemRule,
            say!("{} on {}, which is Battle-shocked", name, unit.title()),
            "a unit that is not Battle-shocked",
        )
    }
}
