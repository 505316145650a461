//! All matches of a database at a glance: who plays what, how far it is, who has won.
//!
//! Every log is folded, on all cores. Where there are many, what was found is kept in a file beside the database, under
//! the head of each log: a log that has not changed is not folded again. The file holds nothing that the logs do not
//! say; it may be deleted at any time, and one of another program version is passed over.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::thread;

use adjutant_engine::chain::Link;
use adjutant_engine::command::{Command, Winner};
use adjutant_engine::ids::MissionId;
use adjutant_engine::record::read_chained;
use adjutant_engine::score;
use adjutant_engine::side::BySide;
use adjutant_engine::time::Timestamp;
use adjutant_engine::view::{ResultBy, Status};
use adjutant_store::{Head, Line, Store, StreamKind};
use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::files;
use crate::packs as rules;

/// The file in the data folder that holds what was found before.
pub const CACHE: &str = "matches.cache";

/// So many logs are folded anew before it is worth a file.
const WORTH_KEEPING: usize = 64;
/// Logs whose lines are in memory at once.
const AT_ONCE: usize = 128;
/// A longer cache is not read.
const CACHE_BYTES_MAX: usize = 256 << 20;

/// A match at a glance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Listed {
    /// Its id.
    #[serde(rename = "match")]
    pub id: String,
    /// Name of player one; empty where the log has no readable first record.
    pub one: String,
    /// Name of player two.
    pub two: String,
    /// Its mission, once there is one.
    pub mission: Option<MissionId>,
    /// The printed name of the mission.
    pub mission_name: Option<String>,
    /// How far it is; null where the log cannot be folded.
    pub status: Option<Status>,
    /// The battle round, from 1; null before the battle and after it.
    pub round: Option<u32>,
    /// Who has won, once it has ended.
    pub winner: Option<Winner>,
    /// How the winner was found.
    pub by: Option<ResultBy>,
    /// How many records it has.
    pub records: u64,
    /// Both totals.
    pub vp: Option<BySide<u32>>,
    /// When the last record was made.
    pub last: Option<Timestamp>,
    /// Hash of the last record.
    pub head: String,
    /// What is wrong with the log, where it cannot be folded to its end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
}

impl Listed {
    /// Whether it is over.
    pub fn is_finished(&self) -> bool {
        self.status == Some(Status::Ended)
    }
}

#[derive(Default, Serialize, Deserialize)]
struct Cache {
    made_by: String,
    matches: BTreeMap<String, Listed>,
}

/// All matches, by id. `folder` is the data folder of the store, where results may be kept.
///
/// # Errors
/// A database whose index cannot be read; a log that cannot be read or folded is listed with its fault.
pub fn all(store: &Store, folder: &Path) -> Result<Vec<Listed>, Error> {
    let heads = store.list(StreamKind::Match)?;
    let path = folder.join(CACHE);
    let mut cache = read(&path);
    let known = |head: &Head| {
        let kept = cache.matches.get(&head.id)?;
        (kept.head == head.link.hash.to_string() && kept.records == head.link.seq).then(|| kept.clone())
    };
    let mut listed: Vec<Option<Listed>> = heads.iter().map(known).collect();
    let missing: Vec<usize> = (0..heads.len()).filter(|at| listed[*at].is_none()).collect();
    for some in missing.chunks(AT_ONCE) {
        let logs: Vec<(usize, Result<Vec<Line>, String>)> = some
            .iter()
            .map(|at| (*at, store.read(StreamKind::Match, &heads[*at].id).map_err(|error| error.to_string())))
            .collect();
        for (at, found) in folded(&heads, &logs) {
            listed[at] = Some(found);
        }
    }
    let listed: Vec<Listed> = listed.into_iter().flatten().collect();
    if missing.len() >= WORTH_KEEPING {
        let sound = listed.iter().filter(|one| one.fault.is_none());
        cache.matches = sound.map(|one| (one.id.clone(), one.clone())).collect();
        cache.made_by = made_by();
        // Nothing is lost where it cannot be written: the logs are folded again the next time.
        let _ = serde_json::to_vec(&cache).map(|bytes| files::write(&path, &bytes));
    }
    Ok(listed)
}

/// Folds logs on all cores.
fn folded(heads: &[Head], logs: &[(usize, Result<Vec<Line>, String>)]) -> Vec<(usize, Listed)> {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let share = logs.len().div_ceil(cores).max(1);
    thread::scope(|scope| {
        let work: Vec<_> = logs
            .chunks(share)
            .map(|logs| {
                scope.spawn(|| logs.iter().map(|(at, log)| (*at, of_log(&heads[*at], log))).collect::<Vec<_>>())
            })
            .collect();
        work.into_iter().flat_map(|work| work.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))).collect()
    })
}

fn of_log(head: &Head, log: &Result<Vec<Line>, String>) -> Listed {
    let mut listed = Listed {
        id: head.id.clone(),
        one: String::new(),
        two: String::new(),
        mission: None,
        mission_name: None,
        status: None,
        round: None,
        winner: None,
        by: None,
        records: head.link.seq,
        vp: None,
        last: None,
        head: head.link.hash.to_string(),
        fault: None,
    };
    match log {
        Err(fault) => listed.fault = Some(fault.clone()),
        Ok(lines) => listed.fault = fold(&mut listed, lines).err(),
    }
    listed
}

/// Folds a log; what it says up to a fault is kept.
fn fold(listed: &mut Listed, lines: &[Line]) -> Result<(), String> {
    let mut game = rules::new_match();
    let mut previous = Link::START;
    for line in lines {
        let (record, link) =
            read_chained(&line.bytes, previous).map_err(|error| format!("record {}: {error}", previous.seq + 1))?;
        if let Command::Open(open) = &*record.command {
            (listed.one, listed.two) = (open.players.one.name.to_string(), open.players.two.name.to_string());
        }
        (listed.vp, listed.last) = (Some(record.vp), Some(record.at));
        game.record(record.said(), Arc::clone(&record.command))
            .map_err(|refusal| format!("record {}: {refusal}", link.seq))?;
        game.set_head(link.hash);
        previous = link;
    }
    let state = game.state();
    listed.mission = state.mission.as_ref().map(|mission| mission.id.clone());
    listed.mission_name = state.mission.as_ref().map(|mission| mission.name.to_string());
    listed.status = Some(state.status);
    listed.round = Some(state.round).filter(|_| state.status == Status::Battle);
    let result = score::result(state, &[]);
    listed.winner = result.as_ref().map(|result| result.winner);
    listed.by = result.map(|result| result.by);
    Ok(())
}

/// What was found before; nothing where the file is missing, or another program wrote it.
fn read(path: &Path) -> Cache {
    let known = files::is_regular(path).then(|| files::read_within(path, CACHE_BYTES_MAX).ok()).flatten();
    let cache: Option<Cache> = known.and_then(|bytes| serde_json::from_slice(&bytes).ok());
    cache.filter(|cache| cache.made_by == made_by()).unwrap_or_default()
}

/// This very program: another build may count differently.
fn made_by() -> String {
    let about = std::env::current_exe().and_then(std::fs::metadata);
    let changed = about.as_ref().ok().and_then(|about| about.modified().ok());
    let changed = changed.and_then(|at| at.duration_since(std::time::UNIX_EPOCH).ok()).map_or(0, |age| age.as_nanos());
    format!("{} {} {changed}", env!("CARGO_PKG_VERSION"), about.map_or(0, |about| about.len()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Clock;
    use crate::matches::Recording;
    use adjutant_engine::side::By;

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
        let few = all(&store, folder.path()).unwrap();
        assert!(!folder.path().join(CACHE).exists(), "one match is not worth a file");
        assert_eq!((few.len(), few[0].mission.as_ref().unwrap().as_str()), (1, "scorched-earth"));
        assert_eq!((few[0].status, few[0].round, few[0].winner), (Some(Status::Setup), None, None));
        (0..WORTH_KEEPING).for_each(|n| open(&mut store, &format!("m{n:02}")));
        let first = all(&store, folder.path()).unwrap();
        assert!(folder.path().join(CACHE).exists());
        assert_eq!(first, all(&store, folder.path()).unwrap());
        say(&mut store, "m07", serde_json::json!({"note": {"text": "more"}}));
        let grown = all(&store, folder.path()).unwrap();
        assert_eq!(grown.iter().find(|one| one.id == "m07").unwrap().records, 3);
        assert_eq!(grown.iter().filter(|one| one.records == 2).count(), WORTH_KEEPING);
        std::fs::write(folder.path().join(CACHE), b"{\"made_by\":").unwrap();
        assert_eq!(grown, all(&store, folder.path()).unwrap());
    }
}
