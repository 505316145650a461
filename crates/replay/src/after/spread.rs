//! Sums of numbers that dice give, in whole numbers: each probability in parts of 2^60, rounded down.
//!
//! What rounding takes away is never more than the parts that are missing from the whole, so every share lies between what
//! is counted and that with the missing parts added.

use adjutant_engine::attack::Odds;
use num_bigint::BigUint;

/// Bits of a whole.
const BITS: u32 = 60;
const WHOLE: u128 = 1 << BITS;

/// How likely each number is, from none on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spread {
    parts: Vec<u64>,
}

/// A share that lies between two numbers, in ten-thousandths.
pub type Share = [u32; 2];

impl Spread {
    /// Nothing for certain.
    pub fn none() -> Spread {
        Spread { parts: vec![1 << BITS] }
    }

    /// The wounds of an attack.
    pub fn of(odds: &Odds) -> Spread {
        Spread::weighted(&odds.wounds, &odds.total)
    }

    /// The models that an attack destroys.
    pub fn of_destroyed(odds: &Odds) -> Spread {
        Spread::weighted(&odds.destroyed, &odds.total)
    }

    fn weighted(weights: &[BigUint], total: &BigUint) -> Spread {
        let part = |weight: &BigUint| ((weight << BITS) / total).try_into().unwrap_or(u64::MAX);
        Spread { parts: weights.iter().map(part).collect() }
    }

    /// Two numbers added that do not depend on each other.
    #[must_use]
    pub fn and(&self, other: &Spread) -> Spread {
        let mut sums = vec![0u128; self.parts.len() + other.parts.len() - 1];
        for (at, one) in self.parts.iter().enumerate().filter(|(_, one)| **one > 0) {
            for (more, two) in other.parts.iter().enumerate() {
                sums[at + more] += (u128::from(*one) * u128::from(*two)) >> BITS;
            }
        }
        while sums.len() > 1 && sums.last() == Some(&0) {
            sums.pop();
        }
        Spread { parts: sums.into_iter().map(|sum| u64::try_from(sum).unwrap_or(u64::MAX)).collect() }
    }

    /// How likely each number is, from none on, in ten-thousandths; what rounding leaves stays out.
    pub fn shares(&self) -> Vec<u32> {
        let share = |part: &u64| u32::try_from(rounded(u128::from(*part) * 10_000, WHOLE)).unwrap_or(u32::MAX);
        self.parts.iter().map(share).collect()
    }

    fn moment(&self, of: impl Fn(u128) -> u128) -> u128 {
        (0u128..).zip(&self.parts).map(|(number, part)| of(number) * u128::from(*part)).sum()
    }

    /// The mean, in thousandths.
    pub fn mean_thousandths(&self) -> u64 {
        rounded(self.moment(|number| number * 1000), WHOLE)
    }

    /// The variance, in parts of 2^40.
    pub fn variance(&self) -> u128 {
        let mean = self.moment(|number| number) >> 20;
        (self.moment(|number| number * number) >> 20).saturating_sub((mean * mean) >> 40)
    }

    /// How likely a number below `thousandths` is, and that number itself: each between two shares.
    fn below(&self, thousandths: u64) -> (u128, u128) {
        let whole = thousandths.div_ceil(1000);
        let sum = |parts: &[u64]| parts.iter().map(|part| u128::from(*part)).sum::<u128>();
        let at = usize::try_from(whole).unwrap_or(usize::MAX).min(self.parts.len());
        let itself = if thousandths.is_multiple_of(1000) { self.parts.get(at).copied().unwrap_or(0) } else { 0 };
        (sum(&self.parts[..at]), itself.into())
    }

    fn missing(&self) -> u128 {
        WHOLE - self.moment(|_| 1).min(WHOLE)
    }

    /// Where a number lies: how likely a smaller one is, and half of how likely this one is.
    pub fn percentile(&self, thousandths: u64) -> Share {
        let (below, itself) = self.below(thousandths);
        self.share(below + itself / 2)
    }

    /// How likely this number or a smaller one is.
    pub fn at_most(&self, thousandths: u64) -> Share {
        let (below, itself) = self.below(thousandths);
        self.share(below + itself)
    }

    /// How likely this number or a greater one is.
    pub fn at_least(&self, thousandths: u64) -> Share {
        let all = self.moment(|_| 1);
        self.share(all - self.below(thousandths).0)
    }

    fn share(&self, parts: u128) -> Share {
        let of = |parts: u128| u32::try_from(rounded(parts.min(WHOLE) * 10_000, WHOLE)).unwrap_or(u32::MAX);
        [of(parts), of(parts + self.missing())]
    }
}

/// A quotient, rounded to the nearest.
fn rounded(number: u128, by: u128) -> u64 {
    u64::try_from((number + by / 2) / by).unwrap_or(u64::MAX)
}

/// The root of a sum of variances in parts of 2^40, in thousandths.
pub fn deviation_thousandths(variance: u128) -> u64 {
    u64::try_from(((variance * 1_000_000) >> 40).isqrt()).unwrap_or(u64::MAX)
}

/// A fraction in thousandths, rounded to the nearest.
pub fn thousandths((number, of): &(BigUint, BigUint)) -> u64 {
    ((number * 2000u32 + of) / (of * 2u32)).try_into().unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn die() -> Spread {
        let odds = Odds {
            total: 6u32.into(),
            destroyed: Vec::new(),
            wounds: [0u32, 1, 1, 1, 1, 1, 1].map(BigUint::from).to_vec(),
        };
        Spread::of(&odds)
    }

    #[test]
    fn two_dice_are_seven_and_lie_where_they_lie() {
        let two = die().and(&die());
        assert_eq!((two.mean_thousandths(), deviation_thousandths(two.variance())), (7000, 2415));
        assert_eq!((two.at_least(11_000), two.at_most(2_000), two.percentile(7_000)), ([833; 2], [278; 2], [5000; 2]));
        assert_eq!(two.at_least(10_500), two.at_least(11_000));
        assert_eq!(Spread::none().and(&two), two);
    }
}
