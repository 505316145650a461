//! What events change about marks, and what is remembered of how things were.

use std::sync::Arc;

use adjutant_core::ids::ObjectiveId;
use adjutant_core::side::Player;

use crate::facts;
use crate::facts::{control, ground};
use crate::rules::{AttackKind, Lasts, MarkerIndex};
use crate::state::{Ground, Held, Mark, State, Striker, UnitIndex};
use crate::terms::{MarkName, Status};

fn remembers(state: &State) -> bool {
    state.pack.as_ref().is_some_and(|pack| pack.remembers)
}

fn held(state: &State, marker: MarkerIndex) -> Held {
    control::effective(state, marker).map(|control| control.holder)
}

/// A turn begins: marks that last until then go, and how things are is noted.
pub(super) fn begin_turn(state: &mut State) {
    let player = state.active;
    state.remembered.between_turns = false;
    state.remembered.marks.retain(|mark| mark.lasts != Lasts::OwnTurnStart || mark.player != player);
    if !remembers(state) {
        return;
    }
    for marker in state.markers.numbers() {
        state.markers[marker].held_before = held(state, marker);
    }
    for unit in state.units.numbers() {
        let began = state.units[unit].alive().then(|| Arc::new(ground::whereabout(state, &state.units[unit])));
        state.units[unit].began = began;
    }
}

/// A turn ends: marks that last as long go, and who holds what is noted.
pub(super) fn end_turn(state: &mut State) {
    state.remembered.between_turns = true;
    state.remembered.marks.retain(|mark| mark.lasts != Lasts::Turn);
    state.sides.one.cards.kept.clear();
    state.sides.two.cards.kept.clear();
    if !remembers(state) {
        return;
    }
    let ends_round = Some(state.active) != state.first;
    for marker in state.markers.numbers() {
        let now = held(state, marker);
        let marker = &mut state.markers[marker];
        if marker.first_held == Some(None) {
            marker.first_held = now;
        }
        if ends_round {
            marker.held_at_rounds.push(now);
        }
    }
}

/// Whose attacks the record holds.
pub(super) fn note_striker(state: &mut State, unit: UnitIndex, attacks: AttackKind) {
    if remembers(state) {
        let at = ground::whereabout(state, &state.units[unit]);
        state.remembered.striker = Some(Arc::new(Striker { unit, attacks, at, seq: state.seq }));
    }
}

/// A unit is about to leave the battlefield, if it is there.
pub(super) fn note_departure(state: &mut State, unit: UnitIndex) {
    if state.status == Status::Battle && state.units[unit].is_on_battlefield() {
        state.remembered.departures.push((unit, (state.round, state.active)));
    }
}

/// A unit that destroyed an enemy unit gets the mark that an objective of its player gives.
pub(super) fn mark_destroyer(state: &mut State, unit: UnitIndex, destroyed: UnitIndex) {
    let player = state.units[unit].player;
    if state.units[destroyed].player == player {
        return;
    }
    let names: Vec<MarkName> =
        state.objectives(player).filter_map(|(_, objective)| objective.marks_destroyers).collect();
    for name in names {
        if !state.bears(player, name, unit) {
            let laid = (state.round, state.active);
            let (unit, place, card) = (Some(unit), None, None);
            state.remembered.marks.push(Mark {
                name,
                player,
                unit,
                place,
                token: false,
                lasts: Lasts::Battle,
                card,
                laid,
            });
        }
    }
}

pub(super) fn use_up(state: &mut State, player: Player, name: MarkName, unit: UnitIndex) {
    let used = |mark: &Mark| mark.player == player && mark.name == name && mark.unit == Some(unit);
    if let Some(at) = state.remembered.marks.iter().position(used) {
        state.remembered.marks.remove(at);
    }
}

pub(super) fn take_tokens(state: &mut State, place: Ground, of: Option<Player>, one: bool) {
    let taken = |mark: &Mark| mark.token && mark.place == Some(place) && of.is_none_or(|of| mark.player == of);
    match one {
        false => state.remembered.marks.retain(|mark| !taken(mark)),
        true => {
            if let Some(at) = state.remembered.marks.iter().position(taken) {
                state.remembered.marks.remove(at);
            }
        }
    }
}

/// A card leaves, and with it the marks that last as long.
pub(super) fn leave_with(state: &mut State, player: Player, card: &ObjectiveId) {
    let goes = |mark: &Mark| mark.lasts == Lasts::Active && mark.player == player && mark.card.as_ref() == Some(card);
    state.remembered.marks.retain(|mark| !goes(mark));
}

/// Where an objective of its player says so, a unit that ends a move takes the enemy's tokens off the markers in its range.
pub(super) fn cleared_by_move(state: &mut State, unit: UnitIndex) {
    let player = state.units[unit].player;
    let clears = state.status == Status::Battle
        && !state.remembered.marks.is_empty()
        && state.objectives(player).any(|(_, objective)| objective.moves_clear_tokens);
    if !clears {
        return;
    }
    let near = |marker: &MarkerIndex| facts::in_range(state, &state.units[unit], *marker) == Some(true);
    let cleared: Vec<MarkerIndex> = state.lying_markers().map(|(marker, _)| marker).filter(near).collect();
    for marker in cleared {
        take_tokens(state, Ground::Marker(marker), Some(player.opponent()), false);
    }
}
