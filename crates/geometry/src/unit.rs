//! Conditions of whole units, each a slice of its models' footprints.
//!
//! A unit without models meets no condition. "More than" a distance is strict: [`is_beyond`] is true where no part of
//! any model is within it.

use super::{Footprint, Length, Reach, Region, Segment};

/// The upright rectangle around a unit's models: a quick answer to what is surely too far away.
///
/// # Examples
/// ```
/// use adjutant_geometry::{Footprint, Length, Point, unit::Bounds};
/// let at = |x| Point::from_thousandths_of_inch(x, 0).map(Footprint::of_point);
/// let (one, other) = (Bounds::of(&[at(0)?, at(1_000)?]), Bounds::of(&[at(4_000)?]));
/// assert!(one.is_beyond(Length::from_thousandths_of_inch(2_900)?, &other));
/// assert!(!one.is_beyond(Length::inches(3), &other));
/// # Ok::<(), adjutant_geometry::GeometryError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    low: [i64; 2],
    high: [i64; 2],
}

impl Bounds {
    /// Around every model of a unit.
    pub fn of(models: &[Footprint]) -> Bounds {
        let mut bounds = Bounds { low: [i64::MAX; 2], high: [i64::MIN; 2] };
        for model in models {
            let centre = [model.centre().x().units(), model.centre().y().units()];
            for (axis, at) in centre.into_iter().enumerate() {
                bounds.low[axis] = bounds.low[axis].min(at - model.outer());
                bounds.high[axis] = bounds.high[axis].max(at + model.outer());
            }
        }
        bounds
    }

    /// Around both.
    #[must_use]
    pub fn with(&self, other: &Bounds) -> Bounds {
        let each = |of: fn(i64, i64) -> i64, one: [i64; 2], two: [i64; 2]| [0, 1].map(|axis| of(one[axis], two[axis]));
        Bounds { low: each(i64::min, self.low, other.low), high: each(i64::max, self.high, other.high) }
    }

    /// Whether the rectangles alone show that no model of one unit is within a distance of one of the other.
    #[inline]
    pub fn is_beyond(&self, range: Length, other: &Bounds) -> bool {
        let apart = |axis: usize| {
            let gap =
                self.low[axis].saturating_sub(other.high[axis]).max(other.low[axis].saturating_sub(self.high[axis]));
            gap > range.units()
        };
        apart(0) || apart(1)
    }
}

/// Whether any model is within a distance of a footprint.
///
/// # Source
/// `docs/rules/ambiguities.md`, AMB-14: any part of any model.
///
/// # Examples
/// ```
/// use adjutant_geometry::{Footprint, Length, Point, unit};
/// let at = |x| Point::from_thousandths_of_inch(x, 0).map(Footprint::of_point);
/// let models = [at(9_000)?, at(6_000)?];
/// assert!(unit::is_within(&models, Length::inches(6), &at(0)?));
/// assert!(unit::is_beyond(&models, Length::from_thousandths_of_inch(5_999)?, &at(0)?));
/// assert_eq!(unit::count_within(&models, Length::inches(6), &at(0)?), 1);
/// assert!(!unit::is_beyond(&[], Length::inches(6), &at(0)?));
/// # Ok::<(), adjutant_geometry::GeometryError>(())
/// ```
#[inline]
pub fn is_within(models: &[Footprint], range: impl Into<Reach>, target: &Footprint) -> bool {
    let range = range.into();
    models.iter().any(|model| model.is_within(range, target))
}

/// Whether every part of every model is more than a distance from a footprint.
///
/// # Source
/// `docs/rules/ambiguities.md`, AMB-04.
#[inline]
pub fn is_beyond(models: &[Footprint], range: Length, target: &Footprint) -> bool {
    !models.is_empty() && !is_within(models, range, target)
}

/// How many models are within a distance of a footprint.
pub fn count_within(models: &[Footprint], range: Length, target: &Footprint) -> usize {
    models.iter().filter(|model| model.is_within(range, target)).count()
}

/// Whether every model is wholly within a distance of a footprint.
///
/// # Source
/// `docs/rules/battle.md`, D-12 (disembarking).
pub fn is_wholly_within(models: &[Footprint], range: Length, target: &Footprint) -> bool {
    !models.is_empty() && models.iter().all(|model| model.is_wholly_within(range, target))
}

/// Whether every model is wholly within a region.
///
/// # Source
/// `docs/rules/sequence.md`, V-1102 (deployment), B.2 (Linebreaker, Engage on All Fronts), B.4 (Teleport Homer).
#[inline]
pub fn is_wholly_in(models: &[Footprint], region: &Region) -> bool {
    !models.is_empty() && models.iter().all(|model| region.holds(model))
}

/// Whether any model is within a distance of a region.
#[inline]
pub fn is_within_of_region(models: &[Footprint], range: Length, region: &Region) -> bool {
    models.iter().any(|model| region.is_within(range, model))
}

/// Whether every part of every model is more than a distance from a region.
///
/// # Source
/// `docs/rules/ambiguities.md`, AMB-15 (Deploy Scramblers).
pub fn is_beyond_region(models: &[Footprint], range: Length, region: &Region) -> bool {
    !models.is_empty() && !is_within_of_region(models, range, region)
}

/// Whether any model is within a distance of a line.
///
/// # Source
/// `docs/rules/scoring.md`, B.4 (Pierce the Veil).
#[inline]
pub fn is_within_of_line(models: &[Footprint], range: Length, line: &Segment) -> bool {
    models.iter().any(|model| line.is_within(range, model))
}

/// Whether every model is wholly within a distance of a line.
///
/// # Source
/// `docs/rules/battle.md`, D-6 (arrival from reserves).
pub fn is_wholly_within_of_line(models: &[Footprint], range: Length, line: &Segment) -> bool {
    !models.is_empty() && models.iter().all(|model| line.holds_within(range, model))
}

/// Whether any model of one unit is within a distance of any of another.
#[inline]
pub fn are_within(one: &[Footprint], range: impl Into<Reach>, other: &[Footprint]) -> bool {
    let range = range.into();
    one.iter().any(|model| is_within(other, range, model))
}
