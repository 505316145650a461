//! Values of rows.

use adjutant_core::chain::Hash;
use adjutant_core::time::Timestamp;

/// A value of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cell {
    /// Nothing.
    Null,
    /// True or false.
    Bool(bool),
    /// A whole number, or milliseconds since 1970.
    Int(i64),
    /// Text, bytes, or a hash.
    Bytes(Vec<u8>),
}

impl Cell {
    pub(super) fn hash(hash: Hash) -> Cell {
        Cell::Bytes(hash.as_bytes().to_vec())
    }

    pub(super) fn text(text: &str) -> Cell {
        Cell::Bytes(text.as_bytes().to_vec())
    }

    pub(super) fn time(time: Timestamp) -> Cell {
        Cell::Int((time.seconds() - start()) * 1000)
    }

    /// The moment that a number of milliseconds is.
    pub(super) fn as_time(&self) -> Option<Timestamp> {
        let Cell::Int(millis) = self else { return None };
        (millis % 1000 == 0).then(|| Timestamp::of_unix(millis / 1000)).flatten()
    }

    pub(super) fn as_int(&self) -> Option<i64> {
        if let Cell::Int(value) = self { Some(*value) } else { None }
    }

    pub(super) fn as_hash(&self) -> Option<Hash> {
        self.as_bytes().and_then(|bytes| bytes.try_into().ok()).map(Hash::of_bytes)
    }

    pub(super) fn as_bytes(&self) -> Option<&[u8]> {
        if let Cell::Bytes(bytes) = self { Some(bytes) } else { None }
    }

    pub(super) fn as_text(&self) -> Option<&str> {
        self.as_bytes().and_then(|bytes| std::str::from_utf8(bytes).ok())
    }
}

/// What [`Timestamp::seconds`] gives for the beginning of 1970.
fn start() -> i64 {
    Timestamp::of_unix(0).map_or(0, Timestamp::seconds)
}
