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
mod warlord;

use std::collections::BTreeMap;

use adjutant_engine::ids::UnitId;
use adjutant_engine::roster::{BattlefieldRole, Roster};
use serde::Serialize;

use crate::facts::shared;
use crate::ledger::{CpLedger, command_points, price};
use crate::rules::{ArmyRules, EventPolicy, SizeRules, UnknownName};
use crate::sources::{Source, source};

/// What a check found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Report {
    /// The battle size.
    pub size: String,
    /// The event policy, if one was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub policy: Option<String>,
    /// What it comes to.
    pub verdict: Verdict,
    /// Points against the limit.
    pub points: PointsReport,
    /// Command points, line by line.
    pub command_points: CpLedger,
    /// Its Detachments.
    pub detachments: Vec<DetachmentReport>,
    /// Everything found, by code and then in the order of the list.
    pub findings: Vec<Finding>,
}

impl Report {
    /// Whether any finding is an error.
    pub fn is_illegal(&self) -> bool {
        self.verdict == Verdict::Illegal
    }
}

/// What a check comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Everything was checked and nothing is wrong.
    Legal,
    /// Nothing is wrong in what the list states, but something could not be checked.
    LegalAsFarAsStated,
    /// Something is wrong.
    Illegal,
}

/// One thing found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Finding {
    /// Code of the rule in the inventory, such as `V-205`.
    pub code: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// The unit that it is about; absent for the army or a Detachment.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<UnitId>,
    /// What was found, and what would be accepted.
    pub sentence: String,
    /// Where the rule stands.
    pub source: Source,
}

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Severity {
    /// The rule is broken.
    Error,
    /// The list does not state what the rule needs: it cannot be checked.
    Unknown,
    /// Nothing is broken, but somebody should look.
    Advice,
}

/// Points against the limit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PointsReport {
    /// Points of all units.
    pub units: i32,
    /// Points set aside for Reinforcements.
    pub reinforcements: i32,
    /// Both together.
    pub total: i32,
    /// Most that the battle size allows.
    pub limit: i32,
    /// Power Level of the army.
    pub power: i32,
}

/// A Detachment as counted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DetachmentReport {
    /// Its kind in kebab case.
    pub kind: String,
    /// Name given by the player.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Command points that it costs, before any benefit.
    pub cost: i32,
    /// Points of its units.
    pub points: i32,
    /// Power Ratings of its units together.
    pub power: i32,
    /// Units that take up a slot, by role.
    pub slots: BTreeMap<BattlefieldRole, usize>,
    /// Units that take up none.
    pub slotless: usize,
    /// Faction keywords that all its units share.
    pub shared_factions: Vec<String>,
}

/// Checks a whole army against the muster rules of a pack.
///
/// # Errors
/// A battle size or event policy that the rules do not hold.
///
/// # Examples
/// ```
/// use adjutant_rosters::{check::check, rules::ArmyRules};
/// let rules: ArmyRules = serde_json::from_str(include_str!("../../../missions/gt2020/army.json"))?;
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
        points: points(roster, rules.size(size)?),
        command_points,
        detachments: detachment_reports(roster, rules),
        findings,
    })
}

/// What findings come to.
pub fn verdict(findings: &[Finding]) -> Verdict {
    match findings.iter().map(|finding| finding.severity).min() {
        Some(Severity::Error) => Verdict::Illegal,
        Some(Severity::Unknown) => Verdict::LegalAsFarAsStated,
        Some(Severity::Advice) | None => Verdict::Legal,
    }
}

fn points(roster: &Roster, size: &SizeRules) -> PointsReport {
    let (units, reinforcements) = (roster.points(), roster.reinforcement_points.get());
    let power = roster.units().map(|unit| unit.power.get()).sum();
    PointsReport { units, reinforcements, total: units + reinforcements, limit: size.points, power }
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

/// What every check reads, and where it writes.
struct Judge<'a> {
    roster: &'a Roster,
    rules: &'a ArmyRules,
    size_name: &'a str,
    size: &'a SizeRules,
    policy: Option<&'a EventPolicy>,
    findings: Vec<Finding>,
}

impl Judge<'_> {
    fn error(&mut self, code: &'static str, unit: Option<&UnitId>, sentence: String) {
        self.find(code, Severity::Error, unit, sentence);
    }

    fn unknown(&mut self, code: &'static str, unit: Option<&UnitId>, sentence: String) {
        self.find(code, Severity::Unknown, unit, sentence);
    }

    fn advice(&mut self, code: &'static str, unit: Option<&UnitId>, sentence: String) {
        self.find(code, Severity::Advice, unit, sentence);
    }

    fn find(&mut self, code: &'static str, severity: Severity, unit: Option<&UnitId>, sentence: String) {
        let source = self.rules.sources.get(code).cloned().unwrap_or_else(|| source(code));
        self.findings.push(Finding { code, severity, unit: unit.cloned(), sentence, source });
    }
}

/// Ids after one another, for a sentence.
fn list<'a>(ids: impl Iterator<Item = &'a UnitId>) -> String {
    ids.map(UnitId::as_str).collect::<Vec<_>>().join(", ")
}
