//! Who has to fight before whom, as far as the log makes it certain.
//!
//! A fight without losses may be left out of a log. So others wait only for a unit that charged and has an enemy left,
//! that coordinates show in Engagement Range, or of which somebody said when it fights and that was charged, neither side
//! having lost a model since.
//!
//! # Source
//! 001:2276-2293, 3518-3527; 003:774-783; 000:113, 960-970; 002:1400-1406.

use adjutant_attack::Characteristic;
use adjutant_core::side::Player;
use adjutant_geometry::{Footprint, Length, Reach};

use crate::facts;
use crate::rules::{Begins, FightsBy};
use crate::state::table::{Feature, measured};
use crate::state::{State, Unit, UnitIndex};
use crate::terms::{FightPlace, TerrainTrait};

/// When a unit fights in a phase of fights, the earliest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// Before all that neither charged nor have a rule to fight first.
    First,
    /// After those.
    Others,
    /// After all others.
    Last,
}

/// Why another unit has to fight before one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Before {
    /// It fights first, and the one does not; or the one fights last.
    Earlier(Place),
    /// Its player selects the next unit.
    Turn(Player),
    /// It strikes at a higher Initiative: its own, then that of the one.
    Initiative(i32, i32),
}

/// When a unit fights: a rule to fight first and one to fight last undo each other. A charge by a Stratagem in the
/// opponent's turn lets nobody fight first.
pub fn place(state: &State, unit: &Unit) -> Place {
    let has = |wanted| unit.effects.iter().any(|effect| effect.fights == Some(wanted));
    let charged = unit.has_charged() && (unit.player == state.active || !state.is_under_law(2));
    match (charged || has(FightPlace::First), has(FightPlace::Last)) {
        (true, false) => Place::First,
        (false, true) => Place::Last,
        _ => Place::Others,
    }
}

/// Inches across which units fight over a Defence Line.
const OVER: u8 = 2;

/// How near models come to those that they fight: Engagement Range, or farther where a Defence Line may stand between.
///
/// # Source
/// 001:2986-2991.
pub fn reach(state: &State, from: &[Footprint], to: &[Footprint]) -> Reach {
    let engaged = state.law().measures.engaged;
    let features =
        state.table.as_deref().filter(|_| state.law().reads_traits()).map_or(&[][..], |table| table.features());
    let is_line = |feature: &&Feature| feature.piece.has(TerrainTrait::DefenceLine) != Some(false);
    let stands = |feature: &Feature| {
        let between = |a: &Footprint| to.iter().any(|b| feature.screen.is_between(a, b) != Some(false));
        from.iter().any(between)
    };
    if features.iter().filter(is_line).any(stands) { engaged.at_least(Length::inches(OVER)) } else { engaged }
}

/// The unit that certainly has to fight before one that is about to, with the reason.
pub fn before(state: &State, unit: UnitIndex, targets: &[UnitIndex]) -> Option<(UnitIndex, Before)> {
    let law = state.law().fights.as_ref()?;
    match law.by {
        FightsBy::Initiative => quicker(state, unit, targets),
        FightsBy::Charge { first, others, last } => {
            let own = state.unit_at(unit);
            let mine = place(state, own);
            // What is asked of places on the table comes last: it costs most.
            let waiting = |wanted: &dyn Fn(&Unit) -> bool| {
                let waits = |(at, other): &(UnitIndex, &Unit)| *at != unit && wanted(other) && is_eligible(state, *at);
                state.units.numbered().find(waits)
            };
            if let Some((earlier, other)) = waiting(&|other| place(state, other) < mine) {
                return Some((earlier, Before::Earlier(place(state, other))));
            }
            let begins = match mine {
                Place::First => first,
                Place::Others => others,
                Place::Last => last,
            };
            let selects = selects(state, mine, begins?);
            if own.player == selects {
                return None;
            }
            let (other, _) = waiting(&|other| other.player == selects && place(state, other) == mine)?;
            Some((other, Before::Turn(selects)))
        }
    }
}

/// Who selects the next unit among those that fight at one place: the players in turn, whoever begins.
fn selects(state: &State, at: Place, begins: Begins) -> Player {
    let fought =
        state.units.iter().filter(|unit| unit.acts.fought_in_phase == state.phase_count && place(state, unit) == at);
    match fought.max_by_key(|unit| unit.acts.fought_in_record) {
        Some(last) => last.player.opponent(),
        None if begins == Begins::Own => state.active,
        None => state.active.opponent(),
    }
}

/// Whether a unit certainly may still be selected to fight, and has somebody to fight.
fn is_eligible(state: &State, index: UnitIndex) -> bool {
    let unit = state.unit_at(index);
    if !unit.is_on_battlefield() || unit.acts.fought_in_phase == state.phase_count {
        return false;
    }
    let stands = |at: &UnitIndex| state.unit_at(*at).is_on_battlefield();
    let told = unit.effects.iter().any(|effect| effect.fights.is_some());
    (unit.has_charged() && unit.acts.charge_targets.iter().any(stands))
        || measured(unit).is_some_and(|own| facts::engaged_at(state, unit.player, own) == Some(true))
        || (told && is_held(state, index))
}

/// Whether a unit was reached by a charge, and neither side has lost models since this turn began.
fn is_held(state: &State, index: UnitIndex) -> bool {
    let holds = |other: &Unit| {
        other.is_on_battlefield()
            && other.has_charged()
            && other.acts.models_lost == 0
            && other.acts.charge_targets.contains(&index)
    };
    state.unit_at(index).acts.models_lost == 0 && state.units.iter().any(holds)
}

/// A unit in the same combat whose slowest model strikes before the quickest of another.
fn quicker(state: &State, unit: UnitIndex, targets: &[UnitIndex]) -> Option<(UnitIndex, Before)> {
    let own = *initiatives(state, unit)?.last()?;
    let charges = |other: &Unit, at: UnitIndex| other.has_charged() && other.acts.charge_targets.contains(&at);
    let joins = |(at, other): (UnitIndex, &Unit)| {
        let engaged = targets.contains(&at)
            || charges(other, unit)
            || charges(state.unit_at(unit), at)
            || targets.iter().any(|target| charges(other, *target));
        let waits = other.is_on_battlefield() && other.acts.fought_in_phase != state.phase_count;
        let first = *initiatives(state, at).filter(|_| at != unit && engaged && waits)?.first()?;
        (first > own).then_some((at, first))
    };
    let (at, first) =
        state.units.numbered().filter_map(joins).max_by_key(|(at, first)| (*first, std::cmp::Reverse(*at)))?;
    Some((at, Before::Initiative(first, own)))
}

/// The Initiative of every group that stands, the lowest first, with what abilities change; `None` where a list does not
/// say it.
fn initiatives(state: &State, index: UnitIndex) -> Option<Vec<i32>> {
    let unit = state.unit_at(index);
    let numbers = state.law().numbers();
    let standing = unit.groups.iter().filter(|group| group.models > 0);
    let now = |printed: i32| unit.now(numbers, Characteristic::Initiative, printed);
    let mut all = standing.map(|group| Some(now(group.printed.initiative?.get()))).collect::<Option<Vec<i32>>>()?;
    all.sort_unstable();
    Some(all)
}
