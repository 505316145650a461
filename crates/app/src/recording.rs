//! A log being recorded: what the recorders of matches, tournaments and leagues share.
//!
//! Nothing is written before [`Recording::commit`]; a refused command leaves everything as it was.

use std::borrow::Borrow;

use adjutant_core::chain::{Hash, LOG_BYTES_MAX, Link};
use adjutant_core::sealed::Openings;
use adjutant_core::time::Timestamp;
use adjutant_store::{Append, Appended, Line, Store, StoreError, StreamKind};

use crate::clock::Clock;
use crate::error::Error;
use crate::packs::Known;

/// What is recorded: a log of one kind, folded.
pub trait Log: Sized {
    /// What it is a log of.
    const KIND: StreamKind;
    /// Its id, as a store files it.
    type Id: Clone + Borrow<str>;
    /// What else a recorder of such logs holds.
    type Own;

    /// Somebody else wrote in between, as the error says: judges what was taken once more behind that, to write it again.
    ///
    /// # Errors
    /// What was taken cannot stand there, or this was tried too often.
    fn overtaken(_: &mut Recording<Self>, _: &Store, error: StoreError, _tries: u32) -> Result<(), Error> {
        Err(Error::Overtaken(error))
    }
}

/// A log and its fold, open at the end.
#[derive(Clone)]
pub struct Recording<L: Log> {
    pub(crate) known: Known,
    pub(crate) clock: Clock,
    pub(crate) id: L::Id,
    pub(crate) log: L,
    pub(crate) own: L::Own,
    /// What opens the names that are sealed in records that are not yet written.
    pub(crate) names: Openings,
    /// Where the log of the store ends.
    pub(crate) stored: Link,
    /// The lines that are not yet written.
    pub(crate) fresh: Vec<Line>,
    /// Where the log ends with them, and when its last record was made.
    pub(crate) end: Link,
    pub(crate) last_at: Option<Timestamp>,
    /// Its length, with the newline of every line.
    pub(crate) bytes: usize,
    /// The hash of its first record: what opens its names is kept under it.
    origin: Option<Hash>,
}

impl<L: Log> Recording<L> {
    /// A log that has no record yet.
    pub(crate) fn empty(known: &Known, clock: Clock, id: L::Id, log: L, own: L::Own) -> Recording<L> {
        let (names, known) = (Openings::default(), known.clone());
        let (stored, fresh, end, last_at, bytes, origin) = (Link::START, Vec::new(), Link::START, None, 0, None);
        Recording { known, clock, id, log, own, names, stored, fresh, end, last_at, bytes, origin }
    }

    /// The same with the records that the store holds: when each was made, where it stands, how long its line is.
    pub(crate) fn holding(mut self, records: Vec<(Timestamp, Link, usize)>) -> Recording<L> {
        records.into_iter().for_each(|(at, link, bytes)| self.grow(at, link, bytes));
        self.stored = self.end;
        self
    }

    fn grow(&mut self, at: Timestamp, link: Link, bytes: usize) {
        self.origin.get_or_insert(link.hash);
        (self.end, self.last_at) = (link, Some(at));
        self.bytes += bytes + 1;
    }

    /// A record that was sealed is to be written.
    pub(crate) fn push(&mut self, at: Timestamp, link: Link, bytes: Vec<u8>) {
        self.grow(at, link, bytes.len());
        self.fresh.push(Line { link, bytes });
    }

    /// Its id.
    pub fn id(&self) -> &L::Id {
        &self.id
    }

    /// The log, what is not yet written last.
    pub fn log(&self) -> &L {
        &self.log
    }

    /// The packs and engines that it is judged by.
    pub fn known(&self) -> &Known {
        &self.known
    }

    /// The clock that its records are dated by.
    pub fn clock(&self) -> Clock {
        self.clock
    }

    /// The record that comes next, as errors name it.
    pub(crate) fn next_place(&self) -> String {
        format!("record {}", self.end.seq + 1)
    }

    /// Writes what was taken, all or nothing. Where somebody else has written in between and what was taken means the same
    /// after it, it is judged again and written; only a contradiction is told.
    ///
    /// # Errors
    /// A contradiction with what somebody else has written, a log that nothing could read any more, or a database that
    /// cannot be written.
    pub fn commit(&mut self, store: &mut Store) -> Result<Appended, Error> {
        let mut tries = 0;
        loop {
            match Self::append(&mut [&mut *self], store) {
                Err(Error::Overtaken(error)) => {
                    tries += 1;
                    L::overtaken(self, store, error, tries)?;
                }
                Err(error) => return Err(error),
                Ok(all) => return Ok(all.first().copied().unwrap_or(Appended { head: self.end, written: 0 })),
            }
        }
    }

    /// Writes what was taken in several logs, all or nothing, in one go.
    ///
    /// # Errors
    /// Somebody else who wrote in between to one of them, or as [`Recording::commit`].
    pub fn commit_all<'a>(all: impl Iterator<Item = &'a mut Recording<L>>, store: &mut Store) -> Result<(), Error>
    where
        L: 'a,
    {
        Self::append(&mut all.collect::<Vec<_>>(), store).map(drop)
    }

    fn append(all: &mut [&mut Recording<L>], store: &mut Store) -> Result<Vec<Appended>, Error> {
        for one in all.iter_mut() {
            // First of all what opens names: an opening too many harms nobody, a digest without one would be nobody's.
            if let Some(origin) = one.origin {
                store.keep_names(origin, &std::mem::take(&mut one.names))?;
            }
            if one.bytes > LOG_BYTES_MAX {
                let (kind, id, most) = (L::KIND, one.id.borrow(), LOG_BYTES_MAX >> 20);
                return Err(Error::TooLong { what: format!("the log of {kind} {id} would be longer than {most} MiB") });
            }
        }
        let mut pending = Vec::with_capacity(all.len());
        for one in all.iter() {
            let (id, expected, lines) = (one.id.borrow(), one.stored, one.fresh.as_slice());
            pending.push(Append { kind: L::KIND, id, expected, lines });
        }
        let appended = store.append_all(&pending).map_err(|error| match error {
            StoreError::Conflict { .. } => Error::Overtaken(error),
            other => other.into(),
        })?;
        for one in all {
            one.stored = one.end;
            one.fresh.clear();
        }
        Ok(appended)
    }
}
