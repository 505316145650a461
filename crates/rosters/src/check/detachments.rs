//! Slots and restrictions of each Detachment.

use std::collections::BTreeSet;

use adjutant_engine::ids::Name;
use adjutant_engine::roster::{BattlefieldRole, Detachment, RosterUnit};

use super::judge::{Judge, list};
use crate::facts::{factions, has_keyword, is_unbound, led_by_warlord, shared};
use crate::rules::DetachmentRules;

const CODE: &str = "V-205";
/// As many as nobody takes: the rules name no most.
const NO_MOST: usize = 1_000;
const ROLES: [BattlefieldRole; 9] = [
    BattlefieldRole::Hq,
    BattlefieldRole::Troops,
    BattlefieldRole::Elites,
    BattlefieldRole::FastAttack,
    BattlefieldRole::HeavySupport,
    BattlefieldRole::Flyer,
    BattlefieldRole::DedicatedTransport,
    BattlefieldRole::LordOfWar,
    BattlefieldRole::Fortification,
];

pub(super) fn check(judge: &mut Judge) {
    let (roster, rules) = (judge.roster, judge.rules);
    for detachment in roster.detachments.iter().filter(|d| !is_unbound(d)) {
        let Some(known) = rules.detachments.get(detachment.kind.as_str()) else {
            let sentence = format!("the pack knows no {} Detachment: its slots cannot be checked", detachment.kind);
            judge.unknown(CODE, None, sentence);
            continue;
        };
        slots(judge, detachment, known);
        transports(judge, detachment, known);
        whole(judge, detachment, known);
        warlord(judge, detachment, known);
        lowest_price(judge, detachment, known);
        one_faction(judge, detachment, known);
    }
    numbers(judge);
}

fn in_slots(detachment: &Detachment) -> impl Iterator<Item = &RosterUnit> {
    detachment.units.iter().filter(|unit| unit.slotless != Some(true))
}

/// Whether Dedicated Transports come beside the slots.
fn has_transports_apart(known: &DetachmentRules) -> bool {
    known.transport_per_infantry || known.transport_per_unit
}

fn slots(judge: &mut Judge, detachment: &Detachment, known: &DetachmentRules) {
    for role in ROLES {
        let transports_apart = has_transports_apart(known) && !known.slots.contains_key(&role);
        if role == BattlefieldRole::DedicatedTransport && transports_apart {
            continue;
        }
        let number = in_slots(detachment).filter(|unit| unit.role == role).count();
        let (least, most) = known.slots.get(&role).map_or((0, 0), |range| (range.least, range.most));
        if !(least..=most).contains(&number) {
            let sentence = format!(
                "{number} {} units in the {} Detachment; it takes {}",
                role.printed_slots(),
                detachment.kind,
                match (least, most) {
                    (_, NO_MOST..) => format!("{least} or more"),
                    _ if least == most => least.to_string(),
                    _ => format!("{least} to {most}"),
                }
            );
            judge.error(CODE, None, sentence);
        }
    }
}

fn transports(judge: &mut Judge, detachment: &Detachment, known: &DetachmentRules) {
    let role = BattlefieldRole::DedicatedTransport;
    let number = in_slots(detachment).filter(|unit| unit.role == role).count();
    if !has_transports_apart(known) || number == 0 || known.slots.contains_key(&role) {
        return;
    }
    if known.transport_per_unit || judge.policy.is_some_and(|policy| policy.transport_per_slot) {
        let most = in_slots(detachment).filter(|unit| unit.role != role).count();
        if number > most {
            judge.error(
                CODE,
                None,
                format!("{number} Dedicated Transports for {most} units in slots; at most one for each"),
            );
        }
        return;
    }
    let infantry: Vec<Option<bool>> = detachment.units.iter().map(|unit| has_keyword(unit, "INFANTRY")).collect();
    let certain = infantry.iter().filter(|known| **known == Some(true)).count();
    let possible = infantry.iter().filter(|known| **known != Some(false)).count();
    if number > possible {
        judge.error(
            CODE,
            None,
            format!("{number} Dedicated Transports for {possible} INFANTRY units; at most one for each"),
        );
    } else if number > certain {
        let sentence = format!(
            "{number} Dedicated Transports, but the list does not say which units are INFANTRY: cannot be checked"
        );
        judge.unknown(CODE, None, sentence);
    }
}

fn whole(judge: &mut Judge, detachment: &Detachment, known: &DetachmentRules) {
    let Some(range) = known.units else { return };
    let number = detachment.units.len();
    if !(range.least..=range.most).contains(&number) {
        let sentence =
            format!("{number} units in the {} Detachment; it takes {} to {}", detachment.kind, range.least, range.most);
        judge.error(CODE, None, sentence);
    }
}

fn warlord(judge: &mut Judge, detachment: &Detachment, known: &DetachmentRules) {
    let led = led_by_warlord(judge.roster, detachment);
    if known.without_warlord && led {
        judge.error(CODE, None, format!("the Warlord is in the {} Detachment and may not be", detachment.kind));
    }
    if known.led_by.is_empty() {
        return;
    }
    if !led {
        judge.error(CODE, None, format!("the unit of the {} Detachment must be the Warlord", detachment.kind));
    }
    let wanted = known.led_by.iter().map(Name::as_str).collect::<Vec<_>>().join(" or ");
    for unit in &detachment.units {
        let has: Vec<Option<bool>> = known.led_by.iter().map(|keyword| has_keyword(unit, keyword.as_str())).collect();
        if has.contains(&Some(true)) {
            continue;
        }
        if has.contains(&None) {
            judge.unknown(
                CODE,
                Some(&unit.id),
                format!("the list does not say whether {} is a {wanted}", unit.datasheet),
            );
        } else {
            judge.error(CODE, Some(&unit.id), format!("{} is no {wanted}", unit.datasheet));
        }
    }
}

fn lowest_price(judge: &mut Judge, detachment: &Detachment, known: &DetachmentRules) {
    let Some(keyword) = &known.not_at_lowest_price else { return };
    if known.cp.len() < 2 || known.cp.first() != Some(&detachment.cp.get()) {
        return;
    }
    for unit in &detachment.units {
        match has_keyword(unit, keyword.as_str()) {
            Some(false) => {}
            Some(true) => {
                let highest = known.cp.last().copied().unwrap_or_default();
                let sentence =
                    format!("{} is {keyword}; with it the Detachment costs {highest} Command points", unit.datasheet);
                judge.error(CODE, Some(&unit.id), sentence);
            }
            None => judge.unknown(
                CODE,
                Some(&unit.id),
                format!("the list does not say whether {} is {keyword}", unit.datasheet),
            ),
        }
    }
}

/// What the Detachment itself asks for; the ban list of the pack is V-208.
fn one_faction(judge: &mut Judge, detachment: &Detachment, known: &DetachmentRules) {
    let stated = || in_slots(detachment).filter(|unit| !factions(unit).is_empty());
    if known.one_faction && stated().next().is_some() && shared(stated()).is_empty() {
        let units = list(stated().map(|unit| &unit.id));
        judge.error(
            CODE,
            None,
            format!("the units of the {} Detachment ({units}) share no Faction keyword", detachment.kind),
        );
    }
}

fn numbers(judge: &mut Judge) {
    let (roster, rules) = (judge.roster, judge.rules);
    let kinds: BTreeSet<&str> = roster.detachments.iter().map(|detachment| detachment.kind.as_str()).collect();
    for kind in kinds {
        let number = roster.detachments.iter().filter(|detachment| detachment.kind.as_str() == kind).count();
        let most = rules.detachments.get(kind).and_then(|known| known.most);
        if let Some(most) = most.filter(|&most| number > most) {
            judge.error(CODE, None, format!("{number} {kind} Detachments; at most {most} may be taken"));
        }
    }
}
