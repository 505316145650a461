//! Numbers that dice give: `D6`, `2D6+1`, `D6x5`.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use adjutant_core::shaped::{self, Shaped};
#[cfg(feature = "schema")]
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A number, or dice with something added: `3`, `d3`, `2d6`, `d6+2`, `3d6-3`, `d6x5`.
///
/// ```
/// use adjutant_attack::Amount;
/// let amount: Amount = "3d6-3".parse().unwrap();
/// assert_eq!((amount.least(), amount.most(), amount.dice), (0, 15, 3));
/// assert_eq!(amount.of(&[1, 2, 6]), 6);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Amount {
    /// How many dice.
    pub dice: u8,
    /// Whether they are D3: a D6 halved, rounded up.
    pub thirds: bool,
    /// The sum of the dice is multiplied by this.
    pub times: u8,
    /// And this is added.
    pub plus: i16,
}

/// A text that is not an amount.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("an amount is a number or dice, such as `3`, `d6`, `2d3`, `d6+2`, `3d6-3` or `d6x5`")]
pub struct AmountError;

/// The value of a D3 thrown with a six-sided die.
///
/// # Source
/// 002:172, 001:1519, 000:386.
pub fn third_of(face: i32) -> i32 {
    (face + 1) / 2
}

impl Default for Amount {
    fn default() -> Amount {
        Amount::fixed(0)
    }
}

impl Amount {
    /// A number without dice.
    pub const fn fixed(number: i16) -> Amount {
        Amount { dice: 0, thirds: false, times: 1, plus: number }
    }

    /// One six-sided die.
    pub const D6: Amount = Amount { dice: 1, thirds: false, times: 1, plus: 0 };

    /// The highest value of one of its dice.
    pub fn sides(self) -> i32 {
        if self.thirds { 3 } else { 6 }
    }

    /// What these faces of six-sided dice give, one for each die.
    pub fn of(self, faces: &[i32]) -> i32 {
        let sum: i32 = faces.iter().map(|face| if self.thirds { third_of(*face) } else { *face }).sum();
        sum * i32::from(self.times) + i32::from(self.plus)
    }

    /// The least that it can be.
    pub fn least(self) -> i32 {
        i32::from(self.dice) * i32::from(self.times) + i32::from(self.plus)
    }

    /// The most that it can be.
    pub fn most(self) -> i32 {
        i32::from(self.dice) * self.sides() * i32::from(self.times) + i32::from(self.plus)
    }
}

/// How many attacks a ranged weapon makes by its printed type, such as `Heavy 3`; `None` where no number follows it.
///
/// # Source
/// 001:2026-2028.
///
/// ```
/// use adjutant_attack::shots;
/// assert_eq!(shots("Heavy 3").map(|shots| shots.to_string()).as_deref(), Some("3"));
/// assert_eq!(shots("Melee"), None);
/// ```
pub fn shots(printed: &str) -> Option<Amount> {
    let (kind, number) = printed.trim().rsplit_once(' ')?;
    let number: Amount = number.parse().ok()?;
    (kind.chars().all(|c| c.is_alphabetic() || c == ' ') && number.least() > 0).then_some(number)
}

impl FromStr for Amount {
    type Err = AmountError;

    fn from_str(text: &str) -> Result<Amount, AmountError> {
        let text = text.to_ascii_lowercase();
        let number = |text: &str| {
            let plain = (1..=3).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
            plain.then(|| text.parse::<i16>().ok()).flatten().ok_or(AmountError)
        };
        let Some((count, rest)) = text.split_once('d') else {
            let (sign, digits) = text.strip_prefix('-').map_or((1, text.as_str()), |digits| (-1, digits));
            return Ok(Amount::fixed(sign * number(digits)?));
        };
        let dice = if count.is_empty() { 1 } else { u8::try_from(number(count)?).map_err(|_| AmountError)? };
        let thirds = match rest.as_bytes().first() {
            Some(b'3') => true,
            Some(b'6') => false,
            _ => return Err(AmountError),
        };
        let rest = &rest[1..];
        let (times, rest) = match rest.strip_prefix('x') {
            None => (1, rest),
            Some(rest) => {
                let end = rest.find(['+', '-']).unwrap_or(rest.len());
                (u8::try_from(number(&rest[..end])?).map_err(|_| AmountError)?, &rest[end..])
            }
        };
        let plus = match (rest.strip_prefix('+'), rest.strip_prefix('-')) {
            (Some(plus), _) => number(plus)?,
            (None, Some(minus)) => -number(minus)?,
            (None, None) if rest.is_empty() => 0,
            (None, None) => return Err(AmountError),
        };
        let known = (1..=20).contains(&dice) && (1..=20).contains(&times);
        if known { Ok(Amount { dice, thirds, times, plus }) } else { Err(AmountError) }
    }
}

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.dice == 0 {
            return write!(f, "{}", self.plus);
        }
        if self.dice > 1 {
            write!(f, "{}", self.dice)?;
        }
        write!(f, "d{}", self.sides())?;
        if self.times != 1 {
            write!(f, "x{}", self.times)?;
        }
        if self.plus != 0 {
            write!(f, "{:+}", self.plus)?;
        }
        Ok(())
    }
}

impl Serialize for Amount {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.dice == 0 { serializer.serialize_i16(self.plus) } else { serializer.collect_str(self) }
    }
}

impl<'de> Shaped<'de> for Amount {
    const SHAPES: &'static str = "a number from -999 to 999, or dice such as `d6+2`";
    fn number<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let number = i16::deserialize(from).ok().filter(|number| (-999..=999).contains(number));
        number.map(Amount::fixed).ok_or_else(|| Error::custom(AmountError))
    }
    fn text<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Cow::<str>::deserialize(from)?.parse().map_err(Error::custom)
    }
}

impl<'de> Deserialize<'de> for Amount {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        shaped::read(from)
    }
}

#[cfg(feature = "schema")]
impl JsonSchema for Amount {
    fn schema_name() -> Cow<'static, str> {
        "Amount".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"oneOf": [{"type": "integer", "minimum": -999, "maximum": 999},
            {"type": "string", "pattern": "^[1-9]?[0-9]?d[36](x[0-9]{1,2})?([+-][0-9]{1,3})?$"}],
            "description": "A number, or dice with something added, such as `d6+2`."})
    }
}
