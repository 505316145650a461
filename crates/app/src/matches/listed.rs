//! All matches of a database at a glance: who plays what, how far it is, who has won.
//!
//! Every log is folded, on all cores. Where there are many, what was found is kept in a file beside the database, under
//! the head of each log: a log that has not changed is not folded again, and a row never stands for another head than its
//! own. The file holds nothing that the logs do not say; it may be deleted at any time. It outlives a new build: only one
//! that was written under another `MEANING`, or by another release, is passed over.

use std::collections::BTreeMap;
use std::path::Path;
use std::thread;

use adjutant_engine::law::Packs;
use adjutant_replay::matches::listed::{Row, of_log};
use adjutant_store::{Head, Line, Store, StreamKind};
use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::files;
use crate::packs;

/// The file in the data folder that holds what was found before.
pub const CACHE: &str = "matches.cache";

/// What a row means. Raise it whenever the same log would be summed up otherwise: a file of an earlier meaning is passed
/// over. The test `what_rows_say_has_the_number_of_its_meaning` fails where somebody forgets.
const MEANING: u32 = 1;

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
pub fn all(store: &Store, folder: &Path, mut at: impl FnMut(usize, usize)) -> Result<Vec<Row>, Error> {
    let heads = store.list(StreamKind::Match)?;
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
            .map(|at| (*at, store.read(StreamKind::Match, &heads[*at].id).map_err(|error| error.to_string())))
            .collect();
        for (at, found) in folded(&heads, &logs) {
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
    Ok(rows)
}

/// Folds logs on all cores.
fn folded(heads: &[Head], logs: &[(usize, Result<Vec<Line>, String>)]) -> Vec<(usize, Row)> {
    let packs = packs::packs();
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let share = logs.len().div_ceil(cores).max(1);
    thread::scope(|scope| {
        let work: Vec<_> = logs
            .chunks(share)
            .map(|logs| {
                scope.spawn(|| logs.iter().map(|(at, log)| (*at, row(&packs, &heads[*at], log))).collect::<Vec<_>>())
            })
            .collect();
        work.into_iter().flat_map(|work| work.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))).collect()
    })
}

fn row(packs: &Packs, head: &Head, log: &Result<Vec<Line>, String>) -> Row {
    let lines = log.as_ref().map(|lines| lines.iter().map(|line| line.bytes.as_slice())).map_err(String::clone);
    of_log(packs, head.id.clone(), head.link, lines)
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
mod tests {
    use super::*;
    use crate::Clock;
    use crate::matches::Recording;
    use adjutant_engine::chain::Hash;
    use adjutant_engine::side::By;
    use adjutant_engine::time::Timestamp;
    use adjutant_engine::view::Status;
    use adjutant_replay::matches::listed::Listed;

    fn listed(store: &Store, folder: &Path) -> Vec<Listed> {
        all(store, folder, |_, _| {}).unwrap().into_iter().map(|row| row.listed).collect()
    }

    fn open(store: &mut Store, id: &str) {
        let open = serde_json::json!({"open": {"format": 1, "match": id, "pack": "gt2020", "size": "strike-force",
            "players": {"one": {"name": "Anna"}, "two": {"name": "Ben"}}}});
        let mission = serde_json::json!({"mission": {"mission": "scorched-earth"}});
        say(store, id, open);
        say(store, id, mission);
    }

    fn say(store: &mut Store, id: &str, command: serde_json::Value) {
        let now = Clock::Fixed(Timestamp::parse("2026-11-21T09:00:00Z").unwrap());
        let mut recording = Recording::load(store, id).unwrap();
        recording.take(By::Both, serde_json::from_value(command).unwrap(), None, now).unwrap();
        recording.commit(store).unwrap();
    }

    /// What is kept is what the logs say, is not asked for a log that has grown, and is not believed when it is torn.
    #[test]
    fn what_is_kept_is_what_the_logs_say() {
        let folder = tempfile::TempDir::new().unwrap();
        let mut store = Store::open(&folder.path().join("adjutant.db")).unwrap();
        open(&mut store, "a");
        let few = listed(&store, folder.path());
        assert!(!folder.path().join(CACHE).exists(), "one match is not worth a file");
        assert_eq!((few.len(), few[0].mission.as_ref().unwrap().as_str()), (1, "scorched-earth"));
        assert_eq!((few[0].status, few[0].round, few[0].winner), (Some(Status::Setup), None, None));
        (0..WORTH_KEEPING).for_each(|n| open(&mut store, &format!("m{n:02}")));
        let first = listed(&store, folder.path());
        assert!(folder.path().join(CACHE).exists());
        assert_eq!(first, listed(&store, folder.path()));
        say(&mut store, "m07", serde_json::json!({"note": {"text": "more"}}));
        let grown = listed(&store, folder.path());
        assert_eq!(grown.iter().find(|one| one.id == "m07").unwrap().records, 3);
        assert_eq!(grown.iter().filter(|one| one.records == 2).count(), WORTH_KEEPING);
        std::fs::write(folder.path().join(CACHE), b"{\"made_by\":").unwrap();
        assert_eq!(grown, listed(&store, folder.path()));
    }

    /// Rows of another build of this release are believed; a row never passes for another head than its own, and those of
    /// another meaning are made anew.
    #[test]
    fn a_kept_row_stands_for_its_head_alone() {
        let folder = tempfile::TempDir::new().unwrap();
        let (path, mut store) = (folder.path().join(CACHE), Store::open(&folder.path().join("adjutant.db")).unwrap());
        (0..WORTH_KEEPING).for_each(|n| open(&mut store, &format!("m{n:02}")));
        let first = listed(&store, folder.path());
        let kept = |change: &dyn Fn(&mut serde_json::Value)| {
            let mut cache: serde_json::Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
            change(&mut cache);
            std::fs::write(&path, cache.to_string()).unwrap();
            listed(&store, folder.path())
        };
        // What the file says of this very head is shown without folding: so it is read, whatever program reads it.
        let told = kept(&|cache| cache["matches"]["m03"]["listed"]["one"] = "Kept".into());
        assert_eq!(told[3].one, "Kept");
        let other = first[4].head.clone();
        let told = kept(&|cache| cache["matches"]["m03"]["listed"]["head"] = other.as_str().into());
        assert_eq!(told, first, "a row of another head");
        let told = kept(&|cache| {
            cache["matches"]["m04"]["listed"]["one"] = "Kept".into();
            cache["made_by"] = format!("{} {}", MEANING + 1, env!("CARGO_PKG_VERSION")).into();
        });
        assert_eq!(told, first, "rows of another meaning");
    }

    /// The summary of fixed logs, hashed, under the number of its meaning. Who changes what a row says raises [`MEANING`]
    /// and runs this once with `ADJUTANT_BLESS=1`; without a new number that writes nothing.
    #[test]
    fn what_rows_say_has_the_number_of_its_meaning() {
        let place = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/matches/listed.meaning");
        let known = std::fs::read_to_string(&place).unwrap_or_default();
        let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/golden");
        let folder = tempfile::TempDir::new().unwrap();
        let mut store = Store::open(&folder.path().join("adjutant.db")).unwrap();
        let now = Clock::Fixed(Timestamp::parse("2026-11-21T09:00:00Z").unwrap());
        for name in ["real-armies", "resupply", "scorched-earth", "vital-intelligence"] {
            let log = std::fs::read(golden.join(format!("{name}.bare.jsonl"))).unwrap();
            let mut recording = Recording::load(&store, name).unwrap();
            for line in log.split(|byte| *byte == b'\n') {
                let Some(bare) = adjutant_engine::record::read_bare(line).unwrap() else { continue };
                recording.take_said(bare.said(), bare.command, bare.at, now).unwrap();
            }
            recording.commit(&mut store).unwrap();
        }
        let mut rows = all(&store, folder.path(), |_, _| {}).unwrap();
        assert!(rows.iter().all(|row| row.played.is_some()), "every golden match is over");
        // The heads hold the release that sealed them.
        rows.iter_mut().for_each(|row| row.listed.head.clear());
        let found = Hash::of(&serde_json::to_vec(&rows).unwrap()).to_string();
        let found = format!("{MEANING} {found}\n");
        let raised = known.split(' ').next() != found.split(' ').next();
        if raised && std::env::var_os("ADJUTANT_BLESS").is_some() {
            std::fs::write(&place, &found).unwrap();
        } else {
            assert_eq!(known, found, "rows say something else: raise MEANING, then run this with ADJUTANT_BLESS=1");
        }
    }
}
