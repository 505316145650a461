//! Army lists that are read at the screen.

use std::path::Path;
use std::sync::Arc;

use adjutant_app::files;
use adjutant_app::matches::army::Army;
use adjutant_core::counts::count;
use adjutant_engine::command::{Command, Reading};
use adjutant_engine::roster::Roster;
use adjutant_engine::side::Player;
use adjutant_present::names::name_of;
use adjutant_present::say::command::{legal_list, sentence};

use crate::error::Error;
use crate::host::desk::Host;
use crate::mode::{Mode, Unlawful};
use crate::modes::agreed;
use crate::past;
use crate::step::Deed;

impl Host {
    /// Takes an army list in from a file where it is legal; asks where it is not.
    pub(crate) fn read_roster(&mut self, player: Player, path: &str) -> Result<(), Error> {
        let path = Path::new(path);
        let bytes = files::read_log(path)?;
        let army = Army::read(self.recording().known(), &bytes, player, self.recording().game().state())
            .map_err(|why| Error::refused(format!("{}: {why}", path.display())))?;
        if army.unplaced > 0 {
            let unplaced = count(army.unplaced, "line of the file was", "lines of the file were");
            self.remark(format!("{unplaced} not needed."));
        }
        let roster = Arc::clone(&army.roster);
        if let Some(seq) = self.rostered(player) {
            return self.another_roster(seq, player, roster);
        }
        if army.is_illegal() {
            let unlawful = self.unlawful(player, &army);
            self.session_mut().open(Mode::Unlawful(Box::new(unlawful)));
            return Ok(());
        }
        self.record(player.into(), Command::Roster { player, roster })?;
        if let Some(points) = army.points() {
            let name = name_of(self.recording().game().state(), player);
            self.remark(legal_list(&name, points));
        }
        let session = self.session_mut();
        session.modes.clear();
        session.editor.clear();
        Ok(())
    }

    /// The record that brought the list of a player.
    fn rostered(&self, player: Player) -> Option<u64> {
        let brought = |command: &Command| matches!(command, Command::Roster { player: own, .. } if *own == player);
        self.recording().standing().find(|record| brought(&record.command)).map(|record| record.seq)
    }

    /// Lets the record of a list bring another one, in the word of whoever may say so.
    fn another_roster(&mut self, seq: u64, player: Player, roster: Arc<Roster>) -> Result<(), Error> {
        let command = Command::Roster { player, roster };
        let amends = past::amends(self.recording(), seq, vec![Reading { by: player.into(), command, under: None }]);
        self.session.back();
        if agreed::ask(&mut self.session, self.recorder.recording(), Deed::Say(amends.clone()), &amends)? {
            return Ok(());
        }
        self.record_all(amends)
    }

    /// What is to be known of a list before it is played all the same.
    fn unlawful(&self, player: Player, army: &Army) -> Unlawful {
        let state = self.recording().game().state();
        let roster = Arc::clone(&army.roster);
        let command = Command::Roster { player, roster: Arc::clone(&roster) };
        let why = army.errors().map(|sentence| format!("✗ {sentence}"));
        let says = std::iter::once(sentence(state, player.into(), &command)).chain(why).collect();
        Unlawful { player, name: name_of(state, player), roster, says }
    }
}
