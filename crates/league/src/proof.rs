//! The tree over all logs that a league ever pinned, and proofs that one of them is in it.
//!
//! # Source
//! RFC 6962, section 2.1: a leaf is hashed behind a zero byte, two nodes behind a one; a tree of n leaves is cut at the
//! largest power of two below n.

use adjutant_core::chain::Hash;
use sha2::{Digest, Sha256};

/// What a leaf says: that this log was pinned up to this record.
///
/// ```
/// use adjutant_league::proof::leaf_text;
/// use adjutant_core::Hash;
/// let text = leaf_text(Hash::of(b"first"), Hash::of(b"last"));
/// assert!(text.starts_with("adjutant log v1\n") && text.ends_with('\n') && text.lines().count() == 3);
/// ```
pub fn leaf_text(origin: Hash, head: Hash) -> String {
    format!("adjutant log v1\n{origin}\n{head}\n")
}

fn hashed(parts: &[&[u8]]) -> Hash {
    let mut hasher = Sha256::new();
    parts.iter().for_each(|part| hasher.update(part));
    Hash::of_bytes(hasher.finalize().into())
}

/// The hash of a leaf.
pub fn leaf(origin: Hash, head: Hash) -> Hash {
    hashed(&[&[0], leaf_text(origin, head).as_bytes()])
}

fn node(left: &Hash, right: &Hash) -> Hash {
    hashed(&[&[1], left.as_bytes(), right.as_bytes()])
}

/// The largest power of two below a number above 1.
fn cut(leaves: usize) -> usize {
    leaves.next_power_of_two() / 2
}

/// The root over leaf hashes; that of an empty tree is the hash of nothing.
pub fn root(leaves: &[Hash]) -> Hash {
    match leaves {
        [] => Hash::of(b""),
        [only] => *only,
        _ => {
            let (left, right) = leaves.split_at(cut(leaves.len()));
            node(&root(left), &root(right))
        }
    }
}

/// The hashes that lead from a leaf to the root, the lowest first; nothing for a leaf that is not there.
pub fn path(leaves: &[Hash], at: usize) -> Option<Vec<Hash>> {
    if at >= leaves.len() {
        return None;
    }
    if leaves.len() == 1 {
        return Some(Vec::new());
    }
    let (left, right) = leaves.split_at(cut(leaves.len()));
    let (mut path, other) = match at < left.len() {
        true => (path(left, at)?, root(right)),
        false => (self::path(right, at - left.len())?, root(left)),
    };
    path.push(other);
    Some(path)
}

/// The root to which a path leads from a leaf; nothing where the path does not fit a tree of that size.
///
/// ```
/// use adjutant_league::proof::{leads_to, path, root};
/// use adjutant_core::Hash;
/// let leaves: Vec<Hash> = (0..7_u8).map(|at| Hash::of(&[at])).collect();
/// for at in 0..7 {
///     let path = path(&leaves, at).unwrap();
///     assert_eq!(leads_to(leaves[at], at as u64, 7, &path), Some(root(&leaves)));
/// }
/// ```
pub fn leads_to(leaf: Hash, at: u64, size: u64, path: &[Hash]) -> Option<Hash> {
    if at >= size {
        return None;
    }
    let (mut index, mut last, mut hash) = (at, size - 1, leaf);
    for other in path {
        if last == 0 {
            return None;
        }
        if index % 2 == 1 || index == last {
            hash = node(other, &hash);
            while index % 2 == 0 && index != 0 {
                index >>= 1;
                last >>= 1;
            }
        } else {
            hash = node(&hash, other);
        }
        index >>= 1;
        last >>= 1;
    }
    (last == 0).then_some(hash)
}
