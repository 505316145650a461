//! The form that every log shares: one canonical JSON record a line, each naming the hash of the one before.
//!
//! This module knows nothing of matches or tournaments. It reads a line strictly ([`scan`]), finds its members,
//! hashes it, checks it against the line before ([`verify_line`]), and writes new ones ([`seal`]).
//!
//! # Source
//! `docs/log.md`, section 1: RFC 8785 (JCS) canonical form, SHA-256 over the record without its `hash`.

mod plain;
mod scan;

use crate::time::Timestamp;
use serde::Serialize;
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

pub use plain::Member;
pub use scan::{Form, SyntaxError, scan};

/// Longest line of a log, in bytes, without its newline.
pub const LINE_BYTES_MAX: usize = 1 << 20;
/// Largest log, in bytes.
pub const LOG_BYTES_MAX: usize = 64 << 20;

/// A SHA-256 in lower-case hexadecimal: 64 digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hash([u8; 32]);

impl Hash {
    /// What the first record of a log names as the one before it.
    pub const ZERO: Hash = Hash([0; 32]);

    /// The SHA-256 of some bytes.
    ///
    /// ```
    /// use adjutant_core::chain::Hash;
    /// assert!(Hash::of(b"").to_string().starts_with("e3b0c442"));
    /// ```
    pub fn of(bytes: &[u8]) -> Hash {
        Hash(Sha256::digest(bytes).into())
    }

    /// Reads 64 lower-case hexadecimal digits; anything else is `None`.
    pub fn parse(text: &str) -> Option<Hash> {
        Hash::of_digits(text.as_bytes())
    }

    fn of_digits(digits: &[u8]) -> Option<Hash> {
        if digits.len() != 64 {
            return None;
        }
        let mut bytes = [0; 32];
        let mut wrong = 0;
        for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
            let (high, low) = (HEX_VALUE[usize::from(pair[0])], HEX_VALUE[usize::from(pair[1])]);
            wrong |= high | low;
            *byte = high << 4 | low & 15;
        }
        (wrong & NO_DIGIT == 0).then_some(Hash(bytes))
    }

    /// Its 64 digits. Sums in place of a table: the compiler makes many of them at once.
    fn digits(&self) -> [u8; 64] {
        let digit = |value: u8| value.wrapping_add(if value > 9 { b'a' - 10 } else { b'0' });
        let (high, low) = (self.0.map(|byte| digit(byte >> 4)), self.0.map(|byte| digit(byte & 15)));
        let mut digits = [0; 64];
        for (pair, (high, low)) in digits.chunks_exact_mut(2).zip(high.into_iter().zip(low)) {
            (pair[0], pair[1]) = (high, low);
        }
        digits
    }

    /// The hash, or key, that these 32 bytes are.
    pub fn of_bytes(bytes: [u8; 32]) -> Hash {
        Hash(bytes)
    }

    /// The 32 bytes.
    pub fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

/// What no lower-case hexadecimal digit has as its value.
const NO_DIGIT: u8 = 0x80;
/// The value of every byte as a digit. A table, and one test at the end: every record of a log brings two hashes.
const HEX_VALUE: [u8; 256] = {
    let mut values = [NO_DIGIT; 256];
    let mut value = 0;
    while value < 16 {
        values[b"0123456789abcdef"[value as usize] as usize] = value;
        value += 1;
    }
    values
};

impl std::fmt::Display for Hash {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(std::str::from_utf8(&self.digits()).unwrap_or_default())
    }
}

impl std::fmt::Debug for Hash {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Hash({self})")
    }
}

impl Serialize for Hash {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> serde::Deserialize<'de> for Hash {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        crate::ids::deserialize_text(deserializer, |text| Hash::parse(text).ok_or("a hash is 64 digits of 0-9 a-f"))
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Hash {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Hash".into()
    }
    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({"type": "string", "pattern": "^[0-9a-f]{64}$", "description": "A SHA-256, 64 lower-case hexadecimal digits."})
    }
}

/// The canonical form (RFC 8785) of any value that serializes.
///
/// # Errors
/// Only if the value cannot be serialized at all (a map whose keys are not strings). A number that is not finite is `null`.
///
/// ```
/// use adjutant_core::chain::canonical;
/// let value = serde_json::json!({"b": 1, "a": [2.5]});
/// assert_eq!(canonical(&value).unwrap(), br#"{"a":[2.5],"b":1}"#);
/// ```
pub fn canonical<T: Serialize>(value: &T) -> Result<Vec<u8>, serde_json::Error> {
    // Most values are in that form as they are written, which takes a tenth of the time to prove.
    let written = serde_json::to_vec(value)?;
    if scan(&written, Form::Canonical).is_ok() {
        return Ok(written);
    }
    serde_json_canonicalizer::to_vec(value)
}

/// One line that passed [`verify_line`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    /// Its place in the log, from 1.
    pub seq: u64,
    /// Its hash, which the next line names as `prev`.
    pub hash: Hash,
}

/// Why a line of a chained log was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChainError {
    /// The line is not JSON, not in canonical form, or holds a number out of range.
    #[error("{0}")]
    Syntax(#[from] SyntaxError),
    /// A field of the envelope is missing or is not of its kind.
    #[error("the record's `{field}` is missing or wrong; it has to be {accepted}")]
    Field {
        /// Its name.
        field: &'static str,
        /// What would be taken.
        accepted: &'static str,
    },
    /// The numbers do not run 1, 2, 3 …
    #[error("the record says seq {found}, where {expected} is due")]
    Gap {
        /// The number that is due.
        expected: u64,
        /// The number that stands there.
        found: u64,
    },
    /// `prev` is not the hash of the line before.
    #[error("`prev` is {found}, but the record before has the hash {expected}")]
    Prev {
        /// Hash of the line before.
        expected: Hash,
        /// What the line names.
        found: Hash,
    },
    /// `hash` is not the hash of the line.
    #[error("`hash` is {found}, but the record as it stands hashes to {computed}: it was changed after it was written")]
    Hash {
        /// What the bytes give.
        computed: Hash,
        /// What the line says.
        found: Hash,
    },
    /// The line is longer than [`LINE_BYTES_MAX`].
    #[error("the line is {bytes} bytes long; a record has at most {LINE_BYTES_MAX}")]
    TooLong {
        /// Its length.
        bytes: usize,
    },
}

/// Checks one line of a chained log (without its newline): canonical form, `seq`, `prev` and `hash`.
///
/// # Errors
/// The first thing wrong, in the order of [`ChainError`]'s checks: length, form, fields, `hash`, `seq`, `prev`.
pub fn verify_line(line: &[u8], previous: Link) -> Result<Link, ChainError> {
    verify_members(line, previous).map(|(link, ..)| link)
}

/// Checks one line as [`verify_line`] does, and gives its text and where its members stand in it.
///
/// # Errors
/// As [`verify_line`].
pub fn verify_members(line: &[u8], previous: Link) -> Result<(Link, &str, Vec<Member>), ChainError> {
    if line.len() > LINE_BYTES_MAX {
        return Err(ChainError::TooLong { bytes: line.len() });
    }
    let (text, members) = scan::read(line, Form::Canonical)?;
    let computed = hash_without(line, &members, "hash");
    hash_member(line, &members, "hash", computed, |found| ChainError::Hash { computed, found })?;
    let expected = previous.seq + 1;
    let seq = find(&members, line, "seq")
        .and_then(|value| std::str::from_utf8(value).ok()?.parse().ok())
        .ok_or(ChainError::Field { field: "seq", accepted: "a whole number from 1" })?;
    if seq != expected {
        return Err(ChainError::Gap { expected, found: seq });
    }
    let before = previous.hash;
    hash_member(line, &members, "prev", before, |found| ChainError::Prev { expected: before, found })?;
    Ok((Link { seq, hash: computed }, text, members))
}

impl Link {
    /// Where a log begins: nothing before it.
    pub const START: Link = Link { seq: 0, hash: Hash::ZERO };
}

fn find<'a>(members: &[Member], line: &'a [u8], key: &str) -> Option<&'a [u8]> {
    members.iter().find(|m| &line[m.key.clone()] == key.as_bytes()).map(|m| &line[m.value.clone()])
}

/// Whether a member is this hash. Its digits are compared as they stand: only another hash is read.
fn hash_member(
    line: &[u8],
    members: &[Member],
    key: &'static str,
    due: Hash,
    other: impl FnOnce(Hash) -> ChainError,
) -> Result<(), ChainError> {
    let digits = find(members, line, key).and_then(|value| value.strip_prefix(b"\"")?.strip_suffix(b"\""));
    if digits.is_some_and(|digits| *digits == due.digits()) {
        return Ok(());
    }
    let found = digits.and_then(Hash::of_digits);
    Err(found.map_or(ChainError::Field { field: key, accepted: "a string of 64 digits 0-9 a-f" }, other))
}

/// Hash of a canonical object with one member cut out, without building the shorter text.
fn hash_without(line: &[u8], members: &[Member], key: &str) -> Hash {
    let Some(index) = members.iter().position(|m| &line[m.key.clone()] == key.as_bytes()) else {
        return Hash::of(line);
    };
    // `{"a":1,"hash":"…","z":2}`: the member goes with the comma after it, or before it where it is the last.
    let start = members[index].key.start - 1;
    let end = members[index].value.end;
    let (start, end) = if index + 1 < members.len() {
        (start, end + 1)
    } else if index > 0 {
        (start - 1, end)
    } else {
        (start, end)
    };
    let mut hasher = Sha256::new();
    hasher.update(&line[..start]);
    hasher.update(&line[end..]);
    Hash(hasher.finalize().into())
}

/// Completes a record (`at`, `by`, `do`, …, without `seq`, `prev`, `hash`) and writes it as a canonical line.
///
/// # Errors
/// Only if a value of the record cannot be serialized.
///
/// ```
/// use adjutant_core::chain::{Link, seal, verify_line};
/// let fields = serde_json::json!({"by": "both", "do": {"note": {"text": "hello"}}});
/// let (line, link) = seal(fields.as_object().unwrap().clone(), Link::START).unwrap();
/// assert_eq!(verify_line(&line, Link::START).unwrap(), link);
/// ```
pub fn seal(mut fields: Map<String, Value>, previous: Link) -> Result<(Vec<u8>, Link), serde_json::Error> {
    let seq = previous.seq + 1;
    fields.remove("hash");
    fields.insert("seq".into(), seq.into());
    fields.insert("prev".into(), previous.hash.to_string().into());
    let line = serde_json::to_vec(&fields)?;
    if let Ok(members) = scan(&line, Form::Canonical) {
        return Ok(sealed(line, &members, seq));
    }
    let hash = Hash::of(&canonical(&fields)?);
    fields.insert("hash".into(), hash.to_string().into());
    Ok((canonical(&fields)?, Link { seq, hash }))
}

/// A record in its canonical form, which lacks nothing but its hash.
fn sealed(mut line: Vec<u8>, members: &[Member], seq: u64) -> (Vec<u8>, Link) {
    let hash = Hash::of(&line);
    // Another member follows it in any case: `prev` does.
    let next = members.iter().find(|member| line[member.key.clone()] > b"hash"[..]);
    let at = next.map_or(line.len(), |member| member.key.start - 1);
    line.splice(at..at, format!("\"hash\":\"{hash}\",").into_bytes());
    (line, Link { seq, hash })
}

/// A command as the record that follows another one: `at`, `by` and `do`, sealed.
///
/// What serializes in its canonical form already, as commands do that declare their fields in order, is sealed as it is
/// written; anything else as [`seal`] does.
///
/// # Errors
/// As [`seal`].
///
/// ```
/// use adjutant_core::chain::{Link, seal, seal_command};
/// let at = adjutant_core::time::Timestamp::parse("2026-11-21T09:00:00Z").unwrap();
/// let command = serde_json::json!({"note": {"text": "hello"}});
/// let (line, link) = seal_command(at, &"both", &command, Link::START).unwrap();
/// let fields = serde_json::json!({"at": "2026-11-21T09:00:00Z", "by": "both", "do": command});
/// assert_eq!((line, link), seal(fields.as_object().unwrap().clone(), Link::START).unwrap());
/// ```
pub fn seal_command<B: Serialize, C: Serialize>(
    at: Timestamp,
    by: &B,
    command: &C,
    previous: Link,
) -> Result<(Vec<u8>, Link), serde_json::Error> {
    #[derive(Serialize)]
    struct Said<'a, B, C> {
        at: Timestamp,
        by: &'a B,
        #[serde(rename = "do")]
        command: &'a C,
        prev: Hash,
        seq: u64,
    }
    let seq = previous.seq + 1;
    let line = serde_json::to_vec(&Said { at, by, command, prev: previous.hash, seq })?;
    if let Ok(members) = scan(&line, Form::Canonical) {
        return Ok(sealed(line, &members, seq));
    }
    let mut fields = Map::new();
    fields.insert("at".into(), serde_json::to_value(at)?);
    fields.insert("by".into(), serde_json::to_value(by)?);
    fields.insert("do".into(), serde_json::to_value(command)?);
    seal(fields, previous)
}

/// Splits the bytes of a log into its lines with their numbers, from 1.
///
/// # Errors
/// A log over [`LOG_BYTES_MAX`], or one whose last line is not ended by a newline (as a broken copy leaves it).
pub fn lines(bytes: &[u8]) -> Result<Vec<(usize, &[u8])>, LogShapeError> {
    if bytes.len() > LOG_BYTES_MAX {
        return Err(LogShapeError::TooLarge { bytes: bytes.len() });
    }
    let Some(body) = bytes.strip_suffix(b"\n") else {
        let line = bytes.iter().filter(|b| **b == b'\n').count() + 1;
        return if bytes.is_empty() { Ok(Vec::new()) } else { Err(LogShapeError::CutShort { line }) };
    };
    let ends = memchr::memchr_iter(b'\n', body).chain([body.len()]);
    let starts = [0].into_iter().chain(memchr::memchr_iter(b'\n', body).map(|end| end + 1));
    Ok(starts.zip(ends).enumerate().map(|(index, (start, end))| (index + 1, &body[start..end])).collect())
}

/// What can be wrong with a log before any line of it is read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LogShapeError {
    /// More bytes than [`LOG_BYTES_MAX`].
    #[error("the log is longer than {LOG_BYTES_MAX} bytes, the most that Adjutant reads")]
    TooLarge {
        /// Its size.
        bytes: usize,
    },
    /// The last line has no newline.
    #[error("line {line} is not ended by a newline: the log was cut short")]
    CutShort {
        /// Number of that line, from 1.
        line: usize,
    },
}

#[cfg(test)]
#[path = "../tests/inside/chain.rs"]
mod tests;
