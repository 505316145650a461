//! What every check of sense reads, and where it writes.

use std::collections::BTreeMap;

use adjutant_engine::ids::{ActionId, MissionId, ObjectiveId};
use adjutant_engine::law::Pack;
use adjutant_engine::rules::{Category, Mission, Objective};

use crate::source::Fault;

/// Which file holds what.
pub struct Paths {
    pub missions: BTreeMap<MissionId, String>,
    pub objectives: BTreeMap<ObjectiveId, String>,
    pub actions: BTreeMap<ActionId, String>,
}

/// Collects the faults of one file.
pub(super) struct Report<'a> {
    pub file: &'a str,
    pub faults: &'a mut Vec<Fault>,
}

impl Report<'_> {
    pub fn fault(&mut self, place: impl Into<String>, fault: impl Into<String>) {
        self.faults.push(Fault { file: self.file.to_string(), place: place.into(), fault: fault.into() });
    }

    pub fn fault_if(&mut self, wrong: bool, place: impl Into<String>, fault: impl Into<String>) {
        if wrong {
            self.fault(place, fault);
        }
    }
}

/// The missions in which an objective can be scored.
pub(super) fn offering<'a>(pack: &'a Pack, objective: &Objective) -> Vec<&'a Mission> {
    let fixed = pack.is_fixed(&objective.id);
    let offers = |mission: &&Mission| match objective.category {
        _ if fixed => true,
        Category::PRIMARY => mission.primary_objectives().any(|primary| *primary == objective.id),
        Category::MISSION => mission.secondaries.contains(&objective.id),
        _ => true,
    };
    pack.missions.values().map(|mission| mission.as_ref()).filter(offers).collect()
}
