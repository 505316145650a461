//! The measured table, and units that stand on it in coordinates.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use adjutant_attack::GroupIndex;
use adjutant_core::ids::MarkerId;
use adjutant_core::numbers::{Decimal, Inches};
use adjutant_geometry as geometry;
use adjutant_geometry::assignment::{AssignmentError, assign};
use adjutant_geometry::range::{MarkerSet, Markers};
use adjutant_geometry::unit::Bounds;
use adjutant_geometry::{
    Board, BoardEdge, Facing, Footprint, GeometryError, Length, Point, Polygon, Reach, Region, Screen,
};

use super::marker::MarkerState;
use super::unit::{Position, Unit};
use crate::law::Law;
use crate::rules::{Edge, MarkerIndex, Mission, Sides, Zone};
use crate::terms::{MapSide, ModelPlace, Piece, RegionName, roster};

/// Half an inch, in thousandths.
const HALF_INCH: i64 = 500;

/// The board and the markers of a match, ready to be measured.
///
/// Built when the mission is chosen and again when a marker changes, never at a question.
///
/// # Source
/// `docs/log.md`, section 2; `docs/rules/missions.md`, C.1 and C.4.
#[derive(Clone, Debug)]
pub struct Table {
    board: Board,
    edges: Sides<Edge>,
    markers: Markers,
    ids: Vec<MarkerId>,
    on_battlefield: MarkerSet,
    size: [Inches; 2],
    features: Vec<Feature>,
}

/// A piece of terrain, ready to be measured.
#[derive(Clone, Debug)]
pub struct Feature {
    /// The piece.
    pub piece: Piece,
    /// The ground that it covers.
    pub ground: Region,
    /// The same, as what stands between models.
    pub screen: Screen,
    /// The rectangle around it.
    pub bounds: Bounds,
}

impl Feature {
    /// A piece with its outline as a polygon.
    ///
    /// # Errors
    /// An outline that is no simple polygon, or too far from the board to be measured.
    pub fn of(piece: &Piece) -> Result<Feature, GeometryError> {
        let corners: Vec<Point> = piece.footprint.iter().map(|corner| point(*corner)).collect::<Result<_, _>>()?;
        let bounds = Bounds::of(&corners.iter().map(|corner| Footprint::of_point(*corner)).collect::<Vec<_>>());
        let polygon = Polygon::new(corners)?;
        let screen = Screen::of(&polygon);
        Ok(Feature { piece: piece.clone(), ground: Region::new(polygon, None), screen, bounds })
    }

    /// Whether its rectangle meets that of some models.
    pub fn meets(&self, bounds: &Bounds) -> bool {
        !self.bounds.is_beyond(Length::ZERO, bounds)
    }

    /// Whether it stands on any part of a footprint.
    pub fn overlaps(&self, footprint: &Footprint) -> bool {
        self.ground.overlaps(footprint) != Some(false)
    }
}

impl Table {
    /// The table of a mission with its markers as they lie now.
    ///
    /// # Errors
    /// What cannot be measured: a board, a zone or a place beyond the sizes that the geometry takes.
    pub fn of(law: &Law, mission: &Mission, markers: &[MarkerState]) -> Result<Table, GeometryError> {
        let board = Board::new(Length::of(mission.board[0]), Length::of(mission.board[1]), regions(&mission.zones)?)?;
        let board = match &mission.territories {
            Some(territories) => board.with_territories(regions(territories)?),
            None => board,
        };
        let places: Vec<Point> = markers.iter().map(|marker| point(marker.at)).collect::<Result<_, _>>()?;
        let radius = |marker: &MarkerState| match marker.across_mm {
            0 => law.control.reach_from,
            across => Length::from_tenths_of_millimetre(i64::from(across) * 5).unwrap_or(Length::ZERO),
        };
        let radii: Vec<(Point, Length)> = places.into_iter().zip(markers.iter().map(radius)).collect();
        let lying = markers.iter().enumerate().filter(|(_, marker)| marker.on_battlefield);
        Ok(Table {
            board,
            edges: mission.edges.clone(),
            markers: Markers::with_radii(&radii, law.control.range)?,
            size: mission.board,
            features: mission.terrain.iter().map(Feature::of).collect::<Result<_, _>>()?,
            ids: markers.iter().map(|marker| marker.id.clone()).collect(),
            on_battlefield: lying.fold(MarkerSet::NONE, |set, (index, _)| set.with(MarkerSet::only(index))),
        })
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The pieces of terrain.
    pub fn features(&self) -> &[Feature] {
        &self.features
    }

    /// The first marker on the battlefield that something would lie on.
    pub fn marker_under(
        &self,
        covers: impl Fn(&Footprint) -> bool,
        markers: &[MarkerState],
        marker_mm: i32,
    ) -> Option<&MarkerId> {
        let covered = |marker: &&MarkerState| {
            let across = if marker.across_mm == 0 { marker_mm } else { marker.across_mm };
            let radius = Length::from_tenths_of_millimetre(i64::from(across) * 5).unwrap_or(Length::ZERO);
            let lies = point(marker.at).map(|at| covers(&Footprint::of_marker(at, radius)));
            marker.on_battlefield && lies == Ok(true)
        };
        let index = markers.iter().position(|marker| covered(&marker))?;
        self.ids.get(index)
    }

    /// The battlefield edge of a side of the map.
    pub fn edge_of(&self, side: MapSide) -> BoardEdge {
        match self.edges.get(side) {
            Edge::Left => BoardEdge::Left,
            Edge::Right => BoardEdge::Right,
            Edge::Top => BoardEdge::Top,
            Edge::Bottom => BoardEdge::Bottom,
        }
    }

    /// The deployment zone of a side of the map.
    pub fn zone(&self, side: MapSide) -> &Region {
        self.board.zone(on_map(side))
    }

    /// Whether the zone of a side is anywhere as deep as a model's smallest dimension, looked for every half inch.
    pub fn has_room(&self, side: MapSide, model: &Footprint) -> bool {
        let [width, height] = self.size.map(|inches| i64::from(inches.thousandths()) / HALF_INCH);
        let mut places = (0..=width).flat_map(|x| (0..=height).map(move |y| (x * HALF_INCH, y * HALF_INCH)));
        places.any(|(x, y)| {
            Point::from_thousandths_of_inch(x, y).is_ok_and(|place| self.zone(side).holds(&model.core_at(place)))
        })
    }

    /// Whether every model is wholly within a region; `None` where the map draws no such region, or where a model
    /// may just touch a zone from inside the circle that is cut out of it.
    pub fn holds(&self, region: RegionName, models: &[Footprint]) -> Option<bool> {
        if region == RegionName::NoMansLand {
            return self.outside_zones(models);
        }
        Some(geometry::unit::is_wholly_in(models, self.drawn(region)?))
    }

    /// Whether any part of a model is within a region; `None` as above. No man's land holds a part of whatever no zone
    /// holds whole.
    pub fn touches(&self, region: RegionName, models: &[Footprint]) -> Option<bool> {
        if region == RegionName::NoMansLand {
            let whole = [RegionName::ZoneA, RegionName::ZoneB].map(|zone| self.holds(zone, models));
            return crate::terms::any(whole).map(|inside| !inside);
        }
        let region = self.drawn(region)?;
        crate::terms::any(models.iter().map(|model| region.overlaps(model)))
    }

    /// The region of the map that has this name; none where the map draws none. No man's land is what the zones leave.
    fn drawn(&self, region: RegionName) -> Option<&Region> {
        use geometry::Quarter::{NorthEast, NorthWest, SouthEast, SouthWest};
        use geometry::{MapSide::A, MapSide::B};
        Some(match region {
            RegionName::ZoneA => self.board.zone(A),
            RegionName::ZoneB => self.board.zone(B),
            RegionName::TerritoryA => self.board.territory(A)?,
            RegionName::TerritoryB => self.board.territory(B)?,
            RegionName::QuarterNe => self.board.quarter(NorthEast),
            RegionName::QuarterNw => self.board.quarter(NorthWest),
            RegionName::QuarterSe => self.board.quarter(SouthEast),
            RegionName::QuarterSw => self.board.quarter(SouthWest),
            RegionName::NoMansLand => return None,
        })
    }

    /// Wholly on the board, and in no part of either zone.
    fn outside_zones(&self, models: &[Footprint]) -> Option<bool> {
        let clear = |model: &Footprint| {
            let zones = [geometry::MapSide::A, geometry::MapSide::B].map(|side| self.board.zone(side).overlaps(model));
            match (zones, self.board.ground().holds(model)) {
                (_, false) | ([Some(true), _] | [_, Some(true)], _) => Some(false),
                ([Some(false), Some(false)], true) => Some(true),
                _ => None,
            }
        };
        crate::terms::all(models.iter().map(clear))
    }

    fn markers_near(&self, model: &Footprint) -> MarkerSet {
        self.markers.in_range(model).and(self.on_battlefield)
    }
}

/// A side of the map as the geometry names it.
fn on_map(side: MapSide) -> geometry::MapSide {
    match side {
        MapSide::A => geometry::MapSide::A,
        MapSide::B => geometry::MapSide::B,
    }
}

fn point(at: [Inches; 2]) -> Result<Point, GeometryError> {
    Point::new(Length::of(at[0]), Length::of(at[1]))
}

fn regions(zones: &Sides<Zone>) -> Result<[Region; 2], GeometryError> {
    Ok([region(&zones.a)?, region(&zones.b)?])
}

fn region(zone: &Zone) -> Result<Region, GeometryError> {
    let corners = zone.polygon.iter().map(|corner| point(*corner)).collect::<Result<_, _>>()?;
    let circle = match &zone.minus_circle {
        Some(circle) => Some(geometry::Circle::new(point(circle.centre)?, Length::of(circle.radius))?),
        None => None,
    };
    Ok(Region::new(Polygon::new(corners)?, circle))
}

/// A unit in coordinates.
///
/// The places follow the unit's groups in the order of the roster: first every model left of the first group, then
/// of the second, and so on; only that tells which base stands where.
///
/// # Source
/// `docs/log.md`, section 2.
#[derive(Clone, Debug)]
pub struct Standing {
    /// The centre of every model.
    pub places: Vec<ModelPlace>,
    /// How many models count for which marker, where that was said.
    pub counts: Option<BTreeMap<MarkerId, u32>>,
    /// The group of every model.
    pub groups: Vec<GroupIndex>,
    /// The ground that the models cover; none where a base or a facing is unknown, or no geometry takes it.
    pub measured: Option<Measured>,
}

/// The models of a unit as they cover the ground, in the order of its groups.
#[derive(Clone, Debug)]
pub struct Measured {
    /// The models' bases.
    pub models: Vec<Footprint>,
    /// The markers that each model is in range of.
    pub in_range: Vec<MarkerSet>,
    /// The marker that each model counts for: one at most, the nearest where nothing was said.
    pub counts_for: Vec<Option<MarkerIndex>>,
    /// The markers that any model is in range of.
    pub near: MarkerSet,
    /// The rectangle around the models.
    pub bounds: Bounds,
    /// Whether the unit is in coherency, once somebody has asked.
    coherent: OnceLock<bool>,
}

impl Measured {
    /// Whether any model is within a distance of a model of another unit.
    pub fn is_within(&self, reach: impl Into<Reach>, other: &Measured) -> bool {
        let reach = reach.into();
        !self.bounds.is_beyond(reach.along(), &other.bounds)
            && geometry::unit::are_within(&self.models, reach, &other.models)
    }

    /// Whether the unit is in coherency under a law; measured once, since neither models nor laws change afterwards.
    pub fn is_coherent(&self, law: &Law) -> bool {
        let kept = || law.measures.coherency_of(&self.models).is_kept() && law.measures.is_close(&self.models);
        *self.coherent.get_or_init(kept)
    }
}

impl Standing {
    /// The places of the models of a group, by their numbers.
    pub fn places_in(&self, group: GroupIndex) -> Vec<usize> {
        (0..self.places.len()).filter(|place| self.groups[*place] == group).collect()
    }

    /// A unit with one place for every model that it has left.
    pub fn new(
        unit: &Unit,
        places: &[ModelPlace],
        counts: Option<BTreeMap<MarkerId, u32>>,
        table: Option<&Table>,
    ) -> Standing {
        let each = unit.numbered_groups();
        let groups = each.flat_map(|(index, group)| std::iter::repeat_n(index, group.models as usize)).collect();
        let mut standing = Standing { places: places.to_vec(), counts, groups, measured: None };
        standing.measure(unit, table);
        standing
    }

    /// Measures the places again: on another table, or after a marker changed.
    pub fn measure(&mut self, unit: &Unit, table: Option<&Table>) {
        let models: Option<Vec<Footprint>> =
            self.places.iter().zip(&self.groups).map(|(at, group)| footprint(unit.groups[*group].base?, at)).collect();
        self.measured = models.filter(|models| !models.is_empty()).zip(table).map(|(models, table)| {
            let in_range: Vec<MarkerSet> = models.iter().map(|model| table.markers_near(model)).collect();
            let said = assigned(&in_range, self.counts.as_ref(), table).unwrap_or_else(|_| vec![None; models.len()]);
            let each = models.iter().zip(&in_range).zip(said);
            let counts_for = each
                .map(|((model, near), said)| said.or_else(|| table.markers.nearest(model, *near)).map(MarkerIndex))
                .collect();
            let near = in_range.iter().fold(MarkerSet::NONE, |all, near| all.with(*near));
            let bounds = Bounds::of(&models);
            Measured { models, in_range, counts_for, near, bounds, coherent: OnceLock::new() }
        });
    }

    /// Whether the models can be divided between markers as was said.
    ///
    /// # Errors
    /// The marker for which too many or too few models were named.
    pub fn division(&self, table: &Table) -> Result<(), (MarkerId, AssignmentError)> {
        let Some(measured) = &self.measured else { return Ok(()) };
        let marker = |error: &AssignmentError| match error {
            AssignmentError::TooFewStated(marker) | AssignmentError::TooManyStated(marker) => *marker,
        };
        let divided = assigned(&measured.in_range, self.counts.as_ref(), table);
        divided.map(|_| ()).map_err(|error| (table.ids[marker(&error)].clone(), error))
    }
}

fn assigned(
    in_range: &[MarkerSet],
    counts: Option<&BTreeMap<MarkerId, u32>>,
    table: &Table,
) -> Result<Vec<Option<usize>>, AssignmentError> {
    let Some(counts) = counts else { return Ok(vec![None; in_range.len()]) };
    let stated: Vec<Option<u32>> = table.ids.iter().map(|id| counts.get(id).copied()).collect();
    assign(in_range, &stated)
}

/// What a model covers; none for a base that no geometry takes, or an oval or hull without a facing.
fn footprint(base: roster::Base, at: &ModelPlace) -> Option<Footprint> {
    let millimetres = |size: Decimal| Length::from_tenths_of_millimetre((size.thousandths() / 100).into());
    let exact = |size: Decimal| size.thousandths() % 100 == 0;
    let base = match base {
        roster::Base::RoundMm(size) if exact(size) => geometry::Base::round(millimetres(size).ok()?),
        roster::Base::OvalMm([long, wide]) if exact(long) && exact(wide) => {
            geometry::Base::oval(millimetres(long).ok()?, millimetres(wide).ok()?)
        }
        roster::Base::HullIn([wide, long]) => geometry::Base::hull(Length::of(wide), Length::of(long)),
        _ => return None,
    };
    let base = base.ok()?;
    let facing = at.facing.map(|facing| Facing::from_thousandths_of_degree(facing.thousandths().into()));
    let facing = if base.is_round() { Facing::ALONG_X } else { facing? };
    let up = at.up.map_or(Length::ZERO, Length::of);
    Some(Footprint::of_base(base, point([at.x, at.y]).ok()?, facing).raised(up))
}

/// Two standings are the same where the same was said of them: the rest follows.
impl PartialEq for Standing {
    fn eq(&self, other: &Standing) -> bool {
        self.places == other.places && self.counts == other.counts && self.groups == other.groups
    }
}

impl Eq for Standing {}

/// The measured models of a unit, where its place tells.
pub fn measured(unit: &Unit) -> Option<&Measured> {
    match unit.position()? {
        Position::Models(standing) => standing.measured.as_ref(),
        Position::Declared(..) | Position::Unknown => None,
    }
}
