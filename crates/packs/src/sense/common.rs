//! Whether the numbers of the common file fit together, and each roll gives one mission.

use adjutant_engine::law::{ColumnSource, Pack};
use adjutant_engine::rules::Mission;

use super::report::{Paths, Report};
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
    if let Some(wanted) = pack.law.fixed_cards {
        let fixed = pack.cards().filter(|card| card.fixed).count();
        let few = format!("{wanted} cards are chosen, and the pack has {fixed} that are `fixed`");
        report.fault_if(fixed < wanted, "`sheet`, `or_choose`", few);
    }
    one_mission_for_each_roll(pack, paths, &mut faults);
    faults
}

/// The faces of every mission fit the dice of the pack, and no roll gives two of one size.
fn one_mission_for_each_roll(pack: &Pack, paths: &Paths, faults: &mut Vec<Fault>) {
    let dice = pack.law.rolls.mission;
    let rolled: Vec<_> = pack.missions.values().filter(|mission| !mission.rolled.is_empty()).collect();
    for (index, mission) in rolled.iter().enumerate() {
        let report = &mut Report { file: &paths.missions[&mission.id], faults };
        let Some(dice) = dice else {
            report.fault("`rolled`", "the pack says no dice for it; say them as `mission` of `rolls`");
            continue;
        };
        let sides = i32::try_from(dice.sides()).unwrap_or(0);
        let each = mission.rolled.iter().map(|faces| faces.bounds());
        let fit = each.clone().all(|[low, high]| low <= high && high <= sides);
        report.fault_if(
            mission.rolled.len() != dice.count() as usize || !fit,
            "`rolled`",
            format!("the pack rolls {dice}: name the face of each die, or its lowest and highest, 1 to {sides}"),
        );
        let other = rolled[..index].iter().find(|other| other.size == mission.size && one_roll_gives(mission, other));
        if let Some(other) = other {
            let faces = pack.dice_of(mission).unwrap_or_default();
            report.fault("`rolled`", format!("{faces} rolls `{}` already; each rolls one mission", other.id));
        }
    }
}

/// Whether some roll gives both.
fn one_roll_gives(one: &Mission, other: &Mission) -> bool {
    let mut pairs = one.rolled.iter().zip(&other.rolled).map(|(one, other)| (one.bounds(), other.bounds()));
    pairs.all(|([low, high], [least, most])| low <= most && least <= high)
}
