//! Places on the table, and the integer vectors between them.

use std::ops::{Add, Neg, Sub};

use super::{GeometryError, Length};

/// A place on the table.
///
/// # Units
/// Tenths of a micrometre from the bottom-left corner of the landscape map; x to the right, y up.
///
/// # Source
/// `docs/log.md`, section 2: places are inches with at most three decimals.
///
/// # Examples
/// ```
/// use adjutant_geometry::{Length, Point};
/// let place = Point::from_thousandths_of_inch(20_292, 44_000)?;
/// assert_eq!(place.y(), Length::inches(44));
/// # Ok::<(), adjutant_geometry::GeometryError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point {
    pub(super) y: i64,
    pub(super) x: i64,
}

impl Point {
    /// How far from the origin a place may lie in each axis: 1,000 inches.
    pub const REACH: Length = Length::known(1_000 * Length::inches(1).units());

    /// A place by its coordinates.
    ///
    /// # Errors
    /// [`GeometryError::PlaceTooFar`] beyond [`Point::REACH`] in either axis.
    #[inline]
    pub fn new(x: Length, y: Length) -> Result<Point, GeometryError> {
        let far = |length: Length| length.units().abs() > Point::REACH.units();
        if far(x) || far(y) {
            return Err(GeometryError::PlaceTooFar);
        }
        Ok(Point { x: x.units(), y: y.units() })
    }

    /// A place as the log writes it, in thousandths of an inch.
    ///
    /// # Errors
    /// [`GeometryError::LengthTooLarge`] or [`GeometryError::PlaceTooFar`].
    #[inline]
    pub fn from_thousandths_of_inch(x: i64, y: i64) -> Result<Point, GeometryError> {
        Point::new(Length::from_thousandths_of_inch(x)?, Length::from_thousandths_of_inch(y)?)
    }

    /// The distance from the left edge of the map.
    pub fn x(self) -> Length {
        Length::known(self.x)
    }

    /// The distance from the bottom edge of the map.
    pub fn y(self) -> Length {
        Length::known(self.y)
    }

    pub(super) const fn to(self, other: Point) -> Vector {
        Vector { x: other.x - self.x, y: other.y - self.y }
    }

    pub(super) fn shifted(self, by: Vector) -> Point {
        Point { x: self.x + by.x, y: self.y + by.y }
    }
}

/// The way from one point to another.
///
/// Coordinates differ by less than 2³⁰ units, so a dot or cross product stays below 2⁶¹.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Vector {
    pub(super) x: i64,
    pub(super) y: i64,
}

impl Vector {
    pub(super) const fn dot(self, other: Vector) -> i64 {
        self.x * other.x + self.y * other.y
    }

    /// Positive where `other` points to the left of `self`.
    pub(super) const fn cross(self, other: Vector) -> i64 {
        self.x * other.y - self.y * other.x
    }

    pub(super) const fn squared(self) -> i64 {
        self.dot(self)
    }
}

impl Add for Vector {
    type Output = Vector;
    fn add(self, other: Vector) -> Vector {
        Vector { x: self.x + other.x, y: self.y + other.y }
    }
}

impl Sub for Vector {
    type Output = Vector;
    fn sub(self, other: Vector) -> Vector {
        Vector { x: self.x - other.x, y: self.y - other.y }
    }
}

impl Neg for Vector {
    type Output = Vector;
    fn neg(self) -> Vector {
        Vector { x: -self.x, y: -self.y }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_beyond_reach_are_refused() {
        assert!(Point::from_thousandths_of_inch(1_000_000, -1_000_000).is_ok());
        assert_eq!(Point::from_thousandths_of_inch(1_000_001, 0), Err(GeometryError::PlaceTooFar));
        assert_eq!(Point::from_thousandths_of_inch(0, -1_000_001), Err(GeometryError::PlaceTooFar));
    }

    #[test]
    fn left_is_positive() {
        let (right, up) = (Vector { x: 1, y: 0 }, Vector { x: 0, y: 1 });
        assert_eq!((right.cross(up), up.cross(right), right.dot(up)), (1, -1, 0));
    }
}
