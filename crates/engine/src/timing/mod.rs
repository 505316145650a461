//! The timing skeleton: which rules fall on which moment of the battle, and in which order they are resolved.
//!
//! # Source
//! `docs/rules/sequence.md`, timing skeleton and AMB-20.

pub(crate) mod moments;

use std::sync::Arc;

use adjutant_core::side::Player;

use crate::command::Until;
use crate::event::Event;
use crate::facts;
use crate::law::End;
use crate::rules::{Completes, Effect, EndMoment, MarkerIndex};
use crate::score::evaluate::{Evaluator, Scene};
use crate::score::pay;
use crate::state::{Aim, Ground, Mark, Shock, State, Step, UnitIndex};
use crate::terms::{Banner, Deed, Moment, Phase};

pub use crate::terms::{Rule, TimedMoment};

/// What a step brings about, and what falls due right after it.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// What happened.
    pub events: Vec<Event>,
    /// What comes next, before anything else that is due.
    pub steps: Vec<Step>,
}

/// The steps of a moment, in the order chosen for it or else the default one.
pub fn steps_at(state: &State, moment: TimedMoment) -> Vec<Step> {
    let mut rules = state.law().rules_at(moment).to_vec();
    if let Some((_, sequence)) = state.orders.iter().find(|(name, _)| *name.as_str() == *moment.name()) {
        let place = |rule: &Rule| sequence.iter().position(|n| n.as_str() == rule.as_str()).unwrap_or(usize::MAX);
        rules.sort_by_key(place);
    }
    rules.into_iter().map(|rule| Step::Rule(moment, rule)).collect()
}

/// Takes one step of the agenda: adds what it brings about to an outcome.
pub fn take(state: &State, step: &Step, out: &mut Outcome) {
    let events = &mut out.events;
    match step {
        Step::Rule(moment, rule) => rule_at(state, *moment, *rule, out),
        Step::CompleteAction(unit) => complete_action(state, *unit, events),
        Step::ScoreCompletion(index) => pay::completion(state, *index, events),
        Step::SeparateParts(unit) => events.push(Event::PartsSeparated { unit: *unit }),
        Step::StartPhase(phase) => start_phase(state, *phase, events),
        Step::StartTurn(player) => start_turn(state, *player, events),
        Step::LastPhaseOver => moments::effects_end(state, &[Until::PhaseEnd], events),
        Step::EndTurn => {
            moments::effects_end(state, &[Until::PhaseEnd, Until::TurnEnd], events);
            match early_end(state, EndMoment::TurnEnd) {
                Some(decided) => events.extend([decided, Event::BattleEnding]),
                None => events.push(Event::TurnEnded),
            }
        }
        Step::EndRound => {
            moments::effects_end(state, &[Until::RoundEnd], events);
            end_round(state, out);
        }
        Step::StartRound(round) => events.push(Event::RoundStarted { round: *round }),
        Step::Finish => {
            if state.decided.is_none() {
                events.extend(early_end(state, EndMoment::BattleEnd));
            }
            events.push(Event::BattleEnded);
        }
    }
}

fn start_phase(state: &State, phase: Phase, events: &mut Vec<Event>) {
    moments::effects_end(state, &[Until::PhaseEnd], events);
    events.push(Event::PhaseStarted { phase });
    if state.ending_turn {
        events.push(Event::PhaseEnded { phase });
    }
}

fn start_turn(state: &State, player: Player, events: &mut Vec<Event>) {
    let law = state.law();
    let own = if player == Player::One { Until::OneTurnStart } else { Until::TwoTurnStart };
    moments::effects_end(state, &[own], events);
    if law.readings.tabled_player_loses_turns && !state.has_models(player) {
        // A turn that passes ends as well.
        return match early_end(state, EndMoment::TurnEnd) {
            Some(decided) => events.extend([decided, Event::BattleEnding]),
            None => events.push(Event::TurnPassed { player }),
        };
    }
    events.extend([Event::TurnStarted { player }, Event::PhaseStarted { phase: law.first_phase() }]);
}

/// After the last certain round a die decides, as long as the ruleset has one for it.
fn end_round(state: &State, out: &mut Outcome) {
    let law = state.law();
    if let Some(decided) = early_end(state, EndMoment::RoundEnd) {
        return out.events.extend([decided, Event::BattleEnding]);
    }
    if state.round < law.rounds {
        return out.steps.push(Step::StartRound(state.round + 1));
    }
    out.events.push(match law.length_roll(state.round) {
        Some(_) => Event::LengthAsked,
        None => Event::BattleEnding,
    });
}

/// The end of a battle that one player has lost by a rule of the ruleset.
fn early_end(state: &State, at: EndMoment) -> Option<Event> {
    let mut ends = state.law().ends.iter().filter(|end| end.at == at && state.round >= end.from_round);
    ends.find_map(|end| decided_by(state, end))
}

/// What would end the battle at the end of a turn or round to come, were nothing to change until then.
pub fn ending_ahead(state: &State) -> Option<Event> {
    let mut ends = state.law().ends.iter().filter(|end| end.at != EndMoment::BattleEnd);
    ends.find_map(|end| decided_by(state, end))
}

/// Who wins by an ending, where exactly one player has lost by it.
fn decided_by(state: &State, end: &End) -> Option<Event> {
    let scene = Scene::new(state);
    let lost = |player: Player| Evaluator::new(&scene, player).condition(&end.loses_if).exact() == Some(1);
    let loser = match Player::BOTH.map(lost) {
        [true, false] => Player::One,
        [false, true] => Player::Two,
        _ => return None,
    };
    Some(Event::BattleDecided { winner: loser.opponent(), ending: end.name.clone() })
}

fn rule_at(state: &State, moment: TimedMoment, rule: Rule, out: &mut Outcome) {
    let events = &mut out.events;
    match rule {
        Rule::CountStrength => events.push(Event::StrengthCounted),
        Rule::MarkersLeave => moments::markers_leave(state, events),
        Rule::BannersFall => moments::banners_fall(state, events),
        Rule::CommandPoint => moments::command_point(state, events),
        Rule::MissionCommandPoints => moments::mission_command_points(state, events),
        Rule::ReleaseLocks => moments::release_locks(state, events),
        Rule::SetLocks => moments::set_locks(state, events),
        Rule::Actions => actions_due(state, moment, out),
        Rule::Primary => primaries(state, moment, events),
        Rule::Secondaries => secondaries(state, moment, events),
        Rule::Columns => {
            primaries(state, moment, events);
            secondaries(state, moment, events);
        }
        Rule::ReservesDeadline => moments::reserves_deadline(state, events),
        Rule::UnitsAway => moments::units_away(state, events),
        Rule::FallingBackDestroyed => moments::falling_back_destroyed(state, events),
        Rule::ArrivalsDue => moments::arrivals_due(state, events),
        Rule::SettleControl => moments::settle_control(state, events),
        Rule::ShockEnds => moments::shock_ends(state, events),
        Rule::ShockDue => moments::shocks_due(state, events),
    }
}

/// The moments of awards that fall on a moment of the skeleton, for each player whose awards are judged then.
fn judged_at(state: &State, moment: TimedMoment) -> impl Iterator<Item = (Player, &'static [Moment])> {
    type Moments = &'static [Moment];
    let (active, other) = (state.active, state.active.opponent());
    let both = |moments: Moments| Player::BOTH.map(|player| (player, moments));
    let judged: [(Player, Moments); 2] = match moment {
        TimedMoment::PhaseStartOf(Phase::COMMAND) => [(active, &[Moment::OwnCommandPhaseStart]), (other, &[])],
        TimedMoment::PhaseEndOf(Phase::COMMAND) => [(active, &[Moment::OwnCommandPhaseEnd]), (other, &[])],
        TimedMoment::TurnEnd => [
            (active, &[Moment::OwnTurnEnd, Moment::EachTurnEnd]),
            (other, &[Moment::OpponentTurnEnd, Moment::EachTurnEnd]),
        ],
        TimedMoment::RoundEnd => both(&[Moment::RoundEnd]),
        TimedMoment::BattleEnd => both(&[Moment::BattleEnd]),
        _ => both(&[]),
    };
    judged.into_iter().filter(|(_, moments)| !moments.is_empty())
}

fn primaries(state: &State, moment: TimedMoment, events: &mut Vec<Event>) {
    let scene = Scene::new(state);
    for (player, moments) in judged_at(state, moment) {
        pay::primary(&scene, player, moments, events);
    }
}

fn secondaries(state: &State, moment: TimedMoment, events: &mut Vec<Event>) {
    let scene = Scene::new(state);
    for (player, moments) in judged_at(state, moment) {
        pay::secondaries(&scene, player, moments, events);
    }
}

/// The moment of the own turn at which actions complete that complete so; none where they complete at once.
pub fn completion(completes: Completes) -> Option<TimedMoment> {
    match completes {
        Completes::OwnTurnEnd => Some(TimedMoment::TurnEnd),
        Completes::NextOwnCommandPhaseEnd => Some(TimedMoment::PhaseEndOf(Phase::COMMAND)),
        Completes::NextOwnCommandPhaseStart => Some(TimedMoment::PhaseStartOf(Phase::COMMAND)),
        Completes::AtOnce => None,
    }
}

/// Which actions complete at a moment, and whose.
fn completes_at(state: &State, moment: TimedMoment) -> Option<(Completes, &[Player])> {
    let active = std::slice::from_ref(&state.active);
    let later = [Completes::OwnTurnEnd, Completes::NextOwnCommandPhaseEnd, Completes::NextOwnCommandPhaseStart];
    if let Some(completes) = later.into_iter().find(|completes| completion(*completes) == Some(moment)) {
        return Some((completes, active));
    }
    match moment {
        TimedMoment::BattleEnd => Some((Completes::NextOwnCommandPhaseStart, &Player::BOTH)),
        TimedMoment::PhaseEnd | TimedMoment::PhaseEndOf(_)
            if state.law().allows(state.phase, Deed::PsychicAction, true) =>
        {
            Some((Completes::AtOnce, active))
        }
        _ => None,
    }
}

fn actions_due(state: &State, moment: TimedMoment, out: &mut Outcome) {
    let Some((completes, players)) = completes_at(state, moment) else { return };
    let Some(pack) = &state.pack else { return };
    for player in players {
        if !state.knows_army(*player) && moment != TimedMoment::BattleEnd {
            pay::unrecorded_completions(state, *player, completes, &mut out.events);
        }
        for (index, unit) in state.units.numbered() {
            let due = unit.player == *player
                && unit
                    .action
                    .as_ref()
                    .and_then(|a| pack.actions.get(&a.action))
                    .is_some_and(|a| a.completes == completes);
            if due {
                out.steps.push(Step::CompleteAction(index));
            }
        }
    }
}

fn complete_action(state: &State, index: UnitIndex, events: &mut Vec<Event>) {
    let unit = state.unit_at(index);
    let Some(doing) = &unit.action else { return };
    let Some(action) = state.pack.as_ref().and_then(|pack| pack.actions.get(&doing.action)).map(Arc::clone) else {
        return;
    };
    let broken =
        |r| facts::actions::requirement(state, unit, r, doing.marker, doing.spot, doing.aim.area) == Some(false);
    let shocked = unit.shock == Shock::Shocked;
    if !unit.is_on_battlefield() || shocked || action.still_requires.iter().any(broken) {
        return events.push(Event::ActionFailed { unit: index });
    }
    events.extend(completed(state, index, &action, (doing.marker, doing.spot, doing.aim)));
}

/// The events of an action that completes.
pub fn completed(
    state: &State,
    unit: UnitIndex,
    action: &crate::rules::Action,
    (marker, spot, aim): (Option<MarkerIndex>, Option<crate::terms::Spot>, Aim),
) -> Vec<Event> {
    let player = state.unit_at(unit).player;
    let mut events = vec![Event::ActionCompleted { unit, action: action.id.clone(), marker, spot, aim: Box::new(aim) }];
    let standing = marker.filter(|m| state.markers[*m].on_battlefield);
    match (action.effect, standing) {
        (Some(Effect::RaiseBanner), Some(marker)) => {
            events.push(Event::BannerChanged { marker, player, banner: Banner::Raised });
        }
        (Some(Effect::RemoveMarker), Some(marker)) => events.push(Event::MarkerRemoved { marker }),
        (Some(Effect::KeepMarker), Some(marker)) => events.push(Event::MarkerKept { marker, player }),
        (Some(Effect::RemoveToken), _) => {
            events.extend(aim.takes.map(|place| Event::TokensTaken { place, of: None, one: true }));
        }
        (Some(Effect::Lay { mark, lasts, token }), _) => {
            let place = marker.map(Ground::Marker).or(aim.area.map(|area| state.ground(area)));
            let laid = (state.round, state.active);
            let mark = Mark { name: mark, player, unit: aim.target, place, token, lasts, card: None, laid };
            events.push(Event::MarkLaid { mark: Box::new(mark) });
        }
        (Some(Effect::GainCp(cp)), _) => {
            let change = moments::within_limit(state, player, cp.get());
            events.extend((change > 0).then_some(Event::CpChanged { player, change, counts_to_limit: true }));
        }
        _ => {}
    }
    events
}
