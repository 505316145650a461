//! Pieces of terrain that the players set up before the battle.
//!
//! # Source
//! `docs/rules/battle.md`, D-15; 001:158-166; 003:115-122.

use adjutant_core::say;
use adjutant_geometry::{Footprint, Length};

use super::desk::{Decision, Desk, refuse};
use crate::event::Event;
use crate::refusal::{Refusal, RefusalCode};
use crate::state::table::Feature;
use crate::state::{Position, Unit};
use crate::terms::{BattlefieldRole, CORNERS, PIECES, Piece, TerrainCategory};

/// Inches between a Fortification and terrain.
const CLEAR_OF_TERRAIN: u8 = 3;

impl Desk<'_> {
    /// A piece stands on the board, under a name of its own, on no marker, before the first unit is deployed.
    pub(super) fn terrain(&self, piece: &Piece) -> Decision {
        let (state, id) = (self.state, piece.id);
        let fits = (3..=CORNERS).contains(&piece.footprint.len());
        let high = piece.height.is_none_or(|height| height.thousandths() >= 0);
        let Some(feature) = fits.then(|| Feature::of(piece).ok()).flatten().filter(|_| high) else {
            return refuse(
                RefusalCode::BadValue,
                say!("the outline of {} is no polygon, or its height is below 0", id),
                say!("3 to {} corners in order, whose edges do not cross", CORNERS),
            );
        };
        if state.terrain().len() >= PIECES {
            return refuse(RefusalCode::BadValue, say!("{} pieces of terrain stand already", PIECES), "fewer pieces");
        }
        if state.terrain().iter().any(|other| other.id == id) {
            return refuse(RefusalCode::NameTaken, say!("a piece of terrain is called {} already", id), "another name");
        }
        let Some((mission, table)) = state.mission.as_ref().zip(state.table.as_deref()) else {
            let message = "terrain before the mission, which tells the size of the board";
            return refuse(RefusalCode::TooEarly, message, "`mission` first");
        };
        if let Some(unit) = state.units.iter().find(|unit: &&Unit| unit.is_on_battlefield()) {
            let message = say!("terrain after {} was deployed", unit.title());
            self.soft(RefusalCode::OtherPhase, message, "terrain, then deployment")?;
        }
        let [width, height] = mission.board;
        let outside = piece.footprint.iter().find(|[x, y]| {
            let on = |at: i32, edge: i32| (0..=edge).contains(&at);
            !on(x.thousandths(), width.thousandths()) || !on(y.thousandths(), height.thousandths())
        });
        if let Some([x, y]) = outside {
            let message = say!("a corner of {} at {},{} lies off the board", id, x, y);
            self.soft(RefusalCode::OutOfReach, message, say!("corners from 0,0 to {},{}", width, height))?;
        }
        let clear = state.law().reads_traits();
        let marker_mm = state.law().control.marker_mm;
        if let Some(marker) =
            clear.then(|| table.marker_under(|marker| feature.overlaps(marker), &state.markers, marker_mm)).flatten()
        {
            let message = say!("{} stands on {}", id, marker);
            self.soft(RefusalCode::OutOfReach, message, "terrain beside the objective markers")?;
        }
        Ok(vec![Event::TerrainSet { piece: Box::new(piece.clone()) }])
    }
    /// A Fortification is set up away from terrain, hills apart.
    ///
    /// # Source
    /// 003:118-121.
    pub(super) fn fortification_stands_clear(&self, unit: &Unit, position: &Position) -> Result<(), Refusal> {
        let judged = self.state.law().reads_traits() && unit.role == BattlefieldRole::Fortification;
        let table = self.state.table.as_deref().filter(|_| judged);
        let (Some(table), Some((_, own))) = (table, self.measures(position)) else { return Ok(()) };
        let near = |feature: &&Feature| {
            let close = |model: &Footprint| feature.ground.is_within(Length::inches(CLEAR_OF_TERRAIN), model);
            feature.piece.kind.category() != TerrainCategory::Hill && own.models.iter().any(close)
        };
        let Some(feature) = table.features().iter().find(near) else { return Ok(()) };
        self.soft(
            RefusalCode::OutOfReach,
            say!("{} is set up within {}\" of {}", unit.title(), i32::from(CLEAR_OF_TERRAIN), feature.piece.id),
            "a place farther from terrain that is no hill; where there is none, it counts as destroyed",
        )
    }
}
