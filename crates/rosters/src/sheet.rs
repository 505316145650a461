//! A roster on paper, field by field in the order of the printed army roster.
//!
//! # Source
//! `docs/rules/muster.md`, H-roster.

use std::fmt::{self, Write};

use adjutant_engine::ids::Name;
use adjutant_engine::roster::{Detachment, Roster, RosterUnit, Weapon};

use crate::ledger::CpLedger;

/// Writes a roster as text: the summary first, then every Detachment with its units.
///
/// # Examples
/// ```
/// let roster = serde_json::from_str(r#"{"name":"Patrol","detachments":[{"type":"patrol","cp":2,"units":[]}]}"#)?;
/// let text = adjutant_rosters::sheet::sheet(&roster, Some("Ada"), None);
/// assert!(text.starts_with("Player name: Ada\nArmy name: Patrol\n"));
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn sheet(roster: &Roster, player: Option<&str>, command_points: Option<&CpLedger>) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write_all(&mut text, roster, player, command_points);
    text
}

const UNSTATED: &str = "not stated";

fn write_all(text: &mut String, roster: &Roster, player: Option<&str>, cp: Option<&CpLedger>) -> fmt::Result {
    writeln!(text, "Player name: {}", player.unwrap_or(UNSTATED))?;
    writeln!(text, "Army name: {}", roster.name)?;
    writeln!(text, "Army Faction: {}", roster.faction.as_ref().map_or(UNSTATED, Name::as_str))?;
    writeln!(text, "Warlord: {}", warlord(roster))?;
    writeln!(text, "Detachments:")?;
    for detachment in &roster.detachments {
        writeln!(text, "  {} | {} CP | {}", title(detachment), detachment.cp, totals(&detachment.units))?;
    }
    for upgrade in &roster.stratagems {
        let unit = upgrade.unit.as_ref().map(|unit| format!(" on {unit}")).unwrap_or_default();
        writeln!(text, "Stratagem: {}{unit} ({} CP)", upgrade.name, upgrade.cp)?;
    }
    for note in &roster.notes {
        writeln!(text, "Note: {}", note.replace('\n', " / "))?;
    }
    writeln!(text, "Starting Command points: {}", cp.map_or(UNSTATED.to_owned(), |ledger| ledger.left.to_string()))?;
    writeln!(text, "Reinforcement points: {}", roster.reinforcement_points)?;
    writeln!(text, "Total points: {}", roster.points() + roster.reinforcement_points.get())?;
    for detachment in &roster.detachments {
        writeln!(text, "\n{}", title(detachment))?;
        for unit in &detachment.units {
            write_unit(text, roster, unit)?;
        }
        writeln!(text, "  Total: {}", totals(&detachment.units))?;
    }
    Ok(())
}

fn title(detachment: &Detachment) -> String {
    match &detachment.name {
        Some(name) => format!("{name} ({})", detachment.kind),
        None => detachment.kind.to_string(),
    }
}

fn totals(units: &[RosterUnit]) -> String {
    let points: i32 = units.iter().map(|unit| unit.points.get()).sum();
    let power: i32 = units.iter().map(|unit| unit.power.get()).sum();
    format!("{points} points, {power} Power")
}

fn warlord(roster: &Roster) -> String {
    let Some(warlord) = &roster.warlord else { return UNSTATED.to_owned() };
    format!("{} ({})", warlord.group, warlord.unit)
}

fn write_unit(text: &mut String, roster: &Roster, unit: &RosterUnit) -> fmt::Result {
    let name = unit.name.as_ref().map(|name| format!(" “{name}”")).unwrap_or_default();
    let models: i32 = unit.models.iter().map(|group| group.count.get()).sum();
    writeln!(
        text,
        "  {} {}{name} | {} | {models} models | {} Power | {} points",
        unit.id,
        unit.datasheet,
        unit.role.printed_slots(),
        unit.power,
        unit.points
    )?;
    for group in &unit.models {
        let points = group.points.map(|points| format!(", {points} points each")).unwrap_or_default();
        let leadership = group.leadership.map(|value| format!(", Ld {value}")).unwrap_or_default();
        writeln!(
            text,
            "    {} x {} (W {}{leadership}{points}){}",
            group.count,
            group.group,
            group.wounds,
            weapons(&group.weapons)
        )?;
        let own: Vec<Name> = group.keywords.iter().filter(|word| !unit.keywords.contains(word)).cloned().collect();
        line(text, "  Keywords of its own", &own)?;
    }
    line(text, "Wargear", &unit.wargear)?;
    line(text, "Keywords", &unit.keywords)?;
    line(text, "Faction", &unit.faction_keywords)?;
    line(text, "Psychic powers", &unit.psychic_powers)?;
    if roster.warlord.as_ref().is_some_and(|warlord| warlord.unit == unit.id) {
        writeln!(text, "    Warlord")?;
    }
    line(text, "Warlord Traits", &unit.warlord_traits)?;
    line(text, "Relics", &unit.relics)
}

fn weapons(weapons: &[Weapon]) -> String {
    let name = |weapon: &Weapon| match weapon.count {
        Some(count) if count.get() > 1 => format!("{count} x {}", weapon.name),
        _ => weapon.name.to_string(),
    };
    let names: Vec<String> = weapons.iter().map(name).collect();
    if names.is_empty() { String::new() } else { format!(": {}", names.join(", ")) }
}

fn line(text: &mut String, label: &str, names: &[Name]) -> fmt::Result {
    if names.is_empty() {
        return Ok(());
    }
    let names: Vec<&str> = names.iter().map(Name::as_str).collect();
    writeln!(text, "    {label}: {}", names.join(", "))
}
