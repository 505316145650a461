//! Who controls which objective marker.

use super::{Footprint, GeometryError, Length, Point};

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

/// A model that may control markers: not in an AIRCRAFT unit, not a Fortification.
///
/// # Source
/// `docs/rules/battle.md`, D-13, AMB-47, C.2 (Champion's Honour).
#[derive(Clone, Copy, Debug)]
pub struct Contender<'a> {
    /// Where it stands.
    pub footprint: &'a Footprint,
    /// The markers for which it has Objective Secured: mostly all or none.
    pub objective_secured: MarkerSet,
    /// The marker that its owner assigned it to, used where it is in range of that one; see
    /// [`assign`](super::assignment::assign).
    pub assigned: Option<usize>,
}

/// The models of one player that count for a marker.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// All of them.
    pub models: u32,
    /// Those with Objective Secured, among `models`.
    pub objective_secured: u32,
}

/// Who controls a marker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holder {
    /// Player one.
    One,
    /// Player two.
    Two,
    /// Neither.
    Nobody,
}

impl Holder {
    /// Who controls a marker with these models in range.
    ///
    /// A player who alone has models with Objective Secured controls it; otherwise the one with more models.
    ///
    /// # Source
    /// `docs/rules/battle.md`, D-13, AMB-48.
    ///
    /// # Examples
    /// ```
    /// use adjutant_engine::geometry::control::{Holder, Tally};
    /// let horde = Tally { models: 9, objective_secured: 0 };
    /// let veteran = Tally { models: 1, objective_secured: 1 };
    /// assert_eq!(Holder::of(horde, veteran), Holder::Two);
    /// assert_eq!(Holder::of(Tally { objective_secured: 1, ..horde }, veteran), Holder::One);
    /// assert_eq!(Holder::of(veteran, veteran), Holder::Nobody);
    /// ```
    pub fn of(one: Tally, two: Tally) -> Holder {
        let lead = match (one.objective_secured > 0, two.objective_secured > 0) {
            (true, false) => return Holder::One,
            (false, true) => return Holder::Two,
            _ => one.models.cmp(&two.models),
        };
        match lead {
            std::cmp::Ordering::Greater => Holder::One,
            std::cmp::Ordering::Less => Holder::Two,
            std::cmp::Ordering::Equal => Holder::Nobody,
        }
    }
}

/// Both players' models at a marker, and who controls it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Control {
    /// Player one's models.
    pub one: Tally,
    /// Player two's models.
    pub two: Tally,
    /// Who controls the marker.
    pub holder: Holder,
}

/// The objective markers on the battlefield.
///
/// # Source
/// `docs/rules/sequence.md`, A-5: round, measured to the closest part; width and range are the ruleset's.
///
/// # Examples
/// A 1" base, its middle 3" + 20 mm + ½" from that of a marker of 40 mm:
/// ```
/// use adjutant_engine::geometry::control::{Contender, Holder, MarkerSet, Markers};
/// use adjutant_engine::geometry::{Base, Facing, Footprint, Length, Point};
/// let markers = Markers::new(&[Point::from_thousandths_of_inch(0, 0)?], Length::from_units(200_000)?, Length::inches(3))?;
/// let base = Base::round(Length::inches(1))?;
/// let at = |units| Length::from_units(units).and_then(|x| Point::new(x, Length::ZERO));
/// let near = Footprint::of_base(base, at(762_000 + 200_000 + 127_000)?, Facing::ALONG_X);
/// let far = Footprint::of_base(base, at(762_000 + 200_000 + 127_001)?, Facing::ALONG_X);
/// let contender = |footprint| Contender { footprint, objective_secured: MarkerSet::NONE, assigned: None };
/// let [control] = markers.control(&[contender(&far)], &[contender(&near)])[..] else { panic!("one marker") };
/// assert_eq!((control.one.models, control.two.models, control.holder), (0, 1, Holder::Two));
/// # Ok::<(), adjutant_engine::geometry::GeometryError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Markers {
    discs: Vec<Footprint>,
    range: Length,
}

impl Markers {
    /// Markers by the places of their middles, in the order of the map: how wide from the middle, and how far away a
    /// model still counts.
    ///
    /// # Errors
    /// [`GeometryError::TooManyMarkers`] beyond 64.
    pub fn new(places: &[Point], radius: Length, range: Length) -> Result<Markers, GeometryError> {
        if places.len() > 64 {
            return Err(GeometryError::TooManyMarkers);
        }
        Ok(Markers { discs: places.iter().map(|place| Footprint::of_marker(*place, radius)).collect(), range })
    }

    /// Markers that are not all of one width.
    ///
    /// # Errors
    /// As [`Markers::new`].
    pub fn with_radii(places: &[(Point, Length)], range: Length) -> Result<Markers, GeometryError> {
        if places.len() > 64 {
            return Err(GeometryError::TooManyMarkers);
        }
        let discs = places.iter().map(|(place, radius)| Footprint::of_marker(*place, *radius)).collect();
        Ok(Markers { discs, range })
    }

    /// The markers' own footprints, in order.
    pub fn footprints(&self) -> &[Footprint] {
        &self.discs
    }

    /// The markers that a model is in range of.
    pub fn in_range(&self, model: &Footprint) -> MarkerSet {
        let near =
            |(index, disc)| if model.is_within(self.range, disc) { MarkerSet::only(index) } else { MarkerSet::NONE };
        self.discs.iter().enumerate().map(near).fold(MarkerSet::NONE, MarkerSet::with)
    }

    /// The marker that a model counts for: one at most.
    ///
    /// The marker it is assigned to, if in range; otherwise the nearest in range, the first of equally near ones.
    pub fn counts_for(&self, contender: &Contender) -> Option<usize> {
        let in_range = self.in_range(contender.footprint);
        match contender.assigned {
            Some(marker) if in_range.has(marker) => Some(marker),
            _ if in_range.count() <= 1 => in_range.first(),
            _ => in_range.iter().min_by_key(|marker| contender.footprint.distance_to(&self.discs[*marker])),
        }
    }

    /// Who controls each marker; the order of the models makes no difference.
    pub fn control(&self, one: &[Contender], two: &[Contender]) -> Vec<Control> {
        let (one, two) = (self.tallies(one), self.tallies(two));
        let sides = one.into_iter().zip(two);
        sides.map(|(one, two)| Control { one, two, holder: Holder::of(one, two) }).collect()
    }

    fn tallies(&self, contenders: &[Contender]) -> Vec<Tally> {
        let mut tallies = vec![Tally::default(); self.discs.len()];
        for contender in contenders {
            if let Some(marker) = self.counts_for(contender) {
                tallies[marker].models += 1;
                tallies[marker].objective_secured += u32::from(contender.objective_secured.has(marker));
            }
        }
        tallies
    }
}
