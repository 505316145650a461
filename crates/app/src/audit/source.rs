//! Where logs are: files, folders of files, databases.

use std::collections::BTreeMap;
use std::io::{BufRead, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
#[cfg(feature = "archive")]
use std::sync::Arc;

use adjutant_core::chain::{LINE_BYTES_MAX, LOG_BYTES_MAX};
use adjutant_engine::visible::excerpt;
use adjutant_replay::audit::{
    Code, Finding, First, Judged, Log, LogReport, LogSource, audit_lines, judged_bytes, judged_event, judged_lines,
    unbroken,
};
use adjutant_replay::facts::{self, LogFacts};
use adjutant_store::{Line, Place, Store, StoreError, StreamKind, misfiled};

#[cfg(feature = "archive")]
use crate::archive::{ArchiveError, Index};
use crate::files;
use crate::packs::rulebook;

/// The file that makes a folder an archive.
const MANIFEST: &str = "archive.json";
/// What stands in it.
const ARCHIVE_MARK: &[u8] = b"\"adjutant-archive-";
const SQLITE_MAGIC: &[u8] = b"SQLite format 3\0";
/// The lines of a log are canonical: the keys of a record stand in the order of the alphabet.
const LOG_BEGINNING: &[u8] = b"{\"at\":\"";

/// One log to audit, or the reason why there is none.
#[derive(Clone, Debug)]
pub enum Source {
    /// A file.
    File(PathBuf),
    /// A match or a tournament in a database.
    Stored {
        /// The database.
        database: Place,
        /// Which of the two.
        kind: StreamKind,
        /// The match or tournament.
        id: String,
    },
    /// A log of an archive.
    #[cfg(feature = "archive")]
    Archived {
        /// The archive.
        index: Arc<Index>,
        /// The log.
        entry: crate::archive::Entry,
    },
    /// A place where no log was found.
    Nothing {
        /// The file, folder or database.
        place: Place,
        /// What kind of finding that is.
        code: Code,
        /// What happened.
        message: String,
    },
}

/// What is behind some paths.
#[derive(Clone, Debug, Default)]
pub struct Gathered {
    /// The logs, in the order of the paths and then of their names.
    pub sources: Vec<Source>,
    /// How many files of folders were passed over, by the end of their names.
    pub passed_over: BTreeMap<String, usize>,
}

/// Finds the logs behind paths.
pub fn gather(paths: &[PathBuf]) -> Gathered {
    let mut gathered = Gathered::default();
    for path in paths {
        let before = gathered.sources.len();
        if Place::is_address(path) && !path.exists() {
            gathered.of_server(path);
        } else if path.is_dir() {
            if let Err(error) = gathered.walk(path) {
                gathered.nothing(path, Code::Unreadable, error.to_string());
            } else if gathered.sources.len() == before {
                gathered.nothing(path, Code::Empty, "it holds no log: no *.jsonl file and no database".to_owned());
            }
        } else {
            gathered.take(path);
        }
    }
    gathered
}

impl Gathered {
    fn nothing(&mut self, path: &Path, code: Code, message: String) {
        self.sources.push(Source::Nothing { place: path.into(), code, message });
    }

    /// Takes the logs of a realm of a server. An address that is wrong may hold a password: it is not repeated.
    fn of_server(&mut self, address: &Path) {
        let before = self.sources.len();
        match Place::parse(address) {
            Ok(place) => {
                stored(&place, &mut self.sources);
                if self.sources.len() == before {
                    self.sources.push(Source::Nothing {
                        place,
                        code: Code::Empty,
                        message: "it holds no match".to_owned(),
                    });
                }
            }
            Err(error) => self.nothing(
                Path::new("the address of a server"),
                Code::Unreadable,
                format!("{error}: {}", error.hint()),
            ),
        }
    }

    /// Takes anything but a folder: a database, a log, or what cannot be read as a file.
    fn take(&mut self, path: &Path) {
        if path != Path::new("-") && path.exists() && !files::is_regular(path) {
            let message = "this is a pipe or a device, no file: write the log to a file first".to_owned();
            return self.nothing(path, Code::Unreadable, message);
        }
        if !is_database(path) {
            return self.sources.push(Source::File(path.to_path_buf()));
        }
        let before = self.sources.len();
        stored(&path.into(), &mut self.sources);
        if self.sources.len() == before {
            self.nothing(path, Code::Empty, "it holds no match".to_owned());
        }
    }

    /// Takes the logs of an archive.
    #[cfg(feature = "archive")]
    fn of_archive(&mut self, folder: &Path) {
        match Index::of(folder) {
            Ok((_, entries)) if entries.is_empty() => self.nothing(folder, Code::Empty, "it holds no log".to_owned()),
            Ok((index, entries)) => {
                let log = |entry| Source::Archived { index: Arc::clone(&index), entry };
                self.sources.extend(entries.into_iter().map(log));
            }
            Err(error) => self.nothing(folder, Code::Unreadable, error.to_string()),
        }
    }

    #[cfg(not(feature = "archive"))]
    fn of_archive(&mut self, folder: &Path) {
        let message = "this is an archive, and this program was built without the feature `archive`".to_owned();
        self.nothing(folder, Code::Unreadable, message);
    }

    /// Symbolic links to folders are not followed, so that a ring of them ends.
    fn walk(&mut self, folder: &Path) -> std::io::Result<()> {
        if is_archive(folder) {
            self.of_archive(folder);
            return Ok(());
        }
        let mut entries = std::fs::read_dir(folder)?.collect::<Result<Vec<_>, _>>()?;
        entries.sort_by_key(std::fs::DirEntry::file_name);
        for entry in entries {
            let path = entry.path();
            if entry.file_type()?.is_dir() {
                self.walk(&path)?;
                continue;
            }
            let name = entry.file_name().to_string_lossy().to_lowercase();
            if (name.ends_with(".jsonl") && !name.ends_with(".bare.jsonl")) || is_database(&path) || is_log(&path) {
                self.take(&path);
            } else {
                *self.passed_over.entry(ending(&name)).or_default() += 1;
            }
        }
        Ok(())
    }
}

/// By what files that are passed over are counted: `.pdf`, `.bare.jsonl`.
fn ending(name: &str) -> String {
    match name.rsplit_once('.') {
        _ if name.ends_with(".bare.jsonl") => ".bare.jsonl".to_owned(),
        Some((stem, ending)) if !stem.is_empty() => format!(".{}", excerpt(ending)),
        _ => "without ending".to_owned(),
    }
}

fn begins(path: &Path, with: &[u8]) -> bool {
    let mut start = vec![0; with.len()];
    // Only regular files are opened: a pipe would wait for a writer.
    files::is_regular(path)
        && std::fs::File::open(path).and_then(|mut file| file.read_exact(&mut start)).is_ok()
        && start == with
}

/// Whether a folder is an archive.
fn is_archive(folder: &Path) -> bool {
    let mut start = Vec::new();
    let path = folder.join(MANIFEST);
    files::is_regular(&path)
        && std::fs::File::open(&path).and_then(|file| file.take(1 << 10).read_to_end(&mut start)).is_ok()
        && start.windows(ARCHIVE_MARK.len()).any(|part| part == ARCHIVE_MARK)
}

fn is_database(path: &Path) -> bool {
    begins(path, SQLITE_MAGIC)
}

/// Whether a file begins as a chained log does, whatever it is called.
fn is_log(path: &Path) -> bool {
    begins(path, LOG_BEGINNING)
}

/// Every log of a database, and before them what is wrong with the file as a whole: a bad page hides its own records
/// and no others.
fn stored(place: &Place, sources: &mut Vec<Source>) {
    let nothing = |code, message| Source::Nothing { place: place.clone(), code, message };
    let store = match Store::open_existing(place) {
        Ok(store) => store,
        Err(error) => return sources.push(nothing(Code::Unreadable, error.to_string())),
    };
    sources.extend(of_file(&store).into_iter().map(|(code, message)| nothing(code, message)));
    for kind in StreamKind::ALL {
        match store.ids(kind) {
            Ok(ids) => sources.extend(ids.into_iter().map(|id| Source::Stored { database: place.clone(), kind, id })),
            Err(error) => sources.push(nothing(Code::Unreadable, error.to_string())),
        }
    }
}

/// What is wrong with the file of a database, whatever its logs say.
fn of_file(store: &Store) -> Vec<(Code, String)> {
    let mut found = Vec::new();
    if let Err(error) = store.check_pages() {
        found.push((Code::Unreadable, error.to_string()));
    }
    match store.schema_differences() {
        Ok(differences) => found.extend(differences.into_iter().map(|what| {
            let place = if store.place().file().is_some() { "file" } else { "database" };
            (Code::Schema, format!("{what}: nothing in this {place} keeps records from being changed or taken away"))
        })),
        Err(error) => found.push((Code::Unreadable, error.to_string())),
    }
    found
}

/// A report for each thing that is wrong with the file of a database.
pub fn of_database(store: &Store) -> Vec<LogReport> {
    let path = store.place().to_string();
    of_file(store).into_iter().map(|(code, message)| LogReport::bad(path.clone(), code, message)).collect()
}

/// Audits the log of a match as a database holds it: also whether each record is filed under its own hash.
pub fn audit_stored(name: String, lines: &[Line]) -> LogReport {
    let mut report = audit_lines(&rulebook(), name, lines.iter().map(|line| line.bytes.as_slice()));
    filed(&mut report, lines);
    report
}

/// A match that the database keeps under another id than its own.
fn called_otherwise(report: &mut LogReport, source: &Source) {
    let Source::Stored { id, .. } = source else { return };
    if let Some(own) = report.id.clone().filter(|own| own != id) {
        let message = format!("the database files this match under {id}, but it opens match {own}");
        report.findings.push(Finding::new(Code::Misfiled, 1, message));
    }
}

fn filed(report: &mut LogReport, lines: &[Line]) {
    if let Some(seq) = misfiled(lines) {
        let message = "the database files this record under a number or hash that is not its own";
        report.findings.push(Finding::new(Code::Misfiled, seq, message));
    }
}

impl LogSource for Source {
    type Reader = Reader;

    fn name(&self) -> String {
        match self {
            Source::File(path) => path.display().to_string(),
            Source::Nothing { place, .. } => place.to_string(),
            Source::Stored { database, kind, id } => format!("{database} {} {id}", kind.as_str()),
            #[cfg(feature = "archive")]
            Source::Archived { index, entry } => {
                format!("{} {}", files::shown(&index.archive.folder), excerpt(&entry.name))
            }
        }
    }

    fn read(&self, reader: &mut Reader) -> Result<Log, (Code, String)> {
        match self {
            Source::File(path) => {
                files::read_log(path).map(Log::Whole).map_err(|error| (Code::Unreadable, error.sentence()))
            }
            Source::Stored { database, kind, id } => {
                let lines =
                    reader.stored(database, *kind, id).map_err(|error| (Code::Unreadable, error.to_string()))?;
                Ok(Log::Lines(lines.into_iter().map(|line| line.bytes).collect()))
            }
            #[cfg(feature = "archive")]
            Source::Archived { index, entry } => {
                reader.archives.read(&index.archive, entry).map(Log::Whole).map_err(|error| match error {
                    ArchiveError::Changed(what) => (Code::Chain, what),
                    error => (Code::Unreadable, error.to_string()),
                })
            }
            Source::Nothing { code, message, .. } => Err((*code, message.clone())),
        }
    }

    fn first(&self, reader: &mut Reader) -> Option<First> {
        match self {
            Source::File(path) if files::is_regular(path) => begin(path).ok(),
            Source::Stored { database, kind, id } => {
                let line = reader.opened(database).ok()?.line(*kind, id, 1).ok()??;
                Some(First { line: line.bytes, whole: true })
            }
            #[cfg(feature = "archive")]
            Source::Archived { .. } => First::of(&self.read(reader).ok()?.into_bytes()),
            Source::File(_) | Source::Nothing { .. } => None,
        }
    }
}

/// How a file begins.
fn begin(path: &Path) -> std::io::Result<First> {
    let file = std::fs::File::open(path)?;
    let bytes = file.metadata()?.len();
    let mut input = std::io::BufReader::new(file);
    let mut line = Vec::new();
    input.by_ref().take(LINE_BYTES_MAX as u64 + 1).read_until(b'\n', &mut line)?;
    line.pop_if(|last| *last == b'\n');
    let mut last = [0];
    if bytes > 0 {
        input.seek(SeekFrom::Start(bytes - 1))?;
        input.read_exact(&mut last)?;
    }
    Ok(First { line, whole: bytes <= LOG_BYTES_MAX as u64 && last == *b"\n" })
}

/// Reads sources one after the other; keeps the last database open.
#[derive(Default)]
pub struct Reader {
    open: Option<Store>,
    #[cfg(feature = "archive")]
    archives: crate::archive::ArchiveReader,
}

impl Reader {
    fn stored(&mut self, database: &Place, kind: StreamKind, id: &str) -> Result<Vec<Line>, StoreError> {
        self.opened(database)?.read(kind, id)
    }

    fn opened(&mut self, database: &Place) -> Result<&Store, StoreError> {
        let store = match self.open.take().filter(|store| store.place() == database) {
            Some(store) => store,
            None => Store::open_existing(database)?,
        };
        Ok(self.open.insert(store))
    }

    /// Reads and audits a source.
    pub fn audit(&mut self, source: &Source) -> LogReport {
        self.unbroken(source).report
    }

    /// The facts of a log; of one that cannot be read, that there is an error.
    pub fn facts(&mut self, source: &Source) -> LogFacts {
        facts::of(self.unbroken(source))
    }

    /// A log that breaks the auditor must neither look good nor keep the others from being read.
    fn unbroken(&mut self, source: &Source) -> Judged {
        unbroken(&source.name(), || self.judged(source)).unwrap_or_else(|broken| {
            *self = Reader::default();
            (*broken).into()
        })
    }

    /// Reads and audits a source, and keeps what it folds to.
    fn judged(&mut self, source: &Source) -> Judged {
        if let Source::Stored { database, kind, id } = source {
            return match self.stored(database, *kind, id) {
                Ok(lines) => self.judged_stored(source, *kind, &lines),
                Err(error) => LogReport::bad(source.name(), Code::Unreadable, error.to_string()).into(),
            };
        }
        match source.read(self) {
            Ok(log) => {
                let mut beside = |id: &str| self.beside(source, id);
                judged_bytes(&rulebook(), source.name(), &log.into_bytes(), &mut beside)
            }
            Err((code, message)) => LogReport::bad(source.name(), code, message).into(),
        }
    }

    /// Audits a log of a database, and looks whether it is filed under its own name.
    fn judged_stored(&self, source: &Source, kind: StreamKind, lines: &[Line]) -> Judged {
        let mut judged = match kind {
            StreamKind::Event => {
                let store = self.open.as_ref();
                let mut at_hand = |id: &str| store?.read(StreamKind::Match, id).ok().map(|lines| joined(&lines));
                judged_event(&rulebook(), source.name(), &joined(lines), &mut at_hand)
            }
            StreamKind::Match => {
                judged_lines(&rulebook(), source.name(), lines.iter().map(|line| line.bytes.as_slice()))
            }
        };
        filed(&mut judged.report, lines);
        if kind == StreamKind::Match {
            called_otherwise(&mut judged.report, source);
        }
        judged
    }

    /// The log of a match that lies in the folder of a tournament's log.
    fn beside(&mut self, source: &Source, id: &str) -> Option<Vec<u8>> {
        match source {
            Source::File(path) => {
                let log = path.with_file_name(format!("{id}.jsonl"));
                files::is_regular(&log).then(|| files::read_log(&log).ok()).flatten()
            }
            #[cfg(feature = "archive")]
            Source::Archived { index, entry } => self.archives.read(&index.archive, index.beside(entry, id)?).ok(),
            Source::Stored { .. } | Source::Nothing { .. } => None,
        }
    }
}

fn joined(lines: &[Line]) -> Vec<u8> {
    lines.iter().flat_map(|line| line.bytes.iter().copied().chain([b'\n'])).collect()
}
