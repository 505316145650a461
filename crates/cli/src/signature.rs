//! Signatures over the head of a log.
//!
//! A player signs the bytes `adjutant match head v1`, a newline, and the 32 bytes of the head. The first part keeps a
//! signature from meaning anything else anywhere else; the head stands for the whole log before it.

use adjutant_engine::chain::Hash;
use adjutant_engine::command::Signature;
use ed25519_compact::{KeyPair, PublicKey, Seed};

/// What stands before the 32 bytes of the head in the signed message.
pub const DOMAIN: &[u8] = b"adjutant match head v1\n";

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
    /// use adjutant::signature::{SigningKey, verify};
    /// use adjutant_engine::chain::Hash;
    /// let key = SigningKey::of_seed([7; 32]);
    /// let signature = key.sign(Hash::of(b"a log"));
    /// assert!(verify(&key.public(), &signature, Hash::of(b"a log")));
    /// assert!(!verify(&key.public(), &signature, Hash::of(b"another log")));
    /// ```
    pub fn sign(&self, head: Hash) -> Signature {
        let signature = self.0.sk.sign(message(head), None);
        let digits: String = signature.iter().map(|byte| format!("{byte:02x}")).collect();
        Signature::new(&digits).unwrap_or_else(|| unreachable!("64 bytes are 128 digits"))
    }
}

/// Whether a signature is one of this key over this head.
pub fn verify(key: &Hash, signature: &Signature, head: Hash) -> bool {
    let mut bytes = [0; 64];
    for (byte, pair) in bytes.iter_mut().zip(signature.as_str().as_bytes().chunks_exact(2)) {
        let digits = std::str::from_utf8(pair).unwrap_or_default();
        *byte = u8::from_str_radix(digits, 16).unwrap_or_default();
    }
    let signature = ed25519_compact::Signature::new(bytes);
    PublicKey::new(*key.as_bytes()).verify(message(head), &signature).is_ok()
}

fn message(head: Hash) -> Vec<u8> {
    [DOMAIN, head.as_bytes()].concat()
}
