//! Places that marks lie on, who held them, and where units were.

use adjutant_core::side::Player;
use adjutant_geometry::range::MarkerSet;

use crate::rules::MarkerIndex;
use crate::terms::AreaName;

/// A place that a mark can lie on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ground {
    /// A marker: in range of it.
    Marker(MarkerIndex),
    /// An area that is no objective.
    Area(AreaName),
}

/// Who holds a marker at a moment, as far as it was known: nobody knows, or a player, or nobody.
pub type Held = Option<Option<Player>>;

/// Where a unit was, as far as it was known: the markers that it was surely in range of, those that it may have been, and
/// its areas.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Whereabout {
    /// In range for certain.
    pub near: MarkerSet,
    /// In range or not.
    pub unsure: MarkerSet,
    /// The areas that held any part of it; `None` where nobody said.
    pub areas: Option<Vec<AreaName>>,
}

impl Whereabout {
    /// Whether it was in range of a marker.
    pub fn in_range(&self, marker: MarkerIndex) -> Option<bool> {
        if self.near.has(marker.0) {
            return Some(true);
        }
        (!self.unsure.has(marker.0)).then_some(false)
    }
}
