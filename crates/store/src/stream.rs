//! Streams: appended with the version that the writer saw, read back byte for byte.

use std::fmt;

use adjutant_core::chain::{self, Hash, Link};
use rusqlite::types::Type;
use rusqlite::{Connection, OptionalExtension, Row, TransactionBehavior, params};

use crate::sound::names_hash;
use crate::{Store, StoreError};

/// What a stream is a log of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum StreamKind {
    /// One match.
    Match,
    /// One tournament.
    Event,
}

impl StreamKind {
    /// Both.
    pub const ALL: [StreamKind; 2] = [StreamKind::Match, StreamKind::Event];

    /// As stored.
    pub fn as_str(self) -> &'static str {
        match self {
            StreamKind::Match => "match",
            StreamKind::Event => "event",
        }
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

impl Store {
    /// Appends lines, all or none, to a stream that ends where the writer saw it end.
    ///
    /// Lines that stand there already, byte for byte, are passed over: repeating an append is harmless.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] where the stream holds something else behind `expected`; [`StoreError::Chain`] where
    /// the lines do not chain; and whatever keeps the database from writing. Nothing is written then.
    pub fn append(
        &mut self,
        kind: StreamKind,
        id: &str,
        expected: Link,
        lines: &[Line],
    ) -> Result<Appended, StoreError> {
        let appended = self.append_all(&[Append { kind, id, expected, lines }])?;
        Ok(appended.first().copied().unwrap_or(Appended { head: expected, written: 0 }))
    }

    /// Appends to several streams in one transaction, all or none: one wait for the disk, however many streams.
    ///
    /// # Errors
    /// As [`Store::append`], for the first stream that refuses. Nothing is written then, to none of them.
    pub fn append_all(&mut self, appends: &[Append<'_>]) -> Result<Vec<Appended>, StoreError> {
        for append in appends {
            check_chain(append.kind, append.id, append.expected, append.lines)?;
        }
        let path = self.path.clone();
        let explain = |error| StoreError::from_sqlite(&path, error);
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(explain)?;
        let mut appended = Vec::with_capacity(appends.len());
        for append in appends {
            match append_within(&transaction, append).map_err(explain)? {
                Ok(done) => appended.push(done),
                Err(found) => {
                    let Append { kind, id, expected, .. } = *append;
                    if let Some(what) = misfiled(&transaction, append, found).map_err(explain)? {
                        return Err(StoreError::Corrupt { path, what });
                    }
                    return Err(StoreError::Conflict { kind, id: id.to_owned(), expected, found });
                }
            }
        }
        transaction.commit().map_err(explain)?;
        Ok(appended)
    }

    /// Takes a whole log, from its first record on, all or nothing. A log that continues the stored one extends it.
    ///
    /// # Errors
    /// As [`Store::append`].
    pub fn import(&mut self, kind: StreamKind, id: &str, lines: &[Line]) -> Result<Appended, StoreError> {
        self.append(kind, id, Link::START, lines)
    }

    /// Every line of a stream.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], or whatever keeps the database from reading.
    pub fn read(&self, kind: StreamKind, id: &str) -> Result<Vec<Line>, StoreError> {
        self.read_from(kind, id, 1)
    }

    /// The lines of a stream from a number on.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], or whatever keeps the database from reading.
    pub fn read_from(&self, kind: StreamKind, id: &str, seq: u64) -> Result<Vec<Line>, StoreError> {
        let stream = self.stream(kind, id)?;
        self.explained(|connection| {
            // One snapshot for both questions; from behind and from the front a damaged page shows itself.
            let snapshot = connection.unchecked_transaction()?;
            let head = last_link(&snapshot, stream)?;
            let mut query = snapshot
                .prepare_cached("SELECT seq, hash, line FROM record WHERE stream = ?1 AND seq >= ?2 ORDER BY seq")?;
            let rows = query
                .query_map(params![stream, signed(seq)], |row| Ok(Line { link: link_of(row)?, bytes: row.get(2)? }))?;
            let lines: Vec<Line> = rows.collect::<Result<_, _>>()?;
            let wanted = (head.seq + 1).saturating_sub(seq.max(1));
            if lines.len() as u64 != wanted {
                return Err(damaged(format!(
                    "{} records of {kind} {id} are found, where {wanted} are due",
                    lines.len()
                )));
            }
            Ok(lines)
        })
    }

    /// One line of a stream, if it is there.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] for the stream, or whatever keeps the database from reading.
    pub fn line(&self, kind: StreamKind, id: &str, seq: u64) -> Result<Option<Line>, StoreError> {
        let stream = self.stream(kind, id)?;
        self.explained(|connection| {
            connection
                .prepare_cached("SELECT seq, hash, line FROM record WHERE stream = ?1 AND seq = ?2")?
                .query_row(params![stream, signed(seq)], |row| Ok(Line { link: link_of(row)?, bytes: row.get(2)? }))
                .optional()
        })
    }

    /// Where a stream ends; `None` where the stream does not exist.
    ///
    /// # Errors
    /// Whatever keeps the database from reading.
    pub fn head(&self, kind: StreamKind, id: &str) -> Result<Option<Link>, StoreError> {
        self.explained(|connection| match stream_number(connection, kind, id)? {
            Some(stream) => last_link(connection, stream).map(Some),
            None => Ok(None),
        })
    }

    /// A number that changes whenever another connection has written. What this one writes does not change it, and
    /// another connection counts otherwise.
    ///
    /// # Errors
    /// Whatever keeps the database from reading.
    pub fn others_version(&self) -> Result<i64, StoreError> {
        self.explained(|connection| connection.pragma_query_value(None, "data_version", |row| row.get(0)))
    }

    /// All streams of a kind with their last records, by id.
    ///
    /// # Errors
    /// Whatever keeps the database from reading.
    pub fn list(&self, kind: StreamKind) -> Result<Vec<Head>, StoreError> {
        self.explained(|connection| {
            let mut query = connection.prepare_cached("SELECT stream, id FROM stream WHERE kind = ?1 ORDER BY id")?;
            let rows = query.query_map([kind.as_str()], |row| Ok((row.get::<_, i64>(0)?, row.get(1)?)))?;
            rows.map(|row| row.and_then(|(stream, id)| Ok(Head { id, link: last_link(connection, stream)? }))).collect()
        })
    }

    /// The ids of all streams of a kind, in order. Nothing is read of their records.
    ///
    /// # Errors
    /// Whatever keeps the database from reading.
    pub fn ids(&self, kind: StreamKind) -> Result<Vec<String>, StoreError> {
        self.explained(|connection| {
            let mut query =
                connection.prepare_cached("SELECT id FROM stream NOT INDEXED WHERE kind = ?1 ORDER BY id")?;
            query.query_map([kind.as_str()], |row| row.get(0))?.collect()
        })
    }

    /// Checks the pages of the file and the chain of a stream.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`] with what SQLite found, or [`StoreError::Chain`] naming the first broken record.
    pub fn verify(&self, kind: StreamKind, id: &str) -> Result<Link, StoreError> {
        self.check_pages()?;
        let lines = self.read_sound(kind, id)?;
        Ok(lines.last().map_or(Link::START, |line| line.link))
    }

    /// Lets SQLite check every page of the file.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`] with what it found.
    pub fn check_pages(&self) -> Result<(), StoreError> {
        let found: Vec<String> = self.explained(|connection| {
            let mut query = connection.prepare("PRAGMA integrity_check(20)")?;
            query.query_map([], |row| row.get(0))?.collect()
        })?;
        // SQLite heads its findings with the database that they are about; there is only one.
        let found: Vec<String> = found.iter().map(|what| what.replace("*** in database main ***\n", "")).collect();
        let what = found.join("; ").replace('\n', "; ");
        if what == "ok" { Ok(()) } else { Err(StoreError::Corrupt { path: self.path.clone(), what }) }
    }

    fn stream(&self, kind: StreamKind, id: &str) -> Result<i64, StoreError> {
        self.explained(|connection| stream_number(connection, kind, id))?.ok_or_else(|| StoreError::NotFound {
            kind,
            id: id.to_owned(),
            path: self.path.clone(),
        })
    }

    fn explained<T>(&self, work: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, StoreError> {
        work(&self.connection).map_err(|error| StoreError::from_sqlite(&self.path, error))
    }
}

/// Appends within a transaction; gives where the stream ends if that is not where the writer saw it end.
fn append_within(transaction: &Connection, append: &Append<'_>) -> rusqlite::Result<Result<Appended, Link>> {
    let Append { kind, id, expected, lines } = *append;
    let stream = stream_number(transaction, kind, id)?;
    let found = match stream {
        Some(stream) => last_link(transaction, stream)?,
        None => Link::START,
    };
    let fresh = match stream.filter(|_| found != expected) {
        Some(stream) => not_yet_stored(transaction, stream, expected, found, lines)?,
        None if found == expected => Some(lines),
        None => None,
    };
    let Some(fresh) = fresh else { return Ok(Err(found)) };
    if !fresh.is_empty() {
        let stream = match stream {
            Some(stream) => stream,
            None => open_stream(transaction, kind, id)?,
        };
        insert(transaction, stream, fresh)?;
    }
    Ok(Ok(Appended { head: fresh.last().map_or(found, |line| line.link), written: fresh.len() }))
}

/// Whether what looks like another recorder is only a record that is filed under a hash that is not its own.
fn misfiled(connection: &Connection, append: &Append<'_>, found: Link) -> rusqlite::Result<Option<String>> {
    let Append { kind, id, expected, .. } = *append;
    let Some(stream) = stream_number(connection, kind, id)?.filter(|_| found.seq >= expected.seq) else {
        return Ok(None);
    };
    let stands: Option<(Link, Vec<u8>)> = connection
        .prepare_cached("SELECT seq, hash, line FROM record WHERE stream = ?1 AND seq = ?2")?
        .query_row(params![stream, signed(expected.seq)], |row| Ok((link_of(row)?, row.get(2)?)))
        .optional()?;
    let wrong = stands.filter(|(link, line)| link.hash != expected.hash && names_hash(line, expected.hash));
    Ok(wrong.map(|(link, _)| {
        format!("record {} of {kind} {id} is filed under the hash {}, not its own", link.seq, link.hash)
    }))
}

/// Checks that lines continue a chain, and that each is filed under its own number and hash.
pub(crate) fn check_chain(kind: StreamKind, id: &str, expected: Link, lines: &[Line]) -> Result<(), StoreError> {
    let mut previous = expected;
    for line in lines {
        let broken = |source| StoreError::Chain { kind, id: id.to_owned(), seq: previous.seq + 1, source };
        let link = chain::verify_line(&line.bytes, previous).map_err(broken)?;
        if link != line.link {
            return Err(broken(chain::ChainError::Hash { computed: link.hash, found: line.link.hash }));
        }
        previous = link;
    }
    Ok(())
}

/// The lines behind those that stand in the stream already; `None` where it holds something else.
fn not_yet_stored<'a>(
    connection: &Connection,
    stream: i64,
    expected: Link,
    found: Link,
    lines: &'a [Line],
) -> rusqlite::Result<Option<&'a [Line]>> {
    if found.seq < expected.seq {
        return Ok(None);
    }
    let mut query = connection.prepare_cached("SELECT hash FROM record WHERE stream = ?1 AND seq = ?2")?;
    let mut stands = |link: Link| -> rusqlite::Result<bool> {
        let hash: Option<String> = query.query_row(params![stream, signed(link.seq)], |row| row.get(0)).optional()?;
        Ok(hash == Some(link.hash.to_string()))
    };
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

fn insert(connection: &Connection, stream: i64, lines: &[Line]) -> rusqlite::Result<()> {
    let mut insert =
        connection.prepare_cached("INSERT INTO record (stream, seq, hash, line) VALUES (?1, ?2, ?3, ?4)")?;
    for line in lines {
        let written = insert.execute(params![stream, signed(line.link.seq), line.link.hash.to_string(), line.bytes])?;
        stored(written, "record", line.link.seq)?;
    }
    Ok(())
}

fn open_stream(connection: &Connection, kind: StreamKind, id: &str) -> rusqlite::Result<i64> {
    let mut open = connection.prepare_cached("INSERT INTO stream (kind, id) VALUES (?1, ?2)")?;
    stored(open.execute([kind.as_str(), id])?, "stream", 1)?;
    Ok(connection.last_insert_rowid())
}

/// A trigger that is not ours may swallow an insert without a word.
fn stored(written: usize, what: &str, number: u64) -> rusqlite::Result<()> {
    match written {
        1 => Ok(()),
        _ => Err(damaged(format!("it took {what} {number} and did not store it: its triggers were changed"))),
    }
}

/// A stream that the index does not know is looked for in the table too: a damaged index must not make a match new.
fn stream_number(connection: &Connection, kind: StreamKind, id: &str) -> rusqlite::Result<Option<i64>> {
    let find = |from: &str| {
        connection
            .prepare_cached(&format!("SELECT stream FROM {from} WHERE kind = ?1 AND id = ?2"))?
            .query_row([kind.as_str(), id], |row| row.get(0))
            .optional()
    };
    if let Some(stream) = find("stream")? {
        return Ok(Some(stream));
    }
    match find("stream NOT INDEXED")? {
        None => Ok(None),
        Some::<i64>(_) => Err(damaged(format!("the index of streams does not know {kind} {id}, which is there"))),
    }
}

/// The end of a stream that is there: it was opened with its first record.
fn last_link(connection: &Connection, stream: i64) -> rusqlite::Result<Link> {
    let link = connection
        .prepare_cached("SELECT seq, hash FROM record WHERE stream = ?1 ORDER BY seq DESC LIMIT 1")?
        .query_row([stream], link_of)
        .optional()?;
    link.ok_or_else(|| damaged(format!("stream {stream} is there, but none of its records is found")))
}

fn damaged(what: String) -> rusqlite::Error {
    rusqlite::Error::SqliteFailure(rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_CORRUPT), Some(what))
}

fn link_of(row: &Row<'_>) -> rusqlite::Result<Link> {
    let seq: i64 = row.get(0)?;
    let digits = row.get_ref(1)?.as_str()?;
    let hash = Hash::parse(digits).ok_or(rusqlite::Error::InvalidColumnType(1, "hash".into(), Type::Text))?;
    Ok(Link { seq: seq.unsigned_abs(), hash })
}

fn signed(seq: u64) -> i64 {
    i64::try_from(seq).unwrap_or(i64::MAX)
}
