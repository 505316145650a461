//! What the moves of a unit, and enemies beside it, do to its ranged attacks.
//!
//! A move that was recorded is certain, and so is standing still where it was said. Of a unit of which nothing was said this
//! turn nobody knows: who records facts leaves moves out.
//!
//! # Source
//! 001:2044-2052, 2087, 1781, 1844, 1849, 1857; 004:247, 579; 000:140, 199, 403, 934-936; 002:670, 1063-1069, 1100, 1844, 2267, 2992.

use adjutant_attack::{Characteristic, HitCause, HitChanges, Told};
use adjutant_core::ids::Name;
use adjutant_core::numbers::Inches;

use crate::facts;
use crate::rules::{ShootingDoes, ShootingRow};
use crate::state::{State, Unit, Whereabouts};
use crate::terms::{Weapon, all, any};

/// What changes the hit rolls of a unit's ranged attacks with a weapon, terrain and damage apart.
pub fn changes(state: &State, attacker: &Unit, target: &Unit, weapon: Option<&Name>) -> HitChanges {
    let rows = &state.law().shooting;
    HitCause::ALL.into_iter().fold(HitChanges::default(), |changes, cause| {
        let of_cause = rows.iter().filter(|row| row.when == cause).filter_map(|row| match row.does {
            ShootingDoes::Hit(by) => Some((applies(state, row, attacker, target, weapon), by.get())),
            ShootingDoes::Reach(_) | ShootingDoes::Bars | ShootingDoes::Beside => None,
        });
        let answers: Vec<(Option<bool>, i32)> = of_cause.collect();
        let by = answers.iter().find(|(so, _)| *so == Some(true)).map_or(0, |(_, by)| *by);
        let told = Told::of(any(answers.iter().map(|(so, _)| *so)), by);
        if answers.is_empty() { changes } else { changes.with(cause, told) }
    })
}

/// The rows that bar a unit from shooting at a target with a weapon, or shorten its reach, and certainly apply.
pub fn limits<'a>(
    state: &'a State,
    attacker: &'a Unit,
    target: &'a Unit,
    weapon: Option<&'a Name>,
) -> impl Iterator<Item = &'a ShootingRow> {
    let limit = |row: &&ShootingRow| !matches!(row.does, ShootingDoes::Hit(_));
    let applies = move |row: &&ShootingRow| applies(state, row, attacker, target, weapon) == Some(true);
    state.law().shooting.iter().filter(limit).filter(applies)
}

/// How far a weapon shoots, where all that bear it shoot as far and no ability changes it.
///
/// # Source
/// 001:2005, 002:1026.
pub fn range(attacker: &Unit, weapon: &Name) -> Option<Inches> {
    let standing = attacker.groups.iter().filter(|group| group.models > 0);
    let borne = standing.flat_map(|group| &group.printed.weapons);
    let mut ranges = borne.filter(|borne| borne.is_called(weapon)).map(|borne| {
        let text = borne.range.as_ref()?.as_str().trim().trim_end_matches(['"', '″']);
        Inches::parse(text)
    });
    let first = ranges.next()??;
    let plain = attacker.changes_of(Characteristic::Range).is_empty();
    (plain && ranges.all(|other| other == Some(first))).then_some(first)
}

/// Whether a row applies to attacks of a unit on another with a weapon.
fn applies(state: &State, row: &ShootingRow, attacker: &Unit, target: &Unit, weapon: Option<&Name>) -> Option<bool> {
    // What costs least comes first: a row that does not apply is done with before anything is measured.
    let who =
        all([of_keywords(attacker, &row.units), without(attacker, &row.unless), of_keywords(target, &row.targets)]);
    let with = if who == Some(false) { who } else { all([who, of_type(attacker, row, weapon)]) };
    if with == Some(false) { with } else { all([with, has_happened(state, row.when, attacker, target)]) }
}

/// Whether a unit has one of some keywords; so has every unit where there are none. Unknown where its list names none.
fn of_keywords(unit: &Unit, keywords: &[Name]) -> Option<bool> {
    if keywords.is_empty() {
        return Some(true);
    }
    let has = unit.has_any_keyword(keywords);
    (has || !unit.keywords.is_empty()).then_some(has)
}

fn without(unit: &Unit, keywords: &[Name]) -> Option<bool> {
    if keywords.is_empty() { Some(true) } else { of_keywords(unit, keywords).map(|has| !has) }
}

/// Whether a weapon is of the types that a row speaks of: all weapons of that name, or without a name all that shoot.
fn of_type(attacker: &Unit, row: &ShootingRow, weapon: Option<&Name>) -> Option<bool> {
    if row.weapon.is_none() && row.other_than.is_empty() {
        return Some(true);
    }
    let standing = attacker.groups.iter().filter(|group| group.models > 0);
    let borne = standing.flat_map(|group| &group.printed.weapons);
    let meant = borne.filter(|borne| match weapon {
        Some(name) => borne.is_called(name),
        None => borne.is_of_type("Melee") != Some(true),
    });
    let fits = |borne: &Weapon| {
        let is = |name: &Name| borne.is_of_type(name.as_str());
        let wanted = row.weapon.as_ref().map_or(Some(true), is);
        all([wanted, any(row.other_than.iter().map(is)).map(|other| !other)])
    };
    let mut each = meant.map(fits);
    let first = each.next()??;
    each.all(|other| other == Some(first)).then_some(first)
}

/// Whether what a row waits for has happened this turn.
fn has_happened(state: &State, when: HitCause, attacker: &Unit, target: &Unit) -> Option<bool> {
    let acts = match attacker.whereabouts {
        Whereabouts::Embarked(carrier) => &state.unit_at(carrier).acts,
        _ => &attacker.acts,
    };
    let moved = acts.moved || acts.arrived || acts.disembarked || attacker.falling_back;
    let told = |so: bool, otherwise: bool| if so { Some(true) } else { otherwise.then_some(false) };
    match when {
        HitCause::Moved => told(moved, acts.stationary),
        HitCause::Stationary => told(acts.stationary, moved),
        HitCause::Advanced => told(acts.advanced, moved || acts.stationary),
        HitCause::Engaged => facts::engaged(state, attacker),
        HitCause::TargetEngaged => facts::engaged(state, target),
        HitCause::Embarked => Some(matches!(attacker.whereabouts, Whereabouts::Embarked(_))),
        HitCause::Dense | HitCause::Damaged => None,
    }
}
