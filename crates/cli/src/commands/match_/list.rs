//! `adjutant match list`.

use adjutant_engine::command::Command;
use adjutant_engine::record::{Record, read_chained};
use adjutant_engine::side::BySide;
use adjutant_engine::time::Timestamp;
use adjutant_store::{Head, Store, StreamKind};
use serde::Serialize;

use crate::commands::Shared;
use crate::error::{CliError, Exit};
use crate::output::Output;
use crate::{Outcome, table};

/// Arguments of `match list`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant match list --json")]
pub struct Arguments {}

#[derive(Serialize)]
struct Entry {
    #[serde(rename = "match")]
    id: String,
    one: String,
    two: String,
    records: u64,
    vp: Option<BySide<u32>>,
    last: Option<Timestamp>,
    head: String,
}

/// Lists the matches by their first and last records; nothing is folded.
///
/// # Errors
/// A database that cannot be read.
pub fn run(_: &Arguments, shared: &Shared, output: &mut Output) -> Outcome {
    let store = shared.reader()?;
    let heads = store.list(StreamKind::Match)?;
    let entries = heads.into_iter().map(|head| entry(&store, head)).collect::<Result<Vec<_>, _>>()?;
    if output.json {
        output.document(&serde_json::json!({"matches": entries}))?;
        return Ok(Exit::Done);
    }
    if entries.is_empty() {
        output.remark("no matches yet; `adjutant match new` opens one");
        return Ok(Exit::Done);
    }
    let mut rows = table::new();
    rows.set_header(["match", "one", "two", "records", "VP", "last record"]);
    for entry in &entries {
        let vp = entry.vp.map_or_else(|| "—".to_owned(), |vp| format!("{}:{}", vp.one, vp.two));
        let last = entry.last.map_or_else(String::new, |last| last.to_string());
        rows.add_row([&entry.id, &entry.one, &entry.two, &entry.records.to_string(), &vp, &last]);
    }
    output.text(&rows.to_string())?;
    Ok(Exit::Done)
}

fn entry(store: &Store, head: Head) -> Result<Entry, CliError> {
    let line = |seq| store.line(StreamKind::Match, &head.id, seq);
    let names = line(1)?
        .and_then(|line| read_chained(&line.bytes, adjutant_engine::chain::Link::START).ok())
        .and_then(|(record, _)| match &*record.command {
            Command::Open(open) => Some(open.players.clone().map(|player| player.name.to_string())),
            _ => None,
        })
        .unwrap_or_default();
    let last = line(head.link.seq)?.and_then(|line| serde_json::from_slice::<Record>(&line.bytes).ok());
    Ok(Entry {
        id: head.id,
        one: names.one,
        two: names.two,
        records: head.link.seq,
        vp: last.as_ref().map(|record| record.vp),
        last: last.map(|record| record.at),
        head: head.link.hash.to_string(),
    })
}
