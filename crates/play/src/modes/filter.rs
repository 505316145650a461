//! A unit is found by any part of its name.

use adjutant_app::matches::recording::Recording;
use adjutant_engine::state::State;
use adjutant_present::names::shape;
use adjutant_present::units::{self, Called};

use crate::mode::Mode;
use crate::modes::lines::{default_army, take};
use crate::shared::Session;
use crate::step::Deed;
use crate::text::editor::edit;
use crate::text::key::Key;
use crate::text::line::{Click, Line, Role};
use crate::text::pane::Pane;
use crate::tray::verb::Verb;

/// A key while a unit is found by its name.
pub fn press(session: &mut Session, key: Key, leaving: bool, recording: &Recording) -> Vec<Deed> {
    let state = recording.game().state();
    let verb = self::verb(session);
    match key {
        // Twice, even where nothing is typed: what follows a stray Esc would be taken for letters of units.
        Key::Escape if leaving => return session.back(),
        Key::Escape => {
            session.leaving = true;
            session.refuse("Esc again leaves.", None);
        }
        Key::Enter => {
            let found = found(session, state, verb);
            let chosen =
                if found.len() == 1 { found.first() } else { session.mark.checked_sub(1).and_then(|at| found.get(at)) };
            match chosen {
                Some(called) => {
                    let id = called.unit.id.clone();
                    let mark = session.current;
                    session.back();
                    session.current = mark;
                    if let Some((_, unit)) = state.unit(&id) {
                        take(session, unit, verb, state);
                        session.numbering = true;
                    }
                }
                None if found.is_empty() => {
                    session.refuse("No unit is called that.", Some("Backspace, or Esc Esc".into()))
                }
                None => {
                    session.refuse("Several fit: type more of the name.", Some("↓ marks one, Enter takes it".into()))
                }
            }
        }
        Key::Down | Key::Tab => session.mark = (session.mark + 1).min(found(session, state, verb).len()),
        Key::Up => session.mark = session.mark.saturating_sub(1),
        other => {
            if edit(&mut session.editor, other) {
                session.mark = 0;
            }
        }
    }
    Vec::new()
}

/// The verb of the form over which a unit is found by its name.
pub fn verb(session: &Session) -> Verb {
    match session.modes.iter().rev().nth(1) {
        Some(Mode::Form(verb)) => *verb,
        _ => Verb::Losses,
    }
}

fn found<'a>(session: &Session, state: &'a State, verb: Verb) -> Vec<Called<'a>> {
    let first = default_army(session, state, verb);
    units::fitting(state, [first, first.opponent()], &session.editor.text())
}

/// The pane of the filter.
pub fn pane(session: &Session, recording: &Recording, verb: Verb) -> Pane {
    let state = recording.game().state();
    let mut pane = Pane::new("Find a unit").rows([Line::of(" / ", Role::Key)
        .then(session.editor.before(), Role::Title)
        .then("▏", Role::Title)
        .then(session.editor.after(), Role::Title)]);
    let found = found(session, state, verb);
    let only = found.len() == 1;
    for (at, called) in found.iter().take(9).enumerate() {
        let marked = only || session.mark == at + 1;
        let text = format!(
            " {} {} {}  {}",
            if marked { "▸" } else { " " },
            shape(called.unit.player),
            called.name,
            units::strength(called.unit)
        );
        let role = if marked { Role::Marked } else { Role::Plain };
        pane.rows.push(Line::of(format!(" {text}"), role).clicked(Click::Row(at + 1)));
    }
    pane.key("Enter", "take the marked one").key("↓", "mark").key("Esc Esc", "back")
}
