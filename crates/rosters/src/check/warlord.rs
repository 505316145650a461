//! The Warlord.

use adjutant_engine::roster::{BattlefieldRole, ModelGroup, RosterUnit};

use super::judge::{Judge, list};
use crate::facts::has_keyword;

const CODE: &str = "V-212";
const CHARACTER: &str = "CHARACTER";

pub(super) fn check(judge: &mut Judge) {
    let roster = judge.roster;
    let marked = || roster.units().filter(|unit| has_keyword(unit, "WARLORD") == Some(true));
    if marked().count() > 1 {
        let units = list(marked().map(|unit| &unit.id));
        judge.error(CODE, None, format!("more than one unit is marked as Warlord ({units}); an army has exactly one"));
    }
    let Some(warlord) = &roster.warlord else {
        return judge.error(CODE, None, "the list names no Warlord; an army has exactly one".to_owned());
    };
    let Some(unit) = roster.units().find(|unit| unit.id == warlord.unit) else {
        let sentence = format!("the Warlord is said to be in unit {}, which is not in the list", warlord.unit);
        return judge.error(CODE, None, sentence);
    };
    if !unit.models.iter().any(|group| group.group == warlord.group) {
        let sentence = format!("unit {} has no models `{}` to be the Warlord", unit.id, warlord.group);
        judge.error(CODE, Some(&unit.id), sentence);
    }
    if unit.role == BattlefieldRole::Fortification {
        judge.error(CODE, Some(&unit.id), format!("{} is a Fortification and cannot be the Warlord", unit.datasheet));
    }
    character(judge, unit);
}

/// The Warlord must be a CHARACTER if the army has any.
fn character(judge: &mut Judge, unit: &RosterUnit) {
    let roster = judge.roster;
    let others = || roster.units().map(|unit| has_keyword(unit, CHARACTER));
    let is = |group: &ModelGroup| group.keywords.iter().any(|keyword| keyword.as_str() == CHARACTER);
    let whole_unit = unit.keywords.iter().any(|keyword| keyword.as_str() == CHARACTER);
    let leader = roster.warlord.as_ref().and_then(|lead| unit.models.iter().find(|group| group.group == lead.group));
    if let Some(leader) =
        leader.filter(|leader| !whole_unit && !is(leader) && unit.models.iter().any(|group| is(group)))
    {
        let sentence =
            format!("the model `{}` of {} is not a CHARACTER, and another one is", leader.group, unit.datasheet);
        judge.error(CODE, Some(&unit.id), sentence);
        return;
    }
    match has_keyword(unit, CHARACTER) {
        Some(true) => {}
        Some(false) if others().any(|known| known == Some(true)) => {
            let sentence = format!("{} is not a CHARACTER, and the army has one that could lead it", unit.datasheet);
            judge.error(CODE, Some(&unit.id), sentence);
        }
        Some(false) if others().all(|known| known == Some(false)) => {}
        _ => {
            let sentence =
                format!("the list does not say whether {} is a CHARACTER: cannot be checked", unit.datasheet);
            judge.unknown(CODE, Some(&unit.id), sentence);
        }
    }
}
