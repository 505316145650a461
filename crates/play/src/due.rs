//! What the moment asks for: the next step of the set-up, actions that can start, markers, cards, units that wait.

use std::collections::BTreeSet;

use adjutant_app::matches::hidden;
use adjutant_app::matches::recording::Recording;
use adjutant_engine::command::kind::Kind as Topic;
use adjutant_engine::command::{Command, MarkerChange, MarkerTag, SecretKind};
use adjutant_engine::control;
use adjutant_engine::fold::Match;
use adjutant_engine::ids::{ActionId, MarkerId, UnitId};
use adjutant_engine::legal::{self, Kind, SetupStep};
use adjutant_engine::numbers::Inches;
use adjutant_engine::rules::{Mission, ZoneBy};
use adjutant_engine::side::{By, Player};
use adjutant_engine::state::State;
use adjutant_present::names::{action_name, name_of};
use adjutant_present::units;

use crate::past;
use crate::tray::verb::{Row, Target};

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

/// A question of the set-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The army of a player.
    Roster(Player),
    /// What the army of a player is bent on.
    Disposition(Player),
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

/// The first step of the set-up that is neither recorded nor passed over; what the battle cannot begin without comes
/// again, whatever was passed over.
pub fn next_step(skipped: &BTreeSet<Optional>, recording: &Recording) -> Step {
    match step_after(skipped, recording, false) {
        Step::Begin if recording.game().check(By::Both, &Command::Begin {}).is_err() => {
            step_after(&BTreeSet::new(), recording, true)
        }
        step => step,
    }
}

/// The first step that is not recorded; where the battle needs it, also one that the set-up went past.
fn step_after(skipped: &BTreeSet<Optional>, recording: &Recording, needed: bool) -> Step {
    let game = recording.game();
    let state = game.state();
    let chosen = |player: Player| state.sides[player].secondaries.is_some() || !state.sides[player].secrets.is_empty();
    // A player who chose has passed over the army lists before; coming back does not ask again.
    let bound = !needed && Player::BOTH.into_iter().any(chosen);
    let later = !needed && state.first.is_some();
    let skips = |step: Optional| skipped.contains(&step);
    let first_chooses = state.law().zone_by == ZoneBy::FirstPlayer;
    for step in legal::now(game).setup {
        let unready =
            |step: &SetupStep| matches!(step, SetupStep::Reserves(_) | SetupStep::Deploy(_) | SetupStep::FirstTurn);
        if unready(&step) && !later && !to_move(game).is_empty() {
            return Step::DrawMarkers;
        }
        match step {
            SetupStep::Roster(player) if !skips(Optional::Roster(player)) && !bound && !later => {
                return Step::Roster(player);
            }
            SetupStep::Disposition(player) => return Step::Disposition(player),
            SetupStep::Mission => return Step::Mission,
            SetupStep::Secondaries(player) if state.sides[player].secrets.is_empty() => {
                return Step::Secondaries(player);
            }
            SetupStep::Reveal(_) if needed || both_bound(state) || one_opened(state) => return Step::Reveal,
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
    last_step(skipped, state)
}

/// What is asked before the battle begins, and may be left out.
fn last_step(skipped: &BTreeSet<Optional>, state: &State) -> Step {
    if state.law().battle_ready.is_none() {
        return Step::Begin;
    }
    let unjudged = Player::BOTH
        .into_iter()
        .find(|player| state.sides[*player].battle_ready.is_none() && !skipped.contains(&Optional::Ready(*player)));
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

/// The commitments that go where both players choose in secret anew: those of the first kind that is not opened.
pub fn sealed(recording: &Recording) -> Vec<u64> {
    let waits = |player: Player| recording.game().state().sides[player].secrets.iter().find(|(_, own)| !own.revealed);
    let topic = Player::BOTH.into_iter().find_map(waits).map(|(what, _)| match what {
        SecretKind::Secondaries => Topic::Secondaries,
        SecretKind::Reserves => Topic::Reserves,
        SecretKind::PriorityMarker => Topic::Marker,
    });
    topic.map_or_else(Vec::new, |topic| past::chosen_in_secret(recording, topic))
}

/// Whether one player's secret is open and the other's of that kind is not.
fn one_opened(state: &State) -> bool {
    let open = |player: Player, what| state.sides[player].secrets.get(&what).map(|secret| secret.revealed);
    let kinds = [SecretKind::Secondaries, SecretKind::Reserves, SecretKind::PriorityMarker];
    kinds
        .into_iter()
        .any(|what| matches!((open(Player::One, what), open(Player::Two, what)), (Some(a), Some(b)) if a != b))
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
            Command::StartAction { unit, action, marker, spot, aim } => {
                Some((Target { action, marker, spot, aim }, unit))
            }
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

/// The markers that somebody has to move now, or leave where they lie: who, which, and where it lies.
pub fn to_move(game: &Match) -> Vec<(By, MarkerId, [Inches; 2])> {
    for by in [By::One, By::Two, By::Both] {
        let offers = legal::legal_of(game, by, Kind::Marker).into_iter();
        let moves: Vec<_> = offers
            .filter_map(|offer| match offer.command {
                Command::Marker(MarkerChange { marker, moves_to: Some(at), .. }) => Some((by, marker, at)),
                _ => None,
            })
            .collect();
        if !moves.is_empty() {
            return moves;
        }
    }
    Vec::new()
}

/// The player who has to note a marker in secret now, and the markers that fit.
pub fn to_note(game: &Match) -> Option<(Player, Vec<MarkerId>)> {
    Player::BOTH.into_iter().find_map(|player| {
        let markers = hidden::markers_to_note(game, player);
        (!markers.is_empty()).then_some((player, markers))
    })
}

/// The command that makes something of a marker.
pub fn becomes(marker: &MarkerId, tag: MarkerTag) -> Command {
    Command::Marker(MarkerChange { becomes: Some(tag), ..MarkerChange::of(marker.clone()) })
}

/// The command that moves a marker to a place that is typed, such as `30.5 22`.
pub fn moved(marker: &MarkerId, typed: &str) -> Option<Command> {
    let numbers = typed.split([' ', ',']).filter(|part| !part.is_empty());
    let places: Vec<Inches> = numbers.map(|part| serde_json::from_str(part).ok()).collect::<Option<_>>()?;
    let moves_to = Some(<[Inches; 2]>::try_from(places).ok()?);
    Some(Command::Marker(MarkerChange { moves_to, ..MarkerChange::of(marker.clone()) }))
}

/// The first mark that a mission rule still wants to be drawn, who draws it, and among which markers.
pub fn mark_to_draw(game: &Match) -> Option<(By, MarkerTag, Vec<MarkerId>)> {
    for tag in [MarkerTag::Gamma, MarkerTag::Beta, MarkerTag::Priority] {
        for by in [By::Both, By::One, By::Two] {
            let fits = |marker: &&MarkerId| game.check(by, &becomes(marker, tag)).is_ok();
            let markers: Vec<MarkerId> =
                game.state().markers.iter().map(|marker| &marker.id).filter(fits).cloned().collect();
            if !markers.is_empty() {
                return Some((by, tag, markers));
            }
        }
    }
    None
}

/// A row that names the cards in play of both players; none where the rules have no cards.
pub fn cards_in_play(state: &State) -> Option<String> {
    state.law().cards.as_ref()?;
    let of = |player: Player| {
        let cards = state.sides[player].cards.active.iter().map(|card| card.name.to_string());
        let cards: Vec<String> = cards.collect();
        let cards = if cards.is_empty() { "none".to_owned() } else { cards.join(", ") };
        format!("{}: {cards}", name_of(state, player))
    };
    Some(format!("cards  {}", Player::BOTH.map(of).join(" · ")))
}

/// How many secondary objectives a player chooses.
pub fn wanted(state: &State) -> usize {
    state.law().fixed_cards.unwrap_or(state.law().choices())
}

/// The missions of the battle size, in the order of their numbers.
pub fn missions(state: &State) -> Vec<&Mission> {
    let size = state.open.as_ref().map(|open| open.size);
    let pack = state.pack.iter();
    let all = pack.flat_map(|pack| pack.missions.values().map(|mission| &**mission));
    let mut fitting: Vec<&Mission> = all.filter(|mission| Some(mission.size) == size).collect();
    fitting.sort_by_key(|mission| mission.rolled.iter().map(|faces| faces.bounds()).collect::<Vec<_>>());
    fitting
}

/// The markers of which nobody said who holds them.
pub fn unknown_markers(state: &State) -> impl Iterator<Item = &MarkerId> {
    let lying = state.lying_markers();
    lying.filter(|(at, _)| control::effective(state, *at).is_none()).map(|(_, marker)| &marker.id)
}

/// The units of a player that wait and have to arrive in time.
pub fn waiting(state: &State, player: Player) -> Vec<String> {
    let army = units::army(state, player);
    let late = army.iter().filter(|called| units::waits(called.unit) && !called.unit.exempt_from_deadline);
    late.map(|called| called.name.clone()).collect()
}
