//! Everything in an archive computed again and compared with what it says.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use adjutant_core::chain::Hash;
use adjutant_core::visible::excerpt;
use adjutant_replay::Rulebook;

use super::add::{Prepared, stays};
use super::cell::Cell;
use super::error::ArchiveError;
use super::manifest::{self, Manifest, PartFiles};
use super::read::{Archive, ArchiveReader, Entry, guarded};
use super::rows::Cursor;
use super::tables::{LOGS, Row, TABLES};
use crate::audit::{Taker, in_order};
use crate::files;

/// What a check found.
#[derive(Debug)]
pub struct Checked {
    /// What the archive says of itself.
    pub manifest: Manifest,
    /// How many logs came out with their heads.
    pub logs: u64,
    /// How many of those are kept as they are.
    pub odd: u64,
    /// Logs that were not compared, because what they were recorded under is not here: in words, and how many.
    pub left: BTreeMap<String, u64>,
    /// Everything that is wrong, as sentences.
    pub faults: Vec<String>,
}

/// Checks an archive: that its files are those that `archive.json` names, that every log comes out with its head, that
/// the tables are what the logs come to, and that the root is that of the heads. Goes on after a fault.
///
/// `step` is told after every log.
///
/// # Errors
/// A folder that is not an archive.
pub fn check(rules: &Rulebook, folder: &Path, jobs: usize, step: &mut dyn FnMut()) -> Result<Checked, ArchiveError> {
    let archive = Archive::open(folder)?;
    let mut checked =
        Checked { manifest: archive.manifest.clone(), logs: 0, odd: 0, left: BTreeMap::new(), faults: Vec::new() };
    let (mut heads, mut names) = (BTreeSet::new(), BTreeSet::new());
    let mut records = 0;
    for part in &archive.manifest.parts {
        checked.files(folder, part);
        let entries = match archive.entries_of(part) {
            Ok(entries) => entries,
            Err(error) => {
                checked.fault(error);
                continue;
            }
        };
        for entry in &entries {
            records += if entry.odd { 0 } else { entry.records };
            if !heads.insert(entry.head) {
                checked.fault(format!("{} is in the archive twice", excerpt(&entry.name)));
            }
            if stays(&entry.name).is_none() || !names.insert(entry.name.to_lowercase()) {
                checked.fault(format!("the name {} is no path of its own in a folder", excerpt(&entry.name)));
            }
        }
        checked.part(rules, &archive, part, entries, jobs, step)?;
    }
    let manifest = &archive.manifest;
    let (logs, root) = (heads.len() as u64, manifest::root(heads.iter()));
    if manifest.logs != logs || manifest.records != records {
        let (said, saying) = (manifest.logs, manifest.records);
        checked.fault(format!("archive.json says {said} logs and {saying} records; there are {logs} and {records}"));
    }
    if manifest.root != root {
        checked.fault(format!("archive.json says that the root is {}; the heads give {root}", manifest.root));
    }
    Ok(checked)
}

impl Checked {
    fn fault(&mut self, what: impl std::fmt::Display) {
        self.faults.push(what.to_string());
    }

    fn files(&mut self, folder: &Path, part: &PartFiles) {
        for file in &part.files {
            let Some(table) = TABLES.iter().find(|table| table.name == file.table) else {
                self.fault(format!("archive.json names a table {} that no archive has", excerpt(&file.table)));
                continue;
            };
            let path = manifest::file(folder, table.name, part.id());
            match manifest::sha256(&path) {
                Ok(sum) if sum == file.sha256 => {}
                Ok(_) => self.fault(format!("{} is not the file that archive.json names", files::shown(&path))),
                Err(error) => self.fault(error),
            }
            match guarded(&path, || Cursor::open(table, &path).map(|cursor| cursor.rows())) {
                Ok(rows) if rows == file.rows => {}
                Ok(rows) => {
                    let path = files::shown(&path);
                    self.fault(format!("{path} has {rows} rows; archive.json says {}", file.rows));
                }
                // The sum has told already; why a file cannot be read stands with the logs that need it.
                Err(_) => {}
            }
        }
    }

    /// Every log of a part, and the rows about it.
    fn part(
        &mut self,
        rules: &Rulebook,
        archive: &Archive,
        part: &PartFiles,
        entries: Vec<Entry>,
        jobs: usize,
        step: &mut dyn FnMut(),
    ) -> Result<(), ArchiveError> {
        let mut tables = Tables::open(archive, part);
        let worker = || {
            let (rules, archive, mut reader) = (rules.clone(), archive.clone(), ArchiveReader::default());
            move |entry: Entry| {
                let prepared = reader.read(&archive, &entry).map(|log| Box::new(Prepared::of(&rules, log)));
                (entry, prepared)
            }
        };
        let mut taker = Comparing { checked: self, tables: &mut tables, season: part.season, step };
        in_order(entries.into_iter(), jobs, worker, &mut taker)?;
        tables.end(self);
        Ok(())
    }
}

/// The files of a part, each at the row that is due.
struct Tables {
    cursors: Vec<Option<(Cursor, u64)>>,
    /// A table that was found wrong is not compared any further: its rows are shifted.
    wrong: BTreeSet<usize>,
    /// What keeps files from being read, and how many logs it keeps from being checked.
    unread: BTreeMap<String, u64>,
}

impl Tables {
    fn open(archive: &Archive, part: &PartFiles) -> Tables {
        let (mut wrong, mut unread) = (BTreeSet::new(), BTreeMap::new());
        let mut cursors = Vec::new();
        for (index, table) in TABLES.iter().enumerate() {
            let named = part.files.iter().any(|file| file.table == table.name);
            let path = manifest::file(&archive.folder, table.name, part.id());
            let cursor = named.then(|| guarded(&path, || Cursor::open(table, &path)));
            cursors.push(match cursor {
                None => None,
                Some(Ok(cursor)) => Some((cursor, 0)),
                Some(Err(error)) => {
                    unread.insert(error.to_string(), 0);
                    wrong.insert(index);
                    None
                }
            });
        }
        Tables { cursors, wrong, unread }
    }

    fn compare(&mut self, name: &str, rows: Vec<Row>, checked: &mut Checked) {
        for (table, wanted) in rows {
            if self.wrong.contains(&table) {
                continue;
            }
            let own = TABLES[table].name;
            let Some((cursor, next)) = &mut self.cursors[table] else {
                checked.fault(format!("{name}: its rows of `{own}` are missing"));
                self.wrong.insert(table);
                continue;
            };
            let found = guarded(Path::new(own), || cursor.row(*next));
            let number = *next + 1;
            *next += 1;
            match found {
                Ok(found) if found == wanted => {}
                Ok(found) => {
                    let column = found.iter().zip(&wanted).position(|(found, wanted)| found != wanted).unwrap_or(0);
                    let (column, said) =
                        (TABLES[table].columns[column].0, (shown(&found[column]), shown(&wanted[column])));
                    checked.fault(format!(
                        "{name}: row {number} of `{own}` says {column} {}; its log comes to {}",
                        said.0, said.1
                    ));
                    self.wrong.insert(table);
                }
                Err(error) => {
                    checked.fault(format!("{name}: row {number} of `{own}`: {error}"));
                    self.wrong.insert(table);
                }
            }
        }
    }

    /// Passes over the rows about a log: what they should be nobody here can say.
    fn pass(&mut self, head: Hash) {
        for (cursor, next) in self.cursors.iter_mut().flatten() {
            let mut about =
                |row: u64| cursor.row(row).is_ok_and(|row| row.first().and_then(Cell::as_hash) == Some(head));
            while guarded(Path::new("its tables"), || Ok(about(*next))).unwrap_or(false) {
                *next += 1;
            }
        }
    }

    /// What could not be read; and no table has rows about no log.
    fn end(self, checked: &mut Checked) {
        for (error, logs) in self.unread {
            checked.fault(match logs {
                0 => error,
                1 => format!("{error}; a log cannot be checked"),
                logs => format!("{error}; {logs} logs cannot be checked"),
            });
        }
        for (index, cursor) in self.cursors.into_iter().enumerate() {
            if let Some((cursor, next)) = cursor.filter(|_| !self.wrong.contains(&index))
                && cursor.rows() > next
            {
                checked.fault(format!("`{}` has {} rows about no log", TABLES[index].name, cursor.rows() - next));
            }
        }
    }
}

fn shown(cell: &Cell) -> String {
    match cell {
        Cell::Null => "nothing".to_owned(),
        Cell::Bool(value) => value.to_string(),
        Cell::Int(value) => value.to_string(),
        Cell::Bytes(_) => match (cell.as_text(), cell.as_hash()) {
            (_, Some(hash)) => hash.to_string(),
            (Some(text), None) => format!("\"{}\"", excerpt(text)),
            (None, None) => "other bytes".to_owned(),
        },
    }
}

struct Comparing<'a> {
    checked: &'a mut Checked,
    tables: &'a mut Tables,
    season: Option<i32>,
    step: &'a mut dyn FnMut(),
}

impl Taker<(Entry, Result<Box<Prepared>, ArchiveError>), ArchiveError> for Comparing<'_> {
    fn take(&mut self, (entry, prepared): (Entry, Result<Box<Prepared>, ArchiveError>)) -> Result<(), ArchiveError> {
        (self.step)();
        let name = excerpt(&entry.name).into_owned();
        let prepared = match prepared {
            Ok(prepared) => prepared,
            Err(error) => {
                match error {
                    ArchiveError::Changed(_) => self.checked.fault(error),
                    unreadable => *self.tables.unread.entry(unreadable.to_string()).or_default() += 1,
                }
                // How many rows it should have in the other tables is not known: they are not compared from here on.
                self.tables.wrong.extend(LOGS + 1..TABLES.len());
                return Ok(());
            }
        };
        self.checked.logs += 1;
        self.checked.odd += u64::from(prepared.odd);
        if let Some(lacks) = prepared.lacks.clone() {
            *self.checked.left.entry(lacks).or_default() += 1;
            self.tables.pass(entry.head);
            return Ok(());
        }
        if prepared.head != entry.head || prepared.odd != entry.odd || prepared.records as u64 != entry.records {
            let Prepared { head, .. } = *prepared;
            self.checked.fault(format!("{name}: comes to the head {head}, not to {}", entry.head));
        }
        if prepared.season != self.season {
            let season = |season: Option<i32>| season.map_or_else(|| "none".to_owned(), |year| year.to_string());
            let (found, said) = (season(prepared.season), season(self.season));
            self.checked.fault(format!("{name}: its season is {found}; it is kept under {said}"));
        }
        let log = prepared.log(&entry.name);
        let rows = std::iter::once(log).chain(prepared.rows).collect();
        self.tables.compare(&name, rows, self.checked);
        Ok(())
    }

    fn wait(&mut self) -> Result<(), ArchiveError> {
        Ok(())
    }
}
