//! All matches of a database at a glance: who plays what, how far it is, who has won.
//!
//! Every log is folded, on all cores. Where there are many, what was found is kept in a file beside the database, under
//! the head of each log: a log that has not changed is not folded again, and a row never stands for another head than its
//! own. The file holds nothing that the logs do not say; it may be deleted at any time. It outlives a new build: only one
//! that was written under another `MEANING`, or by another release, is passed over.

use std::collections::BTreeMap;
use std::path::Path;
use std::thread;

use adjutant_replay::Rulebook;
use adjutant_replay::matches::listed::{Row, of_log};
use adjutant_store::{Head, Line, Store, StreamKind};
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::error::Error;
use crate::files;
use crate::names;

/// The file in the data folder that holds what was found before.
pub const CACHE: &str = "matches.cache";

/// What a row means. Raise it whenever the same log would be summed up otherwise: a file of an earlier meaning is passed
/// over. The test `what_rows_say_has_the_number_of_its_meaning` fails where somebody forgets.
const MEANING: u32 = 9;

/// So many logs are folded anew before it is worth a file.
const WORTH_KEEPING: usize = 64;
/// Logs whose lines are in memory at once.
const AT_ONCE: usize = 128;
/// A longer cache is not read.
const CACHE_BYTES_MAX: usize = 256 << 20;

#[derive(Default, Serialize, Deserialize)]
struct Cache {
    made_by: String,
    matches: BTreeMap<String, Row>,
}

/// All matches, by id. `folder` is the data folder of the store, where results may be kept. `at` is told how many are
/// summed up, of how many.
///
/// # Errors
/// A database whose index cannot be read; a log that cannot be read or folded is listed with its fault.
pub fn all(app: &App, folder: &Path, mut at: impl FnMut(usize, usize)) -> Result<Vec<Row>, Error> {
    let rules = app.known.rulebook();
    let heads = app.list(StreamKind::Match)?;
    let path = folder.join(CACHE);
    let mut cache = read(&path);
    let known = |head: &Head| {
        let kept = cache.matches.get(&head.id)?;
        let listed = &kept.listed;
        let same = listed.id == head.id && listed.head == head.link.hash.to_string() && listed.records == head.link.seq;
        same.then(|| kept.clone())
    };
    let mut rows: Vec<Option<Row>> = heads.iter().map(known).collect();
    let missing: Vec<usize> = (0..heads.len()).filter(|at| rows[*at].is_none()).collect();
    let mut done = heads.len() - missing.len();
    for some in missing.chunks(AT_ONCE) {
        at(done, heads.len());
        done += some.len();
        let logs: Vec<(usize, Result<Vec<Line>, String>)> = some
            .iter()
            .map(|at| (*at, app.read(StreamKind::Match, &heads[*at].id).map_err(|error| error.to_string())))
            .collect();
        for (at, found) in folded(&rules, &heads, &logs) {
            rows[at] = Some(found);
        }
    }
    let rows: Vec<Row> = rows.into_iter().flatten().collect();
    if missing.len() >= WORTH_KEEPING {
        let sound = rows.iter().filter(|one| one.listed.fault.is_none());
        cache.matches = sound.map(|one| (one.listed.id.clone(), one.clone())).collect();
        cache.made_by = made_by();
        // Nothing is lost where it cannot be written: the logs are folded again the next time.
        let _ = serde_json::to_vec(&cache).map(|bytes| files::write(&path, &bytes));
    }
    called(app, rows)
}

/// The rows with the real names of sealed logs, which no file but that of the openings may hold.
fn called(store: &Store, mut rows: Vec<Row>) -> Result<Vec<Row>, Error> {
    for row in rows.iter_mut().filter(|row| row.sealed) {
        let Some(first) = store.line(StreamKind::Match, &row.listed.id, 1)? else { continue };
        if let Some(open) = names::opening(&first.bytes, &store.names(first.link.hash)?) {
            row.call(&open);
        }
    }
    Ok(rows)
}

/// Folds logs on all cores.
fn folded(rules: &Rulebook, heads: &[Head], logs: &[(usize, Result<Vec<Line>, String>)]) -> Vec<(usize, Row)> {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let share = logs.len().div_ceil(cores).max(1);
    thread::scope(|scope| {
        let work: Vec<_> = logs
            .chunks(share)
            .map(|logs| {
                scope.spawn(|| logs.iter().map(|(at, log)| (*at, row(rules, &heads[*at], log))).collect::<Vec<_>>())
            })
            .collect();
        work.into_iter().flat_map(|work| work.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))).collect()
    })
}

fn row(rules: &Rulebook, head: &Head, log: &Result<Vec<Line>, String>) -> Row {
    let lines = log.as_ref().map(|lines| lines.iter().map(|line| line.bytes.as_slice())).map_err(String::clone);
    let first = log.as_ref().ok().and_then(|lines| lines.first());
    let sealed = first.is_some_and(|line| names::sealed(&line.bytes).is_some());
    Row { sealed, ..of_log(rules, head.id.clone(), head.link, lines) }
}

/// What was found before; nothing where the file is missing, or its rows mean something else.
fn read(path: &Path) -> Cache {
    let known = files::is_regular(path).then(|| files::read_within(path, CACHE_BYTES_MAX).ok()).flatten();
    let cache: Option<Cache> = known.and_then(|bytes| serde_json::from_slice(&bytes).ok());
    cache.filter(|cache| cache.made_by == made_by()).unwrap_or_default()
}

/// What the rows mean, and the release: another build of it counts as this one does.
fn made_by() -> String {
    format!("{MEANING} {}", env!("CARGO_PKG_VERSION"))
}

#[cfg(test)]
#[path = "../../tests/inside/matches_listed.rs"]
mod tests;
