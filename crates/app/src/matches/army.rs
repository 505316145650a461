//! An army list that is taken in for a match, with what the muster rules of its pack say of it.

use std::sync::Arc;

use adjutant_engine::roster::Roster;
use adjutant_engine::side::Player;
use adjutant_engine::state::State;
use adjutant_rosters::check::{self, Report, Severity};
use adjutant_rosters::import;

use crate::packs::Known;

/// A list that was read.
pub struct Army {
    /// The list.
    pub roster: Arc<Roster>,
    /// How many of its lines were not used.
    pub unplaced: usize,
    report: Option<Report>,
}

impl Army {
    /// Reads a list for a player of a match.
    ///
    /// # Errors
    /// Why it cannot be read as a list.
    pub fn read(known: &Known, bytes: &[u8], player: Player, state: &State) -> Result<Army, String> {
        let import = import::read(bytes, player).map_err(|error| error.to_string())?;
        let report = report(known, state, &import.roster);
        Ok(Army { roster: Arc::new(import.roster), unplaced: import.unplaced.len(), report })
    }

    /// Whether the rules forbid it.
    pub fn is_illegal(&self) -> bool {
        self.report.as_ref().is_some_and(Report::is_illegal)
    }

    /// Its points, where the pack has muster rules.
    pub fn points(&self) -> Option<i32> {
        self.report.as_ref().map(|report| report.points.total)
    }

    /// What the rules have against it, in sentences.
    pub fn errors(&self) -> impl Iterator<Item = &str> {
        let findings = self.report.iter().flat_map(|report| &report.findings);
        findings.filter(|finding| finding.severity == Severity::Error).map(|finding| finding.sentence.as_str())
    }
}

/// What a check of a list for the size of a match finds.
fn report(known: &Known, state: &State, roster: &Roster) -> Option<Report> {
    let rules = known.army(state.pack.as_deref()?).ok()?;
    check::check(roster, &rules, state.open.as_ref()?.size.as_str(), None).ok()
}
