//! What events change about the course of the battle: rounds, turns, phases, the end.

use adjutant_core::side::Player;

use super::marks;
use crate::state::{Missed, Position, State, Step, TurnActs, Whereabouts};
use crate::terms::{Phase, Status, TimedMoment};
use crate::timing::steps_at;

pub(super) fn begin(state: &mut State) {
    state.status = Status::Battle;
    let walks_on = state.few_deploy().is_some();
    let undeployed = state.units.iter_mut().filter(|u| u.whereabouts == Whereabouts::Undeployed);
    for unit in undeployed {
        unit.enters_first = walks_on;
        unit.whereabouts = if walks_on { Whereabouts::Elsewhere } else { Whereabouts::Battlefield(Position::Unknown) };
    }
    push_moment(state, TimedMoment::BattleStart);
    state.agenda.push_back(Step::StartRound(1));
}

pub(super) fn start_round(state: &mut State, round: u32) {
    state.round = round;
    state.actions_this_round.clear();
    state.powers_this_round.clear();
    if round > 1 {
        state.units.iter_mut().for_each(|unit| unit.acts.oversize = false);
    }
    state.sides.one.cp_gained = 0;
    state.sides.two.cp_gained = 0;
    push_moment(state, TimedMoment::RoundStart);
    let first = state.first.unwrap_or(Player::One);
    state.agenda.push_back(Step::StartTurn(first));
}

pub(super) fn start_turn(state: &mut State, player: Player) {
    state.active = player;
    marks::begin_turn(state);
}

pub(super) fn pass_turn(state: &mut State, player: Player) {
    state.active = player;
    marks::begin_turn(state);
    after_turn(state);
}

pub(super) fn start_phase(state: &mut State, phase: Phase) {
    state.phase = phase;
    state.phase_count += 1;
    let counts_back = state.is_under_law(2) && phase == state.law().first_phase();
    state.banners_before = counts_back.then(|| state.markers.iter().map(|marker| marker.banners).collect());
    state.clashes.clear();
    push_moment(state, TimedMoment::PhaseStart);
    push_moment(state, TimedMoment::PhaseStartOf(phase));
}

pub(super) fn end_phase(state: &mut State, phase: Phase) {
    let moment = state.law().end_of(phase);
    push_moment(state, moment);
    match state.law().phase_after(phase) {
        Some(next) => state.agenda.push_back(Step::StartPhase(next)),
        None => {
            if state.is_under_law(2) {
                state.agenda.push_back(Step::LastPhaseOver);
            }
            push_moment(state, TimedMoment::TurnEnd);
            state.agenda.push_back(Step::EndTurn);
        }
    }
}

pub(super) fn close_window(state: &mut State) {
    let since = state.seq;
    state.window_since = since;
    state.missed.extend(state.needs.drain(..).map(|need| Missed { need, since }));
    state.judged.clear();
}

pub(super) fn note_length(state: &mut State, goes_on: bool) {
    state.length_asked = false;
    if goes_on {
        let next = state.round + 1;
        state.agenda.push_back(Step::StartRound(next));
    }
}

pub(super) fn end_battle(state: &mut State) {
    state.length_asked = false;
    state.agenda.clear();
    push_moment(state, TimedMoment::BattleEnd);
    state.agenda.push_back(Step::Finish);
}

pub(super) fn count_strength(state: &mut State) {
    for player in Player::BOTH {
        let units = state.living(player).count();
        state.sides[player].strength = i64::try_from(units).unwrap_or(i64::MAX);
    }
}

pub(super) fn after_turn(state: &mut State) {
    state.ending_turn = false;
    marks::end_turn(state);
    let turn = (state.round, state.active);
    for unit in &mut state.units {
        // Until the end of its player's next turn: not of the turn in which it happened.
        if unit.player == turn.1 {
            unit.shaken_in = unit.shaken_in.filter(|since| *since == turn);
            unit.stunned_in = unit.stunned_in.filter(|since| *since == turn);
            unit.grounded_in = unit.grounded_in.filter(|since| *since == turn);
        }
        // A unit too large for the deployment zone does nothing all round; an arrival only all turn.
        let oversize = unit.acts.oversize && !unit.acts.arrived;
        unit.acts = TurnActs { oversize, ..TurnActs::default() };
    }
    if Some(state.active) == state.first {
        state.agenda.push_back(Step::StartTurn(state.active.opponent()));
    } else {
        push_moment(state, TimedMoment::RoundEnd);
        state.agenda.push_back(Step::EndRound);
    }
}

fn push_moment(state: &mut State, moment: TimedMoment) {
    if state.orders.is_empty() {
        let Some(pack) = &state.pack else { return };
        for rule in pack.law.rules_at(moment) {
            state.agenda.push_back(Step::Rule(moment, *rule));
        }
        return;
    }
    let steps = steps_at(state, moment);
    state.orders.retain(|(name, _)| *name.as_str() != *moment.name());
    state.agenda.extend(steps);
}
