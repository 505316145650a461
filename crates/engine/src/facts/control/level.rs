//! Level of Control: the Objective Control of the models in range, added up.
//!
//! # Source
//! `docs/rules/editions.md`, 000-1, 000-4 and 000-6.

use adjutant_attack::{Change, Characteristic, GroupIndex, Value, changed};
use adjutant_core::side::Player;

use crate::facts;
use crate::rules::MarkerIndex;
use crate::state::{Position, Shock, State, Unit};

/// What a Level of Control can be, as far as the log tells: the same number twice where it is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Level {
    /// The least that it can be.
    pub least: u32,
    /// The most that it can be; `None` where nothing bounds it.
    pub most: Option<u32>,
}

impl Level {
    /// A known level.
    pub const fn exactly(level: u32) -> Level {
        Level { least: level, most: Some(level) }
    }

    const UNKNOWN: Level = Level { least: 0, most: None };

    /// The level, where it is known.
    pub fn exact(self) -> Option<u32> {
        self.most.filter(|most| *most == self.least)
    }

    fn plus(self, other: Level) -> Level {
        let most = self.most.zip(other.most).map(|(one, two)| one.saturating_add(two));
        Level { least: self.least.saturating_add(other.least), most }
    }

    /// Whether it can be higher than another.
    fn can_exceed(self, other: Level) -> bool {
        self.most.is_none_or(|most| most > other.least)
    }

    fn can_equal(self, other: Level) -> bool {
        self.most.is_none_or(|most| most >= other.least) && other.most.is_none_or(|most| most >= self.least)
    }
}

/// A player's Level of Control over a marker now.
pub fn level(state: &State, player: Player, marker: MarkerIndex) -> Level {
    if !state.knows_army(player) && state.conceded != Some(player) {
        return Level::UNKNOWN;
    }
    let units = state.on_battlefield(player).map(|unit| of_unit(state, unit, marker));
    units.fold(Level::exactly(0), Level::plus)
}

/// Who can control a marker by the levels as they stand: each player, and nobody.
pub(super) fn possible(state: &State, marker: MarkerIndex) -> [bool; 3] {
    let [one, two] = Player::BOTH.map(|player| level(state, player, marker));
    [one.can_exceed(two), two.can_exceed(one), one.can_equal(two)]
}

/// Who controls a marker by the levels as they stand, where they tell.
pub(super) fn derived(state: &State, marker: MarkerIndex) -> Option<Option<Player>> {
    match possible(state, marker) {
        [true, false, false] => Some(Some(Player::One)),
        [false, true, false] => Some(Some(Player::Two)),
        [false, false, true] => Some(None),
        _ => None,
    }
}

/// What a unit adds to its player's level.
fn of_unit(state: &State, unit: &Unit, marker: MarkerIndex) -> Level {
    if unit.never_counts(&state.law().control) {
        return Level::exactly(0);
    }
    if let Some(Position::Models(standing)) = unit.position().filter(|_| !state.law().control.areas) {
        let Some(measured) = &standing.measured else { return anywhere(state, unit) };
        if !measured.near.has(marker.0) {
            return Level::exactly(0);
        }
        let one_only = state.law().control.one_marker_a_model;
        let counts = |model: &usize| match one_only {
            true => measured.counts_for[*model] == Some(marker),
            false => measured.in_range[*model].has(marker.0),
        };
        let models = (0..measured.models.len()).filter(counts);
        return models.map(|model| of_model(state, unit, standing.groups[model])).fold(Level::exactly(0), Level::plus);
    }
    match facts::models_in_range(state, unit, marker) {
        Some(models) => of_some(state, unit, models),
        None => anywhere(state, unit),
    }
}

/// What a unit adds whose place nobody said: nothing up to all that it has.
fn anywhere(state: &State, unit: &Unit) -> Level {
    Level { least: 0, ..of_some(state, unit, unit.models()) }
}

/// What a number of models of a unit adds: where its groups differ, the weakest of them at the least, the strongest at most.
fn of_some(state: &State, unit: &Unit, models: u32) -> Level {
    if models == 0 {
        return Level::exactly(0);
    }
    let mut each: Vec<(Level, u32)> = Vec::with_capacity(unit.groups.len());
    for group in unit.living_groups() {
        each.push((of_model(state, unit, group), unit.groups[group].models));
    }
    let sum = |each: &[(Level, u32)], of: fn(Level) -> Option<u32>| {
        let (mut left, mut sum) = (models, 0u32);
        for (level, count) in each {
            let taken = left.min(*count);
            if taken > 0 {
                sum = sum.saturating_add(of(*level)?.saturating_mul(taken));
            }
            left -= taken;
        }
        Some(sum)
    };
    each.sort_by_key(|(level, _)| level.least);
    let least = sum(&each, |level| Some(level.least)).unwrap_or(0);
    each.sort_by_key(|(level, _)| std::cmp::Reverse(level.most.unwrap_or(u32::MAX)));
    Level { least, most: sum(&each, |level| level.most) }
}

/// The Objective Control of a model: replaced by Battle-shock first, then changed in the order of the ruleset.
fn of_model(state: &State, unit: &Unit, group: GroupIndex) -> Level {
    let Some(printed) = unit.groups[group].printed.objective_control else { return Level::UNKNOWN };
    let with = |shocked: bool| objective_control(state, unit, printed.get(), shocked);
    match unit.shock {
        Shock::Steady => Level::exactly(with(false)),
        Shock::Shocked => Level::exactly(with(true)),
        Shock::Untested => {
            let (steady, shocked) = (with(false), with(true));
            Level { least: steady.min(shocked), most: Some(steady.max(shocked)) }
        }
    }
}

/// An Objective Control after what changes it.
fn objective_control(state: &State, unit: &Unit, printed: i32, shocked: bool) -> u32 {
    if !shocked && unit.effects.is_empty() {
        return printed.unsigned_abs();
    }
    let Some(dice) = &state.law().dice else { return if shocked { 0 } else { printed.unsigned_abs() } };
    let mut changes = unit.changes_of(Characteristic::ObjectiveControl);
    changes.extend(shocked.then_some(Change::Set(0)));
    match changed(&dice.numbers, Characteristic::ObjectiveControl, Value::Number(printed), &changes, &[]) {
        Ok(Value::Number(number)) => number.max(0).unsigned_abs(),
        _ => 0,
    }
}
