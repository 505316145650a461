//! What a published list leaves: files that anybody checks without this machine.

use std::path::{Path, PathBuf};

use adjutant_core::SigningKey;
use adjutant_core::chain::Hash;
use adjutant_core::ids::LeagueId;
use adjutant_league::list::List;
use adjutant_league::note::{self, Checkpoint};
use adjutant_league::{LeagueCommand, proof};
use adjutant_replay::Rulebook;
use adjutant_replay::audit::LogSource;
pub use adjutant_replay::leagues::Verdict;
use adjutant_replay::leagues::{Held, checked, read};

use super::recording::LeagueRecording;
use crate::audit::{Reader, gather};
use crate::error::{Error, LeagueError};
use crate::files;

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

/// Checks the lists in a folder against the logs behind some paths: everything is computed anew.
///
/// # Errors
/// A folder without a league's log or without a list, a log that breaks its chain, a pinned log that is not there.
pub fn check(rules: &Rulebook, folder: &Path, logs: &[PathBuf]) -> Result<Vec<(u32, Verdict)>, Error> {
    let path = folder.join(LOG);
    let log = read(&files::shown(&path), &files::read_log(&path)?)?;
    let mut reader = Reader::default();
    let found = gather(logs).sources.into_all();
    let held = Held::of(found.into_iter().filter_map(|found| Some(found.read(&mut reader).ok()?.into_bytes())));
    let mut verdicts = Vec::new();
    for shown in &log.state().lists {
        let path = folder.join(list_file(shown.publish.list));
        if !path.is_file() {
            continue;
        }
        let bytes = files::read_within(&path, 64 << 20)?;
        verdicts.push((shown.publish.list, checked(rules, &log, &held, shown, &bytes)?));
    }
    if verdicts.is_empty() {
        return Err(LeagueError::NothingToCheck { folder: files::shown(folder) }.into());
    }
    Ok(verdicts)
}

/// Keeps in the data folder where the pages of a league were written, so that they can be made again.
///
/// # Errors
/// A data folder that cannot be written.
pub fn remember(data: &Path, league: &LeagueId, folder: &Path) -> Result<(), Error> {
    let whole = std::path::absolute(folder).unwrap_or_else(|_| folder.to_path_buf());
    let path = pages_file(data, league);
    path.parent().map_or(Ok(()), files::make_folder)?;
    files::write(&path, whole.to_string_lossy().as_bytes())
}

/// Where the pages of a league were written last.
pub fn remembered(data: &Path, league: &LeagueId) -> Option<PathBuf> {
    std::fs::read_to_string(pages_file(data, league)).ok().map(PathBuf::from)
}

fn pages_file(data: &Path, league: &LeagueId) -> PathBuf {
    data.join("leagues").join(format!("{league}.pages"))
}
