//! `archive.json`: which files belong to an archive, and the root over all heads.

use std::io::Read;
use std::path::{Path, PathBuf};

use adjutant_core::chain::Hash;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::error::ArchiveError;
use crate::files;

/// The name of the file.
pub(crate) const NAME: &str = "archive.json";
/// What the file says it is.
const FORMAT: &str = "adjutant-archive-1";
const BYTES_MAX: usize = 64 << 20;

/// What `archive.json` says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// Always `adjutant-archive-1`.
    pub format: String,
    /// The version of the program that wrote last.
    pub adjutant: String,
    /// How many logs there are.
    pub logs: u64,
    /// How many records, those of odd logs left out.
    pub records: u64,
    /// SHA-256 over the heads of all logs, 32 bytes each, in order; an odd log stands there with the SHA-256 of its bytes.
    pub root: Hash,
    /// The files, part by part.
    pub parts: Vec<PartFiles>,
}

/// The files of one part of an archive: a table each, about the same logs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PartFiles {
    /// Its number, from 1.
    pub part: u32,
    /// The year in which its logs begin, UTC; none where they tell no sensible year.
    pub season: Option<i32>,
    /// Its files, in the order of the tables.
    pub files: Vec<PartFile>,
}

/// A file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PartFile {
    /// The table.
    pub table: String,
    /// How many rows it has.
    pub rows: u64,
    /// SHA-256 of the file.
    pub sha256: Hash,
}

impl Manifest {
    /// An archive without logs.
    pub fn empty() -> Manifest {
        Manifest {
            format: FORMAT.to_owned(),
            adjutant: env!("CARGO_PKG_VERSION").to_owned(),
            logs: 0,
            records: 0,
            root: root(std::iter::empty()),
            parts: Vec::new(),
        }
    }

    /// Reads the file of a folder.
    ///
    /// # Errors
    /// A file that is not there, or that describes no archive.
    pub fn read(folder: &Path) -> Result<Manifest, ArchiveError> {
        let path = folder.join(NAME);
        let bytes = files::read_within(&path, BYTES_MAX)?;
        let manifest: Manifest = serde_json::from_slice(&bytes)
            .map_err(|error| ArchiveError::broken(&path, format!("not an archive: {error}")))?;
        if manifest.format != FORMAT {
            return Err(ArchiveError::broken(&path, "it describes an archive of another form; use a newer program"));
        }
        Ok(manifest)
    }

    /// Writes the file of a folder.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn write(&self, folder: &Path) -> Result<(), ArchiveError> {
        let path = folder.join(NAME);
        let mut text = serde_json::to_vec_pretty(self).map_err(|error| ArchiveError::broken(&path, error))?;
        text.push(b'\n');
        Ok(files::write(&path, &text)?)
    }
}

/// The root over names of logs that come in order.
pub(super) fn root<'a>(heads: impl Iterator<Item = &'a Hash>) -> Hash {
    let mut all = Sha256::new();
    heads.for_each(|head| all.update(head.as_bytes()));
    Hash::of_bytes(all.finalize().into())
}

/// Which part: its number, and the season that names its folders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct PartId {
    pub number: u32,
    pub season: Option<i32>,
}

impl PartFiles {
    pub(super) fn id(&self) -> PartId {
        PartId { number: self.part, season: self.season }
    }
}

/// Where the file of a table is. Engines read the name of the folder as a column `season`, the one of a part without a
/// season as null.
pub(super) fn file(folder: &Path, table: &str, part: PartId) -> PathBuf {
    let season = part.season.map_or_else(|| "__HIVE_DEFAULT_PARTITION__".to_owned(), |season| season.to_string());
    folder.join(table).join(format!("season={season}")).join(format!("part-{:05}.parquet", part.number))
}

/// The SHA-256 of a file.
pub(super) fn sha256(path: &Path) -> Result<Hash, ArchiveError> {
    let mut sum = Sha256::new();
    let mut buffer = vec![0; 1 << 16];
    let mut file = std::fs::File::open(path).map_err(|error| ArchiveError::file(path, error))?;
    loop {
        match file.read(&mut buffer).map_err(|error| ArchiveError::file(path, error))? {
            0 => return Ok(Hash::of_bytes(sum.finalize().into())),
            read => sum.update(&buffer[..read]),
        }
    }
}
