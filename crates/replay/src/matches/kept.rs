//! What the chain of a match shows, whatever law judges it: who played, what was recorded when, and the points that each
//! record claims.

use adjutant_engine::chain::{self, ChainError, Hash, Link};
use adjutant_engine::side::BySide;
use serde::Serialize;
use serde_json::Value;

/// A match of which nothing is judged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Kept {
    /// Its id.
    #[serde(rename = "match")]
    pub id: String,
    /// Name of player one.
    pub one: String,
    /// Name of player two.
    pub two: String,
    /// The mission that was recorded last, by its id.
    pub mission: Option<String>,
    /// Hash of the last record.
    pub head: Hash,
    /// The points that the last record claims.
    pub vp: BySide<u32>,
    /// Its records.
    pub records: Vec<KeptRecord>,
}

/// A record of which nothing is judged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct KeptRecord {
    /// Its number.
    pub record: u64,
    /// When it was made.
    pub at: String,
    /// Who said it.
    pub by: String,
    /// What it is called in the log.
    pub what: String,
    /// The points that it claims.
    pub vp: BySide<u32>,
}

/// Reads what the chain shows.
///
/// # Errors
/// The first line that does not continue the chain.
pub fn kept<'a>(lines: impl IntoIterator<Item = &'a [u8]>) -> Result<Kept, ChainError> {
    let vp = BySide { one: 0, two: 0 };
    let (id, one, two, mission) = (String::new(), String::new(), String::new(), None);
    let mut kept = Kept { id, one, two, mission, head: Link::START.hash, vp, records: Vec::new() };
    let mut previous = Link::START;
    for line in lines {
        let link = chain::verify_line(line, previous)?;
        // A line that continues a chain is JSON.
        let members: Value = serde_json::from_slice(line).unwrap_or_default();
        let said = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let command = &members["do"];
        if previous == Link::START {
            let open = &command["open"];
            let player = |side: &str| said(&open["players"][side]["name"]);
            (kept.id, kept.one, kept.two) = (said(&open["match"]), player("one"), player("two"));
        }
        if let Some(mission) = command["mission"]["mission"].as_str() {
            kept.mission = Some(mission.to_owned());
        }
        let what = command.as_object().and_then(|command| command.keys().next().cloned()).unwrap_or_default();
        kept.vp = serde_json::from_value(members["vp"].clone()).unwrap_or(kept.vp);
        let (at, by) = (said(&members["at"]), said(&members["by"]));
        kept.records.push(KeptRecord { record: link.seq, at, by, what, vp: kept.vp });
        (kept.head, previous) = (link.hash, link);
    }
    Ok(kept)
}
