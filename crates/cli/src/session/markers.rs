//! What mission rules do with markers before the battle: moved first, then drawn, or noted by each player in secret.

use adjutant_app::matches::hidden;
use adjutant_engine::command::{Command, MarkerChange, MarkerTag};
use adjutant_engine::fold::Match;
use adjutant_engine::ids::MarkerId;
use adjutant_engine::legal::{self, Kind};
use adjutant_engine::numbers::Inches;
use adjutant_engine::side::{By, Player};
use adjutant_engine::state::State;

use super::input::Field;
use super::menu::{Act, Menu};
use super::panel::name_of;
use super::{Deed, Key, Mode, Session};
use crate::recording::Recording;

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
fn to_draw(game: &Match) -> Option<(By, MarkerTag, Vec<MarkerId>)> {
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

/// The question about markers before the battle.
pub fn menu(session: &Session, recording: &Recording) -> Menu {
    let game = recording.game();
    let state = game.state();
    let moves = to_move(game);
    if let Some((by, ..)) = moves.first() {
        let who = by.player().map_or_else(|| "Both".to_owned(), |player| name_of(state, player));
        let list = moves.iter().map(|(by, marker, [x, y])| {
            let field = Field::Place(*by, marker.clone(), format!("{x} {y}"));
            (format!("{marker}, which lies at {x}, {y}"), Act::Open(Mode::Typing(field)))
        });
        return Menu::new(format!("{who} moves a marker, or leaves it where it lies"))
            .note("A letter chooses it; then type where, in inches, or Enter leaves it there. M shows the map.")
            .list(list);
    }
    if let Some((player, markers)) = to_note(game) {
        return note(session, state, player, markers);
    }
    let Some((by, tag, markers)) = to_draw(game) else {
        return Menu::new("The mission draws markers; type `:gamma m1` or the like.");
    };
    let record = |marker: &MarkerId| Act::Do(Deed::Record(vec![(by, becomes(marker, tag))]));
    let list = markers.iter().map(|marker| (marker.to_string(), record(marker)));
    Menu::new(format!("Which marker becomes {tag:?}?"))
        .key(Key::Char('r'), "roll for it", Act::Do(Deed::DrawMarker(by, tag, markers.clone())))
        .list(list)
}

fn note(session: &Session, state: &State, player: Player, markers: Vec<MarkerId>) -> Menu {
    let (name, other) = (name_of(state, player), name_of(state, player.opponent()));
    let dot = if session.noted.is_some() { "●" } else { "○" };
    let mut menu = Menu::new(format!("{name}, in secret: your Priority marker"))
        .note(format!("{dot}  {other} looks away: letters leave no mark. Enter seals it; both are opened together."))
        .key(Key::Char('x'), "clear", Act::Again);
    if let Some(marker) = &session.noted {
        let deed = Deed::CommitMarker(player, marker.clone());
        menu = menu.key(Key::Enter, "seal it", Act::Do(deed));
    }
    menu.list(markers.into_iter().map(|marker| (marker.to_string(), Act::Note(marker))))
}
