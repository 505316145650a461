//! What stands between two footprints: whether straight lines from one to the other pass over it.

use std::cmp::Ordering;

use super::convex::{Gap, edges_of, gap, segment_meets_inside};
use super::polygon::Place;
use super::{Footprint, Length, Point, Polygon};

/// Half the thickness of a line of sight: lines are 1 mm thick.
///
/// # Source
/// 001:2934 (Obstacles), 001:3009 (Dense Cover).
const HALF_LINE: i64 = 5_000;

/// Corners of the polygons that stand for what is round; they lie inside it, and 2 % larger around it.
const CORNERS: usize = 16;

/// The first quarter of those corners on a circle of a million: cosines, the last one at 90°.
const QUARTER: [i64; 5] = [1_000_000, 923_879, 707_106, 382_683, 0];

/// The ground of a piece of terrain, cut into convex parts.
///
/// Answers are yes, no, or `None`: round bases and the thickness of a line leave a narrow band in which nobody at a
/// table could tell, and a footprint that is not convex leaves a few places more.
///
/// # Examples
/// A wall between two models, and a model beside it:
/// ```
/// use adjutant_geometry::{Base, Facing, Footprint, Length, Point, Polygon, Screen};
/// let at = |x, y| Point::from_thousandths_of_inch(x, y);
/// let wall = Polygon::new(vec![at(5_000, 0)?, at(6_000, 0)?, at(6_000, 8_000)?, at(5_000, 8_000)?])?;
/// let base = Base::round(Length::inches(1))?;
/// let model = |x, y| at(x, y).map(|at| Footprint::of_base(base, at, Facing::ALONG_X));
/// let wall = Screen::of(&wall);
/// assert_eq!(wall.is_between(&model(1_000, 4_000)?, &model(10_000, 4_000)?), Some(true));
/// assert_eq!(wall.is_between(&model(1_000, 10_000)?, &model(10_000, 10_000)?), Some(false));
/// # Ok::<(), adjutant_geometry::GeometryError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Screen {
    parts: Vec<Vec<Point>>,
}

impl Screen {
    /// The ground of a polygon.
    pub fn of(polygon: &Polygon) -> Screen {
        Screen { parts: convex_parts(polygon.corners()) }
    }

    /// The ground that a model stands on, as far as it surely covers it and a little more.
    pub fn around(model: &Footprint) -> Screen {
        Screen { parts: vec![hull(Outline::of(model).around)] }
    }

    /// Whether some straight line between a part of one footprint and a part of the other passes over it.
    pub fn is_between(&self, one: &Footprint, other: &Footprint) -> Option<bool> {
        let (one, other) = (Outline::of(one), Outline::of(other));
        let widest = hull([one.around.as_slice(), &other.around].concat());
        if self.parts.iter().all(|part| is_clear(&widest, part)) {
            return Some(false);
        }
        let surely = hull([one.inside, other.inside].concat());
        self.parts.iter().any(|part| meets(&surely, part)).then_some(true)
    }

    /// How far it is at least from one point to another for what cannot pass over the ground; as the crow flies where the
    /// ground is not in the way, or where an end lies in it. Rounded down.
    ///
    /// Every convex part is gone around by itself, so that around a bay the way is longer than this.
    ///
    /// # Examples
    /// Four inches down beside a wall that is six inches wide and one thick, then back up: 3 and 1 and 3 and more.
    /// ```
    /// use adjutant_geometry::{Length, Point, Polygon, Screen};
    /// let at = |x, y| Point::from_thousandths_of_inch(x, y);
    /// let wall = Polygon::new(vec![at(0, 0)?, at(6_000, 0)?, at(6_000, 1_000)?, at(0, 1_000)?])?;
    /// let wall = Screen::of(&wall);
    /// assert_eq!(wall.way_around(at(3_000, 0)?, at(3_000, 1_000)?), Length::inches(7));
    /// assert_eq!(wall.way_around(at(7_000, -3_000)?, at(7_000, 4_000)?), Length::inches(7));
    /// # Ok::<(), adjutant_geometry::GeometryError>(())
    /// ```
    pub fn way_around(&self, from: Point, to: Point) -> Length {
        let straight = root(from.to(to).squared());
        let around = |part: &Vec<Point>| around_part(part, from, to);
        Length::known(self.parts.iter().filter_map(around).fold(straight, i64::max))
    }
}

/// The shorter of the two ways around a convex part that lies between two points; none where an end lies in it.
fn around_part(part: &[Point], from: Point, to: Point) -> Option<i64> {
    let inside = |point: Point| edges_of(part).all(|(one, next)| point.side_of(one, next).is_gt());
    if !segment_meets_inside(from, to, part) || inside(from) || inside(to) {
        return None;
    }
    // The straight line cuts the hull of all of them in two: each way follows the rim of one half.
    let way = |side: Ordering| -> i64 {
        let beside = part.iter().copied().filter(|corner| corner.side_of(from, to) == side);
        let half = hull(beside.chain([from, to]).collect());
        let along = |(one, next): &(Point, Point)| [*one, *next] != [from, to] && [*next, *one] != [from, to];
        edges_of(&half).filter(along).map(|(one, next)| root(one.to(next).squared())).sum()
    };
    Some(way(Ordering::Greater).min(way(Ordering::Less)))
}

/// The whole root of a square.
fn root(square: i64) -> i64 {
    square.max(0).isqrt()
}

/// Whether every straight line between a part of one footprint and a part of the other passes over one of the screens: no,
/// where one line keeps clear of all of them.
///
/// Yes is said where one convex part of a screen does it alone; what only several hide together is not known.
///
/// # Source
/// 001:3029, 000:431-449.
///
/// # Examples
/// ```
/// use adjutant_geometry::{Base, Facing, Footprint, Length, Point, Polygon, Screen, blocks};
/// let at = |x, y| Point::from_thousandths_of_inch(x, y);
/// let wall = Polygon::new(vec![at(5_000, 0)?, at(6_000, 0)?, at(6_000, 8_000)?, at(5_000, 8_000)?])?;
/// let wall = Screen::of(&wall);
/// let base = Base::round(Length::inches(1))?;
/// let model = |x, y| at(x, y).map(|at| Footprint::of_base(base, at, Facing::ALONG_X));
/// assert_eq!(blocks(&[&wall], &model(1_000, 4_000)?, &model(10_000, 4_000)?), Some(true));
/// assert_eq!(blocks(&[&wall], &model(1_000, 8_000)?, &model(10_000, 8_000)?), Some(false));
/// # Ok::<(), adjutant_geometry::GeometryError>(())
/// ```
pub fn blocks(screens: &[&Screen], from: &Footprint, to: &Footprint) -> Option<bool> {
    let parts: Vec<&[Point]> = screens.iter().flat_map(|screen| &screen.parts).map(Vec::as_slice).collect();
    let centres = (from.centre(), to.centre());
    let is_free = |(one, other): (Point, Point)| parts.iter().all(|part| is_clear(&hull(vec![one, other]), part));
    if is_free(centres) {
        return Some(false);
    }
    let (from, to) = (Outline::of(from), Outline::of(to));
    let pairs = |from: Vec<Point>, to: Vec<Point>| -> Vec<(Point, Point)> {
        from.iter().flat_map(|one| to.iter().map(|other| (*one, *other))).collect()
    };
    // What hides one end of a line from a point lies behind a convex part, which is convex again: corners tell of all.
    let all = pairs(from.around, to.around);
    if parts.iter().any(|part| all.iter().all(|(one, other)| segment_meets_inside(*one, *other, part))) {
        return Some(true);
    }
    pairs(from.inside, to.inside).into_iter().any(is_free).then_some(false)
}

/// Whether, from wherever on one footprint lines are drawn to every part of the other, one of them passes over one of
/// the screens: no, where a single point of the first sees all of the second.
///
/// # Source
/// 001:2934, 001:3009.
///
/// # Examples
/// ```
/// use adjutant_geometry::{Base, Facing, Footprint, Length, Point, Polygon, Screen, hides};
/// let at = |x, y| Point::from_thousandths_of_inch(x, y);
/// let pole = Polygon::new(vec![at(5_000, 0)?, at(5_200, 0)?, at(5_200, 200)?, at(5_000, 200)?])?;
/// let pole = Screen::of(&pole);
/// let base = Base::round(Length::inches(1))?;
/// let model = |x, y| at(x, y).map(|at| Footprint::of_base(base, at, Facing::ALONG_X));
/// // The pole is in the way of the middle, and not of the upper rim.
/// assert_eq!(pole.is_between(&model(0, 600)?, &model(10_000, 600)?), Some(true));
/// assert_eq!(hides(&[&pole], &model(0, 600)?, &model(10_000, 600)?), Some(false));
/// assert_eq!(hides(&[&pole], &model(0, 0)?, &model(10_000, 0)?), Some(true));
/// # Ok::<(), adjutant_geometry::GeometryError>(())
/// ```
pub fn hides(screens: &[&Screen], from: &Footprint, to: &Footprint) -> Option<bool> {
    let parts: Vec<&[Point]> = screens.iter().flat_map(|screen| &screen.parts).map(Vec::as_slice).collect();
    let centre = from.centre();
    let (from, to) = (Outline::of(from), Outline::of(to));
    let fan = |point: Point, target: &[Point]| hull([&[point], target].concat());
    let sees_all = |point: &Point| {
        let fan = fan(*point, &to.around);
        parts.iter().all(|part| is_clear(&fan, part))
    };
    if sees_all(&centre) || from.inside.iter().any(sees_all) {
        return Some(false);
    }
    // The points that a convex part hides something from are convex: with the corners around, all within are hidden.
    let fans: Vec<Vec<Point>> = from.around.iter().map(|point| fan(*point, &to.inside)).collect();
    parts.iter().any(|part| fans.iter().all(|fan| meets(fan, part))).then_some(true)
}

/// Two polygons for a footprint: one that lies inside it, one that lies around it.
struct Outline {
    inside: Vec<Point>,
    around: Vec<Point>,
}

impl Outline {
    fn of(footprint: &Footprint) -> Outline {
        let (centre, corners) = (footprint.centre(), footprint.corners());
        if corners.len() > 1 && corners.len() <= CORNERS {
            return Outline { inside: corners.to_vec(), around: corners.to_vec() };
        }
        let inside: Vec<Point> = match corners.len() {
            1 => circle(centre, footprint.radius()),
            count => corners.iter().copied().step_by(count / CORNERS).collect(),
        };
        let wider = |way: i64| way + way / 50 + 2 * way.signum();
        let around = |corner: &Point| {
            let way = centre.to(*corner);
            Point { x: centre.x + wider(way.x), y: centre.y + wider(way.y) }
        };
        Outline { around: inside.iter().map(around).collect(), inside }
    }
}

fn circle(centre: Point, radius: i64) -> Vec<Point> {
    let along = |index: usize| {
        let of = |step: usize| match step % CORNERS {
            step @ 0..=4 => QUARTER[step],
            step @ 5..=8 => -QUARTER[8 - step],
            step @ 9..=12 => -QUARTER[step - 8],
            step => QUARTER[16 - step],
        };
        let scaled = |share: i64| radius * share / 1_000_000;
        Point { x: centre.x + scaled(of(index)), y: centre.y + scaled(of(index + 12)) }
    };
    (0..CORNERS).map(along).collect()
}

/// Whether a convex set keeps farther than half a line from a part.
fn is_clear(set: &[Point], part: &[Point]) -> bool {
    matches!(gap(set, part), Gap::Apart(square) if square.cmp_root(HALF_LINE).is_gt())
}

fn meets(set: &[Point], part: &[Point]) -> bool {
    matches!(gap(set, part), Gap::Overlapping)
}

/// The convex hull, anticlockwise from the lowest, without corners on its edges.
fn hull(mut points: Vec<Point>) -> Vec<Point> {
    points.sort_unstable();
    points.dedup();
    if points.len() < 3 {
        return points;
    }
    let turns_left = |chain: &[Point], next: Point| match chain {
        [.., before, last] => before.to(*last).cross(last.to(next)) > 0,
        _ => true,
    };
    let chain = |points: &mut dyn Iterator<Item = Point>| {
        let mut chain: Vec<Point> = Vec::new();
        for next in points {
            while !turns_left(&chain, next) {
                chain.pop();
            }
            chain.push(next);
        }
        chain.pop();
        chain
    };
    // Points are ordered from the lowest up: the right side first, then the left one down.
    let mut around = chain(&mut points.iter().copied());
    around.extend(chain(&mut points.iter().rev().copied()));
    around
}

/// A simple polygon as convex parts: itself where it is convex, otherwise triangles.
fn convex_parts(corners: &[Point]) -> Vec<Vec<Point>> {
    let whole = hull(corners.to_vec());
    let is_on_hull = |corner: &Point| edges_of(&whole).any(|(from, to)| is_on(*corner, from, to));
    if corners.iter().all(is_on_hull) {
        return vec![whole];
    }
    let mut left = corners.to_vec();
    if !winds_left(&left) {
        left.reverse();
    }
    let mut parts = Vec::new();
    while left.len() > 2 {
        let Some(ear) = (0..left.len()).find(|at| is_ear(&left, *at)) else { break };
        let [before, tip, after] = around(&left, ear);
        if before.to(tip).cross(tip.to(after)) > 0 {
            parts.push(hull(vec![before, tip, after]));
        }
        left.remove(ear);
    }
    parts
}

fn around(corners: &[Point], at: usize) -> [Point; 3] {
    let count = corners.len();
    [corners[(at + count - 1) % count], corners[at], corners[(at + 1) % count]]
}

fn winds_left(corners: &[Point]) -> bool {
    let product =
        |(from, to): (Point, Point)| i128::from(from.x) * i128::from(to.y) - i128::from(from.y) * i128::from(to.x);
    edges_of(corners).map(product).sum::<i128>() > 0
}

fn is_on(point: Point, from: Point, to: Point) -> bool {
    point.side_of(from, to).is_eq() && point.is_between(from, to)
}

/// Whether the triangle at a corner holds no other corner, so that it can be cut off; or has no area.
fn is_ear(corners: &[Point], at: usize) -> bool {
    let [before, tip, after] = around(corners, at);
    let turn = before.to(tip).cross(tip.to(after));
    let holds = |point: &Point| {
        ![before, tip, after].contains(point)
            && [(before, tip), (tip, after), (after, before)].iter().all(|(from, to)| point.side_of(*from, *to).is_ge())
    };
    turn == 0 || (turn > 0 && !corners.iter().any(holds))
}
