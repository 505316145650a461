//! Secret choices of a match, from the commitment to the reveal.

use adjutant_engine::chain::Hash;
use adjutant_engine::command::{Command, MarkerTag, Reserves, Salt, Secondaries, SecretKind};
use adjutant_engine::decide::digest;
use adjutant_engine::ids::{MarkerId, MatchId, ObjectiveId};
use adjutant_engine::side::Player;

use super::host::Host;
use crate::error::CliError;
use crate::vault::{Secret, Vault};

impl Host {
    /// Binds a player to objectives: the secret is on the disk before the commitment is recorded.
    pub(super) fn commit(&mut self, player: Player, choose: Vec<ObjectiveId>) -> Result<(), CliError> {
        let open = Command::Secondaries(Secondaries { choose: choose.iter().cloned().map(Into::into).collect() });
        if self.recording.game().check(player, &open).is_err() {
            return Err(CliError::refused("these do not go together; nothing was recorded")
                .hint("choose objectives of different categories that the armies allow"));
        }
        self.bind(player, SecretKind::Secondaries, serde_json::json!({ "choose": choose }))
    }

    /// Binds a player to a Priority marker.
    pub(super) fn commit_marker(&mut self, player: Player, marker: &MarkerId) -> Result<(), CliError> {
        let value = serde_json::json!({ "marker": marker, "becomes": MarkerTag::Priority });
        self.bind(player, SecretKind::PriorityMarker, value)
    }

    /// Binds a player to the units that start off the table.
    pub(super) fn commit_reserves(&mut self, player: Player, reserves: &Reserves) -> Result<(), CliError> {
        let state = self.recording.game().state();
        if let Err(refusal) = self.recording.game().check(player, &Command::Reserves(reserves.clone())) {
            let why = super::words::named(state, &refusal.message);
            return Err(CliError::refused(why).hint(refusal.accepted));
        }
        let value = serde_json::to_value(reserves).map_err(|error| CliError::usage(error.to_string()))?;
        self.bind(player, SecretKind::Reserves, value)
    }

    /// Keeps a secret, then records the commitment to it.
    fn bind(&mut self, player: Player, what: SecretKind, value: serde_json::Value) -> Result<(), CliError> {
        let text = Vault::salt()?;
        let salt = Salt::new(&text).ok_or_else(|| CliError::usage("a salt has 32 digits"))?;
        let digest = digest(&self.bound_to()?, player, what, &salt, &value);
        let kind = serde_json::to_value(what).ok();
        let kind = kind.as_ref().and_then(|kind| kind.as_str()).unwrap_or_default().to_owned();
        let of = format!("match {}, player {player}, {kind}", self.recording.id());
        self.vault.keep(digest, &Secret { of, salt: text, value })?;
        let recorded = self.record(player.into(), Command::Commit { what, digest });
        if recorded.is_err() && !self.commits().any(|standing| standing == digest) {
            // The log was read again after the refusal: the commitment does not stand in it.
            self.vault.drop(digest)?;
        }
        recorded
    }

    /// Opens what both players are bound to.
    pub(super) fn reveal(&mut self) -> Result<(), CliError> {
        for player in Player::BOTH {
            let side = &self.recording.game().state().sides[player];
            let Some((what, bound)) = side.secrets.iter().find(|(_, secret)| !secret.revealed) else { continue };
            let (what, digest) = (*what, bound.digest);
            let (salt, value) = self.opened(player, what, digest)?.ok_or_else(|| {
                let name = super::panel::name_of(self.recording.game().state(), player);
                CliError::refused(format!("this data folder does not hold the choice of {name}"))
                    .hint("open it on the machine where it was made, or undo the commitment and choose again")
            })?;
            self.record(player.into(), Command::Reveal { what, salt, value })?;
        }
        self.sweep();
        Ok(())
    }

    /// Salt and value of a commitment: from its file, or from a reveal that was taken back, which the log still holds.
    fn opened(
        &self,
        player: Player,
        what: SecretKind,
        bound: Hash,
    ) -> Result<Option<(Salt, serde_json::Value)>, CliError> {
        let id = self.bound_to()?;
        let told = |command: &Command| match command {
            Command::Reveal { salt, value, .. } if digest(&id, player, what, salt, value) == bound => {
                Some((salt.clone(), value.clone()))
            }
            _ => None,
        };
        if let Some(found) = self.recording.records().iter().find_map(|record| told(&record.command)) {
            return Ok(Some(found));
        }
        let kept = self.vault.find(bound)?;
        Ok(kept.and_then(|secret| Some((Salt::new(&secret.salt)?, secret.value))))
    }

    /// The match that a commitment names.
    fn bound_to(&self) -> Result<MatchId, CliError> {
        let open = self.recording.game().state().open.as_ref();
        open.map(|open| open.id.clone()).ok_or_else(|| CliError::refused("the match is not open yet"))
    }

    /// The digest of every commitment of the log, those that were taken back too.
    fn commits(&self) -> impl Iterator<Item = Hash> {
        self.recording.records().iter().filter_map(|record| match &*record.command {
            Command::Commit { digest, .. } => Some(*digest),
            _ => None,
        })
    }

    /// Lets go of every secret whose commitment was taken back or opened: the log says so, so no other session needs
    /// it. A file that cannot be deleted stays; nothing depends on it.
    pub(super) fn sweep(&self) {
        let sides = &self.recording.game().state().sides;
        let awaited = |digest: Hash| {
            Player::BOTH
                .into_iter()
                .flat_map(|player| sides[player].secrets.values())
                .any(|secret| secret.digest == digest && !secret.revealed)
        };
        for digest in self.commits().filter(|digest| !awaited(*digest)) {
            let _ = self.vault.drop(digest);
        }
    }
}
