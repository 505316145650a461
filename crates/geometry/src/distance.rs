//! Exact distances, to be compared with each other.

use std::cmp::Ordering;

use super::convex::Square;
use super::wide::{Wide, sign_with_root};
use super::{Footprint, Length};

/// The exact distance between the closest parts of two footprints.
///
/// It is the root of a fraction less two radii, and is compared without ever being rounded.
///
/// # Source
/// `docs/rules/battle.md`, D-10 and D-7: moves towards, and powers against, the closest unit.
///
/// # Examples
/// ```
/// use adjutant_geometry::{Footprint, Length, Point};
/// let at = |x, y| Point::from_thousandths_of_inch(x, y).map(Footprint::of_point);
/// let across = at(0, 0)?.distance_to(&at(1_000, 1_000)?);
/// assert!(across < at(0, 0)?.distance_to(&at(1_415, 0)?));
/// assert_eq!(across.thousandths_of_inch_rounded_down(), 1_414);
/// assert!(!across.is_at_most(Length::from_thousandths_of_inch(1_414)?));
/// # Ok::<(), adjutant_geometry::GeometryError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Distance {
    square: Square,
    radii: i64,
}

impl Distance {
    pub(super) fn new(square: Square, radii: i64) -> Distance {
        if square.cmp_root(radii).is_le() {
            return Distance { square: Square::ZERO, radii: 0 };
        }
        Distance { square, radii }
    }

    /// Whether the distance is a length or less.
    #[inline]
    pub fn is_at_most(self, length: Length) -> bool {
        let reach = length.units() + self.radii;
        length.units() >= 0 && self.square.cmp_root(reach).is_le()
    }

    /// Whether it is a length or less by the shortest way, where one of the two stands so much higher.
    pub(super) fn is_at_most_over(self, length: Length, rise: i64) -> bool {
        let left = length.units().pow(2) - rise.pow(2);
        if length.units() < rise || left < 0 {
            return false;
        }
        // √u − k ≤ √l, for the square u, the radii k and what is left of the length.
        let wide = |value: i128| Wide::from(value);
        let (n, d, k) = (wide(self.square.numerator), wide(self.square.denominator), wide(self.radii.into()));
        let left = wide(left.into());
        sign_with_root(n - (k.squared() + left) * d, -(k + k) * d, left).is_le()
    }

    /// Thousandths of an inch, rounded down: for showing a distance, never for deciding with it.
    pub fn thousandths_of_inch_rounded_down(self) -> i64 {
        let root = (self.square.numerator / self.square.denominator).isqrt() as i64;
        Length::known(root - self.radii).thousandths_of_inch_rounded_down()
    }
}

/// The smallest distance between any footprint of one side and any of the other; none where a side is empty, or not all
/// stand on one floor.
///
/// # Examples
/// ```
/// use adjutant_geometry::{Footprint, Length, Point, closest};
/// let at = |x| Point::from_thousandths_of_inch(x, 0).map(Footprint::of_point);
/// let distance = closest(&[at(0)?, at(2_000)?], &[at(9_000)?]).expect("both sides have models");
/// assert!(distance.is_at_most(Length::inches(7)));
/// assert!(closest(&[], &[at(0)?]).is_none());
/// # Ok::<(), adjutant_geometry::GeometryError>(())
/// ```
pub fn closest(one: &[Footprint], other: &[Footprint]) -> Option<Distance> {
    let height = one.first()?.height();
    let level = one.iter().chain(other).all(|model| model.height() == height);
    one.iter().filter(|_| level).flat_map(|from| other.iter().map(|to| from.distance_to(to))).min()
}

impl Ord for Distance {
    /// Squares `√u − √v − k` until no root is left, `k` being the difference of the radii.
    fn cmp(&self, other: &Distance) -> Ordering {
        let wide = |value: i128| Wide::from(value);
        let (n, d) = (wide(self.square.numerator), wide(self.square.denominator));
        let (m, e) = (wide(other.square.numerator), wide(other.square.denominator));
        let radii = self.radii - other.radii;
        let step = wide(i128::from(radii.abs()));
        let twice = wide(2 * i128::from(radii.abs()));
        let step_square = step.squared() * d * e;
        if radii >= 0 {
            sign_with_root(n * e - m * d - step_square, -(twice * d), m * e)
        } else {
            sign_with_root(n * e - m * d + step_square, twice * e, n * d)
        }
    }
}

impl PartialOrd for Distance {
    fn partial_cmp(&self, other: &Distance) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Distance {
    fn eq(&self, other: &Distance) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Distance {}
