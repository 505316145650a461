//! Counts of what was destroyed, what stands, and what is left.

use std::collections::BTreeSet;

use adjutant_attack::GroupIndex;
use adjutant_core::ids::UnitId;
use adjutant_core::side::Player;

use super::{Evaluator, UNKNOWN_UNITS_MAX};
use crate::facts;
use crate::facts::ground;
use crate::rules::{Counting, Destroyed, UnitFilter, Worth};
use crate::score::reason::Reason;
use crate::state::{Destruction, Unit, Whereabouts};
use crate::terms::{Missing, Possible, knowledge};

/// Models of an army unknown to the log, when claims about it are judged.
const UNKNOWN_MODELS_MAX: i64 = 200;

impl<'a> Evaluator<'a> {
    pub(super) fn destroyed_models(&mut self, destroyed: &Destroyed) -> Possible {
        if !self.knows_armies_of(&destroyed.of) {
            return unknown(&destroyed.worth, UNKNOWN_MODELS_MAX);
        }
        let worth = |unit: &Unit, group: GroupIndex| {
            let fits = |w: &&Worth| facts::group_is(self.player, &w.of, unit, group);
            worth_of(&destroyed.worth, fits)
        };
        let (mut models, mut sum, mut doubtful) = (0, 0, Possible::Exactly(0));
        let mut worths = BTreeSet::new();
        for (unit, group, count, so) in self.lost_models(destroyed) {
            if facts::group_is(self.player, &destroyed.of, unit, group) {
                let each = worth(unit, group);
                if so == Some(true) {
                    (models, sum) = (models + count, sum + count * each);
                    worths.insert(each);
                } else {
                    doubtful = doubtful.plus(&Possible::Exactly(0).either(&Possible::Exactly(count * each)));
                }
            }
        }
        if models > 0 {
            self.say(Reason::ModelsDestroyed(models, (worths.len() > 1).then_some(sum)));
        }
        self.with_doubt(sum, &doubtful)
    }

    /// A sum, and what comes to it from destroyed units of which nobody said where they were or who destroyed them.
    fn with_doubt(&mut self, sum: i64, doubtful: &Possible) -> Possible {
        if doubtful.exact() != Some(0) {
            self.miss(Missing::Fact("where destroyed units began the turn, or who destroyed them"));
        }
        Possible::Exactly(sum).plus(doubtful)
    }

    /// Whether a destruction happened when, where and by whom the counting asks; unknown where the log does not tell.
    fn counts(&self, destroyed: &Destroyed, one: &Destruction) -> Option<bool> {
        let state = self.state;
        let turn = (one.round, one.turn);
        let when = (!destroyed.this_round || one.round == state.round)
            && (!destroyed.this_turn || turn == (state.round, state.active))
            && (!destroyed.previous_turn || (Some(turn) == state.previous_turn() && !one.between_turns))
            && (!destroyed.first || self.is_first(one))
            && (!destroyed.by_enemy || one.by_enemy);
        let began = |rule| ground::began(state, self.player, rule, one.began.as_deref());
        let by = |rule| ground::destroyed_by(state, self.player, rule, one.by.as_deref());
        knowledge::all([
            Some(when),
            destroyed.began_turn.as_ref().map_or(Some(true), began),
            destroyed.by.as_ref().map_or(Some(true), by),
        ])
    }

    /// Whether no unit was destroyed before this one.
    fn is_first(&self, one: &Destruction) -> bool {
        let first = self.state.destructions.iter().find(|destruction| destruction.unit_destroyed);
        first.is_some_and(|first| std::ptr::eq(first, one))
    }

    /// Unit, group and number of destroyed models, as the counting says.
    fn lost_models(&self, destroyed: &Destroyed) -> Vec<(&'a Unit, GroupIndex, i64, Option<bool>)> {
        let state = self.state;
        match destroyed.counting {
            Counting::EveryTime => state
                .destructions
                .iter()
                .map(|d| (state.unit_at(d.unit), d.group, i64::from(d.models), self.counts(destroyed, d)))
                .filter(|(_, _, _, so)| *so != Some(false))
                .collect(),
            Counting::EndState => {
                let groups = state.units.iter().flat_map(|u| u.numbered_groups().map(move |(i, g)| (u, i, g)));
                let lost = groups.filter(|(_, _, g)| g.lost > 0);
                let of_list = |unit, group, part: Option<crate::state::Part>| {
                    part.map_or((unit, group), |part| (state.unit_at(part.unit), part.group))
                };
                lost.map(|(u, i, g)| {
                    let (unit, group) = of_list(u, i, g.part);
                    (unit, group, i64::from(g.lost), Some(true))
                })
                .collect()
            }
        }
    }

    pub(super) fn destroyed_units(&mut self, destroyed: &Destroyed) -> Possible {
        if !self.knows_armies_of(&destroyed.of) {
            return unknown(&destroyed.worth, UNKNOWN_UNITS_MAX);
        }
        let state = self.state;
        let units: Vec<(&'a Unit, Option<bool>)> = match destroyed.counting {
            Counting::EveryTime => state
                .destructions
                .iter()
                .filter(|d| d.unit_destroyed)
                .map(|d| (state.unit_at(d.unit), self.counts(destroyed, d)))
                .filter(|(_, so)| *so != Some(false))
                .collect(),
            Counting::EndState => {
                let gone = state.units.iter().filter(|u| u.whereabouts == Whereabouts::Destroyed);
                gone.map(|unit| (unit, Some(true))).collect()
            }
        };
        let (fitting, doubtful): (Vec<_>, Vec<_>) = units
            .into_iter()
            .filter(|(unit, _)| facts::unit_is(self.player, &destroyed.of, unit))
            .filter(|(unit, _)| ground::past_fits(state, self.player, &destroyed.of, unit))
            .partition(|(_, so)| *so == Some(true));
        let fitting: Vec<&'a Unit> = fitting.into_iter().map(|(unit, _)| unit).collect();
        if let Some(first) = fitting.first() {
            let whose = if first.player == self.player { "own" } else { "enemy" };
            self.say(Reason::UnitsDestroyed(whose, fitting.iter().map(|u| &u.id).collect()));
        }
        let worth = |unit: &Unit| worth_of(&destroyed.worth, |w| facts::unit_is(self.player, &w.of, unit));
        let doubtful = doubtful.into_iter().fold(Possible::Exactly(0), |sum, (unit, _)| {
            sum.plus(&Possible::Exactly(0).either(&Possible::Exactly(worth(unit))))
        });
        self.with_doubt(fitting.into_iter().map(worth).sum(), &doubtful)
    }

    pub(super) fn last_destroyed_round(&mut self, filter: &UnitFilter) -> Possible {
        if !self.knows_armies_of(filter) {
            return Possible::range(0, 5);
        }
        let state = self.state;
        let fits =
            |d: &&crate::state::Destruction| facts::group_is(self.player, filter, state.unit_at(d.unit), d.group);
        let last = state.destructions.iter().rev().find(fits).map(|d| (d.round, &state.unit_at(d.unit).id));
        if let Some((round, unit)) = last {
            self.say(Reason::LastDestroyed(unit, round));
        }
        Possible::Exactly(last.map_or(0, |(round, _)| i64::from(round)))
    }

    pub(super) fn noted_models_standing(&mut self) -> Possible {
        let side = &self.state.sides[self.player];
        if side.roster.is_none() || side.noted.is_empty() {
            self.miss(Missing::Fact("which models were noted before the battle"));
            return Possible::range(0, 3);
        }
        let mut standing: Vec<&'a UnitId> = Vec::new();
        for (index, (_, unit, group)) in side.noted.iter().enumerate() {
            // Models are not told apart in a group: the noted ones fall last.
            let before = side.noted[..index].iter().filter(|(_, u, g)| u == unit && g == group).count();
            let stands = self.state.unit(unit).is_some_and(|(index, _)| {
                let unit = self.state.by_itself(index);
                self.noted_model_counts(&unit)
                    && unit.group(group).is_some_and(|g| unit.groups[g].models as usize > before)
            });
            if stands {
                standing.push(unit);
            }
        }
        let count = standing.len();
        if count > 0 {
            self.say(Reason::Standing(standing));
        }
        Possible::Exactly(i64::try_from(count).unwrap_or(0))
    }

    /// Noted models count on the battlefield, and where the pack reads AMB-08 so, in a transport there.
    fn noted_model_counts(&self, unit: &Unit) -> bool {
        let options = self.state.law().readings;
        unit.is_on_battlefield() || (!options.noted_models_stand_on_battlefield && self.is_there(unit))
    }

    pub(super) fn strength_left_percent(&mut self) -> Possible {
        if !self.state.knows_army(self.player) {
            self.miss(Missing::Fact("the army list"));
            return Possible::range(0, 100);
        }
        let strength = self.state.sides[self.player].strength;
        let left = self.left(self.player);
        if strength == 0 {
            return Possible::Exactly(0);
        }
        self.say(Reason::Left(left, strength));
        Possible::Exactly(100 * left / strength)
    }

    /// Units on the battlefield or embarked there, without those added during the battle.
    fn left(&self, player: Player) -> i64 {
        let units = self.state.living(player).filter(|unit| !unit.added && self.is_there(unit)).count();
        i64::try_from(units).unwrap_or(0)
    }

    /// Whether a unit is on the battlefield or embarked there.
    fn is_there(&self, unit: &Unit) -> bool {
        match unit.whereabouts {
            Whereabouts::Battlefield(_) => true,
            Whereabouts::Embarked(transport) => self.state.unit_at(transport).is_on_battlefield(),
            Whereabouts::Attached(whole) => self.is_there(self.state.unit_at(whole)),
            _ => false,
        }
    }
}

fn worth_of(worth: &[Worth], fits: impl Fn(&&Worth) -> bool) -> i64 {
    if worth.is_empty() {
        return 1;
    }
    worth.iter().find(fits).map_or(0, |w| i64::from(w.each.get()))
}

/// What any number of destroyed units or models can be worth.
fn unknown(worth: &[Worth], most: i64) -> Possible {
    let each: Vec<i64> =
        if worth.is_empty() { vec![1] } else { worth.iter().map(|w| i64::from(w.each.get())).collect() };
    each.iter().fold(Possible::Exactly(0), |sum, each| {
        let times = if *each == 1 { most } else { UNKNOWN_UNITS_MAX };
        sum.plus(&(0..=times).map(|n| n * each).collect())
    })
}
