//! What a check of an army comes to.

use std::collections::BTreeMap;

use adjutant_engine::ids::UnitId;
use adjutant_engine::roster::{BattlefieldRole, Roster};
use serde::Serialize;

use crate::ledger::CpLedger;
use crate::rules::SizeRules;
use crate::sources::Source;

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

/// How bad a finding is. Not that of audits (`adjutant_core::Severity`): what a list does not state is neither a
/// note nor an error, and the words of its contract are others.
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

impl PointsReport {
    /// Of an army, in a battle of some size.
    pub(super) fn of(roster: &Roster, size: &SizeRules) -> PointsReport {
        let (units, reinforcements) = (roster.points(), roster.reinforcement_points.get());
        let power = roster.units().map(|unit| unit.power.get()).sum();
        PointsReport { units, reinforcements, total: units + reinforcements, limit: size.points, power }
    }
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

/// What findings come to.
pub fn verdict(findings: &[Finding]) -> Verdict {
    match findings.iter().map(|finding| finding.severity).min() {
        Some(Severity::Error) => Verdict::Illegal,
        Some(Severity::Unknown) => Verdict::LegalAsFarAsStated,
        Some(Severity::Advice) | None => Verdict::Legal,
    }
}
