//! Numbers of the log: whole numbers within a documented range, and inches.

use std::fmt;

#[cfg(feature = "schema")]
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A whole number from `MIN` to `MAX`; anything else is refused when it is read.
///
/// ```
/// use adjutant_core::numbers::Face;
/// assert!(serde_json::from_str::<Face>("6").is_ok());
/// assert!(serde_json::from_str::<Face>("7").unwrap_err().to_string().contains("use 1 to 6"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct Whole<const MIN: i32, const MAX: i32>(i32);

impl<const MIN: i32, const MAX: i32> Whole<MIN, MAX> {
    /// Takes a number in range.
    pub fn new(value: i32) -> Option<Self> {
        (MIN..=MAX).contains(&value).then_some(Self(value))
    }

    /// The number.
    pub fn get(self) -> i32 {
        self.0
    }
}

impl<const MIN: i32, const MAX: i32> fmt::Display for Whole<MIN, MAX> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<'de, const MIN: i32, const MAX: i32> Deserialize<'de> for Whole<MIN, MAX> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = i64::deserialize(deserializer)?;
        i32::try_from(value)
            .ok()
            .and_then(Self::new)
            .ok_or_else(|| D::Error::custom(format_args!("{value} is out of range; use {MIN} to {MAX}")))
    }
}

#[cfg(feature = "schema")]
impl<const MIN: i32, const MAX: i32> JsonSchema for Whole<MIN, MAX> {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> std::borrow::Cow<'static, str> {
        format!("Whole{MIN}To{MAX}").into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "integer", "minimum": MIN, "maximum": MAX})
    }
}

/// A face of a six-sided die.
pub type Face = Whole<1, 6>;
/// A face of a D3.
pub type FaceOfThree = Whole<1, 3>;
/// How many models.
pub type Models = Whole<1, 1000>;
/// Victory points of one award.
pub type Vp = Whole<0, 100>;
/// The number of an award in its objective, counted from 1.
pub type AwardNumber = Whole<1, 100>;
/// A number of Command points, or a change of them.
pub type CpChange = Whole<-100, 100>;
/// A battle round.
pub type RoundNumber = Whole<1, 99>;

/// A length in inches.
pub type Inches = Decimal;
/// A length in millimetres.
pub type Millimetres = Decimal;
/// An angle in degrees.
pub type Degrees = Decimal;

/// A number with at most three decimals, held as thousandths.
///
/// # Units
/// One unit is 1/1000. Accepted are −1000 to 1000.
///
/// ```
/// use adjutant_core::numbers::Inches;
/// let reach: Inches = serde_json::from_str("12.5").unwrap();
/// assert_eq!(reach.thousandths(), 12_500);
/// assert_eq!(serde_json::to_string(&reach).unwrap(), "12.5");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Decimal(i32);

const THOUSANDTHS_MAX: i32 = 1_000_000;

impl Decimal {
    /// Takes thousandths, from −1,000,000 to 1,000,000.
    pub fn from_thousandths(thousandths: i32) -> Option<Decimal> {
        (-THOUSANDTHS_MAX..=THOUSANDTHS_MAX).contains(&thousandths).then_some(Decimal(thousandths))
    }

    /// Takes a whole number, from −1000 to 1000.
    pub fn whole(number: i32) -> Option<Decimal> {
        Self::from_thousandths(number.checked_mul(1000)?)
    }

    /// The number in thousandths.
    pub fn thousandths(self) -> i32 {
        self.0
    }

    /// The decimal that a double from 2^-10 to 2^10 is the nearest one to, by whole numbers alone; nothing where only its
    /// text tells. So few digits stand for no other double, and no shorter text does for this one.
    fn of_double(value: f64) -> Option<Decimal> {
        let bits = value.to_bits();
        let fraction = bits & ((1 << 52) - 1);
        // The double is this number divided by 2^shift.
        let (number, shift) = (u128::from(fraction | 1 << 52), 1075 - (bits >> 52 & 0x7ff).min(1075));
        if !(43..=62).contains(&shift) {
            return None;
        }
        let exact = number * 1000;
        let nearest = (exact + (1 << (shift - 1))) >> shift;
        // Within half a step on both sides; a power of two has smaller steps below it.
        let off = exact.abs_diff(nearest << shift);
        if off != 0 && (fraction == 0 || off >= 500) {
            return None;
        }
        let thousandths = i32::try_from(nearest).ok()?;
        Self::from_thousandths(if value.is_sign_negative() { -thousandths } else { thousandths })
    }

    /// Reads a decimal such as `12`, `-0.5` or `12.125`.
    pub fn parse(text: &str) -> Option<Decimal> {
        let (negative, digits) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, "0"));
        let numeric = |t: &str| !t.is_empty() && t.bytes().all(|b| b.is_ascii_digit());
        if !numeric(whole) || !numeric(fraction) || whole.len() > 5 || fraction.len() > 3 {
            return None;
        }
        let scale = [0, 100, 10, 1][fraction.len()];
        let value = whole.parse::<i32>().ok()? * 1000 + fraction.parse::<i32>().ok()? * scale;
        Self::from_thousandths(if negative { -value } else { value })
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, fraction) = (self.0.unsigned_abs() / 1000, self.0.unsigned_abs() % 1000);
        let sign = if self.0 < 0 { "-" } else { "" };
        let text = format!("{sign}{whole}.{fraction:03}");
        f.pad(text.trim_end_matches('0').trim_end_matches('.'))
    }
}

impl Serialize for Decimal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0 % 1000 == 0 {
            return serializer.serialize_i32(self.0 / 1000);
        }
        // The shortest text of the nearest double is the decimal itself: nothing is computed, only written.
        match self.to_string().parse() {
            Ok(value) => serializer.serialize_f64(value),
            Err(_) => Err(serde::ser::Error::custom("no decimal")),
        }
    }
}

impl<'de> Deserialize<'de> for Decimal {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader;
        impl Visitor<'_> for Reader {
            type Value = Decimal;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number from -1000 to 1000 with at most three decimals")
            }
            fn visit_u64<E: Error>(self, value: u64) -> Result<Decimal, E> {
                i32::try_from(value)
                    .ok()
                    .and_then(Decimal::whole)
                    .ok_or_else(|| E::invalid_value(Unexpected::Unsigned(value), &self))
            }
            fn visit_i64<E: Error>(self, value: i64) -> Result<Decimal, E> {
                i32::try_from(value)
                    .ok()
                    .and_then(Decimal::whole)
                    .ok_or_else(|| E::invalid_value(Unexpected::Signed(value), &self))
            }
            fn visit_f64<E: Error>(self, value: f64) -> Result<Decimal, E> {
                Decimal::of_double(value)
                    .or_else(|| Decimal::parse(&value.to_string()))
                    .ok_or_else(|| E::invalid_value(Unexpected::Float(value), &self))
            }
        }
        deserializer.deserialize_any(Reader)
    }
}

#[cfg(feature = "schema")]
impl JsonSchema for Decimal {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Decimal".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "number", "minimum": -1000, "maximum": 1000,
            "description": "A number with at most three decimals."})
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_thousandth_survives_a_round_trip() {
        for thousandths in (-60_000..=60_000).chain([-1_000_000, 1_000_000, 999_999]) {
            let inches = Inches::from_thousandths(thousandths).unwrap();
            let text = serde_json::to_string(&inches).unwrap();
            assert_eq!(serde_json::from_str::<Inches>(&text).unwrap(), inches, "{text}");
            assert_eq!(Inches::parse(&inches.to_string()), Some(inches));
        }
    }

    /// What whole numbers tell about a double is what its text tells. Axes: thousandths and what lies around them, signs,
    /// the ends of the range, powers of two, doubles of any size.
    #[test]
    fn a_double_is_read_as_its_text_is() {
        let mut quick = 0;
        let mut judge = |value: f64| {
            if let Some(decimal) = Decimal::of_double(value) {
                quick += 1;
                assert_eq!(Decimal::parse(&value.to_string()), Some(decimal), "{value}");
            }
        };
        for thousandths in (0..70_000).chain(990_000..1_030_000) {
            let value: f64 = format!("{}.{:03}", thousandths / 1000, thousandths % 1000).parse().unwrap();
            for bits in value.to_bits().saturating_sub(3)..=value.to_bits() + 3 {
                judge(f64::from_bits(bits));
                judge(f64::from_bits(bits | 1 << 63));
            }
        }
        let mut bits = 0x9e37_79b9_7f4a_7c15_u64;
        for _ in 0..100_000 {
            bits ^= bits << 13;
            bits ^= bits >> 7;
            bits ^= bits << 17;
            judge(f64::from_bits(bits));
            // The same digits within the range.
            judge(f64::from_bits(bits & ((1 << 52) - 1) | (1010 + bits % 24) << 52));
        }
        (0..2048).for_each(|exponent| judge(f64::from_bits(exponent << 52)));
        assert!(quick > 100_000, "{quick}");
        assert_eq!(Decimal::of_double(f64::NAN).or(Decimal::of_double(f64::INFINITY)), None);
    }

    #[test]
    fn too_fine_or_too_far_is_refused() {
        for text in ["1.2345", "1001", "-1000.001", "\"3\"", "1e9"] {
            assert!(serde_json::from_str::<Inches>(text).is_err(), "{text}");
        }
    }
}
