//! Regions of the table: a polygon, less a circle where the map cuts one out.

use super::convex::{Gap, comes_within, gap, segment_meets_inside};
use super::cut_out::CutRegion;
use super::{Footprint, GeometryError, Length, Point, Polygon};

/// A circle by its middle and radius.
///
/// # Examples
/// ```
/// use adjutant_geometry::{Circle, GeometryError, Length, Point};
/// let centre = Point::from_thousandths_of_inch(22_000, 15_000)?;
/// assert!(Circle::new(centre, Length::inches(9)).is_ok());
/// assert_eq!(Circle::new(centre, Length::ZERO), Err(GeometryError::NotPositive));
/// # Ok::<(), GeometryError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Circle {
    pub(super) centre: Point,
    pub(super) radius: i64,
}

impl Circle {
    /// A circle of a positive radius.
    ///
    /// # Errors
    /// [`GeometryError::NotPositive`].
    pub fn new(centre: Point, radius: Length) -> Result<Circle, GeometryError> {
        if radius <= Length::ZERO {
            return Err(GeometryError::NotPositive);
        }
        Ok(Circle { centre, radius: radius.units() })
    }
}

/// A deployment zone, a territory or a table quarter: a polygon, less the inside of a circle where one is cut out.
///
/// The border belongs to the region, the rim of the circle included.
///
/// # Source
/// `docs/rules/missions.md`, C.1 (zones), C.4 (quarters), V-1102 (deployment).
///
/// # Examples
/// A zone with the 9" around the centre cut out, and a model on a 2" base:
/// ```
/// use adjutant_geometry::{Base, Circle, Facing, Footprint, Length, Point, Polygon, Region};
/// let at = |x, y| Point::from_thousandths_of_inch(x, y);
/// let quarter = vec![at(22_000, 15_000)?, at(44_000, 15_000)?, at(44_000, 30_000)?, at(22_000, 30_000)?];
/// let circle = Circle::new(at(22_000, 15_000)?, Length::inches(9))?;
/// let zone = Region::new(Polygon::new(quarter)?, Some(circle));
/// let base = Base::round(Length::inches(2))?;
/// let model = |x, y| at(x, y).map(|place| Footprint::of_base(base, place, Facing::ALONG_X));
/// assert!(zone.holds(&model(32_000, 16_000)?));
/// assert!(!zone.holds(&model(31_900, 16_000)?));
/// assert!(zone.is_within(Length::inches(5), &model(25_000, 15_000)?));
/// assert!(!zone.is_within(Length::inches(5), &model(24_999, 15_000)?));
/// # Ok::<(), adjutant_geometry::GeometryError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    polygon: Polygon,
    cut_out: Option<Circle>,
}

impl Region {
    /// A polygon, less the inside of a circle.
    pub fn new(polygon: Polygon, cut_out: Option<Circle>) -> Region {
        Region { polygon, cut_out }
    }

    /// The polygon before the circle is cut out.
    pub fn polygon(&self) -> &Polygon {
        &self.polygon
    }

    /// Whether a point lies in the region or on its border.
    #[inline]
    pub fn contains(&self, point: Point) -> bool {
        let clear = |circle: Circle| circle.centre.to(point).squared() >= circle.radius * circle.radius;
        self.polygon.contains(point) && self.cut_out.is_none_or(clear)
    }

    /// Whether a footprint is wholly within the region; it may touch the border.
    #[inline]
    pub fn holds(&self, footprint: &Footprint) -> bool {
        self.cut_out.is_none_or(|circle| is_clear_of(circle, footprint))
            && self.polygon.contains(footprint.centre())
            && self.polygon.edges().all(|edge| is_uncrossed(edge, footprint))
    }

    /// Whether the insides of the region and of a footprint share a point; a footprint that only touches does not.
    ///
    /// `None` where the footprint's middle lies outside, yet it reaches across the rim of the circle that is cut out
    /// and touches the region: then no more is known.
    ///
    /// # Source
    /// `docs/log.md`, section 2 (no man's land).
    pub fn overlaps(&self, footprint: &Footprint) -> Option<bool> {
        let clear_of_polygon = !self.polygon.contains(footprint.centre())
            && self.polygon.edges().all(|edge| is_uncrossed(edge, footprint));
        let Some(circle) = self.cut_out.filter(|_| !clear_of_polygon) else { return Some(!clear_of_polygon) };
        let rim = Footprint::disc(circle.centre, circle.radius);
        if footprint.is_wholly_within(Length::ZERO, &rim) || !self.is_within(Length::ZERO, footprint) {
            return Some(false);
        }
        let apart_from_rim = !footprint.is_within(Length::ZERO, &rim);
        (apart_from_rim || self.contains(footprint.centre())).then_some(true)
    }

    /// Whether a footprint's closest part is at most a distance from the region; inside counts as no distance.
    #[inline]
    pub fn is_within(&self, range: Length, footprint: &Footprint) -> bool {
        if range < Length::ZERO {
            return false;
        }
        if self.contains(footprint.centre()) {
            return true;
        }
        self.polygon_comes_within(range, footprint)
            && self.cut_out.is_none_or(|circle| {
                let region = CutRegion { polygon: &self.polygon, circle };
                cut_region_comes_within(&region, range.units(), footprint)
            })
    }

    fn polygon_comes_within(&self, range: Length, footprint: &Footprint) -> bool {
        self.polygon.contains(footprint.centre())
            || self.polygon.edges().any(|edge| edge_comes_within(edge, range, footprint))
    }
}

/// Asks about the circles inside and around the footprint first, and about its corners only where these disagree.
fn cut_region_comes_within(region: &CutRegion, range: i64, footprint: &Footprint) -> bool {
    let centre = [footprint.centre()];
    if !region.comes_within(&centre, range + footprint.outer()) {
        return false;
    }
    footprint.inner() == footprint.outer()
        || region.comes_within(&centre, range + footprint.inner())
        || region.comes_within(footprint.corners(), range + footprint.radius())
}

fn edge_comes_within((from, to): (Point, Point), range: Length, footprint: &Footprint) -> bool {
    let segment = ordered(from, to);
    comes_within(&[footprint.centre()], &segment, range.units() + footprint.outer())
        && comes_within(footprint.corners(), &segment, range.units() + footprint.radius())
}

fn is_clear_of(circle: Circle, footprint: &Footprint) -> bool {
    let square = footprint.centre().to(circle.centre).squared();
    let clear_at = |reach: i64| square >= reach * reach;
    clear_at(circle.radius + footprint.outer())
        || match gap(footprint.corners(), &[circle.centre]) {
            Gap::Overlapping => false,
            Gap::Apart(square) => square.cmp_root(circle.radius + footprint.radius()).is_ge(),
        }
}

/// Whether an edge does not meet the inside of a footprint whose middle is in the polygon.
fn is_uncrossed((from, to): (Point, Point), footprint: &Footprint) -> bool {
    // Most edges are as far away as the footprint reaches along one axis alone.
    let (middle, reach) = (footprint.centre(), footprint.outer());
    let apart = |from: i64, to: i64, middle: i64| from.min(to) - middle >= reach || middle - from.max(to) >= reach;
    if apart(from.x, to.x, middle.x) || apart(from.y, to.y, middle.y) {
        return true;
    }
    let segment = ordered(from, to);
    match gap(&[footprint.centre()], &segment) {
        Gap::Overlapping => false,
        Gap::Apart(square) if square.cmp_root(footprint.outer()).is_ge() => true,
        Gap::Apart(square) if square.cmp_root(footprint.inner()).is_lt() => false,
        Gap::Apart(_) => !segment_meets_inside(from, to, footprint.corners()),
    }
}

/// The edge as a set of corners begins: with the lowest.
fn ordered(from: Point, to: Point) -> [Point; 2] {
    [from.min(to), from.max(to)]
}
