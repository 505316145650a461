//! Datasheets taken too often.

use std::collections::BTreeMap;

use adjutant_engine::ids::{Name, are_alike};
use adjutant_engine::roster::RosterUnit;

use super::judge::{Judge, list};
use crate::facts::factions;

pub(super) fn check(judge: &mut Judge) {
    let roster = judge.roster;
    let by_policy = judge.policy.map(|policy| policy.limits_for(judge.size.points).map(|limits| limits.copies));
    let Some(most) = by_policy.unwrap_or(judge.size.copies) else {
        let sentence = format!("no limit of copies is known for size {}: cannot be checked", judge.size_name);
        return judge.unknown("V-210", None, sentence);
    };
    let mut sheets: BTreeMap<String, Vec<&RosterUnit>> = BTreeMap::new();
    for unit in roster.units().filter(|unit| !judge.rules.copies.uncounted_roles.contains(&unit.role)) {
        sheets.entry(sheet(judge, unit)).or_default().push(unit);
    }
    for units in sheets.into_values() {
        let most = allowed(judge, &units, most);
        if units.len() > most {
            too_many(judge, &units, most);
        }
    }
}

/// The most units of one datasheet.
fn allowed(judge: &Judge, units: &[&RosterUnit], most: usize) -> usize {
    let has = |keyword: &Name| {
        units.iter().any(|unit| unit.keywords.iter().any(|own| are_alike(own.as_str(), keyword.as_str())))
    };
    let by_keyword = judge.rules.copies.by_keyword.iter();
    by_keyword.filter(|(keyword, _)| has(keyword)).map(|(_, most)| *most).min().unwrap_or(most)
}

/// Whether a list says what kind of unit it is: texts mark leaders and nothing else.
fn states_keywords(unit: &RosterUnit) -> bool {
    unit.keywords.iter().any(|keyword| !["CHARACTER", "WARLORD"].iter().any(|own| are_alike(own, keyword.as_str())))
}

fn too_many(judge: &mut Judge, units: &[&RosterUnit], most: usize) {
    let mut titles: Vec<&str> = units.iter().map(|unit| unit.datasheet.as_str()).collect();
    titles.dedup();
    let code = if titles.iter().any(|title| *title != titles[0]) { "V-211" } else { "V-210" };
    titles.sort_unstable();
    titles.dedup();
    let (ids, titles) = (list(units.iter().map(|unit| &unit.id)), titles.join(", "));
    let keyword = judge.rules.copies.by_keyword.iter().find(|(_, most)| units.len() <= **most);
    match keyword.filter(|_| !units.iter().any(|unit| states_keywords(unit))) {
        Some((keyword, more)) => {
            let sentence = format!(
                "{} units of {titles} ({ids}); at most {most} are allowed, {more} of {keyword}, and the list states no keywords: cannot be checked",
                units.len()
            );
            judge.unknown(code, None, sentence);
        }
        None => {
            let sentence = format!("{} units of {titles} ({ids}); at most {most} are allowed", units.len());
            judge.error(code, None, sentence);
        }
    }
}

/// The datasheet that a unit counts as.
fn sheet(judge: &Judge, unit: &RosterUnit) -> String {
    let copies = &judge.rules.copies;
    let mut title = unit.datasheet.as_str().to_lowercase();
    for rule in &copies.deleted_words {
        let own = factions(unit);
        if own.is_empty() || own.contains(rule.faction.as_str()) {
            title = rule.words.iter().fold(title, |title, word| without(&title, &word.as_str().to_lowercase()));
        }
    }
    let of_policy = judge.policy.map_or(&[][..], |policy| &policy.same);
    let mut classes = copies.same.iter().chain(of_policy);
    let class = classes.find(|class| class.iter().any(|name| name.as_str().to_lowercase() == title));
    class.and_then(|class| class.first()).map_or(title, |first| first.as_str().to_lowercase())
}

/// A title without a word or words of it.
fn without(title: &str, words: &str) -> String {
    let padded = format!(" {title} ").replace(&format!(" {words} "), " ");
    let shorter = padded.trim();
    if shorter.is_empty() { title.to_owned() } else { shorter.to_owned() }
}
