//! Army lists that are read at the screen.

use std::path::Path;
use std::sync::Arc;

use adjutant_engine::command::Command;
use adjutant_engine::side::Player;
use adjutant_rosters::check::{self, Report, Severity};
use adjutant_rosters::import;

use super::Message;
use super::host::Host;
use crate::error::CliError;
use crate::{files, rules};

impl Host {
    /// Takes an army list in from a file, and says whether it is legal.
    pub(super) fn read_roster(&mut self, player: Player, path: &str) -> Result<(), CliError> {
        let path = Path::new(path);
        let import = import::read(&files::read_log(path)?, player)
            .map_err(|error| CliError::refused(format!("{}: {error}", path.display())))?;
        let unplaced = import.unplaced.len();
        let report = self.checked(&import);
        self.record(player.into(), Command::Roster { player, roster: Arc::new(import.roster) })?;
        if unplaced > 0 {
            self.remark(format!("{unplaced} lines were not used (`adjutant roster import` lists them)."));
        }
        self.tell_legality(player, report);
        let session = self.session_mut();
        session.modes.clear();
        session.editor.clear();
        Ok(())
    }

    /// Says whether a list is legal for the size of this match.
    fn tell_legality(&mut self, player: Player, report: Option<Report>) {
        let Some(report) = report else { return };
        let name = super::panel::name_of(self.recording().game().state(), player);
        if !report.is_illegal() {
            return self
                .remark(format!("{name}'s list is legal, as far as it states: {} points.", report.points.total));
        }
        let errors = report.findings.iter().filter(|finding| finding.severity == Severity::Error);
        let why: Vec<&str> = errors.map(|finding| finding.sentence.as_str()).collect();
        let what = format!("{name}'s list is not legal: {}", why.join("; "));
        self.session_mut()
            .say(Message::Refused(what, Some("it is recorded; go on if both agree, or u takes it back".into())));
    }

    /// What a check of a list for the size of this match finds.
    fn checked(&self, import: &import::Import) -> Option<Report> {
        let open = self.recording().game().state().open.as_ref()?;
        let rules = rules::army(self.recording().game().state().pack.as_deref()?).ok()?;
        check::check(&import.roster, &rules, open.size.as_str(), None).ok()
    }
}
