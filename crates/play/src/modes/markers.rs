//! What mission rules do with markers before the battle: moved first, then drawn, or noted by each player in secret.

use adjutant_app::matches::recording::Recording;
use adjutant_engine::ids::MarkerId;
use adjutant_engine::side::Player;
use adjutant_engine::state::State;
use adjutant_present::names::name_of;

use crate::due;
use crate::menu::{Act, Menu};
use crate::mode::{Field, Mode};
use crate::shared::Session;
use crate::step::Deed;
use crate::text::key::Key;

/// The question about markers before the battle.
pub fn menu(session: &Session, recording: &Recording) -> Menu {
    let game = recording.game();
    let state = game.state();
    let moves = due::to_move(game);
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
    if let Some((player, markers)) = due::to_note(game) {
        return note(session, state, player, markers);
    }
    let Some((by, tag, markers)) = due::mark_to_draw(game) else {
        return Menu::new("The mission draws markers; type `:gamma m1` or the like.");
    };
    let record = |marker: &MarkerId| Act::Do(Deed::Record(vec![(by, due::becomes(marker, tag))]));
    let list = markers.iter().map(|marker| (marker.to_string(), record(marker)));
    Menu::new(format!("Which marker becomes {}?", tag.title()))
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
