//! Objectives, zones and terrain that the players choose: they become part of the mission that is played.

use std::sync::Arc;

use adjutant_core::ids::MarkerId;
use adjutant_core::numbers::Inches;
use adjutant_core::side::Player;

use crate::rules::{MapSides, Marker};
use crate::state::{MarkerState, State};
use crate::terms::{MapSide, Piece};

/// The next marker lies at a place.
pub(super) fn place(
    state: &mut State,
    at: [Inches; 2],
    across_mm: i32,
    placed_by: Option<Player>,
    zone: Option<MapSide>,
) {
    let Ok(id) = MarkerId::new(&format!("m{}", state.markers.len() + 1)) else { return };
    if let Some(mission) = &mut state.mission {
        let mission = Arc::make_mut(mission);
        let central = (0..2).all(|axis| 2 * at[axis].thousandths() == mission.board[axis].thousandths());
        let (territory, roles) = (MapSides::default(), Vec::new());
        mission.markers.push(Marker { id: id.clone(), label: None, at, zone, territory, central, roles });
    }
    state.markers.push(MarkerState { across_mm, placed_by, ..MarkerState::lying(id, at) });
    state.set_table();
}

/// A piece of terrain stands on the battlefield.
pub(super) fn set_up(state: &mut State, piece: Piece) {
    if let Some(mission) = &mut state.mission {
        Arc::make_mut(mission).terrain.push(piece);
        state.set_table();
    }
}

/// Other zones of the mission are played; 1 for the first ones.
pub(super) fn take_zones(state: &mut State, layout: usize) {
    if let Some(mission) = &mut state.mission
        && let Some(other) = layout.checked_sub(2).and_then(|index| mission.other_zones.get(index)).cloned()
    {
        Arc::make_mut(mission).zones = other.zones;
        state.set_table();
    }
}
