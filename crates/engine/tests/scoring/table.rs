//! A table at which records are said, and how the engine answers.

use adjutant_engine::fold::Match;
use adjutant_engine::law::Packs;
use adjutant_engine::record::{BareRecord, read_bare};
use adjutant_engine::refusal::Refusal;
use adjutant_engine::view::View;

/// A match in the making.
#[derive(Clone)]
pub struct Table {
    pub game: Match,
    /// What was refused, and how.
    pub refused: Vec<(BareRecord, Refusal)>,
}

/// Reads one bare record.
pub fn read(line: &str) -> BareRecord {
    read_bare(line.as_bytes()).unwrap_or_else(|e| panic!("{e}: {line}")).unwrap_or_else(|| panic!("no record: {line}"))
}

impl Table {
    /// A table before its first record.
    pub fn new(packs: Packs) -> Table {
        Table { game: Match::new(packs), refused: Vec::new() }
    }

    /// Says one bare record.
    pub fn say(&mut self, line: &str) -> Result<(), Refusal> {
        let record = read(line);
        self.game.record(record.said(), &record.command).inspect_err(|refusal| {
            self.refused.push((record.clone(), refusal.clone()));
        })
    }

    /// Says a record that has to be taken.
    pub fn must(&mut self, line: &str) {
        if let Err(refusal) = self.say(line) {
            panic!("{refusal}; accepted: {}\n{line}", refusal.accepted);
        }
    }

    /// Says a command of a player (or `both`, `judge`) that has to be taken.
    pub fn by(&mut self, by: &str, command: &str) {
        self.must(&format!(r#"{{"by":"{by}","do":{command}}}"#));
    }

    /// Code of the refusal of a command.
    pub fn refused(&mut self, by: &str, command: &str) -> &'static str {
        match self.say(&format!(r#"{{"by":"{by}","do":{command}}}"#)) {
            Ok(()) => "taken",
            Err(refusal) => refusal.code.as_str(),
        }
    }

    /// The match as others see it.
    pub fn view(&self) -> View {
        self.game.view()
    }
}

/// The view as bytes.
pub fn bytes(view: &View) -> String {
    serde_json::to_string(view).expect("a view is JSON")
}
