//! A cost with several lines, compared lexicographically.

use std::array;
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::iter::Sum;
use std::ops::{Add, AddAssign, Neg, Sub, SubAssign};

/// How many lines a [`Cost`] has.
pub const LINES: usize = 8;

/// A vector of whole numbers that is added line by line and compared from the first line on.
///
/// ```
/// use adjutant_matching::Cost;
/// let dear = Cost::of([0, 1, 0, 0, 0, 0, 0, 0]);
/// let cheap = Cost::of([0, 0, 900, 0, 0, 0, 0, 0]);
/// assert!(cheap + cheap < dear);
/// ```
///
/// *Invariant:* a sum that a line cannot hold is a panic, never another number.
#[derive(Clone, Copy, Debug, Eq, Default)]
pub struct Cost([i64; LINES]);

impl Cost {
    /// Nothing on any line.
    pub const ZERO: Cost = Cost([0; LINES]);

    /// A cost of the lines given.
    pub const fn of(lines: [i64; LINES]) -> Cost {
        Cost(lines)
    }

    /// Its lines, the weightiest first.
    pub const fn lines(&self) -> &[i64; LINES] {
        &self.0
    }

    /// Every line doubled.
    #[must_use]
    #[inline]
    pub fn twice(self) -> Cost {
        self + self
    }

    /// Every line halved; the duals of a [`Proof`](crate::Proof) are doubled costs, so that this brings them back.
    #[must_use]
    #[inline]
    pub fn half(self) -> Cost {
        Cost(self.0.map(|line| line >> 1))
    }

    /// Its first lines, nothing on those from `line` on.
    #[must_use]
    pub(crate) fn before(mut self, line: usize) -> Cost {
        self.0[line..].fill(0);
        self
    }

    /// Every line as many times.
    #[must_use]
    pub(crate) fn times(self, count: i64) -> Cost {
        Cost(self.0.map(|line| line * count))
    }
}

impl Add for Cost {
    type Output = Cost;
    #[inline]
    fn add(mut self, other: Cost) -> Cost {
        self += other;
        self
    }
}

impl AddAssign for Cost {
    #[inline]
    fn add_assign(&mut self, other: Cost) {
        let sum = array::from_fn(|line| self.0[line].wrapping_add(other.0[line]));
        // A line that ran over has the sign of neither part.
        within((0..LINES).fold(0, |signs, line| signs | ((self.0[line] ^ sum[line]) & (other.0[line] ^ sum[line]))));
        self.0 = sum;
    }
}

impl Sub for Cost {
    type Output = Cost;
    #[inline]
    fn sub(mut self, other: Cost) -> Cost {
        self -= other;
        self
    }
}

impl SubAssign for Cost {
    #[inline]
    fn sub_assign(&mut self, other: Cost) {
        let rest = array::from_fn(|line| self.0[line].wrapping_sub(other.0[line]));
        within(
            (0..LINES).fold(0, |signs, line| signs | ((self.0[line] ^ other.0[line]) & (self.0[line] ^ rest[line]))),
        );
        self.0 = rest;
    }
}

/// Refuses what ran over: one look at the signs of all lines, so that the lines can be added at once.
#[inline]
fn within(signs: i64) {
    assert!(signs >= 0, "a line of a cost is greater than 63 bits hold");
}

impl Neg for Cost {
    type Output = Cost;
    fn neg(self) -> Cost {
        Cost::ZERO - self
    }
}

impl Hash for Cost {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.0.hash(hasher);
    }
}

impl PartialEq for Cost {
    #[inline]
    fn eq(&self, other: &Cost) -> bool {
        self.0.iter().zip(&other.0).fold(0, |differs, (one, two)| differs | (one ^ two)) == 0
    }
}

impl PartialOrd for Cost {
    #[inline]
    fn partial_cmp(&self, other: &Cost) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Cost {
    #[inline]
    fn cmp(&self, other: &Cost) -> Ordering {
        let differs = self.0.iter().zip(&other.0).find(|(one, two)| one != two);
        differs.map_or(Ordering::Equal, |(one, two)| one.cmp(two))
    }
}

impl Sum for Cost {
    fn sum<I: Iterator<Item = Cost>>(costs: I) -> Cost {
        costs.fold(Cost::ZERO, Add::add)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[should_panic(expected = "63 bits")]
    fn a_sum_that_runs_over_is_no_number() {
        let _ = Cost::of([0, 0, 0, i64::MAX, 0, 0, 0, 0]) + Cost::of([0, 0, 0, 1, 0, 0, 0, 0]);
    }

    #[test]
    #[should_panic(expected = "63 bits")]
    fn neither_is_a_difference() {
        let _ = Cost::of([0, 0, 0, 0, 0, 0, 0, i64::MIN]) - Cost::of([0, 0, 0, 0, 0, 0, 0, 1]);
    }

    #[test]
    fn the_greatest_lines_are_added() {
        let most = Cost::of([i64::MAX; LINES]);
        assert_eq!(most - most, Cost::ZERO);
        assert_eq!(Cost::ZERO - most, -most);
        assert!(-most < Cost::ZERO && Cost::ZERO < most);
    }
}
