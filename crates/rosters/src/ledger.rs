//! Command points from the start of the muster to the start of the battle.

use adjutant_engine::roster::{Detachment, Roster};
use schemars::JsonSchema;
use serde::Serialize;

use crate::facts::is_unbound;
use crate::rules::{ArmyRules, UnknownName};

/// Command points, line by line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CpLedger {
    /// What the battle size gives; none to an army that is not Battle-forged.
    pub start: i32,
    /// Gains and losses in the order in which they are booked: costs of Detachments, benefits, Stratagems.
    pub lines: Vec<CpLine>,
    /// What is left once every Detachment is paid, before any benefit; below zero if they cannot be paid.
    pub after_detachments: i32,
    /// What the army begins the battle with; never below zero.
    pub left: i32,
    /// How many Command points are missing to pay for everything.
    pub missing: i32,
}

/// One gain or loss.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CpLine {
    /// What for.
    pub what: String,
    /// The change.
    pub cp: i32,
}

/// Command points of an army at the start of the battle.
///
/// All Detachments are paid from what the size gives; only then are benefits credited, and Stratagems of the muster
/// paid. What cannot be paid leaves zero, never less.
///
/// # Source
/// V-202, V-214, AMB-58; 004:359.
///
/// # Errors
/// A size that the rules do not hold.
///
/// # Examples
/// ```
/// use adjutant_rosters::{ledger::command_points, rules::ArmyRules};
/// let rules: ArmyRules = serde_json::from_str(include_str!("../../../missions/gt2020/army.json"))?;
/// let roster = serde_json::from_str(r#"{"name":"Patrol","detachments":[{"type":"patrol","cp":2,"units":[]}]}"#)?;
/// assert_eq!(command_points(&roster, &rules, "strike-force")?.left, 10);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn command_points(roster: &Roster, rules: &ArmyRules, size: &str) -> Result<CpLedger, UnknownName> {
    let size = rules.size(size)?;
    if !roster.battle_forged() {
        return Ok(CpLedger { start: 0, lines: Vec::new(), after_detachments: 0, left: 0, missing: 0 });
    }
    let mut lines = Vec::new();
    let bound = || roster.detachments.iter().filter(|detachment| !is_unbound(detachment));
    for detachment in bound() {
        lines.push(CpLine { what: format!("{} Detachment", detachment.kind), cp: -price(detachment, rules) });
    }
    let after_detachments = size.command_points + lines.iter().map(|line| line.cp).sum::<i32>();
    let mut left = after_detachments.max(0);
    let mut missing = (-after_detachments).max(0);
    for detachment in bound() {
        let benefit = rules.detachments.get(detachment.kind.as_str()).and_then(|known| known.benefit.as_ref());
        let cp = benefit.map_or(0, |benefit| benefit.of(roster, detachment, Some(&rules.factions.unaligned)));
        if cp != 0 {
            left += cp;
            lines.push(CpLine { what: format!("Command Benefit of the {} Detachment", detachment.kind), cp });
        }
    }
    for upgrade in &roster.stratagems {
        let paid = upgrade.cp.get().min(left);
        left -= paid;
        missing += upgrade.cp.get() - paid;
        lines.push(CpLine { what: upgrade.name.to_string(), cp: -upgrade.cp.get() });
    }
    Ok(CpLedger { start: size.command_points, lines, after_detachments, left, missing })
}

/// What a Detachment costs: what the list says if that is one of its prices, else the lowest of them.
pub(crate) fn price(detachment: &Detachment, rules: &ArmyRules) -> i32 {
    let stated = detachment.cp.get();
    let prices = rules.detachments.get(detachment.kind.as_str()).map_or(&[][..], |known| &known.cp);
    if prices.contains(&stated) { stated } else { prices.first().copied().unwrap_or(stated) }
}
