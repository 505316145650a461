//! What is said about one log.

use adjutant_engine::chain::Hash;
use adjutant_engine::command::EventRef;
use adjutant_engine::side::{BySide, Player};
use adjutant_engine::view::MatchResult;
use serde::{Deserialize, Serialize};

use super::finding::{Code, Finding, Severity};

/// The name of a judge, in reports and in files of trusted keys.
pub(super) const JUDGE: &str = "judge";
/// What a device of a table is called: it is no player.
pub(super) const TABLE: &str = "table";

/// What an audit of one log found.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LogReport {
    /// The file, the database and the match in it, or the name that the frame of a stream gives.
    pub path: String,
    /// The match that it opens.
    #[serde(rename = "match")]
    pub id: Option<String>,
    /// Hash of its first record: copies, prefixes and forks of one log have it in common, and no other log has it.
    pub origin: Option<Hash>,
    /// The tournament that it creates.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub event: Option<String>,
    /// How many records were read.
    pub records: u64,
    /// Hash of the last one that was read.
    pub head: Option<Hash>,
    /// Victory points after the last record that the rules took.
    pub vp: BySide<u32>,
    /// The result, once the battle has ended, with how many points were derived, claimed and ruled.
    pub result: Option<MatchResult>,
    /// Who signed which head.
    pub signatures: Vec<Signed>,
    /// Who signed with which key, by name: every signature that was verified and not taken back.
    #[serde(skip)]
    pub signers: Vec<Signer>,
    /// Whose signature a log that is closed should have.
    #[serde(skip)]
    pub due: Vec<String>,
    /// Every record that the rules took, as signatures cover it.
    #[serde(skip)]
    pub said: Vec<Said>,
    /// The table of an event that a match was played at.
    #[serde(skip)]
    pub seat: Option<EventRef>,
    /// What is said about a match that ended otherwise than its event has it, with the place of that finding.
    #[serde(skip)]
    pub contested: Vec<(usize, LogReport)>,
    /// What was found.
    pub findings: Vec<Finding>,
}

/// One record `sign` that was not taken back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Signed {
    /// Number of the record.
    pub record: u64,
    /// In which player's name; null for the judge, and for the device of a table.
    pub player: Option<Player>,
    /// Whether the device of a table signed; left out where it did not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub table: bool,
    /// The key; none where the player only said so.
    pub key: Option<Hash>,
    /// Whether the signature is one of that key over the head.
    pub verified: bool,
}

/// A name, its key, and the record in which it signed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signer {
    /// Number of the record.
    pub record: u64,
    /// The name of the player, or `organiser`, `judge` or `table`.
    pub name: String,
    /// The key.
    pub key: Hash,
}

/// A record, as signatures cover it.
#[derive(Clone, Copy, Debug)]
pub struct Said {
    /// Its hash.
    pub hash: Hash,
    /// Whose signature makes it count.
    pub asks: Asks,
}

/// Whose signature makes a record count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asks {
    /// Nobody's: a remark, a signature, an opened seed.
    Nobody,
    /// A judge's, where it stands behind the others'.
    Judge,
    /// Those of all who have to sign.
    All,
}

impl LogReport {
    /// A report before the first record.
    pub(super) fn new(path: String) -> LogReport {
        let vp = BySide { one: 0, two: 0 };
        LogReport {
            path,
            id: None,
            origin: None,
            event: None,
            records: 0,
            head: None,
            vp,
            result: None,
            signatures: Vec::new(),
            signers: Vec::new(),
            due: Vec::new(),
            said: Vec::new(),
            seat: None,
            contested: Vec::new(),
            findings: Vec::new(),
        }
    }

    /// A log that could not even be read.
    pub fn bad(path: String, code: Code, message: impl Into<String>) -> LogReport {
        let mut report = LogReport::new(path);
        report.findings.push(Finding::new(code, None, message));
        report
    }

    /// How many findings have that weight.
    pub fn count(&self, severity: Severity) -> usize {
        self.findings.iter().filter(|finding| finding.severity == severity).count()
    }

    /// What was found of one kind, as lines that people read.
    pub fn of_code(&self, code: Code) -> Vec<String> {
        self.lines(|finding| finding.code == code)
    }

    /// Every error, as a line that people read.
    pub fn errors(&self) -> Vec<String> {
        self.lines(|finding| finding.severity == Severity::Error)
    }

    fn lines(&self, wanted: impl Fn(&Finding) -> bool) -> Vec<String> {
        let errors = self.findings.iter().filter(|finding| wanted(finding));
        let place = |record: Option<u64>| record.map_or_else(String::new, |record| format!("record {record}: "));
        errors.map(|found| format!("{}{}: {}", place(found.record), found.code, found.message)).collect()
    }

    /// Whether there is nothing but notes.
    pub fn good(&self) -> bool {
        self.findings.iter().all(|finding| finding.severity == Severity::Note)
    }
}
