//! Which objective markers models are in range of, and who has more of them there.

use adjutant_core::side::{BySide, Player};

use super::{Footprint, GeometryError, Length, Point, Reach};

/// A set of markers, by their index.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MarkerSet(u64);

impl MarkerSet {
    /// No marker.
    pub const NONE: MarkerSet = MarkerSet(0);
    /// Every marker.
    pub const ALL: MarkerSet = MarkerSet(u64::MAX);

    /// The set of one marker; none where the index is 64 or more.
    pub const fn only(marker: usize) -> MarkerSet {
        MarkerSet(if marker < 64 { 1 << marker } else { 0 })
    }

    /// Whether a marker belongs to the set.
    pub const fn has(self, marker: usize) -> bool {
        self.0 & MarkerSet::only(marker).0 != 0
    }

    /// How many markers belong to the set.
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// The indices, ascending.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = usize> {
        let mut left = self;
        std::iter::from_fn(move || {
            let lowest = left.first()?;
            left.0 &= left.0 - 1;
            Some(lowest)
        })
    }

    /// The lowest marker of the set.
    pub const fn first(self) -> Option<usize> {
        if self.0 == 0 { None } else { Some(self.0.trailing_zeros() as usize) }
    }

    /// The markers that belong to both sets.
    pub const fn and(self, other: MarkerSet) -> MarkerSet {
        MarkerSet(self.0 & other.0)
    }

    /// The markers that belong to either set.
    pub const fn with(self, other: MarkerSet) -> MarkerSet {
        MarkerSet(self.0 | other.0)
    }
}

/// The objective markers on the battlefield.
///
/// # Source
/// `docs/rules/sequence.md`, A-5: round, measured to the closest part; width and range are the ruleset's.
///
/// # Examples
/// A 1" base, its middle 3" + 20 mm + ½" from that of a marker of 40 mm:
/// ```
/// use adjutant_geometry::range::Markers;
/// use adjutant_geometry::{Base, Facing, Footprint, Length, Point};
/// let markers = Markers::new(&[Point::from_thousandths_of_inch(0, 0)?], Length::from_units(200_000)?, Length::inches(3))?;
/// let base = Base::round(Length::inches(1))?;
/// let at = |units| Length::from_units(units).and_then(|x| Point::new(x, Length::ZERO));
/// let near = Footprint::of_base(base, at(762_000 + 200_000 + 127_000)?, Facing::ALONG_X);
/// let far = Footprint::of_base(base, at(762_000 + 200_000 + 127_001)?, Facing::ALONG_X);
/// assert!(markers.in_range(&near).has(0) && !markers.in_range(&far).has(0));
/// # Ok::<(), adjutant_geometry::GeometryError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Markers {
    discs: Vec<Footprint>,
    range: Reach,
}

impl Markers {
    /// Markers by the places of their middles, in the order of the map: how wide from the middle, and how far away a
    /// model still counts.
    ///
    /// # Errors
    /// [`GeometryError::TooManyMarkers`] beyond 64.
    pub fn new(places: &[Point], radius: Length, range: impl Into<Reach>) -> Result<Markers, GeometryError> {
        if places.len() > 64 {
            return Err(GeometryError::TooManyMarkers);
        }
        Ok(Markers {
            discs: places.iter().map(|place| Footprint::of_marker(*place, radius)).collect(),
            range: range.into(),
        })
    }

    /// Markers that are not all of one width.
    ///
    /// # Errors
    /// As [`Markers::new`].
    pub fn with_radii(places: &[(Point, Length)], range: impl Into<Reach>) -> Result<Markers, GeometryError> {
        if places.len() > 64 {
            return Err(GeometryError::TooManyMarkers);
        }
        let discs = places.iter().map(|(place, radius)| Footprint::of_marker(*place, *radius)).collect();
        Ok(Markers { discs, range: range.into() })
    }

    /// The markers' own footprints, in order.
    pub fn footprints(&self) -> &[Footprint] {
        &self.discs
    }

    /// The markers that a model is in range of.
    #[inline]
    pub fn in_range(&self, model: &Footprint) -> MarkerSet {
        let near =
            |(index, disc)| if model.is_within(self.range, disc) { MarkerSet::only(index) } else { MarkerSet::NONE };
        self.discs.iter().enumerate().map(near).fold(MarkerSet::NONE, MarkerSet::with)
    }

    /// The nearest of some markers, the first of equally near ones: the marker that a model counts for, where nobody
    /// said which of those in range.
    ///
    /// # Source
    /// `docs/rules/battle.md`, D-13, AMB-47.
    #[inline]
    pub fn nearest(&self, model: &Footprint, among: MarkerSet) -> Option<usize> {
        if among.count() <= 1 {
            return among.first();
        }
        among.iter().min_by_key(|marker| model.distance_to(&self.discs[*marker]))
    }
}

/// Models of one side in range of a marker.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct InRange {
    /// All of them.
    pub models: u32,
    /// Those with Objective Secured.
    pub secured: u32,
}

/// Who has more models in range: Objective Secured goes first, all models decide where both sides have it.
///
/// ```
/// use adjutant_core::side::{BySide, Player};
/// use adjutant_geometry::range::{InRange, majority};
/// let one = InRange { models: 1, secured: 1 };
/// let two = InRange { models: 10, secured: 0 };
/// assert_eq!(majority(BySide { one, two }), Some(Player::One));
/// ```
///
/// # Source
/// `docs/rules/battle.md`, D-13 and AMB-48.
#[inline]
pub fn majority(counts: BySide<InRange>) -> Option<Player> {
    let (one, two) = (counts.one, counts.two);
    let winner = |one: u32, two: u32| match one.cmp(&two) {
        std::cmp::Ordering::Greater => Some(Player::One),
        std::cmp::Ordering::Less => Some(Player::Two),
        std::cmp::Ordering::Equal => None,
    };
    match (one.secured > 0, two.secured > 0) {
        (true, false) => Some(Player::One),
        (false, true) => Some(Player::Two),
        _ => winner(one.models, two.models),
    }
}
