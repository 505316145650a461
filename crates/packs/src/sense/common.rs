//! Whether the numbers of the common file fit together, and each D33 rolls one mission.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use adjutant_engine::law::ColumnSource;
use adjutant_engine::rules::{Mission, Pack};

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
    let cards = pack.cards().count();
    if let Some(law) = pack.law.cards.as_ref().filter(|_| pack.law.column_of(&ColumnSource::Cards).is_some()) {
        let few = format!("{} cards are active at most, and the pack has {cards}", law.hand);
        report.fault_if(cards < law.hand, "`cards`, `hand`", few);
    }
    one_mission_for_each_roll(pack, paths, &mut faults);
    one_mission_for_two_dice(pack, paths, &mut faults);
    faults
}

fn one_mission_for_each_roll(pack: &Pack, paths: &Paths, faults: &mut Vec<Fault>) {
    let mut rolled = BTreeMap::new();
    for mission in pack.missions.values() {
        let Some([tens, units]) = mission.d33 else { continue };
        if let Some(other) = rolled.insert((mission.size, [tens, units]), &mission.id) {
            let report = &mut Report { file: &paths.missions[&mission.id], faults };
            report.fault("`d33`", format!("a D33 of {tens}{units} rolls `{other}` already; each rolls one mission"));
        }
    }
}

/// Where missions and deployments are rolled apart, every pair of faces gives exactly one of them.
fn one_mission_for_two_dice(pack: &Pack, paths: &Paths, faults: &mut Vec<Fault>) {
    let rolled: Vec<_> = pack.missions.values().filter(|mission| mission.d6.is_some()).collect();
    let sizes: BTreeSet<_> = rolled.iter().map(|mission| mission.size).collect();
    for mission in &rolled {
        let report = &mut Report { file: &paths.missions[&mission.id], faults };
        report.fault_if(mission.d33.is_some(), "`d33`", "a mission is rolled by a D33 or by two D6, not by both");
    }
    let pairs = (1..=6).flat_map(|mission| (1..=6).map(move |deployment| [mission, deployment]));
    for (size, faces) in sizes.into_iter().flat_map(|size| pairs.clone().map(move |faces| (size, faces))) {
        let fit =
            |mission: &&&Arc<Mission>| mission.size == size && mission.d6.as_ref().is_some_and(|d6| d6.fit(faces));
        let found: Vec<_> = rolled.iter().filter(fit).collect();
        let [one, other] = faces;
        match found.as_slice() {
            [_] => {}
            [] => {
                let report = &mut Report { file: "pack.json", faults };
                report.fault("`d6` of the missions", format!("the dice {one} and {other} roll no mission"));
            }
            [first, again, ..] => {
                let report = &mut Report { file: &paths.missions[&again.id], faults };
                let words =
                    format!("the dice {one} and {other} roll `{}` already; each pair rolls one mission", first.id);
                report.fault("`d6`", words);
            }
        }
    }
}
