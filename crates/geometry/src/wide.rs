//! Whole numbers of up to 512 bits, for the few comparisons that square twice.

use std::cmp::Ordering;
use std::ops::{Add, Mul, Neg, Sub};

const LIMBS: usize = 8;

/// A whole number of at most 512 bits and a sign.
///
/// Lengths of 30 bits give squares of 61 and crossings of 120; deciding between two square roots squares those twice,
/// which stays below 490 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Wide {
    /// Never set for zero.
    negative: bool,
    /// Least significant first.
    limbs: [u64; LIMBS],
}

impl Wide {
    pub(super) fn sign(self) -> Ordering {
        match (self.limbs == [0; LIMBS], self.negative) {
            (true, _) => Ordering::Equal,
            (_, true) => Ordering::Less,
            (_, false) => Ordering::Greater,
        }
    }

    pub(super) fn squared(self) -> Wide {
        self * self
    }

    /// The limbs up to the most significant one.
    fn used(&self) -> &[u64] {
        let count = LIMBS - self.limbs.iter().rev().take_while(|limb| **limb == 0).count();
        &self.limbs[..count]
    }

    fn signed(negative: bool, limbs: [u64; LIMBS]) -> Wide {
        Wide { negative: negative && limbs != [0; LIMBS], limbs }
    }

    fn magnitude_order(&self, other: &Wide) -> Ordering {
        self.limbs.iter().rev().cmp(other.limbs.iter().rev())
    }
}

/// The sign of `rational + factor · √radicand`.
pub(super) fn sign_with_root(rational: Wide, factor: Wide, radicand: Wide) -> Ordering {
    let root_sign = if radicand.sign().is_eq() { Ordering::Equal } else { factor.sign() };
    match (rational.sign(), root_sign) {
        (sign, Ordering::Equal) => sign,
        (Ordering::Equal, sign) => sign,
        (first, second) if first == second => first,
        (first, _) => {
            let difference = rational.squared() - factor.squared() * radicand;
            if first.is_gt() { difference.sign() } else { difference.sign().reverse() }
        }
    }
}

impl From<i128> for Wide {
    fn from(value: i128) -> Wide {
        let magnitude = value.unsigned_abs();
        let mut limbs = [0; LIMBS];
        limbs[0] = magnitude as u64;
        limbs[1] = (magnitude >> 64) as u64;
        Wide { negative: value < 0, limbs }
    }
}

impl From<i64> for Wide {
    fn from(value: i64) -> Wide {
        Wide::from(i128::from(value))
    }
}

impl Neg for Wide {
    type Output = Wide;
    fn neg(self) -> Wide {
        Wide::signed(!self.negative, self.limbs)
    }
}

impl Add for Wide {
    type Output = Wide;
    fn add(self, other: Wide) -> Wide {
        if self.negative == other.negative {
            return Wide::signed(self.negative, sum(&self.limbs, &other.limbs));
        }
        match self.magnitude_order(&other) {
            Ordering::Less => Wide::signed(other.negative, difference(&other.limbs, &self.limbs)),
            _ => Wide::signed(self.negative, difference(&self.limbs, &other.limbs)),
        }
    }
}

impl Sub for Wide {
    type Output = Wide;
    fn sub(self, other: Wide) -> Wide {
        self + -other
    }
}

impl Mul for Wide {
    type Output = Wide;
    fn mul(self, other: Wide) -> Wide {
        let mut limbs = [0; LIMBS];
        let (left, right) = (self.used(), other.used());
        for (low, &factor) in left.iter().enumerate() {
            let mut carry = 0;
            for (limb, &other_factor) in limbs[low..].iter_mut().zip(right) {
                let total = u128::from(factor) * u128::from(other_factor) + u128::from(*limb) + carry;
                *limb = total as u64;
                carry = total >> 64;
            }
            match limbs.get_mut(low + right.len()) {
                Some(limb) => *limb = carry as u64,
                None => debug_assert_eq!(carry, 0, "a product beyond 512 bits"),
            }
        }
        Wide::signed(self.negative != other.negative, limbs)
    }
}

fn sum(left: &[u64; LIMBS], right: &[u64; LIMBS]) -> [u64; LIMBS] {
    let mut carry = 0;
    std::array::from_fn(|index| {
        let total = u128::from(left[index]) + u128::from(right[index]) + carry;
        carry = total >> 64;
        total as u64
    })
}

/// `left - right`, for `left` not smaller.
fn difference(left: &[u64; LIMBS], right: &[u64; LIMBS]) -> [u64; LIMBS] {
    let mut borrow = false;
    std::array::from_fn(|index| {
        let (partial, first) = left[index].overflowing_sub(right[index]);
        let (result, second) = partial.overflowing_sub(u64::from(borrow));
        borrow = first || second;
        result
    })
}

impl PartialOrd for Wide {
    fn partial_cmp(&self, other: &Wide) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Wide {
    fn cmp(&self, other: &Wide) -> Ordering {
        (*self - *other).sign()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn agrees_with_the_machine(a in any::<i64>(), b in any::<i64>(), c in any::<i64>()) {
            let (x, y, z) = (i128::from(a), i128::from(b), i128::from(c));
            let wide = |value: i128| Wide::from(value);
            prop_assert_eq!(wide(x) * wide(y), wide(x * y));
            prop_assert_eq!(wide(x * y) + wide(z), wide(x * y + z));
            prop_assert_eq!(wide(x * y) - wide(y * z), wide(x * y - y * z));
            prop_assert_eq!(wide(x * y).cmp(&wide(y * z)), (x * y).cmp(&(y * z)));
        }

        #[test]
        fn multiplies_out(a in any::<i128>(), b in any::<i128>(), c in any::<i128>(), d in any::<i128>()) {
            let [a, b, c, d] = [a, b, c, d].map(|value| Wide::from(value >> 1));
            prop_assert_eq!((a + b) * (c - d), a * c - a * d + b * c - b * d);
            prop_assert_eq!((a * b) * (c * d), (a * d) * (c * b));
        }

        #[test]
        fn roots_of_squares_are_rational(a in -1000i64..1000, b in -1000i64..1000, root in 0i64..1000) {
            let sign = sign_with_root(a.into(), b.into(), (root * root).into());
            prop_assert_eq!(sign, (a + b * root).cmp(&0));
        }
    }

    #[test]
    fn close_roots_are_told_apart() {
        let sign = |a: i64, b: i64, n: i64| sign_with_root(a.into(), b.into(), n.into());
        assert_eq!(sign(-665_857, 470_832, 2), Ordering::Less);
        assert_eq!(sign(-1_607_521, 1_136_689, 2), Ordering::Greater);
        assert_eq!(sign(0, -1, 0), Ordering::Equal);
        assert_eq!(sign(3, -1, 9), Ordering::Equal);
    }
}
