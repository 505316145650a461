//! The borders of every rule, and what turning the table round does not change.

mod borders;
mod screens;
mod symmetry;

use adjutant_geometry::*;

/// A place in thousandths of an inch.
fn at(x: i64, y: i64) -> Point {
    Point::from_thousandths_of_inch(x, y).expect("a place on the table")
}

/// A place in units.
fn place(x: i64, y: i64) -> Point {
    Point::new(units(x), units(y)).expect("a place on the table")
}

fn thousandths(length: i64) -> Length {
    Length::from_thousandths_of_inch(length).expect("a length")
}

fn units(length: i64) -> Length {
    Length::from_units(length).expect("a length")
}

fn millimetres(length: i64) -> Length {
    Length::from_tenths_of_millimetre(length * 10).expect("a length")
}

fn degrees(facing: i64) -> Facing {
    Facing::from_thousandths_of_degree(facing * 1_000)
}
