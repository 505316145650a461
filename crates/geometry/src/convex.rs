//! Distances between convex sets of corners, by way of their difference.
//!
//! The distance between two convex sets is the distance of the origin from the set of all differences, which is
//! convex again and whose edges are the edges of both, sorted by direction. One walk along them decides everything.
//!
//! A set is a list of corners: one corner, two (a segment), or more, anticlockwise from the lowest.

use std::cmp::Ordering;

use super::point::{Point, Vector};

/// A square of a distance, as a fraction.
///
/// The numerator stays below 2¹²⁰, the denominator below 2⁶¹.
#[derive(Clone, Copy, Debug)]
pub(super) struct Square {
    pub(super) numerator: i128,
    pub(super) denominator: i128,
}

impl Square {
    pub(super) const ZERO: Square = Square { numerator: 0, denominator: 1 };

    fn whole(square: i64) -> Square {
        Square { numerator: i128::from(square), denominator: 1 }
    }

    /// Compares the distance itself with a length that is not negative.
    pub(super) fn cmp_root(self, length: i64) -> Ordering {
        self.numerator.cmp(&(i128::from(length * length) * self.denominator))
    }

    fn cmp_square(self, other: Square) -> Ordering {
        let whole = |square: Square| square.numerator / square.denominator;
        let rest = |square: Square| square.numerator % square.denominator;
        whole(self)
            .cmp(&whole(other))
            .then_with(|| (rest(self) * other.denominator).cmp(&(rest(other) * self.denominator)))
    }
}

/// How two convex sets lie to each other.
pub(super) enum Gap {
    /// Their insides share a point.
    Overlapping,
    /// They share at most borders.
    Apart(Square),
}

/// The gap between two sets.
pub(super) fn gap(left: &[Point], right: &[Point]) -> Gap {
    if let ([left], [right]) = (left, right) {
        return Gap::Apart(Square::whole(left.to(*right).squared()));
    }
    let outside = Edges::between(left, right).filter(Edge::leaves_origin_outside);
    match outside.map(Edge::square_to_origin).min_by(|first, second| first.cmp_square(*second)) {
        Some(square) => Gap::Apart(square),
        None => Gap::Overlapping,
    }
}

/// Whether two sets come within a length, which is not negative.
pub(super) fn comes_within(left: &[Point], right: &[Point], length: i64) -> bool {
    if let ([left], [right]) = (left, right) {
        return left.to(*right).squared() <= length * length;
    }
    let mut contained = true;
    for edge in Edges::between(left, right).filter(Edge::leaves_origin_outside) {
        contained = false;
        if edge.square_to_origin().cmp_root(length).is_le() {
            return true;
        }
    }
    contained
}

/// Whether a segment, which has a length, meets the inside of a set of at least three corners.
pub(super) fn segment_meets_inside(start: Point, end: Point, corners: &[Point]) -> bool {
    let along = start.to(end);
    let sides = |wanted: Ordering| corners.iter().any(|corner| along.cross(start.to(*corner)).cmp(&0) == wanted);
    if !sides(Ordering::Less) || !sides(Ordering::Greater) {
        return false;
    }
    edges_of(corners).all(|(from, to)| {
        let edge = from.to(to);
        edge.cross(from.to(start)) > 0 || edge.cross(from.to(end)) > 0
    })
}

/// The edges of a closed line of corners.
pub(super) fn edges_of(corners: &[Point]) -> impl Iterator<Item = (Point, Point)> {
    corners.iter().copied().zip(corners.iter().copied().cycle().skip(1))
}

/// An edge of a set of differences.
#[derive(Clone, Copy)]
pub(super) struct Edge {
    pub(super) start: Vector,
    pub(super) along: Vector,
}

impl Edge {
    /// Whether the origin is on the edge's line or on the far side of it.
    fn leaves_origin_outside(&self) -> bool {
        self.along.cross(-self.start) <= 0
    }

    /// The square of the origin's distance.
    #[inline]
    pub(super) fn square_to_origin(self) -> Square {
        let (length, foot) = (self.along.squared(), self.along.dot(-self.start));
        if foot <= 0 {
            return Square::whole(self.start.squared());
        }
        if foot >= length {
            return Square::whole((self.start + self.along).squared());
        }
        let cross = i128::from(self.along.cross(self.start));
        Square { numerator: cross * cross, denominator: i128::from(length) }
    }
}

/// The edges of the set of all differences of two sets, anticlockwise from its lowest corner.
struct Edges<'a> {
    left: &'a [Point],
    right: &'a [Point],
    left_taken: usize,
    right_taken: usize,
    right_highest: usize,
    at: Vector,
}

impl<'a> Edges<'a> {
    fn between(left: &'a [Point], right: &'a [Point]) -> Edges<'a> {
        let highest = (0..right.len()).max_by_key(|index| right[*index]).unwrap_or(0);
        Edges { left, right, left_taken: 0, right_taken: 0, right_highest: highest, at: right[highest].to(left[0]) }
    }

    fn left_edge(&self) -> Option<Vector> {
        let count = if self.left.len() > 1 { self.left.len() } else { 0 };
        let next = if self.left_taken + 1 < self.left.len() { self.left_taken + 1 } else { 0 };
        (self.left_taken < count).then(|| self.left[self.left_taken].to(self.left[next]))
    }

    fn right_edge(&self) -> Option<Vector> {
        let count = if self.right.len() > 1 { self.right.len() } else { 0 };
        let wrapped = |index: usize| if index < self.right.len() { index } else { index - self.right.len() };
        let index = wrapped(self.right_highest + self.right_taken);
        (self.right_taken < count).then(|| self.right[wrapped(index + 1)].to(self.right[index]))
    }
}

impl Iterator for Edges<'_> {
    type Item = Edge;

    fn next(&mut self) -> Option<Edge> {
        let along = match (self.left_edge(), self.right_edge()) {
            (None, None) => return None,
            (Some(left), Some(right)) if direction_order(left, right).is_gt() => self.take_right(right),
            (Some(left), _) => self.take_left(left),
            (None, Some(right)) => self.take_right(right),
        };
        let start = self.at;
        self.at = start + along;
        Some(Edge { start, along })
    }
}

impl Edges<'_> {
    fn take_left(&mut self, edge: Vector) -> Vector {
        self.left_taken += 1;
        edge
    }

    fn take_right(&mut self, edge: Vector) -> Vector {
        self.right_taken += 1;
        edge
    }
}

/// Orders directions anticlockwise from the x axis.
fn direction_order(first: Vector, second: Vector) -> Ordering {
    let lower = |vector: Vector| vector.y < 0 || (vector.y == 0 && vector.x < 0);
    lower(first).cmp(&lower(second)).then_with(|| 0.cmp(&first.cross(second)))
}
