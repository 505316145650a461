//! Exact measurements of the table: no predicate rounds, no number floats.
//!
//! A [`Base`] placed on the table, a marker, a point and a straight line are all [`Footprint`]s, measured between
//! their closest parts; zones, territories and table quarters are [`Region`]s of a [`Board`]. Borders count: exactly
//! 3" is within 3", and a base that touches a zone's border from inside is wholly within it.
//!
//! | question | answered by |
//! |---|---|
//! | within, wholly within, overlapping, which is closer | [`Footprint`], [`Distance`], [`closest`] |
//! | in, or how near to, a zone or quarter | [`Region`] |
//! | how near to an edge or quarter line | [`Segment`] |
//! | edges, centre, quarters of the battlefield | [`Board`] |
//! | Engagement Range and conditions of whole units | [`mod@unit`] |
//! | unit coherency | [`Coherency`] |
//! | who is in range of a marker, and who has more models there | [`range`] |
//! | which model counts for which marker | [`assignment`] |
//! | what stands between two footprints | [`Screen`], [`hides`], [`blocks`] |
//! | how far it is around something | [`Screen::way_around`] |
//!
//! Heights are those of the floors that models stand on: a [`Reach`] asks for them as its rule does.
//!
//! # Source
//! `docs/log.md`, sections 2 and 5; `docs/rules/scoring.md`, sections B to D.
//!
//! # Units
//! Tenths of a micrometre. Inches with three decimals and millimetres with one are exact; turned hulls and ovals are
//! polygons by definition (see [`Base::hull`] and [`Base::oval`]), so that the answer is the same on every machine.
//!
//! # Examples
//! Two round bases of 32 mm, 5 inches apart from centre to centre:
//!
//! ```
//! use adjutant_geometry::{Base, Facing, Footprint, GeometryError, Length, Point};
//!
//! let base = Base::round(Length::from_tenths_of_millimetre(320)?)?;
//! let at = |x| Point::new(Length::inches(x), Length::ZERO).map(|at| Footprint::of_base(base, at, Facing::ALONG_X));
//! let (one, other) = (at(10)?, at(15)?);
//! assert!(one.is_within(Length::inches(4), &other) && !one.is_within(Length::inches(3), &other));
//! # Ok::<(), GeometryError>(())
//! ```

mod angle;
pub mod assignment;
mod base;
mod board;
mod coherency;
mod convex;
mod cut_out;
mod distance;
mod error;
mod footprint;
mod length;
mod point;
mod polygon;
pub mod range;
mod reach;
mod region;
mod screen;
mod segment;
pub mod unit;
mod wide;

#[cfg(test)]
mod tests;

pub use angle::Facing;
pub use base::Base;
pub use board::{Board, BoardEdge, MapSide, Quarter};
pub use coherency::Coherency;
pub use distance::{Distance, closest};
pub use error::GeometryError;
pub use footprint::Footprint;
pub use length::Length;
pub use point::Point;
pub use polygon::Polygon;
pub use reach::Reach;
pub use region::{Circle, Region};
pub use screen::{Screen, blocks, hides};
pub use segment::Segment;
