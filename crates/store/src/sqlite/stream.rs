//! Streams: appended with the version that the writer saw, read back byte for byte.

use std::thread;

use adjutant_core::chain::{Hash, Link};
use rusqlite::types::Type;
use rusqlite::{Connection, OptionalExtension, Row, ToSql, TransactionBehavior, params};

use super::open::Database;
use crate::append::{Append, Appended, Head, Line, StreamKind, names_hash, not_yet_stored, signed};
use crate::chain::check_chain;
use crate::error::StoreError;
use crate::place::Place;

impl Database {
    /// Appends to several streams in one transaction, all or none: one wait for the disk, however many streams.
    ///
    /// # Errors
    /// As [`Store::append`](crate::Store::append), for the first stream that refuses. Nothing is written then, to none of them.
    pub fn append_all(&mut self, appends: &[Append<'_>]) -> Result<Vec<Appended>, StoreError> {
        let check = || appends.iter().try_for_each(|a| check_chain(a.kind, a.id, a.expected, a.lines));
        let few = appends.iter().map(|append| append.lines.len()).sum::<usize>() < AT_ONCE;
        if few {
            check()?;
        } else {
            // Otherwise pages of a long list are written, forgotten and read again before it is whole.
            self.keeps_in_memory(MANY_KIB)?;
        }
        if appends.iter().any(|append| append.kind == StreamKind::League) {
            self.take_any_kind()?;
        }
        let place = self.place.clone();
        let explain = |error| StoreError::from_sqlite(&place, error);
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(explain)?;
        let write = || appends.iter().map(|append| write(&transaction, append, &place)).collect();
        let written: Result<Vec<Appended>, StoreError> = if few {
            write()
        } else {
            // Many lines are checked by one core while another writes them; nothing stands before both are done.
            thread::scope(|scope| {
                let checking = scope.spawn(check);
                let written = write();
                checking.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)).and(written)
            })
        };
        let appended = written?;
        transaction.commit().map_err(explain)?;
        if !few {
            self.keeps_in_memory(USUAL_KIB)?;
        }
        Ok(appended)
    }

    /// Lets so much of the database be kept in memory.
    fn keeps_in_memory(&self, kib: u32) -> Result<(), StoreError> {
        self.explained(|connection| connection.pragma_update(None, "cache_size", -i64::from(kib)))
    }

    /// The lines of a stream from a number on.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], or whatever keeps the database from reading.
    pub fn read_from(&self, kind: StreamKind, id: &str, seq: u64) -> Result<Vec<Line>, StoreError> {
        self.within(kind, id, |snapshot, stream| {
            // From behind and from the front: a damaged page shows itself.
            let head = last_link(snapshot, stream)?;
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
        self.within(kind, id, |snapshot, stream| {
            snapshot
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
        self.seen(|snapshot| stream_number(snapshot, kind, id)?.map(|stream| last_link(snapshot, stream)).transpose())
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
        self.seen(|snapshot| {
            let mut query = snapshot.prepare_cached("SELECT stream, id FROM stream WHERE kind = ?1 ORDER BY id")?;
            let rows = query.query_map([kind.as_str()], |row| Ok((row.get::<_, i64>(0)?, row.get(1)?)))?;
            rows.map(|row| row.and_then(|(stream, id)| Ok(Head { id, link: last_link(snapshot, stream)? }))).collect()
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
        if what == "ok" { Ok(()) } else { Err(StoreError::Corrupt { place: self.place.clone(), what }) }
    }

    /// Asks something of a stream that must be there.
    fn within<T>(
        &self,
        kind: StreamKind,
        id: &str,
        ask: impl FnOnce(&Connection, i64) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        self.seen(|snapshot| stream_number(snapshot, kind, id)?.map(|stream| ask(snapshot, stream)).transpose())?
            .ok_or_else(|| StoreError::NotFound { kind, id: id.to_owned(), place: self.place.clone() })
    }

    /// Asks several questions of one moment. Without this, what another program writes between two of them would look
    /// like damage.
    fn seen<T>(&self, ask: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, StoreError> {
        self.explained(|connection| ask(&*connection.unchecked_transaction()?))
    }

    fn explained<T>(&self, work: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, StoreError> {
        work(&self.connection).map_err(|error| StoreError::from_sqlite(&self.place, error))
    }
}

/// Appends within a transaction, or tells why not.
fn write(transaction: &Connection, append: &Append<'_>, place: &Place) -> Result<Appended, StoreError> {
    let explain = |error| StoreError::from_sqlite(place, error);
    append_within(transaction, append).map_err(explain)?.or_else(|found| {
        let (place, Append { kind, id, expected, .. }) = (place.clone(), *append);
        Err(match misfiled(transaction, append, found).map_err(explain)? {
            Some(what) => StoreError::Corrupt { place, what },
            None => StoreError::Conflict { kind, id: id.to_owned(), expected, found },
        })
    })
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
        Some(stream) => not_yet_stored(expected, found, lines, &mut |link| stands(transaction, stream, link))?,
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

/// Whether a record stands in the stream under its own number and hash.
fn stands(connection: &Connection, stream: i64, link: Link) -> rusqlite::Result<bool> {
    let hash: Option<String> = connection
        .prepare_cached("SELECT hash FROM record WHERE stream = ?1 AND seq = ?2")?
        .query_row(params![stream, signed(link.seq)], |row| row.get(0))
        .optional()?;
    Ok(hash == Some(link.hash.to_string()))
}

/// What is kept of a database in memory, in KiB: what SQLite keeps without a word, and while many records are written.
const USUAL_KIB: u32 = 2_000;
const MANY_KIB: u32 = 64_000;

/// So many records go into one statement where there are many: the database notes for every statement what it would
/// have to undo.
const AT_ONCE: usize = 64;

fn insert(connection: &Connection, stream: i64, lines: &[Line]) -> rusqlite::Result<()> {
    let (many, rest) = lines.as_chunks::<AT_ONCE>();
    for some in many {
        insert_at_once(connection, stream, some)?;
    }
    rest.iter().try_for_each(|line| insert_at_once(connection, stream, std::slice::from_ref(line)))
}

fn insert_at_once(connection: &Connection, stream: i64, lines: &[Line]) -> rusqlite::Result<()> {
    let values = vec!["(?, ?, ?, ?)"; lines.len()].join(", ");
    let mut insert =
        connection.prepare_cached(&format!("INSERT INTO record (stream, seq, hash, line) VALUES {values}"))?;
    let mut at = 0;
    let mut bind = |value: &dyn ToSql| {
        at += 1;
        insert.raw_bind_parameter(at, value)
    };
    for Line { link, bytes } in lines {
        bind(&stream)?;
        bind(&signed(link.seq))?;
        bind(&link.hash.to_string())?;
        bind(bytes)?;
    }
    let written = insert.raw_execute()?;
    stored(written, lines.len(), || format!("record {}", lines[0].link.seq))
}

fn open_stream(connection: &Connection, kind: StreamKind, id: &str) -> rusqlite::Result<i64> {
    let mut open = connection.prepare_cached("INSERT INTO stream (kind, id) VALUES (?1, ?2)")?;
    stored(open.execute([kind.as_str(), id])?, 1, || format!("{kind} {id}"))?;
    Ok(connection.last_insert_rowid())
}

/// A trigger that is not ours may swallow an insert without a word.
fn stored(written: usize, due: usize, first: impl Fn() -> String) -> rusqlite::Result<()> {
    match due {
        due if due == written => Ok(()),
        1 => Err(damaged(format!("it took {} and did not store it: its triggers were changed", first()))),
        due => Err(damaged(format!(
            "it took {due} records from {} on and stored {written}: its triggers were changed",
            first()
        ))),
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
