//! Counts of what was destroyed, what stands, and what is left.

use adjutant_attack::GroupIndex;
use adjutant_core::side::Player;

use super::{Evaluator, UNKNOWN_UNITS_MAX};
use crate::facts;
use crate::rules::{Counting, Destroyed, UnitFilter, Worth};
use crate::score::reason::{Missing, Reason};
use crate::state::{Destruction, State, Unit, Whereabouts};
use crate::terms::Possible;

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
        let (mut models, mut sum) = (0, 0);
        for (unit, group, count) in self.lost_models(destroyed) {
            if facts::group_is(self.player, &destroyed.of, unit, group) {
                models += count;
                sum += count * worth(unit, group);
            }
        }
        if models > 0 {
            self.say(Reason::ModelsDestroyed(models));
        }
        Possible::Exactly(sum)
    }

    /// Unit, group and number of destroyed models, as the counting says.
    fn lost_models(&self, destroyed: &Destroyed) -> Vec<(&'a Unit, GroupIndex, i64)> {
        let state = self.state;
        match destroyed.counting {
            Counting::EveryTime => state
                .destructions
                .iter()
                .filter(|d| counts(state, destroyed, d))
                .map(|d| (state.unit_at(d.unit), d.group, i64::from(d.models)))
                .collect(),
            Counting::EndState => {
                let groups = state.units.iter().flat_map(|u| u.numbered_groups().map(move |(i, g)| (u, i, g)));
                let lost = groups.filter(|(_, _, g)| g.lost > 0);
                let of_list = |unit, group, part: Option<crate::state::Part>| {
                    part.map_or((unit, group), |part| (state.unit_at(part.unit), part.group))
                };
                lost.map(|(u, i, g)| {
                    let (unit, group) = of_list(u, i, g.part);
                    (unit, group, i64::from(g.lost))
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
        let units: Vec<&'a Unit> = match destroyed.counting {
            Counting::EveryTime => state
                .destructions
                .iter()
                .filter(|d| d.unit_destroyed && counts(state, destroyed, d))
                .map(|d| state.unit_at(d.unit))
                .collect(),
            Counting::EndState => state.units.iter().filter(|u| u.whereabouts == Whereabouts::Destroyed).collect(),
        };
        let fitting: Vec<&'a Unit> =
            units.into_iter().filter(|u| facts::unit_is(self.player, &destroyed.of, u)).collect();
        if let Some(first) = fitting.first() {
            let whose = if first.player == self.player { "own" } else { "enemy" };
            self.say(Reason::UnitsDestroyed(whose, fitting.iter().map(|u| u.id.as_str()).collect()));
        }
        let worth = |unit: &Unit| worth_of(&destroyed.worth, |w| facts::unit_is(self.player, &w.of, unit));
        Possible::Exactly(fitting.into_iter().map(worth).sum())
    }

    pub(super) fn last_destroyed_round(&mut self, filter: &UnitFilter) -> Possible {
        if !self.knows_armies_of(filter) {
            return Possible::range(0, 5);
        }
        let state = self.state;
        let fits =
            |d: &&crate::state::Destruction| facts::group_is(self.player, filter, state.unit_at(d.unit), d.group);
        let last = state.destructions.iter().rev().find(fits).map(|d| (d.round, state.unit_at(d.unit).id.as_str()));
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
        let mut standing: Vec<&'a str> = Vec::new();
        for (index, (_, unit, group)) in side.noted.iter().enumerate() {
            // Models are not told apart in a group: the noted ones fall last.
            let before = side.noted[..index].iter().filter(|(_, u, g)| u == unit && g == group).count();
            let stands = self.state.unit(unit).is_some_and(|(index, _)| {
                let unit = self.state.by_itself(index);
                self.noted_model_counts(&unit)
                    && unit.group(group).is_some_and(|g| unit.groups[g].models as usize > before)
            });
            if stands {
                standing.push(unit.as_str());
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

/// Whether something was destroyed when, and by whom, the counting asks.
fn counts(state: &State, destroyed: &Destroyed, one: &Destruction) -> bool {
    (!destroyed.this_round || one.round == state.round)
        && (!destroyed.this_turn || (one.round == state.round && one.turn == state.active))
        && (!destroyed.by_enemy || one.by_enemy)
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
