//! Exactly on the border, and one unit beside it.

use super::*;

fn round(diameter: i64, centre: Point) -> Footprint {
    Footprint::of_base(Base::round(millimetres(diameter)).expect("a base"), centre, Facing::ALONG_X)
}

/// A hull of whole inches, `width` across and `length` along its facing.
fn hull(width: u8, length: u8, centre: Point, facing: Facing) -> Footprint {
    let base = Base::hull(Length::inches(width), Length::inches(length)).expect("a hull");
    Footprint::of_base(base, centre, facing)
}

fn polygon(corners: &[(i64, i64)]) -> Polygon {
    Polygon::new(corners.iter().map(|&(x, y)| at(x, y)).collect()).expect("a simple polygon")
}

#[test]
fn a_model_three_inches_from_a_marker_is_in_range() {
    let marker = Footprint::of_marker(place(0, 0), Length::from_units(200_000).unwrap());
    let range = 3 * 254_000 + 200_000 + 160_000;
    assert!(round(32, place(range, 0)).is_within(Length::inches(3), &marker));
    assert!(!round(32, place(range + 1, 0)).is_within(Length::inches(3), &marker));
    assert!(!round(32, place(range + 254, 0)).is_within(Length::inches(3), &marker));
    assert!(round(32, place(range + 254, 0)).is_within(thousandths(3_001), &marker));
}

#[test]
fn slanted_distances_are_exact_too() {
    let one = round(40, place(0, 0));
    let reach = 254_000 + 400_000;
    assert_eq!(reach % 5, 0);
    let other = |extra| round(40, place(reach / 5 * 3, reach / 5 * 4 + extra));
    assert!(unit::are_within(std::slice::from_ref(&one), Length::inches(1), &[other(0)]));
    assert!(!unit::are_within(std::slice::from_ref(&one), Length::inches(1), &[other(1)]));
    assert!(one.distance_to(&other(0)).is_at_most(Length::inches(1)));
    assert!(!one.distance_to(&other(1)).is_at_most(Length::inches(1)));
}

#[test]
fn tangent_bases_touch_without_overlapping() {
    let one = round(25, place(0, 0));
    let touching = round(32, place(285_000, 0));
    assert!(one.is_within(Length::ZERO, &touching) && !one.overlaps(&touching));
    assert!(one.overlaps(&round(32, place(284_999, 0))));
    assert!(!one.is_within(Length::ZERO, &round(32, place(285_001, 0))));
    assert!(one.overlaps(&one));
    assert!(!one.is_within(units(-1), &one));
}

#[test]
fn hulls_touch_at_corners_and_along_sides() {
    let tank = hull(2, 4, at(0, 0), Facing::ALONG_X);
    for centre in [at(4_000, 2_000), at(4_000, 1_000), at(4_000, 0), at(0, 2_000)] {
        let other = hull(2, 4, centre, Facing::ALONG_X);
        assert!(tank.is_within(Length::ZERO, &other) && !tank.overlaps(&other), "{centre:?}");
        let nearer = hull(2, 4, place(centre.x().units() - 1, centre.y().units() - 1), Facing::ALONG_X);
        assert!(tank.overlaps(&nearer));
    }
    let corner_to_corner = hull(2, 4, at(4_000 + 3_000, 2_000 + 4_000), Facing::ALONG_X);
    assert!(tank.is_within(Length::inches(5), &corner_to_corner));
    assert!(!tank.is_within(units(5 * 254_000 - 1), &corner_to_corner));
}

#[test]
fn facing_turns_a_hull_anticlockwise() {
    let ahead = hull(2, 4, at(0, 0), Facing::ALONG_X);
    let up = hull(2, 4, at(0, 0), degrees(90));
    let target = Footprint::of_point(at(0, 2_000));
    assert!(up.is_within(Length::ZERO, &target) && !ahead.is_within(Length::ZERO, &target));
    let diagonal = hull(2, 2, at(0, 0), degrees(45));
    assert!(diagonal.is_within(Length::ZERO, &Footprint::of_point(at(1_414, 0))));
    assert!(!diagonal.is_within(Length::ZERO, &Footprint::of_point(at(1_415, 0))));
}

#[test]
fn an_oval_reaches_exactly_to_the_ends_of_its_axes() {
    let base = Base::oval(millimetres(60), millimetres(35)).expect("an oval");
    let bike = Footprint::of_base(base, place(0, 0), degrees(90));
    let point = |x, y| Footprint::of_point(place(x, y));
    assert!(bike.is_within(Length::inches(1), &point(0, 300_000 + 254_000)));
    assert!(!bike.is_within(Length::inches(1), &point(0, 300_001 + 254_000)));
    assert!(bike.is_within(Length::inches(1), &point(-175_000 - 254_000, 0)));
    assert!(!bike.is_within(Length::inches(1), &point(-175_001 - 254_000, 0)));
    let behind = Footprint::of_base(base, place(0, -600_000), degrees(270));
    assert!(bike.is_within(Length::ZERO, &behind) && !bike.overlaps(&behind));
}

#[test]
fn wholly_within_an_edge_includes_the_border() {
    let edge = Segment::new(at(0, 0), at(0, 44_000)).expect("an edge");
    let base = Base::round(Length::inches(2)).expect("a base");
    let model = |x| Footprint::of_base(base, place(x, 5_000_000), Facing::ALONG_X);
    assert!(edge.holds_within(Length::inches(6), &model(5 * 254_000)));
    assert!(!edge.holds_within(Length::inches(6), &model(5 * 254_000 + 1)));
    let tank = |x| hull(2, 4, at(x, 20_000), Facing::ALONG_X);
    assert!(edge.holds_within(Length::inches(6), &tank(4_000)));
    assert!(!edge.holds_within(Length::inches(6), &tank(4_001)));
    assert!(!edge.holds_within(Length::inches(1), &tank(0)));
    assert!(edge.is_within(Length::ZERO, &tank(2_000)) && !edge.is_within(Length::ZERO, &tank(2_001)));
}

#[test]
fn wholly_within_a_base_includes_the_border() {
    let transport = hull(4, 6, at(0, 0), Facing::ALONG_X);
    let model = |x| round(32, place(x, 0));
    let limit = 3 * 254_000 + 3 * 254_000 - 160_000;
    assert!(model(limit).is_wholly_within(Length::inches(3), &transport));
    assert!(!model(limit + 1).is_wholly_within(Length::inches(3), &transport));
    let marker = Footprint::of_marker(place(0, 0), Length::from_units(200_000).unwrap());
    assert!(model(3 * 254_000 + 40_000).is_wholly_within(Length::inches(3), &marker));
    assert!(!model(3 * 254_000 + 40_001).is_wholly_within(Length::inches(3), &marker));
    assert!(!transport.is_wholly_within(Length::ZERO, &marker));
}

#[test]
fn a_base_may_touch_its_zone_from_inside() {
    let zone = Region::new(polygon(&[(0, 0), (44_000, 0), (44_000, 6_000), (0, 6_000)]), None);
    assert!(zone.holds(&round(32, place(160_000, 6 * 254_000 - 160_000))));
    assert!(!zone.holds(&round(32, place(160_000, 6 * 254_000 - 159_999))));
    assert!(!zone.holds(&round(32, place(159_999, 254_000))));
    assert!(zone.holds(&hull(6, 4, at(2_000, 3_000), Facing::ALONG_X)));
    assert!(!zone.holds(&hull(6, 4, at(2_000, 3_001), Facing::ALONG_X)));
    assert!(!zone.holds(&hull(6, 4, at(10_000, 3_000), Facing::from_thousandths_of_degree(1))));
}

#[test]
fn a_slanted_zone_is_exact() {
    let zone = Region::new(polygon(&[(0, 0), (40_000, 0), (0, 30_000)]), None);
    let radius = 160_000;
    let on_slant = |inwards: i64| place(20 * 254_000 - inwards * 3, 15 * 254_000 - inwards * 4);
    assert!(zone.holds(&round(32, on_slant(radius / 5))));
    assert!(!zone.holds(&round(32, on_slant(radius / 5 - 1))));
}

#[test]
fn a_bay_of_a_concave_zone_is_outside() {
    let zone = Region::new(polygon(&[(0, 0), (20_000, 0), (20_000, 20_000), (10_000, 8_000), (0, 20_000)]), None);
    assert!(zone.holds(&hull(4, 20, at(10_000, 6_000), Facing::ALONG_X)));
    assert!(!zone.holds(&hull(4, 18, at(10_000, 6_001), Facing::ALONG_X)));
    assert!(!zone.holds(&round(40, at(10_000, 15_000))));
    assert!(zone.is_within(Length::ZERO, &round(40, place(10 * 254_000, 8 * 254_000 + 200_000))));
    assert!(!zone.is_within(Length::ZERO, &round(40, at(10_000, 10_000))));
}

#[test]
fn the_rim_of_a_cut_out_belongs_to_the_zone() {
    let circle = Circle::new(at(0, 0), Length::inches(9)).expect("a circle");
    let zone = Region::new(polygon(&[(0, 0), (30_000, 0), (30_000, 22_000), (0, 22_000)]), Some(circle));
    let along = |reach: i64| round(30, place(reach / 5 * 3, reach / 5 * 4));
    assert!(zone.holds(&along(9 * 254_000 + 150_000)));
    assert!(!zone.holds(&along(9 * 254_000 + 149_995)));
    assert!(zone.contains(at(5_400, 7_200)) && !zone.contains(at(5_400, 7_199)));
    assert!(zone.is_within(Length::inches(6), &Footprint::of_point(at(1_800, 2_400))));
    assert!(!zone.is_within(units(6 * 254_000 - 1), &Footprint::of_point(at(1_800, 2_400))));
    assert!(zone.is_within(Length::inches(9), &Footprint::of_point(at(0, 0))));
    assert!(!zone.is_within(units(9 * 254_000 - 1), &Footprint::of_point(at(0, 0))));
    assert!(!zone.holds(&hull(2, 2, at(9_999, 1_000), Facing::ALONG_X)));
    assert!(zone.holds(&hull(2, 2, at(10_000, 1_000), Facing::ALONG_X)));
}

#[test]
fn a_hull_reaches_the_end_of_a_rim_square_to_its_side() {
    let circle = Circle::new(at(0, 0), Length::inches(9)).expect("a circle");
    let zone = Region::new(polygon(&[(0, 0), (30_000, 0), (30_000, 22_000), (0, 22_000)]), Some(circle));
    let tank = hull(4, 2, at(4_757, -4_243), degrees(45));
    assert!(zone.is_within(thousandths(5_001), &tank));
    assert!(!zone.is_within(thousandths(4_999), &tank));
    let crossing = hull(1, 30, at(0, 4_500), degrees(90));
    assert!(zone.is_within(Length::ZERO, &crossing));
}

#[test]
fn quarters_and_the_centre_of_the_battlefield() {
    let empty = |x| Region::new(polygon(&[(x, 0), (x + 1_000, 0), (x, 1_000)]), None);
    let board = Board::new(Length::inches(60), Length::inches(44), [empty(0), empty(50_000)]).expect("a board");
    let model = |x, y| vec![round(32, place(x, y))];
    let (middle_x, middle_y) = (30 * 254_000, 22 * 254_000);
    assert_eq!(board.quarter_of(&model(middle_x + 160_000, middle_y + 160_000)), Some(Quarter::NorthEast));
    assert_eq!(board.quarter_of(&model(middle_x - 160_000, middle_y + 160_000)), Some(Quarter::NorthWest));
    assert_eq!(board.quarter_of(&model(middle_x + 160_000, middle_y - 160_000)), Some(Quarter::SouthEast));
    assert_eq!(board.quarter_of(&model(160_000, 160_000)), Some(Quarter::SouthWest));
    assert_eq!(board.quarter_of(&model(middle_x + 159_999, middle_y + 160_000)), None);
    assert_eq!(board.quarter_of(&model(159_999, 160_000)), None);
    assert_eq!(board.quarter_of(&[]), None);
    assert!(board.quarter_lines()[1].is_within(Length::ZERO, &model(middle_x + 160_000, middle_y)[0]));
    assert!(!board.quarter_lines()[1].is_within(Length::ZERO, &model(middle_x + 160_001, middle_y)[0]));
    let nine = 9 * 254_000 + 160_000;
    assert!(!unit::is_beyond(&model(middle_x + nine, middle_y), Length::inches(9), board.centre()));
    assert!(unit::is_beyond(&model(middle_x + nine + 1, middle_y), Length::inches(9), board.centre()));
}

#[test]
fn distances_compare_across_shapes() {
    let origin = Footprint::of_point(at(0, 0));
    let five = round(40, place(5 * 254_000 + 200_000, 0));
    let also_five = hull(2, 4, at(3_000 + 2_000, 4_000 + 1_000), Facing::ALONG_X);
    let slanted_five = hull(2, 4, at(0, -7_000), degrees(90));
    assert_eq!(origin.distance_to(&five), origin.distance_to(&also_five));
    assert_eq!(origin.distance_to(&slanted_five), origin.distance_to(&five));
    let farther = round(40, place(5 * 254_000 + 200_001, 0));
    assert!(origin.distance_to(&farther) > origin.distance_to(&also_five));
    assert_eq!(five.distance_to(&farther), origin.distance_to(&origin));
}
