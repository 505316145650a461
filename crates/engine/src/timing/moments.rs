//! What the rules do by themselves at the moments of the skeleton, scoring and actions apart.

use adjutant_attack::{Change, Characteristic};
use adjutant_core::side::Player;

use crate::command::Until;
use crate::event::Event;
use crate::facts::control;
use crate::rules::MissionRule;
use crate::score::evaluate::{Evaluator, Scene};
use crate::state::{Lasting, Position, Shock, State, Unit, UnitIndex, Whereabouts};
use crate::terms::{Banner, Lock, Phase, TestName};

/// Drawn markers whose round has come leave the battlefield.
pub fn markers_leave(state: &State, events: &mut Vec<Event>) {
    let rules = state.mission.iter().flat_map(|mission| &mission.rules);
    let tags = rules.filter_map(|rule| match rule {
        MissionRule::TaggedMarkers { tags, .. } => Some(tags),
        _ => None,
    });
    let leaving: Vec<_> = tags
        .flatten()
        .filter(|rule| rule.leaves_at_start_of_round.is_some_and(|round| round.get().unsigned_abs() == state.round))
        .map(|rule| rule.tag)
        .collect();
    let markers = state.lying_markers();
    let markers = markers.filter(|(_, marker)| leaving.iter().any(|tag| marker.tags.contains(tag)));
    events.extend(markers.map(|(marker, _)| Event::MarkerRemoved { marker }));
}

/// Banners fall where the opponent controls the marker; where nobody knows, they become doubtful.
pub fn banners_fall(state: &State, events: &mut Vec<Event>) {
    for (marker, standing) in state.numbered_markers() {
        for player in Player::BOTH {
            if standing.banners[player] == Banner::Absent {
                continue;
            }
            let banner = match control::effective(state, marker) {
                Some(control) if control.holder == Some(player.opponent()) => Banner::Absent,
                Some(_) => continue,
                None => Banner::Doubtful,
            };
            events.push(Event::BannerChanged { marker, player, banner });
        }
    }
}

/// A Battle-forged army gains its Command point before anything else.
pub fn command_point(state: &State, events: &mut Vec<Event>) {
    let law = state.law();
    let gains = [(state.active, true), (state.active.opponent(), law.turn_cp_both)];
    for (player, _) in gains.into_iter().filter(|(_, gains)| *gains) {
        let forged = state.sides[player].roster.as_ref().is_none_or(|roster| roster.battle_forged());
        let gain = if law.turn_cp_counts { within_limit(state, player, law.turn_cp) } else { law.turn_cp };
        if gain != 0 && (!law.turn_cp_battle_forged || forged) {
            events.push(Event::CpChanged { player, change: gain, counts_to_limit: law.turn_cp_counts });
        }
    }
}

/// What of a gain the limit of a battle round leaves.
pub(super) fn within_limit(state: &State, player: Player, gain: i32) -> i32 {
    let left = state.law().cp_gain_limit.map_or(i32::MAX, |limit| limit - state.sides[player].cp_gained);
    gain.min(left.max(0))
}

/// The mission gives Command points to the active player.
pub fn mission_command_points(state: &State, events: &mut Vec<Event>) {
    for rule in state.mission.iter().flat_map(|mission| &mission.rules) {
        if let MissionRule::CommandPoints { condition, cp, .. } = rule
            && Evaluator::new(&Scene::new(state), state.active).condition(condition).exact() == Some(1)
        {
            let counts = state.law().mission_cp_counts;
            let change = if counts { within_limit(state, state.active, cp.get()) } else { cp.get() };
            if change != 0 {
                events.push(Event::CpChanged { player: state.active, change, counts_to_limit: counts });
            }
        }
    }
}

/// Locks break where the other side has more models, at the end of any phase.
///
/// # Source
/// `docs/rules/missions.md`, C.3.
pub fn release_locks(state: &State, events: &mut Vec<Event>) {
    if !control::is_sticky(state) {
        return;
    }
    for (marker, standing) in state.lying_markers() {
        let raw = || control::raw(state, marker);
        let lock = match standing.lock {
            Lock::Open => continue,
            Lock::Held(player) => match raw() {
                Some(control) if control.holder == Some(player.opponent()) => Lock::Open,
                Some(_) => continue,
                None => Lock::Unknown,
            },
            // The player with more models now holds it either way; a marker that nobody holds stays unknown.
            Lock::Unknown if raw().is_some_and(|control| control.holder.is_some()) => Lock::Open,
            Lock::Unknown => continue,
        };
        events.push(Event::LockChanged { marker, lock });
    }
}

/// Who controls each marker is settled.
///
/// # Source
/// `docs/rules/editions.md`, 000-1 and 000-2.
pub fn settle_control(state: &State, events: &mut Vec<Event>) {
    for (marker, standing) in state.lying_markers() {
        let (settled, lock) = control::settled(state, marker);
        if (settled, lock) != (standing.settled, standing.lock) {
            events.push(Event::ControlSettled { marker, settled, lock });
        }
    }
}

/// Battle-shock leaves the units of the active player.
///
/// # Source
/// `docs/rules/editions.md`, 000-4.
pub fn shock_ends(state: &State, events: &mut Vec<Event>) {
    for (index, unit) in state.units.iter().enumerate().filter(|(_, unit)| unit.player == state.active) {
        let unit_index = UnitIndex(index);
        if unit.shock_missed {
            events.push(Event::ShockMissed { unit: unit_index, missed: false });
        }
        if unit.shock != Shock::Steady {
            events.push(Event::ShockChanged { unit: unit_index, shock: Shock::Steady });
            events.extend(control::doubted(state, unit));
        }
    }
}

/// Units of the active player that had to take a Battle-shock test and did not: nobody knows how it went.
///
/// # Source
/// `docs/rules/editions.md`, 000-4; contract: an untested unit makes control a need.
pub fn shocks_due(state: &State, events: &mut Vec<Event>) {
    for (index, unit) in state.units.iter().enumerate().filter(|(_, unit)| unit.player == state.active) {
        let attached = matches!(unit.whereabouts, Whereabouts::Attached(_));
        let away = unit.alive() && !unit.is_on_battlefield() && !attached;
        let until_passed = state.law().test(TestName::BattleShock).is_some_and(|row| row.until_passed);
        let open = unit.shock == Shock::Steady || (until_passed && unit.shock == Shock::Shocked);
        if shock_due(state, unit, state.phase) && open {
            events.push(Event::ShockChanged { unit: UnitIndex(index), shock: Shock::Untested });
            events.extend(control::doubted(state, unit));
        } else if away && !unit.shock_missed {
            events.push(Event::ShockMissed { unit: UnitIndex(index), missed: true });
        }
    }
}

/// Effects that end at a moment, and the statements about control that rested on them.
pub fn effects_end(state: &State, at: &[Until], events: &mut Vec<Event>) {
    if !state.effects_began {
        return;
    }
    for (index, unit) in state.units.iter().enumerate() {
        let ends = |effect: &&Lasting| effect.until.is_some_and(|until| at.contains(&until));
        for effect in unit.effects.iter().filter(ends) {
            events.push(Event::EffectEnded { unit: UnitIndex(index), why: effect.why.clone() });
            events.extend(effect_doubts(state, unit, &effect.change));
        }
    }
}

/// The statements about control that an effect that comes or goes may make wrong.
pub fn effect_doubts(
    state: &State,
    unit: &Unit,
    change: &std::collections::BTreeMap<Characteristic, Vec<Change>>,
) -> Vec<Event> {
    let controls = state.law().control.by_level && change.contains_key(&Characteristic::ObjectiveControl);
    if controls { control::doubted(state, unit) } else { Vec::new() }
}

/// Whether a unit has its Battle-shock test of a phase still to take.
pub fn shock_due(state: &State, unit: &Unit, phase: Phase) -> bool {
    let law = state.law();
    let row = law.test(TestName::BattleShock);
    let again = row.is_some_and(|row| row.until_passed) && unit.shock != Shock::Steady;
    let due = row.and_then(|row| row.due);
    law.shock_phase == Some(phase)
        && unit.player == state.active
        && unit.is_on_battlefield()
        && unit.acts.shock_in_phase != state.phase_count
        && (again || due.is_some_and(|due| unit.is_at(due)))
}

/// The active player locks what they control, at the end of their Command phase.
///
/// # Source
/// `docs/rules/missions.md`, C.3.
pub fn set_locks(state: &State, events: &mut Vec<Event>) {
    if !control::is_sticky(state) {
        return;
    }
    for (marker, standing) in state.lying_markers() {
        let lock = match control::effective(state, marker) {
            Some(control) if control.holder == Some(state.active) => Lock::Held(state.active),
            Some(_) => continue,
            None => Lock::Unknown,
        };
        if lock != standing.lock {
            events.push(Event::LockChanged { marker, lock });
        }
    }
}

/// At the end of the deadline's round, units still away count as destroyed.
///
/// # Source
/// `docs/rules/sequence.md`, V-1008 and AMB-28.
pub fn reserves_deadline(state: &State, events: &mut Vec<Event>) {
    if state.law().arrivals.is_none_or(|(_, deadline)| state.round != deadline) {
        return;
    }
    destroy_away(state, events, |unit| !unit.exempt_from_deadline);
}

/// At the end of the battle, units off the battlefield count as destroyed.
///
/// # Source
/// `docs/rules/sequence.md`, V-1009.
pub fn units_away(state: &State, events: &mut Vec<Event>) {
    destroy_away(state, events, |_| true);
}

/// At the end of the battle, units that fall back are destroyed.
///
/// # Source
/// `docs/rules/editions.md`, 002-8.
pub fn falling_back_destroyed(state: &State, events: &mut Vec<Event>) {
    let falling = state.units.iter().enumerate().filter(|(_, unit)| unit.falling_back && unit.alive());
    falling.for_each(|(index, unit)| events.extend(destroy_whole(unit, UnitIndex(index))));
}

/// Whether a unit has to come onto the battlefield in this phase of its player.
pub fn is_due(state: &State, unit: &Unit) -> bool {
    let away = matches!(unit.whereabouts, Whereabouts::Reserves | Whereabouts::Elsewhere);
    away && unit.player == state.active
        && (unit.enters_first
            || unit.acts.reserve_roll == Some(true)
            || (state.law().arrives_by_itself(state.round) && unit.acts.reserve_roll.is_none() && !unit.acts.left))
}

/// Units whose arrival is due are on the battlefield, at a place that nobody said.
///
/// # Source
/// `docs/rules/editions.md`, 002-13 and 002-16.
pub fn arrivals_due(state: &State, events: &mut Vec<Event>) {
    let due = state.units.iter().enumerate().filter(|(_, unit)| is_due(state, unit));
    for (index, _) in due {
        let unit = UnitIndex(index);
        events.push(Event::UnitPlaced { unit, position: Position::Unknown });
        events.push(Event::UnitArrived { unit });
    }
}

fn destroy_away(state: &State, events: &mut Vec<Event>, counts: impl Fn(&Unit) -> bool) {
    let away = |unit: &Unit| {
        matches!(unit.whereabouts, Whereabouts::Reserves | Whereabouts::Elsewhere | Whereabouts::Undeployed)
    };
    for (index, unit) in state.units.iter().enumerate() {
        let late = match unit.whereabouts {
            Whereabouts::Embarked(transport) => {
                let transport = state.unit_at(transport);
                away(transport) && counts(transport)
            }
            _ => away(unit) && counts(unit),
        };
        if late && state.conceded != Some(unit.player) {
            events.extend(destroy_whole(unit, UnitIndex(index)));
        }
    }
}

/// Every model of a unit is destroyed.
pub fn destroy_whole(unit: &Unit, index: UnitIndex) -> impl Iterator<Item = Event> {
    let groups = unit.numbered_groups().filter(|(_, group)| group.models > 0);
    groups.map(move |(group, g)| Event::ModelsDestroyed { unit: index, group, models: g.models, by_enemy: false })
}
