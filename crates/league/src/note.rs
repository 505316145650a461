//! Checkpoints of the tree of logs as signed notes, cosignatures of others on them, and proofs in a file of their own.
//!
//! # Source
//! C2SP: `signed-note`, `tlog-checkpoint`, `tlog-cosignature` (cosignature/v1), `tlog-proof` (v1). All are files; nothing
//! is fetched.

use adjutant_core::SigningKey;
use adjutant_core::chain::Hash;
use adjutant_core::signature::verify_text;
use sha2::{Digest, Sha256};

use crate::proof;

/// The line by which the tree of a league is known everywhere.
///
/// ```
/// use adjutant_core::Hash;
/// assert!(adjutant_league::note::origin_line(Hash::of(b"1")).starts_with("adjutant.invalid/league/6b86"));
/// ```
pub fn origin_line(league: Hash) -> String {
    format!("adjutant.invalid/league/{league}")
}

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Base 64 with padding.
///
/// ```
/// use adjutant_league::note::{from_base64, to_base64};
/// assert_eq!(to_base64(b"foobar!"), "Zm9vYmFyIQ==");
/// assert_eq!(from_base64("Zm9vYmFyIQ==").unwrap(), b"foobar!");
/// assert_eq!(from_base64("Zm9vYmFyIR=="), None, "bits that nobody wrote");
/// ```
pub fn to_base64(bytes: &[u8]) -> String {
    let mut text = String::new();
    for part in bytes.chunks(3) {
        let word = part.iter().fold(0_u32, |word, byte| word << 8 | u32::from(*byte)) << (8 * (3 - part.len()));
        for at in 0..4 {
            let digit = ALPHABET[(word >> (18 - 6 * at)) as usize & 63];
            text.push(if at <= part.len() { char::from(digit) } else { '=' });
        }
    }
    text
}

/// Reads what [`to_base64`] writes, and nothing else.
pub fn from_base64(text: &str) -> Option<Vec<u8>> {
    let value = |digit: u8| ALPHABET.iter().position(|known| *known == digit);
    let mut bytes = Vec::new();
    for part in text.as_bytes().chunks(4) {
        let digits = part.iter().take_while(|digit| **digit != b'=').count();
        let mut word = 0_u32;
        for digit in part.iter().take(digits) {
            word = word << 6 | u32::try_from(value(*digit)?).ok()?;
        }
        word <<= 6 * (4_usize.checked_sub(digits)?);
        bytes.extend_from_slice(&word.to_be_bytes()[1..][..digits.checked_sub(1)?]);
    }
    (to_base64(&bytes) == text).then_some(bytes)
}

/// What kind of signature stands under a note.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Of whoever keeps the tree.
    Note = 1,
    /// Of somebody who saw that the tree grew.
    Cosignature = 4,
}

/// The four bytes by which a key is found under a note.
fn key_id(name: &str, kind: Kind, key: &Hash) -> [u8; 4] {
    let digest = Sha256::digest([name.as_bytes(), b"\n", &[kind as u8], key.as_bytes()].concat());
    [digest[0], digest[1], digest[2], digest[3]]
}

/// A key as tools for signed notes take it: name, id and key between `+`; of a witness where it cosigns.
pub fn verifier_key(name: &str, key: &Hash, witness: bool) -> String {
    let kind = if witness { Kind::Cosignature } else { Kind::Note };
    let id: String = key_id(name, kind, key).iter().map(|byte| format!("{byte:02x}")).collect();
    let bytes = [&[kind as u8], key.as_bytes().as_slice()].concat();
    format!("{name}+{id}+{}", to_base64(&bytes))
}

fn line(name: &str, kind: Kind, key: &Hash, signature: &[u8]) -> String {
    format!("— {name} {}\n", to_base64(&[key_id(name, kind, key).as_slice(), signature].concat()))
}

/// A checkpoint: which tree, how many leaves, its root; with the signatures under it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    /// The line by which the tree is known.
    pub origin: String,
    /// How many leaves.
    pub size: u64,
    /// The root.
    pub root: Hash,
    /// The lines of signatures, each with its newline.
    pub signatures: Vec<String>,
}

impl Checkpoint {
    /// An unsigned one.
    pub fn of(league: Hash, leaves: &[Hash]) -> Checkpoint {
        let (size, root) = (leaves.len() as u64, proof::root(leaves));
        Checkpoint { origin: origin_line(league), size, root, signatures: Vec::new() }
    }

    /// What is signed.
    pub fn body(&self) -> String {
        format!("{}\n{}\n{}\n", self.origin, self.size, to_base64(self.root.as_bytes()))
    }

    /// The same with the signature of whoever keeps the league.
    #[must_use]
    pub fn signed(mut self, key: &SigningKey) -> Checkpoint {
        let signature = key.sign_text(&self.body());
        self.signatures.push(line(&self.origin, Kind::Note, &key.public(), &signature));
        self
    }

    /// The same with somebody's word, at a time, that the tree holds all that it held when they saw it last. Units:
    /// seconds since 1970.
    #[must_use]
    pub fn cosigned(mut self, name: &str, key: &SigningKey, time: u64) -> Checkpoint {
        let said = format!("cosignature/v1\ntime {time}\n{}", self.body());
        let signature = [time.to_be_bytes().as_slice(), &key.sign_text(&said)].concat();
        self.signatures.retain(|known| !known.starts_with(&format!("— {name} ")));
        self.signatures.push(line(name, Kind::Cosignature, &key.public(), &signature));
        self
    }

    /// Whether a signature of this key stands under it, of the keeper or, at any time, of a witness of a name.
    pub fn is_signed(&self, name: &str, key: &Hash) -> bool {
        self.signatures.iter().any(|line| {
            let signed = line.strip_prefix(&format!("— {name} ")).and_then(|rest| from_base64(rest.trim_end()));
            let Some(bytes) = signed else { return false };
            let Some((id, rest)) = bytes.split_at_checked(4) else { return false };
            if id == key_id(name, Kind::Note, key) {
                return rest.try_into().is_ok_and(|signature| verify_text(key, signature, &self.body()));
            }
            let Some((time, signature)) =
                rest.split_at_checked(8).filter(|_| id == key_id(name, Kind::Cosignature, key))
            else {
                return false;
            };
            let time = time.try_into().map_or(0, u64::from_be_bytes);
            let said = format!("cosignature/v1\ntime {time}\n{}", self.body());
            signature.try_into().is_ok_and(|signature| verify_text(key, signature, &said))
        })
    }

    /// As a file.
    pub fn text(&self) -> String {
        format!("{}\n{}", self.body(), self.signatures.concat())
    }

    /// Reads a file; nothing where it is no checkpoint.
    pub fn read(text: &str) -> Option<Checkpoint> {
        let (body, signatures) = text.split_once("\n\n")?;
        let mut lines = body.split('\n');
        let (origin, size, root) = (lines.next()?, lines.next()?, lines.next()?);
        let signatures: Vec<String> = signatures.split_inclusive('\n').map(str::to_owned).collect();
        let whole =
            lines.next().is_none() && signatures.iter().all(|line| line.starts_with("— ") && line.ends_with('\n'));
        let root = Hash::of_bytes(from_base64(root)?.try_into().ok()?);
        let read = Checkpoint { origin: origin.to_owned(), size: size.parse().ok()?, root, signatures };
        (whole && !origin.is_empty() && read.text() == text).then_some(read)
    }
}

/// A proof that a leaf is in the tree of a checkpoint, as a file.
///
/// ```
/// use adjutant_core::Hash;
/// use adjutant_league::note::{Checkpoint, is_proof, proof_text};
/// use adjutant_league::proof::leaf;
/// let leaves = [leaf(Hash::of(b"1"), Hash::of(b"2")), leaf(Hash::of(b"3"), Hash::of(b"4"))];
/// let text = proof_text(&Checkpoint::of(Hash::of(b"league"), &leaves), &leaves, 1).unwrap();
/// assert!(is_proof(&text, leaves[1]) && !is_proof(&text, leaves[0]));
/// ```
pub fn proof_text(checkpoint: &Checkpoint, leaves: &[Hash], at: usize) -> Option<String> {
    let path = proof::path(leaves, at)?;
    let hashes: String = path.iter().map(|hash| to_base64(hash.as_bytes()) + "\n").collect();
    Some(format!("c2sp.org/tlog-proof@v1\nindex {at}\n{hashes}\n{}", checkpoint.text()))
}

/// Whether a file proves that a leaf is in the tree of the checkpoint that it holds. Whose signatures that needs is for
/// its reader to say.
pub fn is_proof(text: &str, leaf: Hash) -> bool {
    let read = || {
        let rest = text.strip_prefix("c2sp.org/tlog-proof@v1\n")?;
        let (head, checkpoint) = rest.split_once("\n\n")?;
        let mut lines = head.split('\n');
        let index: u64 = lines.next()?.strip_prefix("index ")?.parse().ok()?;
        let hash = |line| Some(Hash::of_bytes(from_base64(line)?.try_into().ok()?));
        let path: Vec<Hash> = lines.map(hash).collect::<Option<_>>()?;
        let checkpoint = Checkpoint::read(checkpoint)?;
        Some(proof::leads_to(leaf, index, checkpoint.size, &path) == Some(checkpoint.root))
    };
    read().unwrap_or(false)
}

/// Whether a tree holds, at its beginning, the tree that somebody saw before.
pub fn grew(before: &Checkpoint, now: &Checkpoint, leaves: &[Hash]) -> bool {
    let size = usize::try_from(before.size).unwrap_or(usize::MAX);
    before.origin == now.origin
        && leaves.len() as u64 == now.size
        && proof::root(leaves) == now.root
        && leaves.get(..size).is_some_and(|earlier| proof::root(earlier) == before.root)
}
