//! The battlefield: its edges, centre, quarters, zones and territories.

use super::{Footprint, GeometryError, Length, Point, Polygon, Region, Segment};

/// A side of the map; which player has it is decided before the battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MapSide {
    /// The side that maps call A.
    A,
    /// The side that maps call B.
    B,
}

/// An edge of the battlefield.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BoardEdge {
    /// x = 0.
    Left,
    /// x = width.
    Right,
    /// y = 0.
    Bottom,
    /// y = height.
    Top,
}

impl BoardEdge {
    /// Every edge.
    pub const ALL: [BoardEdge; 4] = [BoardEdge::Left, BoardEdge::Right, BoardEdge::Bottom, BoardEdge::Top];
}

/// A table quarter; north is up on the map.
///
/// # Source
/// `docs/rules/missions.md`, C.4: two lines through the centre, parallel to the edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Quarter {
    /// Top right.
    NorthEast,
    /// Top left.
    NorthWest,
    /// Bottom right.
    SouthEast,
    /// Bottom left.
    SouthWest,
}

impl Quarter {
    /// Every quarter.
    pub const ALL: [Quarter; 4] = [Quarter::NorthEast, Quarter::NorthWest, Quarter::SouthEast, Quarter::SouthWest];
}

/// The measured parts of a mission's map.
///
/// # Source
/// `docs/rules/missions.md`, C.1 and C.4.
///
/// # Examples
/// ```
/// use adjutant_geometry::{Board, Footprint, Length, MapSide, Point, Polygon, Quarter, Region};
/// let at = |x, y| Point::from_thousandths_of_inch(x, y);
/// let zone = |low: i64, high: i64| {
///     let corners = vec![at(0, low)?, at(44_000, low)?, at(44_000, high)?, at(0, high)?];
///     Polygon::new(corners).map(|polygon| Region::new(polygon, None))
/// };
/// let board = Board::new(Length::inches(44), Length::inches(30), [zone(0, 6_000)?, zone(24_000, 30_000)?])?;
/// let marker = Footprint::of_marker(at(22_000, 3_000)?, Length::from_units(200_000)?);
/// assert!(board.zone(MapSide::A).holds(&marker));
/// assert!(!board.quarter(Quarter::SouthEast).holds(&marker));
/// assert_eq!(board.centre().centre(), at(22_000, 15_000)?);
/// # Ok::<(), adjutant_geometry::GeometryError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    ground: Region,
    centre: Footprint,
    edges: [Segment; 4],
    quarters: [Region; 4],
    quarter_lines: [Segment; 2],
    zones: [Region; 2],
    territories: Option<[Region; 2]>,
}

impl Board {
    /// A board by its size and the zones of sides A and B.
    ///
    /// # Errors
    /// [`GeometryError::NotPositive`] or [`GeometryError::PlaceTooFar`] for its size.
    pub fn new(width: Length, height: Length, zones: [Region; 2]) -> Result<Board, GeometryError> {
        if width <= Length::ZERO || height <= Length::ZERO {
            return Err(GeometryError::NotPositive);
        }
        let far = Point::new(width, height)?;
        let middle = Point { x: far.x / 2, y: far.y / 2 };
        let at = |x, y| Point { x, y };
        let quarter = |low, high| Region::new(Polygon::rectangle(low, high), None);
        Ok(Board {
            ground: quarter(at(0, 0), far),
            centre: Footprint::of_point(middle),
            edges: [
                Segment::between(at(0, 0), at(0, far.y)),
                Segment::between(at(far.x, 0), far),
                Segment::between(at(0, 0), at(far.x, 0)),
                Segment::between(at(0, far.y), far),
            ],
            quarters: [
                quarter(middle, far),
                quarter(at(0, middle.y), at(middle.x, far.y)),
                quarter(at(middle.x, 0), at(far.x, middle.y)),
                quarter(at(0, 0), middle),
            ],
            quarter_lines: [
                Segment::between(at(0, middle.y), at(far.x, middle.y)),
                Segment::between(at(middle.x, 0), at(middle.x, far.y)),
            ],
            zones,
            territories: None,
        })
    }

    /// The same board with the territories of sides A and B.
    pub fn with_territories(self, territories: [Region; 2]) -> Board {
        Board { territories: Some(territories), ..self }
    }

    /// The whole battlefield.
    pub fn ground(&self) -> &Region {
        &self.ground
    }

    /// The centre of the battlefield, a single point.
    pub fn centre(&self) -> &Footprint {
        &self.centre
    }

    /// An edge of the battlefield.
    pub fn edge(&self, edge: BoardEdge) -> &Segment {
        &self.edges[edge as usize]
    }

    /// A table quarter; its two lines belong to it.
    pub fn quarter(&self, quarter: Quarter) -> &Region {
        &self.quarters[quarter as usize]
    }

    /// The two lines between the quarters, the level one first.
    pub fn quarter_lines(&self) -> &[Segment; 2] {
        &self.quarter_lines
    }

    /// The deployment zone of a side.
    pub fn zone(&self, side: MapSide) -> &Region {
        &self.zones[side as usize]
    }

    /// The territory of a side, where the map draws one.
    pub fn territory(&self, side: MapSide) -> Option<&Region> {
        self.territories.as_ref().map(|territories| &territories[side as usize])
    }

    /// The quarter that holds every one of some models; none for no models.
    ///
    /// # Source
    /// `docs/rules/scoring.md`, B.2 (Engage on All Fronts), B.4 (Recon Sweep).
    pub fn quarter_of(&self, models: &[Footprint]) -> Option<Quarter> {
        Quarter::ALL.into_iter().find(|quarter| super::unit::is_wholly_in(models, self.quarter(*quarter)))
    }
}
