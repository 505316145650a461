//! Tests of units by the rows of the ruleset, reserve rolls, and lasting damage of vehicles.
//!
//! # Source
//! `docs/rules/editions.md`, 002-16 to 002-22.

use adjutant_attack::{Change, Characteristic, NumberLaw, Value, best, changed};
use adjutant_core::ids::UnitId;
use adjutant_core::numbers::Face;
use adjutant_core::say;
use adjutant_core::sentence::{Sentence, typed};

use super::desk::{self, Decision, Desk, dice, refuse};
use crate::command::{Losses, Perils, TestModifier};
use crate::event::Event;
use crate::facts;
use crate::facts::combats;
use crate::refusal::{Refusal, RefusalCode};
use crate::rules::{TestBars, TestFails, TestPasses, TestRow};
use crate::state::table::measured;
use crate::state::{Unit, UnitIndex, Whereabouts};
use crate::terms::{Deed, TestName};
use crate::timing::moments::destroy_whole;

/// A test as a record states it.
pub(super) struct UnitTest<'a> {
    pub roll: &'a [Face],
    pub modifier: Option<TestModifier>,
    pub passed: Option<bool>,
    pub destroyed: Option<&'a Losses>,
    pub perils: Option<&'a Perils>,
}

/// Refuses what another command says, and what a test of this kind does not bring.
fn is_said_as_a_test(of: TestName, row: &TestRow, test: &UnitTest<'_>) -> Result<(), Refusal> {
    let word = of.as_str();
    if row.pass == TestPasses::AtLeastWarpCharge || row.fail == TestFails::Attrition {
        return refuse(
            RefusalCode::BadValue,
            say!("a {} test as `test`", word),
            if of == TestName::Psychic { "`cast`, which says the power too" } else { "`morale`" },
        );
    }
    let wounds = matches!(row.fail, TestFails::MortalWoundsEach(_) | TestFails::OneWoundEach);
    if test.destroyed.is_some() && row.fail != TestFails::OneModelEach && !wounds {
        return refuse(RefusalCode::BadValue, say!("a {} test destroys no models", of.in_words()), "no `destroyed`");
    }
    if test.perils.is_some() && of != TestName::Psychic {
        return refuse(RefusalCode::BadValue, say!("Perils of the Warp in a {} test", of.in_words()), "no `perils`");
    }
    Ok(())
}

impl Desk<'_> {
    pub(super) fn test(&self, id: &UnitId, of: TestName, test: &UnitTest<'_>) -> Decision {
        let (index, unit) = self.own_unit(id)?;
        let word = of.as_str();
        let Some(row) = self.state.law().test(of) else {
            return refuse(
                RefusalCode::BadValue,
                say!("the rules of this pack have no test called `{}`", typed(&word)),
                "a test that the ruleset has",
            );
        };
        is_said_as_a_test(of, row, test)?;
        if let Some(decision) = self.test_of_wounds((index, unit), of, row, test) {
            return decision;
        }
        match row.fail {
            TestFails::Shocked => return self.shock_test(index, unit, row, test),
            TestFails::OneModelEach => return self.escape_tests(index, unit, row, test),
            _ => {}
        }
        dice(&format!("a {word} test"), test.roll, row.dice.get().unsigned_abs() as usize)?;
        self.on_battlefield(unit)?;
        let regroups = of == TestName::Regroup;
        // Who is assaulted tests at once, whatever else would keep the unit from it.
        let assaulted = regroups && self.state.active != unit.player;
        if regroups {
            self.may_do(Deed::Regroup, unit.player, "units regroup in their own Movement phase, or when assaulted")?;
        }
        if regroups && !unit.falling_back {
            return refuse(
                RefusalCode::UnitState,
                say!("{} does not fall back", unit.title()),
                "a unit that falls back",
            );
        }
        if let (Some(bars), false) = (&row.barred, assaulted) {
            self.may_test(unit, bars)?;
        }
        let test = &self.after_combat(index, unit, of, test)?;
        let passed = self.outcome(unit, of, row, test)?;
        let mut events = vec![Event::MoraleTested { unit: index }];
        match (passed, row.fail) {
            (true, _) if regroups => events.push(Event::UnitFallsBack { unit: index, falls: false }),
            (false, _) if assaulted => events.extend(destroy_whole(unit, index)),
            (false, TestFails::FallsBack) if !unit.falling_back => {
                events.push(Event::UnitFallsBack { unit: index, falls: true });
            }
            _ => {}
        }
        Ok(events)
    }

    /// A Morale test after a close combat: only who has lost it tests, at a Leadership that is lower by the wounds that
    /// the other side caused more.
    ///
    /// # Source
    /// 002:1562-1572, 1784-1788.
    fn after_combat<'a>(
        &self,
        index: UnitIndex,
        unit: &Unit,
        of: TestName,
        test: &UnitTest<'a>,
    ) -> Result<UnitTest<'a>, Refusal> {
        let as_said = UnitTest { ..*test };
        let Some(combat) = combats::with(self.state, index).filter(|_| of == TestName::Morale) else {
            return Ok(as_said);
        };
        let Some(by) = combat.lost_by(unit.player) else {
            self.soft(
                RefusalCode::NotAble,
                say!("{} has not lost its close combat", unit.title()),
                "a unit of the side that caused fewer wounds",
            )?;
            return Ok(as_said);
        };
        // A record holds no worse one than -20, which nobody passes; law 1 took none at all there.
        let by_law = if self.state.is_under_law(2) { by.min(20) } else { by };
        let worse = TestModifier::new(-i32::try_from(by_law).unwrap_or(i32::MAX));
        if let (Some(said), Some(worse)) = (test.modifier, worse)
            && said != worse
        {
            self.soft(
                RefusalCode::OtherNeed,
                say!("{} has lost its close combat by {}; the test is recorded with {}", unit.title(), by, said),
                say!("`leadership {}`, or left out", worse),
            )?;
            return Ok(as_said);
        }
        Ok(UnitTest { modifier: worse.or(test.modifier), ..*test })
    }

    /// What keeps a unit from its test, as far as the log shows it.
    fn may_test(&self, unit: &Unit, bars: &TestBars) -> Result<(), Refusal> {
        let below_half = bars.below_half && unit.models() * 2 < unit.starting_strength;
        let reach = bars.enemies_within_in;
        let near = reach.is_some_and(|reach| facts::enemies_within(self.state, unit, reach) == Some(true));
        let apart = bars.out_of_coherency
            && measured(unit).is_some_and(|standing| {
                let law = &self.state.law().measures;
                !law.coherency_of(&standing.models).is_kept()
            });
        let reasons = [
            (unit.acts.moved && self.state.is_under_law(2), "has moved, and tests before it moves".into()),
            (below_half, "has fewer than half of its models".into()),
            (near, say!("has enemies within {}\"", reach.unwrap_or_default())),
            (apart, "is out of coherency".into()),
        ];
        match reasons.into_iter().find(|(holds, _)| *holds) {
            Some((_, why)) => self.soft(
                RefusalCode::NotAble,
                say!("{} {}", unit.title(), why),
                "a unit that may test, or no test: the unit goes on falling back",
            ),
            None => Ok(()),
        }
    }

    /// Whether a test is passed: by the dice where Leadership is known, else as the players say.
    pub(super) fn outcome(
        &self,
        unit: &Unit,
        of: TestName,
        row: &TestRow,
        test: &UnitTest<'_>,
    ) -> Result<bool, Refusal> {
        let standing = unit.groups.iter().filter(|group| group.models > 0).map(|group| group.leadership);
        let standing: Option<Vec<i32>> = standing.collect();
        let modifier = test.modifier.map_or(0, |modifier| modifier.get());
        let now = |printed: i32| unit.now(self.numbers(), Characteristic::Leadership, printed);
        let standing = standing.map(|values| values.into_iter().map(now).collect::<Vec<i32>>());
        let printed = standing.and_then(|values| self.best_leadership(row, &values, modifier));
        // A unit that falls back fails every test but the one to regroup.
        let computed = if unit.falling_back && of != TestName::Regroup {
            Some(false)
        } else {
            printed.map(|leadership| row.passes(test.roll, 0, unit.acts.models_lost, leadership))
        };
        match (computed, test.passed) {
            (Some(computed), Some(said)) if computed != said => refuse(
                RefusalCode::ContradictsFacts,
                say!(
                    "the test of {} is recorded as {}, but the dice say otherwise",
                    unit.title(),
                    if said { "passed" } else { "failed" }
                ),
                "`passed` as the dice give it, or left out; `modifier` where the Leadership is modified",
            ),
            (Some(computed), _) => Ok(computed),
            (None, Some(said)) => Ok(said),
            (None, None) => refuse(
                RefusalCode::BadValue,
                say!("the list does not state the Leadership of {}", unit.title()),
                "`passed`: true or false",
            ),
        }
    }

    /// How this pack puts changes of characteristics together, where it says so.
    pub(super) fn numbers(&self) -> Option<&NumberLaw> {
        self.state.law().numbers()
    }

    /// The best Leadership of several, changed by a modifier, within the bounds of the edition.
    fn best_leadership(&self, row: &TestRow, values: &[i32], modifier: i32) -> Option<i32> {
        let by_dice = |law: &adjutant_attack::Law| {
            let best = best(&law.numbers, Characteristic::Leadership, values)?;
            let change = [Change::Add(modifier)];
            match changed(&law.numbers, Characteristic::Leadership, Value::Number(best), &change, &[]) {
                Ok(Value::Number(number)) => Some(number),
                _ => Some(best + modifier),
            }
        };
        match (&self.state.law().dice, row.pass) {
            (Some(law), _) => by_dice(law),
            (None, TestPasses::AtLeastLeadership) => values.iter().min().map(|best| best + modifier),
            (None, _) => values.iter().max().map(|best| best + modifier),
        }
    }

    pub(super) fn reserve_roll(&self, id: &UnitId, roll: &[Face]) -> Decision {
        let (index, unit) = self.own_unit(id)?;
        let (law, round) = (self.state.law(), self.state.round);
        dice("a reserve roll", roll, 1)?;
        self.may_do(Deed::Arrive, unit.player, "units roll for their arrival in the phase in which they arrive")?;
        let Some(needs) = law.reserve_roll(round) else {
            return refuse(
                RefusalCode::NotYourMoment,
                say!("a reserve roll in round {}", round),
                match law.reserve_rolls.as_slice() {
                    [] => Sentence::from("`arrive`: the rules of this pack have no reserve rolls"),
                    [.., (last, _)] if round > *last => "`arrive`: every unit comes by itself now".into(),
                    [(first, _), ..] => say!("round {} or later", first),
                },
            );
        };
        if !matches!(unit.whereabouts, Whereabouts::Reserves | Whereabouts::Elsewhere) || unit.enters_first {
            return refuse(
                RefusalCode::UnitState,
                say!("{} is {}", unit.title(), desk::status_in_words(unit)),
                "a unit in reserve",
            );
        }
        if unit.acts.reserve_roll.is_some() || unit.acts.left {
            return refuse(
                RefusalCode::OnceOnly,
                say!("{} has rolled this turn, or left the battlefield", unit.title()),
                "one roll a unit and turn",
            );
        }
        let mut own = self.state.units.iter().filter(|other| other.player == unit.player);
        if let Some(moved) = own.find(|other| other.acts.moved) {
            self.soft(
                RefusalCode::OtherPhase,
                say!("{} has moved: reserves roll before any unit moves", moved.title()),
                "reserve rolls, arrivals, then moves",
            )?;
        }
        let arrives = roll.iter().all(|face| face.get() >= needs);
        Ok(vec![Event::ReserveRolled { unit: index, arrives }])
    }

    /// Every unit in reserve has to roll before the phase of arrivals ends.
    pub(super) fn reserves_have_rolled(&self) -> Result<(), Refusal> {
        let state = self.state;
        if state.law().reserve_roll(state.round).is_none() || !state.law().allows(state.phase, Deed::Arrive, true) {
            return Ok(());
        }
        let waits = |unit: &&Unit| {
            unit.player == state.active
                && matches!(unit.whereabouts, Whereabouts::Reserves | Whereabouts::Elsewhere)
                && unit.acts.reserve_roll.is_none()
                && !unit.acts.left
                && !unit.enters_first
        };
        match state.units.iter().find(waits) {
            Some(unit) => self.soft(
                RefusalCode::OtherPhase,
                say!("{} is in reserve and has not rolled", unit.title()),
                say!("`reserve-roll` of {} first, one die", unit.id),
            ),
            None => Ok(()),
        }
    }

    /// Who has rolled well comes; who has not, stays away.
    pub(super) fn has_rolled(&self, unit: &Unit) -> Result<(), Refusal> {
        let (law, round) = (self.state.law(), self.state.round);
        if law.reserve_rolls.is_empty() || crate::timing::moments::is_due(self.state, unit) {
            return Ok(());
        }
        let needs = law.reserve_roll(round).map(|needs| say!(" of {} or more", needs));
        self.soft(
            RefusalCode::NotAble,
            say!("{} has made no reserve roll that brings it in", unit.title()),
            say!("`reserve-roll`{} first", needs),
        )
    }
}
