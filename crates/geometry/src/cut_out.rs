//! How near a footprint comes to a polygon with a circle cut out of it.
//!
//! The part of the region closest to a convex set is one of: a corner of the polygon outside the circle, the foot of a
//! perpendicular on one of its edges, the point of the rim straight away from the circle's middle, or a point where
//! the rim crosses an edge. Each is tried, and each test is exact: the points that are irrational are never computed,
//! only the signs of expressions with one square root.

use std::cmp::Ordering;

use super::convex::{comes_within, edges_of};
use super::point::Vector;
use super::polygon::Place;
use super::region::Circle;
use super::wide::{Wide, sign_with_root};
use super::{Point, Polygon};

/// A polygon less the inside of a circle.
pub(super) struct CutRegion<'a> {
    pub(super) polygon: &'a Polygon,
    pub(super) circle: Circle,
}

impl CutRegion<'_> {
    /// Whether the convex hull of some corners comes within a length, which is not negative, of the region.
    pub(super) fn comes_within(&self, corners: &[Point], reach: i64) -> bool {
        self.contains_a_corner(corners)
            || self.polygon_corner_comes_within(corners, reach)
            || corners.iter().any(|corner| self.rim_comes_within(*corner, reach))
            || self.polygon.edges().any(|(from, to)| {
                let chord = Chord::new(from, to, self.circle);
                corners.iter().any(|corner| chord.foot_comes_within(*corner, reach))
                    || chord.is_crossed_outside(corners)
                    || chord.rim_comes_within(corners, reach)
            })
    }

    fn is_outside_circle(&self, point: Point) -> bool {
        self.circle.centre.to(point).squared() >= self.circle.radius * self.circle.radius
    }

    fn contains_a_corner(&self, corners: &[Point]) -> bool {
        corners.iter().any(|corner| self.is_outside_circle(*corner) && self.polygon.contains(*corner))
    }

    fn polygon_corner_comes_within(&self, corners: &[Point], reach: i64) -> bool {
        let mut outside = self.polygon.corners().iter().filter(|corner| self.is_outside_circle(**corner));
        outside.any(|corner| comes_within(&[*corner], corners, reach))
    }

    /// Whether the point of the rim straight behind a corner belongs to the polygon and is near enough.
    fn rim_comes_within(&self, corner: Point, reach: i64) -> bool {
        let Circle { centre, radius } = self.circle;
        let away = centre.to(corner);
        if away.squared() == 0 {
            return radius <= reach && self.polygon.contains(centre.shifted(Vector { x: radius, y: 0 }));
        }
        let near = (radius - reach).max(0);
        let far = radius + reach;
        (near * near..=far * far).contains(&away.squared())
            && self.polygon.holds(&RimPoint { circle: self.circle, away })
    }
}

/// The point of a rim in a direction from its middle.
struct RimPoint {
    circle: Circle,
    away: Vector,
}

impl RimPoint {
    /// The sign of `of_centre + radius · of_away / |away|`.
    fn sign(&self, of_centre: i64, of_away: i64) -> Ordering {
        let scaled = i128::from(self.circle.radius) * i128::from(of_away);
        sign_with_root(scaled.into(), of_centre.into(), self.away.squared().into())
    }
}

impl Place for RimPoint {
    fn side_of(&self, from: Point, to: Point) -> Ordering {
        let along = from.to(to);
        self.sign(along.cross(from.to(self.circle.centre)), along.cross(self.away))
    }

    fn right_of(&self, point: Point) -> Ordering {
        self.sign(point.to(self.circle.centre).x, self.away.x)
    }

    fn height_over(&self, point: Point) -> Ordering {
        self.sign(point.to(self.circle.centre).y, self.away.y)
    }
}

/// An edge of the polygon and the circle that may cross it.
///
/// Along the edge, places are measured in fractions of `length` (the square of the edge's length): the circle's
/// middle stands before `middle`, and the rim crosses at `middle ± √spread`.
struct Chord {
    from: Point,
    along: Vector,
    circle: Circle,
    length: i128,
    middle: i128,
    spread: i128,
}

impl Chord {
    fn new(from: Point, to: Point, circle: Circle) -> Chord {
        let (along, to_centre) = (from.to(to), from.to(circle.centre));
        let length = i128::from(along.squared());
        let height = i128::from(along.cross(to_centre));
        let radius_square = i128::from(circle.radius * circle.radius);
        let middle = i128::from(along.dot(to_centre));
        Chord { from, along, circle, length, middle, spread: radius_square * length - height * height }
    }

    /// Whether the foot of a corner's perpendicular lies on the edge, outside the circle, and near enough.
    fn foot_comes_within(&self, corner: Point, reach: i64) -> bool {
        let to_corner = self.from.to(corner);
        let foot = i128::from(self.along.dot(to_corner));
        let height = i128::from(self.along.cross(to_corner));
        let from_middle = foot - self.middle;
        (0..=self.length).contains(&foot)
            && from_middle * from_middle >= self.spread
            && height * height <= i128::from(reach * reach) * self.length
    }

    /// Whether an edge between the corners crosses this edge outside the circle.
    fn is_crossed_outside(&self, corners: &[Point]) -> bool {
        corners.len() > 2 && edges_of(corners).any(|(start, end)| self.crosses_outside(start, end))
    }

    fn crosses_outside(&self, start: Point, end: Point) -> bool {
        let other = start.to(end);
        let turn = self.along.cross(other);
        let share = self.from.to(start).cross(other) * turn.signum();
        let other_share = self.from.to(start).cross(self.along) * turn.signum();
        let shares = 0..=turn.abs();
        if turn == 0 || !shares.contains(&share) || !shares.contains(&other_share) {
            return false;
        }
        let from_centre = self.circle.centre.to(self.from);
        let scaled = |offset: i64, along: i64| {
            Wide::from(i128::from(offset) * i128::from(turn.abs()) + i128::from(along) * i128::from(share))
        };
        let (x, y) = (scaled(from_centre.x, self.along.x), scaled(from_centre.y, self.along.y));
        let rim = Wide::from(i128::from(self.circle.radius) * i128::from(turn));
        x.squared() + y.squared() >= rim.squared()
    }

    /// Whether a point where the rim crosses the edge comes near enough to the hull of the corners.
    fn rim_comes_within(&self, corners: &[Point], reach: i64) -> bool {
        if self.spread < 0 {
            return false;
        }
        [1, -1].into_iter().filter(|side| self.rim_is_on_edge(*side)).any(|side| {
            corners.iter().any(|corner| self.rim_comes_within_corner(side, *corner, reach))
                || corners.len() > 2 && edges_of(corners).any(|edge| self.rim_comes_within_edge(side, edge, reach))
        })
    }

    fn rim_is_on_edge(&self, side: i64) -> bool {
        self.sign(side, self.middle, 1).is_ge() && self.sign(side, self.middle - self.length, 1).is_le()
    }

    /// The sign of `rational ± factor · √spread`.
    fn sign(&self, side: i64, rational: i128, factor: i64) -> Ordering {
        sign_with_root(rational.into(), (side * factor).into(), self.spread.into())
    }

    /// Compares `(distance along ± √spread)² + height²` with the reach, everything times the edge's length.
    fn rim_comes_within_corner(&self, side: i64, corner: Point, reach: i64) -> bool {
        let to_corner = self.from.to(corner);
        let along = self.middle - i128::from(self.along.dot(to_corner));
        let height = i128::from(self.along.cross(to_corner));
        let limit = Wide::from(i128::from(reach * reach) * self.length);
        let square = Wide::from(along).squared() + Wide::from(height).squared() + Wide::from(self.spread);
        let factor = Wide::from(2 * along * i128::from(side));
        sign_with_root(square - limit, factor, self.spread.into()).is_le()
    }

    /// Whether the crossing lies square to an edge between corners and near enough to its line.
    fn rim_comes_within_edge(&self, side: i64, (start, end): (Point, Point), reach: i64) -> bool {
        let other = start.to(end);
        let offset = start.to(self.from);
        let scaled =
            |of_offset: i64, of_along: i64| i128::from(of_offset) * self.length + i128::from(of_along) * self.middle;
        let dot = self.along.dot(other);
        let foot = scaled(offset.dot(other), dot);
        let end_foot = foot - i128::from(other.squared()) * self.length;
        if self.sign(side, foot, dot).is_lt() || self.sign(side, end_foot, dot).is_gt() {
            return false;
        }
        let cross = other.cross(self.along);
        let height = Wide::from(scaled(other.cross(offset), cross));
        let spread = Wide::from(self.spread);
        let limit =
            Wide::from(i128::from(reach * reach) * self.length) * Wide::from(i128::from(other.squared()) * self.length);
        let rational = height.squared() + Wide::from(cross).squared() * spread - limit;
        let factor = height * Wide::from(2 * side * cross);
        sign_with_root(rational, factor, spread).is_le()
    }
}
