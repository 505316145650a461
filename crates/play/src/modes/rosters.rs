//! Army lists that are read at the screen.

use std::sync::Arc;

use adjutant_engine::command::Command;
use adjutant_engine::side::By;

use crate::menu::{Act, Menu};
use crate::mode::Unlawful;
use crate::step::Deed;
use crate::text::key::Key;

/// The question whether a list that is not legal is played.
pub fn menu(list: &Unlawful) -> Menu {
    let command = Command::Roster { player: list.player, roster: Arc::clone(&list.roster) };
    let record = Act::Do(Deed::Record(vec![(By::from(list.player), command)]));
    let menu = Menu::new(format!("{}'s list is NOT LEGAL. Play it anyway?", list.name));
    let menu = list.says.iter().fold(menu, |menu, says| menu.note(says));
    menu.choice(Key::Char('y'), "play it anyway: both agree", record)
        .choice(Key::Char('n'), "read another list", Act::Back)
        .back()
}
