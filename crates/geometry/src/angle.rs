//! Turning by an angle, in whole numbers only.
//!
//! Cosines are irrational, so a turned corner has no exact place. Here it has a *defined* one: cosine and sine come
//! from an integer series with 60 binary places, and a turned corner is rounded to the unit of length, halves away
//! from zero. The definition gives the same corners on every machine, quarter turns are exact, and a half turn sends
//! every corner to exactly the opposite one.

use super::point::Vector;

/// Binary places of a cosine or sine.
const PLACES: u32 = 60;
const ONE: i64 = 1 << PLACES;
/// π with 100 binary places.
const PI_100: i128 = 3_982_441_812_995_697_363_688_351_113_952;
const THOUSANDTHS_PER_TURN: i64 = 360_000;
/// Points of the finest polygon that stands for a circle.
pub(super) const FINEST: usize = 2048;
const QUARTER: usize = FINEST / 4;

/// Which way a base points.
///
/// # Units
/// Thousandths of a degree, anticlockwise from the direction of the x axis; whole turns are left out.
///
/// # Source
/// `docs/log.md`, section 2: a place is `[x,y,degrees]`, with at most three decimals.
///
/// # Examples
/// ```
/// use adjutant_geometry::Facing;
/// assert_eq!(Facing::from_thousandths_of_degree(-90_000), Facing::from_thousandths_of_degree(270_000));
/// assert_eq!(Facing::from_thousandths_of_degree(270_000).reversed().thousandths_of_degree(), 90_000);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Facing(i64);

impl Facing {
    /// Along the x axis.
    pub const ALONG_X: Facing = Facing(0);

    /// A facing from thousandths of a degree; any whole number is one.
    #[inline]
    pub const fn from_thousandths_of_degree(thousandths: i64) -> Facing {
        Facing(thousandths.rem_euclid(THOUSANDTHS_PER_TURN))
    }

    /// Thousandths of a degree, from 0 up to 359,999.
    pub const fn thousandths_of_degree(self) -> i64 {
        self.0
    }

    /// The facing after a half turn.
    pub const fn reversed(self) -> Facing {
        Facing::from_thousandths_of_degree(self.0 + THOUSANDTHS_PER_TURN / 2)
    }

    pub(super) const fn turn(self) -> Turn {
        let quarter = THOUSANDTHS_PER_TURN / 4;
        let within = self.0 % quarter;
        let first = if within <= quarter / 2 {
            Turn::narrow(within as i128 * PI_100 / 180_000)
        } else {
            Turn::narrow((quarter - within) as i128 * PI_100 / 180_000).mirrored()
        };
        match self.0 / quarter {
            0 => first,
            1 => Turn { cosine: -first.sine, sine: first.cosine },
            2 => Turn { cosine: -first.cosine, sine: -first.sine },
            _ => Turn { cosine: first.sine, sine: -first.cosine },
        }
    }
}

/// A cosine and a sine, with [`PLACES`] binary places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Turn {
    pub(super) cosine: i64,
    pub(super) sine: i64,
}

impl Turn {
    /// An angle from 0 to 45 degrees, in radians with 100 binary places.
    const fn narrow(radians_100: i128) -> Turn {
        let angle = radians_100 >> (100 - PLACES);
        let square = (angle * angle) >> PLACES;
        let (mut cosine, mut sine) = (0, 0);
        let mut term = ONE as i128;
        let mut index = 0;
        while term != 0 {
            let odd = ((term * angle) >> PLACES) / (index + 1);
            if index % 4 == 0 {
                cosine += term;
                sine += odd;
            } else {
                cosine -= term;
                sine -= odd;
            }
            term = ((term * square) >> PLACES) / ((index + 1) * (index + 2));
            index += 2;
        }
        Turn { cosine: cosine as i64, sine: sine as i64 }
    }

    const fn mirrored(self) -> Turn {
        Turn { cosine: self.sine, sine: self.cosine }
    }

    /// The point `ahead` along the facing and `aside` to its left, seen from the middle.
    pub(super) fn place(self, ahead: i64, aside: i64) -> Vector {
        let part = |length: i64, factor: i64| i128::from(length) * i128::from(factor);
        Vector {
            x: rounded(part(ahead, self.cosine) - part(aside, self.sine), PLACES),
            y: rounded(part(ahead, self.sine) + part(aside, self.cosine), PLACES),
        }
    }

    /// A half-axis of an ellipse laid along this facing, with [`AXIS_PLACES`] binary places.
    pub(super) fn axis(self, half: i64) -> Vector {
        let part = |factor: i64| rounded(i128::from(half) * i128::from(factor), PLACES - AXIS_PLACES);
        Vector { x: part(self.cosine), y: part(self.sine) }
    }

    const fn coarse(self) -> Turn {
        let half = 1 << (PLACES - CIRCLE_PLACES - 1);
        Turn {
            cosine: (self.cosine + half) >> (PLACES - CIRCLE_PLACES),
            sine: (self.sine + half) >> (PLACES - CIRCLE_PLACES),
        }
    }
}

/// Binary places of a half-axis of an ellipse: with those of [`QUARTER_CIRCLE`] a product fits 62 bits.
const AXIS_PLACES: u32 = 8;
/// Binary places of the cosines and sines in [`QUARTER_CIRCLE`].
const CIRCLE_PLACES: u32 = 30;

/// A whole number from one with binary places: the nearest, halves away from zero.
fn rounded(value: i128, places: u32) -> i64 {
    let half = 1 << (places - 1);
    let magnitude = ((value.abs() + half) >> places) as i64;
    if value < 0 { -magnitude } else { magnitude }
}

/// A product of a half-axis and an entry of [`QUARTER_CIRCLE`] as a whole number of units, halves away from zero.
pub(super) const fn rounded_product(value: i64) -> i64 {
    let half = 1 << (AXIS_PLACES + CIRCLE_PLACES - 1);
    let magnitude = (value.abs() + half) >> (AXIS_PLACES + CIRCLE_PLACES);
    if value < 0 { -magnitude } else { magnitude }
}

/// The first quarter of the circle in steps of one [`FINEST`]th, both ends included, with [`CIRCLE_PLACES`] binary
/// places.
pub(super) static QUARTER_CIRCLE: [Turn; QUARTER + 1] = quarter_circle();

const fn quarter_circle() -> [Turn; QUARTER + 1] {
    let mut turns = [Turn { cosine: 0, sine: 0 }; QUARTER + 1];
    let mut step = 0;
    while step <= QUARTER / 2 {
        let turn = Turn::narrow(PI_100 * 2 * step as i128 / FINEST as i128);
        turns[step] = turn.coarse();
        turns[QUARTER - step] = turn.mirrored().coarse();
        step += 1;
    }
    turns
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turn(degrees: i64) -> Turn {
        Facing::from_thousandths_of_degree(degrees * 1_000).turn()
    }

    #[test]
    fn quarter_turns_are_exact() {
        assert_eq!(turn(0), Turn { cosine: ONE, sine: 0 });
        assert_eq!(turn(90), Turn { cosine: 0, sine: ONE });
        assert_eq!(turn(180), Turn { cosine: -ONE, sine: 0 });
        assert_eq!(turn(270), Turn { cosine: 0, sine: -ONE });
        assert_eq!(turn(90).place(3, 5), Vector { x: -5, y: 3 });
    }

    #[test]
    fn well_known_angles_hold_to_the_last_places() {
        let root_of_three_over_two = 998_459_311_558_907_193_i64;
        let root_of_two_over_two = 815_238_614_083_298_888_i64;
        assert!((turn(30).sine - ONE / 2).abs() < 32);
        assert!((turn(60).sine - root_of_three_over_two).abs() < 32);
        assert!((turn(45).cosine - root_of_two_over_two).abs() < 32);
        assert!((turn(225).sine + root_of_two_over_two).abs() < 32);
    }

    #[test]
    fn every_turn_keeps_lengths() {
        for step in 0..3_600 {
            let turn = Facing::from_thousandths_of_degree(step * 100 + step % 7).turn();
            let square = i128::from(turn.cosine).pow(2) + i128::from(turn.sine).pow(2);
            assert!((square - (1 << 120)).abs() < 1 << 67, "{step}");
        }
    }

    #[test]
    fn a_half_turn_is_an_exact_reflection() {
        for step in 0..720 {
            let facing = Facing::from_thousandths_of_degree(step * 501);
            assert_eq!(facing.turn().place(123_457, 76_543), -facing.reversed().turn().place(123_457, 76_543));
        }
    }

    #[test]
    fn rounding_goes_away_from_zero() {
        assert_eq!((rounded(3, 1), rounded(-3, 1), rounded(5, 2), rounded(-5, 2)), (2, -2, 1, -1));
    }
}
