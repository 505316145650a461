//! Appending to streams and reading them.

use std::sync::Arc;

use adjutant_core::chain::{Hash, Link};
use postgres::types::ToSql;
use postgres::{Client, GenericClient, Row};

use super::connect::{STATEMENT_WAIT, Sent, Session, Tries};
use super::trouble::Trouble;
use crate::append::{Appended, Head, Line, StreamKind, names_hash, not_yet_stored, signed};
use crate::error::StoreError;

/// How often an append is looked into because others were there at the same moment. Each time somebody else got on.
const ROUNDS: u32 = 100;

/// The lines of one stream, if the record that they follow is the one that the writer saw. It is its own transaction.
const APPEND: &str = "INSERT INTO {}.record (stream, seq, first, before, hash, line) \
    SELECT ($1::text)::uuid, seq, CASE WHEN seq = 1 THEN 1 END, nullif(seq - 1, 0), hash, line \
    FROM unnest($2::bigint[], $3::bytea[], $4::bytea[]) AS fresh (seq, hash, line) \
    WHERE $5::bigint = 0 OR EXISTS \
        (SELECT FROM {}.record WHERE stream = ($1::text)::uuid AND seq = $5::bigint AND hash = $6::bytea)";
/// The same for one line, which is what a recorder appends, from the record that it follows: half the work.
const FOLLOW: &str = "INSERT INTO {}.record (stream, seq, before, hash, line) \
    SELECT stream, seq + 1, seq, $4::bytea, $5::bytea FROM {}.record \
    WHERE stream = ($1::text)::uuid AND seq = $2::bigint AND hash = $3::bytea";
/// The same from a record that this connection has written: it stands, and never changes, so that nobody looks again. The
/// keys refuse what does not follow it.
const GO_ON: &str = "INSERT INTO {}.record (stream, seq, before, hash, line) \
    VALUES (($1::text)::uuid, $2::bigint + 1, $2, $3::bytea, $4::bytea)";
/// A stream that is there already stays as it is: its records decide who was first.
const OPEN: &str = "INSERT INTO {}.stream (stream, realm, kind, id) VALUES (($1::text)::uuid, $2, $3, $4) \
    ON CONFLICT (stream) DO NOTHING";
const ONE: &str = "SELECT seq, hash, line FROM {}.record WHERE stream = ($1::text)::uuid AND seq = $2";
const FROM: &str = "SELECT seq, hash, line FROM {}.record WHERE stream = ($1::text)::uuid AND seq >= $2 ORDER BY seq";
const HEAD: &str = "SELECT seq, hash FROM {}.record WHERE stream = ($1::text)::uuid ORDER BY seq DESC LIMIT 1";
const THERE: &str = "SELECT 1 FROM {}.stream WHERE stream = ($1::text)::uuid";
const IDS: &str = "SELECT id FROM {}.stream WHERE realm = $1 AND kind = $2 ORDER BY id";
const LIST: &str = "SELECT s.id, r.seq, r.hash FROM {}.stream s LEFT JOIN LATERAL \
    (SELECT seq, hash FROM {}.record WHERE stream = s.stream ORDER BY seq DESC LIMIT 1) r ON true \
    WHERE s.realm = $1 AND s.kind = $2 ORDER BY s.id";

/// What is to be appended, with the lines themselves: they go to another thread.
pub(super) struct Due {
    pub(super) kind: StreamKind,
    pub(super) id: String,
    pub(super) expected: Link,
    pub(super) lines: Vec<Line>,
}

/// What of an append is not stored yet.
struct Rest<'a> {
    due: &'a Due,
    stream: String,
    /// What it follows.
    expected: Link,
    lines: &'a [Line],
}

impl Session {
    /// The number of a stream, which follows from its realm, kind and id.
    fn number(&self, kind: StreamKind, id: &str) -> String {
        let name = format!("{}\0{}\0{id}", self.server.realm, kind.as_str());
        let digits = Hash::of(name.as_bytes()).to_string();
        digits.chars().take(32).collect()
    }

    pub(super) fn append_all(&mut self, all: &[Due]) -> Result<Vec<Appended>, StoreError> {
        if all.iter().any(|due| due.kind == StreamKind::League) {
            self.make_room()?;
        }
        let mut rests: Vec<Rest<'_>> = Vec::with_capacity(all.len());
        for due in all {
            let Due { kind, id, expected, lines } = due;
            rests.push(Rest { due, stream: self.number(*kind, id), expected: *expected, lines });
        }
        let mut heads: Vec<Link> =
            all.iter().map(|due| due.lines.last().map_or(due.expected, |line| line.link)).collect();
        self.look_back(all)?;
        self.note(all);
        let done = self.write_all(all, &mut rests, &mut heads);
        let answered = !matches!(done, Err(StoreError::Unanswered { .. }));
        if self.watch.sent(Sent::Nothing) != Sent::Abandoned && answered {
            self.answered(all);
        }
        done?;
        let written = |(rest, head): (&Rest<'_>, &Link)| Appended { head: *head, written: rest.lines.len() };
        Ok(rests.iter().zip(&heads).map(written).collect())
    }

    /// Writes what is not there yet, looking again after whatever came in between.
    fn write_all(&mut self, all: &[Due], rests: &mut [Rest<'_>], heads: &mut [Link]) -> Result<(), StoreError> {
        // Where there is nothing to write, what stands is looked at all the same.
        let mut look = all.iter().any(|due| due.lines.is_empty());
        let (mut tries, mut sent) = (Tries::default(), false);
        for _ in 0..ROUNDS {
            if look {
                self.look(rests, heads).map_err(|error| match error {
                    StoreError::Offline { place, what } if sent => StoreError::Unanswered { place, what },
                    other => other,
                })?;
            }
            let trouble = match self.write(rests, &mut sent) {
                Ok(()) => return Ok(()),
                Err(trouble) => trouble,
            };
            look = true;
            if trouble != Trouble::Taken && !self.may_try_again(&trouble, &mut tries) {
                return Err(self.unanswered(sent, trouble));
            }
        }
        Err(StoreError::Busy(self.place.clone()))
    }

    /// Looks what of every append stands already, byte for byte.
    fn look(&mut self, rests: &mut [Rest<'_>], heads: &mut [Link]) -> Result<(), StoreError> {
        for (rest, head) in rests.iter_mut().zip(heads) {
            let Due { kind, id, expected, lines } = rest.due;
            let found = self.head(*kind, id)?.unwrap_or(Link::START);
            let fresh = if found == *expected {
                Some(lines.as_slice())
            } else {
                let stream = rest.stream.clone();
                not_yet_stored(*expected, found, lines, &mut |link| {
                    self.one(&stream, link.seq).map(|line| line.is_some_and(|line| line.link == link))
                })?
            };
            let Some(fresh) = fresh else {
                return Err(self.conflict(rest, found)?);
            };
            rest.lines = fresh;
            rest.expected = fresh.first().map_or(found, |_| found);
            *head = fresh.last().map_or(found, |line| line.link);
        }
        Ok(())
    }

    /// Another recorder, or a record that is filed under a hash that is not its own.
    fn conflict(&mut self, rest: &Rest<'_>, found: Link) -> Result<StoreError, StoreError> {
        let Due { kind, id, expected, .. } = rest.due;
        let (kind, id, expected) = (*kind, id.clone(), *expected);
        let stands = if found.seq >= expected.seq { self.one(&rest.stream, expected.seq)? } else { None };
        let wrong = stands.filter(|line| line.link.hash != expected.hash && names_hash(&line.bytes, expected.hash));
        Ok(match wrong {
            None => StoreError::Conflict { kind, id, expected, found },
            Some(line) => {
                let Link { seq, hash } = line.link;
                let what = format!("record {seq} of {kind} {id} is filed under the hash {hash}, not its own");
                StoreError::Corrupt { place: self.place.clone(), what }
            }
        })
    }

    /// Writes what is left to write, all or nothing.
    fn write(&mut self, rests: &[Rest<'_>], sent: &mut bool) -> Result<(), Trouble> {
        let mut left: Vec<&Rest<'_>> = rests.iter().filter(|rest| !rest.lines.is_empty()).collect();
        // In one order everywhere: nobody waits for somebody who waits for him.
        left.sort_by(|one, two| one.stream.cmp(&two.stream));
        match left.as_slice() {
            [] => Ok(()),
            [rest] if rest.expected != Link::START => {
                let done = match rest.lines {
                    [line] => self.follow(rest, line, sent),
                    _ => {
                        self.prepared(APPEND)?;
                        self.sends(sent);
                        self.prepared(APPEND).and_then(|(client, statement)| insert(client, &statement, rest))
                    }
                };
                self.written = match (&done, rest.lines.last()) {
                    (Ok(()), Some(line)) => Some((rest.stream.clone(), line.link)),
                    _ => None,
                };
                done
            }
            left => {
                let (open, realm, watch) = (self.sql(OPEN), self.server.realm.clone(), Arc::clone(&self.watch));
                let (client, statement) = self.prepared(APPEND)?;
                let tell = |error: postgres::Error| Trouble::of(&error);
                let mut transaction = client.transaction().map_err(tell)?;
                for rest in left {
                    if rest.expected == Link::START {
                        let (kind, id) = (rest.due.kind.as_str(), &rest.due.id);
                        transaction.execute(&open, &[&rest.stream, &realm, &kind, id]).map_err(tell)?;
                    }
                    insert(&mut transaction, &statement, rest)?;
                    watch.expect_answer_in(STATEMENT_WAIT);
                }
                *sent = true;
                watch.sent(Sent::OnItsWay);
                transaction.commit().map_err(tell)
            }
        }
    }

    /// From here on nobody knows whether it is stored, until the server answers.
    fn sends(&self, sent: &mut bool) {
        *sent = true;
        self.watch.sent(Sent::OnItsWay);
    }

    /// Appends one line to the record that it follows.
    fn follow(&mut self, rest: &Rest<'_>, line: &Line, sent: &mut bool) -> Result<(), Trouble> {
        let Rest { stream, expected, .. } = rest;
        let (seq, hash) = (signed(expected.seq), &expected.hash.as_bytes()[..]);
        let (own, bytes) = (&line.link.hash.as_bytes()[..], line.bytes.as_slice());
        let wrote_it = self.written.as_ref().is_some_and(|(last, link)| (last, link) == (stream, expected));
        let (sql, values): (_, &[&(dyn ToSql + Sync)]) = if wrote_it {
            (GO_ON, &[stream, &seq, &own, &bytes])
        } else {
            (FOLLOW, &[stream, &seq, &hash, &own, &bytes])
        };
        self.prepared(sql)?;
        self.sends(sent);
        let (client, statement) = self.prepared(sql)?;
        let written = client.execute(&statement, values).map_err(|error| Trouble::of(&error))?;
        all_of(1, written)
    }

    fn one(&mut self, stream: &str, seq: u64) -> Result<Option<Line>, StoreError> {
        let (sql, stream, seq) = (self.sql(ONE), stream.to_owned(), signed(seq));
        let row = self.asked(|client| client.query_opt(&sql, &[&stream, &seq]))?;
        row.map(|row| self.line_of(&row)).transpose()
    }

    pub(super) fn read_from(&mut self, kind: StreamKind, id: &str, seq: u64) -> Result<Vec<Line>, StoreError> {
        let (sql, stream, from) = (self.sql(FROM), self.number(kind, id), signed(seq.max(1)));
        let mut rows = self.asked(|client| client.query(&sql, &[&stream, &from]))?;
        if rows.is_empty() {
            let head = self.head(kind, id)?.ok_or_else(|| self.not_found(kind, id))?;
            if head.seq < seq {
                return Ok(Vec::new());
            }
            // Somebody else may have written them in between.
            rows = self.asked(|client| client.query(&sql, &[&stream, &from]))?;
            if rows.is_empty() {
                let what = format!("records of {kind} {id} from {seq} on are not found, up to {}", head.seq);
                return Err(self.damaged(what));
            }
        }
        let lines: Vec<Line> = rows.iter().map(|row| self.line_of(row)).collect::<Result<_, _>>()?;
        if let Some((due, line)) = (seq.max(1)..).zip(&lines).find(|(due, line)| line.link.seq != *due) {
            let found = line.link.seq;
            return Err(self.damaged(format!("record {found} of {kind} {id} is found, where record {due} is due")));
        }
        Ok(lines)
    }

    pub(super) fn line(&mut self, kind: StreamKind, id: &str, seq: u64) -> Result<Option<Line>, StoreError> {
        let stream = self.number(kind, id);
        match self.one(&stream, seq)? {
            Some(line) => Ok(Some(line)),
            None if self.head(kind, id)?.is_some() => Ok(None),
            None => Err(self.not_found(kind, id)),
        }
    }

    pub(super) fn head(&mut self, kind: StreamKind, id: &str) -> Result<Option<Link>, StoreError> {
        let (head, there, stream) = (self.sql(HEAD), self.sql(THERE), self.number(kind, id));
        let row = self.asked(|client| client.query_opt(&head, &[&stream]))?;
        match row {
            Some(row) => self.link_of(&row, 0).map(Some),
            None if self.asked(|client| client.query_opt(&there, &[&stream]))?.is_none() => Ok(None),
            // Somebody else may have opened it in between: its first record came with it.
            None => {
                let again = self.asked(|client| client.query_opt(&head, &[&stream]))?;
                let row =
                    again.ok_or_else(|| self.damaged(format!("{kind} {id} is there, but none of its records")))?;
                self.link_of(&row, 0).map(Some)
            }
        }
    }

    pub(super) fn list(&mut self, kind: StreamKind) -> Result<Vec<Head>, StoreError> {
        let (sql, realm, name) = (self.sql(LIST), self.server.realm.clone(), kind.as_str());
        let rows = self.asked(|client| client.query(&sql, &[&realm, &name]))?;
        rows.iter()
            .map(|row| {
                let id: String = self.get(row, 0)?;
                if self.get::<Option<i64>>(row, 1)?.is_none() {
                    return Err(self.damaged(format!("{kind} {id} is there, but none of its records")));
                }
                Ok(Head { id, link: self.link_of(row, 1)? })
            })
            .collect()
    }

    pub(super) fn ids(&mut self, kind: StreamKind) -> Result<Vec<String>, StoreError> {
        let (sql, realm, name) = (self.sql(IDS), self.server.realm.clone(), kind.as_str());
        let rows = self.asked(|client: &mut Client| client.query(&sql, &[&realm, &name]))?;
        rows.iter().map(|row| self.get(row, 0)).collect()
    }

    fn get<'a, T: postgres::types::FromSql<'a>>(&self, row: &'a Row, at: usize) -> Result<T, StoreError> {
        row.try_get(at).map_err(|error| self.damaged(error.to_string()))
    }

    fn link_of(&self, row: &Row, at: usize) -> Result<Link, StoreError> {
        let seq: i64 = self.get(row, at)?;
        let hash: &[u8] = self.get(row, at + 1)?;
        let hash =
            <[u8; 32]>::try_from(hash).map_err(|_| self.damaged(format!("the hash of record {seq} is not one")))?;
        Ok(Link { seq: seq.unsigned_abs(), hash: Hash::of_bytes(hash) })
    }

    fn line_of(&self, row: &Row) -> Result<Line, StoreError> {
        Ok(Line { link: self.link_of(row, 0)?, bytes: self.get(row, 2)? })
    }

    fn damaged(&self, what: String) -> StoreError {
        StoreError::Corrupt { place: self.place.clone(), what }
    }

    fn not_found(&self, kind: StreamKind, id: &str) -> StoreError {
        StoreError::NotFound { kind, id: id.to_owned(), place: self.place.clone() }
    }
}

fn insert(client: &mut impl GenericClient, statement: &postgres::Statement, rest: &Rest<'_>) -> Result<(), Trouble> {
    let numbers: Vec<i64> = rest.lines.iter().map(|line| signed(line.link.seq)).collect();
    let hashes: Vec<&[u8]> = rest.lines.iter().map(|line| &line.link.hash.as_bytes()[..]).collect();
    let lines: Vec<&[u8]> = rest.lines.iter().map(|line| line.bytes.as_slice()).collect();
    let (expected, hash) = (signed(rest.expected.seq), &rest.expected.hash.as_bytes()[..]);
    let values: [&(dyn ToSql + Sync); 6] = [&rest.stream, &numbers, &hashes, &lines, &expected, &hash];
    let written = client.execute(statement, &values).map_err(|error| Trouble::of(&error))?;
    all_of(rest.lines.len(), written)
}

/// Whether as many records were written as there were to write.
fn all_of(due: usize, written: u64) -> Result<(), Trouble> {
    match written {
        // The record that the writer saw is not there, or another one is.
        0 => Err(Trouble::Taken),
        written if written == due as u64 => Ok(()),
        written => {
            Err(Trouble::Broken(format!("it took {due} records and stored {written}: its triggers were changed")))
        }
    }
}
