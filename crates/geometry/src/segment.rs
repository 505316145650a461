//! Straight lines: edges of the battlefield and the lines between its quarters.

use super::{Distance, Footprint, GeometryError, Length, Point};

/// A straight line between two places, both ends included.
///
/// # Source
/// `docs/rules/battle.md`, D-6 (arrival beside an edge), B.4 (Pierce the Veil), C.4 (quarters).
///
/// # Examples
/// A model on a 2" base, its middle 5" from the edge:
/// ```
/// use adjutant_geometry::{Base, Facing, Footprint, Length, Point, Segment};
/// let at = |x, y| Point::from_thousandths_of_inch(x, y);
/// let edge = Segment::new(at(0, 0)?, at(44_000, 0)?)?;
/// let model = Footprint::of_base(Base::round(Length::inches(2))?, at(20_000, 5_000)?, Facing::ALONG_X);
/// assert!(edge.is_within(Length::inches(4), &model));
/// assert!(!edge.is_within(Length::from_thousandths_of_inch(3_999)?, &model));
/// assert!(edge.holds_within(Length::inches(6), &model));
/// assert!(!edge.holds_within(Length::from_thousandths_of_inch(5_999)?, &model));
/// # Ok::<(), adjutant_geometry::GeometryError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Segment {
    line: Footprint,
}

impl Segment {
    /// The line between two places.
    ///
    /// # Errors
    /// [`GeometryError::NoLength`] where both are the same.
    pub fn new(start: Point, end: Point) -> Result<Segment, GeometryError> {
        if start == end {
            return Err(GeometryError::NoLength);
        }
        Ok(Segment::between(start, end))
    }

    pub(super) fn between(start: Point, end: Point) -> Segment {
        Segment { line: Footprint::of_line(start, end) }
    }

    /// Whether a footprint's closest part is at most a distance from the line; 0" means that it touches.
    #[inline]
    pub fn is_within(&self, range: Length, footprint: &Footprint) -> bool {
        footprint.is_within(range, &self.line)
    }

    /// Whether every part of a footprint is at most a distance from the line.
    #[inline]
    pub fn holds_within(&self, range: Length, footprint: &Footprint) -> bool {
        footprint.is_wholly_within(range, &self.line)
    }

    /// The exact distance from the line to a footprint's closest part.
    pub fn distance_to(&self, footprint: &Footprint) -> Distance {
        footprint.distance_to(&self.line)
    }
}
