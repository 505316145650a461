//! The tree over all pinned logs, against a computation of another shape.

use adjutant_core::Hash;
use adjutant_league::command::Late;
use adjutant_league::proof::{leads_to, leaf, leaf_text, path, root};
use sha2::{Digest, Sha256};

use crate::world::{World, event, source_of};

fn hashed(bytes: &[u8]) -> Hash {
    Hash::of_bytes(Sha256::digest(bytes).into())
}

/// Level by level instead of by halves: a node without a neighbour goes up as it is.
fn by_levels(mut level: Vec<Hash>) -> Hash {
    while level.len() > 1 {
        level = level
            .chunks(2)
            .map(|pair| match pair {
                [left, right] => hashed(&[&[1], left.as_bytes().as_slice(), right.as_bytes()].concat()),
                _ => pair[0],
            })
            .collect();
    }
    level[0]
}

#[test]
fn roots_and_paths_of_every_size() {
    for size in 1..=70_u64 {
        let leaves: Vec<Hash> = (0..size).map(|at| Hash::of(&at.to_be_bytes())).collect();
        assert_eq!(root(&leaves), by_levels(leaves.clone()), "{size}");
        for at in 0..size {
            let proof = path(&leaves, at as usize).unwrap();
            assert_eq!(leads_to(leaves[at as usize], at, size, &proof), Some(root(&leaves)), "{at} of {size}");
            if !proof.is_empty() {
                assert_ne!(leads_to(leaves[at as usize], at, size, &proof[1..]), Some(root(&leaves)));
            }
        }
        assert_eq!(path(&leaves, size as usize), None);
    }
}

/// The empty tree and the first leaf of RFC 6962, whose hashes are known.
#[test]
fn known_hashes() {
    assert_eq!(root(&[]).to_string(), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    let text = leaf_text(Hash::of(b"a"), Hash::of(b"b"));
    assert_eq!(leaf(Hash::of(b"a"), Hash::of(b"b")), hashed(&[b"\0", text.as_bytes()].concat()));
}

#[test]
fn every_record_that_pins_is_a_leaf_be_it_taken_back_or_not() {
    let mut world = World::new(Late::Insert, 8);
    let one = world.take(&event("winter", &[1, 2, 3, 4], 2, "2026-01-17", 1));
    let second = source_of(&event("spring", &[5, 6, 7, 8], 2, "2026-03-01", 2));
    world.library.add(second.clone());
    let seq = world.say(crate::world::pin(&second, None));
    world.say(adjutant_league::LeagueCommand::Retract { seq, why: crate::world::why("the wrong file") });
    let of = |source: &adjutant_league::source::Source| leaf(source.origin().unwrap(), source.head().unwrap());
    assert_eq!(world.log.leaves(), [of(&one), of(&second)]);
    assert_eq!(world.log.tree(), (2, root(&[of(&one), of(&second)])));
}

#[test]
fn notes_are_signed_cosigned_and_read_back() {
    use adjutant_core::SigningKey;
    use adjutant_league::note::{Checkpoint, grew, is_proof, origin_line, proof_text};
    let leaves: Vec<Hash> = (0..9_u8).map(|at| leaf(Hash::of(&[at]), Hash::of(&[at, at]))).collect();
    let league = Hash::of(b"league");
    let (officer, witness) = (SigningKey::of_seed([1; 32]).unwrap(), SigningKey::of_seed([2; 32]).unwrap());
    let before = Checkpoint::of(league, &leaves[..4]).signed(&officer);
    let now = Checkpoint::of(league, &leaves).signed(&officer).cosigned("club.invalid/w", &witness, 1_795_000_000);
    assert_eq!(Checkpoint::read(&now.text()), Some(now.clone()));
    assert!(now.is_signed(&origin_line(league), &officer.public()));
    assert!(now.is_signed("club.invalid/w", &witness.public()));
    assert!(!now.is_signed("club.invalid/w", &officer.public()));
    assert!(!Checkpoint { size: 8, ..now.clone() }.is_signed("club.invalid/w", &witness.public()));
    assert_eq!(now.clone().cosigned("club.invalid/w", &witness, 1_795_000_001).signatures.len(), 2, "one of a witness");
    assert!(grew(&before, &now, &leaves));
    let mut other = leaves.clone();
    other[2] = Hash::of(b"another log");
    assert!(!grew(&before, &Checkpoint::of(league, &other), &other), "a tree that lost a log");
    assert!(!grew(&before, &now, &leaves[..8]));
    assert!(!grew(&now, &before, &leaves[..4]), "it does not shrink");
    for at in 0..9 {
        let text = proof_text(&now, &leaves, at).unwrap();
        assert!(is_proof(&text, leaves[at]) && !is_proof(&text, Hash::of(b"no")));
        assert!(!is_proof(&text.replace("index ", "index 1"), leaves[at]));
    }
}

/// A witness's key for a tool that knows signed notes and no cosignatures: what is signed is put together as
/// `tlog-cosignature` says, and judged with the tool's own ed25519.
struct Cosigner {
    name: String,
    id: u32,
    inner: signed_note::StandardVerifier,
}

impl signed_note::Verifier for Cosigner {
    fn name(&self) -> &str {
        &self.name
    }

    fn key_id(&self) -> u32 {
        self.id
    }

    fn verify(&self, note: &[u8], signature: &[u8]) -> bool {
        let Some((time, signature)) = signature.split_first_chunk::<8>() else { return false };
        let said = [format!("cosignature/v1\ntime {}\n", u64::from_be_bytes(*time)).as_bytes(), note].concat();
        self.inner.verify(&said, signature)
    }
}

/// Somebody else's tool for signed notes (`signed_note`, of a transparency log) takes our notes under our keys, and
/// neither other keys nor another text.
#[test]
fn another_tool_takes_notes_and_cosignatures() {
    use adjutant_core::SigningKey;
    use adjutant_league::note::{Checkpoint, origin_line, verifier_key};
    use signed_note::{Note, NoteError, StandardVerifier, Verifier, VerifierList};
    let leaves: Vec<Hash> = (0..5_u8).map(|at| leaf(Hash::of(&[at]), Hash::of(&[at, at]))).collect();
    let league = Hash::of(b"league");
    let [officer, witness, stranger] = [1, 2, 3].map(|seed| SigningKey::of_seed([seed; 32]).unwrap());
    let (tree, club) = (origin_line(league), "club.invalid/w");
    let text = Checkpoint::of(league, &leaves).signed(&officer).cosigned(club, &witness, 1_795_000_000).text();
    let key = |name: &str, key: &SigningKey| StandardVerifier::new(&verifier_key(name, &key.public(), false)).unwrap();
    let cosigner = |key_of: &SigningKey| -> Box<dyn Verifier> {
        let id = verifier_key(club, &key_of.public(), true)
            .split('+')
            .nth(1)
            .and_then(|id| u32::from_str_radix(id, 16).ok());
        Box::new(Cosigner { name: club.to_owned(), id: id.unwrap(), inner: key(club, key_of) })
    };
    let known = |officer: &SigningKey, witness: &SigningKey| {
        VerifierList::new(vec![Box::new(key(&tree, officer)), cosigner(witness)])
    };
    let note = Note::from_bytes(text.as_bytes()).unwrap();
    let (good, other) = note.verify(&known(&officer, &witness)).unwrap();
    assert_eq!((good.len(), other.len()), (2, 0));
    assert_eq!(note.to_bytes(), text.as_bytes());
    let (good, other) = note.verify(&known(&officer, &stranger)).unwrap();
    assert_eq!((good.len(), other.len()), (1, 1), "a key that nobody knows here");
    assert!(matches!(note.verify(&known(&stranger, &stranger)), Err(NoteError::UnverifiedNote)));
    let larger = text.replacen("\n5\n", "\n6\n", 1);
    let larger = Note::from_bytes(larger.as_bytes()).unwrap();
    assert!(matches!(larger.verify(&known(&officer, &witness)), Err(NoteError::InvalidSignature { .. })));
    assert!(matches!(larger.verify(&known(&stranger, &witness)), Err(NoteError::InvalidSignature { .. })));
}
