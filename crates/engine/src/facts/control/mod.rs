//! Who controls a marker.
//!
//! # Source
//! `docs/log.md`, section 3; `docs/rules/battle.md`, D-13 and C.3 (locks).

mod level;
mod scoring;

use adjutant_attack::GroupIndex;
use adjutant_core::side::{BySide, Player};
use adjutant_geometry::range::{InRange, MarkerSet, majority};

use crate::event::Event;
use crate::facts;
use crate::rules::{MarkerIndex, MissionRule, UnitFilter};
use crate::state::table::Standing;
use crate::state::{Position, State, Unit};
use crate::terms::{ControlBasis, Lock, knowledge};

pub use level::{Level, level};

/// Who controls a marker, and where that is known from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Control {
    /// The player, or nobody.
    pub holder: Option<Player>,
    /// Where that is known from.
    pub basis: ControlBasis,
}

/// Who has more models in range of a marker now, locks apart; `None` where nobody said what would tell.
pub fn raw(state: &State, marker: MarkerIndex) -> Option<Control> {
    if let Some(holder) = derived(state, marker) {
        return Some(Control { holder, basis: ControlBasis::Derived });
    }
    let stated = state.markers[marker].stated?;
    let holder = stated.filter(|player| !state.knows_army(*player) || state.on_battlefield(*player).next().is_some());
    Some(Control { holder, basis: ControlBasis::Declared })
}

/// Who controls a marker now, locks counted; `None` where nobody said what would tell.
pub fn effective(state: &State, marker: MarkerIndex) -> Option<Control> {
    if !state.markers[marker].on_battlefield {
        return Some(Control { holder: None, basis: ControlBasis::Derived });
    }
    if state.law().control.settles {
        return state.markers[marker].settled.map(|(holder, basis)| Control { holder, basis });
    }
    match state.markers[marker].lock {
        Lock::Held(player) => Some(Control { holder: Some(player), basis: ControlBasis::Locked }),
        Lock::Open => raw(state, marker),
        Lock::Unknown => None,
    }
}

/// Who controls a marker from now on until that is settled again, and whose it stays without models in range.
///
/// A marker that an ability keeps is lost only to an opponent whose models control it; where nobody knows whether they
/// do, nobody knows whose it is.
///
/// # Source
/// `docs/rules/editions.md`, 000-1 to 000-3.
pub fn settled(state: &State, marker: MarkerIndex) -> (Option<(Option<Player>, ControlBasis)>, Lock) {
    let now = raw(state, marker);
    let known = now.map(|control| (control.holder, control.basis));
    match state.markers[marker].lock {
        Lock::Open => (known, Lock::Open),
        Lock::Unknown => (known.filter(|(holder, _)| holder.is_some()), Lock::Unknown),
        Lock::Held(player) => {
            let opponent = player.opponent();
            let taken = match now {
                Some(control) => Some(control.holder == Some(opponent)),
                None if !may_control(state, marker, opponent) => Some(false),
                None => None,
            };
            match taken {
                Some(true) => (known, Lock::Open),
                Some(false) => match known {
                    Some((Some(_), _)) => (known, Lock::Held(player)),
                    _ => (Some((Some(player), ControlBasis::Locked)), Lock::Held(player)),
                },
                None => (None, Lock::Unknown),
            }
        }
    }
}

/// Whether a player's models may control a marker now, by what is known.
fn may_control(state: &State, marker: MarkerIndex, player: Player) -> bool {
    let law = &state.law().control;
    let [one, two, _] = if law.by_level { level::possible(state, marker) } else { [true; 3] };
    if player == Player::One { one } else { two }
}

/// The statements that may be wrong since Battle-shock came to a unit or went: about markers that it may be near.
pub fn doubted(state: &State, unit: &Unit) -> Vec<Event> {
    let there = unit.is_on_battlefield();
    let stated = state.numbered_markers().filter(|(_, marker)| there && marker.stated.is_some());
    stated
        .filter(|(marker, _)| facts::in_range(state, unit, *marker) != Some(false))
        .map(|(marker, _)| Event::StatementVoided { marker })
        .collect()
}

/// Who controls a marker by the places of all units, where every place tells.
pub fn derived(state: &State, marker: MarkerIndex) -> Option<Option<Player>> {
    if let Some(scoring) = &state.law().control.scoring {
        return scoring::derived(state, scoring, marker);
    }
    if state.law().control.by_level {
        return level::derived(state, marker);
    }
    if Player::BOTH.iter().any(|player| !state.knows_army(*player) && state.conceded != Some(*player)) {
        return None;
    }
    let mut counts = BySide::<InRange>::default();
    for unit in state.units.iter().filter(|unit| unit.is_on_battlefield()) {
        let count = in_range(state, unit, marker)?;
        counts[unit.player].models += count.models;
        counts[unit.player].secured += count.secured;
    }
    if !state.law().control.secured {
        Player::BOTH.into_iter().for_each(|player| counts[player].secured = 0);
    }
    Some(majority(counts))
}

fn in_range(state: &State, unit: &Unit, marker: MarkerIndex) -> Option<InRange> {
    if let Some(Position::Models(standing)) = unit.position().filter(|_| !state.law().control.areas) {
        return in_range_measured(state, unit, standing, marker);
    }
    let models = facts::models_in_range(state, unit, marker)?;
    if models == 0 || unit.never_counts(&state.law().control) {
        return Some(InRange::default());
    }
    if secured_by_mission(state, unit)? {
        return Some(InRange { models, secured: models });
    }
    let alive = unit.groups.iter().filter(|g| g.models > 0);
    let (mut some, mut every) = (false, true);
    for group in alive {
        some |= group.objective_secured;
        every &= group.objective_secured;
    }
    match (some, every) {
        (_, true) => Some(InRange { models, secured: models }),
        (false, false) => Some(InRange { models, secured: 0 }),
        // Which models are in range decides, and a count does not tell.
        (true, false) if models < unit.models() => None,
        (true, false) => Some(InRange { models, secured: 1 }),
    }
}

/// Counts model by model, so that mixed units bring exactly the models that have Objective Secured.
fn in_range_measured(state: &State, unit: &Unit, standing: &Standing, marker: MarkerIndex) -> Option<InRange> {
    let measured = standing.measured.as_ref()?;
    let mut count = InRange::default();
    let law = &state.law().control;
    if !measured.near.has(marker.0) || unit.never_counts(law) {
        return Some(count);
    }
    let counts = |model: &usize| match law.one_marker_a_model {
        true => measured.counts_for[*model] == Some(marker),
        false => measured.in_range[*model].has(marker.0),
    };
    let counting = (0..measured.models.len()).filter(counts);
    for model in counting {
        let group = standing.groups[model];
        count.models += 1;
        if unit.groups[group].objective_secured
            || model_secured_by_mission(state, unit, group, measured.in_range[model])?
        {
            count.secured += 1;
        }
    }
    Some(count)
}

fn model_secured_by_mission(state: &State, unit: &Unit, group: GroupIndex, near: MarkerSet) -> Option<bool> {
    let rules = state.mission.iter().flat_map(|mission| &mission.rules);
    knowledge::any(rules.filter_map(|rule| match rule {
        MissionRule::ObjectiveSecured { units, .. } => Some(model_fits(state, units, unit, group, near)),
        _ => None,
    }))
}

fn model_fits(state: &State, filter: &UnitFilter, unit: &Unit, group: GroupIndex, near: MarkerSet) -> Option<bool> {
    if !facts::group_is(unit.player, filter, unit, group) {
        return Some(false);
    }
    let marker = match filter.models_in_range_of.as_ref().or(filter.in_range_of.as_ref()) {
        None => Some(true),
        Some(markers) => {
            knowledge::any(near.iter().map(|m| facts::marker_fits(state, unit.player, markers, MarkerIndex(m))))
        }
    };
    knowledge::all([facts::place_fits(state, unit.player, filter, unit), marker])
}

fn secured_by_mission(state: &State, unit: &Unit) -> Option<bool> {
    let rules = state.mission.iter().flat_map(|mission| &mission.rules);
    knowledge::any(rules.filter_map(|rule| match rule {
        MissionRule::ObjectiveSecured { units, .. } => Some(facts::unit_fits(state, unit.player, units, unit)),
        _ => None,
    }))
}

/// Whether the mission lets players keep markers that their models leave.
pub fn is_sticky(state: &State) -> bool {
    state.mission.iter().flat_map(|m| &m.rules).any(|rule| matches!(rule, MissionRule::StickyControl { .. }))
}
