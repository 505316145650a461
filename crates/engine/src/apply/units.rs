//! What events change about units.

use std::sync::Arc;

use adjutant_attack::GroupIndex;
use adjutant_core::ids::{ActionId, Name, UnitId, are_alike};
use adjutant_core::side::Player;

use super::marks;
use crate::rules::{AttackKind, MarkerIndex};
use crate::state::{
    Aim, Completion, Destruction, Lasting, Position, PowerUse, SideState, State, Step, Unit, UnitIndex, Whereabouts,
};
use crate::terms::{MoveKind, Roster, RosterUnit, Spot};

pub(super) fn freeze(state: &mut State, player: Player, roster: Arc<Roster>, cp: i32) {
    let warlord = roster.warlord.as_ref();
    state.units.reserve(roster.units().count());
    for unit in roster.units() {
        let leads = warlord.filter(|w| w.unit == unit.id).map(|w| &w.group);
        let mut unit = Unit::from_roster(unit, player, leads);
        add_keywords(state, &mut unit);
        push_unit(state, unit);
    }
    let side: &mut SideState = &mut state.sides[player];
    side.cp = cp;
    side.reinforcement_points = roster.reinforcement_points.get();
    side.roster = Some(roster);
}

/// Keywords that the rules add to a datasheet, whether the list prints them or not.
fn add_keywords(state: &State, unit: &mut Unit) {
    let Some(pack) = state.pack.as_ref().filter(|pack| !pack.added_keywords.is_empty()) else { return };
    let title = unit.datasheet.as_str();
    for (keyword, titles) in &pack.added_keywords {
        if titles.iter().any(|listed| are_alike(listed, title)) && !unit.keywords.contains(keyword) {
            Arc::make_mut(&mut unit.keywords).push(keyword.clone());
        }
    }
}

fn push_unit(state: &mut State, unit: Unit) {
    let id = unit.id.clone();
    state.unit_index.insert(id, state.units.push(unit));
}

pub(super) fn note_move(unit: &mut Unit, kind: MoveKind, phase_count: u64) {
    match kind {
        MoveKind::Normal => unit.acts.moved = true,
        MoveKind::Advance => {
            unit.acts.moved = true;
            unit.acts.advanced = true;
        }
        MoveKind::FallBack => {
            unit.acts.moved = true;
            unit.acts.fell_back = true;
        }
        MoveKind::Stationary => unit.acts.stationary = true,
        MoveKind::Heroic => unit.acts.intervened = true,
        MoveKind::Reposition => (unit.acts.arrived, unit.acts.arrived_in_phase) = (true, phase_count),
        MoveKind::Run => unit.acts.ran = true,
        MoveKind::Charge | MoveKind::PileIn | MoveKind::Consolidate => {}
    }
}

pub(super) fn destroy(state: &mut State, index: UnitIndex, group: GroupIndex, models: u32, by_enemy: bool) {
    let (round, turn) = (state.round, state.active);
    let by = state.remembered.striker.clone().filter(|striker| by_enemy && striker.seq == state.seq);
    if state.units[index].models() <= models {
        super::marks::note_departure(state, index);
    }
    let one_unit = state.law().readings.attached_are_one_unit;
    let unit = &mut state.units[index];
    let part = unit.groups[group].part;
    unit.groups[group].models = unit.groups[group].models.saturating_sub(models);
    unit.groups[group].lost += models;
    if unit.groups[group].models == 0 {
        unit.groups[group].hurt = 0;
    }
    unit.acts.models_lost += models;
    let part_destroyed = unit.models_of(part.map(|part| part.unit)) == 0;
    let unit_destroyed = if one_unit { unit.models() == 0 } else { part_destroyed };
    let parted = part_destroyed && !unit.led_by.is_empty();
    let began = unit.began.clone();
    if unit.models() == 0 {
        unit.whereabouts = Whereabouts::Destroyed;
        unit.action = None;
    } else {
        forget_coordinates(unit);
    }
    // Each part of an attached unit is destroyed for itself, with what its own datasheet says.
    let (unit, group) = part.map_or((index, group), |part| (part.unit, part.group));
    if let Some(by) = by.as_ref().filter(|_| unit_destroyed) {
        super::marks::mark_destroyer(state, by.unit, unit);
    }
    let between_turns = state.remembered.between_turns;
    let destruction =
        Destruction { unit, group, models, unit_destroyed, round, turn, between_turns, by_enemy, began, by };
    state.destructions.push(destruction);
    if parted {
        state.agenda.push_front(Step::SeparateParts(index));
    }
}

/// Coordinates say nothing of a unit that has other models than they were given for.
fn forget_coordinates(unit: &mut Unit) {
    if let Whereabouts::Battlefield(position) = &mut unit.whereabouts
        && matches!(position, Position::Models(..))
    {
        *position = Position::Unknown;
    }
}

pub(super) fn split(state: &mut State, index: UnitIndex, parts: Vec<(UnitId, Vec<u32>)>) {
    let whole = state.units[index].clone();
    let player = whole.player;
    state.unit_index.remove(whole.id.as_str());
    state.units[index].whereabouts = Whereabouts::Removed;
    let count = i64::try_from(parts.len()).unwrap_or(1);
    // The hurt model of a group goes with the first part that has one of them.
    let mut hurt: Vec<u32> = whole.groups.iter().map(|group| group.hurt).collect();
    let new_from = state.units.len();
    let weights: Vec<i64> = parts.iter().map(|(_, models)| weight(&whole, models)).collect();
    let (points, power) = (shares(whole.points, &weights), shares(whole.power, &weights));
    for (place, (id, models)) in parts.into_iter().enumerate() {
        let mut part = whole.clone();
        part.id = id;
        (part.points, part.power) = (points[place], power[place]);
        part.action = None;
        forget_coordinates(&mut part);
        for ((group, left), hurt) in part.groups.iter_mut().zip(&models).zip(&mut hurt) {
            group.models = *left;
            group.hurt = if *left > 0 { std::mem::take(hurt) } else { 0 };
            group.lost = if place == 0 { group.lost } else { 0 };
        }
        part.groups.retain(|group| group.models > 0 || group.lost > 0);
        part.starting_strength = part.models();
        push_unit(state, part);
    }
    for group in &mut state.units[index].groups {
        group.hurt = 0;
        group.models = 0;
        group.lost = 0;
    }
    note_parts(state, &whole, new_from);
    if !whole.added {
        state.sides[player].strength += count - 1;
    }
}

/// What models of a unit weigh where its points are shared out: their points, or their number where the list does not
/// say the points of every model.
fn weight(whole: &Unit, models: &[u32]) -> i64 {
    let stated = whole.groups.iter().all(|group| group.points.is_some_and(|points| points > 0));
    let each = |points: Option<i32>| if stated { i64::from(points.unwrap_or(1)) } else { 1 };
    whole.groups.iter().zip(models).map(|(group, models)| each(group.points) * i64::from(*models)).sum()
}

/// A number shared out by weights, rounded down; what is left over goes to the last, so that the sum stays.
fn shares(number: i32, weights: &[i64]) -> Vec<i32> {
    let all = weights.iter().sum::<i64>().max(1);
    let share = |weight: &i64| i32::try_from(i64::from(number) * weight / all).unwrap_or(0);
    let mut shares: Vec<i32> = weights.iter().map(share).collect();
    let left = number - shares.iter().sum::<i32>();
    shares.last_mut().into_iter().for_each(|last| *last += left);
    shares
}

/// Noted models stay noted in the part that they go to; of a group that is divided, in the first part with room.
fn note_parts(state: &mut State, whole: &Unit, new_from: usize) {
    let mut given: Vec<(UnitIndex, Name, u32)> = Vec::new();
    let mut noted = std::mem::take(&mut state.sides[whole.player].noted);
    for (_, unit, group) in noted.iter_mut().filter(|(_, unit, _)| *unit == whole.id) {
        let room = |index: UnitIndex| {
            let models = state.units[index].group(group).map_or(0, |g| state.units[index].groups[g].models);
            let taken =
                given.iter().filter(|(i, name, _)| *i == index && name == group).map(|(_, _, n)| n).sum::<u32>();
            models > taken
        };
        if let Some(index) = (new_from..state.units.len()).map(UnitIndex).find(|index| room(*index)) {
            given.push((index, group.clone(), 1));
            *unit = state.units[index].id.clone();
        }
    }
    state.sides[whole.player].noted = noted;
}

pub(super) fn merge(state: &mut State, units: &[UnitIndex], id: UnitId) {
    let Some(&first) = units.first() else { return };
    let mut whole = state.units[first].clone();
    let player = whole.player;
    whole.id = id;
    whole.action = None;
    whole.groups.clear();
    whole.starting_strength = 0;
    for &index in units {
        let part = &mut state.units[index];
        state.unit_index.remove(part.id.as_str());
        whole.starting_strength += part.starting_strength;
        whole.points += if index == first { 0 } else { part.points };
        whole.power += if index == first { 0 } else { part.power };
        // The part keeps its groups, empty: earlier losses name them.
        let moved = part.groups.clone();
        part.groups.iter_mut().for_each(|group| (group.models, group.lost) = (0, 0));
        for group in moved {
            match whole.groups.iter_mut().find(|g| g.name == group.name && g.wounds == group.wounds) {
                Some(same) => {
                    same.models += group.models;
                    same.lost += group.lost;
                    same.hurt = same.hurt.max(group.hurt);
                    same.warlord |= group.warlord;
                }
                None => _ = whole.groups.push(group),
            }
        }
        part.whereabouts = Whereabouts::Removed;
    }
    if let Whereabouts::Battlefield(position) = &mut whole.whereabouts {
        *position = Position::Unknown;
    }
    let merged: Vec<UnitId> = units.iter().map(|index| state.units[*index].id.clone()).collect();
    for (_, unit, _) in state.sides[player].noted.iter_mut().filter(|(_, unit, _)| merged.contains(unit)) {
        *unit = whole.id.clone();
    }
    // Units added during the battle never counted to the Strength of the army.
    let counted = units.iter().filter(|index| !state.units[**index].added).count();
    whole.added = counted == 0;
    push_unit(state, whole);
    state.sides[player].strength -= i64::try_from(counted.max(1)).unwrap_or(1) - 1;
}

pub(super) fn went(state: &mut State, unit: UnitIndex, to: Whereabouts) {
    marks::note_departure(state, unit);
    let unit = &mut state.units[unit];
    unit.whereabouts = to;
    if !unit.is_on_battlefield() {
        unit.action = None;
    }
}

/// A unit has made ranged attacks, with weapons that may keep it from charging.
pub(super) fn shot(state: &mut State, unit: UnitIndex, stays: bool, spent: Vec<Name>) {
    state.units[unit].acts.shot_too_much |= stays;
    state.units[unit].spent.extend(spent);
    attacked(state, unit, AttackKind::Ranged);
}

/// A unit has made attacks of a kind.
pub(super) fn attacked(state: &mut State, unit: UnitIndex, attacks: AttackKind) {
    let (phase_count, seq, acts) = (state.phase_count, state.seq, &mut state.units[unit].acts);
    match attacks {
        AttackKind::Ranged => acts.shot_in_phase = phase_count,
        AttackKind::Melee => (acts.fought_in_phase, acts.fought_in_record) = (phase_count, seq),
    }
    marks::note_striker(state, unit, attacks);
}

/// An effect of the same reason takes the place of the one before.
pub(super) fn affected(state: &mut State, unit: UnitIndex, effect: Lasting) {
    let effects = &mut state.units[unit].effects;
    effects.retain(|earlier| earlier.why != effect.why);
    effects.push(effect);
    state.effects_began = true;
}

/// The crew of a vehicle is shaken or stunned from this turn on.
pub(super) fn dazed(state: &mut State, unit: UnitIndex, stunned: bool) {
    let turn = Some((state.round, state.active));
    let unit = &mut state.units[unit];
    if stunned { unit.stunned_in = turn } else { unit.shaken_in = turn }
}

/// A unit falls back, and is on the ground no more; or it has regrouped.
pub(super) fn falls_back(unit: &mut Unit, falls: bool) {
    unit.acts.moved |= !falls;
    unit.falling_back = falls;
    unit.grounded_in.take_if(|_| falls);
}

pub(super) fn charged(unit: &mut Unit, made: bool, targets: Vec<UnitIndex>, roll: u32) {
    let acts = &mut unit.acts;
    acts.charged = true;
    acts.charge_failed = !made;
    (acts.charge_targets, acts.charge_roll) = (targets, roll);
}

pub(super) fn cast(state: &mut State, unit: UnitIndex, power: String) {
    let phase_count = state.phase_count;
    let unit = &mut state.units[unit];
    unit.acts.casts += 1;
    state.powers_this_round.push(PowerUse { player: unit.player, power, phase_count });
}

pub(super) fn returned(unit: &mut Unit, group: GroupIndex, models: u32) {
    unit.groups[group].models += models;
    unit.groups[group].lost = unit.groups[group].lost.saturating_sub(models);
    unit.acts.models_lost = unit.acts.models_lost.saturating_sub(models);
}

pub(super) fn added(state: &mut State, player: Player, unit: &RosterUnit, points: i32) {
    let mut added = Unit::from_roster(unit, player, None);
    add_keywords(state, &mut added);
    added.added = true;
    added.whereabouts = Whereabouts::Reserves;
    added.exempt_from_deadline = true;
    state.sides[player].reinforcement_points -= points;
    push_unit(state, added);
}

pub(super) fn attempted(state: &mut State, index: UnitIndex, action: ActionId) {
    let unit = &mut state.units[index];
    unit.action_round = state.round;
    unit.acts.started_action = true;
    state.actions_this_round.push((unit.player, action, index));
}

pub(super) fn completed(
    state: &mut State,
    unit: UnitIndex,
    action: ActionId,
    (marker, spot, aim): (Option<MarkerIndex>, Option<Spot>, Aim),
) {
    let player = state.units[unit].player;
    let (phase_count, turn) = (state.phase_count, (state.round, state.active));
    state.units[unit].action = None;
    let index = state.completions.len();
    state.completions.push(Completion { player, action, unit, marker, spot, aim, turn, phase_count });
    state.agenda.push_front(Step::ScoreCompletion(index));
}
