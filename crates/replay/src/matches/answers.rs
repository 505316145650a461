//! What programs read: the answers about matches that are printed as JSON. Their schemas are generated from these types
//! (`adjutant schema match-list` and its like).

use adjutant_engine::happening::Happening;
use adjutant_engine::side::{By, BySide, Player};
use adjutant_engine::time::Timestamp;
use serde::Serialize;

use super::listed::Listed;

/// What `match list --json` prints.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Matches {
    /// The current match, if there is one (`adjutant use`).
    pub current: Option<String>,
    /// The matches that were asked for, the newest first.
    pub matches: Vec<Listed>,
}

/// What `match summary --json` prints.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Summed {
    /// The match.
    #[serde(rename = "match")]
    pub id: String,
    /// The summary, as text or Markdown.
    pub summary: String,
}

/// What `match log --json` prints.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Told {
    /// The match.
    #[serde(rename = "match")]
    pub id: String,
    /// Its records, in order.
    pub records: Vec<Entry>,
}

/// One record in words.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Entry {
    /// Its number.
    pub record: u64,
    /// When it was made.
    pub at: Timestamp,
    /// Who said it.
    pub by: By,
    /// The battle round in which it was said; null before the battle and after it.
    pub round: Option<u32>,
    /// Whose turn it was.
    pub turn: Option<Player>,
    /// Whether the battle was over when it was said.
    #[serde(skip)]
    pub over: bool,
    /// What it says.
    pub what: String,
    /// What it brought about.
    pub events: Vec<Happening>,
    /// The same in words.
    pub told: Vec<String>,
    /// Whether it was taken back since.
    pub taken_back: bool,
    /// As what it reads now, in the words of `match record`, where it was corrected.
    pub reads: Option<Vec<String>>,
    /// Who corrected it when, and the points before and after, a line for each time; left out where nobody did.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub corrected: Vec<String>,
}

/// What `match record --json` prints, and every other verb that records something in a match.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Recorded {
    /// The match.
    #[serde(rename = "match")]
    pub id: String,
    /// How many records were added.
    pub recorded: usize,
    /// The number of the last record.
    pub seq: u64,
    /// Its hash.
    pub head: String,
    /// Both totals.
    pub vp: BySide<u32>,
    /// What the records brought about beyond what they say, in order.
    pub events: Vec<Followed>,
    /// What a correction changed, in words; left out where nothing was corrected.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changed: Vec<String>,
}

/// Something that a record brought about.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Followed {
    /// The number of the record.
    pub record: u64,
    /// What it brought about.
    pub what: Happening,
}
