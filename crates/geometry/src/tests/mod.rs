//! The borders of every rule, and properties against slow calculations of another shape.

mod borders;
mod oracle;
mod properties;
mod symmetry;

use super::*;

/// A place in thousandths of an inch.
fn at(x: i64, y: i64) -> Point {
    Point::from_thousandths_of_inch(x, y).expect("a place on the table")
}

/// A place in units.
fn place(x: i64, y: i64) -> Point {
    Point { x, y }
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
