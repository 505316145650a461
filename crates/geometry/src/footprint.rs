//! Whatever stands on the table, ready to be measured.

use super::base::{Form, OVAL_TOLERANCE, hull_corners, oval_corners};
use super::convex::{Gap, Square, comes_within, gap};
use super::distance::Distance;
use super::{Base, Facing, Length, Point, Reach};

/// The ground that a placed model, a marker or a point covers.
///
/// Everything is measured between the closest parts, borders included: two footprints exactly 3" apart are within 3".
/// One that stands on a floor above the table is [raised](Footprint::raised).
///
/// # Source
/// `docs/rules/golden.md`, G-22 (a distance counts as within itself), D-4, D-13; for rounded corners see [`Base`].
///
/// # Examples
/// ```
/// use adjutant_geometry::{Base, Facing, Footprint, Length, Point};
/// let infantry = Base::round(Length::from_tenths_of_millimetre(254)?)?;
/// let place = |x, y| Point::from_thousandths_of_inch(x, y);
/// let model = Footprint::of_base(infantry, place(0, 0)?, Facing::ALONG_X);
/// let friend = Footprint::of_base(infantry, place(3_000, 0)?, Facing::ALONG_X);
/// assert!(model.is_within(Length::inches(2), &friend));
/// assert!(!model.is_within(Length::from_thousandths_of_inch(1_999)?, &friend));
/// assert!(model.is_wholly_within(Length::inches(3), &friend));
/// # Ok::<(), adjutant_geometry::GeometryError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Footprint {
    centre: Point,
    /// Everything within `radius` of the corners' convex hull belongs to the footprint.
    radius: i64,
    /// Everything this close to the centre belongs to the footprint …
    inner: i64,
    /// … and nothing farther away than this.
    outer: i64,
    /// How far it stands above the table.
    up: i64,
    /// Anticlockwise from the lowest; none where the centre is the only corner.
    corners: Vec<Point>,
}

impl Footprint {
    /// A model's base on the table.
    pub fn of_base(base: Base, centre: Point, facing: Facing) -> Footprint {
        match base.form {
            Form::Round { radius } => Footprint::disc(centre, radius),
            Form::Oval { ahead, aside } => {
                let inner = ahead.min(aside) - OVAL_TOLERANCE - 2;
                Footprint::cornered(centre, inner, oval_corners(centre, facing, ahead, aside))
            }
            Form::Hull { ahead, aside } => {
                Footprint::cornered(centre, ahead.min(aside) - 2, hull_corners(centre, facing, ahead, aside))
            }
        }
    }

    /// An objective marker: round, of this radius.
    #[inline]
    pub fn of_marker(centre: Point, radius: Length) -> Footprint {
        Footprint::disc(centre, radius.units())
    }

    /// A single point, such as the centre of the battlefield.
    #[inline]
    pub fn of_point(point: Point) -> Footprint {
        Footprint::disc(point, 0)
    }

    /// The straight line between two different places.
    pub(super) fn of_line(start: Point, end: Point) -> Footprint {
        Footprint::cornered(start, 0, vec![start, end])
    }

    pub(super) fn disc(centre: Point, radius: i64) -> Footprint {
        Footprint { centre, radius, inner: radius, outer: radius, up: 0, corners: Vec::new() }
    }

    /// `inner` is a radius around the centre, itself in the hull, that the hull of the corners surely covers.
    pub(super) fn cornered(centre: Point, inner: i64, mut corners: Vec<Point>) -> Footprint {
        let farthest = corners.iter().map(|corner| centre.to(*corner).squared()).max().unwrap_or(0);
        let lowest = (0..corners.len()).min_by_key(|index| corners[*index]).unwrap_or(0);
        corners.rotate_left(lowest);
        Footprint { centre, radius: 0, inner, outer: farthest.isqrt() + 1, up: 0, corners }
    }

    /// The same so far above the table.
    #[must_use]
    pub fn raised(self, up: Length) -> Footprint {
        Footprint { up: up.units(), ..self }
    }

    /// How far above the table it stands.
    pub fn height(&self) -> Length {
        Length::known(self.up)
    }

    /// The largest disc around its centre that it covers, put down elsewhere: as wide as its smallest dimension.
    #[inline]
    pub fn core_at(&self, place: Point) -> Footprint {
        Footprint::disc(place, self.inner)
    }

    /// Its smallest dimension: that of the largest disc around its centre.
    pub fn smallest_dimension(&self) -> Length {
        Length::from_units(2 * self.inner).unwrap_or(Length::MAX)
    }

    /// The place of its middle.
    pub fn centre(&self) -> Point {
        self.centre
    }

    /// The corners whose convex hull, widened by [`Footprint::radius`], is the footprint.
    pub(super) fn corners(&self) -> &[Point] {
        if self.corners.is_empty() { std::slice::from_ref(&self.centre) } else { &self.corners }
    }

    pub(super) fn radius(&self) -> i64 {
        self.radius
    }

    pub(super) fn inner(&self) -> i64 {
        self.inner
    }

    pub(super) fn outer(&self) -> i64 {
        self.outer
    }

    /// Whether the closest parts are at most a distance apart; never at a distance below zero.
    #[inline]
    pub fn is_within(&self, reach: impl Into<Reach>, other: &Footprint) -> bool {
        let reach = reach.into();
        let rise = (self.up - other.up).abs();
        match reach.up() {
            _ if rise == 0 => self.is_beside(reach.along(), other),
            Some(up) => rise <= up.units() && self.is_beside(reach.along(), other),
            None => self.distance_to(other).is_at_most_over(reach.along(), rise),
        }
    }

    /// The same, as if both stood on one floor.
    #[inline]
    fn is_beside(&self, range: Length, other: &Footprint) -> bool {
        let range = range.units();
        let square = self.centre.to(other.centre).squared();
        range >= 0
            && reaches(range + self.outer + other.outer, square)
            && (reaches(range + self.inner + other.inner, square) || self.edges_within(range, other))
    }

    fn edges_within(&self, range: i64, other: &Footprint) -> bool {
        let reach = range + self.radius + other.radius;
        self.is_cornered_with(other) && comes_within(self.corners(), other.corners(), reach)
    }

    fn is_cornered_with(&self, other: &Footprint) -> bool {
        !(self.corners.is_empty() && other.corners.is_empty())
    }

    /// Whether every part of this footprint is at most a distance away from the other; never at a distance below zero. Of
    /// footprints on two floors, each of the two ways is within the distance.
    ///
    /// # Source
    /// `docs/rules/battle.md`, D-6 (arrival beside an edge), D-12 (disembarking).
    #[inline]
    pub fn is_wholly_within(&self, reach: impl Into<Reach>, other: &Footprint) -> bool {
        let reach = reach.into();
        let range = reach.along().units();
        let square = self.centre.to(other.centre).squared();
        range >= 0
            && (self.up - other.up).abs() <= reach.up().unwrap_or(reach.along()).units()
            && reaches(range + other.outer - self.inner, square)
            && (reaches(range + other.inner - self.outer, square) || self.corners_within(range, other))
    }

    fn corners_within(&self, range: i64, other: &Footprint) -> bool {
        let reach = range + other.radius - self.radius;
        let near = |corner: &Point| comes_within(&[*corner], other.corners(), reach);
        self.is_cornered_with(other) && reach >= 0 && self.corners().iter().all(near)
    }

    /// Whether the insides share a point; bases that only touch do not overlap, nor do those on two floors.
    #[inline]
    pub fn overlaps(&self, other: &Footprint) -> bool {
        let square = self.centre.to(other.centre).squared();
        if self.up != other.up || !reaches(self.outer + other.outer, square) {
            return false;
        }
        if !self.is_cornered_with(other) {
            let reach = self.radius + other.radius;
            return square < reach * reach;
        }
        match gap(self.corners(), other.corners()) {
            Gap::Overlapping => true,
            Gap::Apart(square) => square.cmp_root(self.radius + other.radius).is_lt(),
        }
    }

    /// The exact distance between the closest parts along the ground; zero where they touch or overlap.
    #[inline]
    pub fn distance_to(&self, other: &Footprint) -> Distance {
        let square = match gap(self.corners(), other.corners()) {
            Gap::Overlapping => Square::ZERO,
            Gap::Apart(square) => square,
        };
        Distance::new(square, self.radius + other.radius)
    }
}

fn reaches(reach: i64, square: i64) -> bool {
    reach >= 0 && square <= reach * reach
}
