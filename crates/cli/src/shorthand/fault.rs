//! Where a line of words stops making sense.

use std::ops::Range;

use crate::error::CliError;

/// A word that was not understood.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    pub expected: String,
    form: Option<&'static str>,
}

impl Fault {
    /// A fault at some bytes of a line.
    pub fn new(line: &str, at: Range<usize>, message: impl Into<String>, expected: impl Into<String>) -> Fault {
        let (message, expected) = (message.into(), expected.into());
        Fault { line: line.to_owned(), start: at.start, end: at.end, message, expected, form: None }
    }

    /// The same fault, naming the form that the line should have.
    #[must_use]
    pub fn with_form(mut self, form: &'static str) -> Fault {
        self.form.get_or_insert(form);
        self
    }

    /// The line with marks under the word.
    pub fn pointed(&self) -> String {
        let line: String = self.line.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let characters = |range: Range<usize>| self.line.get(range).map_or(0, |text| text.chars().count());
        let before = characters(0..self.start.min(self.line.len()));
        let under = characters(self.start.min(self.line.len())..self.end.min(self.line.len())).max(1);
        format!("{line}\n{}{}", " ".repeat(before), "^".repeat(under))
    }
}

impl From<Fault> for CliError {
    fn from(fault: Fault) -> CliError {
        let form = fault.form.map_or_else(String::new, |form| format!("; the form is `{form}`"));
        CliError::usage(format!("{}\n{}", fault.message, fault.pointed()))
            .hint(format!("expected: {}{form}", fault.expected))
    }
}
