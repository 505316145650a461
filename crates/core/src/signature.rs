//! Signatures over the head of a log.
//!
//! A player signs the bytes `adjutant match head v1`, a newline, and the 32 bytes of the head; for the log of an event
//! `adjutant event head v1`. The first part keeps a signature from meaning anything else anywhere else; the head stands
//! for the whole log before it.

use ed25519_compact::{KeyPair, PublicKey, Seed};

use crate::chain::Hash;
use crate::text::Signature;

/// What stands before the 32 bytes of the head in the signed message.
pub const DOMAIN: &[u8] = b"adjutant match head v1\n";

/// The same for the log of an event.
pub const EVENT_DOMAIN: &[u8] = b"adjutant event head v1\n";

/// A key that signs.
pub struct SigningKey(KeyPair);

impl SigningKey {
    /// The key that grows from a seed: the same for the same 32 bytes.
    pub fn of_seed(seed: [u8; 32]) -> SigningKey {
        SigningKey(KeyPair::from_seed(Seed::new(seed)))
    }

    /// Its public half, by which others know it.
    pub fn public(&self) -> Hash {
        Hash::of_bytes(*self.0.pk)
    }

    /// Signs a head.
    ///
    /// # Examples
    /// ```
    /// use adjutant_core::signature::{SigningKey, verify};
    /// use adjutant_core::Hash;
    /// let key = SigningKey::of_seed([7; 32]);
    /// let signature = key.sign(Hash::of(b"a log"));
    /// assert!(verify(&key.public(), &signature, Hash::of(b"a log")));
    /// assert!(!verify(&key.public(), &signature, Hash::of(b"another log")));
    /// ```
    pub fn sign(&self, head: Hash) -> Signature {
        self.sign_in(DOMAIN, head)
    }

    /// Signs the head of the log of an event.
    ///
    /// # Examples
    /// ```
    /// use adjutant_core::signature::{SigningKey, verify, verify_event};
    /// use adjutant_core::Hash;
    /// let key = SigningKey::of_seed([7; 32]);
    /// let (head, signature) = (Hash::of(b"an event"), key.sign_event(Hash::of(b"an event")));
    /// assert!(verify_event(&key.public(), &signature, head));
    /// assert!(!verify(&key.public(), &signature, head), "it says nothing about a match");
    /// ```
    pub fn sign_event(&self, head: Hash) -> Signature {
        self.sign_in(EVENT_DOMAIN, head)
    }

    fn sign_in(&self, domain: &[u8], head: Hash) -> Signature {
        let signature = self.0.sk.sign([domain, head.as_bytes()].concat(), None);
        let digits: String = signature.iter().map(|byte| format!("{byte:02x}")).collect();
        Signature::new(&digits).unwrap_or_else(|| unreachable!("64 bytes are 128 digits"))
    }
}

/// Whether a signature is one of this key over this head.
pub fn verify(key: &Hash, signature: &Signature, head: Hash) -> bool {
    verify_in(DOMAIN, key, signature, head)
}

/// Whether a signature is one of this key over this head of the log of an event.
pub fn verify_event(key: &Hash, signature: &Signature, head: Hash) -> bool {
    verify_in(EVENT_DOMAIN, key, signature, head)
}

fn verify_in(domain: &[u8], key: &Hash, signature: &Signature, head: Hash) -> bool {
    let mut bytes = [0; 64];
    for (byte, pair) in bytes.iter_mut().zip(signature.as_str().as_bytes().chunks_exact(2)) {
        let digits = std::str::from_utf8(pair).unwrap_or_default();
        *byte = u8::from_str_radix(digits, 16).unwrap_or_default();
    }
    let signature = ed25519_compact::Signature::new(bytes);
    PublicKey::new(*key.as_bytes()).verify([domain, head.as_bytes()].concat(), &signature).is_ok()
}
