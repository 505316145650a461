//! Exact fractions for standings.

use std::cmp::Ordering;
use std::fmt;
use std::iter::Sum;
use std::ops::{Add, Div, Mul, Sub};

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A fraction in lowest terms with a positive denominator.
///
/// Numerators and denominators stay far below 2¹²⁷: averages of averages over a few dozen rounds.
///
/// # Examples
/// ```
/// use adjutant_tournament::Rational;
/// let half = Rational::new(3, 6);
/// assert_eq!(half.to_string(), "1/2");
/// assert_eq!((half + half).to_string(), "1");
/// assert!(Rational::new(33, 100) < Rational::new(1, 3));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rational {
    above: i128,
    below: i128,
}

impl Rational {
    /// 0.
    pub const ZERO: Rational = Rational { above: 0, below: 1 };

    /// `above / below`; a fraction over nothing counts as 0, as an average over nobody does.
    pub fn new(above: i128, below: i128) -> Rational {
        if below == 0 {
            return Rational::ZERO;
        }
        let shared = divisor(above.unsigned_abs(), below.unsigned_abs()) as i128 * below.signum();
        Rational { above: above / shared, below: below / shared }
    }

    /// Numerator.
    pub fn above(self) -> i128 {
        self.above
    }

    /// Denominator.
    pub fn below(self) -> i128 {
        self.below
    }

    /// The mean of some fractions, 0 for none.
    pub fn mean(values: &[Rational]) -> Rational {
        values.iter().copied().sum::<Rational>() / Rational::from(values.len() as i64)
    }

    /// Rounded half up to a number of decimals, in units of the last one.
    pub fn rounded(self, decimals: u32) -> i128 {
        (self.above * 10i128.pow(decimals) * 2 + self.below).div_euclid(self.below * 2)
    }

    fn parse(text: &str) -> Option<Rational> {
        let (above, below) = text.split_once('/').unwrap_or((text, "1"));
        let below: i64 = below.parse().ok()?;
        (below > 0).then_some(Rational::new(above.parse::<i64>().ok()?.into(), below.into()))
    }
}

fn divisor(mut one: u128, mut two: u128) -> u128 {
    while two != 0 {
        (one, two) = (two, one % two);
    }
    one.max(1)
}

impl From<i64> for Rational {
    fn from(whole: i64) -> Rational {
        Rational { above: whole.into(), below: 1 }
    }
}

impl Add for Rational {
    type Output = Rational;
    fn add(self, other: Rational) -> Rational {
        Rational::new(self.above * other.below + other.above * self.below, self.below * other.below)
    }
}

impl Sub for Rational {
    type Output = Rational;
    fn sub(self, other: Rational) -> Rational {
        Rational::new(self.above * other.below - other.above * self.below, self.below * other.below)
    }
}

impl Mul for Rational {
    type Output = Rational;
    fn mul(self, other: Rational) -> Rational {
        Rational::new(self.above * other.above, self.below * other.below)
    }
}

impl Div for Rational {
    type Output = Rational;
    fn div(self, other: Rational) -> Rational {
        Rational::new(self.above * other.below, self.below * other.above)
    }
}

impl Sum for Rational {
    fn sum<I: Iterator<Item = Rational>>(values: I) -> Rational {
        values.fold(Rational::ZERO, Add::add)
    }
}

impl Ord for Rational {
    fn cmp(&self, other: &Rational) -> Ordering {
        (self.above * other.below).cmp(&(other.above * self.below))
    }
}

impl PartialOrd for Rational {
    fn partial_cmp(&self, other: &Rational) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.below == 1 { write!(f, "{}", self.above) } else { write!(f, "{}/{}", self.above, self.below) }
    }
}

impl fmt::Debug for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// Whole numbers as numbers, everything else as `"a/b"` in lowest terms.
impl Serialize for Rational {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match i64::try_from(self.above) {
            Ok(whole) if self.below == 1 => serializer.serialize_i64(whole),
            _ => serializer.collect_str(self),
        }
    }
}

impl<'de> Deserialize<'de> for Rational {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Rational, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Form {
            Whole(i64),
            Text(String),
        }
        match Form::deserialize(deserializer)? {
            Form::Whole(whole) => Ok(whole.into()),
            Form::Text(text) => Rational::parse(&text)
                .ok_or_else(|| serde::de::Error::custom("a fraction is a whole number or \"a/b\" with b above 0")),
        }
    }
}

impl JsonSchema for Rational {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Rational".into()
    }
    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({"type": ["integer", "string"], "description": "A whole number, or a fraction a/b."})
    }
}
