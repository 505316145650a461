//! Where logs lie, and how they are read.

use std::io::{BufRead, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use adjutant_core::chain::{LINE_BYTES_MAX, LOG_BYTES_MAX};
use adjutant_core::sealed::Openings;
#[cfg(feature = "archive")]
use adjutant_engine::visible::excerpt;
use adjutant_replay::Rulebook;
use adjutant_replay::audit::{
    Code, Finding, First, Judged, Log, LogReport, LogSource, audit_lines, judged_bytes, judged_event, judged_league,
    judged_lines, unbroken,
};
use adjutant_replay::facts::{self, LogFacts};
use adjutant_store::{Line, Place, Store, StoreError, StreamKind, joined, misfiled};

#[cfg(feature = "archive")]
use crate::archive::{ArchiveError, Index};
use crate::error::Error;
use crate::{files, names};
#[cfg(feature = "archive")]
use adjutant_replay::audit::Kept;

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
    /// What came from standard input, which cannot be read twice.
    Held(Arc<[u8]>),
    /// A log of an archive.
    #[cfg(feature = "archive")]
    Archived {
        /// The archive.
        index: Arc<Index>,
        /// The number of the log.
        at: usize,
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

/// Audits the log of a match as a database holds it: also whether each record is filed under its own hash.
pub fn audit_stored(rules: &Rulebook, name: String, lines: &[Line]) -> LogReport {
    let mut report = audit_lines(rules, name, lines.iter().map(|line| line.bytes.as_slice()));
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

/// A log of which the archive says another origin or id than it has: it may have come into another part than its copies.
#[cfg(feature = "archive")]
fn archived(source: &Source, mut judged: Judged) -> Judged {
    if let Source::Archived { index, at } = source
        && !index.agrees(*at, judged.report.origin, judged.report.id.as_deref())
    {
        let message =
            "the archive says another origin or id of this log in its table `logs`; `archive check` tells more";
        judged.report.findings.push(Finding::new(Code::Misfiled, None, message));
    }
    judged
}

#[cfg(not(feature = "archive"))]
fn archived(_: &Source, judged: Judged) -> Judged {
    judged
}

fn filed(report: &mut LogReport, lines: &[Line]) {
    if let Some(seq) = misfiled(lines) {
        let message = "the database files this record under a number or hash that is not its own";
        report.findings.push(Finding::new(Code::Misfiled, seq, message));
    }
}

impl Source {
    /// What opens the sealed names of its log, where it lies beside the log: the file, or the database that holds it.
    ///
    /// # Errors
    /// Openings that are there and cannot be read.
    pub fn names(&self, log: &[u8]) -> Result<Openings, Error> {
        let Some(origin) = names::sealed(log) else { return Ok(Openings::default()) };
        match self {
            Source::File(path) => names::read_beside(path),
            Source::Stored { database, .. } => Ok(Store::open_to_read(database)?.names(origin)?),
            _ => Ok(Openings::default()),
        }
    }
}

impl LogSource for Source {
    type Reader = Reader;

    fn name(&self) -> String {
        match self {
            Source::File(path) => path.display().to_string(),
            Source::Nothing { place, .. } => place.to_string(),
            Source::Held(_) => "-".to_owned(),
            Source::Stored { database, kind, id } => format!("{database} {} {id}", kind.as_str()),
            #[cfg(feature = "archive")]
            Source::Archived { index, at } => {
                let name = index.entry(*at).map(|entry| entry.name).unwrap_or_default();
                format!("{} {}", files::shown(&index.archive.folder), excerpt(&name))
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
            Source::Archived { index, at } => {
                let gone = || (Code::Unreadable, "the archive has changed since".to_owned());
                let entry = index.entry(*at).ok_or_else(gone)?;
                reader.archives.read(&index.archive, &entry).map(Log::Whole).map_err(|error| match error {
                    ArchiveError::Changed(what) => (Code::Chain, what),
                    error => (Code::Unreadable, error.to_string()),
                })
            }
            Source::Held(log) => Ok(Log::Whole(log.to_vec())),
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
            Source::Held(log) => First::of(log),
            Source::File(_) | Source::Nothing { .. } => None,
        }
    }

    #[cfg(feature = "archive")]
    fn kept(&self, _: &mut Reader) -> Option<Kept> {
        let Source::Archived { index, at } = self else { return None };
        index.kept(*at)
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
    pub fn audit(&mut self, rules: &Rulebook, source: &Source) -> LogReport {
        self.unbroken(rules, source).report
    }

    /// The facts of a log; of one that cannot be read, that there is an error.
    pub fn facts(&mut self, rules: &Rulebook, source: &Source) -> LogFacts {
        facts::of(self.unbroken(rules, source))
    }

    /// A log that breaks the auditor must neither look good nor keep the others from being read.
    fn unbroken(&mut self, rules: &Rulebook, source: &Source) -> Judged {
        unbroken(&source.name(), || self.judged(rules, source)).unwrap_or_else(|broken| {
            *self = Reader::default();
            (*broken).into()
        })
    }

    /// Reads and audits a source, and keeps what it folds to.
    fn judged(&mut self, rules: &Rulebook, source: &Source) -> Judged {
        if let Source::Stored { database, kind, id } = source {
            return match self.stored(database, *kind, id) {
                Ok(lines) => self.judged_stored(rules, source, *kind, &lines),
                Err(error) => LogReport::bad(source.name(), Code::Unreadable, error.to_string()).into(),
            };
        }
        match source.read(self) {
            Ok(log) => {
                let mut beside = |id: &str| self.beside(source, id);
                let judged = judged_bytes(rules, source.name(), &log.into_bytes(), &mut beside);
                archived(source, judged)
            }
            Err((code, message)) => LogReport::bad(source.name(), code, message).into(),
        }
    }

    /// Audits a log of a database, and looks whether it is filed under its own name.
    fn judged_stored(&self, rules: &Rulebook, source: &Source, kind: StreamKind, lines: &[Line]) -> Judged {
        let mut judged = match kind {
            StreamKind::Event => {
                let store = self.open.as_ref();
                let mut at_hand = |id: &str| store?.log(StreamKind::Match, id).ok();
                judged_event(rules, source.name(), &joined(lines), &mut at_hand)
            }
            StreamKind::League => judged_league(source.name(), &joined(lines)),
            StreamKind::Match => judged_lines(rules, source.name(), lines.iter().map(|line| line.bytes.as_slice())),
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
            Source::Archived { index, at } => self.archives.read(&index.archive, &index.beside(*at, id)?).ok(),
            Source::Stored { .. } | Source::Held(_) | Source::Nothing { .. } => None,
        }
    }
}
