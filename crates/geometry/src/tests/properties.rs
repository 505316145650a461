//! Every predicate agrees with a slow calculation, above all where things touch.
//!
//! Most worlds are tiny grids, so that touching, tangent and collinear cases come up all the time.

use proptest::prelude::*;

use super::oracle::{Fraction, disc_in_polygon, hull_in_polygon, hull_to_hull, point_in_polygon, point_to_segment};
use super::*;

/// A point of a grid whose step is three units, so that the middle of any three points is a point.
fn grid_point() -> impl Strategy<Value = Point> {
    (0i64..10, 0i64..10).prop_map(|(x, y)| place(3 * x, 3 * y))
}

fn grid_polygon() -> impl Strategy<Value = Polygon> {
    let corners = prop::collection::vec(grid_point(), 3..7);
    corners.prop_filter_map("a simple polygon", |corners| Polygon::new(corners).ok())
}

/// The corners of the convex hull, anticlockwise.
fn convex_hull(mut points: Vec<Point>) -> Vec<Point> {
    points.sort_unstable();
    points.dedup();
    let mut chain: Vec<Point> = Vec::new();
    let mut floor = 1;
    let back = points.iter().rev().skip(1).copied().collect::<Vec<Point>>();
    for (index, point) in points.iter().copied().chain(back).enumerate() {
        if index == points.len() {
            floor = chain.len();
        }
        while chain.len() > floor {
            let (before, last) = (chain[chain.len() - 2], chain[chain.len() - 1]);
            // Rising by y, then x: the far side of the chain comes first.
            if before.to(last).cross(last.to(point)) > 0 {
                break;
            }
            chain.pop();
        }
        chain.push(point);
    }
    chain.pop();
    chain
}

fn grid_disc() -> impl Strategy<Value = Footprint> {
    (grid_point(), 0i64..9).prop_map(|(centre, radius)| Footprint::disc(centre, radius))
}

fn grid_hull() -> impl Strategy<Value = Footprint> {
    prop::collection::vec(grid_point(), 3..7).prop_filter_map("a hull with an inside", |points| {
        let hull = convex_hull(points);
        let [first, second, third] = *hull.first_chunk::<3>()?;
        let centre = place((first.x + second.x + third.x) / 3, (first.y + second.y + third.y) / 3);
        Some(Footprint::cornered(centre, 0, hull))
    })
}

fn grid_footprint() -> impl Strategy<Value = Footprint> {
    prop_oneof![grid_disc(), grid_hull()]
}

fn grid_line() -> impl Strategy<Value = Footprint> {
    (grid_point(), grid_point())
        .prop_filter_map("a line with a length", |(start, end)| (start != end).then(|| Footprint::of_line(start, end)))
}

fn real_base() -> impl Strategy<Value = Base> {
    let round = (250i64..1_300).prop_map(|tenths| Base::round(units(tenths * 1_000)));
    let oval = (250i64..1_000, 500i64..1_000)
        .prop_map(|(length, share)| Base::oval(units(length * 1_000), units(length * share)));
    let hull = (1_000i64..5_000, 1_000i64..9_000)
        .prop_map(|(width, length)| Base::hull(thousandths(width), thousandths(length)));
    prop_oneof![round, oval, hull].prop_map(|base| base.expect("a base that the table takes"))
}

/// Compares a root of a fraction with a length.
fn root_cmp(square: Fraction, length: i64) -> std::cmp::Ordering {
    square.compare(Fraction(i128::from(length).pow(2), 1))
}

/// The value of a distance in millionths of a unit, up to two of them.
fn millionths(one: &Footprint, other: &Footprint) -> i128 {
    let square = hull_to_hull(one.corners(), other.corners());
    let root = (square.0 * 10i128.pow(12) / square.1).isqrt();
    (root - i128::from(one.radius() + other.radius()) * 10i128.pow(6)).max(0)
}

proptest! {
    #[test]
    fn within_agrees_with_every_pair_of_edges(
        one in grid_footprint(), other in prop_oneof![grid_footprint(), grid_line()], range in 0i64..20,
    ) {
        let reach = range + one.radius() + other.radius();
        let expected = root_cmp(hull_to_hull(one.corners(), other.corners()), reach).is_le();
        prop_assert_eq!(one.is_within(units(range), &other), expected);
        prop_assert_eq!(other.is_within(units(range), &one), expected);
        prop_assert_eq!(one.distance_to(&other).is_at_most(units(range)), expected);
    }

    /// On small grids no distance but a touching one lies within a billionth of a range.
    #[test]
    fn within_over_heights_agrees_with_the_hypotenuse(
        one in grid_footprint(), other in grid_footprint(), heights in (0i64..12, 0i64..12), range in 0i64..20, up in 0i64..12,
    ) {
        let Fraction(square, of) = hull_to_hull(one.corners(), other.corners());
        let radii = (one.radius() + other.radius()) as f64;
        let flat = ((square as f64 / of as f64).sqrt() - radii).max(0.0);
        let rise = (heights.0 - heights.1).abs();
        let (one, other) = (one.raised(units(heights.0)), other.raised(units(heights.1)));
        prop_assert_eq!(one.is_within(units(range), &other), flat.hypot(rise as f64) <= range as f64 + 1e-9);
        let cylinder = Reach::with_height(units(range), Some(units(up)));
        prop_assert_eq!(other.is_within(cylinder, &one), flat <= range as f64 + 1e-9 && rise <= up);
    }

    #[test]
    fn wholly_within_agrees_corner_by_corner(
        one in grid_footprint(), other in prop_oneof![grid_footprint(), grid_line()], range in 0i64..30,
    ) {
        let reach = range + other.radius() - one.radius();
        let near = |corner: &Point| root_cmp(hull_to_hull(&[*corner], other.corners()), reach).is_le();
        let expected = reach >= 0 && one.corners().iter().all(near);
        prop_assert_eq!(one.is_wholly_within(units(range), &other), expected);
    }

    #[test]
    fn overlapping_is_coming_nearer_than_touching(one in grid_footprint(), other in grid_footprint()) {
        let touches = one.is_within(Length::ZERO, &other);
        prop_assert_eq!(one.overlaps(&other), other.overlaps(&one));
        prop_assert!(touches || !one.overlaps(&other));
        if one.radius() + other.radius() > 0 {
            let square = hull_to_hull(one.corners(), other.corners());
            prop_assert_eq!(one.overlaps(&other), root_cmp(square, one.radius() + other.radius()).is_lt());
        }
    }

    #[test]
    fn hulls_overlap_where_their_insides_meet(one in grid_hull(), other in grid_hull()) {
        let shared = |first: &Footprint, second: &Footprint| {
            let corners = first.corners();
            let ahead = corners.iter().cycle().skip(1);
            corners.iter().zip(ahead).any(|(from, to)| convex::segment_meets_inside(*from, *to, second.corners()))
        };
        let same = one.corners() == other.corners();
        prop_assert_eq!(one.overlaps(&other), same || shared(&one, &other) || shared(&other, &one));
    }

    #[test]
    fn distances_are_ordered_like_their_values(footprints in prop::array::uniform4(grid_footprint())) {
        let [a, b, c, d] = &footprints;
        let (first, second) = (a.distance_to(b), c.distance_to(d));
        let (value, other) = (millionths(a, b), millionths(c, d));
        if (value - other).abs() > 4 {
            prop_assert_eq!(first.cmp(&second), value.cmp(&other));
        }
        prop_assert_eq!(first.cmp(&second), second.cmp(&first).reverse());
        prop_assert_eq!(first, b.distance_to(a));
    }

    #[test]
    fn being_wholly_in_a_polygon_agrees(footprint in grid_footprint(), polygon in grid_polygon()) {
        let expected = match footprint.corners() {
            [centre] => disc_in_polygon(*centre, footprint.radius(), &polygon),
            corners => hull_in_polygon(corners, &polygon),
        };
        prop_assert_eq!(Region::new(polygon, None).holds(&footprint), expected);
    }

    #[test]
    fn coming_within_of_a_polygon_agrees(footprint in grid_footprint(), polygon in grid_polygon(), range in 0i64..20) {
        let reach = range + footprint.radius();
        let mut edges = polygon.edges();
        let inside = footprint.corners().iter().any(|corner| point_in_polygon(*corner, &polygon));
        let near = edges.any(|(from, to)| root_cmp(hull_to_hull(footprint.corners(), &[from, to]), reach).is_le());
        prop_assert_eq!(Region::new(polygon.clone(), None).is_within(units(range), &footprint), inside || near);
    }

    #[test]
    fn a_cut_out_keeps_its_distance(
        footprint in grid_footprint(), polygon in grid_polygon(), centre in grid_point(), radius in 1i64..12,
    ) {
        let circle = Circle { centre, radius };
        let clear = root_cmp(hull_to_hull(footprint.corners(), &[centre]), radius + footprint.radius()).is_ge();
        let whole = Region::new(polygon.clone(), None).holds(&footprint);
        prop_assert_eq!(Region::new(polygon, Some(circle)).holds(&footprint), whole && clear);
    }
}

/// Points of the border of a region, close enough to each other that none of it is farther than `GAP` from one.
fn border_samples(polygon: &Polygon, circle: Circle) -> Vec<Point> {
    let outside = |point: &Point| circle.centre.to(*point).squared() >= circle.radius * circle.radius;
    let on_edges = polygon.edges().flat_map(|(from, to)| {
        let along = from.to(to);
        (0..=STEPS).map(move |step| place(from.x + along.x * step / STEPS, from.y + along.y * step / STEPS))
    });
    let on_rim = (0..6 * STEPS).map(|step| {
        let turn = Facing::from_thousandths_of_degree(step * 360_000 / (6 * STEPS)).turn();
        circle.centre.shifted(turn.place(circle.radius, 0))
    });
    on_edges.filter(outside).chain(on_rim.filter(|point| point_in_polygon(*point, polygon))).collect()
}

const SCALE: i64 = 10_000;
const STEPS: i64 = 200;
/// A step along the longest edge, and what rounding takes.
const GAP: i64 = 3 * 13 * SCALE / STEPS + 200;

fn scaled(point: Point) -> Point {
    place(point.x * SCALE, point.y * SCALE)
}

fn to_nearest(corners: &[Point], samples: &[Point]) -> Option<i64> {
    let squares = samples.iter().map(|sample| match corners {
        [corner] => point_to_segment(*sample, *corner, *corner),
        corners => hull_to_hull(&[*sample], corners),
    });
    squares.min_by(|a, b| a.compare(*b)).map(|square| (square.0 / square.1).isqrt() as i64)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn the_nearest_part_of_a_cut_region_is_found(
        footprint in grid_footprint(), polygon in grid_polygon(), centre in grid_point(), radius in 1i64..30,
    ) {
        let corners: Vec<Point> = footprint.corners().iter().copied().map(scaled).collect();
        let polygon = Polygon::new(polygon.corners().iter().copied().map(scaled).collect()).expect("simple");
        let circle = Circle { centre: scaled(centre), radius: radius * SCALE };
        let region = cut_out::CutRegion { polygon: &polygon, circle };
        let whole = Region::new(polygon.clone(), Some(circle));
        let nearest = to_nearest(&corners, &border_samples(&polygon, circle));
        let inside = corners.iter().any(|corner| whole.contains(*corner));
        let standing = match corners[..] {
            [centre] => Footprint::disc(centre, footprint.radius() * SCALE),
            _ => Footprint::cornered(scaled(footprint.centre()), 0, corners.clone()),
        };
        for range in [0, 1, SCALE, nearest.unwrap_or(0), 3 * SCALE] {
            let expected = region.comes_within(&corners, range + standing.radius());
            prop_assert_eq!(whole.is_within(units(range), &standing), expected);
        }
        match (inside, nearest) {
            (true, _) => prop_assert!(region.comes_within(&corners, 0)),
            (false, None) => prop_assert!(!region.comes_within(&corners, 1_000 * SCALE) || reaches_the_rim(&polygon, circle)),
            (false, Some(distance)) => {
                prop_assert!(region.comes_within(&corners, distance + 3), "missed at {}", distance);
                let clearly_less = distance - GAP;
                prop_assert!(clearly_less < 0 || !region.comes_within(&corners, clearly_less), "nearer than {}", distance);
            }
        }
    }
}

/// Whether a corner lies on the rim or beyond it: without one, the circle has swallowed the region.
fn reaches_the_rim(polygon: &Polygon, circle: Circle) -> bool {
    polygon.corners().iter().any(|corner| circle.centre.to(*corner).squared() >= circle.radius * circle.radius)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn real_bases_agree_at_their_closest(
        bases in prop::array::uniform2(real_base()), facings in prop::array::uniform2(0i64..360_000),
        x in 0i64..6_000, y in 0i64..6_000,
    ) {
        let one = Footprint::of_base(bases[0], at(10_000, 10_000), Facing::from_thousandths_of_degree(facings[0]));
        let other = Footprint::of_base(bases[1], at(10_000 + x, 10_000 + y), Facing::from_thousandths_of_degree(facings[1]));
        let square = hull_to_hull(one.corners(), other.corners());
        let closest = (square.0 / square.1).isqrt() as i64 - one.radius() - other.radius();
        for range in (closest - 1..=closest + 2).filter(|range| *range >= 0) {
            let expected = root_cmp(square, range + one.radius() + other.radius()).is_le();
            prop_assert_eq!(one.is_within(units(range), &other), expected);
        }
    }
}
