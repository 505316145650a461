//! Keys of a session: which mode has them, and what they ask for.

use adjutant_app::matches::recording::Recording;
use adjutant_engine::decide::cards_to_draw;
use adjutant_engine::view::Status;

use crate::menu::{Act, Menu};
use crate::mode::Mode;
use crate::modes::{
    agreed, cards, dice, filter, flow, form, history, input, overview, picks, questions, reading, rosters, sheet,
    terrain,
};
use crate::shared::{Before, Session};
use crate::step::{Deed, Message};
use crate::text::key::Key;

impl Session {
    /// The choice of the moment, before and after the battle, and wherever a line is typed; none in the modes of the
    /// battle, which have keys of their own.
    pub fn menu(&self, recording: &Recording) -> Option<Menu> {
        match self.modes.last() {
            None if is_fought(recording) => None,
            None => Some(flow::menu(self, recording)),
            Some(Mode::Typing(field)) => Some(input::menu(field, recording)),
            Some(Mode::Cards) => Some(cards::menu(recording)),
            Some(Mode::Picks) => Some(picks::menu(self, recording)),
            Some(Mode::Terrain(kind)) => Some(terrain::menu(recording, *kind)),
            Some(Mode::Unlawful(list)) => Some(rosters::menu(list)),
            _ => None,
        }
    }

    /// What a key asks for. A key that means nothing here changes nothing but the message.
    pub fn press(&mut self, key: Key, recording: &Recording) -> Vec<Deed> {
        self.follow(recording);
        self.message = None;
        if !matches!(key, Key::Up | Key::Down | Key::PageUp | Key::PageDown) {
            self.scrolled = 0;
        }
        let (passed, leaving) = (std::mem::take(&mut self.passed), std::mem::take(&mut self.leaving));
        let (opened, just) = (self.opened.take(), self.just.take());
        if key == Key::Char('>') && passed && !self.types(recording) {
            self.passed = true;
            return self.refused("> counts once. Press any other key first.", None);
        }
        if key == Key::Control('c') {
            return if self.modes.last() == Some(&Mode::Leave) { vec![Deed::Leave] } else { self.open(Mode::Leave) };
        }
        match self.modes.last().cloned() {
            None if self.menu(recording).is_none() => overview::press(self, key, recording),
            None | Some(Mode::Typing(_) | Mode::Cards | Mode::Picks | Mode::Terrain(_) | Mode::Unlawful(_)) => {
                self.choose(key, recording)
            }
            Some(Mode::Form(verb)) => form::press(self, key, verb, Before { opened, just, leaving }, recording),
            Some(Mode::Sheet) => sheet::press(self, key, Before { opened, just, leaving }, recording),
            Some(Mode::Filter) => filter::press(self, key, leaving, recording),
            Some(Mode::Dice) => dice::press(self, key, leaving, recording),
            Some(Mode::Guard) => overview::guard(self, key, recording),
            Some(Mode::GoTo(verb)) => overview::go_to(self, key, verb, recording),
            Some(Mode::Questions) => questions::press(self, key, recording),
            Some(Mode::Undo(depth)) => history::undo(self, key, depth, recording),
            Some(Mode::Redo) => history::redo(self, key),
            Some(Mode::Look(seq)) => history::look(self, key, seq, recording),
            Some(Mode::BackTo(seq)) => history::back_to(self, key, seq, recording),
            Some(Mode::Agree(waits)) => agreed::press(self, key, *waits),
            Some(Mode::Read(page, from)) => reading::press(self, key, page, from),
            Some(Mode::Confirm(by, command)) => history::confirm(self, key, by, *command),
            Some(Mode::Leave) => self.leave(key),
            Some(Mode::Pause) => overview::pause(self, key),
        }
    }

    /// A pasted text: it reaches lines of text only, and is never taken for keys.
    pub fn paste(&mut self, text: &str, recording: &Recording) {
        self.message = None;
        (self.passed, self.leaving, self.opened, self.just) = (false, false, None, None);
        if self.types(recording) {
            self.editor.paste(text);
        } else {
            self.refuse("Pasted text is not played as keys.", Some("press : first, then paste".into()));
        }
    }

    /// A key of a choice, or of a line that is typed.
    fn choose(&mut self, key: Key, recording: &Recording) -> Vec<Deed> {
        let Some(menu) = self.menu(recording) else { return Vec::new() };
        if let Some(deeds) = menu.field.as_ref().and_then(|field| input::press(self, field, key, recording)) {
            return deeds;
        }
        match menu.act(key) {
            Some(act) => self.perform(act, recording),
            None => self.nothing(key, &menu.accepted()),
        }
    }

    fn leave(&mut self, key: Key) -> Vec<Deed> {
        match key {
            Key::Enter => vec![Deed::Leave],
            Key::Escape => self.back(),
            other => self.nothing(other, "Enter leave · Esc stay"),
        }
    }

    fn perform(&mut self, act: Act, recording: &Recording) -> Vec<Deed> {
        match act {
            Act::Do(deed) => {
                if matches!(deed, Deed::CommitMarker(..)) {
                    self.noted = None;
                }
                // One card is drawn after the other.
                let more = cards_to_draw(recording.game().state()) > 1;
                let draws = more && self.modes.last() == Some(&Mode::Cards) && cards::draws(&deed);
                self.modes.clear();
                self.modes.extend(draws.then_some(Mode::Cards));
                self.editor.clear();
                return vec![deed];
            }
            Act::Open(mode) => return self.open(mode),
            Act::Back => return self.back(),
            Act::Skip(step) => {
                self.skips.push((step, recording.seq()));
                self.skipped.insert(step);
            }
            Act::Toggle(objective) => self.toggle(objective, recording.game().state()),
            Act::Pick(one) => self.pick(*one),
            Act::Reserve(unit) => self.reserve(unit),
            Act::Manner => self.change_manner(recording),
            Act::Again => {
                self.chosen.clear();
                self.reserved.clear();
                self.picked.clear();
                self.noted = None;
            }
            Act::Show(mission) => self.mission = Some(mission),
            Act::Read(objective) => self.read = Some(objective),
            Act::Note(marker) => self.noted = Some(marker),
            Act::Hide => {
                self.openly = !self.openly;
                self.chosen.clear();
                self.reserved.clear();
            }
            Act::Peek => self.peeking = !self.peeking,
            Act::Undo => match self.skips.pop_if(|(_, seq)| *seq >= recording.seq()) {
                Some((step, _)) => {
                    self.skipped.remove(&step);
                    self.say(Message::Done("asked again".into()));
                }
                None => return self.open_undo(recording),
            },
        }
        Vec::new()
    }
}

/// Whether the overview has the keys: in the battle, unless a die decides between two rounds, or it is only read.
fn is_fought(recording: &Recording) -> bool {
    let state = recording.game().state();
    recording.seq() > 0 && state.status == Status::Battle && !state.length_asked && recording.older_law().is_none()
}
