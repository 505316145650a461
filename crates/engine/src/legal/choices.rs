//! What actions can be about, and what players can pick.

use std::sync::Arc;

use adjutant_core::ids::{MarkerId, ObjectiveId, UnitId};
use adjutant_core::numbers::Whole;
use adjutant_core::side::{By, Player};

use super::offer::{Blank, Candidate};
use crate::command::{ActionAim, Command, Picked};
use crate::decide::picks::{asked, candidates, is_due, picker};
use crate::facts::ground;
use crate::fold::Match;
use crate::rules::{Action, Effect, Objective, Pick};
use crate::state::{Ground, State, Unit, UnitIndex};
use crate::terms::{AreaName, MarkName};

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

/// A pick whose moment it is and that is not made yet.
#[derive(Clone, Debug)]
pub struct DuePick {
    /// Who picks.
    pub by: Player,
    /// Whose objective asks for it.
    pub player: Player,
    /// The objective.
    pub objective: ObjectiveId,
    /// What is picked bears this mark.
    pub mark: MarkName,
    /// How many are picked at the most.
    pub most: usize,
    /// Everything that can be picked, one by one.
    pub each: Vec<Picked>,
}

/// The picks that are due and have something to pick, as the log tells it.
pub fn picks_due(game: &Match) -> Vec<DuePick> {
    let state = game.state();
    let asks = |player| asked(state, player).map(move |(objective, pick)| (player, objective, pick));
    let due = Player::BOTH.into_iter().flat_map(asks).filter(|(player, _, pick)| is_due(state, *player, pick));
    let of = |(player, objective, pick): (Player, &Arc<Objective>, &Pick)| {
        let (by, one) = (picker(pick, player), Pick { least: Whole::new(1)?, ..pick.clone() });
        // Of a pick that needs several, one alone would be refused for its number.
        let fits =
            |each: &Picked| pick.least.get() > 1 || game.check(by, &Command::Pick(Box::new(each.clone()))).is_ok();
        let unlisted = pick.areas.is_some() && state.mission.as_ref().is_some_and(|mission| mission.areas.is_empty());
        let all = if unlisted { numbered_areas(player, pick) } else { examples(state, player, &one) };
        let each: Vec<Picked> = all.into_iter().filter(fits).collect();
        let (objective, most) = (objective.id.clone(), pick.most.get().unsigned_abs() as usize);
        (!each.is_empty()).then_some(DuePick { by, player, objective, mark: pick.mark, most, each })
    };
    due.filter_map(of).collect()
}

/// Areas of a mission that lists none: the players number them on the table.
fn numbered_areas(player: Player, pick: &Pick) -> Vec<Picked> {
    let names = (1..=12).filter_map(|number| AreaName::new(&format!("t{number}")));
    names.map(|area| Picked { areas: vec![area], ..Picked::nothing(player, pick.mark) }).collect()
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
        (true, None, _) if number == 1 => {
            areas.into_iter().map(|area| Picked { areas: vec![area], ..nothing.clone() }).collect()
        }
        (true, None, _) => vec![Picked { areas: areas.into_iter().take(number).collect(), ..nothing.clone() }],
    }
}
