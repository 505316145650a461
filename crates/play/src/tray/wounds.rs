//! Wounds lost without an attack: which model they hurt, and how many fall.

use adjutant_engine::command::Command;
use adjutant_engine::ids::Name;
use adjutant_engine::numbers::Whole;
use adjutant_engine::state::{Group, State, Unit};
use adjutant_present::units;

use crate::tray::verb::Hit;

/// The group whose model loses wounds: the one that is named, the hurt one, or the only one that can be meant.
fn wounded_group<'a>(unit: &'a Unit, named: Option<&Name>) -> Option<&'a Group> {
    let living = || unit.groups.iter().filter(|group| group.models > 0);
    let only = |wanted: fn(&&Group) -> bool| {
        let mut fitting = living().filter(wanted);
        fitting.next().filter(|_| fitting.next().is_none())
    };
    match named {
        Some(name) => living().find(|group| group.name == *name),
        None => only(|group| group.hurt > 0).or_else(|| only(|_| true)).or_else(|| only(|group| group.wounds > 1)),
    }
}

/// Wounds lost as models destroyed and wounds of one that lives.
pub fn wounded(state: &State, hit: &Hit) -> Option<Command> {
    let unit = units::counted(state, &hit.unit)?;
    let lost: u32 = hit.digits.parse().ok().filter(|lost| *lost > 0)?;
    let group = wounded_group(&unit, hit.group.as_ref());
    let (models, rest) = group.map_or((0, lost), |group| {
        let all = group.hurt + lost;
        (all / group.wounds.max(1), all % group.wounds.max(1))
    });
    let rest = if models == 0 { lost } else { rest };
    let group = group.filter(|_| unit.groups.len() > 1 && models < unit.models()).map(|group| group.name.clone());
    Some(Command::Casualties {
        unit: hit.unit.clone(),
        models: Whole::new(i32::try_from(models).ok()?)?,
        wounds: i32::try_from(rest).ok().and_then(Whole::new),
        mortal: None,
        group,
        cause: None,
    })
}

/// Wounds that a unit, or the group that is meant, has left.
pub fn wounds_left(unit: &Unit) -> u32 {
    let left = |group: &Group| (group.models * group.wounds).saturating_sub(group.hurt);
    wounded_group(unit, None).map_or_else(|| unit.groups.iter().map(left).sum(), left)
}

/// Why this number of wounds cannot be lost.
pub fn too_many_wounds(state: &State, hit: &Hit) -> Option<String> {
    let unit = units::counted(state, &hit.unit)?;
    let lost: u32 = hit.digits.parse().ok()?;
    let group = wounded_group(&unit, hit.group.as_ref())?;
    let left = (group.models * group.wounds).saturating_sub(group.hurt);
    let called = units::name(state, &hit.unit);
    match lost {
        0 => Some(format!("{called} −0: no wound is lost · x drops the line")),
        lost if lost > left => Some(format!("{called}: only {left} wounds are left")),
        _ => None,
    }
}
