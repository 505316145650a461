//! What a published list leaves: files that anybody checks without this machine.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use adjutant_core::SigningKey;
use adjutant_core::chain::Hash;
use adjutant_league::list::{List, ListRow};
use adjutant_league::note::{self, Checkpoint};
use adjutant_league::season::{carried, season};
use adjutant_league::source::{origin, up_to};
use adjutant_league::{LeagueCommand, LeagueLog, Library, proof};
use adjutant_replay::audit::{LogSource, is_league};
use adjutant_replay::leagues::{read, source};

use super::recording::LeagueRecording;
use crate::audit::{Reader, gather};
use crate::error::{Error, LeagueError};
use crate::files;
use crate::packs::rulebook;

/// The league's own log among the files of a list.
pub const LOG: &str = "league.jsonl";
/// The hashes of all leaves, one a line.
pub const LEAVES: &str = "leaves";

/// The root of the tree as a signed note.
pub const CHECKPOINT: &str = "checkpoint";

/// The name of a list's file.
///
/// ```
/// assert_eq!(adjutant_app::leagues::list_file(7), "list-0007.json");
/// ```
pub fn list_file(number: u32) -> String {
    format!("list-{number:04}.json")
}

impl LeagueRecording {
    /// Shows the list that is due: records its hash. A list that says what the last one said is that one again.
    ///
    /// # Errors
    /// A pinned log that is not here, or the refusal of the rules.
    pub fn publish(&mut self) -> Result<List, Error> {
        let season = self.season(None)?;
        if let Some(shown) = self.state().lists.last() {
            let again = List::of(self.state(), &season, shown.publish.list, None);
            if again.hash() == shown.publish.hash {
                return Ok(again);
            }
        }
        let list = self.list(&season, None);
        let (logs, root) = self.log().tree();
        let publish = adjutant_league::command::Publish { list: list.list, hash: list.hash(), logs, root };
        self.take(LeagueCommand::Publish(Box::new(publish)))?;
        Ok(list)
    }

    /// The files of a list, as it was when it was shown: the list, the league's log, the leaves of the tree.
    pub fn files(&self, list: &List) -> Vec<(PathBuf, Vec<u8>)> {
        let leaves: String = self.log().leaves().iter().map(|leaf| format!("{leaf}\n")).collect();
        let mut bytes = list.bytes();
        bytes.push(b'\n');
        vec![
            (list_file(list.list).into(), bytes),
            (LOG.into(), self.log().to_bytes()),
            (LEAVES.into(), leaves.into_bytes()),
        ]
    }
}

impl LeagueRecording {
    /// The checkpoint of the tree over all pinned logs, signed, and for each pinned log a proof that it is in the tree.
    pub fn notes(&self, key: &SigningKey) -> Vec<(PathBuf, Vec<u8>)> {
        let leaves = self.log().leaves();
        let league = self.state().origin.unwrap_or_else(|| Hash::of(b""));
        let checkpoint = Checkpoint::of(league, leaves).signed(key);
        let proof = |(origin, pinned): (&Hash, &adjutant_league::Pinned)| {
            let leaf = proof::leaf(*origin, pinned.pin.head);
            let at = leaves.iter().rposition(|known| *known == leaf)?;
            let text = note::proof_text(&checkpoint, leaves, at)?;
            Some((PathBuf::from("proofs").join(format!("{origin}.tlog-proof")), text.into_bytes()))
        };
        let proofs = self.state().pins.iter().filter_map(proof);
        std::iter::once((CHECKPOINT.into(), checkpoint.text().into_bytes())).chain(proofs).collect()
    }
}

/// What became of checking a list.
#[derive(Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It follows from the logs.
    Good {
        /// How many logs it rests on.
        logs: usize,
    },
    /// It does not.
    Differs {
        /// The first line that differs, in a sentence.
        first: String,
    },
}

/// Checks the lists in a folder against the logs behind some paths: everything is computed anew.
///
/// # Errors
/// A folder without a league's log or without a list, a log that breaks its chain, a pinned log that is not there.
pub fn check(folder: &Path, logs: &[PathBuf]) -> Result<Vec<(u32, Verdict)>, Error> {
    let path = folder.join(LOG);
    let log = read(&files::shown(&path), &files::read_log(&path)?)?;
    let held = Held::of(logs)?;
    let mut verdicts = Vec::new();
    for shown in &log.state().lists {
        let path = folder.join(list_file(shown.publish.list));
        if !path.is_file() {
            continue;
        }
        let bytes = files::read_within(&path, 64 << 20)?;
        verdicts.push((shown.publish.list, checked(&log, &held, shown, &bytes)?));
    }
    if verdicts.is_empty() {
        return Err(LeagueError::NothingToCheck { folder: files::shown(folder) }.into());
    }
    Ok(verdicts)
}

/// Logs at hand by their first record.
struct Held {
    logs: BTreeMap<Hash, Vec<u8>>,
}

impl Held {
    fn of(paths: &[PathBuf]) -> Result<Held, Error> {
        let mut reader = Reader::default();
        let mut logs: BTreeMap<Hash, Vec<u8>> = BTreeMap::new();
        for found in gather(paths).sources.into_all() {
            let Ok(log) = found.read(&mut reader) else { continue };
            let bytes = log.into_bytes();
            // Of two copies the longer one holds the other, or what is pinned says which is missing.
            let Some(origin) = origin(&bytes) else { continue };
            let longer = logs.get(&origin).is_none_or(|known| known.len() < bytes.len());
            if longer {
                logs.insert(origin, bytes);
            }
        }
        Ok(Held { logs })
    }

    /// What a league's pins mean, and the first pinned log that is changed or not here.
    fn library(&self, log: &LeagueLog) -> Result<Result<Library, String>, Error> {
        let mut library = Library::default();
        for (origin, pinned) in log.state().counted() {
            let head = pinned.pin.head;
            let named = || origin.to_string();
            let Some(bytes) = self.logs.get(origin) else {
                return Ok(Err(format!("the pinned log {} is not among the logs", named())));
            };
            let Some(part) = up_to(bytes, Some(head)) else {
                return Ok(Err(format!("the log {} does not hold the pinned record {head}: it was changed", named())));
            };
            match source(&rulebook(), &named(), part) {
                Ok(source) if source.head() == Some(head) && source.origin() == Some(*origin) => library.add(source),
                Ok(_) => return Ok(Err(format!("the log {} was changed: its chain does not lead to {head}", named()))),
                Err(error) => {
                    return Ok(Err(format!("the log {} was changed: {}", named(), Error::from(error).sentence())));
                }
            }
        }
        if let Some(create) = &log.state().create
            && let Some(after) = &create.after
        {
            let earlier = self.logs.get(&after.origin).filter(|bytes| is_league(bytes));
            let earlier = earlier.and_then(|bytes| up_to(bytes, Some(after.head)));
            let Some(bytes) = earlier else {
                return Ok(Err(format!("the log of the season before, {}, is not among the logs", after.origin)));
            };
            let before = read("the season before", bytes)?;
            let held = match self.library(&before)? {
                Ok(held) => held,
                Err(why) => return Ok(Err(why)),
            };
            let Some(rules) = before.state().create.clone() else { return Ok(Ok(library)) };
            if let Ok(season) = season(before.state(), &held, None) {
                library.before = Some(carried(&season, &rules.rating.system(), create.from));
            }
        }
        Ok(Ok(library))
    }
}

fn checked(log: &LeagueLog, held: &Held, shown: &adjutant_league::Shown, bytes: &[u8]) -> Result<Verdict, Error> {
    let differs = |first: String| Ok(Verdict::Differs { first });
    let before = usize::try_from(shown.seq).ok().and_then(|seq| log.records().get(seq.checked_sub(2)?));
    let Some(then) = before.and_then(|record| log.up_to(record.hash)) else {
        return differs(format!("record {} shows a list of a league that has no record before it", shown.seq));
    };
    let (logs, root) = (then.leaves().len() as u64, proof::root(then.leaves()));
    if (shown.publish.logs, shown.publish.root) != (logs, root) {
        return differs(format!("record {} names another tree of logs than the chain holds", shown.seq));
    }
    let library = match held.library(&then)? {
        Ok(library) => library,
        Err(why) => return differs(why),
    };
    let season = match season(then.state(), &library, None) {
        Ok(season) => season,
        Err(missing) => return differs(format!("{} pinned logs are not among the logs", missing.len())),
    };
    let due = List::of(then.state(), &season, shown.publish.list, None);
    let text = bytes.strip_suffix(b"\n").unwrap_or(bytes);
    if Hash::of(text) != shown.publish.hash {
        return differs(match serde_json::from_slice::<List>(text) {
            Ok(found) => {
                first_difference(&found, &due).unwrap_or_else(|| "the file is not in canonical form".to_owned())
            }
            Err(error) => format!("the file is no list: {error}"),
        });
    }
    if due.hash() == shown.publish.hash {
        return Ok(Verdict::Good { logs: library_size(&then) });
    }
    let found: Option<List> = serde_json::from_slice(text).ok();
    let first = found.and_then(|found| first_difference(&found, &due));
    differs(first.unwrap_or_else(|| "another list follows from the logs".to_owned()))
}

fn library_size(log: &LeagueLog) -> usize {
    log.state().counted().count()
}

/// The first line of a list that is another one in the list that is due.
fn first_difference(found: &List, due: &List) -> Option<String> {
    if (found.league, found.list, &found.logs) != (due.league, due.list, &due.logs) {
        return Some("it rests on other logs than those that are pinned".to_owned());
    }
    let rows = found.members.len().max(due.members.len());
    let line = |row: Option<&ListRow>| {
        let rated = |row: &ListRow| row.rating.as_ref().map_or("–".to_owned(), |rating| rating.value.to_string());
        row.map_or_else(
            || "nobody".to_owned(),
            |row| {
                format!("{}: {} points, rating {} (hundredths), games {:?}", row.id, row.points, rated(row), row.record)
            },
        )
    };
    let other = (0..rows).find(|at| found.members.get(*at) != due.members.get(*at));
    other
        .map(|at| {
            let (found, due) = (line(found.members.get(at)), line(due.members.get(at)));
            format!("line {}: it says {found}; {due} follows from the logs", at + 1)
        })
        .or_else(|| (found != due).then(|| "its counts or its calibration are others".to_owned()))
}
