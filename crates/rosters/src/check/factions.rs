//! Faction keywords that hold a Detachment and the army together.

use std::collections::{BTreeMap, BTreeSet};

use adjutant_engine::roster::{Detachment, RosterUnit};

use super::judge::{Judge, list};
use crate::facts::{factions, is_unbound, shared, stated_factions};

pub(super) fn check(judge: &mut Judge) {
    let (roster, rules) = (judge.roster, judge.rules);
    for detachment in roster.detachments.iter().filter(|d| !is_unbound(d)) {
        let free = rules.detachments.get(detachment.kind.as_str()).is_some_and(|known| known.any_faction);
        if !free {
            of_detachment(judge, detachment);
        }
    }
    of_army(judge);
}

/// V-208. A unit without a slot joins by a rule of its own, which may also excuse it here: it cannot be judged.
fn of_detachment(judge: &mut Judge, detachment: &Detachment) {
    let (bound, guests): (Vec<&RosterUnit>, Vec<_>) = detachment.units.iter().partition(|u| u.slotless != Some(true));
    let (stated, silent): (Vec<&RosterUnit>, Vec<_>) = bound.into_iter().partition(|unit| states_any(unit));
    let common = narrow(judge, shared(stated.iter().copied()));
    if !stated.is_empty() && common.is_empty() {
        let sentence = apart(judge, detachment, &stated);
        return match shared_choice(&stated) {
            Some(choice) => {
                judge.unknown("V-208", None, format!("{sentence}; what was chosen for {choice} is not stated"))
            }
            None => judge.error("V-208", None, sentence),
        };
    }
    if !silent.is_empty() {
        let units = list(silent.iter().map(|unit| &unit.id));
        judge.unknown(
            "V-208",
            None,
            format!("the list gives {units} no Faction keywords: the {} Detachment cannot be checked", detachment.kind),
        );
    }
    for guest in guests.into_iter().filter(|guest| common.is_disjoint(&factions(guest)) && !common.is_empty()) {
        let sentence = format!(
            "{} shares none of {} with its Detachment; only a rule of its own could excuse it: cannot be checked",
            guest.datasheet,
            common.iter().copied().collect::<Vec<_>>().join(", ")
        );
        judge.unknown("V-208", Some(&guest.id), sentence);
    }
}

/// Whether the list states any Faction keyword of a unit.
fn states_any(unit: &RosterUnit) -> bool {
    stated_factions(unit).next().is_some()
}

/// A keyword that waits for the player's choice, such as `<CHAPTER>`, and that all these units have.
fn shared_choice<'a>(units: &[&'a RosterUnit]) -> Option<&'a str> {
    let (first, others) = units.split_first()?;
    let mut choices = first.faction_keywords.iter().filter(|keyword| keyword.as_str().starts_with('<'));
    choices.find(|keyword| others.iter().all(|unit| unit.faction_keywords.contains(keyword))).map(|name| name.as_str())
}

fn narrow<'a>(judge: &Judge, keywords: BTreeSet<&'a str>) -> BTreeSet<&'a str> {
    let broad = &judge.rules.factions.too_broad;
    keywords.into_iter().filter(|keyword| !broad.iter().any(|name| name.as_str() == *keyword)).collect()
}

fn apart(judge: &Judge, detachment: &Detachment, units: &[&RosterUnit]) -> String {
    let common = shared(units.iter().copied());
    if common.is_empty() {
        return format!("the units of the {} Detachment share no Faction keyword", detachment.kind);
    }
    let odd = odd_ones(units, narrow(judge, units.iter().flat_map(|unit| factions(unit)).collect()));
    let common = common.into_iter().collect::<Vec<_>>().join(", ");
    format!("the units of the {} Detachment share only {common}, which is too broad{odd}", detachment.kind)
}

/// The units outside the largest group that shares one of these keywords.
fn odd_ones(units: &[&RosterUnit], keywords: BTreeSet<&str>) -> String {
    let mut holders: BTreeMap<&str, usize> = keywords.into_iter().map(|keyword| (keyword, 0)).collect();
    for keyword in units.iter().flat_map(|unit| factions(unit)) {
        holders.entry(keyword).and_modify(|number| *number += 1);
    }
    let Some((main, _)) = holders.into_iter().max_by_key(|(_, number)| *number) else { return String::new() };
    let odd = list(units.iter().filter(|unit| !factions(unit).contains(main)).map(|unit| &unit.id));
    format!("; {main} is missing on {odd}")
}

/// V-209.
fn of_army(judge: &mut Judge) {
    let (roster, rules) = (judge.roster, judge.rules);
    let unaligned = rules.factions.unaligned.as_str();
    let bound = roster.units().filter(|unit| !stated_factions(unit).any(|stated| stated == unaligned));
    let (stated, silent): (Vec<&RosterUnit>, Vec<_>) = bound.partition(|unit| states_any(unit));
    let silent = list(silent.into_iter().map(|unit| &unit.id));
    let common = shared(stated.iter().copied());
    let any_stated = !stated.is_empty();
    if any_stated && common.is_empty() {
        let odd = odd_ones(&stated, stated.iter().flat_map(|unit| factions(unit)).collect());
        judge.error(
            "V-209",
            None,
            format!("no Faction keyword is common to all units, so the army has no Army Faction{odd}"),
        );
    } else if !silent.is_empty() {
        judge.unknown(
            "V-209",
            None,
            format!("the list gives {silent} no Faction keywords: the Army Faction cannot be checked"),
        );
    } else if let Some(faction) = roster.faction.as_ref().filter(|f| any_stated && !common.contains(f.as_str())) {
        let accepted = common.into_iter().collect::<Vec<_>>().join(", ");
        judge.error(
            "V-209",
            None,
            format!("the Army Faction is given as {faction}, which not all units have; it can be {accepted}"),
        );
    }
}
