//! What stores of every kind share: streams, their lines, and what stands in them already. No SQL.

use std::fmt;

use adjutant_core::chain::{Hash, Link};

adjutant_core::closed! {
    /// What a stream is a log of.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum StreamKind by as_str {
        /// One match.
        Match "match",
        /// One tournament.
        Event "event",
        /// One league.
        League "league",
    }
}

impl fmt::Display for StreamKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// One record: its canonical line without newline, and where it stands in its chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its number and its hash.
    pub link: Link,
    /// The line.
    pub bytes: Vec<u8>,
}

/// The log that the lines of a stream are: each with its newline.
///
/// # Examples
/// ```
/// use adjutant_core::chain::Link;
/// use adjutant_store::{Line, joined};
///
/// let lines = ["{}", "[]"].map(|line| Line { link: Link::START, bytes: line.into() });
/// assert_eq!(joined(&lines), b"{}\n[]\n");
/// ```
pub fn joined(lines: &[Line]) -> Vec<u8> {
    let mut log = Vec::with_capacity(lines.iter().map(|line| line.bytes.len() + 1).sum());
    for line in lines {
        log.extend_from_slice(&line.bytes);
        log.push(b'\n');
    }
    log
}

/// What an append did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Appended {
    /// Where the stream ends now.
    pub head: Link,
    /// How many of the lines were written; those that stood there already, byte for byte, are not counted.
    pub written: usize,
}

/// Lines that are to follow where a writer saw a stream end.
#[derive(Clone, Copy, Debug)]
pub struct Append<'a> {
    /// What the stream is a log of.
    pub kind: StreamKind,
    /// Its id.
    pub id: &'a str,
    /// Where the writer saw it end.
    pub expected: Link,
    /// What is to follow.
    pub lines: &'a [Line],
}

/// Where a stream ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// Its id.
    pub id: String,
    /// Its last record.
    pub link: Link,
}

/// The lines behind those that stand in the stream already; `None` where it holds something else. `stands` says whether
/// a record of this number and hash stands in the stream.
pub(crate) fn not_yet_stored<'a, E>(
    expected: Link,
    found: Link,
    lines: &'a [Line],
    stands: &mut dyn FnMut(Link) -> Result<bool, E>,
) -> Result<Option<&'a [Line]>, E> {
    if found.seq < expected.seq {
        return Ok(None);
    }
    if expected != Link::START && !stands(expected)? {
        return Ok(None);
    }
    let stored = lines.iter().take_while(|line| line.link.seq <= found.seq).count();
    // Each hash covers the one before it: the last one that stands vouches for all of them.
    match lines[..stored].last() {
        Some(last) if stands(last.link)? => Ok(Some(&lines[stored..])),
        Some(_) => Ok(None),
        None => Ok(lines.is_empty().then_some(lines)),
    }
}

/// The first line that is filed under another number or hash than its own, if there is one.
///
/// The store finds records by these columns; a chain that is whole says nothing about them.
///
/// ```
/// use adjutant_core::chain::{Hash, Link, seal};
/// use adjutant_store::{Line, misfiled};
/// let note = serde_json::json!({"by": "both", "do": {"note": {"text": "hello"}}});
/// let (bytes, link) = seal(note.as_object().unwrap().clone(), Link::START).unwrap();
/// let other = Link { hash: Hash::of(b"other"), ..link };
/// assert_eq!(misfiled(&[Line { link, bytes: bytes.clone() }]), None);
/// assert_eq!(misfiled(&[Line { link: other, bytes }]), Some(1));
/// ```
pub fn misfiled(lines: &[Line]) -> Option<u64> {
    let own = |(line, seq): &(&Line, u64)| line.link.seq == *seq && names_hash(&line.bytes, line.link.hash);
    lines.iter().zip(1..).find(|found| !own(found)).map(|(_, seq)| seq)
}

/// Whether a canonical line says that this is its hash.
pub(crate) fn names_hash(line: &[u8], hash: Hash) -> bool {
    let wanted = format!("\"hash\":\"{hash}\"");
    line.windows(wanted.len()).any(|part| part == wanted.as_bytes())
}

/// A number as databases keep it.
pub(crate) fn signed(seq: u64) -> i64 {
    i64::try_from(seq).unwrap_or(i64::MAX)
}
