//! Secret choices of a match, from the commitment to the moment at which both are opened.
//!
//! The order is fixed: [`keep`] returns when the secret is on the disk, then its commitment is recorded. Nobody opens
//! anything before both players are bound; [`opening`] then makes the records that open what is bound. [`sweep`] lets
//! the files go that the log needs no longer.

use adjutant_engine::chain::Hash;
use adjutant_engine::command::{Command, MarkerChange, MarkerTag, Salt, SecretKind};
use adjutant_engine::decide::digest;
use adjutant_engine::fold::Match;
use adjutant_engine::ids::{MarkerId, MatchId};
use adjutant_engine::rules::MissionRule;
use adjutant_engine::side::{By, Player};
use serde_json::Value;

use super::Recording;
use crate::error::Error;
use crate::secrets::{Secret, Vault};

/// A choice that waits to be bound: what is chosen, by whom, and the salt that hides it.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// Whose it is.
    pub player: Player,
    /// What is chosen.
    pub what: SecretKind,
    /// The payload of the open command of the same name.
    pub value: Value,
    /// Hides it: drawn from the system's random source.
    pub salt: Salt,
}

impl Choice {
    /// The choice that an open command states. `None` for a command that nobody chooses in secret.
    pub fn of(player: Player, open: &Command, salt: Salt) -> Option<Choice> {
        let (what, value) = match open {
            Command::Secondaries(chosen) => (SecretKind::Secondaries, serde_json::to_value(chosen).ok()?),
            Command::Reserves(reserves) => (SecretKind::Reserves, serde_json::to_value(reserves).ok()?),
            Command::Marker(change) if change.becomes == Some(MarkerTag::Priority) => {
                (SecretKind::PriorityMarker, serde_json::to_value(change).ok()?)
            }
            _ => return None,
        };
        Some(Choice { player, what, value, salt })
    }

    /// What binds the player in a match.
    pub fn digest(&self, id: &MatchId) -> Hash {
        digest(id, self.player, self.what, &self.salt, &self.value)
    }
}

/// Keeps a choice and returns the commitment that is to be recorded. When this returns, the secret is on the disk.
///
/// # Errors
/// A folder or file that cannot be written.
pub fn keep(vault: &Vault, recording: &Recording, id: &MatchId, choice: &Choice) -> Result<Command, Error> {
    let Choice { player, what, value, salt } = choice;
    let digest = choice.digest(id);
    let of = format!("match {}, player {player}, {}", recording.id(), name(*what));
    vault.keep(digest, &Secret { of, salt: salt.as_str().to_owned(), value: value.clone() })?;
    Ok(Command::Commit { what: *what, digest })
}

/// Lets the secret of a choice go, where the log is known to hold no commitment to it.
pub fn forget(vault: &Vault, recording: &Recording, id: &MatchId, choice: &Choice) {
    let digest = choice.digest(id);
    if !commits(recording).any(|standing| standing == digest) {
        // A file that cannot be deleted stays; nothing depends on it.
        let _ = vault.drop(digest);
    }
}

/// The match that a commitment names; nothing before it is opened.
pub fn bound_to(recording: &Recording) -> Option<MatchId> {
    recording.game().state().open.as_ref().map(|open| open.id.clone())
}

/// What a player is bound to and has not opened, with its digest, in the order of the kinds.
pub fn bound(game: &Match, player: Player) -> impl Iterator<Item = (SecretKind, Hash)> + '_ {
    let secrets = game.state().sides[player].secrets.iter();
    secrets.filter(|(_, secret)| !secret.revealed).map(|(what, secret)| (*what, secret.digest))
}

/// What both players are bound to and not both have opened, so that it can be opened.
pub fn both_bound(game: &Match) -> Vec<SecretKind> {
    let [one, two] = Player::BOTH.map(|player| &game.state().sides[player].secrets);
    let both = one.iter().filter_map(|(what, secret)| Some((*what, secret, two.get(what)?)));
    both.filter(|(_, one, two)| !(one.revealed && two.revealed)).map(|(what, ..)| what).collect()
}

/// Salt and value of a commitment: from its file, or from a reveal that was taken back, which the log still holds.
///
/// # Errors
/// A file that cannot be read or does not hold a secret.
pub fn opened(
    vault: &Vault,
    recording: &Recording,
    player: Player,
    what: SecretKind,
    bound: Hash,
) -> Result<Option<(Salt, Value)>, Error> {
    let Some(id) = bound_to(recording) else { return Ok(None) };
    let told = |command: &Command| match command {
        Command::Reveal { salt, value, .. } if digest(&id, player, what, salt, value) == bound => {
            Some((salt.clone(), value.clone()))
        }
        _ => None,
    };
    if let Some(found) = recording.records().iter().find_map(|record| told(&record.command)) {
        return Ok(Some(found));
    }
    let kept = vault.find(bound)?;
    Ok(kept.and_then(|secret| Some((Salt::new(&secret.salt)?, secret.value))))
}

/// The records that open what both players are bound to: each the player's own, in the order of the players. An error
/// in the second place names the player whose choice this data folder does not hold.
///
/// # Errors
/// A file that cannot be read or does not hold a secret.
pub fn opening(vault: &Vault, recording: &Recording) -> Result<Result<Vec<(By, Command)>, Player>, Error> {
    let mut records = Vec::new();
    for what in both_bound(recording.game()) {
        for player in Player::BOTH {
            let found = bound(recording.game(), player).find(|(kind, _)| *kind == what);
            let Some((_, digest)) = found else { continue };
            match opened(vault, recording, player, what, digest)? {
                Some((salt, value)) => records.push((By::from(player), Command::Reveal { what, salt, value })),
                None => return Ok(Err(player)),
            }
        }
    }
    Ok(Ok(records))
}

/// Lets go of every secret whose commitment was taken back or opened: the log says so, so nobody needs it any more. A
/// file that cannot be deleted stays; nothing depends on it.
pub fn sweep(vault: &Vault, recording: &Recording) {
    let game = recording.game();
    let awaited = |digest: Hash| {
        Player::BOTH.into_iter().flat_map(|player| bound(game, player)).any(|(_, standing)| standing == digest)
    };
    for digest in commits(recording).filter(|digest| !awaited(*digest)) {
        let _ = vault.drop(digest);
    }
}

/// The digest of every commitment of the log, those that were taken back too.
fn commits(recording: &Recording) -> impl Iterator<Item = Hash> {
    recording.records().iter().filter_map(|record| match &*record.command {
        Command::Commit { digest, .. } => Some(*digest),
        _ => None,
    })
}

/// Whether a choice in secret was opened and stands so.
pub fn any_opened(game: &Match) -> bool {
    let sides = &game.state().sides;
    Player::BOTH.into_iter().any(|player| sides[player].secrets.values().any(|secret| secret.revealed))
}

/// Whether the mission asks each player to note a marker in secret, and somebody has still to be bound or to open it.
pub fn notes_markers(game: &Match) -> bool {
    let waits = |player: Player| {
        let secret = game.state().sides[player].secrets.get(&SecretKind::PriorityMarker);
        secret.is_none_or(|secret| !secret.revealed)
    };
    asks_each(game) && Player::BOTH.into_iter().any(waits)
}

fn asks_each(game: &Match) -> bool {
    game.state().mission.iter().flat_map(|mission| &mission.rules).any(|rule| match rule {
        MissionRule::TaggedMarkers { tags, .. } => tags.iter().any(|rule| rule.each_player),
        _ => false,
    })
}

/// The markers among which a player has to note one in secret now; none where the mission asks for nothing of the
/// kind, or the player is bound already.
pub fn markers_to_note(game: &Match, player: Player) -> Vec<MarkerId> {
    let state = game.state();
    if !asks_each(game) || state.sides[player].secrets.contains_key(&SecretKind::PriorityMarker) {
        return Vec::new();
    }
    let markers = state.markers.iter().map(|marker| &marker.id);
    markers.filter(|marker| game.check(player, &priority(marker)).is_ok()).cloned().collect()
}

/// The command that makes a marker a player's priority.
pub fn priority(marker: &MarkerId) -> Command {
    Command::Marker(MarkerChange { becomes: Some(MarkerTag::Priority), ..MarkerChange::of(marker.clone()) })
}

fn name(what: SecretKind) -> &'static str {
    match what {
        SecretKind::Secondaries => "secondaries",
        SecretKind::Reserves => "reserves",
        SecretKind::PriorityMarker => "priority-marker",
    }
}
