//! A BattleScribe document, selection by selection.

use adjutant_engine::numbers::Whole;
use adjutant_engine::roster::{BattlefieldRole, Upgrade};
use adjutant_engine::side::Player;

use super::army::Army;
use super::document::{self, Costs, Force, Kind, Selection, Thousandths};
use super::error::ImportError;
use super::group::UNIT_PROFILE;
use super::list::{FileFacts, Format, Import, Totals};
use super::unit::{self, Position};
use super::{detachment, xml};

const GAME: &str = "warhammer 40,000";
const EDITION: &str = "9th edition";
const BATTLE_SIZE: &str = "Battle Size";
const COMMAND_COST: &str = "Detachment Command Cost";

/// Reads a whole document.
pub(super) fn read(text: &str, owner: Player, format: Format) -> Result<Import, ImportError> {
    let root = xml::parse(text)?;
    if root.name != "roster" {
        return Err(ImportError::NotARoster { found: document::excerpt(&root.name) });
    }
    let game = root.attribute("gameSystemName").unwrap_or("a game that it does not name");
    let lower = game.to_lowercase();
    if !lower.contains(GAME) || !lower.contains(EDITION) {
        return Err(ImportError::OtherGame { found: document::excerpt(game) });
    }
    let mut army = Army::new(owner, FileFacts { game_system: Some(game.to_owned()), ..FileFacts::new(format) });
    let costs = document::costs(&root)?;
    army.declared = totals(&costs, &mut army);
    for name in costs.other.keys() {
        army.rest.list(None, name, "a cost that a roster does not count");
    }
    army.file.points_limit = points_limit(&root);
    if let Some(notes) = root.child("customNotes") {
        army.note(notes.text.trim());
    }
    let forces = document::forces(&root)?;
    let mut counted = Costs::default();
    for force in &forces {
        read_force(force, &mut army, &mut counted)?;
    }
    army.counted = totals(&counted, &mut army);
    army.finish(root.attribute("name").unwrap_or("Roster"))
}

fn totals(costs: &Costs, army: &mut Army) -> Totals {
    let mut whole = |what: &str, value: Option<Thousandths>| {
        let value = value?;
        if value % 1000 != 0 {
            army.rest.list(
                None,
                what,
                format!("a total of {value} thousandths is not a whole number; it was rounded down"),
            );
        }
        i32::try_from(value.div_euclid(1000)).ok()
    };
    Totals {
        points: whole("points", costs.points),
        power: whole("Power", costs.power),
        command_points: whole("Command points", costs.command_points),
    }
}

fn points_limit(root: &xml::Element) -> Option<i32> {
    let limit = root.items("costLimits", "costLimit").find(|limit| limit.attribute("name") == Some("pts"))?;
    limit.attribute("value")?.split('.').next()?.parse().ok()
}

fn read_force(force: &Force, army: &mut Army, counted: &mut Costs) -> Result<(), ImportError> {
    army.begin_detachment(force.name, force.custom_name)?;
    army.file.catalogues.push(force.catalogue.to_owned());
    let stated = force.selections.iter().find(|selection| selection.name == COMMAND_COST);
    let stated = stated.and_then(|selection| selection.total().command_points).map(|cp| cp / 1000);
    let stated = stated.and_then(|cp| i32::try_from(cp).ok());
    army.file.net_costs.push(stated.filter(|&cp| cp != 0).or_else(|| detachment::net_cost(force.name)));
    for rule in &force.rules {
        army.rest.list(None, rule, "a rule of the whole Detachment; a roster keeps those of its units");
    }
    for selection in &force.selections {
        add_points(counted, &selection.total());
        read_selection(selection, army)?;
    }
    for inner in &force.forces {
        read_force(inner, army, counted)?;
    }
    Ok(())
}

fn add_points(counted: &mut Costs, more: &Costs) {
    let plain =
        Costs { points: more.points, power: more.power, command_points: more.command_points, ..Costs::default() };
    counted.add(&plain);
}

fn read_selection(selection: &Selection, army: &mut Army) -> Result<(), ImportError> {
    let primary = selection.primary().unwrap_or_default();
    if let Some(role) = detachment::role(primary) {
        return read_units(selection, role, false, army);
    }
    if primary != "Configuration" && has_models(selection) {
        return read_slotless(selection, primary, army);
    }
    read_choice(selection, army);
    Ok(())
}

fn has_models(selection: &Selection) -> bool {
    selection.kind != Kind::Upgrade
        || selection.profiles_of(UNIT_PROFILE).next().is_some()
        || selection.selections.iter().any(has_models)
}

/// A unit whose category is not a battlefield role: it takes up no slot, and the file does not say its role.
fn read_slotless(selection: &Selection, primary: &str, army: &mut Army) -> Result<(), ImportError> {
    let role = selection.categories.iter().find_map(|category| detachment::role(category.name));
    let why = format!("listed under `{primary}`: it takes up no slot, and its battlefield role was taken as Elites");
    if role.is_none() {
        army.rest.list(None, selection.name, why);
    }
    read_units(selection, role.unwrap_or(BattlefieldRole::Elites), true, army)
}

/// A selection that is a unit, or that only wraps units.
fn read_units(
    selection: &Selection,
    role: BattlefieldRole,
    slotless: bool,
    army: &mut Army,
) -> Result<(), ImportError> {
    let wraps = selection.kind == Kind::Upgrade
        && selection.profiles_of(UNIT_PROFILE).next().is_none()
        && selection.selections.iter().any(|inner| inner.kind == Kind::Unit);
    if !wraps {
        return read_unit(selection, role, slotless, army);
    }
    list_costs(selection, army);
    for inner in &selection.selections {
        if inner.kind == Kind::Unit {
            read_unit(inner, role, slotless, army)?;
        } else {
            read_choice(inner, army);
        }
    }
    Ok(())
}

fn read_unit(selection: &Selection, role: BattlefieldRole, slotless: bool, army: &mut Army) -> Result<(), ImportError> {
    let id = army.next_id()?;
    let read = unit::read(selection, Position { id, role, slotless }, &mut army.rest)?;
    for note in &read.notes {
        army.note(&format!("{}: {note}", read.unit.id));
    }
    army.add_unit(read.unit);
    if let Some(warlord) = read.warlord {
        army.name_warlord(warlord);
    }
    army.add_stratagems(read.upgrades);
    Ok(())
}

/// A choice for the whole army or Detachment: its battle size, its subfaction, a Stratagem.
fn read_choice(selection: &Selection, army: &mut Army) {
    match selection.name {
        BATTLE_SIZE => {
            let chosen = selection.selections.first().map(|chosen| chosen.name);
            army.file.battle_size = chosen.map(|name| name.trim().to_owned());
            army.file.size = chosen.and_then(detachment::battle_size).map(str::to_owned);
        }
        COMMAND_COST => list_costs_beside(selection, army),
        _ => read_option(selection, None, army),
    }
}

fn read_option(selection: &Selection, within: Option<&str>, army: &mut Army) {
    list_costs(selection, army);
    if let Some(within) = within.filter(|_| selection.kind == Kind::Upgrade) {
        army.note(&format!("{within}: {}", selection.name));
    } else if selection.selections.is_empty() {
        army.note(selection.name);
    }
    if let Some(note) = selection.note {
        army.note(note);
    }
    for rule in selection.profiles.iter().map(|profile| profile.name).chain(selection.rules.iter().copied()) {
        army.rest.list(None, rule, format!("a rule of `{}`; only the choice is kept, as a note", selection.name));
    }
    for inner in &selection.selections {
        read_option(inner, Some(selection.name), army);
    }
}

/// Command points paid for a choice become a Stratagem; points and Power have no place outside a unit.
fn list_costs(selection: &Selection, army: &mut Army) {
    let paid = selection.costs.command_points.map_or(0, |cp| -cp);
    if paid != 0 {
        let cp = i32::try_from(paid / 1000).ok().filter(|_| paid % 1000 == 0).and_then(Whole::new);
        match (army.rest.name(None, selection.name), cp) {
            (Some(name), Some(cp)) => army.add_stratagems([Upgrade { name, cp, unit: None }]),
            _ => army.rest.list(None, selection.name, format!("it gives {} Command points", -paid / 1000)),
        }
    }
    list_costs_beside(selection, army);
}

fn list_costs_beside(selection: &Selection, army: &mut Army) {
    for (what, cost) in [("points", selection.costs.points), ("Power", selection.costs.power)] {
        if let Some(cost) = cost.filter(|&cost| cost != 0) {
            let why = format!("{} {what} that belong to no unit", cost / 1000);
            army.rest.list(None, selection.name, why);
        }
    }
}
