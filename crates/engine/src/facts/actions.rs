//! What actions require of a unit.

use super::{
    at_spot, enemies_within, enemies_within_of_centre, enemy_character_within, ground, in_range, region,
    region_in_words, wholly_within, within_of_centre, within_of_enemy_edge,
};
use crate::facts::control;
use crate::rules::{MarkerIndex, Requirement};
use crate::state::{Ground, Shock, State, Unit};
use crate::terms::{AreaName, Spot, all};

/// Whether a unit keeps a requirement of an action about a marker or a spot.
pub fn requirement(
    state: &State,
    unit: &Unit,
    requirement: &Requirement,
    marker: Option<MarkerIndex>,
    spot: Option<Spot>,
    area: Option<AreaName>,
) -> Option<bool> {
    let no = |answer: Option<bool>| answer.map(|a| !a);
    let place = || marker.map(Ground::Marker).or(area.map(|area| state.ground(area)));
    match requirement {
        Requirement::InRangeOfMarker {} => {
            let Some(marker) = marker else { return area.map(|_| true) };
            if !state.markers[marker].on_battlefield {
                return Some(false);
            }
            in_range(state, unit, marker)
        }
        Requirement::WhollyWithin(wanted) => {
            region(state, unit.player, *wanted).and_then(|region| wholly_within(state, unit, region))
        }
        Requirement::AtSpot { far_in } => at_spot(state, unit, spot?, *far_in),
        Requirement::WithinOfCentre(reach) => within_of_centre(state, unit, *reach),
        Requirement::BeyondCentre(reach) => no(within_of_centre(state, unit, *reach)),
        Requirement::WithinOfEnemyEdge(reach) => within_of_enemy_edge(state, unit, *reach),
        Requirement::NoEnemiesWithin(reach) => no(enemies_within(state, unit, *reach)),
        Requirement::EnemyCharacterWithin(reach) => enemy_character_within(state, unit, *reach),
        Requirement::NoEnemiesWithinOfCentre(reach) => no(enemies_within_of_centre(state, unit.player, *reach)),
        Requirement::ControlsMarker {} => {
            let held = control::effective(state, marker?).map(|control| control.holder == Some(unit.player));
            let able = match unit.shock {
                Shock::Steady => Some(true),
                Shock::Shocked => Some(false),
                Shock::Untested => None,
            };
            all([held, in_range(state, unit, marker?), able])
        }
        Requirement::InArea {} => ground::is_at(state, unit, place()?),
        Requirement::NoEnemiesInArea {} => no(ground::anybody_at(state, unit.player.opponent(), place()?)),
        Requirement::TokensAtLeast(number) => {
            Some(state.marks_on_places(None).count() >= number.get().unsigned_abs() as usize)
        }
    }
}

/// What a requirement asks for, in words.
pub fn requirement_in_words(requirement: &Requirement) -> String {
    match requirement {
        Requirement::InRangeOfMarker {} => "in range of the marker".into(),
        Requirement::WhollyWithin(region) => format!("wholly within {}", region_in_words(*region)),
        Requirement::AtSpot { .. } => "wholly within the spot that it names".into(),
        Requirement::WithinOfCentre(reach) => format!("within {reach}\" of the battlefield's centre"),
        Requirement::BeyondCentre(reach) => format!("more than {reach}\" from the battlefield's centre"),
        Requirement::WithinOfEnemyEdge(reach) => format!("within {reach}\" of the opponent's battlefield edge"),
        Requirement::NoEnemiesWithin(reach) => format!("more than {reach}\" from every enemy model"),
        Requirement::EnemyCharacterWithin(reach) => format!("within {reach}\" of an enemy CHARACTER"),
        Requirement::NoEnemiesWithinOfCentre(reach) => format!("no enemy unit within {reach}\" of the centre"),
        Requirement::ControlsMarker {} => "in range of the marker, which its player controls".into(),
        Requirement::InArea {} => "in the area".into(),
        Requirement::NoEnemiesInArea {} => "no enemy unit in the area".into(),
        Requirement::TokensAtLeast(number) => format!("{number} or more tokens on the battlefield"),
    }
}
