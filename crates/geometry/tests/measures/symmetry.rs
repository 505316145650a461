//! Turning the table round, or listing models in another order, changes no answer.

use adjutant_core::side::{BySide, Player};
use adjutant_geometry::range::{InRange, Markers, majority};
use proptest::prelude::*;

use super::*;

const WIDTH: i64 = 60_000;
const HEIGHT: i64 = 44_000;

/// A model as a player would enter it, in thousandths.
#[derive(Clone, Debug)]
struct Model {
    base: Base,
    x: i64,
    y: i64,
    facing: i64,
    objective_secured: bool,
}

impl Model {
    fn placed(&self) -> Footprint {
        Footprint::of_base(self.base, at(self.x, self.y), Facing::from_thousandths_of_degree(self.facing))
    }

    fn turned(&self) -> Footprint {
        let facing = Facing::from_thousandths_of_degree(self.facing).reversed();
        Footprint::of_base(self.base, at(WIDTH - self.x, HEIGHT - self.y), facing)
    }
}

/// Models of one side at every marker, each counted for the nearest in range.
fn tallies(markers: &Markers, models: &[Model], footprints: &[Footprint]) -> Vec<InRange> {
    let mut tallies = vec![InRange::default(); markers.footprints().len()];
    for (model, footprint) in models.iter().zip(footprints) {
        if let Some(marker) = markers.nearest(footprint, markers.in_range(footprint)) {
            tallies[marker].models += 1;
            tallies[marker].secured += u32::from(model.objective_secured);
        }
    }
    tallies
}

/// Who controls each marker.
fn holders(one: &[InRange], two: &[InRange]) -> Vec<Option<Player>> {
    one.iter().zip(two).map(|(one, two)| majority(BySide { one: *one, two: *two })).collect()
}

fn base() -> impl Strategy<Value = Base> {
    prop_oneof![
        Just(Base::round(millimetres(32))),
        Just(Base::round(millimetres(160))),
        Just(Base::oval(millimetres(75), millimetres(42))),
        Just(Base::hull(Length::inches(3), Length::inches(5))),
    ]
    .prop_map(|base| base.expect("a base"))
}

/// Models crowded around the middle and the markers, so that many answers hang on a hair.
fn model() -> impl Strategy<Value = Model> {
    (base(), 0..WIDTH / 500, 0..HEIGHT / 500, 0i64..24, any::<bool>()).prop_map(
        |(base, x, y, facing, objective_secured)| Model {
            base,
            x: x * 500,
            y: y * 500,
            facing: facing * 15_000,
            objective_secured,
        },
    )
}

/// Quarter zones with the centre cut out, each the other turned round.
fn board() -> Board {
    let quarter = |x: i64, y: i64, dx: i64, dy: i64| {
        let corners = vec![at(x, y), at(x + dx, y), at(x + dx, y + dy), at(x, y + dy)];
        let circle = Circle::new(at(WIDTH / 2, HEIGHT / 2), Length::inches(9)).expect("a circle");
        Region::new(Polygon::new(corners).expect("a rectangle"), Some(circle))
    };
    let (x, y) = (WIDTH / 2, HEIGHT / 2);
    let territory = |low: i64| {
        let corners = vec![at(0, low), at(WIDTH, low), at(WIDTH, low + y), at(0, low + y)];
        Region::new(Polygon::new(corners).expect("a rectangle"), None)
    };
    Board::new(thousandths(WIDTH), thousandths(HEIGHT), [quarter(x, y, x, y), quarter(x, y, -x, -y)])
        .expect("a board")
        .with_territories([territory(y), territory(0)])
}

fn markers(turned: bool) -> Markers {
    let places = [(30_000, 22_000), (12_000, 10_000), (48_000, 34_000), (18_000, 34_000), (24_000, 22_500)];
    let places = places.map(|(x, y)| if turned { at(WIDTH - x, HEIGHT - y) } else { at(x, y) });
    Markers::new(&places, Length::from_units(200_000).unwrap(), Length::inches(3)).expect("five markers")
}

fn opposite(quarter: Quarter) -> Quarter {
    match quarter {
        Quarter::NorthEast => Quarter::SouthWest,
        Quarter::SouthWest => Quarter::NorthEast,
        Quarter::NorthWest => Quarter::SouthEast,
        Quarter::SouthEast => Quarter::NorthWest,
    }
}

proptest! {
    #[test]
    fn places_read_the_same_from_the_other_side(one in model(), other in model(), range in 0i64..20) {
        let (board, range) = (board(), thousandths(range * 500));
        let (placed, turned) = (one.placed(), one.turned());
        for (side, opposing) in [(MapSide::A, MapSide::B), (MapSide::B, MapSide::A)] {
            prop_assert_eq!(board.zone(side).holds(&placed), board.zone(opposing).holds(&turned));
            prop_assert_eq!(board.zone(side).is_within(range, &placed), board.zone(opposing).is_within(range, &turned));
            let territory = |side| board.territory(side).expect("drawn");
            prop_assert_eq!(territory(side).holds(&placed), territory(opposing).holds(&turned));
        }
        for (edge, opposing) in [(BoardEdge::Left, BoardEdge::Right), (BoardEdge::Top, BoardEdge::Bottom)] {
            let (edge, opposing) = (board.edge(edge), board.edge(opposing));
            prop_assert_eq!(edge.is_within(range, &placed), opposing.is_within(range, &turned));
            prop_assert_eq!(edge.holds_within(range, &placed), opposing.holds_within(range, &turned));
        }
        let quarters = [&placed, &turned].map(|footprint| board.quarter_of(std::slice::from_ref(footprint)));
        prop_assert_eq!(quarters[0].map(opposite), quarters[1]);
        prop_assert_eq!(board.ground().holds(&placed), board.ground().holds(&turned));
        prop_assert_eq!(placed.is_within(range, board.centre()), turned.is_within(range, board.centre()));
        prop_assert_eq!(placed.is_within(range, &other.placed()), turned.is_within(range, &other.turned()));
        prop_assert_eq!(placed.overlaps(&other.placed()), turned.overlaps(&other.turned()));
        prop_assert_eq!(placed.distance_to(&other.placed()), turned.distance_to(&other.turned()));
    }

    #[test]
    fn control_depends_on_no_order_and_no_side(
        one in prop::collection::vec(model(), 0..25), two in prop::collection::vec(model(), 0..25),
        rotation in 0usize..25,
    ) {
        let (ground, opposite) = (markers(false), markers(true));
        let placed = [&one, &two].map(|models| models.iter().map(Model::placed).collect::<Vec<Footprint>>());
        let turned = [&one, &two].map(|models| models.iter().map(Model::turned).collect::<Vec<Footprint>>());
        let [first, second] = [(&one, &placed[0]), (&two, &placed[1])].map(|(of, at)| tallies(&ground, of, at));
        let mut shuffled: Vec<Model> = one.iter().rev().cloned().collect();
        if !shuffled.is_empty() {
            let by = rotation % shuffled.len();
            shuffled.rotate_left(by);
        }
        let there: Vec<Footprint> = shuffled.iter().map(Model::placed).collect();
        prop_assert_eq!(&tallies(&ground, &shuffled, &there), &first);
        let [third, fourth] = [(&one, &turned[0]), (&two, &turned[1])].map(|(of, at)| tallies(&opposite, of, at));
        prop_assert_eq!((&third, &fourth), (&first, &second));
        let other = |holder: &Option<Player>| holder.map(Player::opponent);
        let from_here = holders(&first, &second);
        let from_there: Vec<Option<Player>> = holders(&fourth, &third).iter().map(other).collect();
        prop_assert_eq!(from_here, from_there);
    }
}

#[test]
fn a_model_counts_for_the_nearest_marker_only() {
    let markers = Markers::new(&[at(0, 0), at(4_000, 0)], Length::from_units(200_000).unwrap(), Length::inches(3))
        .expect("two markers");
    let base = Base::round(Length::inches(1)).expect("a base");
    let model = |x| Footprint::of_base(base, at(x, 0), Facing::ALONG_X);
    let (middle, right) = (model(2_000), model(2_001));
    let near = markers.in_range(&middle);
    assert_eq!(near.count(), 2);
    assert_eq!(markers.nearest(&middle, near), Some(0), "the first of equally near ones");
    assert_eq!(markers.nearest(&right, near), Some(1));
}
