//! A line of text that is typed, with the keys that shells have.

use crate::text::key::Key;

/// The longest line that is taken, in characters.
const LENGTH_MAX: usize = 4000;
/// Lines that are remembered.
const HISTORY_MAX: usize = 200;

/// A line with a cursor, and the lines before it.
#[derive(Clone, Debug, Default)]
pub struct Editor {
    text: Vec<char>,
    cursor: usize,
    killed: Vec<char>,
    history: Vec<String>,
    /// Which line of the history is shown; none, the new one.
    at: Option<usize>,
}

impl Editor {
    /// What is typed.
    pub fn text(&self) -> String {
        self.text.iter().collect()
    }

    /// What stands before the cursor.
    pub fn before(&self) -> String {
        self.text[..self.cursor].iter().collect()
    }

    /// What stands behind the cursor.
    pub fn after(&self) -> String {
        self.text[self.cursor..].iter().collect()
    }

    /// Whether nothing is typed.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Forgets what is typed; the history stays.
    pub fn clear(&mut self) {
        self.text.clear();
        (self.cursor, self.at) = (0, None);
    }

    /// Puts a text in place of what is typed, the cursor behind it.
    pub fn set(&mut self, text: &str) {
        self.text = text.chars().take(LENGTH_MAX).collect();
        self.cursor = self.text.len();
    }

    /// Remembers a line.
    pub fn remember(&mut self, line: &str) {
        if !line.trim().is_empty() && self.history.last().is_none_or(|last| last != line) {
            self.history.push(line.to_owned());
            if self.history.len() > HISTORY_MAX {
                self.history.remove(0);
            }
        }
    }

    /// Inserts a character at the cursor; characters that act on a terminal are left out.
    pub fn insert(&mut self, character: char) {
        if !adjutant_engine::visible::acts(character) && self.text.len() < LENGTH_MAX {
            self.text.insert(self.cursor, character);
            self.cursor += 1;
        }
    }

    /// Inserts a pasted text: a new line becomes ` ; `.
    pub fn paste(&mut self, text: &str) {
        let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        lines.join(" ; ").chars().for_each(|character| self.insert(character));
    }

    /// Deletes the character before the cursor.
    pub fn backspace(&mut self) {
        if self.cursor > 0 {
            self.cursor -= 1;
            self.text.remove(self.cursor);
        }
    }

    /// Deletes the character under the cursor.
    pub fn delete(&mut self) {
        if self.cursor < self.text.len() {
            self.text.remove(self.cursor);
        }
    }

    /// Moves the cursor to the left, or to the right.
    pub fn go(&mut self, right: bool) {
        self.cursor = if right { (self.cursor + 1).min(self.text.len()) } else { self.cursor.saturating_sub(1) };
    }

    /// Moves the cursor to the beginning, or to the end.
    pub fn go_far(&mut self, right: bool) {
        self.cursor = if right { self.text.len() } else { 0 };
    }

    /// The line of the history before, or after, the one shown.
    pub fn recall(&mut self, newer: bool) {
        let next = match (self.at, newer) {
            (None, true) => return,
            (None, false) => self.history.len().checked_sub(1),
            (Some(at), false) => Some(at.saturating_sub(1)),
            (Some(at), true) => Some(at + 1).filter(|at| *at < self.history.len()),
        };
        let line = next.and_then(|at| self.history.get(at)).cloned().unwrap_or_default();
        self.set(&line);
        self.at = next;
    }

    /// A key with Ctrl, as shells take it. Others do nothing.
    pub fn control(&mut self, letter: char) {
        match letter {
            'a' => self.go_far(false),
            'e' => self.go_far(true),
            'b' => self.go(false),
            'f' => self.go(true),
            'd' => self.delete(),
            'h' => self.backspace(),
            'p' => self.recall(false),
            'n' => self.recall(true),
            'k' => self.killed = self.text.split_off(self.cursor),
            'u' => {
                self.killed = self.text.drain(..self.cursor).collect();
                self.cursor = 0;
            }
            'w' => {
                let blank = |at: &usize| self.text[*at].is_whitespace();
                let end = (0..self.cursor).rev().find(|at| !blank(at)).map_or(0, |at| at + 1);
                let start = (0..end).rev().find(blank).map_or(0, |at| at + 1);
                self.killed = self.text.drain(start..self.cursor).collect();
                self.cursor = start;
            }
            'y' => self.killed.clone().into_iter().for_each(|character| self.insert(character)),
            _ => {}
        }
    }
}

/// A key that edits; whether it was one.
pub fn edit(editor: &mut Editor, key: Key) -> bool {
    match key {
        Key::Char(character) => editor.insert(character),
        Key::Control(letter) => editor.control(letter),
        Key::Backspace => editor.backspace(),
        Key::Delete => editor.delete(),
        Key::Left => editor.go(false),
        Key::Right => editor.go(true),
        Key::Home => editor.go_far(false),
        Key::End => editor.go_far(true),
        _ => return false,
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_keys_edit_and_type_nothing() {
        let mut editor = Editor::default();
        editor.set("kill retributors 3");
        editor.control('w');
        assert_eq!(editor.text(), "kill retributors ");
        editor.control('w');
        assert_eq!(editor.text(), "kill ");
        editor.control('y');
        assert_eq!(editor.text(), "kill retributors ");
        editor.control('a');
        editor.control('k');
        editor.control('l');
        assert_eq!(editor.text(), "");
        editor.control('y');
        editor.control('u');
        assert_eq!((editor.text().as_str(), editor.before().as_str()), ("", ""));
    }

    #[test]
    fn a_paste_is_one_line_and_the_history_comes_back() {
        let mut editor = Editor::default();
        editor.paste("kill b13\nend turn\n");
        assert_eq!(editor.text(), "kill b13 ; end turn");
        editor.remember("hold m1");
        editor.remember("hold m2");
        editor.clear();
        for (newer, line) in [(false, "hold m2"), (false, "hold m1"), (false, "hold m1"), (true, "hold m2"), (true, "")]
        {
            editor.recall(newer);
            assert_eq!(editor.text(), line);
        }
    }
}
