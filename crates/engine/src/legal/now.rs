//! Where a match stands and what decides points now: the summary that a guided session is led by.

use adjutant_core::ids::{ActionId, MarkerId, UnitId};
use adjutant_core::side::{By, BySide, Player};

use super::battle::open_actions;
use super::earnable::{Earnable, earnable};
use super::legal_of;
use super::offer::Offer;
use crate::command::Command;
use crate::command::kind::Kind;
use crate::decide::secondaries::wants_mark;
use crate::decide::{due_objectives, placer};
use crate::facts::control;
use crate::fold::Match;
use crate::rules::{Completes, MissionRule, PlacedMarkers, Required, TestName, ZoneBy};
use crate::state::{OpenNeed, State, Unit, Whereabouts};
use crate::terms::{ControlBasis, Deed, Holder, Status};

/// What matters now.
#[derive(Clone, Debug)]
pub struct Now {
    /// Steps of the set-up that are not recorded, in the order of the rules; empty in the battle.
    pub setup: Vec<SetupStep>,
    /// Markers whose control nobody knows, or whose statement may be out of date.
    pub markers: Vec<MarkerQuestion>,
    /// Units that could be moved, brought in, or shoot, charge or fight in this phase.
    pub units: Vec<UnitId>,
    /// Actions that could start now, by the active player.
    pub startable: Vec<Offer>,
    /// Actions under way, and when they complete.
    pub underway: Vec<Underway>,
    /// What each objective could still bring.
    pub earnable: BySide<Vec<Earnable>>,
    /// Awards that wait for somebody's word.
    pub needs: Vec<OpenNeed>,
}

/// A step of the set-up that is not recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum SetupStep {
    /// The army of a player; the battle can begin without it.
    Roster(Player),
    /// What the army of a player is bent on.
    Disposition(Player),
    /// The mission.
    Mission,
    /// The secondary objectives of a player.
    Secondaries(Player),
    /// The opening of a committed choice.
    Reveal(Player),
    /// The noted models of a player, where the list is known.
    Mark(Player),
    /// Who attacks; the battle can begin without it.
    Roles,
    /// The Defender's zone; the battle can begin without it.
    Zone,
    /// Markers that a mission rule draws.
    DrawMarkers,
    /// The number of objectives is rolled.
    CountObjectives,
    /// The next objective is placed; by whom, where that is known.
    PlaceObjective(Option<Player>),
    /// Reserves and passengers of a player; the battle can begin without them.
    Reserves(Player),
    /// A unit that is not set up; the battle can begin without it.
    Deploy(UnitId),
    /// Who has the first turn.
    FirstTurn,
    /// The beginning itself.
    Begin,
}

impl SetupStep {
    /// Whether `begin` is refused while it is missing.
    pub fn required(&self) -> bool {
        matches!(
            self,
            SetupStep::Mission
                | SetupStep::Disposition(_)
                | SetupStep::Secondaries(_)
                | SetupStep::Reveal(_)
                | SetupStep::Mark(_)
                | SetupStep::DrawMarkers
                | SetupStep::CountObjectives
                | SetupStep::PlaceObjective(_)
                | SetupStep::FirstTurn
                | SetupStep::Begin
        )
    }
}

/// A marker to be asked about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MarkerQuestion {
    /// The marker.
    pub marker: MarkerId,
    /// What was said last, where anything was.
    pub said: Option<Holder>,
}

/// An action under way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Underway {
    /// Who performs it.
    pub unit: UnitId,
    /// The action.
    pub action: ActionId,
    /// When it completes.
    pub completes: Completes,
}

/// Where a match stands.
///
/// ```
/// use adjutant_engine::fold::Match;
/// use adjutant_engine::legal::now;
/// use adjutant_engine::law::Packs;
/// assert!(now(&Match::new(Packs::default())).needs.is_empty());
/// ```
pub fn now(game: &Match) -> Now {
    let state = game.state();
    Now {
        setup: missing_setup(state),
        markers: questions(game),
        units: able(game),
        startable: legal_of(game, By::from(state.active), Kind::StartAction),
        underway: underway(state),
        earnable: BySide::from_fn(|player| earnable(state, player)),
        needs: state.needs.clone(),
    }
}

fn missing_setup(state: &State) -> Vec<SetupStep> {
    if state.status != Status::Setup || state.open.is_none() {
        return Vec::new();
    }
    let of_players = |missing: &dyn Fn(Player) -> bool, step: fn(Player) -> SetupStep| -> Vec<SetupStep> {
        Player::BOTH.into_iter().filter(|player| missing(*player)).map(step).collect()
    };
    let mut steps = of_players(&|player| !state.knows_army(player), SetupStep::Roster);
    let asks = state.law().requires(Required::Dispositions);
    steps.extend(of_players(&|player| asks && state.disposition(player).is_none(), SetupStep::Disposition));
    steps.extend(state.mission.is_none().then_some(SetupStep::Mission));
    let chooses = state.law().requires(Required::Secondaries);
    steps.extend(of_players(&|player| chooses && state.sides[player].secondaries.is_none(), SetupStep::Secondaries));
    let hidden = |player: Player| state.sides[player].secrets.values().any(|secret| !secret.revealed);
    steps.extend(of_players(&hidden, SetupStep::Reveal));
    steps.extend(of_players(&|player| wants_mark(state, player), SetupStep::Mark));
    let by_first = state.law().zone_by == ZoneBy::FirstPlayer;
    if by_first {
        steps.extend(objectives(state, true));
        steps.extend(state.first.is_none().then_some(SetupStep::FirstTurn));
    } else {
        steps.extend(state.attacker.is_none().then_some(SetupStep::Roles));
    }
    steps.extend(state.sides.one.zone.is_none().then_some(SetupStep::Zone));
    steps.extend(objectives(state, false).filter(|_| by_first));
    steps.extend(wants_draw(state).then_some(SetupStep::DrawMarkers));
    let undeclared = |player: Player| state.knows_army(player) && !state.sides[player].reserves_declared;
    steps.extend(of_players(&undeclared, SetupStep::Reserves));
    let next = state.sets_up_next();
    let turn = |unit: &&Unit| next.is_none_or(|player| player == unit.player);
    let waiting = state.units.iter().filter(|unit| unit.whereabouts == Whereabouts::Undeployed).filter(turn);
    steps.extend(waiting.map(|unit| SetupStep::Deploy(unit.id.clone())));
    steps.extend((!by_first && state.first.is_none()).then_some(SetupStep::FirstTurn));
    steps.push(SetupStep::Begin);
    steps
}

/// What is missing of the objectives that players place, before the zones or in them.
fn objectives(state: &State, before_zones: bool) -> Option<SetupStep> {
    let placed = state.mission.as_ref()?.placed.as_ref()?;
    let anywhere = matches!(placed.markers, PlacedMarkers::D3Plus(_));
    if anywhere != before_zones {
        return None;
    }
    let Some(due) = due_objectives(state) else { return Some(SetupStep::CountObjectives) };
    ((state.markers.len() as u64) < u64::from(due)).then(|| SetupStep::PlaceObjective(placer(state)))
}

fn wants_draw(state: &State) -> bool {
    state.mission.iter().flat_map(|mission| &mission.rules).any(|rule| match rule {
        MissionRule::TaggedMarkers { tags, .. } => tags.iter().any(|rule| {
            let drawn = state.markers.iter().filter(|marker| marker.tags.contains(&rule.tag)).count();
            drawn < rule.markers.get().unsigned_abs() as usize
        }),
        _ => false,
    })
}

/// Markers that are unknown, or about which something may have changed since the last statement.
fn questions(game: &Match) -> Vec<MarkerQuestion> {
    let state = game.state();
    if state.status != Status::Battle {
        return Vec::new();
    }
    let mut questions = Vec::new();
    for (index, marker) in state.lying_markers() {
        let known = if state.law().control.settles { control::raw } else { control::effective };
        let stale = match known(state, index) {
            None => true,
            Some(control) => control.basis == ControlBasis::Declared && changed_since_said(game, &marker.id),
        };
        if stale {
            questions.push(MarkerQuestion { marker: marker.id.clone(), said: marker.stated.map(Holder::from) });
        }
    }
    questions
}

/// Whether a unit moved, came, went or lost models since the last statement about a marker.
fn changed_since_said(game: &Match, marker: &MarkerId) -> bool {
    for seq in (1..=game.seq()).rev() {
        match game.entry(seq) {
            Some((_, Command::Control { holds, .. }, true)) if holds.contains_key(marker) => return false,
            Some((_, command, true)) if moves_models(command) => return true,
            _ => {}
        }
    }
    false
}

fn moves_models(command: &Command) -> bool {
    match command {
        Command::Shoot(attacks) | Command::Fight(attacks) => {
            attacks.attacks.iter().any(|attack| attack.destroyed.is_some() || attack.sequence.is_some())
        }
        Command::Morale { attrition, fled, .. } => attrition.is_some() || fled.is_some(),
        Command::Move { .. }
        | Command::Place { .. }
        | Command::Arrive { .. }
        | Command::Embark { .. }
        | Command::Disembark { .. }
        | Command::Casualties { .. }
        | Command::Restore { .. }
        | Command::AddUnit { .. }
        | Command::Remove { .. }
        | Command::Test { .. }
        | Command::Concede {} => true,
        _ => false,
    }
}

fn able(game: &Match) -> Vec<UnitId> {
    let state = game.state();
    if state.status != Status::Battle {
        return Vec::new();
    }
    let deeds = [
        (Deed::Normal, Kind::Move),
        (Deed::Arrive, Kind::Arrive),
        (Deed::Disembark, Kind::Disembark),
        (Deed::Cast, Kind::Cast),
        (Deed::Shoot, Kind::Shoot),
        (Deed::Charge, Kind::Charge),
        (Deed::Fight, Kind::Fight),
        (Deed::Morale, Kind::Morale),
    ];
    let law = state.law();
    let kinds = deeds.into_iter().filter(|(deed, _)| law.allows(state.phase, *deed, true)).map(|(_, kind)| kind);
    let mut units: Vec<UnitId> = Vec::new();
    for offer in kinds.flat_map(|kind| legal_of(game, By::from(state.active), kind)) {
        let unit = match &offer.command {
            Command::Move { kind: crate::terms::MoveKind::Reposition, .. } => None,
            Command::Move { unit, .. }
            | Command::Arrive { unit, .. }
            | Command::Disembark { unit, .. }
            | Command::Cast { unit, .. }
            | Command::Charge { unit, .. }
            | Command::Morale { unit, .. } => Some(unit),
            Command::Shoot(attacks) | Command::Fight(attacks) => Some(&attacks.unit),
            _ => None,
        };
        if let Some(unit) = unit.filter(|unit| !units.contains(unit)) {
            units.push(unit.clone());
        }
    }
    units
}

fn underway(state: &State) -> Vec<Underway> {
    let busy = state.units.iter().filter_map(|unit| Some((unit, unit.action.as_ref()?)));
    let found = busy.filter_map(|(unit, doing)| {
        let action = open_actions(state, unit.player).into_iter().find(|action| action.id == doing.action)?;
        Some(Underway { unit: unit.id.clone(), action: action.id.clone(), completes: action.completes })
    });
    found.collect()
}

/// The units of the active player whose Battle-shock test is due and not taken.
pub fn shock_tests_due(game: &Match) -> Vec<UnitId> {
    let state = game.state();
    // A screen asks at every key: most rules have no such test, and no phase but one.
    if state.law().shock_phase != Some(state.phase) {
        return Vec::new();
    }
    let offers = legal_of(game, By::from(state.active), Kind::Test).into_iter();
    let mut units: Vec<UnitId> = offers
        .filter_map(|offer| match offer.command {
            Command::Test { unit, of: TestName::BattleShock, .. } => Some(unit),
            _ => None,
        })
        .collect();
    units.dedup();
    units
}
