//! What captains choose in secret, from the seal to the moment at which both are opened.
//!
//! The order is that of every secret ([`Vault`]): it is on the disk, then its commitment is recorded. Where it was made
//! it can be opened as soon as both captains are bound, whoever asks for that. The file of an opened choice does no harm:
//! the log holds what it says.

use adjutant_core::chain::Hash;
use adjutant_tournament::TournamentId;
use adjutant_tournament::captains::TeamTable;
use adjutant_tournament::teams::{Member, Side, TeamPairing, TeamStep, digest};
use serde_json::json;

use crate::error::Error;
use crate::secrets::{Secret, Vault};

/// Keeps what a captain chose and returns the step that binds the side to it. When this returns, the secret is on the
/// disk.
///
/// # Errors
/// A folder or file that cannot be written.
pub fn seal(
    vault: &Vault,
    event: &TournamentId,
    table: &TeamTable<'_>,
    side: Side,
    salt: &str,
    value: &[Member],
) -> Result<TeamStep, Error> {
    let (round, number) = table.at();
    let digest = digest(salt, value);
    let of = format!("event {event} round {round} table {number}, side {}", side.name());
    vault.keep(digest, &Secret { of, salt: salt.to_owned(), value: json!(value) })?;
    Ok(TeamStep::Commit { side, digest })
}

/// The step that opens what a side is bound to, where its choice was made on this machine.
///
/// # Errors
/// A file that cannot be read, or does not hold a secret.
pub fn opened(vault: &Vault, side: Side, bound: Hash) -> Result<Option<TeamStep>, Error> {
    let Some(secret) = vault.find(bound)? else { return Ok(None) };
    let value = serde_json::from_value(secret.value).ok();
    Ok(value.map(|value| TeamStep::Reveal { side, salt: secret.salt, value }))
}

/// What can be opened here, once both captains are bound.
///
/// # Errors
/// As for [`opened`].
pub fn opening(vault: &Vault, now: &TeamPairing) -> Result<Vec<TeamStep>, Error> {
    let awaited = if now.is_committed() { now.awaited() } else { Vec::new() };
    let bound = awaited.into_iter().filter_map(|side| Some((side, now.digest(side)?)));
    bound.filter_map(|(side, bound)| opened(vault, side, bound).transpose()).collect()
}
