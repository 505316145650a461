//! Where a line of words stops making sense.

use std::ops::Range;

use adjutant_engine::visible::visible;

/// What would be accepted in place of a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expected {
    /// What it has to be.
    This(String),
    /// A question after what was meant.
    Guess(String),
}

impl Expected {
    /// The words.
    pub fn as_str(&self) -> &str {
        match self {
            Expected::This(text) | Expected::Guess(text) => text,
        }
    }
}

impl From<&str> for Expected {
    fn from(text: &str) -> Expected {
        Expected::This(text.to_owned())
    }
}

impl From<String> for Expected {
    fn from(text: String) -> Expected {
        Expected::This(text)
    }
}

/// A word that was not understood.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Fault {
    /// The line as typed.
    pub line: String,
    /// First byte of the word.
    pub start: usize,
    /// The byte behind the word.
    pub end: usize,
    /// What is wrong with it.
    pub message: String,
    /// What would be accepted there.
    pub expected: Expected,
    form: Option<Box<(&'static str, String)>>,
    missing: bool,
}

impl Fault {
    /// A fault at some bytes of a line.
    pub fn new(line: &str, at: Range<usize>, message: impl Into<String>, expected: impl Into<Expected>) -> Fault {
        let (message, expected) = (message.into(), expected.into());
        Fault { line: line.to_owned(), start: at.start, end: at.end, message, expected, form: None, missing: false }
    }

    /// A line that ends before this was said.
    pub fn missing(line: &str, what: impl Into<String>) -> Fault {
        let (end, what) = (line.trim_end().len(), what.into());
        let message = format!("the line ends too early, missing: {what}");
        Fault { missing: true, ..Fault::new(line, end..end, message, what) }
    }

    /// The same fault, naming the form that the line should have, and a whole line of it.
    #[must_use]
    pub fn with_form(mut self, form: &'static str, example: String) -> Fault {
        self.form.get_or_insert_with(|| Box::new((form, example)));
        self
    }

    /// What to type instead: what would be accepted there, and the form of the line.
    pub fn hint(&self) -> String {
        let form = self.form.as_ref().map(|form| form.0);
        let hint = match (&self.form, self.missing) {
            (Some(form), true) => format!("type a line such as `{}`", form.1),
            (None, true) => "type the rest of it".to_owned(),
            (_, false) => match &self.expected {
                Expected::This(what) => format!("expected: {what}"),
                Expected::Guess(question) => question.clone(),
            },
        };
        match (form, &self.expected) {
            (Some(form), Expected::Guess(_)) => format!("{hint} The form is `{form}`"),
            (Some(form), Expected::This(_)) => format!("{hint}; the form is `{form}`"),
            (None, _) => hint,
        }
    }

    /// The line, and marks under the word; of a long line what is around the word.
    pub fn pointed(&self) -> [String; 2] {
        let part = |range: Range<usize>| self.line.get(range).unwrap_or_default();
        let (start, end) = (self.start.min(self.line.len()), self.end.min(self.line.len()));
        let before = shortened(part(0..start), BEFORE, true);
        let word = shortened(part(start..end), AFTER, false);
        let after = shortened(part(end..self.line.len()), AFTER, false);
        let marks = "^".repeat(word.chars().count().max(1));
        [format!("{before}{word}{after}"), format!("{}{marks}", " ".repeat(before.chars().count()))]
    }
}

/// Columns that are shown before the word.
const BEFORE: usize = 80;
/// Columns that are shown of the word, and behind it.
const AFTER: usize = 60;

/// So many characters of one end of a text.
fn shortened(text: &str, most: usize, end: bool) -> String {
    let shown = visible(text);
    let count = shown.chars().count();
    match (count <= most, end) {
        (true, _) => shown.into_owned(),
        (false, true) => std::iter::once('…').chain(shown.chars().skip(count + 1 - most)).collect(),
        (false, false) => shown.chars().take(most - 1).chain(['…']).collect(),
    }
}
