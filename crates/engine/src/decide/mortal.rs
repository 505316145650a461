//! Mortal wounds: how they fall on a unit, and tests whose failure brings wounds.
//!
//! # Source
//! `docs/rules/battle.md`, D-7 and D-8; 000:235-245, 715-728, 1017-1024; 002:899-905, 1190-1200, 1204-1212, 1969-1981.

use adjutant_attack::{Characteristic, GroupIndex};
use adjutant_core::numbers::{Face, Whole};
use adjutant_core::say;

use super::casualties::{Loss, by_enemy};
use super::desk::{Decision, Desk, dice, models, refuse};
use super::morale::number;
use super::psychic::perils_are_due;
use super::unit_tests::UnitTest;
use crate::command::{Losses, Mortal};
use crate::event::Event;
use crate::facts::combats;
use crate::refusal::{Refusal, RefusalCode};
use crate::rules::{TestFails, TestPasses, TestRow, UnitKind};
use crate::state::{Unit, UnitIndex};
use crate::terms::TestName;

/// Dice of one test at the most: one for each weapon of a unit.
const DICE_MAX: usize = 100;

/// Models that a unit has lost, group by group, where this is left of it.
pub(super) fn lost(unit: &Unit, left: &Unit) -> Vec<(GroupIndex, u32)> {
    let groups = unit.numbered_groups().map(|(at, group)| (at, group.models - left.groups[at].models));
    groups.filter(|(_, models)| *models > 0).collect()
}

/// The events of wounds after which this is left of a unit.
pub(super) fn wounds_of(index: UnitIndex, unit: &Unit, left: &Unit, by_enemy: bool) -> Vec<Event> {
    let destroyed = |(group, models)| Event::ModelsDestroyed { unit: index, group, models, by_enemy };
    let hurt = left.numbered_groups().filter(|(at, group)| group.models > 0 && group.hurt != unit.groups[*at].hurt);
    let hurt = hurt.map(|(group, now)| Event::ModelHurt { unit: index, group, hurt: now.hurt });
    lost(unit, left).into_iter().map(destroyed).chain(hurt).collect()
}

/// How many wounds a record says, by its dice where it has any.
fn amount(mortal: &Mortal) -> Result<u32, Refusal> {
    let Some(each) = mortal.each else {
        return match mortal.wounds {
            Some(wounds) if mortal.roll.is_empty() => Ok(wounds.get().unsigned_abs()),
            _ => refuse(
                RefusalCode::BadValue,
                "mortal wounds of which no number is said",
                "how many, such as `mortal 3`, or the dice, such as `mortal d3 4`",
            ),
        };
    };
    dice("mortal wounds", &mortal.roll, each.count() as usize)?;
    let given = each.of_six(&mortal.roll);
    match mortal.wounds.filter(|said| said.get() != given) {
        Some(said) => refuse(
            RefusalCode::ContradictsFacts,
            say!("{} mortal wounds, and the dice give {}", said, given),
            "what the dice give, or no number beside them",
        ),
        None => Ok(given.unsigned_abs()),
    }
}

impl Desk<'_> {
    /// Mortal wounds from anything but attacks.
    pub(super) fn suffers(&self, index: UnitIndex, unit: &Unit, mortal: &Mortal, loss: &Loss<'_>) -> Decision {
        if loss.wounds.is_some() {
            return refuse(
                RefusalCode::BadValue,
                "wounds beside mortal wounds, from which they follow",
                "`mortal` alone, with the models destroyed where you like",
            );
        }
        let wounds = amount(mortal)?;
        let from = mortal.from.as_ref().map(|id| self.unit(id)).transpose()?.map(|(_, from)| from);
        let out = from.filter(|from| from.explodes == Some((self.state.phase_count, false)));
        if let Some(from) = out {
            self.soft(
                RefusalCode::NotAble,
                say!("{} did not go off as it was destroyed", from.title()),
                "no wounds; or `from` another unit",
            )?;
        }
        let by_enemy = from.map_or_else(|| by_enemy(loss.cause), |from| from.player != unit.player);
        let named = loss.group.map(|name| self.group(unit, name)).transpose()?;
        let left = self.wounded(unit, wounds, named.as_slice(), false)?;
        let stated = loss.models.get().unsigned_abs();
        self.follows_from_wounds(unit, &left, (stated > 0).then_some(stated))?;
        Ok(wounds_of(index, unit, &left, by_enemy))
    }

    /// Refuses losses that are said beside wounds and do not follow from them.
    fn follows_from_wounds(&self, unit: &Unit, left: &Unit, stated: Option<u32>) -> Result<(), Refusal> {
        let given: u32 = lost(unit, left).iter().map(|(_, models)| models).sum();
        match stated.filter(|stated| *stated != given) {
            Some(stated) => refuse(
                RefusalCode::ContradictsFacts,
                say!("the wounds destroy {} of {}, not {}", models(given), unit.title(), models(stated)),
                "the models that the wounds destroy, or left out",
            ),
            None => Ok(()),
        }
    }

    /// A unit after mortal wounds, one after the other: of the hurt model, else of a group that is named, else of the
    /// models that fall first. Where named groups are `chosen`, they go before a hurt model of another group.
    pub(super) fn wounded(
        &self,
        unit: &Unit,
        wounds: u32,
        named: &[GroupIndex],
        chosen: bool,
    ) -> Result<Unit, Refusal> {
        let mut left = unit.clone();
        for _ in 0..wounds {
            if left.models() == 0 {
                break;
            }
            let stands = |at: &GroupIndex| left.groups[*at].models > 0;
            let wished = || named.iter().copied().find(stands);
            let hurt = left.living_groups().find(|at| left.groups[*at].hurt > 0);
            let first = if chosen { wished().or(hurt) } else { hurt.or_else(wished) };
            let group = match first {
                Some(group) => group,
                None => match self.falling(&left, &number(1))?.first() {
                    Some((group, _)) => *group,
                    None => break,
                },
            };
            let group = &mut left.groups[group];
            group.hurt += 1;
            if group.hurt >= group.wounds {
                (group.models, group.hurt) = (group.models - 1, 0);
            }
        }
        Ok(left)
    }

    /// Tests that are no Leadership tests: what their dice bring upon the unit; `None` for any other test.
    pub(super) fn test_of_wounds(
        &self,
        (index, unit): (UnitIndex, &Unit),
        of: TestName,
        row: &TestRow,
        test: &UnitTest<'_>,
    ) -> Option<Decision> {
        Some(match (of, row.fail) {
            (TestName::Demise, _) => self.demise(index, unit, row, test),
            (TestName::Psychic, _) => self.leadership_of_psyker(index, unit, row, test),
            (TestName::NoRetreat, _) => self
                .has_lost_by(index, unit, test.roll.len())
                .and_then(|()| self.saves_each((index, unit), of, row, test)),
            (_, TestFails::Nothing) if row.pass == TestPasses::AtMostOwn => self.own_test(unit, of, row, test),
            (_, TestFails::MortalWoundsEach(wounds)) => {
                self.wounds_by_dice((index, unit), (of, wounds.get().unsigned_abs()), test, |_, face| {
                    Ok(row.passes(std::slice::from_ref(face), 0, 0, 0))
                })
            }
            (TestName::Dangerous, _) if self.is(UnitKind::Vehicles, unit) => self.stuck(index, unit, row, test),
            (_, TestFails::OneWoundEach) => self.saves_each((index, unit), of, row, test),
            (_, TestFails::GoesToGround) => self.pinning(index, unit, row, test),
            _ => return None,
        })
    }

    /// A wound for each die that fails, by the save of who is wounded where the row says so.
    fn saves_each(
        &self,
        (index, unit): (UnitIndex, &Unit),
        of: TestName,
        row: &TestRow,
        test: &UnitTest<'_>,
    ) -> Decision {
        self.wounds_by_dice((index, unit), (of, 1), test, |group, face| {
            let by_save = row.pass == TestPasses::AtLeastSave;
            let save = if by_save { self.better_save(unit, group)? } else { 0 };
            Ok(row.passes(std::slice::from_ref(face), 0, 0, save))
        })
    }

    /// Who does not fall back takes as many wounds as its side has lost its combat by, as far as the log tells.
    ///
    /// # Source
    /// 002:1792-1804.
    fn has_lost_by(&self, index: UnitIndex, unit: &Unit, dice: usize) -> Result<(), Refusal> {
        let by = combats::with(self.state, index).and_then(|combat| combat.lost_by(unit.player)).unwrap_or(0);
        if by as usize == dice {
            return Ok(());
        }
        let lost = say!("{} has lost its close combat by {}, and saves {} wounds", unit.title(), by, dice);
        self.soft(RefusalCode::OtherNeed, lost, say!("one die for each wound that it lost by: {}", by))
    }

    /// A model tests a characteristic: by the die where all models of the unit have the same, else as the players say.
    ///
    /// # Source
    /// 002:372-380.
    fn own_test(&self, unit: &Unit, of: TestName, row: &TestRow, test: &UnitTest<'_>) -> Decision {
        self.on_battlefield(unit)?;
        dice(&format!("a {} test", of.in_words()), test.roll, row.dice.get().unsigned_abs() as usize)?;
        let Some(characteristic) = of.characteristic() else { return Ok(Vec::new()) };
        let printed = |at: GroupIndex| {
            let printed = &unit.groups[at].printed;
            match characteristic {
                Characteristic::Strength => printed.strength.map(Whole::get),
                Characteristic::Toughness => printed.toughness.map(Whole::get),
                _ => printed.initiative.map(Whole::get),
            }
        };
        let mut values: Vec<Option<i32>> = unit.living_groups().map(printed).collect();
        values.dedup();
        let modifier = test.modifier.map_or(0, |modifier| modifier.get());
        let computed = match values[..] {
            [Some(value)] => {
                Some(row.passes(test.roll, 0, 0, unit.now(self.numbers(), characteristic, value) + modifier))
            }
            _ => None,
        };
        match (computed, test.passed) {
            (Some(computed), Some(said)) if computed != said => refuse(
                RefusalCode::ContradictsFacts,
                say!("the {} of {} says otherwise", of.in_words(), unit.title()),
                "`passed` or `failed` as the die gives it, or neither",
            ),
            (None, None) => refuse(
                RefusalCode::BadValue,
                say!("the list does not say one {} for the models of {}", of.in_words(), unit.title()),
                "`passed` or `failed`",
            ),
            _ => Ok(Vec::new()),
        }
    }

    /// The groups that losses name; none where they are a number.
    pub(super) fn groups_of(&self, unit: &Unit, losses: Option<&Losses>) -> Result<Vec<GroupIndex>, Refusal> {
        match losses {
            Some(Losses::Groups(groups)) => groups.keys().map(|name| self.group(unit, name)).collect(),
            _ => Ok(Vec::new()),
        }
    }

    /// Each die that fails brings wounds upon the group that is named, or the only one.
    fn wounds_by_dice(
        &self,
        (index, unit): (UnitIndex, &Unit),
        (of, wounds): (TestName, u32),
        test: &UnitTest<'_>,
        passes: impl Fn(Option<GroupIndex>, &Face) -> Result<bool, Refusal>,
    ) -> Decision {
        self.standing(unit)?;
        let most = if of == TestName::Dangerous { unit.models() as usize } else { DICE_MAX };
        if !(1..=most).contains(&test.roll.len()) {
            let message = say!("{} tests with {} dice", of.in_words(), test.roll.len());
            return refuse(
                RefusalCode::BadValue,
                message,
                say!("one die for each {}", if of == TestName::Dangerous { "model" } else { "weapon" }),
            );
        }
        let named = self.groups_of(unit, test.destroyed)?;
        let mut failed = 0;
        for face in test.roll {
            failed += u32::from(!passes(named.first().copied(), face)?);
        }
        let left = self.wounded(unit, failed * wounds, &named, true)?;
        let stated = test.destroyed.map(|stated| match stated {
            Losses::Models(models) => models.get().unsigned_abs(),
            Losses::Groups(groups) => groups.values().map(|models| models.get().unsigned_abs()).sum(),
        });
        self.follows_from_wounds(unit, &left, stated.filter(|stated| *stated > 0))?;
        let mut events = wounds_of(index, unit, &left, false);
        if of == TestName::GetsHot && unit.acts.hot.0 == self.state.phase_count {
            self.saves_from_heat(unit, test.roll.len())?;
            events.push(Event::WeaponsHot { unit: index, dice: 0 });
        }
        Ok(events)
    }

    /// Refuses other saves than there are hit rolls of 1 this phase with weapons that get hot, as far as not saved from.
    ///
    /// # Source
    /// 002:1204, 002:178.
    fn saves_from_heat(&self, unit: &Unit, saves: usize) -> Result<(), Refusal> {
        let (_, dice) = unit.acts.hot;
        if saves == dice as usize || !self.state.is_under_law(2) {
            return Ok(());
        }
        self.soft(
            RefusalCode::OtherNeed,
            say!("{} tests with dice: {}; rolls of 1 with its hot weapons: {}", unit.title(), saves, dice),
            if dice == 0 { "no test".into() } else { say!("one die for each roll of 1: {}", dice) },
        )
    }

    /// The better save of a group, or of all groups that stand where none is named.
    fn better_save(&self, unit: &Unit, group: Option<GroupIndex>) -> Result<i32, Refusal> {
        let of = |at: GroupIndex| {
            let printed = &unit.groups[at].printed;
            let saves = [printed.save.map(Whole::get), printed.invulnerable.map(Whole::get)];
            saves.into_iter().flatten().min()
        };
        let mut saves: Vec<Option<i32>> =
            group.map_or_else(|| unit.living_groups().map(of).collect(), |at| vec![of(at)]);
        saves.dedup();
        match saves[..] {
            [Some(save)] => Ok(save),
            _ => refuse(
                RefusalCode::BadValue,
                say!("the list does not say one Save for the models of {}", unit.title()),
                "`kills 0 of` their group; or `kill` with the wounds that they lost",
            ),
        }
    }

    /// Whether what has just been destroyed of a unit goes off.
    fn demise(&self, index: UnitIndex, unit: &Unit, row: &TestRow, test: &UnitTest<'_>) -> Decision {
        dice("a Deadly Demise test", test.roll, row.dice.get().unsigned_abs() as usize)?;
        if unit.acts.models_lost == 0 {
            self.soft(
                RefusalCode::NotAble,
                say!("{} has lost no model this turn", unit.title()),
                "the loss first, then its die",
            )?;
        }
        Ok(vec![Event::UnitExplodes { unit: index, explodes: row.passes(test.roll, 0, 0, 0) }])
    }

    /// A vehicle that fails a test for dangerous terrain is immobilised, which is the end of one in a squadron.
    ///
    /// # Source
    /// 002:2245, 2853; `docs/rules/editions.md`, 002-20; 002:2523-2560.
    fn stuck(&self, index: UnitIndex, unit: &Unit, row: &TestRow, test: &UnitTest<'_>) -> Decision {
        self.standing(unit)?;
        dice("a test for dangerous terrain", test.roll, unit.models() as usize)?;
        let fails = |face: &&Face| !row.passes(std::slice::from_ref(face), 0, 0, 0);
        match u32::try_from(test.roll.iter().filter(fails).count()).unwrap_or(u32::MAX) {
            0 => Ok(Vec::new()),
            _ if !self.is_squadron(unit) => Ok(vec![Event::UnitDamaged { unit: index, damaged: true }]),
            failed => Ok(wounds_of(index, unit, &self.wounded(unit, failed, &[], true)?, false)),
        }
    }

    /// A unit that fails a Pinning test goes to ground; so does one that chooses to, without dice.
    fn pinning(&self, index: UnitIndex, unit: &Unit, row: &TestRow, test: &UnitTest<'_>) -> Decision {
        self.on_battlefield(unit)?;
        let chosen = test.roll.is_empty() && test.passed == Some(false);
        if !chosen {
            dice("a Pinning test", test.roll, row.dice.get().unsigned_abs() as usize)?;
        }
        self.acts(unit.grounded_in.is_some(), || say!("{} has gone to ground", unit.title()), "a unit that has not")?;
        if self.is(UnitKind::Vehicles, unit) {
            let message = say!("{} is a vehicle, which is not pinned", unit.title());
            self.soft(RefusalCode::NotAble, message, "a unit other than a vehicle")?;
        }
        let stands = !chosen && self.outcome(unit, TestName::Pinning, row, test)?;
        Ok(if stands { Vec::new() } else { vec![Event::UnitGrounded { unit: index }] })
    }

    /// A Psychic test that is a Leadership test, and the wound of its Perils.
    fn leadership_of_psyker(&self, index: UnitIndex, unit: &Unit, row: &TestRow, test: &UnitTest<'_>) -> Decision {
        dice("a Psychic test", test.roll, row.dice.get().unsigned_abs() as usize)?;
        self.on_battlefield(unit)?;
        self.has_to_be(UnitKind::Psykers, unit)?;
        if unit.acts.casts > 0 {
            let message = say!("{} has used a psychic power this turn", unit.title());
            self.soft(RefusalCode::OnceOnly, message, "one power a turn")?;
        }
        if unit.knows_leadership() || test.passed.is_some() {
            self.outcome(unit, TestName::Psychic, row, test)?;
        }
        let mut events = vec![Event::UnitCast { unit: index, power: String::new() }];
        let Some(perils) = test.perils else { return Ok(events) };
        perils_are_due(row, test.roll)?;
        let psyker = self.psyker_of(unit);
        let left =
            self.wounded(unit, u32::from(!self.is_saved(unit, psyker, &perils.roll)?), psyker.as_slice(), true)?;
        events.extend(wounds_of(index, unit, &left, false));
        Ok(events)
    }

    /// The first group of psykers that stands.
    fn psyker_of(&self, unit: &Unit) -> Option<GroupIndex> {
        unit.living_groups().find(|at| unit.group_is(self.state.law(), UnitKind::Psykers, *at))
    }

    /// Whether invulnerable saves hold: one that succeeds is rolled again.
    fn is_saved(&self, unit: &Unit, group: Option<GroupIndex>, roll: &[Face]) -> Result<bool, Refusal> {
        let save = group.and_then(|at| unit.groups[at].printed.invulnerable).map(Whole::get);
        match (roll, save) {
            ([], _) => Ok(false),
            (_, None) => refuse(
                RefusalCode::BadValue,
                say!("the list says no invulnerable save for {}", unit.title()),
                "no dice: nothing else saves from Perils",
            ),
            ([first], Some(save)) if first.get() < save => Ok(false),
            ([first, second], Some(save)) if first.get() >= save => Ok(second.get() >= save),
            (_, Some(save)) => refuse(
                RefusalCode::DiceDoNotAddUp,
                say!("{} invulnerable saves of {} and more against one wound", roll.len(), save),
                "one die, and another where it succeeds",
            ),
        }
    }
}
