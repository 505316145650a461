//! Logs out of an archive.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use adjutant_core::chain::{Hash, LOG_BYTES_MAX, Link};

use super::cell::Cell;
use super::error::ArchiveError;
use super::line;
use super::manifest::{self, Manifest, PartFiles, PartId};
use super::rows::Cursor;
use super::tables::{LOGS, ODD, RECORDS, TABLES};

/// An archive.
#[derive(Clone, Debug)]
pub struct Archive {
    /// Its folder.
    pub folder: PathBuf,
    /// What its `archive.json` says.
    pub manifest: Manifest,
}

/// A log of an archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// What it is called: a path with `/` between its parts.
    pub name: String,
    /// Its head; of an odd log, the SHA-256 of its bytes.
    pub head: Hash,
    /// How long it is.
    pub bytes: u64,
    /// Whether it is kept as it is.
    pub odd: bool,
    pub(super) part: PartId,
    /// Its first row in `records`, or its row in `odd`.
    pub(super) from: u64,
    /// How many rows of `records` it has.
    pub(super) records: u64,
}

impl Archive {
    /// Opens the archive of a folder.
    ///
    /// # Errors
    /// A folder that is not an archive.
    pub fn open(folder: &Path) -> Result<Archive, ArchiveError> {
        Ok(Archive { folder: folder.to_path_buf(), manifest: Manifest::read(folder)? })
    }

    /// Its logs, in the order in which they came.
    ///
    /// # Errors
    /// A file that cannot be read.
    pub fn entries(&self) -> Result<Vec<Entry>, ArchiveError> {
        let mut all = Vec::new();
        for part in &self.manifest.parts {
            all.extend(self.entries_of(part)?);
        }
        Ok(all)
    }

    /// The logs of a part.
    pub(super) fn entries_of(&self, part: &PartFiles) -> Result<Vec<Entry>, ArchiveError> {
        let path = manifest::file(&self.folder, TABLES[LOGS].name, part.id());
        guarded(&path, || {
            let mut logs = Cursor::open(&TABLES[LOGS], &path)?;
            let (mut records, mut odd) = (0, 0);
            (0..logs.rows())
                .map(|number| {
                    let row = logs.row(number)?;
                    let broken = || ArchiveError::broken(&path, format!("row {} describes no log", number + 1));
                    entry(&row, part.id(), &mut records, &mut odd).ok_or_else(broken)
                })
                .collect()
        })
    }
}

/// Reads a row of `logs`. The rows of the logs stand in `records` and `odd` one after the other.
fn entry(row: &[Cell], part: PartId, records: &mut u64, odd: &mut u64) -> Option<Entry> {
    let [head, _, name, _, _, own, bytes, is_odd, ..] = row else { return None };
    let number = |cell: &Cell| cell.as_int().and_then(|value| u64::try_from(value).ok());
    let own = number(own)?;
    let is_odd = *is_odd == Cell::Bool(true);
    let next = if is_odd { &mut *odd } else { &mut *records };
    let from = *next;
    *next = from.checked_add(if is_odd { 1 } else { own })?;
    Some(Entry {
        name: name.as_text()?.to_owned(),
        head: head.as_hash()?,
        bytes: number(bytes)?,
        odd: is_odd,
        part,
        from,
        records: own,
    })
}

/// Reads logs of archives; keeps the last rows that it decoded.
#[derive(Default)]
pub struct ArchiveReader {
    open: BTreeMap<(PathBuf, PartId, usize), Cursor>,
}

/// Files that are kept open at once.
const OPEN_MAX: usize = 4;

impl ArchiveReader {
    /// The bytes of a log, proven by its head.
    ///
    /// # Errors
    /// [`ArchiveError::Changed`] where the archive does not hold the log with that head, and whatever keeps a file from
    /// being read.
    pub fn read(&mut self, archive: &Archive, entry: &Entry) -> Result<Vec<u8>, ArchiveError> {
        let table = if entry.odd { ODD } else { RECORDS };
        let path = manifest::file(&archive.folder, TABLES[table].name, entry.part);
        let log = guarded(&path, || {
            let cursor = self.cursor(archive, entry.part, table)?;
            if entry.odd { odd(cursor, entry) } else { rebuilt(cursor, entry) }
        });
        if log.is_err() {
            self.open.clear();
        }
        log
    }

    /// The rows of a table of a part.
    pub(super) fn cursor(
        &mut self,
        archive: &Archive,
        part: PartId,
        table: usize,
    ) -> Result<&mut Cursor, ArchiveError> {
        let key = (archive.folder.clone(), part, table);
        if !self.open.contains_key(&key) && self.open.len() >= OPEN_MAX {
            self.open.clear();
        }
        match self.open.entry(key) {
            std::collections::btree_map::Entry::Occupied(there) => Ok(there.into_mut()),
            std::collections::btree_map::Entry::Vacant(free) => {
                let path = manifest::file(&archive.folder, TABLES[table].name, part);
                Ok(free.insert(Cursor::open(&TABLES[table], &path)?))
            }
        }
    }
}

/// The reader of Parquet is not ours: should it break off over a file from outside, that is an error like any other.
pub(super) fn guarded<T>(path: &Path, work: impl FnOnce() -> Result<T, ArchiveError>) -> Result<T, ArchiveError> {
    catch_unwind(AssertUnwindSafe(work))
        .unwrap_or_else(|_| Err(ArchiveError::broken(path, "it cannot be read as Parquet")))
}

fn odd(cursor: &mut Cursor, entry: &Entry) -> Result<Vec<u8>, ArchiveError> {
    let mut row = cursor.row(entry.from)?;
    match row.pop() {
        Some(Cell::Bytes(log)) if Hash::of(&log) == entry.head => Ok(log),
        _ => Err(changed(entry, "its bytes in `odd` are not those that the archive took in")),
    }
}

fn rebuilt(cursor: &mut Cursor, entry: &Entry) -> Result<Vec<u8>, ArchiveError> {
    let mut log = Vec::new();
    let mut previous = Link::START;
    for number in 0..entry.records {
        let row = cursor.row(entry.from.saturating_add(number))?;
        let record = line::join(&row[1..], previous).filter(|(_, link)| link.seq == previous.seq + 1);
        let of_log = row.first().and_then(Cell::as_hash) == Some(entry.head);
        let Some((line, link)) = record.filter(|_| of_log) else {
            return Err(changed(
                entry,
                &format!("row {} of `records` is not record {} of it", entry.from + number + 1, number + 1),
            ));
        };
        log.extend_from_slice(&line);
        log.push(b'\n');
        if log.len() > LOG_BYTES_MAX {
            return Err(changed(entry, "it comes to more bytes than a log may have"));
        }
        previous = link;
    }
    if previous.hash != entry.head {
        let what =
            format!("its records come to the head {}, not to {}: a value was changed", previous.hash, entry.head);
        return Err(changed(entry, &what));
    }
    Ok(log)
}

fn changed(entry: &Entry, what: &str) -> ArchiveError {
    ArchiveError::Changed(format!("{}: {what}", adjutant_core::visible::excerpt(&entry.name)))
}

/// The logs of an archive by their names.
#[derive(Debug)]
pub struct Index {
    /// The archive.
    pub archive: Archive,
    by_name: BTreeMap<String, Entry>,
}

impl Index {
    /// An index, and the logs in their order.
    pub fn of(folder: &Path) -> Result<(Arc<Index>, Vec<Entry>), ArchiveError> {
        let archive = Archive::open(folder)?;
        let entries = archive.entries()?;
        let by_name = entries.iter().map(|entry| (entry.name.clone(), entry.clone())).collect();
        Ok((Arc::new(Index { archive, by_name }), entries))
    }

    /// The log of a match that lay in the folder of a tournament's log.
    pub fn beside(&self, entry: &Entry, id: &str) -> Option<&Entry> {
        let folder = entry.name.rsplit_once('/').map_or(String::new(), |(folder, _)| format!("{folder}/"));
        self.by_name.get(&format!("{folder}{id}.jsonl"))
    }
}
