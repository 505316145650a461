//! Whether every mark that a rule asks for can be laid, and every pick can be made.

use std::collections::BTreeSet;

use adjutant_engine::law::Pack;
use adjutant_engine::rules::{Effect, Lasts, MarkName, Objective, Pick, PickAt, RelativeSide};

use super::report::{Report, offering};
use super::walk::{self, Named};

/// The marks that something in the pack lays.
fn laid(pack: &Pack) -> BTreeSet<MarkName> {
    let by_actions = pack.actions.values().filter_map(|action| match action.effect {
        Some(Effect::Lay { mark, .. }) => Some(mark),
        _ => None,
    });
    let picks = pack.objectives.values().flat_map(|objective| &objective.picks);
    let by_deeds = pack.objectives.values().filter_map(|objective| objective.marks_destroyers);
    by_actions.chain(picks.map(|pick| pick.mark)).chain(by_deeds).collect()
}

pub(super) fn check(pack: &Pack, objective: &Objective, report: &mut Report<'_>) {
    let known = laid(pack);
    let mut named = Vec::new();
    walk::objective(objective, &mut |part| named.push(part));
    for part in named {
        if let Named::Mark(mark) = part {
            report.fault_if(!known.contains(&mark), "`awards`", format!("nothing in this pack lays a mark `{mark}`"));
        }
    }
    for (index, pick) in objective.picks.iter().enumerate() {
        let place = format!("`picks`, number {}", index + 1);
        let again = objective.picks[..index].iter().any(|other| other.mark == pick.mark);
        report.fault_if(again, &place, "an earlier pick gives the same mark");
        check_pick(pack, objective, pick, &place, report);
    }
    let card = pack.law.is_card(objective.category);
    report.fault_if(objective.fixed && !card, "`fixed`", "only a secondary mission card can be fixed");
    let chosen = objective.fixed && pack.law.fixed_cards.is_none();
    report.fault_if(chosen, "`fixed`", "the column of the cards lets nobody choose (`or_choose`)");
    report.fault_if(objective.when_drawn.is_some() && !card, "`when_drawn`", "only a card is drawn");
    if let Some(adjutant_engine::rules::DrawnIf::Active(other)) = objective.when_drawn.as_ref().map(|rule| &rule.when) {
        let unknown = !pack.cards().any(|card| card.id == *other);
        report.fault_if(unknown, "`when_drawn`", format!("no card `{other}` in this pack"));
    }
}

fn check_pick(pack: &Pack, objective: &Objective, pick: &Pick, place: &str, report: &mut Report<'_>) {
    let (units, markers, areas) = (!pick.units.is_empty(), pick.markers.is_some(), pick.areas.is_some());
    report.fault_if(!units && !markers && !areas, place, "it names no `units`, `markers` or `areas`");
    report.fault_if(areas && (units || markers), place, "`areas` are picked alone");
    report.fault_if(pick.otherwise.is_some() && !units, place, "`otherwise` needs `units`");
    report.fault_if(pick.least.get() > pick.most.get(), place, "`least` is more than `most`");
    report.fault_if(
        pick.uses.is_some() && !(units && markers),
        place,
        "`uses` is for units that are picked each for a marker",
    );
    report.fault_if(pick.by == RelativeSide::None, place, "somebody picks: `by` is own or enemy");
    let card = pack.law.is_card(objective.category);
    let as_card = pick.at == PickAt::Drawn || pick.lasts == Lasts::Active;
    report.fault_if(as_card && !card, place, "only a card is drawn, and active");
    let markers = pick.markers.iter();
    for filter in markers {
        for mission in offering(pack, objective) {
            super::markers::markers_exist(mission, filter, place, report);
        }
    }
}
