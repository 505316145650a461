//! Where units stand: grids of models, kept apart by the boxes around them, so that every place is legal by
//! construction.
//!
//! # Units
//! Thousandths of an inch.

use std::collections::BTreeMap;

use adjutant_engine::ids::UnitId;
use adjutant_engine::numbers::Inches;
use adjutant_engine::place::{ModelPlace, Place};
use adjutant_engine::roster::Base;
use adjutant_engine::rules::{Mission, Zone};
use adjutant_engine::state::Unit;

use crate::stream::Stream;

/// Models in a row where all bases are alike; with the gap below, each has two neighbours within 2".
const COLUMNS: u32 = 5;
/// Free space between the bases of a unit.
const GAP: i32 = 300;
/// Free space between units: more than Engagement Range, 1".
const APART: i32 = 1_200;
/// A move along each axis at the most: both together stay under 6".
const STEP_MAX: i32 = 4_000;
/// Terrain up to this height is climbed within such a move.
const CLIMBED: i32 = 2_000;
/// How often a random place is tried.
const TRIES: u32 = 60;

/// A grid of models.
#[derive(Clone, Copy, Debug)]
struct Grid {
    /// Centre of the first model.
    corner: [i32; 2],
    /// Models at the start, which the box goes by.
    models: u32,
    /// Diameter of the widest base.
    diameter: i32,
    /// Whether bases differ: small ones between wide ones reach only the next.
    mixed: bool,
    /// How high the terrain is that it stands on top of.
    up: Option<Inches>,
}

impl Grid {
    /// Smallest and largest coordinates, bases included.
    fn bounds(&self) -> [[i32; 2]; 2] {
        let columns = self.columns(self.models);
        let (columns, rows) = (self.models.min(columns), self.models.div_ceil(columns));
        let length = |count: u32| (count.saturating_sub(1)).cast_signed() * (self.diameter + GAP);
        let half = self.diameter.div_euclid(2) + 1;
        let [x, y] = self.corner;
        [[x - half, y - half], [x + length(columns) + half, y + length(rows) + half]]
    }

    /// Models in a row: two rows where bases differ, so that each model has two next to it.
    fn columns(&self, models: u32) -> u32 {
        if self.mixed { models.div_ceil(2).max(1) } else { COLUMNS }
    }

    fn place(&self, models: u32) -> Option<Place> {
        let columns = self.columns(models);
        let pitch = self.diameter + GAP;
        let model = |index: u32| {
            let x = self.corner[0] + (index % columns).cast_signed() * pitch;
            let y = self.corner[1] + (index / columns).cast_signed() * pitch;
            let [x, y] = [x, y].map(Inches::from_thousandths);
            Some(ModelPlace { x: x?, y: y?, facing: None, up: self.up })
        };
        (0..models).map(model).collect::<Option<Vec<_>>>().map(Place::Models)
    }
}

/// The battlefield with everybody on it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ground {
    standing: BTreeMap<UnitId, Grid>,
}

impl Ground {
    /// A free place wholly within a zone, if a few tries find one.
    pub(crate) fn deploy(&mut self, stream: &mut Stream, mission: &Mission, zone: &Zone, unit: &Unit) -> Option<Place> {
        let corners = zone.polygon.iter().map(|corner| corner.map(|c| c.thousandths()));
        let low = corners.clone().reduce(|a, b| [a[0].min(b[0]), a[1].min(b[1])])?;
        let high = corners.reduce(|a, b| [a[0].max(b[0]), a[1].max(b[1])])?;
        let mixed = unit.groups.windows(2).any(|pair| pair[0].base != pair[1].base);
        let mut grid = Grid { corner: low, models: unit.models(), diameter: diameter(unit)?, mixed, up: None };
        for _ in 0..TRIES {
            grid.corner = [0, 1].map(|axis| between(stream, low[axis], high[axis]));
            if holds(zone, grid.bounds()) && self.is_free(mission, &unit.id, &grid) {
                grid.up = floor(mission, &grid);
                self.standing.insert(unit.id.clone(), grid);
                return grid.place(unit.models());
            }
        }
        None
    }

    /// A free place no farther than a short move towards a point, if a few tries find one.
    pub(crate) fn advance(
        &mut self,
        stream: &mut Stream,
        mission: &Mission,
        unit: &Unit,
        towards: [Inches; 2],
    ) -> Option<Place> {
        let from = *self.standing.get(&unit.id)?;
        for _ in 0..TRIES / 4 {
            let mut grid = from;
            for (axis, goal) in towards.iter().enumerate() {
                let way = (goal.thousandths() - from.corner[axis]).clamp(-STEP_MAX, STEP_MAX);
                grid.corner[axis] += between(stream, way.min(0) - 500, way.max(0) + 500).clamp(-STEP_MAX, STEP_MAX);
            }
            if self.is_free(mission, &unit.id, &grid) {
                grid.up = floor(mission, &grid);
                self.standing.insert(unit.id.clone(), grid);
                return grid.place(unit.models());
            }
        }
        None
    }

    /// Where the models left of a unit stand; nobody has moved.
    pub(crate) fn remaining(&self, unit: &Unit) -> Option<Place> {
        self.standing.get(&unit.id)?.place(unit.models())
    }

    /// Units off the battlefield take no room.
    pub(crate) fn clear(&mut self, unit: &UnitId) {
        self.standing.remove(unit);
    }

    fn is_free(&self, mission: &Mission, unit: &UnitId, grid: &Grid) -> bool {
        let [low, high] = grid.bounds();
        let on_board = (0..2).all(|axis| low[axis] >= 0 && high[axis] <= mission.board[axis].thousandths());
        let apart = |other: &Grid| {
            let [other_low, other_high] = other.bounds();
            (0..2).any(|axis| low[axis] >= other_high[axis] + APART || other_low[axis] >= high[axis] + APART)
        };
        on_board && self.standing.iter().all(|(id, other)| id == unit || apart(other))
    }
}

/// The height of a piece of terrain that holds a whole grid, where it is known and low enough.
fn floor(mission: &Mission, grid: &Grid) -> Option<Inches> {
    let [low, high] = grid.bounds();
    let mut pieces = mission.terrain.iter().filter(|piece| {
        let bounds = piece.bounds();
        (0..2).all(|axis| bounds[axis][0] <= low[axis] && high[axis] <= bounds[axis][1])
    });
    pieces.find_map(|piece| piece.height.filter(|height| height.thousandths() <= CLIMBED))
}

pub(crate) fn between(stream: &mut Stream, low: i32, high: i32) -> i32 {
    low + stream.below(high.abs_diff(low) + 1).cast_signed()
}

/// Diameter of a round base, rounded up; other bases are not laid out.
fn diameter(unit: &Unit) -> Option<i32> {
    let widest = |base: Option<Base>| match base {
        Some(Base::RoundMm(across)) => Some((across.thousandths() * 10).div_euclid(254) + 1),
        _ => None,
    };
    unit.groups.iter().map(|group| widest(group.base)).try_fold(0, |most, one| Some(most.max(one?)))
}

/// Whether a box lies wholly in a zone, which is convex but for its circle.
fn holds(zone: &Zone, [low, high]: [[i32; 2]; 2]) -> bool {
    let corners = [[low[0], low[1]], [high[0], low[1]], [low[0], high[1]], [high[0], high[1]]];
    let inside = corners.iter().all(|corner| is_inside(zone, *corner));
    inside
        && zone.minus_circle.as_ref().is_none_or(|circle| {
            let away = |axis: usize| {
                let centre = circle.centre[axis].thousandths();
                i64::from(centre.clamp(low[axis], high[axis]) - centre)
            };
            let radius = i64::from(circle.radius.thousandths());
            away(0) * away(0) + away(1) * away(1) > radius * radius
        })
}

/// Whether a point lies on the same side of every edge of a convex polygon.
fn is_inside(zone: &Zone, [x, y]: [i32; 2]) -> bool {
    let corners: Vec<[i64; 2]> = zone.polygon.iter().map(|c| c.map(|v| i64::from(v.thousandths()))).collect();
    let turn = |index: usize| {
        let (a, b) = (corners[index], corners[(index + 1) % corners.len()]);
        (b[0] - a[0]) * (i64::from(y) - a[1]) - (b[1] - a[1]) * (i64::from(x) - a[0])
    };
    (0..corners.len()).all(|index| turn(index) >= 0) || (0..corners.len()).all(|index| turn(index) <= 0)
}
