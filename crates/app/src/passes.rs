//! Passes: the printed card that opens a player's, table's, judge's or desk's page in the hall.
//!
//! A pass is derived from one secret of the data folder (`serve.key`), the event, the holder, and the number of the pass
//! that the event log names. Nothing has to be stored: cards can be printed at any time and again, a restart or another
//! laptop with the same folder keeps everybody in, and a `pass` record closes a lost card. The log never holds a secret.
//!
//! ```
//! use adjutant_app::passes::{Holder, PassBook, PassKey, grouped};
//! use adjutant_tournament::command::{By, Create, Entry, TournamentCommand, PassKind};
//! use adjutant_tournament::{TournamentId, TournamentLog, Name, PlayerId, Seed, id::PassId};
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let mut log = TournamentLog::new();
//! # let (event, name) = (TournamentId::new("gt")?, Name::new("Anna")?);
//! # let (seed, policies) = (Seed::from_number(1), Default::default());
//! # let create = Create { format: 1, law: None, event, name: name.clone(), pack: None, pack_hash: None, size: None, rounds: 3, seed, policies, names: Default::default(), copy_of: None };
//! # log.record(adjutant_tournament::Timestamp::parse("2026-11-21T09:00:00Z").unwrap(), By::Organiser, TournamentCommand::Create(Box::new(create)))?;
//! # let anna = Entry::new(PlayerId::new("anna")?, name);
//! # log.record(adjutant_tournament::Timestamp::parse("2026-11-21T09:00:00Z").unwrap(), By::Organiser, TournamentCommand::Register(anna))?;
//! let key = PassKey::of_bytes([7; 32]);
//! let book = PassBook::of(&key, log.state());
//! let anna = Holder { kind: PassKind::Player, id: PassId::new("anna")? };
//! let pass = book.pass_of(&anna).ok_or("Anna plays")?;
//! assert_eq!((pass.len(), grouped(&pass).len()), (16, 19));
//! assert_eq!(book.holder(&grouped(&pass).to_lowercase()), Some(&anna));
//! assert_eq!(book.holder("0000-0000-0000-0000"), None);
//! let cookie = book.session_of(&anna).ok_or("Anna plays")?;
//! assert_eq!(book.session(&cookie), Some(anna));
//! # Ok(())
//! # }
//! ```

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use adjutant_replay::tournaments::at_hand::Pass;
use adjutant_tournament::command::PassKind;
use adjutant_tournament::id::PassId;
use adjutant_tournament::{Tournament, TournamentId};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use crate::error::Error;
use crate::keys;

/// The file of the secret that all passes of a data folder come from.
pub const KEY_FILE: &str = "serve.key";
/// Crockford's digits: no I, L, O or U, so that a pass can be read aloud and typed.
const DIGITS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/// 80 bits.
const PASS_DIGITS: usize = 16;
/// 130 bits.
const SEAL_DIGITS: usize = 26;
/// Between the parts of a session; no id holds it.
const PART: char = '~';
/// Longer than any session: kind, id of 64, number, seal.
const SESSION_BYTES_MAX: usize = 128;

/// The secret that all passes come from. It is never shown, not even by `{:?}`.
#[derive(Clone)]
pub struct PassKey([u8; 32]);

impl std::fmt::Debug for PassKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("PassKey(…)")
    }
}

/// Whose pass it is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Holder {
    /// What kind.
    pub kind: PassKind,
    /// Id of the player, number of the table, name of the judge or desk.
    pub id: PassId,
}

impl PassKey {
    /// A key of these bytes.
    pub fn of_bytes(bytes: [u8; 32]) -> PassKey {
        PassKey(bytes)
    }

    /// Where the key lies in a data folder.
    pub fn path(folder: &Path) -> PathBuf {
        folder.join(KEY_FILE)
    }

    /// Reads the key of a data folder; makes one, which only its owner can read, where there is none yet.
    ///
    /// # Errors
    /// A file that others can read, one that is not a key, or a folder that cannot be written.
    pub fn load_or_create(folder: &Path) -> Result<PassKey, Error> {
        if !PassKey::path(folder).exists()
            && let Some(bytes) = keys::create_secret(folder, KEY_FILE)?
        {
            return Ok(PassKey(bytes));
        }
        keys::load_secret(folder, KEY_FILE).map(PassKey)
    }

    /// Reads the key of a data folder that has to have one.
    ///
    /// # Errors
    /// No key there, one that others can read, or a file that holds something else.
    pub fn load(folder: &Path) -> Result<PassKey, Error> {
        keys::load_secret(folder, KEY_FILE).map(PassKey)
    }

    /// The pass of a holder: 16 digits of Crockford's base 32, 80 bits.
    pub fn mint(&self, event: &TournamentId, holder: &Holder, issue: u32) -> String {
        let words = format!("adjutant pass v1\n{event}\n{}/{}\n{issue}", holder.kind.name(), holder.id);
        digits(&self.mac(&words), PASS_DIGITS)
    }

    /// The value of a session cookie: who, which pass, and a seal over both. It closes with the pass.
    pub fn session(&self, event: &TournamentId, holder: &Holder, issue: u32) -> String {
        let who = format!("{}{PART}{}{PART}{issue}", holder.kind.name(), holder.id);
        format!("{who}{PART}{}", self.seal(&format!("session {event}"), &who))
    }

    /// A seal over any text, for one purpose: 26 digits that only this key can make.
    ///
    /// ```
    /// use adjutant_app::passes::PassKey;
    /// let key = PassKey::of_bytes([7; 32]);
    /// let seal = key.seal("organiser", "one-time token");
    /// assert!(key.is_seal("organiser", "one-time token", &seal));
    /// assert!(!key.is_seal("desk", "one-time token", &seal));
    /// ```
    pub fn seal(&self, purpose: &str, text: &str) -> String {
        digits(&self.mac(&format!("adjutant seal v1\n{purpose}\n{text}")), SEAL_DIGITS)
    }

    /// Whether a seal is the one of this text and purpose. How long the answer takes does not tell how much is right.
    pub fn is_seal(&self, purpose: &str, text: &str, seal: &str) -> bool {
        same(self.seal(purpose, text).as_bytes(), seal.as_bytes())
    }

    fn mac(&self, words: &str) -> [u8; 32] {
        // Any length is a key: this cannot fail.
        let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(&self.0) else { return [0; 32] };
        mac.update(words.as_bytes());
        mac.finalize().into_bytes().into()
    }
}

/// Every pass of an event that is valid now. Make a new one when the event log has grown.
#[derive(Clone, Debug)]
pub struct PassBook {
    key: PassKey,
    event: Option<TournamentId>,
    issues: BTreeMap<Holder, u32>,
    /// By a mark of the pass that only the key can make: how long a look-up takes tells nothing about a pass.
    marks: BTreeMap<[u8; 32], Holder>,
}

impl PassBook {
    /// The passes of everybody who has one.
    pub fn of(key: &PassKey, state: &Tournament) -> PassBook {
        let event = state.create.as_ref().map(|create| create.event.clone());
        let holders = state.pass_holders().into_iter().map(|(kind, id, issue)| (Holder { kind, id }, issue));
        let issues: BTreeMap<Holder, u32> = holders.filter(|_| event.is_some()).collect();
        let mut book = PassBook { key: key.clone(), event, issues, marks: BTreeMap::new() };
        let passes: Vec<(Holder, String)> =
            book.issues.keys().filter_map(|holder| Some((holder.clone(), book.pass_of(holder)?))).collect();
        book.marks = passes.into_iter().map(|(holder, pass)| (book.mark(&pass), holder)).collect();
        book
    }

    /// Everybody and everything that has a pass, with the number of the one that is valid.
    pub fn holders(&self) -> impl Iterator<Item = (&Holder, u32)> {
        self.issues.iter().map(|(holder, issue)| (holder, *issue))
    }

    /// The pass of a holder, without blanks; [`grouped`] for people. `None` for somebody who has none.
    pub fn pass_of(&self, holder: &Holder) -> Option<String> {
        Some(self.key.mint(self.event.as_ref()?, holder, *self.issues.get(holder)?))
    }

    /// The cookie of a holder; `None` for somebody who has no pass.
    pub fn session_of(&self, holder: &Holder) -> Option<String> {
        Some(self.key.session(self.event.as_ref()?, holder, *self.issues.get(holder)?))
    }

    /// The key by which a program reads the event, by its name and a number of its own; `None` before there is an event.
    pub fn reader(&self, name: &PassId, number: &str) -> Option<String> {
        Some(self.key.seal(&self.of_readers()?, &format!("{name}\n{number}")))
    }

    /// Whether somebody presented that key. How long the answer takes does not tell how much is right.
    pub fn is_reader(&self, name: &PassId, number: &str, presented: &str) -> bool {
        self.of_readers().is_some_and(|purpose| self.key.is_seal(&purpose, &format!("{name}\n{number}"), presented))
    }

    fn of_readers(&self) -> Option<String> {
        Some(format!("reader {}", self.event.as_ref()?))
    }

    /// Whose pass this is, as it was scanned or typed: upper or lower case, with or without dashes and blanks, O for 0, I
    /// or L for 1. `None` for every kind of wrong one: never minted, withdrawn, of another event.
    pub fn holder(&self, presented: &str) -> Option<&Holder> {
        // The mark is computed whatever was typed, so that nothing is answered sooner.
        self.marks.get(&self.mark(&typed(presented)))
    }

    /// Who holds a session; `None` for every kind of wrong one.
    pub fn session(&self, cookie: &str) -> Option<Holder> {
        let (holder, issue) = self.sealed(cookie)?;
        (self.issues.get(&holder) == Some(&issue)).then_some(holder)
    }

    /// Whose pass a session is of that was replaced by a newer one.
    pub fn replaced(&self, cookie: &str) -> Option<Holder> {
        let (holder, issue) = self.sealed(cookie)?;
        self.issues.get(&holder).is_some_and(|now| issue < *now).then_some(holder)
    }

    /// What a session says, where its seal is right: who, and the number of the pass.
    fn sealed(&self, cookie: &str) -> Option<(Holder, u32)> {
        if cookie.len() > SESSION_BYTES_MAX {
            return None;
        }
        let (who, seal) = cookie.rsplit_once(PART)?;
        if !self.key.is_seal(&format!("session {}", self.event.as_ref()?), who, seal) {
            return None;
        }
        let mut parts = who.split(PART);
        let (kind, id, issue) = (parts.next()?, parts.next()?, parts.next()?);
        let kinds = [PassKind::Player, PassKind::Table, PassKind::Judge, PassKind::Desk];
        let holder = Holder { kind: kinds.into_iter().find(|k| k.name() == kind)?, id: PassId::new(id).ok()? };
        Some((holder, issue.parse().ok()?))
    }

    fn mark(&self, pass: &str) -> [u8; 32] {
        self.key.mac(&format!("adjutant mark v1\n{pass}"))
    }
}

/// A pass as people read and type it: `7Q4M-K2XD-9B3T-HW5E`.
pub fn grouped(pass: &str) -> String {
    let digits: Vec<char> = pass.chars().collect();
    digits.chunks(4).map(|four| four.iter().collect::<String>()).collect::<Vec<_>>().join("-")
}

/// What somebody typed, in the digits that passes are written in: upper case, without dashes and blanks, 0 for O, 1 for I
/// and L.
///
/// ```
/// assert_eq!(adjutant_app::passes::spelled("7q4m-k2xo"), "7Q4MK2X0");
/// ```
pub fn spelled(text: &str) -> String {
    let digit = |c: char| match c.to_ascii_uppercase() {
        'O' => '0',
        'I' | 'L' => '1',
        other => other,
    };
    text.chars().filter(|c| !matches!(c, '-' | ' ')).take(PASS_DIGITS + 1).map(digit).collect()
}

/// What somebody typed, as it was minted; anything else is nothing.
fn typed(text: &str) -> String {
    let digits = spelled(text);
    if digits.len() == PASS_DIGITS { digits } else { String::new() }
}

/// The first digits of bytes in base 32, the highest bits first.
fn digits(bytes: &[u8], count: usize) -> String {
    let bit = |at: usize| bytes.get(at / 8).map_or(0, |byte| byte >> (7 - at % 8) & 1);
    (0..count)
        .map(|at| char::from(DIGITS[(0..5).fold(0, |digit, place| digit << 1 | usize::from(bit(at * 5 + place)))]))
        .collect()
}

/// Whether two texts are the same, in a time that their length alone decides.
fn same(one: &[u8], two: &[u8]) -> bool {
    one.len() == two.len() && one.iter().zip(two).fold(0, |differ, (a, b)| differ | (a ^ b)) == 0
}

/// Every pass of an event that is valid, under the key of this folder.
///
/// # Errors
/// A key that cannot be read, or that others can.
pub fn valid(folder: &Path, state: &Tournament) -> Result<Vec<Pass>, Error> {
    let book = PassBook::of(&PassKey::load_or_create(folder)?, state);
    let pass = |(kind, id, _): (PassKind, PassId, u32)| {
        let code = book.pass_of(&Holder { kind, id: id.clone() })?;
        Some(Pass { kind, id, typed: grouped(&code), code })
    };
    Ok(state.pass_holders().into_iter().filter_map(pass).collect())
}

#[cfg(test)]
#[path = "../tests/inside/passes.rs"]
mod tests;
