//! Conditions of whole units, each a slice of its models' footprints.
//!
//! A unit without models meets no condition. "More than" a distance is strict: [`is_beyond`] is true where no part of
//! any model is within it.

use super::{Footprint, Length, Region, Segment};

/// How close to an enemy a unit is engaged.
///
/// # Source
/// `docs/rules/battle.md`, D-4; the 5" of height are not measured.
pub const ENGAGEMENT_RANGE: Length = Length::inches(1);

/// Whether any model is within a distance of a footprint.
///
/// # Source
/// `docs/rules/ambiguities.md`, AMB-14: any part of any model.
///
/// # Examples
/// ```
/// use adjutant_engine::geometry::{Footprint, Length, Point, unit};
/// let at = |x| Point::from_thousandths_of_inch(x, 0).map(Footprint::of_point);
/// let models = [at(9_000)?, at(6_000)?];
/// assert!(unit::is_within(&models, Length::inches(6), &at(0)?));
/// assert!(unit::is_beyond(&models, Length::from_thousandths_of_inch(5_999)?, &at(0)?));
/// assert_eq!(unit::count_within(&models, Length::inches(6), &at(0)?), 1);
/// assert!(!unit::is_beyond(&[], Length::inches(6), &at(0)?));
/// # Ok::<(), adjutant_engine::geometry::GeometryError>(())
/// ```
pub fn is_within(models: &[Footprint], range: Length, target: &Footprint) -> bool {
    models.iter().any(|model| model.is_within(range, target))
}

/// Whether every part of every model is more than a distance from a footprint.
///
/// # Source
/// `docs/rules/ambiguities.md`, AMB-04.
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
pub fn is_wholly_in(models: &[Footprint], region: &Region) -> bool {
    !models.is_empty() && models.iter().all(|model| region.holds(model))
}

/// Whether any model is within a distance of a region.
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
pub fn are_within(one: &[Footprint], range: Length, other: &[Footprint]) -> bool {
    one.iter().any(|model| is_within(other, range, model))
}

/// Whether two units are in Engagement Range of each other.
///
/// # Source
/// `docs/rules/battle.md`, D-4.
pub fn are_engaged(one: &[Footprint], other: &[Footprint]) -> bool {
    are_within(one, ENGAGEMENT_RANGE, other)
}
