//! What actions can be about, and what players can pick.

use adjutant_core::ids::{MarkerId, UnitId};
use adjutant_core::side::{By, Player};

use super::offer::{Blank, Candidate};
use crate::command::{ActionAim, Command, Picked};
use crate::decide::picks::{asked, candidates, is_due, picker};
use crate::facts::ground;
use crate::rules::{Action, Effect, Pick};
use crate::state::{Ground, State, Unit, UnitIndex};
use crate::terms::AreaName;

/// What an action of a unit can be about beside a marker or a spot: nothing, where it needs nothing more.
pub(super) fn aims(state: &State, unit: &Unit, action: &Action, at_marker: bool) -> Vec<Option<ActionAim>> {
    let areas = || -> Vec<AreaName> {
        let listed = state.mission.iter().flat_map(|mission| mission.areas.iter().map(|area| area.id));
        let at = ground::whereabout(state, unit).areas;
        at.unwrap_or_else(|| listed.collect())
    };
    let of_area = |area: AreaName| ActionAim { area: Some(area), ..ActionAim::default() };
    let mut aims: Vec<ActionAim> = match action.area {
        Some(_) if !at_marker => areas().into_iter().map(of_area).collect(),
        _ => vec![ActionAim::default()],
    };
    if action.target.is_some() {
        let enemies: Vec<UnitId> = state.on_battlefield(unit.player.opponent()).map(|unit| unit.id.clone()).collect();
        let with = |aim: ActionAim| enemies.iter().map(move |id| ActionAim { target: Some(id.clone()), ..aim.clone() });
        aims = aims.into_iter().flat_map(with).collect();
    }
    if action.effect == Some(Effect::RemoveToken) {
        let mut places: Vec<Ground> = state.marks_on_places(None).map(|(_, place)| place).collect();
        places.sort_unstable();
        places.dedup();
        let name = |place: &Ground| match place {
            Ground::Area(area) => Some(*area),
            Ground::Marker(marker) => AreaName::new(state.markers[*marker].id.as_str()),
        };
        let names: Vec<AreaName> = places.iter().filter_map(name).collect();
        let with = |aim: ActionAim| names.iter().map(move |name| ActionAim { takes: Some(*name), ..aim.clone() });
        aims = aims.into_iter().flat_map(with).collect();
    }
    aims.into_iter().map(|aim| (aim != ActionAim::default()).then_some(aim)).collect()
}

/// An example of each pick that is due, with as many as it needs.
pub(super) fn picks(state: &State, by: By) -> Vec<Candidate> {
    let mut offers = Vec::new();
    for player in Player::BOTH {
        for (_, pick) in asked(state, player).filter(|(_, pick)| is_due(state, player, pick)) {
            if by.player().is_some_and(|by| by != picker(pick, player)) {
                continue;
            }
            let each = examples(state, player, pick);
            offers.extend(each.into_iter().map(|picked| (Command::Pick(Box::new(picked)), [Blank::Choice].as_slice())));
        }
    }
    offers
}

/// What could be picked: each unit, each place, each pair, or as many as it needs.
fn examples(state: &State, player: Player, pick: &Pick) -> Vec<Picked> {
    let number = pick.least.get().unsigned_abs().max(1) as usize;
    let nothing = Picked::nothing(player, pick.mark);
    let units = candidates(state, player, pick);
    let ids =
        |units: &[UnitIndex]| -> Vec<UnitId> { units.iter().map(|unit| state.unit_at(*unit).id.clone()).collect() };
    let markers: Vec<MarkerId> = state.lying_markers().map(|(_, marker)| marker.id.clone()).collect();
    let areas: Vec<AreaName> =
        state.mission.iter().flat_map(|mission| mission.areas.iter().map(|area| area.id)).collect();
    match (pick.units.is_empty(), &pick.markers, &pick.areas) {
        (false, Some(_), _) => {
            let pairs = ids(&units)
                .into_iter()
                .flat_map(|unit| markers.iter().map(move |marker| (unit.clone(), marker.clone())));
            pairs.map(|pair| Picked { pairs: vec![pair], ..nothing.clone() }).collect()
        }
        (false, None, _) if number == 1 => {
            ids(&units).into_iter().map(|unit| Picked { units: vec![unit], ..nothing.clone() }).collect()
        }
        (false, None, _) => {
            vec![Picked { units: ids(&units[..number.min(units.len())]), ..nothing.clone() }]
        }
        (true, Some(_), _) => {
            markers.iter().map(|marker| Picked { markers: vec![marker.clone()], ..nothing.clone() }).collect()
        }
        (true, None, _) => vec![Picked { areas: areas.into_iter().take(number).collect(), ..nothing.clone() }],
    }
}
