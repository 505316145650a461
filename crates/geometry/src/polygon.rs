//! Polygons: zones, territories, quarters.

use std::cmp::Ordering;

use super::convex::edges_of;
use super::{GeometryError, Point};

/// A simple polygon, convex or not, its border included.
///
/// # Source
/// `docs/log.md`, section 2, regions; `docs/rules/missions.md`, C.1.
///
/// # Examples
/// ```
/// use adjutant_geometry::{GeometryError, Point, Polygon};
/// let corner = |x, y| Point::from_thousandths_of_inch(x, y);
/// let zone = Polygon::new(vec![corner(0, 0)?, corner(22_000, 0)?, corner(0, 30_000)?])?;
/// assert!(zone.contains(corner(11_000, 15_000)?));
/// assert!(!zone.contains(corner(11_001, 15_000)?));
/// let bow_tie = vec![corner(0, 0)?, corner(9, 9)?, corner(9, 0)?, corner(0, 9)?];
/// assert_eq!(Polygon::new(bow_tie), Err(GeometryError::NotSimple));
/// # Ok::<(), GeometryError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Polygon {
    corners: Vec<Point>,
}

impl Polygon {
    /// A polygon by its corners in order, in either direction.
    ///
    /// # Errors
    /// [`GeometryError::TooFewCorners`]; [`GeometryError::NotSimple`] where edges other than neighbours touch, or
    /// neighbours share more than their corner.
    pub fn new(corners: Vec<Point>) -> Result<Polygon, GeometryError> {
        if corners.len() < 3 {
            return Err(GeometryError::TooFewCorners);
        }
        if !is_simple(&corners) {
            return Err(GeometryError::NotSimple);
        }
        Ok(Polygon { corners })
    }

    pub(super) fn rectangle(low: Point, high: Point) -> Polygon {
        let corners = vec![low, Point { x: high.x, y: low.y }, high, Point { x: low.x, y: high.y }];
        Polygon { corners }
    }

    /// The corners, in the order given.
    pub fn corners(&self) -> &[Point] {
        &self.corners
    }

    /// Whether a point lies inside or on the border.
    pub fn contains(&self, point: Point) -> bool {
        self.holds(&point)
    }

    pub(super) fn edges(&self) -> impl Iterator<Item = (Point, Point)> {
        edges_of(&self.corners)
    }

    /// Counts the edges to the right of a place: an odd number means inside.
    pub(super) fn holds(&self, place: &impl Place) -> bool {
        let mut inside = false;
        for (from, to) in self.edges() {
            let side = place.side_of(from, to);
            if side.is_eq() && place.is_between(from, to) {
                return true;
            }
            let rises = place.height_over(from).is_ge() && place.height_over(to).is_lt();
            let falls = place.height_over(from).is_lt() && place.height_over(to).is_ge();
            if (rises && side.is_gt()) || (falls && side.is_lt()) {
                inside = !inside;
            }
        }
        inside
    }
}

/// A place whose coordinates may be irrational, known by exact comparisons.
pub(super) trait Place {
    /// `Greater` to the left of the way from one point to another.
    fn side_of(&self, from: Point, to: Point) -> Ordering;
    /// Compares the place's x with the point's.
    fn right_of(&self, point: Point) -> Ordering;
    /// Compares the place's y with the point's.
    fn height_over(&self, point: Point) -> Ordering;

    /// Whether a place on the line of an edge lies between its ends.
    fn is_between(&self, from: Point, to: Point) -> bool {
        let spans = |first: Ordering, second: Ordering| first.is_eq() || first != second;
        spans(self.right_of(from), self.right_of(to)) && spans(self.height_over(from), self.height_over(to))
    }
}

impl Place for Point {
    #[inline]
    fn side_of(&self, from: Point, to: Point) -> Ordering {
        from.to(to).cross(from.to(*self)).cmp(&0)
    }

    fn right_of(&self, point: Point) -> Ordering {
        self.x.cmp(&point.x)
    }

    fn height_over(&self, point: Point) -> Ordering {
        self.y.cmp(&point.y)
    }
}

fn is_simple(corners: &[Point]) -> bool {
    let edges: Vec<(Point, Point)> = edges_of(corners).collect();
    let last = edges.len() - 1;
    edges.iter().enumerate().all(|(index, first)| {
        let neighbour_is_fair = turns_fairly(*first, edges[(index + 1) % edges.len()]);
        let others = edges.iter().enumerate().skip(index + 2).filter(|(other, _)| index != 0 || *other != last);
        neighbour_is_fair && others.map(|(_, other)| other).all(|second| !touch(*first, *second))
    })
}

/// Whether two edges in a row have a length and the second does not run back along the first.
fn turns_fairly((start, corner): (Point, Point), (_, end): (Point, Point)) -> bool {
    let (before, after) = (start.to(corner), corner.to(end));
    start != corner && (before.cross(after) != 0 || before.dot(after) > 0)
}

fn touch(first: (Point, Point), second: (Point, Point)) -> bool {
    let sides = [second.0, second.1].map(|end| end.side_of(first.0, first.1));
    let other_sides = [first.0, first.1].map(|end| end.side_of(second.0, second.1));
    if sides[0] != sides[1] && other_sides[0] != other_sides[1] {
        return true;
    }
    let lies_on =
        |end: Point, edge: (Point, Point)| end.side_of(edge.0, edge.1).is_eq() && end.is_between(edge.0, edge.1);
    lies_on(second.0, first) || lies_on(second.1, first) || lies_on(first.0, second) || lies_on(first.1, second)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn polygon(corners: &[(i64, i64)]) -> Result<Polygon, GeometryError> {
        Polygon::new(corners.iter().map(|&(x, y)| Point { x, y }).collect())
    }

    #[test]
    fn only_simple_polygons_are_taken() {
        let refused = Err(GeometryError::NotSimple);
        assert_eq!(polygon(&[(0, 0), (9, 0)]), Err(GeometryError::TooFewCorners));
        assert_eq!(polygon(&[(0, 0), (9, 0), (4, 0)]), refused);
        assert_eq!(polygon(&[(0, 0), (9, 0), (9, 0), (9, 9)]), refused);
        assert_eq!(polygon(&[(0, 0), (9, 9), (9, 0), (0, 9)]), refused);
        assert_eq!(polygon(&[(0, 0), (9, 0), (5, 0), (5, 9)]), refused);
        assert_eq!(polygon(&[(0, 0), (9, 0), (9, 9), (4, 0), (0, 9)]), refused);
        assert!(polygon(&[(0, 0), (4, 0), (9, 0), (9, 9)]).is_ok());
        assert!(polygon(&[(0, 0), (0, 9), (9, 9), (9, 0)]).is_ok());
    }

    #[test]
    fn a_concave_polygon_contains_its_border_and_not_its_bay() {
        let corners = [(0, 0), (10, 0), (10, 10), (5, 4), (0, 10)];
        let backwards: Vec<(i64, i64)> = corners.iter().rev().copied().collect();
        for polygon in [polygon(&corners).expect("simple"), polygon(&backwards).expect("simple")] {
            let contains = |x, y| polygon.contains(Point { x, y });
            assert!(contains(5, 4) && contains(0, 0) && contains(10, 10) && contains(5, 0) && contains(0, 5));
            assert!(contains(5, 3) && contains(1, 8) && contains(9, 8));
            assert!(!contains(5, 5) && !contains(5, 10) && !contains(-1, 10) && !contains(11, 10) && !contains(-1, 0));
        }
    }
}
