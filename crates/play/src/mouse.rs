//! The mouse: a click is the key of what is clicked, the wheel goes through what is shown. Nothing needs it.

use crate::host::desk::Host;
use crate::mode::Mode;
use crate::text::key::Key;
use crate::text::line::{Click, Line, Role, width};
use crate::view;

impl Host {
    /// A click on a cell, counted from 0, of a screen with these columns and rows.
    pub fn click(&mut self, (column, row): (usize, usize), (columns, rows): (usize, usize)) {
        let frame = view::frame(&self.scene(), columns, rows);
        let Some(line) = frame.get(row) else { return };
        let key = match line.click {
            Some(Click::Markers) => self.marker_at(line, column),
            Some(Click::Record(seq)) if self.session().mode() == Some(&Mode::Look(seq)) => Some(Key::Enter),
            Some(Click::Record(seq)) => {
                self.session_mut().look_at(seq);
                None
            }
            Some(Click::Row(at)) if self.session().mark == at => Some(Key::Enter),
            Some(Click::Row(at)) => {
                self.session_mut().mark = at;
                None
            }
            None => key_at(line, column),
        };
        let typed = self.session().types(self.recording());
        if let Some(key) = key.filter(|key| !typed || !matches!(key, Key::Char(_))) {
            self.press(key);
        }
    }

    /// A turn of the wheel.
    pub fn wheel(&mut self, up: bool) {
        let goes_through = matches!(
            self.session().mode(),
            None | Some(Mode::Look(_) | Mode::Read(..) | Mode::Filter | Mode::Questions | Mode::Form(_) | Mode::Sheet)
        );
        if goes_through {
            self.press(if up { Key::Up } else { Key::Down });
        }
    }

    /// The digit of the marker that is clicked, where digits mean markers.
    fn marker_at(&self, line: &Line, column: usize) -> Option<Key> {
        let state = self.recording().game().state();
        let mut from = 0;
        let before = line.spans.iter().take_while(|(text, _)| {
            let starts = from;
            from += width(text);
            starts <= column
        });
        let is = |text: &String| state.lying_markers().find(|(_, marker)| marker.id.as_str() == text);
        let (_, marker) = before.filter_map(|(text, _)| is(text)).last()?;
        let digit = marker.id.as_str().chars().find(char::is_ascii_digit)?;
        matches!(self.session().mode(), None | Some(Mode::Guard)).then_some(Key::Char(digit))
    }
}

/// The key that stands before what is clicked.
fn key_at(line: &Line, column: usize) -> Option<Key> {
    let (mut from, mut key) = (0, None);
    for (text, role) in &line.spans {
        if from > column {
            break;
        }
        from += width(text);
        if text.starts_with('│') {
            key = None;
        } else if *role == Role::Key {
            key = named(text.trim());
        }
    }
    key
}

/// The key of a name on the screen; none where it names several.
fn named(text: &str) -> Option<Key> {
    let mut characters = text.chars();
    Some(match (text, characters.next(), characters.next()) {
        ("Enter", ..) => Key::Enter,
        ("Esc" | "Esc Esc", ..) => Key::Escape,
        ("Tab", ..) => Key::Tab,
        ("Space", ..) => Key::Char(' '),
        ("↑", ..) => Key::Up,
        ("↓", ..) => Key::Down,
        (_, Some(only), None) => Key::Char(only),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_click_is_the_key_before_it() {
        let line = Line::plain(" ")
            .then("Enter", Role::Key)
            .then(" record  ", Role::Plain)
            .then("a-z", Role::Key)
            .then(" unit  ", Role::Plain)
            .then("x", Role::Key)
            .then(" drop  ", Role::Plain)
            .then("│ ", Role::Quiet)
            .then("M", Role::Key);
        let keys: Vec<Option<Key>> = [0, 1, 8, 16, 20, 24, 26, 33, 34, 40].map(|column| key_at(&line, column)).into();
        let x = Some(Key::Char('x'));
        assert_eq!(
            keys,
            [None, Some(Key::Enter), Some(Key::Enter), None, None, None, x, None, None, Some(Key::Char('M'))]
        );
    }
}
