//! Logs into an archive.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};

use adjutant_core::chain::Hash;
use adjutant_core::text::first_line;
use adjutant_core::time::Timestamp;
use adjutant_engine::ids::PackId;
use adjutant_replay::Rulebook;
use adjutant_replay::audit::{LogReport, LogSource, judged_bytes, unbroken};
use adjutant_replay::facts;
use adjutant_store::StreamKind;

use super::cell::Cell;
use super::error::ArchiveError;
use super::line;
use super::manifest::{self, Manifest, PartFile, PartFiles, PartId};
use super::read::Archive;
use super::rows::Writer;
use super::tables::{self, Kept, LOGS, ODD, RECORDS, Row, TABLES};
use crate::audit::{Reader, Source, Taker, in_order};
use crate::files;

/// Logs of a part: about 100 MB of archive.
const PART_LOGS: u64 = 20_000;
/// Parts that are written at once, each of another season.
const OPEN_PARTS_MAX: usize = 6;

/// What became of the logs that were to be added.
#[derive(Debug, Default)]
pub struct Added {
    /// How many are in the archive now that were not.
    pub logs: u64,
    /// How many of those are kept as they are, because they do not chain.
    pub odd: u64,
    /// How many were there already, under this or another name.
    pub known: u64,
    /// Those that could not be read: their names and why.
    pub unreadable: Vec<(String, String)>,
}

/// Adds logs to the archive of a folder, and makes the archive where there is none. A log that is there already is
/// passed over, so the same call can be repeated after it broke off.
///
/// `step` is told after every log.
///
/// # Errors
/// A folder that cannot be written, an archive that is broken, or another program that adds to it. What was written
/// by then in whole parts is in the archive.
pub fn add(
    rules: &Rulebook,
    folder: &Path,
    sources: impl Iterator<Item = Source> + Send + 'static,
    jobs: usize,
    step: &mut dyn FnMut(),
) -> Result<(Manifest, Added), ArchiveError> {
    files::make_folder(folder)?;
    let _lock = lock(folder)?;
    let manifest = match Manifest::read(folder) {
        Ok(manifest) => manifest,
        Err(_) if !folder.join(manifest::NAME).exists() => Manifest::empty(),
        Err(error) => return Err(error),
    };
    let archive = Archive { folder: folder.to_path_buf(), manifest };
    let mut adder = Adder {
        names: BTreeSet::new(),
        heads: BTreeSet::new(),
        parts: BTreeMap::new(),
        added: Added::default(),
        archive,
        step,
    };
    for entry in adder.archive.entries()? {
        adder.names.insert(entry.name.to_lowercase());
        adder.heads.insert(entry.head);
    }
    let worker = || {
        let (rules, mut reader) = (rules.clone(), Reader::default());
        move |source: Source| prepared(&rules, &mut reader, &source)
    };
    in_order(sources, jobs, worker, &mut adder)?;
    adder.close_parts()?;
    if adder.archive.manifest.parts.is_empty() {
        adder.archive.manifest.write(folder)?;
    }
    Ok((adder.archive.manifest, adder.added))
}

/// One program at a time adds to an archive. The lock ends with the file, however the program ends.
fn lock(folder: &Path) -> Result<std::fs::File, ArchiveError> {
    let path = folder.join(".lock");
    let file = std::fs::File::create(&path).map_err(|error| ArchiveError::file(&path, error))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(std::fs::TryLockError::WouldBlock) => Err(ArchiveError::Busy(folder.to_path_buf())),
        Err(std::fs::TryLockError::Error(error)) => Err(ArchiveError::file(&path, error)),
    }
}

/// A log and everything that the archive says of it.
pub(super) struct Prepared {
    /// Its head, or the SHA-256 of its bytes where it is odd: its name in the archive.
    pub head: Hash,
    pub odd: bool,
    pub records: usize,
    /// The year in which it begins, UTC; none where it tells no sensible one.
    pub season: Option<i32>,
    bytes: usize,
    report: LogReport,
    facts: facts::LogFacts,
    /// The pack that it was played by, where that is not here.
    pub lacks: Option<String>,
    /// The rows of every table but `logs`.
    pub rows: Vec<Row>,
}

impl Prepared {
    /// Everything about a log, from its bytes alone.
    pub fn of(rules: &Rulebook, log: Vec<u8>) -> Prepared {
        let judged = judged_bytes(rules, String::new(), &log, &mut |_| None);
        let (report, facts) = (judged.report.clone(), facts::of(judged));
        let (bytes, season, lacks) = (log.len(), season(&log), lacks(rules, &log));
        let (head, odd, records, mut rows) = match line::split(&log) {
            Some((head, rows)) => (head, false, rows.len(), rows),
            None => {
                let head = Hash::of(&log);
                (head, true, 0, vec![(ODD, vec![Cell::hash(head), Cell::Bytes(log)])])
            }
        };
        rows.extend(tables::derived(head, &facts, &report.findings));
        Prepared { head, odd, records, season, bytes, report, facts, lacks, rows }
    }

    /// Its row in `logs`.
    pub fn log(&self, name: &str) -> Row {
        let kept = Kept { facts: &self.facts, records: self.records, bytes: self.bytes, odd: self.odd };
        tables::log(self.head, &self.report, name, kept)
    }
}

/// Reads a log and prepares it; a log that breaks the auditor is not taken, but told.
fn prepared(rules: &Rulebook, reader: &mut Reader, source: &Source) -> (Source, Result<Box<Prepared>, String>) {
    let log = match source.read(reader) {
        Ok(log) => log.into_bytes(),
        Err((_, message)) => return (source.clone(), Err(message)),
    };
    if log.len() > adjutant_core::chain::LOG_BYTES_MAX {
        let message =
            format!("it is longer than {} bytes, the most that Adjutant reads", adjutant_core::chain::LOG_BYTES_MAX);
        return (source.clone(), Err(message));
    }
    let prepared = unbroken(&source.name(), || Box::new(Prepared::of(rules, log)));
    let prepared = prepared.map_err(|_| "the audit of this log broke off: a fault of the program".to_owned());
    (source.clone(), prepared)
}

struct Adder<'a> {
    archive: Archive,
    /// In lower case: some systems do not tell names apart otherwise.
    names: BTreeSet<String>,
    heads: BTreeSet<Hash>,
    /// Those that are being written, by season.
    parts: BTreeMap<Option<i32>, Part>,
    added: Added,
    step: &'a mut dyn FnMut(),
}

/// The part that is being written.
struct Part {
    number: u32,
    logs: u64,
    records: u64,
    writers: BTreeMap<usize, Writer>,
}

type Outcome = (Source, Result<Box<Prepared>, String>);

impl Taker<Outcome, ArchiveError> for Adder<'_> {
    fn take(&mut self, (source, prepared): Outcome) -> Result<(), ArchiveError> {
        (self.step)();
        let prepared = match prepared {
            Ok(prepared) => prepared,
            Err(message) => {
                self.added.unreadable.push((source.name(), message));
                return Ok(());
            }
        };
        if !self.heads.insert(prepared.head) {
            self.added.known += 1;
            return Ok(());
        }
        let name = self.unique(&name(&source));
        self.added.logs += 1;
        self.added.odd += u64::from(prepared.odd);
        self.write(*prepared, &name)
    }

    fn wait(&mut self) -> Result<(), ArchiveError> {
        Ok(())
    }
}

impl Adder<'_> {
    /// The name, or one with a number where another log has it.
    fn unique(&mut self, wanted: &str) -> String {
        let (stem, end) = wanted.strip_suffix(".jsonl").map_or((wanted, ""), |stem| (stem, ".jsonl"));
        let others = (2_u64..).map(|number| format!("{stem}~{number}{end}"));
        let free = std::iter::once(wanted.to_owned()).chain(others).find(|name| self.names.insert(name.to_lowercase()));
        free.unwrap_or_else(|| wanted.to_owned())
    }

    fn write(&mut self, prepared: Prepared, name: &str) -> Result<(), ArchiveError> {
        let season = prepared.season;
        if !self.parts.contains_key(&season) && self.parts.len() >= OPEN_PARTS_MAX {
            self.close_parts()?;
        }
        let written = self.archive.manifest.parts.iter().map(|part| part.part);
        let number = written.chain(self.parts.values().map(|part| part.number)).max().map_or(1, |last| last + 1);
        let new = Part { number, logs: 0, records: 0, writers: BTreeMap::new() };
        let part = self.parts.entry(season).or_insert(new);
        let id = PartId { number: part.number, season };
        part.logs += 1;
        part.records += prepared.records as u64;
        let log = prepared.log(name);
        for (table, row) in std::iter::once(log).chain(prepared.rows) {
            let writer = match part.writers.entry(table) {
                std::collections::btree_map::Entry::Occupied(there) => there.into_mut(),
                std::collections::btree_map::Entry::Vacant(free) => {
                    let path = manifest::file(&self.archive.folder, TABLES[table].name, id);
                    files::make_folder(path.parent().unwrap_or(&self.archive.folder))?;
                    free.insert(Writer::create(&TABLES[table], &unfinished(&path))?)
                }
            };
            writer.push(row);
        }
        part.writers.values_mut().try_for_each(Writer::rest)?;
        if part.logs >= PART_LOGS { self.close_part(season) } else { Ok(()) }
    }

    /// Closes every part, in the order of their numbers.
    fn close_parts(&mut self) -> Result<(), ArchiveError> {
        let mut seasons: Vec<(u32, Option<i32>)> =
            self.parts.iter().map(|(season, part)| (part.number, *season)).collect();
        seasons.sort_unstable();
        seasons.into_iter().try_for_each(|(_, season)| self.close_part(season))
    }

    /// Brings the files of a part to the disk, and then names them in `archive.json`.
    fn close_part(&mut self, season: Option<i32>) -> Result<(), ArchiveError> {
        let Some(Part { number, logs, records, writers }) = self.parts.remove(&season) else { return Ok(()) };
        let id = PartId { number, season };
        let mut written = Vec::new();
        for (table, writer) in writers {
            let path = manifest::file(&self.archive.folder, TABLES[table].name, id);
            let rows = writer.rows;
            writer.finish()?;
            std::fs::rename(unfinished(&path), &path).map_err(|error| ArchiveError::file(&path, error))?;
            written.push(PartFile { table: TABLES[table].name.to_owned(), rows, sha256: manifest::sha256(&path)? });
        }
        let manifest = &mut self.archive.manifest;
        manifest.parts.push(PartFiles { part: number, season, files: written });
        manifest.logs += logs;
        manifest.records += records;
        manifest.root = manifest::root(self.heads.iter());
        env!("CARGO_PKG_VERSION").clone_into(&mut manifest.adjutant);
        manifest.write(&self.archive.folder)
    }
}

/// What a file is called while it is being written: no engine takes it for one of the table.
fn unfinished(path: &Path) -> PathBuf {
    path.with_extension("parquet.unfinished")
}

/// The pack that a match was played by, where it is not here: nobody can say what such a log comes to.
fn lacks(book: &Rulebook, log: &[u8]) -> Option<String> {
    let record: serde_json::Value = serde_json::from_slice(first_line(log)).ok()?;
    let open = record["do"].get("open")?;
    let (id, rules) = (PackId::new(open["pack"].as_str()?).ok()?, open["rules"].as_str().and_then(Hash::parse));
    let with = rules.map_or_else(String::new, |rules| format!(" with rules {rules}"));
    book.packs.find(&id, rules).is_none().then(|| format!("pack {id}{with} is not here"))
}

/// The year in which a log begins, where its first record begins with a moment of this century.
fn season(log: &[u8]) -> Option<i32> {
    let at = log.strip_prefix(b"{\"at\":\"")?.split(|byte| *byte == b'"').next()?;
    let at = Timestamp::parse(std::str::from_utf8(at).ok()?)?;
    (!at.is_absurd()).then(|| i32::from(at.year()))
}

const _: () = assert!(LOGS == 0 && RECORDS == 1);

/// What a log is called in the archive: its path without what leads out of a folder; in a database, its id.
fn name(source: &Source) -> String {
    let parts: Vec<String> = match source {
        Source::Stored { database, kind, id } => {
            let database = database.file().and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned());
            let end = match kind {
                StreamKind::Match => "",
                StreamKind::Event => ".event",
                StreamKind::League => ".league",
            };
            vec![database.unwrap_or_else(|| "server".to_owned()), format!("{id}{end}.jsonl")]
        }
        Source::Archived { index, at } => {
            index.entry(*at).iter().flat_map(|entry| entry.name.split('/')).map(str::to_owned).collect()
        }
        Source::Held(_) => vec!["input.jsonl".to_owned()],
        Source::File(path) => of_path(path),
        Source::Nothing { .. } => Vec::new(),
    };
    let safe = |part: &String| -> String {
        let bad = |letter: char| letter.is_control() || "\\:*?\"<>|/".contains(letter);
        part.chars().map(|letter| if bad(letter) { '_' } else { letter }).take(120).collect()
    };
    let parts: Vec<String> = parts.iter().map(safe).filter(|part| !matches!(&part[..], "" | "." | "..")).collect();
    if parts.is_empty() { "log.jsonl".to_owned() } else { parts.join("/") }
}

fn of_path(path: &Path) -> Vec<String> {
    let own = |part| if let Component::Normal(part) = part { Some(part.to_string_lossy().into_owned()) } else { None };
    path.components().filter_map(own).collect()
}

/// Whether a name of a log stays in the folder that it is written into.
pub(super) fn stays(name: &str) -> Option<PathBuf> {
    let path = PathBuf::from(name);
    let plain = path.components().all(|part| matches!(part, Component::Normal(_)));
    (plain && !name.is_empty() && !name.contains(['\\', ':', '\0'])).then_some(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_in_their_folder() {
        let of = |path: &str| name(&Source::File(PathBuf::from(path)));
        assert_eq!(of("/north/logs/a.jsonl"), "north/logs/a.jsonl");
        assert_eq!(of("../x/./b:c.jsonl"), "x/b_c.jsonl");
        assert_eq!(of(".."), "log.jsonl");
        for good in ["a.jsonl", "x/y~2.jsonl", "adjutant.db/gt.event.jsonl"] {
            assert_eq!(stays(good), Some(PathBuf::from(good)));
        }
        for bad in ["", "/etc/passwd", "../a", "a/../../b", "a\\b", "c:a", "a\0b"] {
            assert_eq!(stays(bad), None, "{bad:?}");
        }
    }
}
