//! Army lists that are read at the screen.

use std::path::Path;
use std::sync::Arc;

use adjutant_engine::command::Command;
use adjutant_engine::roster::Roster;
use adjutant_engine::side::Player;
use adjutant_present::names::name_of;
use adjutant_present::say;
use adjutant_rosters::check::{self, Report, Severity};
use adjutant_rosters::import;

use crate::counts::count;
use crate::error::CliError;
use crate::session::host::Host;
use crate::session::mode::{Mode, Unlawful};
use crate::{files, rules};

impl Host {
    /// Takes an army list in from a file where it is legal; asks where it is not.
    pub(crate) fn read_roster(&mut self, player: Player, path: &str) -> Result<(), CliError> {
        let path = Path::new(path);
        let import = import::read(&files::read_log(path)?, player)
            .map_err(|error| CliError::refused(format!("{}: {error}", path.display())))?;
        if !import.unplaced.is_empty() {
            let unplaced = count(import.unplaced.len(), "line was", "lines were");
            self.remark(format!("{unplaced} not used (`adjutant roster import` lists them)."));
        }
        let report = self.checked(&import);
        let roster = Arc::new(import.roster);
        if let Some(report) = report.as_ref().filter(|report| report.is_illegal()) {
            let unlawful = self.unlawful(player, &roster, report);
            self.session_mut().open(Mode::Unlawful(Box::new(unlawful)));
            return Ok(());
        }
        self.record(player.into(), Command::Roster { player, roster })?;
        if let Some(report) = report {
            let name = name_of(self.recording().game().state(), player);
            self.remark(format!("{name}'s list is legal, as far as it states: {} points.", report.points.total));
        }
        let session = self.session_mut();
        session.modes.clear();
        session.editor.clear();
        Ok(())
    }

    /// What is to be known of a list before it is played all the same.
    fn unlawful(&self, player: Player, roster: &Arc<Roster>, report: &Report) -> Unlawful {
        let state = self.recording().game().state();
        let command = Command::Roster { player, roster: Arc::clone(roster) };
        let errors = report.findings.iter().filter(|finding| finding.severity == Severity::Error);
        let why = errors.map(|finding| format!("✗ {}", finding.sentence));
        let says = std::iter::once(say::command::sentence(state, player.into(), &command)).chain(why).collect();
        Unlawful { player, name: name_of(state, player), roster: Arc::clone(roster), says }
    }

    /// What a check of a list for the size of this match finds.
    fn checked(&self, import: &import::Import) -> Option<Report> {
        let open = self.recording().game().state().open.as_ref()?;
        let rules = rules::army(self.recording().game().state().pack.as_deref()?).ok()?;
        check::check(&import.roster, &rules, open.size.as_str(), None).ok()
    }
}
