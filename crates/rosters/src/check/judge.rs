//! What every check of an army reads, and where it writes.

use adjutant_engine::ids::UnitId;
use adjutant_engine::roster::Roster;

use super::report::{Finding, Severity};
use crate::rules::{ArmyRules, EventPolicy, SizeRules};
use crate::sources::source;

/// What every check reads, and where it writes.
pub(super) struct Judge<'a> {
    pub roster: &'a Roster,
    pub rules: &'a ArmyRules,
    pub size_name: &'a str,
    pub size: &'a SizeRules,
    pub policy: Option<&'a EventPolicy>,
    pub findings: Vec<Finding>,
}

impl Judge<'_> {
    pub fn error(&mut self, code: &'static str, unit: Option<&UnitId>, sentence: String) {
        self.find(code, Severity::Error, unit, sentence);
    }

    pub fn unknown(&mut self, code: &'static str, unit: Option<&UnitId>, sentence: String) {
        self.find(code, Severity::Unknown, unit, sentence);
    }

    pub fn advice(&mut self, code: &'static str, unit: Option<&UnitId>, sentence: String) {
        self.find(code, Severity::Advice, unit, sentence);
    }

    fn find(&mut self, code: &'static str, severity: Severity, unit: Option<&UnitId>, sentence: String) {
        let source = self.rules.sources.get(code).cloned().unwrap_or_else(|| source(code));
        self.findings.push(Finding { code, severity, unit: unit.cloned(), sentence, source });
    }
}

/// Ids after one another, for a sentence.
pub(super) fn list<'a>(ids: impl Iterator<Item = &'a UnitId>) -> String {
    ids.map(UnitId::as_str).collect::<Vec<_>>().join(", ")
}
