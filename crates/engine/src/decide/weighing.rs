//! Dice that were recorded, judged by the odds that they had: attacks, and tests of units.

use adjutant_attack::{
    Facts, Fault, FaultKind, Law, Sequence, Target, Volley, Weighed, as_printed, is_known, saves_of, weigh,
    without_dice,
};
use adjutant_core::ids::{Name, UnitId};
use adjutant_core::numbers::Face;
use adjutant_core::side::Player;
use adjutant_geometry::Length;

use super::attacks::{Fallen, Manner};
use super::desk::Desk;
use super::morale::MoraleTest;
use super::psychic::PsychicTest;
use super::unit_tests::UnitTest;
use crate::command::{Attack, Command, Modifier, Said};
use crate::rules::TestPasses;
use crate::state::table::measured;
use crate::state::{State, Unit};
use crate::terms::TestName;

/// All attacks of a record on one unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttackOdds {
    /// The unit attacked.
    pub target: UnitId,
    /// The weapons, as far as they are named.
    pub weapons: Vec<Name>,
    /// What its dice were worth: one throw, and one more for each re-roll that somebody chose; or why that cannot be told.
    pub thrown: Result<Vec<Weighed>, Unweighed>,
    /// Whether what its later steps needed is said by this record alone, whose dice came so far. Where records say that only of
    /// dice that were thrown, those of attacks that failed early say nothing, and to count the others alone would show luck.
    pub only_here: bool,
}

/// Why the odds of an attack are not told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unweighed {
    /// Its dice were not recorded.
    NoDice,
    /// What a step needed is nowhere recorded.
    Unknown,
    /// There are too many attacks to count, it depends on whom the defender chose, or dice were chosen to be re-rolled in a
    /// way that is not followed.
    Uncounted,
}

/// What is recorded elsewhere of the same attack: attacker, weapon, target.
pub type Elsewhere<'a> = dyn Fn(&UnitId, &Name, &UnitId) -> Option<Sequence> + 'a;

/// What the dice of `shoot` or `fight` were worth, target after target, before the state in which they were thrown. Where a
/// step came to no die, what it needed is looked for `elsewhere`.
pub fn attack_odds(state: &State, said: &Said, command: &Command, elsewhere: &Elsewhere<'_>) -> Vec<AttackOdds> {
    let (attacks, manner) = match command {
        Command::Shoot(attacks) => (attacks, Manner::Shooting),
        Command::Fight(attacks) => (attacks, Manner::Fighting),
        _ => return Vec::new(),
    };
    let desk = Desk::of(state, said.by, said.under.as_ref(), Vec::new());
    let Ok((_, attacker)) = desk.unit(&attacks.unit) else { return Vec::new() };
    let of = |(unit, places): (&Unit, Vec<usize>)| {
        let all: Vec<&Attack> = places.iter().map(|place| &attacks.attacks[*place]).collect();
        let weapons = all.iter().filter_map(|attack| attack.weapon.clone()).collect();
        let volley = |own: bool| desk.volley((attacker, manner), unit, &all, own, elsewhere);
        let thrown =
            volley(true).and_then(|(law, target, volley)| weigh(law, &target, &volley).map_err(|fault| why(&fault)));
        let known = || volley(false).is_ok_and(|(law, target, volley)| is_known(law, &target, &volley));
        let only_here = thrown.is_ok() && !known();
        AttackOdds { target: unit.id.clone(), weapons, thrown, only_here }
    };
    desk.by_target(&attacks.attacks).filter_map(Result::ok).map(of).collect()
}

impl Desk<'_> {
    /// Attacks on a unit with what each step needs: with what the record itself says of its later steps, or without that and
    /// without dice.
    fn volley(
        &self,
        (attacker, manner): (&Unit, Manner),
        unit: &Unit,
        attacks: &[&Attack],
        own: bool,
        elsewhere: &Elsewhere<'_>,
    ) -> Result<(&Law, Target, Volley), Unweighed> {
        let law = self.dice_law().map_err(|_| Unweighed::NoDice)?;
        let target = Fallen::of(unit, self.state.phase_count).target(unit, self.numbers());
        let trust = self.under.is_some();
        let mut volley = Volley { batches: Vec::new(), facts: Vec::new(), saves: Vec::new(), trust };
        let other = |attack: &&Attack| elsewhere(&attacker.id, attack.weapon.as_ref()?, &unit.id);
        let others: Vec<Option<Sequence>> = attacks.iter().map(other).collect();
        for (attack, other) in attacks.iter().zip(&others) {
            let sequence = attack.sequence.as_deref().ok_or(Unweighed::NoDice)?;
            let facts = self.judged_facts(law, attacker, manner, unit, attack);
            let bare = (!own).then(|| said_before(sequence));
            let sequence = bare.as_ref().unwrap_or(sequence);
            volley.batches.push(completed(law, &target, sequence, &facts, other.as_ref(), trust));
            volley.facts.push(facts);
        }
        for (at, other) in others.iter().enumerate() {
            volley.saves.push(saves_of(law, &target, &volley, at, other.as_ref()).map_err(|fault| why(&fault))?);
        }
        Ok((law, target, volley))
    }
}

/// A sequence before its first die, with what is said of steps that came to no die: that was said before any lay.
fn said_before(sequence: &Sequence) -> Sequence {
    let mut bare = without_dice(sequence);
    if sequence.wound.as_ref().is_some_and(|roll| !roll.roll.is_empty()) {
        bare.wound = None;
    }
    bare.save = sequence.save.iter().filter(|saves| saves.roll.is_empty() && saves.none.is_none()).cloned().collect();
    bare
}

fn why(fault: &Fault) -> Unweighed {
    match fault.kind {
        FaultKind::NoNeed => Unweighed::Unknown,
        _ => Unweighed::Uncounted,
    }
}

/// A sequence with what its datasheet says, and with needs from elsewhere for steps that came to no die.
fn completed(
    law: &Law,
    target: &Target,
    sequence: &Sequence,
    facts: &Facts,
    other: Option<&Sequence>,
    trust: bool,
) -> Sequence {
    let mut whole = as_printed(law, target, sequence, facts, trust).into_owned();
    if let Some(other) = other.map(without_dice) {
        whole.hit = whole.hit.or(other.hit);
        whole.wound = whole.wound.or(other.wound);
        // Without a word about it, a wound that was lost was one.
        let lost = whole.save.iter().any(|saves| !saves.roll.is_empty() || saves.none.is_some());
        whole.damage = whole.damage.or(other.damage.filter(|_| !lost));
        whole.ignore = whole.ignore.or(other.ignore);
    }
    whole
}

/// A test that was thrown, or a charge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trial {
    /// What was tested.
    pub of: Tested,
    /// Whose dice they were.
    pub player: Player,
    /// Whether each throw passed, the one before a re-roll first; nothing where the lists do not tell.
    pub passed: Vec<Option<bool>>,
    /// How many throws of how many pass; nothing where that is not known.
    pub chance: Option<(u32, u32)>,
}

/// What is tested.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tested {
    /// Whether a charge reaches its target.
    Charge,
    /// Whether a Psychic test brings no Perils of the Warp.
    Perils,
    /// Whether another battle round is fought.
    Length,
    /// A test of the ruleset, Morale and Psychic tests among them.
    Test(TestName),
}

const PSYCHIC: Tested = Tested::Test(TestName::Psychic);

/// The tests that a command records; none with several dice to pass each.
pub fn trials_in(state: &State, said: &Said, command: &Command) -> Vec<Trial> {
    let one = trial(state, said, command);
    let perils = match command {
        Command::Cast { unit, roll, rerolled, .. } | Command::PsychicAction { unit, roll, rerolled, .. } => {
            let row = state.law().test(TestName::Psychic).filter(|row| row.perils.is_some());
            let pass = |roll: &[Face]| Some(!row?.brings_perils(roll));
            row.and_then(|_| Some(thrown(Tested::Perils, player_of(state, unit)?, (roll, rerolled), &pass)))
        }
        _ => None,
    };
    one.into_iter().chain(perils).collect()
}

fn player_of(state: &State, unit: &UnitId) -> Option<Player> {
    state.unit(unit).map(|(_, unit)| unit.player)
}

/// The dice of a charge: what they have to show is known where both units are measured.
fn charge(
    state: &State,
    unit: &UnitId,
    targets: &[UnitId],
    roll: &[Face],
    before: Option<&[Face]>,
    made: bool,
) -> Option<Trial> {
    let (_, own) = state.unit(unit)?;
    let needs = |target: &UnitId| {
        let (own, target) = (measured(own)?, measured(state.unit(target)?.1)?);
        let reach = state.law().measures.engaged;
        let far = |inches: u8| reach.plus(Length::inches(inches));
        // What three dice do not reach, no charge does.
        (0..=18)
            .find(|inches| far(*inches).is_ok_and(|far| own.is_within(far, target)))
            .map_or(Some(19), |inches| Some(inches.into()))
    };
    let needs: Option<Vec<i32>> = targets.iter().map(needs).collect();
    let needs = needs.and_then(|needs| needs.into_iter().max());
    let reaches = |roll: &[Face]| needs.map(|needs| roll.iter().map(|face| face.get()).sum::<i32>() >= needs);
    let first = before.map(|before| reaches(before).or(Some(false)));
    let passed = first.into_iter().chain([Some(made)]).collect();
    Some(Trial { of: Tested::Charge, player: own.player, passed, chance: chance(roll.len(), &reaches) })
}

fn trial(state: &State, said: &Said, command: &Command) -> Option<Trial> {
    let desk = Desk::of(state, said.by, said.under.as_ref(), Vec::new());
    match command {
        Command::Charge { unit, targets, roll, made, rerolled } => {
            charge(state, unit, targets, roll, rerolled.as_deref(), *made)
        }
        Command::Roll { roll, rerolled, .. } if state.length_asked && roll.len() == 1 => {
            let ends_on = state.law().length_roll(state.round)?;
            let pass = |roll: &[Face]| Some(roll.first()?.get() > ends_on);
            Some(thrown(Tested::Length, said.by.player().unwrap_or(state.active), (roll, rerolled), &pass))
        }
        Command::Cast { unit, warp_charge, roll, rerolled, modifiers, .. } => {
            let pass = |roll: &[Face]| desk.psychic(roll, modifiers, warp_charge.get());
            Some(thrown(PSYCHIC, player_of(state, unit)?, (roll, rerolled), &pass))
        }
        Command::PsychicAction { unit, action, roll, rerolled, modifiers, .. } => {
            let needs = state.pack.as_ref()?.actions.get(action)?.psychic?.warp_charge;
            let pass = |roll: &[Face]| desk.psychic(roll, modifiers, needs.get());
            Some(thrown(PSYCHIC, player_of(state, unit)?, (roll, rerolled), &pass))
        }
        Command::Morale { unit: id, roll, rerolled, modifier, .. } => {
            let (_, unit) = state.unit(id)?;
            let pass = |roll: &[Face]| {
                desk.passes(unit, &MoraleTest { roll, modifier: *modifier, attrition: None, fled: None })
            };
            Some(thrown(Tested::Test(TestName::Morale), unit.player, (roll, rerolled), &pass))
        }
        Command::Test { unit: id, of, roll, rerolled, modifier, passed, .. } => {
            let (_, unit) = state.unit(id)?;
            let leadership = [TestPasses::AtMostLeadership, TestPasses::AtLeastLeadership];
            let row = state.law().test(*of).filter(|row| leadership.contains(&row.pass))?;
            let pass = |roll: &[Face]| {
                let test = UnitTest { roll, modifier: *modifier, passed: None, destroyed: None, perils: None };
                desk.outcome(unit, *of, row, &test).ok()
            };
            let mut trial = thrown(Tested::Test(*of), unit.player, (roll, rerolled), &pass);
            if let Some(last) = trial.passed.last_mut() {
                *last = last.or(*passed);
            }
            Some(trial)
        }
        _ => None,
    }
}

impl Desk<'_> {
    /// Whether a Psychic test is passed.
    fn psychic(&self, roll: &[Face], modifiers: &[Modifier], needs: i32) -> Option<bool> {
        Some(self.manifests(&PsychicTest { roll, modifiers, deny: None, perils: None }, needs))
    }
}

/// A test with the faces before a re-roll as a throw of its own.
fn thrown(
    of: Tested,
    player: Player,
    (roll, before): (&Vec<Face>, &Option<Vec<Face>>),
    pass: &dyn Fn(&[Face]) -> Option<bool>,
) -> Trial {
    let passed = before.iter().chain([roll]).map(|roll| pass(roll)).collect();
    Trial { of, player, passed, chance: chance(roll.len(), pass) }
}

/// How many throws of so many dice pass, of how many; nothing where one is not decided, or there are more than three dice.
fn chance(dice: usize, pass: &dyn Fn(&[Face]) -> Option<bool>) -> Option<(u32, u32)> {
    let dice = u32::try_from(dice).ok().filter(|dice| (1..=3).contains(dice))?;
    let all = 6u32.pow(dice);
    let mut passing = 0;
    for throw in 0..all {
        let faces: Option<Vec<Face>> =
            (0..dice).map(|die| Face::new(i32::try_from(throw / 6u32.pow(die) % 6).ok()? + 1)).collect();
        passing += u32::from(pass(&faces?)?);
    }
    Some((passing, all))
}
