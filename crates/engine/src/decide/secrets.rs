//! Secret choices: committed by a digest, opened when both players are bound.

use adjutant_core::chain::{Hash, canonical};
use adjutant_core::ids::MatchId;
use adjutant_core::say;
use adjutant_core::sentence::typed;
use adjutant_core::side::Player;
use adjutant_core::text::Salt;

use super::desk::{Decision, Desk, refuse};
use crate::command::{MarkerChange, Reserves, Secondaries, SecretKind};
use crate::event::Event;
use crate::refusal::{Refusal, RefusalCode};
use crate::terms::MarkerTag;

/// The digest that binds a player to a value: SHA-256 over the canonical form of `{"match","player","salt","value",
/// "what"}`. It names the match and the player, so that nobody can copy the commitment of somebody else.
///
/// ```
/// use adjutant_engine::{command::{Salt, SecretKind}, decide::digest, ids::MatchId, side::Player};
/// let salt = Salt::new("00112233445566778899aabbccddeeff").unwrap();
/// let value = serde_json::json!({"choose": ["raze", "assassinate", "linebreaker"]});
/// let id = MatchId::new("final").unwrap();
/// let of = |player| digest(&id, player, SecretKind::Secondaries, &salt, &value);
/// assert_ne!(of(Player::One), of(Player::Two));
/// let bound = serde_json::json!(
///     {"match": "final", "player": "one", "salt": salt, "value": value, "what": "secondaries"});
/// let canonical = adjutant_engine::chain::canonical(&bound).unwrap();
/// assert_eq!(of(Player::One), adjutant_engine::chain::Hash::of(&canonical));
/// ```
pub fn digest(id: &MatchId, player: Player, what: SecretKind, salt: &Salt, value: &serde_json::Value) -> Hash {
    // The names in canonical order; none of these four texts holds a character that JSON escapes.
    let value = canonical(value).unwrap_or_default();
    let (id, player, salt, what) = (id.as_str(), player.as_str(), salt.as_str(), what.as_str());
    let mut bound = format!(r#"{{"match":"{id}","player":"{player}","salt":"{salt}","value":"#).into_bytes();
    bound.extend(value);
    bound.extend(format!(r#","what":"{what}"}}"#).into_bytes());
    Hash::of(&bound)
}

impl Desk<'_> {
    /// Refuses an open choice of a player who is bound to a secret one.
    pub(super) fn not_bound(&self, what: SecretKind) -> Result<(), Refusal> {
        let Some(player) = self.by.player() else { return Ok(()) };
        match self.state.sides[player].secrets.get(&what) {
            Some(secret) if !secret.revealed => refuse(
                RefusalCode::CommitmentBroken,
                say!("{} has chosen in secret and cannot choose openly", player),
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
                say!("{} has opened that choice already", player.opponent()),
                "both commit before either reveals",
            );
        }
        if secrets.contains_key(&what) {
            return refuse(
                RefusalCode::AlreadyDone,
                say!("{} has chosen in secret already", player),
                "`reveal`, or take back the earlier `commit`",
            );
        }
        let copied = self.state.sides[player.opponent()].secrets.values().any(|secret| secret.digest == digest);
        if copied {
            return refuse(
                RefusalCode::CommitmentBroken,
                say!("{} commits to the digest of {}", player, player.opponent()),
                "a digest of the player's own choice and salt",
            );
        }
        Ok(vec![Event::SecretCommitted { player, what, digest }])
    }

    pub(super) fn reveal(&self, what: SecretKind, salt: &Salt, value: &serde_json::Value) -> Decision {
        let player = self.speaker();
        let Some(secret) = self.state.sides[player].secrets.get(&what) else {
            return refuse(
                RefusalCode::TooEarly,
                say!("{} has not committed to such a choice", player),
                "`commit` first",
            );
        };
        if !self.state.sides[player.opponent()].secrets.contains_key(&what) {
            return refuse(
                RefusalCode::TooEarly,
                say!("{} has not committed yet", player.opponent()),
                "both commit before either reveals",
            );
        }
        if secret.revealed {
            return refuse(RefusalCode::AlreadyDone, "that choice is open already", "nothing more");
        }
        let bound = self.state.open.as_ref().map(|open| digest(&open.id, player, what, salt, value));
        if bound != Some(secret.digest) {
            return refuse(
                RefusalCode::CommitmentBroken,
                say!("the salt and the value of {} do not give the digest of their `commit`", player),
                "the salt and the value that were committed to",
            );
        }
        let mut events = vec![Event::SecretRevealed { player, what }];
        events.extend(match what {
            SecretKind::Secondaries => self.secondaries(&payload::<Secondaries>(value)?)?,
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
        say!("the opened value makes {} no priority", change.marker),
        "a marker that `becomes` `priority`",
    )
}

fn payload<T: serde::de::DeserializeOwned>(value: &serde_json::Value) -> Result<T, Refusal> {
    T::deserialize(value).or_else(|error| {
        refuse(
            RefusalCode::BadValue,
            say!("the opened value does not fit the choice: {}", typed(error)),
            "the payload of the open command of the same name",
        )
    })
}
