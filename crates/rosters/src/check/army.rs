//! Checks of the army as a whole.

use std::collections::BTreeSet;

use super::judge::{Judge, list};
use super::report::PointsReport;
use crate::facts::is_unbound;
use crate::ledger::{CpLedger, price};

pub(super) fn check(judge: &mut Judge, ledger: &CpLedger) {
    size(judge);
    points(judge);
    command_points(judge, ledger);
    battle_forged(judge);
    number_of_detachments(judge);
    understrength(judge);
    specialist(judge);
}

fn size(judge: &mut Judge) {
    if !judge.size.offered {
        let offered = judge.rules.sizes.iter().filter(|(_, size)| size.offered).map(|(name, _)| name.as_str());
        let offered = offered.collect::<Vec<_>>().join(" and ");
        judge.error("V-101", None, format!("the pack has no missions of size {}; it has {offered}", judge.size_name));
    }
}

fn points(judge: &mut Judge) {
    let report = PointsReport::of(judge.roster, judge.size);
    if report.total > report.limit {
        let sentence = format!(
            "{} points ({} in units, {} set aside) are {} over the limit of {}",
            report.total,
            report.units,
            report.reinforcements,
            report.total - report.limit,
            report.limit
        );
        judge.error("V-201", None, sentence);
    }
}

fn command_points(judge: &mut Judge, ledger: &CpLedger) {
    if ledger.after_detachments < 0 {
        let sentence = format!(
            "its Detachments cost {} Command points and it has {}; {} are missing",
            ledger.start - ledger.after_detachments,
            ledger.start,
            -ledger.after_detachments
        );
        judge.error("V-202", None, sentence);
    }
    let unpaid = ledger.missing + ledger.after_detachments.min(0);
    if unpaid > 0 {
        judge.error("V-214", None, format!("{unpaid} Command points are missing to pay for its Stratagems"));
    }
    for detachment in &judge.roster.detachments {
        let stated = detachment.cp.get();
        let price = price(detachment, judge.rules);
        if stated != price {
            let kind = &detachment.kind;
            judge.error(
                "V-202",
                None,
                format!("the list pays {stated} Command points for a {kind} Detachment; it costs {price}"),
            );
        }
    }
}

fn battle_forged(judge: &mut Judge) {
    let loose = judge.roster.detachments.iter().filter(|d| is_unbound(d)).flat_map(|d| &d.units);
    let loose = list(loose.map(|unit| &unit.id));
    if judge.roster.detachments.iter().any(is_unbound) {
        judge.error("V-203", None, format!("units in no Detachment: {loose}; the army must be Battle-forged"));
    }
    let mut seen = BTreeSet::new();
    for unit in judge.roster.units() {
        if !seen.insert(&unit.id) {
            let sentence = format!("there is more than one unit {}; each belongs to one Detachment", unit.id);
            judge.error("V-203", Some(&unit.id), sentence);
        }
    }
}

fn number_of_detachments(judge: &mut Judge) {
    let number = judge.roster.detachments.iter().filter(|d| !is_unbound(d)).count();
    let by_policy = judge.policy.map(|policy| policy.limits_for(judge.size.points));
    let most = match by_policy {
        Some(Some(limits)) => limits.detachments,
        Some(None) => {
            let sentence =
                format!("the event policy has no limits for {} points: cannot be checked", judge.size.points);
            return judge.unknown("V-204", None, sentence);
        }
        None => judge.size.detachments,
    };
    if number > most {
        judge.error("V-204", None, format!("{number} Detachments; at most {most} are allowed"));
    }
}

fn understrength(judge: &mut Judge) {
    if judge.rules.understrength {
        return;
    }
    let (roster, rules) = (judge.roster, judge.rules);
    let allows = |kind: &str| rules.detachments.get(kind).is_some_and(|known| known.understrength);
    let bound = roster.detachments.iter().filter(|detachment| !allows(detachment.kind.as_str()));
    let bound: Vec<_> = bound.flat_map(|detachment| &detachment.units).collect();
    for unit in bound.iter().filter(|unit| unit.understrength == Some(true)) {
        let sentence = format!("{} is Understrength; every unit needs at least its datasheet's models", unit.datasheet);
        judge.error("V-206", Some(&unit.id), sentence);
    }
    let unstated: Vec<_> = bound.iter().filter(|unit| unit.understrength.is_none()).map(|unit| &unit.id).collect();
    if !unstated.is_empty() {
        let units = list(unstated.iter().copied());
        let sentence = format!("the list does not state the least size of {units}: Understrength cannot be checked");
        judge.unknown("V-206", None, sentence);
    }
}

fn specialist(judge: &mut Judge) {
    if judge.rules.specialist_detachments.allowed {
        return;
    }
    let roster = judge.roster;
    let upgrades = roster.stratagems.iter().map(|upgrade| upgrade.name.as_str());
    let names = roster.detachments.iter().filter_map(|detachment| detachment.name.as_ref()).map(|name| name.as_str());
    let notes = roster.notes.iter().map(String::as_str);
    let words = &judge.rules.specialist_detachments.words;
    let telling = |text: &&str| words.iter().any(|word| text.to_lowercase().contains(&word.as_str().to_lowercase()));
    let found: Vec<&str> = upgrades.chain(names).chain(notes).filter(telling).collect();
    for text in found {
        let text: String = text.chars().take(80).collect();
        judge.error("V-207", None, format!("`{text}` speaks of a Specialist Detachment; none may be taken"));
    }
}
