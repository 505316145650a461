//! Says whether an army may be played, and why not.
//!
//! | code | module | what |
//! |---|---|---|
//! | V-101, V-201, V-203, V-204, V-206, V-207 | `army` | size, points, Battle-forged, number of Detachments, Understrength, Specialist |
//! | V-202, V-214 | `army` | Command points, from [`crate::ledger`] |
//! | V-205 | `detachments` | slots, Dedicated Transports, restrictions |
//! | V-208, V-209 | `factions` | Faction keyword of a Detachment, Army Faction |
//! | V-210, V-211 | `copies` | datasheets taken too often |
//! | V-212 | `warlord` | the Warlord |
//! | V-213, V-215 | `information` | what the roster must state |
//!
//! Reserves and transports (V-1001 … V-1006) are judged by the match, as they are recorded.

mod army;
mod copies;
mod detachments;
mod factions;
mod information;
mod judge;
mod report;
mod warlord;

use std::collections::BTreeMap;

use adjutant_engine::roster::Roster;

use self::judge::Judge;
use crate::facts::shared;
use crate::ledger::{command_points, price};
use crate::rules::{ArmyRules, UnknownName};

pub use report::{DetachmentReport, Finding, PointsReport, Report, Severity, Verdict, verdict};

/// Checks a whole army against the muster rules of a pack.
///
/// # Errors
/// A battle size or event policy that the rules do not hold.
///
/// # Examples
/// ```
/// use adjutant_rosters::{check::check, rules::ArmyRules};
/// let rules: ArmyRules = serde_json::from_str(include_str!("../army.json"))?;
/// let roster = serde_json::from_str(r#"{"name":"Patrol","detachments":[{"type":"patrol","cp":2,"units":[]}]}"#)?;
/// let report = check(&roster, &rules, "incursion", None)?;
/// assert!(report.is_illegal());
/// assert!(report.findings.iter().any(|finding| finding.code == "V-205"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check(roster: &Roster, rules: &ArmyRules, size: &str, policy: Option<&str>) -> Result<Report, UnknownName> {
    let command_points = command_points(roster, rules, size)?;
    let mut judge = Judge {
        roster,
        rules,
        size_name: size,
        size: rules.size(size)?,
        policy: policy.map(|name| rules.policy(name)).transpose()?,
        findings: Vec::new(),
    };
    army::check(&mut judge, &command_points);
    detachments::check(&mut judge);
    factions::check(&mut judge);
    copies::check(&mut judge);
    warlord::check(&mut judge);
    information::check(&mut judge);
    let mut findings = judge.findings;
    findings.retain(|finding| rules.only.is_empty() || rules.only.iter().any(|code| code.as_str() == finding.code));
    findings.sort_by_key(|finding| finding.code[2..].parse::<u32>().unwrap_or(u32::MAX));
    Ok(Report {
        size: size.to_owned(),
        policy: policy.map(str::to_owned),
        verdict: verdict(&findings),
        points: PointsReport::of(roster, rules.size(size)?),
        command_points,
        detachments: detachment_reports(roster, rules),
        findings,
    })
}

fn detachment_reports(roster: &Roster, rules: &ArmyRules) -> Vec<DetachmentReport> {
    let report = |detachment: &adjutant_engine::roster::Detachment| {
        let mut slots = BTreeMap::new();
        for unit in detachment.units.iter().filter(|unit| unit.slotless != Some(true)) {
            *slots.entry(unit.role).or_default() += 1;
        }
        DetachmentReport {
            kind: detachment.kind.to_string(),
            name: detachment.name.as_ref().map(ToString::to_string),
            cost: price(detachment, rules),
            points: detachment.units.iter().map(|unit| unit.points.get()).sum(),
            power: detachment.units.iter().map(|unit| unit.power.get()).sum(),
            slotless: detachment.units.iter().filter(|unit| unit.slotless == Some(true)).count(),
            slots,
            shared_factions: shared(detachment.units.iter()).into_iter().map(str::to_owned).collect(),
        }
    };
    roster.detachments.iter().map(report).collect()
}
