//! The book of sentences: every refusal, happening, reason of an award, question, record and finding in words, each place
//! once, with the first example that playing finds. `ADJUTANT_BLESS=1` writes `tests/snapshots/sentences/` anew.

mod corpus;
mod findings;
pub mod hall;
mod page;
mod provoke;
mod refusals;
mod told;

use std::cell::RefCell;
use std::ffi::OsString;
use std::io::Write;
use std::rc::Rc;

// What the book needs of the program beside its arguments.
use adjutant::error::CliError;
use adjutant::output::Streams;
use adjutant_app::error::{Error, Origin};
use adjutant_engine::refusal::Refusal;
use adjutant_engine::state::{OpenNeed, State};
use adjutant_play::asked as questions;
use tempfile::TempDir;

/// What the program prints where a record is refused.
fn on_the_terminal(place: &str, words: &str, refusal: Refusal) -> String {
    shown(Error::refused(Origin::Entered, place, words, refusal))
}

/// An error as the program prints it.
fn shown(error: Error) -> String {
    let error = CliError::from(error);
    let details: String = error.details.iter().map(|line| format!("  {line}\n")).collect();
    let hint = error.hint.map_or_else(String::new, |hint| format!("  hint: {hint}\n"));
    format!("error: {}\n{details}{hint}", error.message)
}

/// What the table screen asks, and the numbers that answer it.
fn asked_at_the_table(state: &State, need: &OpenNeed) -> String {
    let lines = questions::asks(state, need, 120);
    let lines: String = lines.iter().map(|line| format!("  {}\n", line.text().trim())).collect();
    format!("{lines}  {} VP\n", questions::values(state, need))
}

/// The program in this process, with a data folder of its own.
struct Program {
    folder: TempDir,
}

/// One stream of a run.
#[derive(Clone, Default)]
struct Heard(Rc<RefCell<Vec<u8>>>);

impl Write for Heard {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Heard {
    fn text(&self) -> String {
        String::from_utf8(self.0.borrow().clone()).expect("UTF-8")
    }
}

/// What a run said.
#[derive(Debug)]
struct Said {
    out: String,
    err: String,
}

impl Program {
    fn new() -> Program {
        Program { folder: TempDir::new().expect("a temporary folder") }
    }

    fn write(&self, name: &str, text: &str) -> String {
        let path = self.folder.path().join(name);
        std::fs::write(&path, text).expect("a test file");
        path.to_str().expect("UTF-8").to_owned()
    }

    fn run(&self, words: &[&str]) -> Said {
        let (out, err) = (Heard::default(), Heard::default());
        let data = self.folder.path().join("data");
        let words = ["adjutant", "--data", data.to_str().expect("UTF-8")].into_iter().chain(words.iter().copied());
        adjutant::run_on(words.map(OsString::from), Streams::to(out.clone(), err.clone()));
        // Every machine has another folder.
        let masked = |text: String| text.replace(&format!("{}/", self.folder.path().display()), "");
        Said { out: masked(out.text()), err: masked(err.text()) }
    }
}
