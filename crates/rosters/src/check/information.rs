//! What a roster must state.
//!
//! A group of information that is missing does not break the army: it cannot be checked until the player states it.

use adjutant_engine::ids::Name;
use adjutant_engine::roster::RosterUnit;

use super::judge::{Judge, list};
use crate::facts::{has_keyword, warlord};

const CODE: &str = "V-213";

pub(super) fn check(judge: &mut Judge) {
    of_army(judge);
    of_units(judge);
    random(judge);
    appendix(judge);
}

fn of_army(judge: &mut Judge) {
    if judge.roster.faction.is_none() {
        judge.unknown(CODE, None, "the list does not state its Army Faction".to_owned());
    }
    let Some((_, unit)) = warlord(judge.roster) else { return };
    let traitless = unit.warlord_traits.is_empty() && has_keyword(unit, "CHARACTER") == Some(true);
    if traitless {
        let sentence = format!("no Warlord Trait of {} can be told from its abilities", unit.datasheet);
        judge.unknown(CODE, Some(&unit.id), sentence);
    }
}

fn of_units(judge: &mut Judge) {
    let roster = judge.roster;
    let unarmed =
        |unit: &&RosterUnit| unit.wargear.is_empty() && unit.models.iter().all(|group| group.weapons.is_empty());
    missing(judge, roster.units().filter(unarmed), "weapons or wargear");
    let unpriced = |unit: &&RosterUnit| unit.points.get() == 0;
    missing(judge, roster.units().filter(unpriced), "points");
    let powerless = |unit: &&RosterUnit| unit.power.get() == 0;
    missing(judge, roster.units().filter(powerless), "a Power Rating");
    let unlearned = |unit: &&RosterUnit| {
        unit.psychic_powers.is_empty() && (unit.psyker.is_some() || has_keyword(unit, "PSYKER") == Some(true))
    };
    missing(judge, roster.units().filter(unlearned), "the psychic powers of a PSYKER");
    let unchosen =
        |unit: &&RosterUnit| unit.faction_keywords.iter().chain(&unit.keywords).any(|k| k.as_str().starts_with('<'));
    missing(judge, roster.units().filter(unchosen), "the keyword that its player chooses");
}

fn missing<'a>(judge: &mut Judge, units: impl Iterator<Item = &'a RosterUnit>, what: &str) {
    let units = list(units.map(|unit| &unit.id));
    if !units.is_empty() {
        judge.unknown(CODE, None, format!("the list does not state {what} for {units}"));
    }
}

/// V-215: what is left to dice is rolled in the open once the mission is known.
fn random(judge: &mut Judge) {
    let roster = judge.roster;
    let is_random = |name: &Name| name.as_str().as_bytes().windows(6).any(|word| word.eq_ignore_ascii_case(b"random"));
    for unit in roster.units() {
        let mut chosen =
            unit.psychic_powers.iter().chain(&unit.warlord_traits).chain(&unit.relics).chain(&unit.wargear);
        if let Some(name) = chosen.find(|name| is_random(name)) {
            let sentence = format!("`{name}` of {} is rolled in the open once the mission is known", unit.datasheet);
            judge.advice("V-215", Some(&unit.id), sentence);
        }
    }
}

/// D-17: keywords that an appendix adds.
fn appendix(judge: &mut Judge) {
    let (roster, rules) = (judge.roster, judge.rules);
    for unit in roster.units() {
        for keyword in rules.missing_keywords(unit) {
            judge.advice(
                CODE,
                Some(&unit.id),
                format!("{} counts as {keyword} though the list does not say so", unit.datasheet),
            );
        }
    }
}
