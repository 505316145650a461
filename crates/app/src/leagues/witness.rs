//! Puts another club's word under a checkpoint: that the tree of logs holds all that it held when it was seen last.

use std::path::{Path, PathBuf};

use adjutant_core::chain::Hash;
use adjutant_core::{SigningKey, Timestamp};
use adjutant_league::note::{Checkpoint, grew};

use super::published::LEAVES;
use crate::clock::Clock;
use crate::error::{ClockError, Error, LeagueError};
use crate::files;

/// What is longer is no checkpoint and no list of leaves.
const BYTES_MAX: usize = 64 << 20;

/// What was cosigned.
#[derive(Debug)]
pub struct Cosigned {
    /// The line by which the tree is known.
    pub origin: String,
    /// How many leaves it has.
    pub size: u64,
    /// How many it had when it was seen last; nothing for the first time.
    pub before: Option<u64>,
}

/// Cosigns the checkpoint in a file, with the leaves beside it, under a name. `data` keeps the last one of each tree.
///
/// # Errors
/// A file that is no checkpoint, leaves that are not its tree, a tree that lost what it held, files that cannot be written.
pub fn cosign(data: &Path, file: &Path, name: &str, key: &SigningKey, clock: Clock) -> Result<Cosigned, Error> {
    let now = read(file)?;
    let leaves = leaves(&file.with_file_name(LEAVES))?;
    let kept = kept(data, &now.origin);
    let before = if kept.is_file() { Some(read(&kept)?) } else { None };
    let lost = |before: &Checkpoint| !grew(before, &now, &leaves);
    if !grew(&now, &now, &leaves) || before.as_ref().is_some_and(lost) {
        let before = before.map_or(0, |before| before.size);
        return Err(LeagueError::NotTheTree { file: files::shown(file), size: now.size, before }.into());
    }
    let place = || files::shown(file);
    let start = Timestamp::of_unix(0).map_or(0, Timestamp::seconds);
    let time = clock.now().and_then(|time| u64::try_from(time.seconds() - start).ok());
    let time = time.ok_or_else(|| Error::from(ClockError::Unset { place: place() }))?;
    let (origin, size) = (now.origin.clone(), now.size);
    let text = now.cosigned(name, key, time).text();
    files::write(file, text.as_bytes())?;
    let folder = kept.parent().unwrap_or(data);
    std::fs::create_dir_all(folder).map_err(|error| Error::file(folder, error))?;
    files::write(&kept, text.as_bytes())?;
    Ok(Cosigned { origin, size, before: before.map(|before| before.size) })
}

fn kept(data: &Path, origin: &str) -> PathBuf {
    data.join("witness").join(format!("{}.checkpoint", Hash::of(origin.as_bytes())))
}

fn text(path: &Path) -> Result<String, Error> {
    let bytes = files::read_within(path, BYTES_MAX)?;
    String::from_utf8(bytes).map_err(|_| LeagueError::NoCheckpoint { file: files::shown(path) }.into())
}

fn read(path: &Path) -> Result<Checkpoint, Error> {
    let no_checkpoint = || LeagueError::NoCheckpoint { file: files::shown(path) }.into();
    Checkpoint::read(&text(path)?).ok_or_else(no_checkpoint)
}

fn leaves(path: &Path) -> Result<Vec<Hash>, Error> {
    let no_leaves = || LeagueError::NoCheckpoint { file: files::shown(path) }.into();
    text(path)?.lines().map(|line| Hash::parse(line).ok_or_else(no_leaves)).collect()
}
