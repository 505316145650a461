//! Digital dice: faces that follow from a seed, a purpose and the number of earlier rolls for that purpose.
//!
//! Another program finds the same faces so: take the [`stream`](crate::stream) of the purpose under the seed of
//! `open.dice`; roll number *n* for that purpose (from 0, rolls that were taken back not counted) begins at word
//! *n* × 65,536, which is block *n* × 4,096; a die with *s* faces is the next word below the largest multiple of *s* in
//! 32 bits, its remainder by *s* plus 1; dice follow each other in the order of the record. A re-roll takes the words
//! that follow those of the first faces, one for each die that is rolled again. A roll-off rolls pairs, player one
//! first, until one is not a tie.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use adjutant_engine::command::Command;
use adjutant_engine::fold::Match;
use adjutant_engine::numbers::Face;
use adjutant_engine::visible::excerpt;

use crate::stream::Stream;

/// Words of a stream that belong to one roll.
const WORDS_PER_ROLL: u64 = 1 << 16;
/// Dice of one roll at the most.
pub const DICE_MAX: u32 = 1000;

/// Dice that are rolled together.
///
/// ```
/// use adjutant_simulate::dice::Dice;
/// let dice: Dice = "2d6".parse().unwrap();
/// assert_eq!(dice.count(), 2);
/// assert!((2..=12).contains(&dice.read(&dice.roll(&[1; 32], "advance a1", 0))));
/// assert!("2d7".parse::<Dice>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dice {
    count: u32,
    sides: u32,
    as_digits: bool,
}

/// A text that names no dice.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` does not name dice; write d6, 2d6, d3, 10d6 (up to 1000 dice), d33 or d66")]
pub struct DiceError(pub String);

impl Dice {
    /// So many dice with six faces; `None` for 0 or more than [`DICE_MAX`].
    pub fn six_sided(count: u32) -> Option<Dice> {
        (1..=DICE_MAX).contains(&count).then_some(Dice { count, sides: 6, as_digits: false })
    }

    /// How many dice are rolled.
    pub fn count(self) -> u32 {
        self.count
    }

    /// The faces of roll number `earlier`, counted from 0, for a purpose.
    pub fn roll(self, seed: &[u8; 32], purpose: &str, earlier: u64) -> Vec<Face> {
        let mut stream = beginning(seed, purpose, earlier);
        (0..self.count).map(|_| face(&mut stream, self.sides)).collect()
    }

    /// What faces come to: their sum, or for D33 and D66 the first as tens and the second as units.
    pub fn read(self, faces: &[Face]) -> i32 {
        let add = |total: i32, face: &Face| if self.as_digits { total * 10 + face.get() } else { total + face.get() };
        faces.iter().fold(0, add)
    }
}

impl FromStr for Dice {
    type Err = DiceError;
    fn from_str(text: &str) -> Result<Dice, DiceError> {
        let wrong = || DiceError(excerpt(text).into_owned());
        let lower = text.to_ascii_lowercase();
        let (count, sides) = lower.split_once('d').ok_or_else(wrong)?;
        let plain = |sides| {
            let digits = !count.is_empty() && count.len() <= 4 && count.bytes().all(|b| b.is_ascii_digit());
            let count = if count.is_empty() { Some(1) } else { count.parse().ok().filter(|_| digits) };
            let count = count.filter(|count| (1..=DICE_MAX).contains(count)).ok_or_else(wrong)?;
            Ok(Dice { count, sides, as_digits: false })
        };
        match sides {
            "6" => plain(6),
            "3" => plain(3),
            "66" if count.is_empty() => Ok(Dice { count: 2, sides: 6, as_digits: true }),
            "33" if count.is_empty() => Ok(Dice { count: 2, sides: 3, as_digits: true }),
            _ => Err(wrong()),
        }
    }
}

impl fmt::Display for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.as_digits, self.count) {
            (true, _) => write!(f, "d{}{}", self.sides, self.sides),
            (false, 1) => write!(f, "d{}", self.sides),
            (false, count) => write!(f, "{count}d{}", self.sides),
        }
    }
}

fn beginning(seed: &[u8; 32], purpose: &str, earlier: u64) -> Stream {
    let mut stream = Stream::new(seed, purpose);
    stream.go_to(earlier.wrapping_mul(WORDS_PER_ROLL));
    stream
}

fn face(stream: &mut Stream, sides: u32) -> Face {
    let value = i32::try_from(stream.below(sides)).ok().and_then(|below| Face::new(below + 1));
    value.unwrap_or_else(|| unreachable!("dice have at most six sides"))
}

/// The pairs of roll number `earlier` for a purpose, player one first: ties, then one that is none.
pub fn roll_off(seed: &[u8; 32], purpose: &str, earlier: u64) -> Vec<[Face; 2]> {
    let mut stream = beginning(seed, purpose, earlier);
    let mut pairs = Vec::new();
    loop {
        let pair = [face(&mut stream, 6), face(&mut stream, 6)];
        pairs.push(pair);
        if pair[0] != pair[1] {
            return pairs;
        }
    }
}

/// The seed that a match's digital dice come from.
pub fn seed_of(game: &Match) -> Option<[u8; 32]> {
    let dice = game.state().open.as_ref()?.dice.as_ref()?;
    Some(*dice.seed.as_bytes())
}

/// How many rolls for a purpose a match has recorded, those taken back not counted.
pub fn rolls_for(game: &Match, purpose: &str) -> u64 {
    let live = (1..=game.seq()).filter_map(|seq| game.entry(seq)).filter(|(_, _, live)| *live);
    live.filter(|(_, command, _)| purpose_of(command) == Some(purpose)).count() as u64
}

fn purpose_of(command: &Command) -> Option<&str> {
    match command {
        Command::Roll { purpose, .. } | Command::RollOff { purpose, .. } => Some(purpose.as_str()),
        _ => None,
    }
}

/// The faces of the next roll for a purpose in a match; `None` for a match without a seed.
pub fn next_faces(game: &Match, purpose: &str, dice: Dice) -> Option<Vec<Face>> {
    Some(dice.roll(&seed_of(game)?, purpose, rolls_for(game, purpose)))
}

/// The pairs of the next roll-off for a purpose in a match; `None` for a match without a seed.
pub fn next_roll_off(game: &Match, purpose: &str) -> Option<Vec<[Face; 2]>> {
    Some(roll_off(&seed_of(game)?, purpose, rolls_for(game, purpose)))
}

/// A recorded roll that does not follow from the seed: dice from elsewhere, or altered ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtherFaces {
    /// The record.
    pub seq: u64,
    /// What it was for.
    pub purpose: String,
}

/// The rolls of a match that do not follow from its seed; `None` for a match without one.
///
/// A record does not name its dice: a `roll` agrees if its faces are those of D6 or those of D3.
pub fn verify(game: &Match) -> Option<Vec<OtherFaces>> {
    let seed = seed_of(game)?;
    let mut standing: BTreeSet<u64> = BTreeSet::new();
    let mut others = Vec::new();
    for seq in 1..=game.seq() {
        let Some((_, command, _)) = game.entry(seq) else { continue };
        if let Command::Retract { seq, .. } = command {
            standing.remove(seq);
        }
        let Some(purpose) = purpose_of(command) else { continue };
        let same = |earlier: &&u64| game.entry(**earlier).is_some_and(|(_, c, _)| purpose_of(c) == Some(purpose));
        let earlier = standing.iter().filter(same).count() as u64;
        if !agrees(&seed, purpose, earlier, command) {
            others.push(OtherFaces { seq, purpose: purpose.to_string() });
        }
        standing.insert(seq);
    }
    Some(others)
}

fn agrees(seed: &[u8; 32], purpose: &str, earlier: u64, command: &Command) -> bool {
    match command {
        Command::RollOff { dice, .. } => *dice == roll_off(seed, purpose, earlier),
        Command::Roll { roll, rerolled, .. } => [6, 3].into_iter().any(|sides| {
            let mut stream = beginning(seed, purpose, earlier);
            match rerolled {
                None => roll.iter().all(|recorded| *recorded == face(&mut stream, sides)),
                Some(before) => rolled_again(&mut stream, sides, before, roll),
            }
        }),
        _ => true,
    }
}

/// Whether the first faces are the stream's, and each final one was kept or is the next of the stream.
fn rolled_again(stream: &mut Stream, sides: u32, before: &[Face], after: &[Face]) -> bool {
    let first = before.iter().all(|recorded| *recorded == face(stream, sides));
    if !first || before.len() != after.len() {
        return false;
    }
    let next: Vec<Face> = after.iter().map(|_| face(stream, sides)).collect();
    let mut used: BTreeSet<usize> = [0].into();
    for (kept, last) in before.iter().zip(after) {
        let mut reached = BTreeSet::new();
        for again in used {
            if kept == last {
                reached.insert(again);
            }
            if next.get(again) == Some(last) {
                reached.insert(again + 1);
            }
        }
        used = reached;
    }
    !used.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dice_are_read_and_written() {
        for text in ["2d6", "d3", "3d6", "d33", "d66", "10d6", "d6", "1000d6"] {
            assert_eq!(text.parse::<Dice>().expect(text).to_string(), text);
        }
        for text in ["", "d", "0d6", "1001d6", "2d66", "d7", "+2d6", "2d", "six", "2d6+1", "99999999999d6"] {
            assert!(text.parse::<Dice>().is_err(), "{text}");
        }
    }

    #[test]
    fn every_face_is_as_likely() {
        let mut counts = [0u32; 6];
        for face in Dice::six_sided(1000).expect("dice").roll(&[3; 32], "fair", 0) {
            counts[usize::try_from(face.get()).expect("a face") - 1] += 1;
        }
        assert!(counts.iter().all(|count| (120..=215).contains(count)), "{counts:?}");
    }

    /// Worked out by another implementation of the cipher, from the description above.
    #[test]
    fn faces_never_change() {
        let faces: Vec<i32> =
            Dice::six_sided(10).expect("dice").roll(&[0; 32], "charge a1", 2).iter().map(|face| face.get()).collect();
        assert_eq!(faces, PINNED);
    }

    const PINNED: [i32; 10] = [5, 1, 4, 1, 6, 3, 1, 5, 4, 2];
}
