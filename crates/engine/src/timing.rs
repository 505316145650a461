//! The timing skeleton: which rules fall on which moment of the battle, and in which order they are resolved.
//!
//! # Source
//! `docs/rules/sequence.md`, timing skeleton and AMB-20.

use std::sync::Arc;

use crate::command::Phase;
use crate::evaluate;
use crate::event::Event;
use crate::facts;
use crate::moments;
use crate::rules::{Completes, Moment};
use crate::side::Player;
use crate::state::{Banner, State, UnitIndex};

/// A moment at which the rules do something by themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TimedMoment {
    /// The battle begins.
    BattleStart,
    /// A battle round begins.
    RoundStart,
    /// A phase begins.
    PhaseStart,
    /// A Command phase begins.
    CommandPhaseStart,
    /// A phase other than the Command phase ends.
    PhaseEnd,
    /// A Command phase ends.
    CommandPhaseEnd,
    /// A turn ends.
    TurnEnd,
    /// A battle round ends.
    RoundEnd,
    /// The battle ends.
    BattleEnd,
}

impl TimedMoment {
    /// As `order` names it.
    pub fn as_str(self) -> &'static str {
        match self {
            TimedMoment::BattleStart => "battle-start",
            TimedMoment::RoundStart => "round-start",
            TimedMoment::PhaseStart => "phase-start",
            TimedMoment::CommandPhaseStart => "command-phase-start",
            TimedMoment::PhaseEnd => "phase-end",
            TimedMoment::CommandPhaseEnd => "command-phase-end",
            TimedMoment::TurnEnd => "turn-end",
            TimedMoment::RoundEnd => "round-end",
            TimedMoment::BattleEnd => "battle-end",
        }
    }
}

/// A rule that falls on a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rule {
    /// The units of both armies are counted.
    CountStrength,
    /// Markers leave the battlefield by a mission rule.
    MarkersLeave,
    /// Banners fall where the opponent controls the marker.
    BannersFall,
    /// A Battle-forged army gains its Command point.
    CommandPoint,
    /// The mission gives Command points.
    MissionCommandPoints,
    /// Locks break where the other side has more models.
    ReleaseLocks,
    /// The active player locks what they control.
    SetLocks,
    /// Actions that are due complete.
    Actions,
    /// The primary objective is scored.
    Primary,
    /// Secondary objectives are scored.
    Secondaries,
    /// Units that are still away past the deadline count as destroyed.
    ReservesDeadline,
    /// Units that are not on the battlefield count as destroyed.
    UnitsAway,
}

impl Rule {
    /// As `order` names it.
    pub fn as_str(self) -> &'static str {
        match self {
            Rule::CountStrength => "count-strength",
            Rule::MarkersLeave => "markers-leave",
            Rule::BannersFall => "banners-fall",
            Rule::CommandPoint => "command-point",
            Rule::MissionCommandPoints => "mission-command-points",
            Rule::ReleaseLocks => "release-locks",
            Rule::SetLocks => "set-locks",
            Rule::Actions => "actions",
            Rule::Primary => "primary",
            Rule::Secondaries => "secondaries",
            Rule::ReservesDeadline => "reserves-deadline",
            Rule::UnitsAway => "units-away",
        }
    }
}

/// Every moment with its rules in their default order. An `order` just before the moment changes that order.
///
/// | moment | rules |
/// |---|---|
/// | battle start | Strength is counted |
/// | round start | drawn markers leave |
/// | phase start, every phase of both players | banners fall |
/// | Command phase start | Command point, mission's Command points, actions due then |
/// | phase end | locks break; psychic actions that nobody recorded can be claimed |
/// | Command phase end | locks break, locks are set, actions, primary, secondaries |
/// | turn end | actions, secondaries |
/// | round end | deadline of reserves, secondaries |
/// | battle end | units away are destroyed, actions, secondaries |
pub const SKELETON: [(TimedMoment, &[Rule]); 9] = [
    (TimedMoment::BattleStart, &[Rule::CountStrength]),
    (TimedMoment::RoundStart, &[Rule::MarkersLeave]),
    (TimedMoment::PhaseStart, &[Rule::BannersFall]),
    (TimedMoment::CommandPhaseStart, &[Rule::CommandPoint, Rule::MissionCommandPoints, Rule::Actions]),
    (TimedMoment::PhaseEnd, &[Rule::ReleaseLocks, Rule::Actions]),
    (
        TimedMoment::CommandPhaseEnd,
        &[Rule::ReleaseLocks, Rule::SetLocks, Rule::Actions, Rule::Primary, Rule::Secondaries],
    ),
    (TimedMoment::TurnEnd, &[Rule::Actions, Rule::Secondaries]),
    (TimedMoment::RoundEnd, &[Rule::ReservesDeadline, Rule::Secondaries]),
    (TimedMoment::BattleEnd, &[Rule::UnitsAway, Rule::Actions, Rule::Secondaries]),
];

/// The rules of a moment in their default order.
pub fn rules_at(moment: TimedMoment) -> &'static [Rule] {
    SKELETON.iter().find(|(m, _)| *m == moment).map_or(&[], |(_, rules)| rules)
}

/// Something that falls due by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// A rule at a moment.
    Rule(TimedMoment, Rule),
    /// One action completes, or fails at last.
    CompleteAction(UnitIndex),
    /// A completed action is scored: its place in the list of completions.
    ScoreCompletion(usize),
    /// The next phase of the turn begins.
    StartPhase(Phase),
    /// A player's turn begins, or passes.
    StartTurn(Player),
    /// The turn is over.
    EndTurn,
    /// The round is over.
    EndRound,
    /// A round begins.
    StartRound(u32),
    /// The battle is over.
    Finish,
}

/// What a step brings about, and what falls due right after it.
#[derive(Debug, Default)]
pub struct Outcome {
    /// What happened.
    pub events: Vec<Event>,
    /// What comes next, before anything else that is due.
    pub steps: Vec<Step>,
}

impl From<Vec<Event>> for Outcome {
    fn from(events: Vec<Event>) -> Outcome {
        Outcome { events, steps: Vec::new() }
    }
}

/// The steps of a moment, in the order chosen for it or else the default one.
pub fn steps_at(state: &State, moment: TimedMoment) -> Vec<Step> {
    let mut rules = rules_at(moment).to_vec();
    if let Some((_, sequence)) = state.orders.iter().find(|(name, _)| name.as_str() == moment.as_str()) {
        let place = |rule: &Rule| sequence.iter().position(|n| n.as_str() == rule.as_str()).unwrap_or(usize::MAX);
        rules.sort_by_key(place);
    }
    rules.into_iter().map(|rule| Step::Rule(moment, rule)).collect()
}

/// Takes one step of the agenda.
pub fn take(state: &State, step: &Step) -> Outcome {
    match step {
        Step::Rule(moment, rule) => rule_at(state, *moment, *rule),
        Step::CompleteAction(unit) => complete_action(state, *unit),
        Step::ScoreCompletion(index) => evaluate::completion(state, *index).into(),
        Step::StartPhase(phase) => start_phase(state, *phase).into(),
        Step::StartTurn(player) => start_turn(state, *player).into(),
        Step::EndTurn => vec![Event::TurnEnded].into(),
        Step::EndRound => end_round(state),
        Step::StartRound(round) => vec![Event::RoundStarted { round: *round }].into(),
        Step::Finish => vec![Event::BattleEnded].into(),
    }
}

fn start_phase(state: &State, phase: Phase) -> Vec<Event> {
    let mut events = vec![Event::PhaseStarted { phase }];
    if state.ending_turn {
        events.push(Event::PhaseEnded { phase });
    }
    events
}

fn start_turn(state: &State, player: Player) -> Vec<Event> {
    let passes = state.pack.as_ref().is_none_or(|pack| pack.file.ruleset.options.tabled_player_loses_turns);
    if passes && !state.has_models(player) {
        return vec![Event::TurnPassed { player }];
    }
    vec![Event::TurnStarted { player }, Event::PhaseStarted { phase: Phase::Command }]
}

fn end_round(state: &State) -> Outcome {
    let rounds = state.pack.as_ref().map_or(0, |pack| pack.file.ruleset.rounds.get().unsigned_abs());
    if state.round >= rounds {
        return vec![Event::BattleEnding].into();
    }
    Outcome { events: Vec::new(), steps: vec![Step::StartRound(state.round + 1)] }
}

fn rule_at(state: &State, moment: TimedMoment, rule: Rule) -> Outcome {
    match rule {
        Rule::CountStrength => vec![Event::StrengthCounted].into(),
        Rule::MarkersLeave => moments::markers_leave(state).into(),
        Rule::BannersFall => moments::banners_fall(state).into(),
        Rule::CommandPoint => moments::command_point(state).into(),
        Rule::MissionCommandPoints => moments::mission_command_points(state).into(),
        Rule::ReleaseLocks => moments::release_locks(state).into(),
        Rule::SetLocks => moments::set_locks(state).into(),
        Rule::Actions => actions_due(state, moment),
        Rule::Primary => evaluate::primary(state, state.active).into(),
        Rule::Secondaries => secondaries(state, moment).into(),
        Rule::ReservesDeadline => moments::reserves_deadline(state).into(),
        Rule::UnitsAway => moments::units_away(state).into(),
    }
}

fn secondaries(state: &State, moment: TimedMoment) -> Vec<Event> {
    let (moment, players): (Moment, &[Player]) = match moment {
        TimedMoment::CommandPhaseEnd => (Moment::OwnCommandPhaseEnd, std::slice::from_ref(&state.active)),
        TimedMoment::TurnEnd => (Moment::OwnTurnEnd, std::slice::from_ref(&state.active)),
        TimedMoment::RoundEnd => (Moment::RoundEnd, &Player::BOTH),
        TimedMoment::BattleEnd => (Moment::BattleEnd, &Player::BOTH),
        _ => return Vec::new(),
    };
    players.iter().flat_map(|player| evaluate::secondaries(state, *player, moment)).collect()
}

/// Which actions complete at a moment, and whose.
fn completes_at(state: &State, moment: TimedMoment) -> Option<(Completes, &[Player])> {
    let active = std::slice::from_ref(&state.active);
    match moment {
        TimedMoment::CommandPhaseStart => Some((Completes::NextOwnCommandPhaseStart, active)),
        TimedMoment::CommandPhaseEnd => Some((Completes::NextOwnCommandPhaseEnd, active)),
        TimedMoment::TurnEnd => Some((Completes::OwnTurnEnd, active)),
        TimedMoment::BattleEnd => Some((Completes::NextOwnCommandPhaseStart, &Player::BOTH)),
        TimedMoment::PhaseEnd if state.phase == Phase::Psychic => Some((Completes::AtOnce, active)),
        _ => None,
    }
}

fn actions_due(state: &State, moment: TimedMoment) -> Outcome {
    let Some((completes, players)) = completes_at(state, moment) else { return Outcome::default() };
    let Some(pack) = &state.pack else { return Outcome::default() };
    let mut outcome = Outcome::default();
    for player in players {
        if !state.knows_army(*player) && moment != TimedMoment::BattleEnd {
            outcome.events.extend(evaluate::unrecorded_completions(state, *player, completes));
        }
        for (index, unit) in state.units.iter().enumerate() {
            let due = unit.player == *player
                && unit
                    .action
                    .as_ref()
                    .and_then(|a| pack.actions.get(&a.action))
                    .is_some_and(|a| a.completes == completes);
            if due {
                outcome.steps.push(Step::CompleteAction(UnitIndex(index)));
            }
        }
    }
    outcome
}

fn complete_action(state: &State, index: UnitIndex) -> Outcome {
    let unit = state.unit_at(index);
    let Some(doing) = &unit.action else { return Outcome::default() };
    let Some(action) = state.pack.as_ref().and_then(|pack| pack.actions.get(&doing.action)).map(Arc::clone) else {
        return Outcome::default();
    };
    let broken = |r| facts::requirement(state, unit, r, doing.marker, doing.spot) == Some(false);
    if !unit.is_on_battlefield() || action.still_requires.iter().any(broken) {
        return vec![Event::ActionFailed { unit: index }].into();
    }
    completed(state, index, &action, doing.marker, doing.spot).into()
}

/// The events of an action that completes.
pub fn completed(
    state: &State,
    unit: UnitIndex,
    action: &crate::rules::Action,
    marker: Option<usize>,
    spot: Option<crate::command::Spot>,
) -> Vec<Event> {
    let player = state.unit_at(unit).player;
    let mut events = vec![Event::ActionCompleted { unit, action: action.id.clone(), marker, spot }];
    let standing = marker.filter(|m| state.markers[*m].on_battlefield);
    match (action.effect, standing) {
        (Some(crate::rules::Effect::RaiseBanner), Some(marker)) => {
            events.push(Event::BannerChanged { marker, player, banner: Banner::Raised });
        }
        (Some(crate::rules::Effect::RemoveMarker), Some(marker)) => events.push(Event::MarkerRemoved { marker }),
        _ => {}
    }
    events
}
