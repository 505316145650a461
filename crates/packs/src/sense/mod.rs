//! Checks of sense: a pack whose files are well formed can still be unplayable.
//!
//! | module | asks |
//! |---|---|
//! | `common` | do the numbers of `pack.json` and the dice of the missions fit together |
//! | `map` | do markers, zones, territories and edges agree with the geometry |
//! | `mission` | does everything that a mission names exist, and can its rules come about |
//! | `objective` | does everything that an objective names exist, where it is offered |
//! | `action` | can an action be started, does it fit together |
//! | `reach` | can every award and every row of a table be reached |

mod action;
mod common;
mod map;
mod mission;
mod objective;
mod reach;
mod walk;

use std::collections::BTreeMap;

use adjutant_engine::ids::{ActionId, MissionId, ObjectiveId};
use adjutant_engine::rules::{Category, Mission, Objective, Pack};

use crate::source::Fault;

/// Which file holds what.
pub struct Paths {
    pub missions: BTreeMap<MissionId, String>,
    pub objectives: BTreeMap<ObjectiveId, String>,
    pub actions: BTreeMap<ActionId, String>,
}

/// Everything that makes no sense.
pub fn check(pack: &Pack, paths: &Paths) -> Vec<Fault> {
    let mut faults = common::check(pack, paths);
    for (id, mission) in &pack.missions {
        let report = &mut Report { file: &paths.missions[id], faults: &mut faults };
        map::check(pack, mission, report);
        mission::check(pack, mission, report);
    }
    for (id, objective) in &pack.objectives {
        let report = &mut Report { file: &paths.objectives[id], faults: &mut faults };
        objective::check(pack, objective, report);
        reach::check(pack, objective, report);
    }
    for (id, action) in &pack.actions {
        action::check(pack, action, &mut Report { file: &paths.actions[id], faults: &mut faults });
    }
    faults
}

/// Collects the faults of one file.
struct Report<'a> {
    file: &'a str,
    faults: &'a mut Vec<Fault>,
}

impl Report<'_> {
    fn fault(&mut self, place: impl Into<String>, fault: impl Into<String>) {
        self.faults.push(Fault { file: self.file.to_string(), place: place.into(), fault: fault.into() });
    }

    fn fault_if(&mut self, wrong: bool, place: impl Into<String>, fault: impl Into<String>) {
        if wrong {
            self.fault(place, fault);
        }
    }
}

/// The missions in which an objective can be scored.
fn offering<'a>(pack: &'a Pack, objective: &Objective) -> Vec<&'a Mission> {
    let fixed = pack.is_fixed(&objective.id);
    let offers = |mission: &&Mission| match objective.category {
        _ if fixed => true,
        Category::PRIMARY => mission.primary == objective.id,
        Category::MISSION => mission.secondaries.contains(&objective.id),
        _ => true,
    };
    pack.missions.values().map(|mission| mission.as_ref()).filter(offers).collect()
}
