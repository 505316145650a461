//! Leaders that join units, and what separates them.
//!
//! # Source
//! `docs/rules/editions.md`, 000-12.

use std::sync::Arc;

use adjutant_attack::GroupIndex;
use adjutant_core::ids::{Name, UnitId};

use crate::state::{Part, Position, State, Unit, UnitIndex, Whereabouts};
use crate::terms::{ModelPlace, Place};

/// The models of the leader stand in the unit that it joins; the leader keeps its place in the army for the day on which
/// the two are parted.
pub(super) fn attach(state: &mut State, leader: UnitIndex, to: UnitIndex) {
    let places = state.units[to].places_of(None).zip(state.units[leader].places_of(None));
    let earlier = state.units[to].led_by.iter().map(|first| state.units[to].places_of(Some(*first)));
    let earlier: Option<Vec<Vec<ModelPlace>>> = earlier.collect();
    let joining = &mut state.units[leader];
    let (id, keywords, strength) = (joining.id.clone(), joining.keywords.clone(), joining.starting_strength);
    let groups = joining.groups.clone();
    for group in &mut joining.groups {
        (group.models, group.lost, group.hurt) = (0, 0, 0);
    }
    joining.whereabouts = Whereabouts::Attached(to);
    let whole = &mut state.units[to];
    for (index, mut group) in groups.into_iter().enumerate() {
        group.name = free_name(whole, &group.name, &id);
        Arc::make_mut(&mut group.printed).keywords.extend(keywords.iter().cloned());
        group.part = Some(Part { unit: leader, group: GroupIndex(index) });
        whole.groups.push(group);
    }
    whole.starting_strength += strength;
    whole.led_by.push(leader);
    let places = places.zip(earlier).map(|((own, joined), earlier)| [own, earlier.concat(), joined].concat());
    stands_at(state, to, places);
}

/// A leader goes his own way in the battle, and is a unit of his own again.
///
/// # Source
/// 002:1917-1921.
pub(super) fn leave(state: &mut State, leader: UnitIndex) {
    let Whereabouts::Attached(index) = state.units[leader].whereabouts else { return };
    let whole = state.units[index].clone();
    part_from(state, &whole, &[leader]);
    let places = |of: Option<UnitIndex>| whole.places_of(of);
    let left = whole.led_by.iter().copied().filter(|other| *other != leader);
    let places: Option<Vec<Vec<ModelPlace>>> = std::iter::once(None).chain(left.map(Some)).map(places).collect();
    let strength = state.units[leader].starting_strength;
    let unit = &mut state.units[index];
    unit.groups.retain(|group| group.part.is_none_or(|part| part.unit != leader));
    unit.led_by.retain(|other| *other != leader);
    unit.starting_strength = unit.starting_strength.saturating_sub(strength);
    unit.attacked = None;
    stands_at(state, index, places.map(|places| places.concat()));
}

/// A unit on the battlefield whose models became more or fewer stands at these places; where they are not known, what both
/// agreed on stands.
fn stands_at(state: &mut State, index: UnitIndex, places: Option<Vec<ModelPlace>>) {
    let unit = &state.units[index];
    let Whereabouts::Battlefield(Position::Models(_)) = unit.whereabouts else { return };
    let at = places.map(Place::Models);
    let position = Position::of(unit, at.as_ref(), None, state.table.as_deref());
    state.units[index].whereabouts = Whereabouts::Battlefield(position);
}

/// The name of a group, with the id of its unit where another group of the unit has that name.
fn free_name(whole: &Unit, name: &Name, id: &UnitId) -> Name {
    let taken = |name: &Name| whole.group(name).is_some();
    let told = [format!("{name} ({id})"), id.to_string()];
    let names = std::iter::once(Some(name.clone())).chain(told.iter().map(|name| Name::new(name).ok()));
    names.flatten().find(|name| !taken(name)).unwrap_or_else(|| name.clone())
}

/// Once the unit that leaders joined is destroyed, each of them is a unit of its own; once the last of its leaders is, the
/// unit is. What lasts on the whole goes on for who survives.
pub(super) fn separate(state: &mut State, index: UnitIndex) {
    let whole = state.units[index].clone();
    let gone = whole.models_of(None) == 0;
    let attached = |leader: &UnitIndex| state.units[*leader].whereabouts == Whereabouts::Attached(index);
    let leaders = whole.led_by.iter().copied().filter(attached);
    let free: Vec<UnitIndex> = leaders.filter(|leader| gone || whole.models_of(Some(*leader)) == 0).collect();
    part_from(state, &whole, &free);
    let standing = |leader: &UnitIndex| whole.models_of(Some(*leader)) > 0;
    let parted = gone || !whole.led_by.iter().any(standing);
    let own_strength = whole.own_strength(&state.units);
    let unit = &mut state.units[index];
    let attacked = unit.attacked.map(|(phase, group)| (phase, unit.groups[group].name.clone()));
    unit.groups.retain(|group| group.part.is_none_or(|part| !free.contains(&part.unit)));
    unit.attacked = attacked.and_then(|(phase, name)| Some((phase, unit.group(&name)?)));
    if parted {
        unit.starting_strength = own_strength;
        unit.led_by.clear();
    }
    if gone {
        unit.whereabouts = Whereabouts::Destroyed;
        unit.action = None;
    }
}

/// Leaders take the models that are theirs out of the unit that they joined.
fn part_from(state: &mut State, whole: &Unit, leaders: &[UnitIndex]) {
    for leader in leaders {
        let unit = &mut state.units[*leader];
        for (group, part) in whole.groups.iter().filter_map(|group| Some((group, group.part?))) {
            if part.unit == *leader {
                let own = &mut unit.groups[part.group];
                (own.models, own.lost, own.hurt) = (group.models, group.lost, group.hurt);
            }
        }
        stands_alone(unit, whole);
    }
}

/// A leader that is a unit of its own again: it is where the whole was, did what the whole did, and bears what the whole
/// bears.
fn stands_alone(leader: &mut Unit, whole: &Unit) {
    leader.whereabouts = match &whole.whereabouts {
        _ if leader.models() == 0 => Whereabouts::Destroyed,
        Whereabouts::Battlefield(Position::Models(_)) => Whereabouts::Battlefield(Position::Unknown),
        other => other.clone(),
    };
    leader.acts = whole.acts.clone();
    leader.effects.clone_from(&whole.effects);
    (leader.shock, leader.shock_missed, leader.falling_back) = (whole.shock, whole.shock_missed, whole.falling_back);
    (leader.exempt_from_deadline, leader.enters_first) = (whole.exempt_from_deadline, whole.enters_first);
}
