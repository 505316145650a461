//! The lower part of the screen: a title, rows, and the keys that work now.

use crate::text::line::{Line, Role};

/// What a mode asks or shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pane {
    /// The title of its rule.
    pub title: String,
    /// Its rows.
    pub rows: Vec<Line>,
    /// Keys with what they do, the most important first.
    pub keys: Vec<(String, String)>,
    /// Whether it takes the whole screen.
    pub whole: bool,
    /// So many of its rows, the first ones, have to be seen before `>` counts.
    pub must: usize,
    /// Whether something was left out for want of room.
    pub short: bool,
}

impl Pane {
    /// A pane without rows.
    pub fn new(title: impl Into<String>) -> Pane {
        Pane { title: title.into(), ..Pane::default() }
    }

    /// With a row of ordinary text.
    #[must_use]
    pub fn row(mut self, text: impl Into<String>) -> Pane {
        self.rows.push(Line::plain(format!(" {}", text.into())));
        self
    }

    /// With a row of one role.
    #[must_use]
    pub fn told(mut self, text: impl Into<String>, role: Role) -> Pane {
        self.rows.push(Line::of(format!(" {}", text.into()), role));
        self
    }

    /// With rows.
    #[must_use]
    pub fn rows(mut self, rows: impl IntoIterator<Item = Line>) -> Pane {
        self.rows.extend(rows);
        self
    }

    /// With a key.
    #[must_use]
    pub fn key(mut self, key: impl Into<String>, does: impl Into<String>) -> Pane {
        self.keys.push((key.into(), does.into()));
        self
    }
}
