//! A cost with several lines, compared lexicographically.

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
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
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
    pub fn twice(self) -> Cost {
        self + self
    }

    /// Every line halved; the duals of a [`Proof`](crate::Proof) are doubled costs, so that this brings them back.
    #[must_use]
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
        for (line, more) in self.0.iter_mut().zip(other.0) {
            *line += more;
        }
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
        for (line, less) in self.0.iter_mut().zip(other.0) {
            *line -= less;
        }
    }
}

impl Neg for Cost {
    type Output = Cost;
    fn neg(self) -> Cost {
        Cost::ZERO - self
    }
}

impl Sum for Cost {
    fn sum<I: Iterator<Item = Cost>>(costs: I) -> Cost {
        costs.fold(Cost::ZERO, Add::add)
    }
}
