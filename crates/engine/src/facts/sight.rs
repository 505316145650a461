//! Whether terrain certainly hides one unit from another, as far as coordinates tell.
//!
//! Bases stand for models. What is known is said of pairs of models: a unit is hidden where every pair is.
//!
//! # Source
//! 001:3029-3035; 000:431-449.

use adjutant_attack::CoverLaw;
use adjutant_geometry::{Footprint, Screen, blocks};

use super::cover::is_tall;
use crate::rules::UnitKind;
use crate::state::table::{Feature, measured};
use crate::state::{State, Unit};
use crate::terms::{AreaName, TerrainKind, TerrainTrait};

/// Nobody sees over obscuring terrain from this height on, in thousandths of an inch.
const OBSCURING_FROM: i32 = 5_000;

/// The piece that certainly hides every model of a unit from every model of another.
pub fn hidden_by(state: &State, from: &Unit, to: &Unit) -> Option<AreaName> {
    let law = state.law();
    let rule = law.dice.as_ref().map(|dice| dice.cover()).filter(|_| !law.control.areas)?;
    let features = state.table.as_deref()?.features();
    let hiding: Vec<&Feature> = features.iter().filter(|feature| is_hiding(rule, feature)).collect();
    let (one, other) = (measured(from)?, measured(to)?);
    if hiding.is_empty() || is_seen_over(state, rule, from, to) {
        return None;
    }
    let mut first = None;
    for (from, to) in one.models.iter().flat_map(|from| other.models.iter().map(move |to| (from, to))) {
        let between: Vec<&&Feature> = hiding.iter().filter(|feature| is_out_of(rule, feature, from, to)).collect();
        let screens: Vec<&Screen> = between.iter().map(|feature| &feature.screen).collect();
        if blocks(&screens, from, to) != Some(true) {
            return None;
        }
        first = first.or_else(|| {
            between.iter().find(|feature| blocks(&[&feature.screen], from, to) == Some(true)).map(|at| at.piece.id)
        });
    }
    first
}

/// Whether nobody sees through or over a piece.
fn is_hiding(rule: CoverLaw, feature: &Feature) -> bool {
    let piece = &feature.piece;
    match rule {
        CoverLaw::ByTraits => {
            let high = piece.height.is_some_and(|height| height.thousandths() >= OBSCURING_FROM);
            high && piece.has(TerrainTrait::Obscuring) == Some(true)
        }
        CoverLaw::ByModel => piece.kind == TerrainKind::Ruins,
        CoverLaw::ByUnit | CoverLaw::AsSave => false,
    }
}

/// Whether one of two units is seen, or sees, whatever stands between them. Without keywords nobody knows.
fn is_seen_over(state: &State, rule: CoverLaw, from: &Unit, to: &Unit) -> bool {
    match rule {
        CoverLaw::ByTraits => to.keywords.is_empty() || is_tall(state, to),
        _ => [from, to].iter().any(|unit| unit.keywords.is_empty() || unit.is(state.law(), UnitKind::Towering)),
    }
}

/// Whether a piece is in the way of these models, rather than around one of them.
fn is_out_of(rule: CoverLaw, feature: &Feature, from: &Footprint, to: &Footprint) -> bool {
    let around = match rule {
        CoverLaw::ByTraits => feature.overlaps(from),
        _ => feature.ground.holds(from),
    };
    !around && !feature.overlaps(to)
}
