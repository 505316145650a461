//! Where logs lie, and how they are read, one at a time.

use adjutant_engine::chain::LOG_BYTES_MAX;

use super::finding::Code;

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
        let line = log.split(|byte| *byte == b'\n').next()?.to_vec();
        Some(First { line, whole: log.len() <= LOG_BYTES_MAX && log.ends_with(b"\n") })
    }
}
