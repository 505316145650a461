//! What actions can be about, and what players can pick.

use std::sync::Arc;

use adjutant_core::ids::{ObjectiveId, UnitId};
use adjutant_core::side::{By, Player};

use super::offer::{Blank, Candidate};
use crate::command::{ActionAim, Command, Picked};
use crate::decide::picks::{asked, candidates, is_due, picker};
use crate::facts::ground;
use crate::fold::Match;
use crate::rules::{Action, Effect, Objective, Pick};
use crate::state::{Ground, State, Unit};
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
    /// Whether one alone would be refused for its number.
    several: bool,
    /// What could be picked, one by one, not judged yet.
    all: Vec<Picked>,
}

impl DuePick {
    /// Everything that can be picked, one by one.
    pub fn each<'a>(&'a self, game: &'a Match) -> impl Iterator<Item = &'a Picked> {
        let fits = |one: &Picked| game.check(self.by, &Command::Pick(Box::new(one.clone()))).is_ok();
        self.all.iter().filter(move |one| self.several || fits(one))
    }
}

/// The picks that are due and have something to pick, as the log tells it.
pub fn picks_due(game: &Match) -> Vec<DuePick> {
    let state = game.state();
    let asks = |player| asked(state, player).map(move |(objective, pick)| (player, objective, pick));
    let due = Player::BOTH.into_iter().flat_map(asks).filter(|(player, _, pick)| is_due(state, *player, pick));
    let of = |(player, objective, pick): (Player, &Arc<Objective>, &Pick)| DuePick {
        by: picker(pick, player),
        player,
        objective: objective.id.clone(),
        mark: pick.mark,
        most: pick.most.get().unsigned_abs() as usize,
        several: pick.least.get() > 1,
        all: match singles(state, player, pick) {
            none if none.is_empty() && pick.areas.is_some() => numbered_areas(player, pick),
            all => all,
        },
    };
    due.map(of).filter(|due| due.each(game).next().is_some()).collect()
}

/// What could be picked: each unit, each place, each pair, or as many as it needs.
fn examples(state: &State, player: Player, pick: &Pick) -> Vec<Picked> {
    let each = singles(state, player, pick).into_iter();
    match pick.least.get().unsigned_abs() as usize {
        0 | 1 => each.collect(),
        number => each.take(number).reduce(Picked::and).into_iter().collect(),
    }
}

/// Each unit, each place or each pair that could be picked.
fn singles(state: &State, player: Player, pick: &Pick) -> Vec<Picked> {
    let nothing = || Picked::nothing(player, pick.mark);
    let units = || candidates(state, player, pick).into_iter().map(|unit| state.unit_at(unit).id.clone());
    let markers = || state.lying_markers().map(|(_, marker)| marker.id.clone());
    match (pick.units.is_empty(), &pick.markers) {
        (false, Some(_)) => {
            let pairs = units().flat_map(|unit| markers().map(move |marker| (unit.clone(), marker)));
            pairs.map(|pair| Picked { pairs: vec![pair], ..nothing() }).collect()
        }
        (false, None) => units().map(|unit| Picked { units: vec![unit], ..nothing() }).collect(),
        (true, Some(_)) => markers().map(|marker| Picked { markers: vec![marker], ..nothing() }).collect(),
        (true, None) => {
            let areas = state.mission.iter().flat_map(|mission| &mission.areas);
            areas.map(|area| Picked { areas: vec![area.id], ..nothing() }).collect()
        }
    }
}

/// Areas of a mission that lists none: the players number them on the table.
fn numbered_areas(player: Player, pick: &Pick) -> Vec<Picked> {
    let names = (1..=12).filter_map(|number| AreaName::new(&format!("t{number}")));
    names.map(|area| Picked { areas: vec![area], ..Picked::nothing(player, pick.mark) }).collect()
}
