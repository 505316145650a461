//! Exact fractions for standings.

use std::cmp::Ordering;
use std::fmt;
use std::iter::Sum;
use std::ops::{Add, Div, Mul, Sub};

use adjutant_core::shaped::{self, Shaped};
use num_rational::BigRational;
#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A fraction in lowest terms with a positive denominator, exact at any size.
///
/// Shares of victory points have denominators without common factors, so that a mean over a league of twenty rounds
/// passes 2¹²⁷: small fractions are kept as two machine words, larger ones by `num-rational`.
///
/// # Examples
/// ```
/// use adjutant_tournament::Rational;
/// let half = Rational::new(3, 6);
/// assert_eq!(half.to_string(), "1/2");
/// assert_eq!((half.clone() + half).to_string(), "1");
/// assert!(Rational::new(33, 100) < Rational::new(1, 3));
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Rational(Form);

/// Every fraction has one form: `Large` holds only what does not fit into `Small`.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Form {
    Small { above: i128, below: i128 },
    Large(Box<BigRational>),
}

impl Rational {
    /// 0.
    pub const ZERO: Rational = Rational(Form::Small { above: 0, below: 1 });

    /// `above / below`; a fraction over nothing counts as 0, as an average over nobody does.
    pub fn new(above: i128, below: i128) -> Rational {
        match below {
            0 => return Rational::ZERO,
            1 => return Rational(Form::Small { above, below }),
            _ => {}
        }
        match i128::try_from(divisor(above.unsigned_abs(), below.unsigned_abs())) {
            Ok(shared) if above != i128::MIN && below != i128::MIN => {
                let shared = shared * below.signum();
                Rational(Form::Small { above: above / shared, below: below / shared })
            }
            _ => Rational::of_large(BigRational::new(above.into(), below.into())),
        }
    }

    /// The mean of some fractions, 0 for none.
    pub fn mean(values: &[Rational]) -> Rational {
        values.iter().cloned().sum::<Rational>() / Rational::from(values.len() as i64)
    }

    /// Rounded half up to a number of decimals, in units of the last one; at most 30 decimals.
    pub fn rounded(&self, decimals: u32) -> i128 {
        let of_small = |above: i128, below: i128| {
            let doubled = above.checked_mul(2 * 10i128.pow(decimals.min(30)))?;
            Some(doubled.checked_add(below)?.div_euclid(below.checked_mul(2)?))
        };
        if let Form::Small { above, below } = self.0
            && let Some(rounded) = of_small(above, below)
        {
            return rounded;
        }
        let doubled = BigRational::new((2 * 10i128.pow(decimals.min(30))).into(), 1.into()) * self.large();
        let half_up = (doubled + BigRational::new(1.into(), 1.into())) / BigRational::new(2.into(), 1.into());
        i128::try_from(half_up.floor().to_integer()).unwrap_or(i128::MAX)
    }

    /// As a decimal number, rounded half up to this many decimals, without zeros at the end: what people and
    /// spreadsheets read.
    ///
    /// ```
    /// use adjutant_tournament::Rational;
    /// assert_eq!(Rational::new(34, 25).decimal(4), "1.36");
    /// assert_eq!(Rational::new(-1, 3).decimal(4), "-0.3333");
    /// assert_eq!(Rational::from(62).decimal(4), "62");
    /// ```
    pub fn decimal(&self, decimals: u32) -> String {
        let decimals = decimals.min(30);
        let units = self.rounded(decimals);
        let one = 10i128.pow(decimals);
        let sign = if units < 0 { "-" } else { "" };
        let (whole, part) = (units.unsigned_abs() / one.unsigned_abs(), units.unsigned_abs() % one.unsigned_abs());
        let part = format!("{part:0width$}", width = decimals as usize);
        let part = part.trim_end_matches('0');
        if part.is_empty() { format!("{sign}{whole}") } else { format!("{sign}{whole}.{part}") }
    }

    fn of_large(large: BigRational) -> Rational {
        match (i128::try_from(large.numer()), i128::try_from(large.denom())) {
            (Ok(above), Ok(below)) => Rational(Form::Small { above, below }),
            _ => Rational(Form::Large(Box::new(large))),
        }
    }

    fn large(&self) -> BigRational {
        match &self.0 {
            Form::Small { above, below } => BigRational::new((*above).into(), (*below).into()),
            Form::Large(large) => (**large).clone(),
        }
    }

    /// Both in machine words, where they are.
    fn small<'a>(&'a self, other: &'a Rational) -> Option<[i128; 4]> {
        match (&self.0, &other.0) {
            (Form::Small { above: a, below: b }, Form::Small { above: c, below: d }) => Some([*a, *b, *c, *d]),
            _ => None,
        }
    }

    fn is_zero(&self) -> bool {
        *self == Rational::ZERO
    }

    fn parse(text: &str) -> Option<Rational> {
        let (above, below) = text.split_once('/').unwrap_or((text, "1"));
        let below: i64 = below.parse().ok()?;
        (below > 0).then_some(Rational::new(above.parse::<i64>().ok()?.into(), below.into()))
    }
}

fn divisor(mut one: u128, mut two: u128) -> u128 {
    while two != 0 {
        // Almost all are this small from the start, and divided many times faster so.
        if let (Ok(mut one), Ok(mut two)) = (u64::try_from(one), u64::try_from(two)) {
            while two != 0 {
                (one, two) = (two, one % two);
            }
            return one.max(1).into();
        }
        (one, two) = (two, one % two);
    }
    one.max(1)
}

impl From<i64> for Rational {
    fn from(whole: i64) -> Rational {
        Rational(Form::Small { above: whole.into(), below: 1 })
    }
}

impl Add for Rational {
    type Output = Rational;
    fn add(self, other: Rational) -> Rational {
        let sum = |[a, b, c, d]: [i128; 4]| Some((cross(a, d, c, b)?, b.checked_mul(d)?));
        match self.small(&other).and_then(sum) {
            Some((above, below)) => Rational::new(above, below),
            None => Rational::of_large(self.large() + other.large()),
        }
    }
}

/// `a·d + c·b`, where it fits.
fn cross(a: i128, d: i128, c: i128, b: i128) -> Option<i128> {
    a.checked_mul(d)?.checked_add(c.checked_mul(b)?)
}

impl Sub for Rational {
    type Output = Rational;
    fn sub(self, other: Rational) -> Rational {
        self + other * Rational::from(-1)
    }
}

impl Mul for Rational {
    type Output = Rational;
    fn mul(self, other: Rational) -> Rational {
        let product = |[a, b, c, d]: [i128; 4]| Some((a.checked_mul(c)?, b.checked_mul(d)?));
        match self.small(&other).and_then(product) {
            Some((above, below)) => Rational::new(above, below),
            None => Rational::of_large(self.large() * other.large()),
        }
    }
}

/// Over 0 the quotient is 0, as in [`Rational::new`].
impl Div for Rational {
    type Output = Rational;
    fn div(self, other: Rational) -> Rational {
        if other.is_zero() {
            return Rational::ZERO;
        }
        let quotient = |[a, b, c, d]: [i128; 4]| Some((a.checked_mul(d)?, b.checked_mul(c)?));
        match self.small(&other).and_then(quotient) {
            Some((above, below)) => Rational::new(above, below),
            None => Rational::of_large(self.large() / other.large()),
        }
    }
}

impl Sum for Rational {
    fn sum<I: Iterator<Item = Rational>>(values: I) -> Rational {
        values.fold(Rational::ZERO, Add::add)
    }
}

impl Ord for Rational {
    fn cmp(&self, other: &Rational) -> Ordering {
        let products = |[a, b, c, d]: [i128; 4]| match b == d {
            true => Some(a.cmp(&c)),
            false => Some(a.checked_mul(d)?.cmp(&c.checked_mul(b)?)),
        };
        self.small(other).and_then(products).unwrap_or_else(|| self.large().cmp(&other.large()))
    }
}

impl PartialOrd for Rational {
    fn partial_cmp(&self, other: &Rational) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Form::Small { above, below: 1 } => write!(f, "{above}"),
            Form::Small { above, below } => write!(f, "{above}/{below}"),
            Form::Large(large) => write!(f, "{large}"),
        }
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
        match &self.0 {
            Form::Small { above, below: 1 } if i64::try_from(*above).is_ok() => serializer.serialize_i64(*above as i64),
            _ => serializer.collect_str(self),
        }
    }
}

impl<'de> Shaped<'de> for Rational {
    const SHAPES: &'static str = "a whole number, or a fraction \"a/b\"";
    fn number<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        i64::deserialize(from).map(Rational::from)
    }
    fn text<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        let fault = || serde::de::Error::custom("a fraction is a whole number or \"a/b\" with b above 0");
        Rational::parse(&text).ok_or_else(fault)
    }
}

impl<'de> Deserialize<'de> for Rational {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        shaped::read(from)
    }
}

#[cfg(feature = "schema")]
impl JsonSchema for Rational {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Rational".into()
    }
    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({"type": ["integer", "string"], "description": "A whole number, or a fraction a/b."})
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Shares of victory points over prime totals, as eight rounds and more bring them.
    const PRIMES: [i128; 20] =
        [787, 797, 809, 811, 821, 823, 827, 829, 839, 853, 857, 859, 863, 877, 881, 883, 887, 907, 911, 919];

    #[test]
    fn means_over_a_long_league_stay_exact_and_in_order() {
        for rounds in 1..=PRIMES.len() {
            let shares = |more: i128| -> Vec<Rational> {
                PRIMES[..rounds]
                    .iter()
                    .enumerate()
                    .map(|(at, p)| Rational::new(401 + more * i128::from(at == 0), *p))
                    .collect()
            };
            let (less, more) = (Rational::mean(&shares(0)), Rational::mean(&shares(1)));
            assert!(less < more, "{rounds} rounds");
            let step = Rational::new(1, PRIMES[0] * rounds as i128);
            assert_eq!(more.clone() - less.clone(), step, "{rounds} rounds");
            assert_eq!(less + step, more);
            assert_eq!(more.rounded(1), 5);
        }
    }

    proptest! {
        #[test]
        fn numbers_of_any_size_obey_the_laws(a in any::<i64>(), b in 1..i64::MAX, c in any::<i64>(), d in 1..i64::MAX) {
            let x = Rational::new(a.into(), b.into());
            let y = Rational::new(c.into(), d.into());
            let product = x.clone() * x.clone() * y.clone();
            prop_assert_eq!(x.clone() + y.clone() - y.clone(), x.clone());
            prop_assert_eq!(x.cmp(&y), (x.clone() + product.clone()).cmp(&(y.clone() + product.clone())));
            if c != 0 && a != 0 {
                prop_assert_eq!(product / y / x.clone(), x);
            }
        }

        #[test]
        fn machine_words_and_any_size_are_rounded_alike(a in any::<i64>(), b in 1..i64::MAX, decimals in 0..25u32) {
            let units = Rational::new(a.into(), b.into()) * Rational::new(10i128.pow(decimals), 1);
            let half_up = (units.large() + BigRational::new(1.into(), 2.into())).floor().to_integer();
            prop_assert_eq!(Rational::new(a.into(), b.into()).rounded(decimals), i128::try_from(half_up).unwrap());
        }
    }
}
