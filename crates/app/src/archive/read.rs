//! Logs out of an archive.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use adjutant_core::chain::{Hash, LOG_BYTES_MAX, Link};
use adjutant_replay::audit::Kept;

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

    /// How many rows were decoded by the cursors that are open.
    #[cfg(test)]
    pub(super) fn decoded(&self) -> u64 {
        self.open.values().map(|cursor| cursor.decoded).sum()
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
    let of_log = row.first().and_then(Cell::as_hash) == Some(entry.head);
    match row.pop() {
        Some(Cell::Bytes(log)) if of_log && Hash::of(&log) == entry.head => Ok(log),
        _ => Err(changed(entry, "its bytes in `odd` are not those that the archive took in")),
    }
}

fn rebuilt(cursor: &mut Cursor, entry: &Entry) -> Result<Vec<u8>, ArchiveError> {
    let mut log = Vec::new();
    let mut previous = Link::START;
    if entry.from < cursor.rows() {
        cursor.decode(entry.from, entry.records)?;
    }
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

/// The logs of an archive, each by its number. Of a log it keeps where its records stand; everything else is read when it
/// is asked for.
pub struct Index {
    /// The archive.
    pub archive: Archive,
    /// Of each part the number of its first log, and how many records stand before it.
    parts: Vec<(usize, u64)>,
    /// Where the rows of each log begin: so many records stand before it, of an odd one so many odd ones of its part.
    before: Vec<u64>,
    records: u64,
    /// The first log of the origin of each log: made for who cuts the archive into parts.
    firsts: OnceLock<Vec<u32>>,
    /// By the first bytes of the hash of its name.
    by_name: OnceLock<BTreeMap<u64, u32>>,
    /// What reads the table `logs`.
    reader: Mutex<ArchiveReader>,
}

impl std::fmt::Debug for Index {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Index").field(&self.archive.folder).finish()
    }
}

/// What an archive says of a log.
struct Told {
    row: Vec<Cell>,
    part: PartId,
    from: u64,
}

impl Told {
    fn entry(&self) -> Option<Entry> {
        let entry = entry(&self.row, self.part, &mut 0, &mut 0)?;
        Some(Entry { from: self.from, ..entry })
    }

    /// The origin, where the log is not odd.
    fn origin(&self) -> Option<Hash> {
        let [_, origin, _, _, _, _, _, odd, ..] = &self.row[..] else { return None };
        origin.as_hash().filter(|_| *odd != Cell::Bool(true))
    }
}

impl Index {
    /// Reads where the logs of an archive stand.
    ///
    /// # Errors
    /// A folder that is no archive, a file that cannot be read.
    pub fn of(folder: &Path) -> Result<Arc<Index>, ArchiveError> {
        let archive = Archive::open(folder)?;
        let (mut parts, mut before, mut records) = (Vec::new(), Vec::new(), 0);
        for part in &archive.manifest.parts {
            let start = records;
            parts.push((before.len(), start));
            for entry in archive.entries_of(part)? {
                before.push(start + entry.from);
                records += if entry.odd { 0 } else { entry.records };
            }
        }
        let (firsts, by_name, reader) = (OnceLock::new(), OnceLock::new(), Mutex::default());
        Ok(Arc::new(Index { archive, parts, before, records, firsts, by_name, reader }))
    }

    /// How many logs there are.
    pub fn logs(&self) -> usize {
        self.before.len()
    }

    fn told(&self, at: usize) -> Option<Told> {
        let place = self.parts.partition_point(|(first, _)| *first <= at).checked_sub(1)?;
        let (first, records) = self.parts[place];
        let part = self.archive.manifest.parts.get(place)?.id();
        let path = manifest::file(&self.archive.folder, TABLES[LOGS].name, part);
        let mut reader = self.reader.lock().unwrap_or_else(PoisonError::into_inner);
        let row = guarded(&path, || reader.cursor(&self.archive, part, LOGS)?.row((at - first) as u64)).ok()?;
        Some(Told { row, part, from: self.before.get(at)? - records })
    }

    /// A log; none where the table cannot be read any more.
    pub fn entry(&self, at: usize) -> Option<Entry> {
        self.told(at)?.entry()
    }

    /// Whether the archive says of a log the origin and the id that it has: by those it is cut into parts.
    pub fn agrees(&self, at: usize, origin: Option<Hash>, id: Option<&str>) -> bool {
        let Some(told) = self.told(at) else { return true };
        let is_match = told.row.get(3).and_then(Cell::as_text) == Some("match");
        let own = told.row.get(4).and_then(Cell::as_text).filter(|_| is_match);
        told.origin().is_none_or(|own| Some(own) == origin) && (!is_match || own == id)
    }

    /// What is kept of how a log begins; nothing of an odd one, which may be anything.
    pub fn kept(&self, at: usize) -> Option<Kept> {
        let told = self.told(at)?;
        let firsts = self.firsts.get_or_init(|| {
            let mut known = BTreeMap::new();
            let mut first = |at: usize| {
                let number = u32::try_from(at).ok()?;
                Some(*known.entry(short(self.told(at)?.origin()?)).or_insert(number))
            };
            (0..self.logs()).map(|at| first(at).unwrap_or(0)).collect()
        });
        let first = usize::try_from(*firsts.get(at)?).unwrap_or(usize::MAX);
        let kind = told.row.get(3).and_then(Cell::as_text);
        let id = told.row.get(4).and_then(Cell::as_text).filter(|_| kind == Some("match")).map(str::to_owned);
        let share = (*self.before.get(first)?, self.records);
        Some(Kept { origin: told.origin()?, id, event: kind == Some("event"), share })
    }

    /// The log of a match that lay in the folder of a tournament's log.
    pub fn beside(&self, at: usize, id: &str) -> Option<Entry> {
        let own = self.entry(at)?.name;
        let folder = own.rsplit_once('/').map_or(String::new(), |(folder, _)| format!("{folder}/"));
        let wanted = format!("{folder}{id}.jsonl");
        let number = |name: &str| short(Hash::of(name.as_bytes()));
        let by_name = self.by_name.get_or_init(|| {
            let named = |at: u32| Some((number(self.told(at as usize)?.row.get(2)?.as_text()?), at));
            (0..u32::try_from(self.logs()).unwrap_or(u32::MAX)).filter_map(named).collect()
        });
        self.entry(*by_name.get(&number(&wanted))? as usize).filter(|found| found.name == wanted)
    }
}

/// The first bytes of a hash.
fn short(hash: Hash) -> u64 {
    hash.as_bytes()[..8].iter().fold(0, |number, byte| number << 8 | u64::from(*byte))
}
