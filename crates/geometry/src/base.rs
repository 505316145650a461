//! What a model stands on.

use super::angle::{FINEST, Facing, QUARTER_CIRCLE, rounded_product};
use super::point::{Point, Vector};
use super::{GeometryError, Length};

/// How far the polygon that stands for an oval may lie inside the true ellipse: one micrometre.
pub(super) const OVAL_TOLERANCE: i64 = 10;
const SMALLEST: i64 = 10_000;
const LARGEST_OVAL: i64 = 15_000_000;
const LARGEST: i64 = 100 * Length::inches(1).units();
const THINNEST_OVAL: i64 = 5;

/// The base or hull of a model, before it is placed.
///
/// Sides and diameters are at least 1 mm and at most 100 inches; ovals at most 1.5 m long and five times as long as
/// wide.
///
/// # Source
/// `docs/log.md`, section 5: `round_mm`, `oval_mm` and `hull_in`.
///
/// # Examples
/// ```
/// use adjutant_geometry::{Base, GeometryError, Length};
/// let round = Base::round(Length::from_tenths_of_millimetre(320)?)?;
/// let oval = Base::oval(Length::from_tenths_of_millimetre(600)?, Length::from_tenths_of_millimetre(350)?)?;
/// let hull = Base::hull(Length::from_thousandths_of_inch(2_875)?, Length::inches(4))?;
/// assert_ne!(oval, hull);
/// assert_eq!(Base::round(Length::ZERO), Err(GeometryError::BaseSize));
/// # let _ = round; Ok::<(), GeometryError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Base {
    pub(super) form: Form,
}

/// The forms of a base; lengths are half-sizes in units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Form {
    Round { radius: i64 },
    Oval { ahead: i64, aside: i64 },
    Hull { ahead: i64, aside: i64 },
}

impl Base {
    /// A round base by its diameter.
    ///
    /// # Errors
    /// [`GeometryError::BaseSize`].
    pub fn round(diameter: Length) -> Result<Base, GeometryError> {
        Ok(Base { form: Form::Round { radius: half(diameter, LARGEST)? } })
    }

    /// An oval base: its length along the facing, its width across.
    ///
    /// By definition the base is the polygon whose corners are points of the true ellipse at equal steps of its
    /// parameter, turned and rounded to the unit. The number of corners (128 to 2,048) keeps the polygon within one
    /// micrometre of the ellipse, and four corners are the ends of the axes.
    ///
    /// # Errors
    /// [`GeometryError::BaseSize`] or [`GeometryError::OvalTooThin`].
    pub fn oval(length: Length, width: Length) -> Result<Base, GeometryError> {
        let (ahead, aside) = (half(length, LARGEST_OVAL)?, half(width, LARGEST_OVAL)?);
        if ahead.max(aside) > THINNEST_OVAL * ahead.min(aside) {
            return Err(GeometryError::OvalTooThin);
        }
        Ok(Base { form: Form::Oval { ahead, aside } })
    }

    /// A rectangular hull: its width across the facing, its length along it.
    ///
    /// By definition the hull is the parallelogram of its four turned corners, each rounded to the unit.
    ///
    /// # Errors
    /// [`GeometryError::BaseSize`].
    pub fn hull(width: Length, length: Length) -> Result<Base, GeometryError> {
        Ok(Base { form: Form::Hull { ahead: half(length, LARGEST)?, aside: half(width, LARGEST)? } })
    }
}

impl Base {
    /// Whether it covers the same ground whichever way it faces.
    pub fn is_round(self) -> bool {
        matches!(self.form, Form::Round { .. })
    }
}

/// Half of a size; sizes in the decimals of the contract halve exactly, others lose half a unit.
fn half(size: Length, largest: i64) -> Result<i64, GeometryError> {
    if !(SMALLEST..=largest).contains(&size.units()) {
        return Err(GeometryError::BaseSize);
    }
    Ok(size.units() / 2)
}

/// The corners of a placed hull, anticlockwise.
pub(super) fn hull_corners(centre: Point, facing: Facing, ahead: i64, aside: i64) -> Vec<Point> {
    let turn = facing.turn();
    let (left, right) = (turn.place(ahead, aside), turn.place(ahead, -aside));
    [left, -right, -left, right].into_iter().map(|corner| centre.shifted(corner)).collect()
}

/// The corners of a placed oval, anticlockwise.
///
/// The ellipse is symmetric: the second quarter mirrors the first, the second half is opposite to the first.
pub(super) fn oval_corners(centre: Point, facing: Facing, ahead: i64, aside: i64) -> Vec<Point> {
    let turn = facing.turn();
    let (ahead_axis, aside_axis) = (turn.axis(ahead), turn.axis(aside));
    let count = corner_count(ahead.max(aside));
    let (quarter, half) = (count / 4, count / 2);
    let mut corners = vec![centre; count];
    for (step, turn) in QUARTER_CIRCLE.iter().step_by(FINEST / count).enumerate() {
        let forward = Vector { x: ahead_axis.x * turn.cosine, y: ahead_axis.y * turn.cosine };
        let sideways = Vector { x: -aside_axis.y * turn.sine, y: aside_axis.x * turn.sine };
        let corner = rounded(sideways + forward);
        corners[step] = centre.shifted(corner);
        corners[step + half] = centre.shifted(-corner);
        if step > 0 && step < quarter {
            let mirrored = rounded(sideways - forward);
            corners[half - step] = centre.shifted(mirrored);
            corners[count - step] = centre.shifted(-mirrored);
        }
    }
    corners
}

fn rounded(products: Vector) -> Vector {
    Vector { x: rounded_product(products.x), y: rounded_product(products.y) }
}

/// The fewest corners, a power of two, that keep the polygon within [`OVAL_TOLERANCE`] of the ellipse.
///
/// Between two corners the ellipse rises over their chord by at most `half_length · π² / 2n²`, and π² < 10.
fn corner_count(half_length: i64) -> usize {
    let mut count = 128;
    while half_length * 5 > OVAL_TOLERANCE * (count * count) as i64 {
        count *= 2;
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    fn millimetres(tenths: i64) -> Length {
        Length::from_tenths_of_millimetre(tenths).expect("a length")
    }

    #[test]
    fn sizes_off_the_table_are_refused() {
        let refused = Err(GeometryError::BaseSize);
        assert_eq!(Base::round(millimetres(9)), refused);
        assert!(Base::round(millimetres(10)).is_ok());
        assert_eq!(Base::hull(Length::inches(1), Length::inches(101)), refused);
        assert_eq!(Base::oval(millimetres(20_000), millimetres(10_000)), refused);
        assert_eq!(Base::oval(millimetres(501), millimetres(100)), Err(GeometryError::OvalTooThin));
        assert!(Base::oval(millimetres(100), millimetres(500)).is_ok());
    }

    #[test]
    fn corners_of_an_unturned_hull_are_exact() {
        let centre = Point { x: 1_000, y: 2_000 };
        let corners = hull_corners(centre, Facing::ALONG_X, 30, 20);
        let expected = [(1_030, 2_020), (970, 2_020), (970, 1_980), (1_030, 1_980)];
        assert_eq!(corners, expected.map(|(x, y)| Point { x, y }));
    }

    #[test]
    fn ovals_are_convex_anticlockwise_and_close_to_the_ellipse() {
        let sizes =
            [(5_000, 5_000), (300_000, 175_000), (175_000, 300_000), (850_000, 545_000), (7_500_000, 1_500_000)];
        for (ahead, aside) in sizes.into_iter().chain([(25_000, 5_000), (33_000, 6_600), (2_130_000, 426_000)]) {
            for facing in [0, 1, 17_125, 45_000, 90_000, 199_999] {
                let centre = Point { x: 0, y: 0 };
                let corners = oval_corners(centre, Facing::from_thousandths_of_degree(facing), ahead, aside);
                assert_eq!(corners.len(), corner_count(ahead.max(aside)));
                for index in 0..corners.len() {
                    let [first, second, third] = [0, 1, 2].map(|step| corners[(index + step) % corners.len()]);
                    assert!(first.to(second).cross(second.to(third)) > 0, "{ahead} {aside} {facing} {index}");
                }
                let ends = centre.to(corners[corners.len() / 4]);
                assert_eq!(Facing::from_thousandths_of_degree(facing + 90_000).turn().place(aside, 0), ends);
            }
        }
    }

    #[test]
    fn the_middle_of_every_side_is_within_a_micrometre_of_the_ellipse() {
        for (ahead, aside) in [(300_000, 175_000), (850_000, 545_000), (2_130_000, 426_000), (5_000, 5_000)] {
            let corners = oval_corners(Point { x: 0, y: 0 }, Facing::ALONG_X, ahead, aside);
            let [ahead, aside] = [ahead, aside].map(|half: i64| i128::from(2 * (half - OVAL_TOLERANCE)));
            for index in 0..corners.len() {
                let next = corners[(index + 1) % corners.len()];
                let (x, y) = (i128::from(corners[index].x + next.x), i128::from(corners[index].y + next.y));
                assert!((x * aside).pow(2) + (y * ahead).pow(2) >= (ahead * aside).pow(2));
            }
        }
    }

    #[test]
    fn the_count_of_corners_grows_with_the_oval() {
        assert_eq!([20_000, 300_000, 850_000, 7_500_000].map(corner_count), [128, 512, 1024, 2048]);
    }
}
