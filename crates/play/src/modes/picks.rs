//! What players pick for their objectives: one thing by its letter, several by their letters and Enter.

use adjutant_app::matches::recording::Recording;
use adjutant_engine::command::{Command, Picked};
use adjutant_engine::legal::picks_due;
use adjutant_present::say::command::{pick_due, picked};

use crate::menu::{Act, Menu, one};
use crate::shared::Session;
use crate::text::key::Key;

/// Who has something to pick, with the key for it.
pub fn reminders(recording: &Recording) -> Vec<String> {
    let state = recording.game().state();
    picks_due(recording.game()).iter().map(|due| format!("{} (i)", pick_due(state, due))).collect()
}

/// The question of every pick that is due.
pub fn menu(session: &Session, recording: &Recording) -> Menu {
    let state = recording.game().state();
    let mut menu = Menu::new("What is picked?");
    let (mut things, mut headings) = (Vec::new(), Vec::new());
    for due in picks_due(recording.game()) {
        for each in due.each(recording.game()) {
            let act = match due.most {
                1 => one(due.by, Command::Pick(Box::new(each.clone()))),
                _ => Act::Pick(Box::new(each.clone())),
            };
            things.push((picked(state, each), session.picked.contains(each), act));
            headings.push(pick_due(state, &due));
        }
        let own = due.each(recording.game()).filter(|one| session.picked.contains(one)).cloned();
        if let Some(all) = own.reduce(Picked::and) {
            menu = menu.key(Key::Enter, "pick these", one(due.by, Command::Pick(Box::new(all))));
            menu = menu.key(Key::Char('x'), "clear", Act::Again);
        }
    }
    if things.is_empty() {
        menu = menu.note("Nothing is to be picked now.");
    }
    menu.choices(things).under(headings).back()
}

impl Session {
    /// Picks one thing more; a letter again says the same again, and one of another pick begins anew.
    pub(crate) fn pick(&mut self, one: Picked) {
        self.picked.retain(|other| (other.player, other.mark) == (one.player, one.mark));
        if !self.picked.contains(&one) {
            self.picked.push(one);
        }
    }
}
