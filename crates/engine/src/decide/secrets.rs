//! Secret choices: committed by a digest, opened when both players are bound.

use super::{Decision, Desk, refuse};
use crate::chain::{Hash, canonical};
use crate::command::{MarkerChange, MarkerTag, Reserves, Salt, Secondaries, SecretKind};
use crate::event::Event;
use crate::refusal::{Refusal, RefusalCode};

/// The digest that binds a player to a value: SHA-256 of salt, newline and canonical form.
///
/// ```
/// use adjutant_engine::{command::Salt, decide::digest};
/// let salt = Salt::new("00112233445566778899aabbccddeeff").unwrap();
/// let value = serde_json::json!({"choose": ["raze", "assassinate", "linebreaker"]});
/// assert_ne!(digest(&salt, &value), digest(&salt, &serde_json::json!({"choose": []})));
/// ```
pub fn digest(salt: &Salt, value: &serde_json::Value) -> Hash {
    let mut bytes = salt.as_str().as_bytes().to_vec();
    bytes.push(b'\n');
    bytes.extend(canonical(value).unwrap_or_default());
    Hash::of(&bytes)
}

impl Desk<'_> {
    /// Refuses an open choice of a player who is bound to a secret one.
    pub(super) fn not_bound(&self, what: SecretKind) -> Result<(), Refusal> {
        let Some(player) = self.by.player() else { return Ok(()) };
        match self.state.sides[player].secrets.get(&what) {
            Some(secret) if !secret.revealed => refuse(
                RefusalCode::CommitmentBroken,
                format!("player {player} has chosen in secret and cannot choose openly"),
                "`reveal`, or take back the `commit` first",
            ),
            _ => Ok(()),
        }
    }

    pub(super) fn commit(&self, what: SecretKind, digest: Hash) -> Decision {
        let player = self.speaker();
        let secrets = &self.state.sides[player].secrets;
        let revealed = self.state.sides[player.opponent()].secrets.get(&what).is_some_and(|secret| secret.revealed);
        if revealed {
            return refuse(
                RefusalCode::NotYourMoment,
                format!("player {} has opened that choice already", player.opponent()),
                "both commit before either reveals",
            );
        }
        if secrets.contains_key(&what) {
            return refuse(
                RefusalCode::AlreadyDone,
                format!("player {player} has chosen in secret already"),
                "`reveal`, or take back the earlier `commit`",
            );
        }
        Ok(vec![Event::SecretCommitted { player, what, digest }])
    }

    pub(super) fn reveal(&self, what: SecretKind, salt: &Salt, value: &serde_json::Value) -> Decision {
        let player = self.speaker();
        let Some(secret) = self.state.sides[player].secrets.get(&what) else {
            return refuse(
                RefusalCode::TooEarly,
                format!("player {player} has not committed to such a choice"),
                "`commit` first",
            );
        };
        if !self.state.sides[player.opponent()].secrets.contains_key(&what) {
            return refuse(
                RefusalCode::TooEarly,
                format!("player {} has not committed yet", player.opponent()),
                "both commit before either reveals",
            );
        }
        if secret.revealed {
            return refuse(RefusalCode::AlreadyDone, "that choice is open already", "nothing more");
        }
        if digest(salt, value) != secret.digest {
            return refuse(
                RefusalCode::CommitmentBroken,
                format!("the salt and the value of player {player} do not give the digest of their `commit`"),
                "the salt and the value that were committed to",
            );
        }
        let mut events = vec![Event::SecretRevealed { player, what }];
        events.extend(match what {
            SecretKind::Secondaries => self.secondaries(&payload::<Secondaries>(value)?.choose)?,
            SecretKind::Reserves => self.reserves(&payload::<Reserves>(value)?)?,
            SecretKind::PriorityMarker => self.marker(&priority(value)?)?,
        });
        Ok(events)
    }
}

/// The marker that a player noted in secret: a priority, and no other change of a marker.
fn priority(value: &serde_json::Value) -> Result<MarkerChange, Refusal> {
    let change = payload::<MarkerChange>(value)?;
    if change.becomes == Some(MarkerTag::Priority) {
        return Ok(change);
    }
    refuse(
        RefusalCode::BadValue,
        format!("the opened value makes {} no priority", change.marker),
        "a marker that `becomes` `priority`",
    )
}

fn payload<T: serde::de::DeserializeOwned>(value: &serde_json::Value) -> Result<T, Refusal> {
    T::deserialize(value).or_else(|error| {
        refuse(
            RefusalCode::BadValue,
            format!("the opened value does not fit the choice: {error}"),
            "the payload of the open command of the same name",
        )
    })
}
