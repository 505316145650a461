//! Signatures over the head of a log.
//!
//! What is signed is five short lines: what it is, which log (by the hash of its first record), who speaks in which
//! role, and the head, which stands for every record before it. So a signature means one thing and nothing else: it
//! does not pass for another player's, for the organiser's, for another match, or for another head.

use ed25519_compact::{KeyPair, PublicKey, Seed};

use crate::chain::Hash;
use crate::side::Player;
use crate::text::Signature;

/// What a signature says: who accepts which log up to which record.
///
/// # Examples
/// ```
/// use adjutant_core::signature::Statement;
/// use adjutant_core::{Hash, side::Player};
/// let said = Statement::of_match(Hash::of(b"record 1"), Player::Two, Hash::of(b"record 9"));
/// let text = String::from_utf8(said.bytes()).unwrap();
/// assert!(text.starts_with("adjutant match signature v2\nlog "));
/// assert!(text.contains("\nas two\nhead "));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    domain: &'static str,
    origin: Hash,
    role: String,
    says: String,
}

impl Statement {
    /// A player, or the judge where none is named, accepts the log of a match that begins with the record of hash
    /// `origin`.
    pub fn of_match(origin: Hash, player: impl Into<Option<Player>>, head: Hash) -> Statement {
        let role = player.into().map_or("judge", Player::as_str).to_owned();
        Statement { domain: "match", origin, role, says: up_to(head) }
    }

    /// The device that lies at the table of a match has seen its log up to a head: no player's word.
    pub fn of_table(origin: Hash, head: Hash) -> Statement {
        Statement { domain: "match", origin, role: "table".to_owned(), says: up_to(head) }
    }

    /// A player of an event says what a game came to, in the words of a report.
    pub fn of_report(origin: Hash, player: &str, says: &str) -> Statement {
        Statement { domain: "report", origin, role: format!("player {player}"), says: format!("says {says}") }
    }

    /// Somebody accepts the log of an event: `organiser`, `judge`, or `player` and the id of one.
    pub fn of_event(origin: Hash, role: String, head: Hash) -> Statement {
        Statement { domain: "event", origin, role, says: up_to(head) }
    }

    /// Somebody accepts the log of a league: `officer`, or `member` and the id of one.
    pub fn of_league(origin: Hash, role: String, head: Hash) -> Statement {
        Statement { domain: "league", origin, role, says: up_to(head) }
    }

    /// The bytes that are signed.
    pub fn bytes(&self) -> Vec<u8> {
        let Statement { domain, origin, role, says } = self;
        format!("adjutant {domain} signature v2\nlog {origin}\nas {role}\n{says}\n").into_bytes()
    }
}

fn up_to(head: Hash) -> String {
    format!("head {head}")
}

/// A key that signs.
pub struct SigningKey(KeyPair);

impl SigningKey {
    /// The key that grows from a seed: the same for the same 32 bytes. Zeros do not count as a seed.
    ///
    /// # Examples
    /// ```
    /// assert!(adjutant_core::signature::SigningKey::of_seed([0; 32]).is_none());
    /// ```
    pub fn of_seed(seed: [u8; 32]) -> Option<SigningKey> {
        (seed != [0; 32]).then(|| SigningKey(KeyPair::from_seed(Seed::new(seed))))
    }

    /// Its public half, by which others know it.
    pub fn public(&self) -> Hash {
        Hash::of_bytes(*self.0.pk)
    }

    /// Signs a statement.
    ///
    /// # Examples
    /// ```
    /// use adjutant_core::signature::{SigningKey, Statement, verify};
    /// use adjutant_core::{Hash, side::Player};
    /// let key = SigningKey::of_seed([7; 32]).unwrap();
    /// let said = |player| Statement::of_match(Hash::of(b"1"), player, Hash::of(b"9"));
    /// let signature = key.sign(&said(Player::One));
    /// assert!(verify(&key.public(), &signature, &said(Player::One)));
    /// assert!(!verify(&key.public(), &signature, &said(Player::Two)));
    /// ```
    pub fn sign(&self, statement: &Statement) -> Signature {
        let signature = self.0.sk.sign(statement.bytes(), None);
        let digits: String = signature.iter().map(|byte| format!("{byte:02x}")).collect();
        Signature::new(&digits).unwrap_or_else(|| unreachable!("64 bytes are 128 digits"))
    }

    /// Signs a text of a form that says what it is: a note about a tree of logs.
    ///
    /// # Examples
    /// ```
    /// use adjutant_core::signature::{SigningKey, verify_text};
    /// let key = SigningKey::of_seed([7; 32]).unwrap();
    /// assert!(verify_text(&key.public(), &key.sign_text("a\n"), "a\n"));
    /// assert!(!verify_text(&key.public(), &key.sign_text("a\n"), "b\n"));
    /// ```
    pub fn sign_text(&self, text: &str) -> [u8; 64] {
        *self.0.sk.sign(text.as_bytes(), None)
    }
}

/// Whether a signature is one of this key over this statement.
pub fn verify(key: &Hash, signature: &Signature, statement: &Statement) -> bool {
    let mut bytes = [0; 64];
    for (byte, pair) in bytes.iter_mut().zip(signature.as_str().as_bytes().chunks_exact(2)) {
        let digits = std::str::from_utf8(pair).unwrap_or_default();
        *byte = u8::from_str_radix(digits, 16).unwrap_or_default();
    }
    let signature = ed25519_compact::Signature::new(bytes);
    PublicKey::new(*key.as_bytes()).verify(statement.bytes(), &signature).is_ok()
}

/// Whether a signature is one of this key over a text.
pub fn verify_text(key: &Hash, signature: &[u8; 64], text: &str) -> bool {
    let signature = ed25519_compact::Signature::new(*signature);
    PublicKey::new(*key.as_bytes()).verify(text.as_bytes(), &signature).is_ok()
}
