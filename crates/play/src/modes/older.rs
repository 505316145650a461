//! A match that an older law judges: it is read, and both players may go on with it under today's law.

use adjutant_app::matches::recording::Recording;
use adjutant_core::reliance::LAW;
use adjutant_engine::command::Command;
use adjutant_engine::numbers::Whole;
use adjutant_engine::side::By;
pub use adjutant_present::say::older::only_read;
use adjutant_present::say::older::{go_on, going_on};

use crate::menu::{Act, Menu};
use crate::mode::{Agreed, Mode, Page};
use crate::modes::ended;
use crate::step::Deed;
use crate::text::key::Key;

/// What can be done with it: pages, looking back, and the key that goes on.
pub fn menu(recording: &Recording, law: u32) -> Menu {
    let page = |page| Act::Open(Mode::Read(page, 0));
    let view = recording.game().view();
    let mut menu = Menu::new(format!("Read only: law {law}")).note(only_read(law));
    if let Some(result) = &view.result {
        menu = menu
            .note(format!("{}.", ended::outcome(recording.game().state(), result)))
            .key(Key::Char('p'), "PDF", Act::Do(Deed::Print))
            .key(Key::Char('y'), "chat text", page(Page::Chat))
            .key(Key::Char('v'), "QR code", page(Page::Code));
    }
    menu.key(Key::Char('G'), go_on(), Act::Open(Mode::Agree(Box::new(both()))))
        .key(Key::Char('L'), "look back", Act::Open(Mode::Look(u64::MAX)))
        .key(Key::Char('S'), "score", page(Page::Sheet))
        .key(Key::Char('R'), "armies", page(Page::Armies))
        .key(Key::Char('B'), "mission", page(Page::Mission))
        .key(Key::Char('M'), "map", page(Page::Map))
        .key(Key::Char('?'), "keys", page(Page::Help))
        .key(Key::Char('q'), "leave", Act::Open(Mode::Leave))
}

/// The question whether both go on under today's law.
fn both() -> Agreed {
    let law = Whole::new(LAW).unwrap_or_else(|| unreachable!("a law that a record can name"));
    Agreed { deed: Deed::Record(vec![(By::Both, Command::Law { law })]), word: By::Both, says: going_on().into() }
}

/// Whether a deed leaves the match as it is, or goes on with it under today's law.
pub fn may(deed: &Deed) -> bool {
    match deed {
        Deed::Record(plan) => plan.iter().all(|(_, command)| matches!(command, Command::Law { .. })),
        Deed::Find(..) | Deed::Print | Deed::Leave => true,
        _ => false,
    }
}

/// What may be done instead.
pub fn accepted() -> String {
    format!("G, then b: you both {}", go_on())
}
