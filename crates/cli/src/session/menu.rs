//! What can be done at a moment: the question, and every key with what it does.

use adjutant_engine::command::Holder;
use adjutant_engine::ids::{MarkerId, ObjectiveId, UnitId};
use adjutant_engine::side::Player;

use super::input::Field;
use super::{Deed, Key, Mode, flow};

/// Letters for the things of a list; those that mean the same everywhere are left out.
const LETTERS: &str = "abcdefghiklmnoprstvwxyzABCDEFGHIKLMNOPRSTVWXYZ";

/// What a key does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act {
    /// Asks the host for something.
    Do(Deed),
    /// Opens a further question.
    Open(Mode),
    /// Goes on from one further question to the next.
    Instead(Mode),
    /// Closes it.
    Back,
    /// Passes over a step that may be left out.
    Skip(flow::Optional),
    /// Puts off a claim.
    Later(Player, ObjectiveId),
    /// Says who holds markers, not yet recorded.
    Hold(Vec<(MarkerId, Holder)>),
    /// Chooses an objective, or no longer.
    Toggle(ObjectiveId),
    /// Puts a unit in reserve, or no longer.
    Reserve(UnitId),
    /// Forgets which objectives were chosen.
    Again,
    /// Goes to or from hidden typing.
    Hide,
    /// Takes back.
    Undo,
    /// Ends the session.
    Leave,
    /// Ends the phase.
    EndPhase,
    /// Ends the turn.
    EndTurn,
}

/// One key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The key.
    pub key: Key,
    /// What it does, in words.
    pub label: String,
    /// What it does.
    pub act: Act,
    /// Whether it is one of the things to choose from, rather than a key of the last line.
    pub listed: bool,
}

/// A question and its keys.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Menu {
    /// The question.
    pub title: String,
    /// What has to be known to answer it.
    pub notes: Vec<String>,
    /// The keys.
    pub entries: Vec<Entry>,
    /// The line that is typed, where one is.
    pub field: Option<Field>,
}

impl Menu {
    /// A question without keys.
    pub fn new(title: impl Into<String>) -> Menu {
        Menu { title: title.into(), ..Menu::default() }
    }

    /// With something to know.
    #[must_use]
    pub fn note(mut self, note: impl Into<String>) -> Menu {
        self.notes.push(note.into());
        self
    }

    /// With a key of the last line.
    #[must_use]
    pub fn key(mut self, key: Key, label: impl Into<String>, act: Act) -> Menu {
        self.entries.push(Entry { key, label: label.into(), act, listed: false });
        self
    }

    /// With a thing to choose, under a key of its own.
    #[must_use]
    pub fn choice(mut self, key: Key, label: impl Into<String>, act: Act) -> Menu {
        self.entries.push(Entry { key, label: label.into(), act, listed: true });
        self
    }

    /// With things to choose by letter; letters that are keys already are passed over.
    #[must_use]
    pub fn list(mut self, things: impl IntoIterator<Item = (String, Act)>) -> Menu {
        let taken: Vec<Key> = self.entries.iter().map(|entry| entry.key).collect();
        let free = LETTERS.chars().map(Key::Char).filter(|key| !taken.contains(key));
        self.entries.extend(free.zip(things).map(|(key, (label, act))| Entry { key, label, act, listed: true }));
        self
    }

    /// With the keys that go back.
    #[must_use]
    pub fn back(self) -> Menu {
        self.key(Key::Escape, "back", Act::Back)
    }

    /// What a key does.
    pub fn act(&self, key: Key) -> Option<Act> {
        self.entries.iter().find(|entry| entry.key == key).map(|entry| entry.act.clone())
    }

    /// The keys that mean something, in words.
    pub fn accepted(&self) -> String {
        let keys: Vec<String> = self.entries.iter().map(|entry| key_name(entry.key)).collect();
        format!("the keys here are {}", keys.join(" "))
    }
}

/// How a key is called.
pub fn key_name(key: Key) -> String {
    match key {
        Key::Char(' ') => "Space".into(),
        Key::Char(c) if adjutant_engine::visible::acts(c) => "that key".into(),
        Key::Char(c) => c.to_string(),
        Key::Enter => "Enter".into(),
        Key::Escape => "Esc".into(),
        Key::Backspace => "Backspace".into(),
        Key::Back => "Left".into(),
        Key::Forward => "Right".into(),
        Key::PageBack => "PageUp".into(),
        Key::PageForward => "PageDown".into(),
    }
}
