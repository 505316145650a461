//! What can be done at a moment: the question, and every key with what it does.

use adjutant_engine::command::{Command, Picked};
use adjutant_engine::ids::{MarkerId, MissionId, ObjectiveId, UnitId};
use adjutant_engine::side::By;

use crate::due::Optional;
use crate::mode::{Field, Mode};
use crate::step::Deed;
use crate::text::key::{Key, key_name};
use crate::text::line::{Line, Role, cut, padded, wrapped};
use crate::text::pane::Pane;

/// Columns that a list needs where something stands beside it.
const LIST_MIN: usize = 30;
/// Columns in which things to choose from stand.
const COLUMNS_MAX: usize = 3;
/// Letters for the things of a list.
pub const LETTERS: &str = adjutant_present::units::LETTERS;

/// What a key does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act {
    /// Asks the host for something.
    Do(Deed),
    /// Opens a further question.
    Open(Mode),
    /// Closes it.
    Back,
    /// Passes over a step that may be left out.
    Skip(Optional),
    /// Chooses an objective.
    Toggle(ObjectiveId),
    /// Picks one thing more.
    Pick(Box<Picked>),
    /// Keeps a unit off the table.
    Reserve(UnitId),
    /// Shows a mission.
    Show(MissionId),
    /// Shows what an objective pays.
    Read(ObjectiveId),
    /// Notes a marker, not yet sealed.
    Note(MarkerId),
    /// Says otherwise how the last one is kept off the table.
    Manner,
    /// Forgets what was chosen.
    Again,
    /// Chooses openly, or in secret.
    Hide,
    /// Shows a secret choice to its player, or no longer.
    Peek,
    /// Takes back.
    Undo,
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
    /// Whether it is chosen.
    pub marked: bool,
    /// The heading that it stands under, where the list has headings.
    pub under: Option<String>,
}

/// A question and its keys.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Menu {
    /// The question.
    pub title: String,
    /// What has to be known to answer it.
    pub notes: Vec<String>,
    /// Rows to look at, between the notes and the things to choose from.
    pub rows: Vec<Line>,
    /// Rows beside the things to choose from, the widest drawing first: the first that fits is shown.
    pub beside: Vec<Vec<Line>>,
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
        self.entries.push(Entry { key, label: label.into(), act, listed: false, marked: false, under: None });
        self
    }

    /// With a thing to choose, under a key of its own.
    #[must_use]
    pub fn choice(mut self, key: Key, label: impl Into<String>, act: Act) -> Menu {
        self.entries.push(Entry { key, label: label.into(), act, listed: true, marked: false, under: None });
        self
    }

    /// With things to choose by letter; letters that are keys already are passed over.
    #[must_use]
    pub fn list(mut self, things: impl IntoIterator<Item = (String, Act)>) -> Menu {
        let taken: Vec<Key> = self.entries.iter().map(|entry| entry.key).collect();
        let free = LETTERS.chars().map(Key::Char).filter(|key| !taken.contains(key));
        self.entries.extend(free.zip(things).map(|(key, (label, act))| Entry {
            key,
            label,
            act,
            listed: true,
            marked: false,
            under: None,
        }));
        self
    }

    /// With the arrows that look at one thing after the other, from the one that is looked at; the first look shows this.
    #[must_use]
    pub fn looking<T>(mut self, all: &[T], at: Option<usize>, shows: &str, act: impl Fn(&T) -> Act) -> Menu {
        let (next, before) = (at.map_or(0, |at| at + 1), at.unwrap_or(all.len()));
        for (key, to) in [(Key::Down, all.get(next)), (Key::Up, before.checked_sub(1).and_then(|at| all.get(at)))] {
            if let Some(to) = to {
                let next = if at.is_none() { shows } else { "next" };
                self = self.key(key, if key == Key::Down { next } else { "before" }, act(to));
            }
        }
        self
    }

    /// With the keys that go back.
    #[must_use]
    pub fn back(self) -> Menu {
        self.key(Key::Escape, "back", Act::Back)
    }

    /// The rows of what is to know.
    pub fn noted(&self, columns: usize) -> impl Iterator<Item = String> {
        self.notes.iter().flat_map(move |note| wrapped(note, columns.saturating_sub(3)))
    }

    /// As a pane: what is to know, the things to choose from in as many columns as they need, the line that is typed.
    pub fn pane(&self, columns: usize, room: usize) -> Pane {
        let mut pane = Pane::new(self.title.clone());
        pane.rows.extend(self.noted(columns).map(|note| Line::of(format!("  {note}"), Role::Quiet)));
        pane.rows.extend(self.rows.iter().cloned());
        let listed: Vec<&Entry> = self.entries.iter().filter(|entry| entry.listed).collect();
        let rows = room.saturating_sub(pane.rows.len()).max(1);
        let wide = |drawing: &&Vec<Line>| drawing.iter().map(Line::width).max().unwrap_or(0);
        let drawn = self.beside.iter().find(|drawing| wide(drawing) + LIST_MIN <= columns);
        let left = columns.saturating_sub(drawn.map_or(1, |drawing| wide(&drawing) + 2));
        let cells = cells(&listed);
        let in_columns = arranged(&cells, if drawn.is_some() { 1 } else { COLUMNS_MAX }, rows);
        let width = left / in_columns.len().max(1);
        let used = in_columns.iter().map(|column| column.len()).max().unwrap_or(0);
        for row in 0..used {
            let mut line = Line::plain(" ");
            for column in &in_columns {
                match column.get(row) {
                    Some(Cell::Heading(text)) => {
                        line.push(padded(text, width.saturating_sub(1)), Role::Title);
                        line.push(" ", Role::Plain);
                    }
                    Some(Cell::Entry(entry)) => {
                        line.push(" ", Role::Plain);
                        line.push(key_name(entry.key), Role::Key);
                        let mark = if entry.marked { "▸" } else { " " };
                        let label = padded(&format!("{mark}{}", entry.label), width.saturating_sub(3));
                        line.push(label, if entry.marked { Role::Marked } else { Role::Plain });
                        line.push(" ", Role::Plain);
                    }
                    None => line.push(" ".repeat(width), Role::Plain),
                }
            }
            pane.rows.push(line);
        }
        if let Some(drawing) = drawn {
            let first = pane.rows.len() - used;
            for (at, own) in drawing.iter().enumerate() {
                if first + at >= pane.rows.len() {
                    pane.rows.push(Line::default());
                }
                let mut line = std::mem::take(&mut pane.rows[first + at]).fit(left);
                line.spans.extend(own.spans.iter().cloned());
                pane.rows[first + at] = line;
            }
        }
        for entry in self.entries.iter().filter(|entry| !entry.listed) {
            if !pane.keys.iter().any(|(_, label)| *label == entry.label) {
                pane.keys.push((key_name(entry.key), cut(&entry.label, 40)));
            }
        }
        pane
    }

    /// With things to choose by letter, each with whether it is chosen.
    #[must_use]
    pub fn choices(mut self, things: impl IntoIterator<Item = (String, bool, Act)>) -> Menu {
        let (things, marks): (Vec<_>, Vec<bool>) =
            things.into_iter().map(|(label, marked, act)| ((label, act), marked)).unzip();
        let before = self.entries.len();
        self = self.list(things);
        self.entries[before..].iter_mut().zip(marks).for_each(|(entry, marked)| entry.marked = marked);
        self
    }

    /// With headings: one for each thing that was added last, which stands under it.
    #[must_use]
    pub fn under(mut self, headings: Vec<String>) -> Menu {
        let first = self.entries.len().saturating_sub(headings.len());
        self.entries[first..].iter_mut().zip(headings).for_each(|(entry, heading)| entry.under = Some(heading));
        self
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

/// A place in a list of choices.
enum Cell<'a> {
    Heading(&'a str),
    Entry(&'a Entry),
}

/// The things to choose from, with a heading before the first of each group.
fn cells<'a>(listed: &[&'a Entry]) -> Vec<Cell<'a>> {
    let mut cells = Vec::new();
    let mut before: Option<&str> = None;
    for entry in listed {
        let heading = entry.under.as_deref();
        if let Some(heading) = heading.filter(|heading| before != Some(heading)) {
            cells.push(Cell::Heading(heading));
        }
        before = heading;
        cells.push(Cell::Entry(entry));
    }
    cells
}

/// Cells in as few columns as the rows allow, as even as they can be without parting a group from its heading; where
/// that takes too many columns, one after the other.
fn arranged<'a, 'b>(cells: &'b [Cell<'a>], most: usize, rows: usize) -> Vec<&'b [Cell<'a>]> {
    let starts: Vec<usize> = (0..cells.len()).filter(|at| *at == 0 || matches!(cells[*at], Cell::Heading(_))).collect();
    let packed = |height: usize| {
        let mut columns: Vec<&'b [Cell<'a>]> = Vec::new();
        let mut first = 0;
        for (group, start) in starts.iter().enumerate() {
            let end = starts.get(group + 1).copied().unwrap_or(cells.len());
            if end - first > height && *start > first {
                columns.push(&cells[first..*start]);
                first = *start;
            }
        }
        columns.push(&cells[first..]);
        columns
    };
    let fits = |columns: &Vec<&'b [Cell<'a>]>, beside: usize, height: usize| {
        columns.len() <= beside && columns.iter().all(|column| column.len() <= height)
    };
    for beside in 1..=most {
        let even = cells.len().div_ceil(beside).max(1);
        if let Some(columns) = (even..=rows).map(|height| (packed(height), height)).find(|(c, h)| fits(c, beside, *h)) {
            return columns.0;
        }
    }
    let beside = cells.len().div_ceil(rows).clamp(1, most);
    cells.chunks(cells.len().div_ceil(beside).max(1)).collect()
}

/// Records a command.
pub fn one(by: impl Into<By>, command: Command) -> Act {
    Act::Do(Deed::Record(vec![(by.into(), command)]))
}
