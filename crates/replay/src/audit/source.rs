//! Where logs lie, and how they are read, one at a time.

use adjutant_core::text::{first_line, holds};
use adjutant_engine::chain::{Hash, LOG_BYTES_MAX};

use super::finding::Code;

/// Whether a log begins as a tournament does. Its lines are canonical, so the text of the first one tells.
pub fn is_event(log: &[u8]) -> bool {
    created(log) && !is_league(log)
}

/// Whether a log begins as a league does. No text of JSON holds the mark: quotes are escaped there.
pub fn is_league(log: &[u8]) -> bool {
    created(log) && first_holds(log, b",\"league\":\"")
}

fn created(log: &[u8]) -> bool {
    first_holds(log, b"\"do\":{\"create\":")
}

fn first_holds(log: &[u8], mark: &[u8]) -> bool {
    holds(first_line(log), mark)
}

/// A log, or the reason why there is none: a file, a match of a database, bytes in memory.
pub trait LogSource {
    /// What reads them one after the other, and may keep open what several of them lie in.
    type Reader: Default;

    /// How a report names it.
    fn name(&self) -> String;

    /// Reads it.
    ///
    /// # Errors
    /// What kept it from being read, as a finding would put it.
    fn read(&self, reader: &mut Self::Reader) -> Result<Log, (Code, String)>;

    /// How it begins, where it can be read.
    fn first(&self, reader: &mut Self::Reader) -> Option<First>;

    /// What is kept of how it begins, where that is told without reading the log.
    fn kept(&self, _: &mut Self::Reader) -> Option<Kept> {
        None
    }
}

/// Many logs. Each is made when it is asked for, so that a list of ten million need not be long.
pub trait Logs {
    /// What it is a list of.
    type Source: LogSource;

    /// How many there are.
    fn count(&self) -> usize;

    /// The log of a number, from 0.
    fn get(&self, at: usize) -> Option<Self::Source>;
}

impl<S: LogSource + Clone> Logs for Vec<S> {
    type Source = S;

    fn count(&self) -> usize {
        self.len()
    }

    fn get(&self, at: usize) -> Option<S> {
        self.as_slice().get(at).cloned()
    }
}

/// A log in memory.
pub enum Log {
    /// As a file has it; the last line may be cut short.
    Whole(Vec<u8>),
    /// As a database has it: its lines without their newlines.
    Lines(Vec<Vec<u8>>),
}

impl Log {
    /// Its bytes.
    pub fn into_bytes(self) -> Vec<u8> {
        match self {
            Log::Whole(bytes) => bytes,
            Log::Lines(lines) => lines.into_iter().flat_map(|line| line.into_iter().chain([b'\n'])).collect(),
        }
    }

    /// Its lines.
    pub fn lines(&self) -> Vec<&[u8]> {
        match self {
            Log::Whole(bytes) => bytes.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()).collect(),
            Log::Lines(lines) => lines.iter().map(Vec::as_slice).collect(),
        }
    }
}

/// What is kept of how a log begins.
pub struct Kept {
    /// The hash of its first record.
    pub origin: Hash,
    /// The id of the match, where it is one.
    pub id: Option<String>,
    /// Whether it is the log of an event.
    pub event: bool,
    /// Which of several parts it belongs to: as it stands so far along so much. Logs of one origin stand at one place.
    pub share: (u64, u64),
}

/// How a log begins.
pub struct First {
    /// Its first line.
    pub line: Vec<u8>,
    /// Whether the log is neither cut short nor too long: nothing else about those is judged.
    pub whole: bool,
}

impl First {
    /// How these bytes begin.
    pub fn of(log: &[u8]) -> Option<First> {
        let line = first_line(log).to_vec();
        Some(First { line, whole: log.len() <= LOG_BYTES_MAX && log.ends_with(b"\n") })
    }
}
