//! Secret choices of a match, from the commitment to the reveal.

use adjutant_app::matches::hidden::{self, Choice};
use adjutant_app::secrets::Vault;
use adjutant_engine::command::{Command, Reserves, Salt, Secondaries, SecretKind};
use adjutant_engine::ids::{MarkerId, MatchId, ObjectiveId};
use adjutant_engine::side::Player;
use adjutant_present::names::{self, name_of};

use crate::error::Error;
use crate::host::desk::Host;

impl Host {
    /// Binds a player to objectives: the secret is on the disk before the commitment is recorded.
    pub(crate) fn commit(&mut self, player: Player, choose: Vec<ObjectiveId>) -> Result<(), Error> {
        let choose_these = choose.iter().cloned().map(Into::into).collect();
        let open = Command::Secondaries(Secondaries { choose: choose_these, mode: None });
        if self.recording().game().check(player, &open).is_err() {
            return Err(Error::refused("these do not go together; nothing was recorded")
                .hint("choose objectives of different categories that the armies allow"));
        }
        self.bind(player, SecretKind::Secondaries, serde_json::json!({ "choose": choose }))
    }

    /// Binds a player to a Priority marker.
    pub(crate) fn commit_marker(&mut self, player: Player, marker: &MarkerId) -> Result<(), Error> {
        let value = serde_json::json!({ "marker": marker, "becomes": adjutant_engine::command::MarkerTag::Priority });
        self.bind(player, SecretKind::PriorityMarker, value)
    }

    /// Binds a player to the units that start off the table.
    pub(crate) fn commit_reserves(&mut self, player: Player, reserves: &Reserves) -> Result<(), Error> {
        let state = self.recording().game().state();
        if let Err(refusal) = self.recording().game().check(player, &Command::Reserves(reserves.clone())) {
            let why = names::said(state, &refusal.message);
            return Err(Error::refused(why).hint(names::said(state, &refusal.accepted)));
        }
        let value = serde_json::to_value(reserves).map_err(|error| Error::usage(error.to_string()))?;
        self.bind(player, SecretKind::Reserves, value)
    }

    /// Keeps a secret, then records the commitment to it.
    fn bind(&mut self, player: Player, what: SecretKind, value: serde_json::Value) -> Result<(), Error> {
        let salt = Salt::new(&Vault::salt()?).ok_or_else(|| Error::usage("a salt has 32 digits"))?;
        let choice = Choice { player, what, value, salt };
        let id = self.bound_to()?;
        let commit = hidden::keep(&self.vault, self.recorder.recording(), &id, &choice)?;
        let recorded = self.record(player.into(), commit);
        if recorded.is_err() {
            // The log was read again after the refusal: where the commitment does not stand in it, the secret goes.
            hidden::forget(&self.vault, self.recorder.recording(), &id, &choice);
        }
        recorded
    }

    /// Opens what both players are bound to.
    pub(crate) fn reveal(&mut self) -> Result<(), Error> {
        let sides = &self.recording().game().state().sides;
        let waits = |player: &Player| sides[*player].secrets.values().any(|secret| !secret.revealed);
        let waiting = Player::BOTH.into_iter().find(waits);
        let records = hidden::opening(&self.vault, self.recorder.recording())?;
        let some = |records: Vec<_>| if records.is_empty() { Err(waiting) } else { Ok(records) };
        let records = records.map_err(Some).and_then(some).map_err(|player| {
            let player = player.unwrap_or(Player::One);
            let name = name_of(self.recording().game().state(), player);
            Error::refused(format!("this data folder does not hold the choice of {name}"))
                .hint("open it on the machine where it was made, or choose anew (n)")
        })?;
        records.into_iter().try_for_each(|(by, command)| self.record(by, command))?;
        self.sweep();
        Ok(())
    }

    /// The match that a commitment names.
    fn bound_to(&self) -> Result<MatchId, Error> {
        hidden::bound_to(self.recorder.recording()).ok_or_else(|| Error::refused("the match is not open yet"))
    }

    /// Lets go of every secret whose commitment was taken back or opened.
    pub(crate) fn sweep(&self) {
        hidden::sweep(&self.vault, self.recorder.recording());
    }
}
