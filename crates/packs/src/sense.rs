//! Checks of sense: every id known, markers on the board, awards reachable.

use std::collections::BTreeMap;

use adjutant_engine::ids::{MissionId, ObjectiveId};
use adjutant_engine::rules::{Category, Mission, Moment, Objective, Pack};

use crate::Fault;

/// Which file holds what.
pub struct Paths {
    pub missions: BTreeMap<MissionId, String>,
    pub objectives: BTreeMap<ObjectiveId, String>,
}

/// Everything that makes no sense.
pub fn check(pack: &Pack, paths: &Paths) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (id, mission) in &pack.missions {
        check_mission(pack, mission, &paths.missions[id], &mut faults);
    }
    for (id, objective) in &pack.objectives {
        check_objective(pack, objective, &paths.objectives[id], &mut faults);
    }
    faults
}

fn fault(file: &str, place: impl Into<String>, fault: impl Into<String>) -> Fault {
    Fault { file: file.to_string(), place: place.into(), fault: fault.into() }
}

fn check_mission(pack: &Pack, mission: &Mission, file: &str, faults: &mut Vec<Fault>) {
    match pack.objectives.get(&mission.primary).map(|objective| objective.category) {
        Some(Category::Primary) => {}
        Some(_) => faults.push(fault(file, "`primary`", format!("`{}` is no primary objective", mission.primary))),
        None => faults.push(fault(file, "`primary`", format!("no objective `{}` in this pack", mission.primary))),
    }
    for id in &mission.secondaries {
        match pack.objectives.get(id).map(|objective| objective.category) {
            Some(Category::Mission) => {}
            Some(_) => faults.push(fault(file, "`secondaries`", format!("`{id}` is not of the category `mission`"))),
            None => faults.push(fault(file, "`secondaries`", format!("no objective `{id}` in this pack"))),
        }
    }
    for id in mission.actions.iter().filter(|id| !pack.actions.contains_key(*id)) {
        faults.push(fault(file, "`actions`", format!("no action `{id}` in this pack")));
    }
    for (index, marker) in mission.markers.iter().enumerate() {
        let place = format!("`markers`, {}", marker.id);
        if marker.id.as_str() != format!("m{}", index + 1) {
            faults.push(fault(file, &place, format!("markers are called m1, m2 … in order; m{} is due", index + 1)));
        }
        let inside =
            marker.at.iter().zip(mission.board).all(|(at, edge)| (0..=edge.thousandths()).contains(&at.thousandths()));
        if !inside {
            faults.push(fault(file, &place, "the marker does not lie on the board"));
        }
    }
}

fn check_objective(pack: &Pack, objective: &Objective, file: &str, faults: &mut Vec<Fault>) {
    if objective.awards.is_empty() {
        faults.push(fault(file, "`awards`", "an objective without awards brings nothing"));
    }
    for id in objective.actions.iter().filter(|id| !pack.actions.contains_key(*id)) {
        faults.push(fault(file, "`actions`", format!("no action `{id}` in this pack")));
    }
    for (index, award) in objective.awards.iter().enumerate() {
        let place = format!("`awards`, number {}", index + 1);
        match (&award.action, award.at) {
            (None, Moment::ActionCompleted) => {
                faults.push(fault(file, &place, "an award at `action-completed` names its `action`"));
            }
            (Some(id), _) if !pack.actions.contains_key(id) => {
                faults.push(fault(file, &place, format!("no action `{id}` in this pack")));
            }
            _ => {}
        }
    }
}
