//! What a pack is read from, and what is said about it.

use std::fmt;

/// One file of a pack.
#[derive(Clone, Debug)]
pub struct PackSource {
    /// Its path inside the pack, with `/` between the parts: `objectives/raze.json`.
    pub path: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// Something wrong with a pack: where, and what.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fault {
    /// The file, as [`PackSource::path`] names it.
    pub file: String,
    /// The line, from 1, or where in the file.
    pub place: String,
    /// What is wrong and what would be accepted.
    pub fault: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}: {}", self.file, self.place, self.fault)
    }
}
