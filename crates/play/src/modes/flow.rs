//! The question of the moment before and after the battle, and the keys that mean the same everywhere.

use adjutant_app::matches::recording::Recording;
use adjutant_engine::state::State;
use adjutant_engine::view::Status;

use crate::menu::{Act, Menu};
use crate::mode::{Field, Mode, Page};
use crate::modes::{ended, older, setup};
use crate::shared::Session;
use crate::text::key::Key;

/// The question of the moment.
pub fn menu(session: &Session, recording: &Recording) -> Menu {
    let state = recording.game().state();
    if recording.seq() == 0 {
        return everywhere(setup::opening(session));
    }
    if let Some(law) = recording.older_law() {
        return older::menu(recording, law);
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
        .key(Key::Char(':'), "words", Act::Open(Mode::Typing(Field::Words)))
        .key(Key::Char('B'), "mission", page(Page::Mission))
        .key(Key::Char('M'), "map", page(Page::Map))
        .key(Key::Char('?'), "keys", page(Page::Help))
        .key(Key::Char('q'), "leave", Act::Open(Mode::Leave))
}
