//! Properties against slow calculations of another shape.

mod oracle;
mod properties;

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
