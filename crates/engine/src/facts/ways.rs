//! How far models have to go over and around terrain, as far as places and heights make it certain.
//!
//! An obstacle counts as a block of its height: a way leads around it, or up and down again. Nobody knows where in a piece
//! of area terrain walls stand, so that it is in nobody's way. Distances are those of the middles of bases, so that none is
//! longer than what players measure.
//!
//! # Source
//! 001:1809-1825, 2246-2256, 2923-2962, 2993-3003; 002:523, 574.

use adjutant_attack::CoverLaw;
use adjutant_geometry::{Footprint, Length};

use crate::rules::UnitKind;
use crate::state::table::{Feature, Measured};
use crate::state::{State, Unit};
use crate::terms::{AreaName, MoveKind, TerrainCategory, TerrainKind, TerrainTrait};

/// Over terrain of this height models move as if it were not there, in thousandths of an inch.
const FREE: i64 = 1_000;

/// What moving over difficult ground takes off every move, in thousandths of an inch.
pub const DIFFICULT: i64 = 2_000;

/// The terrain that a unit may have in its way.
#[derive(Debug)]
pub struct Ways<'a> {
    obstacles: Vec<(&'a Feature, Over)>,
    difficult: Vec<&'a Feature>,
    old: &'a Measured,
    new: &'a Measured,
}

/// How a piece is passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Over {
    /// Up and down, so high in thousandths of an inch.
    Climbed(i64),
    /// Around it only.
    Never,
}

impl<'a> Ways<'a> {
    /// What lies in the way of a unit that moves; nothing where the rules, its places or its keywords do not tell.
    pub fn of(
        state: &'a State,
        unit: &Unit,
        kind: MoveKind,
        (old, new): (Option<&'a Measured>, Option<&'a Measured>),
    ) -> Option<Ways<'a>> {
        let (old, new) = (old?, new?);
        let features = state.table.as_deref().filter(|_| state.is_under_law(2))?.features();
        let jumps = matches!(kind, MoveKind::Reposition | MoveKind::Stationary);
        let flies = unit.is(state.law(), UnitKind::Flying);
        if features.is_empty() || jumps || unit.keywords.is_empty() || (flies && kind != MoveKind::Charge) {
            return None;
        }
        let traits = state.law().reads_traits();
        // A piece outside the box around all places is in the way of no straight line.
        let around = old.bounds.with(&new.bounds);
        let near = |feature: &&Feature| feature.meets(&around);
        let obstacles = || features.iter().filter(near).filter_map(|at| Some((at, passed(state, unit, at, traits)?)));
        let walks = matches!(kind, MoveKind::Normal | MoveKind::Advance | MoveKind::FallBack | MoveKind::Charge);
        let slows = |feature: &&Feature| {
            traits && walks && !flies && feature.piece.has(TerrainTrait::DifficultGround) == Some(true)
        };
        let ways = Ways {
            obstacles: obstacles().collect(),
            difficult: features.iter().filter(near).filter(slows).collect(),
            old,
            new,
        };
        (!ways.obstacles.is_empty() || !ways.difficult.is_empty()).then_some(ways)
    }

    /// Difficult ground that one of the models certainly moved over: one that moved stands in it now, or stood in it.
    pub fn slowed_by(&self) -> Option<AreaName> {
        let left = |one: &Measured, other: &Measured, at: &Feature| {
            let moved = one.models.iter().filter(|model| !other.models.contains(model));
            moved.into_iter().any(|model| at.ground.overlaps(model) == Some(true))
        };
        let over = |at: &&&Feature| left(self.new, self.old, at) || left(self.old, self.new, at);
        self.difficult.iter().find(over).map(|feature| feature.piece.id)
    }

    /// Whether any difficult ground is there at all.
    pub fn may_be_slowed(&self) -> bool {
        !self.difficult.is_empty()
    }

    /// Whether a model gets from an old place to a new one within a reach in thousandths of an inch, going around difficult
    /// ground or over it; the piece that lies in its way where it does not.
    pub fn is_within(&self, (from, to): (usize, usize), reach: i64, around_difficult: bool) -> Result<(), AreaName> {
        let (Some(from), Some(to)) = (self.old.models.get(from), self.new.models.get(to)) else { return Ok(()) };
        let avoided = self.difficult.iter().filter(|_| around_difficult).map(|feature| (*feature, Over::Never));
        let mut pieces = self.obstacles.iter().copied().chain(avoided);
        let far = |(feature, over): &(&Feature, Over)| least(feature, *over, from, to) > reach;
        pieces.find(far).map_or(Ok(()), |(feature, _)| Err(feature.piece.id))
    }
}

/// The least way of a model past a piece, in thousandths of an inch.
fn least(feature: &Feature, over: Over, from: &Footprint, to: &Footprint) -> i64 {
    let (one, other) = (from.centre(), to.centre());
    let straight = Footprint::of_point(one).distance_to(&Footprint::of_point(other)).thousandths_of_inch_rounded_down();
    let around = || feature.screen.way_around(one, other).thousandths_of_inch_rounded_down();
    let on = |model: &Footprint| feature.ground.overlaps(model) == Some(true);
    match over {
        Over::Never => around(),
        Over::Climbed(height) => match (on(from), on(to)) {
            (true, true) => straight,
            (false, false) => around().min(straight + 2 * height),
            _ if from.height() != to.height() => straight + rise(from, to),
            _ => straight + height,
        },
    }
}

/// How far up or down a model goes from one place to another, in thousandths of an inch.
fn rise(from: &Footprint, to: &Footprint) -> i64 {
    (from.height().thousandths_of_inch_rounded_down() - to.height().thousandths_of_inch_rounded_down()).abs()
}

/// A model that stands above the table where no terrain is so high, counted from 1: where no height is known, or no terrain
/// is recorded, nobody can tell.
pub fn hovering(state: &State, own: &Measured) -> Option<usize> {
    let features = state.table.as_deref()?.features();
    let carries = |model: &Footprint, feature: &Feature| {
        let high = feature.piece.height.is_none_or(|high| Length::of(high) >= model.height());
        high && feature.overlaps(model)
    };
    let hovers =
        |model: &Footprint| model.height() > Length::ZERO && !features.iter().any(|feature| carries(model, feature));
    own.models.iter().position(hovers).filter(|_| !features.is_empty()).map(|at| at + 1)
}

/// How models of a unit pass a piece; nothing where it is not in their way.
fn passed(state: &State, unit: &Unit, feature: &Feature, traits: bool) -> Option<Over> {
    let piece = &feature.piece;
    if piece.has(TerrainTrait::Impassable) == Some(true) {
        return Some(Over::Never);
    }
    if !traits {
        return None;
    }
    match piece.kind.category() {
        TerrainCategory::Building => Some(Over::Never),
        TerrainCategory::Obstacle => {
            let high = piece.height.map(|height| i64::from(height.thousandths())).filter(|high| *high > FREE)?;
            let through = unit.is(state.law(), UnitKind::Foot) && piece.has(TerrainTrait::Breachable) != Some(false);
            (!through).then_some(Over::Climbed(high))
        }
        TerrainCategory::Hill | TerrainCategory::Area => None,
    }
}

/// A piece of terrain on which a model of a unit cannot be set up or end a move, and why not.
///
/// # Source
/// 001:2962, 3017, 3053; 002:574.
pub fn barred_from<'a>(state: &'a State, unit: &Unit, own: &Measured) -> Option<(&'a Feature, Barred)> {
    let features = state.table.as_deref().filter(|_| state.is_under_law(2))?.features();
    let on = |feature: &&Feature| {
        feature.meets(&own.bounds) && own.models.iter().any(|model| feature.ground.overlaps(model) == Some(true))
    };
    let rule = state.law().dice.as_ref().map(|dice| dice.cover());
    let knows = !unit.keywords.is_empty();
    let flies = unit.is(state.law(), UnitKind::Flying);
    features.iter().filter(on).find_map(|feature| {
        let piece = &feature.piece;
        let obstacle = piece.kind.category() == TerrainCategory::Obstacle;
        let why = match rule? {
            _ if piece.has(TerrainTrait::Impassable) == Some(true) && !flies => Barred::Impassable,
            CoverLaw::ByTraits if piece.kind == TerrainKind::Building => Barred::Building,
            CoverLaw::ByTraits if obstacle && piece.has(TerrainTrait::UnstablePosition) == Some(true) => {
                Barred::Unstable
            }
            CoverLaw::ByTraits if obstacle && piece.has(TerrainTrait::Scaleable) == Some(true) => {
                let climbs = !knows || flies || unit.is(state.law(), UnitKind::Foot);
                return (!climbs).then_some((feature, Barred::NotScaled));
            }
            _ => return None,
        };
        Some((feature, why))
    })
}

/// Why a model cannot stand on a piece of terrain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Barred {
    /// Nobody enters it.
    Impassable,
    /// It is a building, which is a unit.
    Building,
    /// Nobody stands on top of it.
    Unstable,
    /// Only those on foot and those that fly stand on top of it.
    NotScaled,
}
