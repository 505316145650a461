//! Command points of a list at the start of the battle; the booking is the engine's, as for a recorded list.

pub use adjutant_engine::muster::{CpLedger, CpLine};
use adjutant_engine::roster::{Detachment, Roster};

use crate::rules::{ArmyRules, UnknownName};

/// Command points of an army at the start of the battle, as [`CpLedger::of`] books them.
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
/// let rules: ArmyRules = serde_json::from_str(include_str!("../army.json"))?;
/// let roster = serde_json::from_str(r#"{"name":"Patrol","detachments":[{"type":"patrol","cp":2,"units":[]}]}"#)?;
/// assert_eq!(command_points(&roster, &rules, "strike-force")?.left, 10);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn command_points(roster: &Roster, rules: &ArmyRules, size: &str) -> Result<CpLedger, UnknownName> {
    let start = rules.size(size)?.command_points;
    Ok(CpLedger::of(roster, start, &rules.benefits(), rules.benefits_pay_detachments))
}

/// What a Detachment costs: what the list says if that is one of its prices, else the lowest of them.
pub(crate) fn price(detachment: &Detachment, rules: &ArmyRules) -> i32 {
    let stated = detachment.cp.get();
    let prices = rules.detachments.get(detachment.kind.as_str()).map_or(&[][..], |known| &known.cp);
    if prices.contains(&stated) { stated } else { prices.first().copied().unwrap_or(stated) }
}
