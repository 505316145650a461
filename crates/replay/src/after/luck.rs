//! What the dice of a battle were worth: of every attack, what it came to against its exact odds before its first die.

use std::collections::BTreeMap;

use adjutant_engine::attack::{Sequence, Weighed};
use adjutant_engine::command::{Command, Said};
use adjutant_engine::decide::{AttackOdds, Tested, Unweighed, attack_odds, trials_in};
use adjutant_engine::fold::Match;
use adjutant_engine::ids::{Name, UnitId};
use adjutant_engine::side::{BySide, Player};
use adjutant_engine::state::State;
use serde::{Deserialize, Serialize};

use super::spread::{Share, Spread, deviation_thousandths, thousandths};

/// Throws that are told one by one: those furthest from what was to be expected.
const FURTHEST: usize = 5;

/// What the dice were worth.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Luck {
    /// Attacks that were recorded.
    pub attacks: u32,
    /// Attacks whose dice were recorded and whose odds are told.
    pub told: u32,
    /// Attacks without dice.
    pub no_dice: u32,
    /// Attacks with dice of which what a step needed is recorded nowhere, or with them alone.
    pub unknown: u32,
    /// Attacks with dice whose odds are not followed: too many to count, or re-rolls by choice that are not followed.
    pub uncounted: u32,
    /// All attacks of each player; nothing where none is told.
    pub sums: BySide<Option<Sum>>,
    /// The same of ranged attacks.
    pub shooting: BySide<Option<Sum>>,
    /// The same of attacks in close combat.
    pub fighting: BySide<Option<Sum>>,
    /// Those furthest from what was to be expected, in the order of the log.
    pub furthest: Vec<Throw>,
    /// Charges and tests of units.
    pub trials: BySide<Vec<Trials>>,
}

/// Attacks added up. Wounds and deviations are thousandths; shares are ten-thousandths, from the least to the most that they
/// can be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Sum {
    /// How many attacks.
    pub attacks: u32,
    /// Wounds that were lost to them.
    pub wounds: u64,
    /// Wounds that were to be expected.
    pub expected: u64,
    /// By how much the wounds went beyond what was to be expected, re-rolls by choice apart; below zero where they did not.
    pub above: i64,
    /// One standard deviation.
    pub deviation: u64,
    /// How many of a hundred battles with these attacks bring as many wounds or more, in hundredths.
    pub as_many: Share,
    /// The same for as few or fewer.
    pub as_few: Share,
    /// How many dice somebody chose to roll again. With any, the deviation is one that is not passed.
    pub rerolls: u32,
}

/// An attack, or a re-roll that somebody chose in one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Throw {
    /// The record.
    pub seq: u64,
    /// Whose attack.
    pub player: Player,
    /// The attacking unit.
    pub unit: UnitId,
    /// What it is called.
    pub name: String,
    /// The unit attacked.
    pub target: UnitId,
    /// What it is called.
    pub target_name: String,
    /// The weapons, as far as they are named.
    pub weapons: Vec<Name>,
    /// Whether it was made in close combat.
    pub fights: bool,
    /// Wounds that it came to, in thousandths: a whole number, or what was to be expected as the dice lay when somebody chose to
    /// roll one again.
    pub wounds: u64,
    /// Wounds that were to be expected, in thousandths.
    pub expected: u64,
    /// Where it lies: how likely fewer wounds are, and half of how likely these are; in ten-thousandths.
    pub percentile: Share,
    /// Whether this is what came of the dice that somebody chose to roll again.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub again: bool,
}

impl Throw {
    /// By how much it went beyond what was to be expected, in thousandths.
    pub fn above(&self) -> i64 {
        signed(self.wounds) - signed(self.expected)
    }
}

fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// Tests of one kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Trials {
    /// Which kind: `charge`, `no-perils`, `another-round`, or the test as logs write it.
    pub of: String,
    /// How many throws; a re-roll is one of its own.
    pub thrown: u32,
    /// How many of them are known to have passed.
    pub passed: u32,
    /// How many are not known to have passed or failed.
    pub unknown: u32,
    /// Of throws whose chance is known: how many there are, how many passed, and how many were to be expected to pass, in
    /// thousandths.
    pub with_odds: Option<Made>,
}

/// Throws whose chance is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Made {
    /// How many.
    pub thrown: u32,
    /// How many passed.
    pub passed: u32,
    /// How many were to be expected to pass, in thousandths.
    pub expected: u64,
}

/// What an attack could come to before its first die, and what it came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attacked {
    /// Whose attack.
    pub player: Player,
    /// The attacking unit.
    pub unit: UnitId,
    /// The unit attacked.
    pub target: UnitId,
    /// The weapons, as far as they are named.
    pub weapons: Vec<Name>,
    /// How likely each number of wounds was.
    pub wounds: Spread,
    /// How likely each number of models destroyed was, from none to all that stood there.
    pub destroyed: Spread,
    /// Wounds that the models had left before it, all together.
    pub stood: u32,
    /// Wounds that were lost.
    pub lost: u32,
    /// Models that fell.
    pub fell: u32,
}

/// One throw with its odds.
struct Weight {
    throw: Throw,
    spread: Spread,
    /// Wounds that it came to beyond those that had been lost before its own dice.
    came: u64,
    goes_on: bool,
    /// Whether what its later steps needed is said by its own record alone.
    only_here: bool,
}

/// The same attack elsewhere in the log: attacker, weapon, target.
type Key = (UnitId, Name, UnitId);

/// All throws of a log.
pub(super) struct Throws<'a> {
    elsewhere: BTreeMap<Key, Vec<(u64, &'a Sequence)>>,
    weights: Vec<Weight>,
    counts: [u32; 3],
    told: u32,
    trials: BySide<BTreeMap<Tested, Trials>>,
}

impl<'a> Throws<'a> {
    /// Looks for what each attack of the log needs.
    pub fn of(game: &'a Match) -> Throws<'a> {
        let mut elsewhere: BTreeMap<Key, Vec<(u64, &Sequence)>> = BTreeMap::new();
        for (seq, _, command) in game.standing() {
            let (Command::Shoot(attacks) | Command::Fight(attacks)) = command else { continue };
            for attack in &attacks.attacks {
                let Some(weapon) = attack.weapon.clone() else { continue };
                let of = elsewhere.entry((attacks.unit.clone(), weapon, attack.target.clone())).or_default();
                of.extend(attack.sequence.as_deref().map(|sequence| (seq, sequence)));
            }
        }
        Throws { elsewhere, weights: Vec::new(), counts: [0; 3], told: 0, trials: BySide::default() }
    }

    /// What the same attacks needed in another record, where their dice came furthest.
    fn needs(&self, seq: u64, unit: &UnitId, weapon: &Name, target: &UnitId) -> Option<Sequence> {
        let all = self.elsewhere.get(&(unit.clone(), weapon.clone(), target.clone()))?;
        let furthest = |(_, sequence): &&(u64, &Sequence)| {
            (!sequence.save.is_empty(), sequence.damage.is_some(), sequence.wound.is_some())
        };
        all.iter().filter(|(other, _)| *other != seq).max_by_key(furthest).map(|(_, sequence)| (*sequence).clone())
    }

    /// A record, and the state in which its dice were thrown.
    pub fn record(&mut self, seq: u64, said: &Said, command: &Command, before: &State) {
        trials_in(before, said, command).iter().for_each(|trial| self.tried(trial));
        let (unit, fights) = match command {
            Command::Shoot(attacks) => (&attacks.unit, false),
            Command::Fight(attacks) => (&attacks.unit, true),
            _ => return,
        };
        let Some((_, attacker)) = before.unit(unit) else { return };
        let odds = attack_odds(before, said, command, &|unit, weapon, target| self.needs(seq, unit, weapon, target));
        for AttackOdds { target, weapons, thrown, only_here } in odds {
            let target_name =
                before.unit(&target).map_or_else(|| target.to_string(), |(_, unit)| unit.datasheet.to_string());
            let throw = Throw {
                seq,
                player: attacker.player,
                unit: unit.clone(),
                name: attacker.datasheet.to_string(),
                target,
                target_name,
                weapons,
                fights,
                wounds: 0,
                expected: 0,
                percentile: [0; 2],
                again: false,
            };
            match thrown {
                Ok(thrown) => self.weighed(&throw, &thrown, only_here),
                Err(Unweighed::NoDice) => self.counts[0] += 1,
                Err(Unweighed::Unknown) => self.counts[1] += 1,
                Err(Unweighed::Uncounted) => self.counts[2] += 1,
            }
        }
    }

    fn weighed(&mut self, throw: &Throw, thrown: &[Weighed], only_here: bool) {
        self.told += 1;
        for (nth, one) in thrown.iter().enumerate() {
            let spread = Spread::of(&one.odds);
            let before = u64::from(one.before) * 1000;
            let wounds = thousandths(&one.came);
            let came = wounds.saturating_sub(before);
            let expected = before + spread.mean_thousandths();
            let percentile = spread.percentile(came);
            let throw = Throw { wounds, expected, percentile, again: nth > 0, ..throw.clone() };
            self.weights.push(Weight { throw, spread, came, goes_on: one.goes_on, only_here });
        }
    }

    fn tried(&mut self, trial: &adjutant_engine::decide::Trial) {
        let of = match trial.of {
            Tested::Charge => "charge".to_owned(),
            Tested::Perils => "no-perils".to_owned(),
            Tested::Length => "another-round".to_owned(),
            Tested::Test(test) => test.as_str().to_owned(),
        };
        let none = Trials { of, thrown: 0, passed: 0, unknown: 0, with_odds: None };
        let trials = self.trials[trial.player].entry(trial.of).or_insert(none);
        for passed in &trial.passed {
            trials.thrown += 1;
            trials.passed += u32::from(*passed == Some(true));
            trials.unknown += u32::from(passed.is_none());
            if let (Some(passed), Some((passing, of))) = (passed, trial.chance) {
                let made = trials.with_odds.get_or_insert_default();
                made.thrown += 1;
                made.passed += u32::from(*passed);
                made.expected += (u64::from(passing) * 2000 + u64::from(of)) / (u64::from(of) * 2);
            }
        }
    }

    /// Every throw with its odds, in the order of the log.
    fn single(self) -> Vec<(Throw, Spread)> {
        self.weights.into_iter().map(|weight| (weight.throw, weight.spread)).collect()
    }

    /// What it all came to. Where records say what later steps needed only of dice that were thrown, attacks of which
    /// nothing else says it are left out, those that came far like those that did not.
    pub fn told(mut self) -> Luck {
        if self.counts[1] > 0 {
            let (out, kept): (Vec<Weight>, Vec<Weight>) = self.weights.into_iter().partition(|weight| weight.only_here);
            let out = out.iter().filter(|weight| !weight.goes_on).count();
            let out = u32::try_from(out).unwrap_or(u32::MAX);
            (self.weights, self.told, self.counts[1]) = (kept, self.told - out, self.counts[1] + out);
        }
        let sum = |keep: &dyn Fn(&Throw) -> bool| {
            BySide::from_fn(|player| {
                let own = |weight: &&Weight| weight.throw.player == player && keep(&weight.throw);
                summed(self.weights.iter().filter(own))
            })
        };
        let mut furthest: Vec<&Throw> = self.weights.iter().map(|weight| &weight.throw).collect();
        furthest.sort_by_key(|throw| (std::cmp::Reverse(throw.above().abs()), throw.seq));
        furthest.truncate(FURTHEST);
        furthest.sort_by_key(|throw| throw.seq);
        let [no_dice, unknown, uncounted] = self.counts;
        Luck {
            attacks: self.told + no_dice + unknown + uncounted,
            told: self.told,
            no_dice,
            unknown,
            uncounted,
            sums: sum(&|_| true),
            shooting: sum(&|throw| !throw.fights),
            fighting: sum(&|throw| throw.fights),
            furthest: furthest.into_iter().cloned().collect(),
            trials: self.trials.map(|trials| trials.values().cloned().collect()),
        }
    }
}

/// Every attack of a match whose odds are told, and every re-roll that somebody chose in one, with how likely each number of
/// wounds was.
pub fn throws(game: &Match) -> Vec<(Throw, Spread)> {
    let mut throws = Throws::of(game);
    game.reread(|seq, said, command, before| throws.record(seq, said, command, before));
    throws.single()
}

/// The attacks of one record whose odds are told, a target each: as they stood before their first die.
pub fn attacked(game: &Match, seq: u64) -> Vec<Attacked> {
    let throws = Throws::of(game);
    let needs = |unit: &UnitId, weapon: &Name, target: &UnitId| throws.needs(seq, unit, weapon, target);
    let (mut found, mut behind): (Vec<Attacked>, bool) = (Vec::new(), false);
    game.reread(|at, said, command, before| {
        if at > seq && !std::mem::replace(&mut behind, true) {
            found.iter_mut().for_each(|attack| attack.ends(before));
        } else if at == seq {
            let odds = attack_odds(before, said, command, &needs);
            found = odds.into_iter().filter_map(|odds| Attacked::of(command, odds, before)).collect();
        }
    });
    if !behind {
        found.iter_mut().for_each(|attack| attack.ends(game.state()));
    }
    found
}

impl Attacked {
    fn of(command: &Command, odds: AttackOdds, before: &State) -> Option<Attacked> {
        let (Command::Shoot(attacks) | Command::Fight(attacks)) = command else { return None };
        let (_, attacker) = before.unit(&attacks.unit)?;
        let (_, target) = before.unit(&odds.target)?;
        let thrown = odds.thrown.ok()?;
        let (first, last) = (&thrown.first()?.odds, thrown.last()?);
        let stood = u32::try_from(first.wounds.len().saturating_sub(1)).unwrap_or(u32::MAX);
        Some(Attacked {
            player: attacker.player,
            unit: attacks.unit.clone(),
            wounds: Spread::of(first),
            destroyed: Spread::of_destroyed(first),
            weapons: odds.weapons,
            stood,
            lost: u32::try_from(thousandths(&last.came) / 1000).unwrap_or(u32::MAX),
            fell: target.models(),
            target: odds.target,
        })
    }

    /// What stands after it.
    fn ends(&mut self, after: &State) {
        let left = after.unit(&self.target).map_or(0, |(_, unit)| unit.models());
        self.fell = self.fell.saturating_sub(left);
    }
}

fn summed<'a>(weights: impl Iterator<Item = &'a Weight>) -> Option<Sum> {
    let mut sum =
        Sum { attacks: 0, wounds: 0, expected: 0, above: 0, deviation: 0, as_many: [0; 2], as_few: [0; 2], rerolls: 0 };
    let (mut spread, mut came, mut variance) = (Spread::none(), 0, 0);
    for weight in weights {
        sum.above += weight.throw.above();
        if weight.goes_on {
            sum.rerolls += 1;
        } else {
            sum.attacks += 1;
            sum.wounds += weight.throw.wounds;
        }
        came += weight.came;
        variance += weight.spread.variance();
        spread = spread.and(&weight.spread);
    }
    if sum.attacks == 0 {
        return None;
    }
    sum.expected = u64::try_from(signed(sum.wounds) - sum.above).unwrap_or(0);
    sum.deviation = deviation_thousandths(variance);
    (sum.as_many, sum.as_few) = (spread.at_least(came), spread.at_most(came));
    Some(sum)
}
