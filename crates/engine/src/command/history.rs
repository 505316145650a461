//! Earlier records read otherwise.

use adjutant_core::ids::Name;
use adjutant_core::side::By;
use adjutant_core::text::Text;
use serde::{Deserialize, Serialize};

use super::Command;
use super::said::Said;

/// From now on a record reads as these commands, in its place.
///
/// One command corrects the record, none takes it back, the record itself and another insert one. Everything after it
/// is judged anew; nothing of the log is deleted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Amend {
    /// Number of the record: not an `open`, `sign`, `retract` or `amend`, and not one that was taken back.
    pub seq: u64,
    /// What it reads as.
    pub to: Vec<Reading>,
    /// Why.
    pub why: Text,
}

/// One of the commands as which an amended record reads.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Reading {
    /// The speaker.
    pub by: By,
    /// What happened.
    #[serde(rename = "do")]
    pub command: Command,
    /// The rule of the army's own that allows what the core rules forbid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub under: Option<Name>,
}

impl Reading {
    /// Who says it, and under which rule.
    pub fn said(&self) -> Said {
        Said { by: self.by, under: self.under.clone(), drawn: None }
    }
}
