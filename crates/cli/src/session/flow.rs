//! Chooses the next question. The one place of the session that leans on [`adjutant_engine::legal`].

use adjutant_engine::command::{Command, SecretKind, Spot};
use adjutant_engine::fold::Match;
use adjutant_engine::ids::{ActionId, MarkerId, UnitId};
use adjutant_engine::legal::{self, Kind, SetupStep};
use adjutant_engine::rules::{TestName, ZoneBy};
use adjutant_engine::side::{By, Player};
use adjutant_engine::state::State;
use adjutant_engine::view::Status;

pub use adjutant_engine::legal::{Earnable, choosable};

use super::menu::{Act, Menu};
use super::reading::Page;
use super::tray::Row;
use super::{Key, Mode, Session, ended, input, setup};
use crate::recording::Recording;

/// A step of the set-up that was passed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Optional {
    /// The army of a player.
    Roster(Player),
    /// Models noted before the battle.
    Mark(Player),
    /// Who attacks.
    Roles,
    /// The Defender's zone.
    Zone,
    /// Leaders of a player that join units.
    Leaders(Player),
    /// Whether an army is painted.
    Ready(Player),
}

/// An action with what it is about.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub struct Target {
    /// The action.
    pub action: ActionId,
    /// Its marker.
    pub marker: Option<MarkerId>,
    /// Its part of the battlefield.
    pub spot: Option<Spot>,
}

/// The question of the moment.
pub fn menu(session: &Session, recording: &Recording) -> Menu {
    let state = recording.game().state();
    if recording.seq() == 0 {
        return everywhere(setup::opening(session));
    }
    let menu = match state.status {
        Status::Setup => setup::menu(session, recording),
        Status::Battle => length(state),
        _ => ended::menu(recording),
    };
    everywhere(menu)
}

/// After the last certain round a die says whether another is fought.
fn length(state: &State) -> Menu {
    let ends_on = state.law().length_roll(state.round).unwrap_or(0);
    setup::die(Menu::new("Is another round fought? Roll a die."), "length", |face| {
        if face > ends_on { format!("round {} is fought", state.round + 1) } else { "the battle ends".into() }
    })
}

/// The keys that mean the same everywhere.
fn everywhere(menu: Menu) -> Menu {
    if matches!(&menu.field, Some(field) if field.takes_letters()) {
        return menu;
    }
    let page = |page| Act::Open(Mode::Read(page, 0));
    menu.key(Key::Char('u'), "undo", Act::Undo)
        .key(Key::Char('L'), "look back", Act::Open(Mode::Look(u64::MAX)))
        .key(Key::Char(':'), "words", Act::Open(Mode::Typing(input::Field::Words)))
        .key(Key::Char('B'), "mission", page(Page::Mission))
        .key(Key::Char('M'), "map", page(Page::Map))
        .key(Key::Char('?'), "keys", page(Page::Help))
        .key(Key::Char('q'), "leave", Act::Open(Mode::Leave))
}

/// The first step of the set-up that is neither recorded nor passed over.
pub fn next_step(session: &Session, recording: &Recording) -> Step {
    let game = recording.game();
    let state = game.state();
    let chosen = |player: Player| state.sides[player].secondaries.is_some() || !state.sides[player].secrets.is_empty();
    // A player who chose has passed over the army lists before; coming back does not ask again.
    let bound = Player::BOTH.into_iter().any(chosen);
    let later = state.first.is_some();
    let skips = |step: Optional| session.skipped.contains(&step);
    let first_chooses = state.law().zone_by == ZoneBy::FirstPlayer;
    for step in legal::now(game).setup {
        let unready =
            |step: &SetupStep| matches!(step, SetupStep::Reserves(_) | SetupStep::Deploy(_) | SetupStep::FirstTurn);
        if unready(&step) && !later && !super::markers::to_move(game).is_empty() {
            return Step::DrawMarkers;
        }
        match step {
            SetupStep::Roster(player) if !skips(Optional::Roster(player)) && !bound && !later => {
                return Step::Roster(player);
            }
            SetupStep::Mission => return Step::Mission,
            SetupStep::Secondaries(player) if state.sides[player].secrets.is_empty() => {
                return Step::Secondaries(player);
            }
            SetupStep::Reveal(_) if both_bound(state) => return Step::Reveal,
            SetupStep::Mark(player) if !skips(Optional::Mark(player)) && !later => return Step::Mark(player),
            SetupStep::Roles if !skips(Optional::Roles) && !later => return Step::Roles,
            SetupStep::CountObjectives => return Step::CountObjectives,
            SetupStep::PlaceObjective(by) => return Step::PlaceObjective(by),
            SetupStep::FirstTurn if first_chooses => return Step::FirstTurn,
            SetupStep::Zone if first_chooses => return Step::Zone,
            SetupStep::Reserves(player)
                if (first_chooses || !later) && !skips(Optional::Leaders(player)) && leads(recording, player) =>
            {
                return Step::Leaders(player);
            }
            SetupStep::Reserves(player) if first_chooses => return Step::Deployment(player),
            SetupStep::Zone if state.attacker.is_some() && !skips(Optional::Zone) && !later => return Step::Zone,
            SetupStep::DrawMarkers => return Step::DrawMarkers,
            SetupStep::Reserves(player) if !later && !keeps_back_in_secret(state, player) => {
                return Step::Deployment(player);
            }
            SetupStep::FirstTurn => return Step::FirstTurn,
            SetupStep::Begin => break,
            _ => {}
        }
    }
    if state.law().battle_ready.is_none() {
        return Step::Begin;
    }
    let unjudged = Player::BOTH.into_iter().find(|player| {
        state.sides[*player].battle_ready.is_none() && !session.skipped.contains(&Optional::Ready(*player))
    });
    unjudged.map_or(Step::Begin, Step::Ready)
}

/// Whether a player has noted in secret who starts off the table, and nobody has seen it yet.
pub fn keeps_back_in_secret(state: &State, player: Player) -> bool {
    state.sides[player].secrets.get(&SecretKind::Reserves).is_some_and(|secret| !secret.revealed)
}

/// Whether a leader of a player can still join a unit.
fn leads(recording: &Recording, player: Player) -> bool {
    recording.game().state().law().attached.is_some()
        && !legal::legal_of(recording.game(), player.into(), legal::Kind::Attach).is_empty()
}

/// Whether everything that is bound in secret is bound by both players.
fn both_bound(state: &State) -> bool {
    let open = |player: Player| state.sides[player].secrets.iter().filter(|(_, secret)| !secret.revealed);
    let kinds = |player: Player| open(player).map(|(what, _)| *what).collect::<Vec<_>>();
    kinds(Player::One) == kinds(Player::Two)
}

/// A question of the set-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The army of a player.
    Roster(Player),
    /// The mission.
    Mission,
    /// The secondary objectives of a player.
    Secondaries(Player),
    /// The opening of what both committed to.
    Reveal,
    /// The leaders of a player that join units.
    Leaders(Player),
    /// Models noted before the battle.
    Mark(Player),
    /// Who attacks.
    Roles,
    /// The Defender's zone.
    Zone,
    /// Markers that a mission rule draws.
    DrawMarkers,
    /// The number of objectives that players place.
    CountObjectives,
    /// The next objective, and who places it where that is known.
    PlaceObjective(Option<Player>),
    /// Deployment of a player's army.
    Deployment(Player),
    /// Who has the first turn.
    FirstTurn,
    /// Whether an army is painted.
    Ready(Player),
    /// The beginning.
    Begin,
}

/// The models that an objective wants noted, where one does.
pub fn marks(recording: &Recording, player: Player) -> Option<Command> {
    legal::legal_of(recording.game(), By::from(player), Kind::Mark).into_iter().next().map(|offer| offer.command)
}

/// The actions that the active player could start now, with the units that could.
pub fn startable(game: &Match) -> Vec<(Target, UnitId)> {
    let by = By::from(game.state().active);
    let offers = legal::legal_of(game, by, Kind::StartAction).into_iter();
    let mut found: Vec<(Target, UnitId)> = offers
        .filter_map(|offer| match offer.command {
            Command::StartAction { unit, action, marker, spot } => Some((Target { action, marker, spot }, unit)),
            _ => None,
        })
        .collect();
    found.sort_by(|a, b| a.0.cmp(&b.0));
    found
}

/// The actions that could start now, each under a digit: that of its marker where no other action takes it.
pub fn action_rows(game: &Match) -> Vec<(char, Row, String)> {
    let state = game.state();
    let mut targets: Vec<Target> = startable(game).into_iter().map(|(target, _)| target).collect();
    targets.dedup();
    let one_action = targets.iter().all(|target| target.action == targets[0].action && target.marker.is_some());
    let digits = ('1'..='9').zip(targets.iter());
    let rows = digits.map(|(digit, target)| {
        let at = target.marker.as_ref().and_then(|id| state.marker(id)).map(|(at, _)| at);
        let of_marker = at.and_then(|at| char::from_digit(u32::try_from(at.0 + 1).ok()?, 10)).filter(|_| one_action);
        let place = target.marker.as_ref().map_or(String::new(), |marker| format!(" on {marker}"));
        let spot = target.spot.and_then(|spot| serde_json::to_value(spot).ok());
        let spot = spot
            .as_ref()
            .and_then(|spot| spot.as_str())
            .map_or(String::new(), |spot| format!(" {}", spot.replace('-', " ")));
        let says = format!("{}{spot}{place}", action_name(state, &target.action));
        (of_marker.unwrap_or(digit), Row::Action(target.clone()), says)
    });
    rows.collect()
}

/// What an action is called.
pub fn action_name(state: &State, id: &ActionId) -> String {
    let action = state.pack.as_ref().and_then(|pack| pack.actions.get(id));
    action.map_or_else(|| id.to_string(), |action| action.name.to_string())
}

/// The psychic actions that the active player could attempt now.
pub fn psychic_of(game: &Match) -> Vec<(ActionId, UnitId)> {
    let by = By::from(game.state().active);
    let offers = legal::legal_of(game, by, Kind::PsychicAction).into_iter();
    let mut found: Vec<(ActionId, UnitId)> = offers
        .filter_map(|offer| match offer.command {
            Command::PsychicAction { unit, action, .. } => Some((action, unit)),
            _ => None,
        })
        .collect();
    found.sort();
    found.dedup();
    found
}

/// The units of the active player whose Battle-shock test is due and not taken.
pub fn shaken_by_losses(game: &Match) -> Vec<UnitId> {
    let state = game.state();
    // A screen asks at every key: most rules have no such test, and no phase but one.
    if state.law().shock_phase != Some(state.phase) {
        return Vec::new();
    }
    let offers = legal::legal_of(game, By::from(state.active), Kind::Test).into_iter();
    let mut units: Vec<UnitId> = offers
        .filter_map(|offer| match offer.command {
            Command::Test { unit, of: TestName::BattleShock, .. } => Some(unit),
            _ => None,
        })
        .collect();
    units.dedup();
    units
}

/// What a player's objectives could bring next.
pub fn earnable(state: &State, player: Player) -> Vec<Earnable> {
    legal::earnable(state, player)
}
