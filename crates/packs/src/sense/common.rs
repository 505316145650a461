//! Whether the numbers of the common file fit together, and each D33 rolls one mission.

use std::collections::BTreeMap;

use adjutant_engine::law::ColumnSource;
use adjutant_engine::rules::Pack;

use super::{Paths, Report};
use crate::source::Fault;

pub(super) fn check(pack: &Pack, paths: &Paths) -> Vec<Fault> {
    let mut faults = Vec::new();
    let report = &mut Report { file: "pack.json", faults: &mut faults };
    report.fault_if(pack.missions.is_empty(), "the pack", "a pack has at least one mission");
    for column in &pack.law.columns {
        if let ColumnSource::Fixed(id) = &column.from {
            let unknown = !pack.objectives.contains_key(id);
            let place = format!("`sheet`, `columns`, `{}`", column.id);
            report.fault_if(unknown, place, format!("no objective `{id}` in this pack"));
        }
    }
    one_mission_for_each_roll(pack, paths, &mut faults);
    faults
}

fn one_mission_for_each_roll(pack: &Pack, paths: &Paths, faults: &mut Vec<Fault>) {
    let mut rolled = BTreeMap::new();
    for mission in pack.missions.values() {
        if let Some(other) = rolled.insert((mission.size, mission.d33), &mission.id) {
            let [tens, units] = mission.d33;
            let report = &mut Report { file: &paths.missions[&mission.id], faults };
            report.fault("`d33`", format!("a D33 of {tens}{units} rolls `{other}` already; each rolls one mission"));
        }
    }
}
