//! Digital dice: faces that follow from a seed, a purpose and a running number.
//!
//! The seed of `open.dice` is *open*, and everybody can work out every roll; or *sealed*: the log names its hash
//! ([`seal`]), each roll is mixed with a number that the other player says ([`mixed`]), and `unseal` opens it after the
//! battle. A purpose is a word of a closed list and the units that it is about ([`Purpose`]), so that nobody finds other
//! faces by other words.
//!
//! Another program finds the same faces so: take the [`stream`] of the purpose under the seed, or under what it is mixed
//! to; roll number *n* for that purpose (from 0; a number whose roll was taken back is used again, unless a later one
//! stands) begins at word *n* × 65,536, which is block *n* × 4,096; a die with *s* faces is the next word below the
//! largest multiple of *s* in 32 bits, its remainder by *s* plus 1; dice follow each other in the order of the record. A
//! re-roll takes the words that follow those of the first faces, one for each die that is rolled again. A roll-off rolls
//! pairs, player one first, until one is not a tie. The dice of an attack have a stream for each step: the purpose is
//! `shoot a3` or `fight a3`, behind it the place of the attack in its record, counted from 0, and the step (`shoot a3 0
//! hit`), with ` again` for dice that are rolled again.

mod drawer;
mod purpose;
mod scatter;
mod seal;
pub mod stream;

use std::fmt;
use std::str::FromStr;

use adjutant_core::numbers::Face;
use adjutant_core::visible::excerpt;

use stream::Stream;

pub use drawer::{Drawer, faces_of};
pub(crate) use purpose::spelt;
pub use purpose::{PURPOSES, Purpose, PurposeError};
pub use scatter::Scatter;
pub use seal::{Drawn, Mix, mixed, seal};

/// Words of a stream that belong to one roll.
const WORDS_PER_ROLL: u64 = 1 << 16;

/// Dice of one roll at the most.
pub const DICE_MAX: u32 = 1000;

/// Dice that are rolled together.
///
/// ```
/// use adjutant_engine::dice::Dice;
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

    /// How many faces each has.
    pub fn sides(self) -> u32 {
        self.sides
    }

    /// Whether they are read as digits, not added up.
    pub fn as_digits(self) -> bool {
        self.as_digits
    }

    /// The most that they can come to.
    pub fn most(self) -> i32 {
        let sides = i32::try_from(self.sides).unwrap_or(0);
        (0..self.count).fold(0, |total, _| if self.as_digits { total * 10 + sides } else { total + sides })
    }

    /// What six-sided dice come to that are thrown for these: a D3 is half a D6, rounded up.
    ///
    /// ```
    /// use adjutant_engine::{dice::Dice, numbers::Face};
    /// let d3: Dice = "d3".parse().unwrap();
    /// assert_eq!([1, 2, 3, 6].map(|face| d3.of_six(&[Face::new(face).unwrap()])), [1, 1, 2, 3]);
    /// ```
    pub fn of_six(self, faces: &[Face]) -> i32 {
        let share = if self.sides == 3 { 2 } else { 1 };
        faces.iter().map(|face| (face.get() + share - 1) / share).sum()
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

adjutant_core::say_as_written!(Dice);

impl fmt::Display for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.as_digits, self.count) {
            (true, _) => write!(f, "d{}{}", self.sides, self.sides),
            (false, 1) => write!(f, "d{}", self.sides),
            (false, count) => write!(f, "{count}d{}", self.sides),
        }
    }
}

impl serde::Serialize for Dice {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> serde::Deserialize<'de> for Dice {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Dice {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Dice".into()
    }
    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "description": "Dice that are rolled together: d6, 2d6, d3, or d33 and d66, which are read as digits.",
            "type": "string", "pattern": "^(([1-9][0-9]{0,2}|1000)?d[36]|d33|d66)$"
        })
    }
}

pub(crate) fn beginning(seed: &[u8; 32], purpose: &str, earlier: u64) -> Stream {
    let mut stream = Stream::new(seed, purpose);
    stream.go_to(earlier.wrapping_mul(WORDS_PER_ROLL));
    stream
}

pub(crate) fn face(stream: &mut Stream, sides: u32) -> Face {
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
