//! Slow calculations of another shape: every pair of edges, every crossing, rational midpoints.

use std::cmp::Ordering;

use super::*;

/// A fraction with a positive denominator.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fraction(pub(super) i128, pub(super) i128);

impl Fraction {
    pub(super) fn compare(self, other: Fraction) -> Ordering {
        let whole = (self.0 / self.1).cmp(&(other.0 / other.1));
        whole.then_with(|| (self.0 % self.1 * other.1).cmp(&(other.0 % other.1 * self.1)))
    }
}

type Pair = (i128, i128);

fn pair(point: Point) -> Pair {
    (point.x.into(), point.y.into())
}

fn minus(a: Pair, b: Pair) -> Pair {
    (a.0 - b.0, a.1 - b.1)
}

fn cross(a: Pair, b: Pair) -> i128 {
    a.0 * b.1 - a.1 * b.0
}

fn dot(a: Pair, b: Pair) -> i128 {
    a.0 * b.0 + a.1 * b.1
}

/// The square of the distance from a point to a segment, which may be a point.
pub(super) fn point_to_segment(point: Point, from: Point, to: Point) -> Fraction {
    let (start, along) = (minus(pair(point), pair(from)), minus(pair(to), pair(from)));
    let (length, share) = (dot(along, along), dot(start, along));
    if length == 0 || share <= 0 {
        return Fraction(dot(start, start), 1);
    }
    if share >= length {
        let end = minus(pair(point), pair(to));
        return Fraction(dot(end, end), 1);
    }
    Fraction(dot(start, start) * length - share * share, length)
}

fn sides(corners: &[Point]) -> Vec<(Point, Point)> {
    (0..corners.len()).map(|index| (corners[index], corners[(index + 1) % corners.len()])).collect()
}

fn cross_properly(first: (Point, Point), second: (Point, Point)) -> bool {
    let side = |edge: (Point, Point), point: Point| {
        cross(minus(pair(edge.1), pair(edge.0)), minus(pair(point), pair(edge.0))).signum()
    };
    side(first, second.0) * side(first, second.1) < 0 && side(second, first.0) * side(second, first.1) < 0
}

/// Whether a point is in the convex hull of anticlockwise corners.
fn in_hull(point: Point, corners: &[Point]) -> bool {
    let left = |(from, to): (Point, Point)| cross(minus(pair(to), pair(from)), minus(pair(point), pair(from))) >= 0;
    corners.len() > 2 && sides(corners).into_iter().all(left)
}

/// The square of the distance between the convex hulls of two sets of corners, from every pair of their edges.
pub(super) fn hull_to_hull(one: &[Point], other: &[Point]) -> Fraction {
    let inside = one.iter().any(|point| in_hull(*point, other)) || other.iter().any(|point| in_hull(*point, one));
    let (first, second) = (sides(one), sides(other));
    let crossing = first.iter().any(|edge| second.iter().any(|counterpart| cross_properly(*edge, *counterpart)));
    if inside || crossing {
        return Fraction(0, 1);
    }
    let from_one = one.iter().flat_map(|point| second.iter().map(|edge| point_to_segment(*point, edge.0, edge.1)));
    let from_other = other.iter().flat_map(|point| first.iter().map(|edge| point_to_segment(*point, edge.0, edge.1)));
    from_one.chain(from_other).min_by(|a, b| a.compare(*b)).expect("corners")
}

/// Twice the winding number around a place given in fractions of `scale`; `None` on the border.
fn winding(place: Pair, scale: i128, polygon: &Polygon) -> Option<i32> {
    let mut winding = 0;
    for (from, to) in sides(polygon.corners()) {
        let scaled = |point: Point| (pair(point).0 * scale, pair(point).1 * scale);
        let (a, b) = (minus(scaled(from), place), minus(scaled(to), place));
        if cross(a, b) == 0 && dot(a, b) <= 0 {
            return None;
        }
        let half = |vector: Pair| if vector.1 > 0 || (vector.1 == 0 && vector.0 > 0) { 1 } else { -1 };
        if half(a) != half(b) {
            winding += if cross(a, b) > 0 { 1 } else { -1 };
        }
    }
    Some(winding)
}

/// Whether a point lies in a polygon or on its border.
pub(super) fn point_in_polygon(point: Point, polygon: &Polygon) -> bool {
    in_polygon(pair(point), 1, polygon)
}

fn in_polygon(place: Pair, scale: i128, polygon: &Polygon) -> bool {
    winding(place, scale, polygon) != Some(0)
}

/// Whether a disc lies in a polygon: its middle does, and no edge comes nearer than its radius.
pub(super) fn disc_in_polygon(centre: Point, radius: i64, polygon: &Polygon) -> bool {
    let square = Fraction(i128::from(radius * radius), 1);
    let far = |(from, to): (Point, Point)| point_to_segment(centre, from, to).compare(square).is_ge();
    in_polygon(pair(centre), 1, polygon) && sides(polygon.corners()).into_iter().all(far)
}

/// Whether a convex set lies in a polygon: no piece of its border between crossings leaves the polygon, and no corner
/// of the polygon lies inside it.
pub(super) fn hull_in_polygon(corners: &[Point], polygon: &Polygon) -> bool {
    let strictly_in = |point: &Point| {
        let left = |(from, to): (Point, Point)| cross(minus(pair(to), pair(from)), minus(pair(*point), pair(from))) > 0;
        sides(corners).into_iter().all(left)
    };
    !polygon.corners().iter().any(strictly_in)
        && sides(corners).into_iter().all(|edge| {
            let crossings = crossings(edge, polygon);
            crossings.windows(2).all(|piece| {
                let (first, second) = (piece[0], piece[1]);
                let share = (first.0 * second.1 + second.0 * first.1, 2 * first.1 * second.1);
                in_polygon(along(edge, share), share.1, polygon)
            }) && in_polygon(pair(edge.0), 1, polygon)
        })
        && in_polygon(
            corners.iter().map(|c| pair(*c)).fold((0, 0), |a, b| (a.0 + b.0, a.1 + b.1)),
            corners.len() as i128,
            polygon,
        )
}

fn along((from, to): (Point, Point), share: Pair) -> Pair {
    let step = minus(pair(to), pair(from));
    (pair(from).0 * share.1 + step.0 * share.0, pair(from).1 * share.1 + step.1 * share.0)
}

/// Where an edge meets the lines of a polygon's edges, in order, with its own ends.
fn crossings(edge: (Point, Point), polygon: &Polygon) -> Vec<Fraction> {
    let direction = minus(pair(edge.1), pair(edge.0));
    let mut found = vec![Fraction(0, 1), Fraction(1, 1)];
    for (from, to) in sides(polygon.corners()) {
        let other = minus(pair(to), pair(from));
        let turn = cross(direction, other);
        if turn != 0 {
            let share = cross(minus(pair(from), pair(edge.0)), other);
            let fraction = Fraction(share * turn.signum(), turn.abs());
            if fraction.0 > 0 && fraction.0 < fraction.1 {
                found.push(fraction);
            }
        }
    }
    found.sort_by(|a, b| a.compare(*b));
    found
}
