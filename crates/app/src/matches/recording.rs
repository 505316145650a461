//! A match being recorded: its log folded, and the records that are to follow sealed onto it.
//!
//! Nothing is written before [`Recording::commit`]; a refused command leaves everything as it was.

use std::sync::Arc;

use adjutant_engine::chain::{self, Hash, Link};
use adjutant_engine::command::{Command, Said};
use adjutant_engine::fold::Match;
use adjutant_engine::happening::Happening;
use adjutant_engine::ids::MatchId;
use adjutant_engine::record::{self, Record};
use adjutant_engine::refusal::Refusal;
use adjutant_engine::side::By;
use adjutant_engine::time::Timestamp;
use adjutant_store::{Append, Appended, Line, Store, StoreError, StreamKind};

use crate::clock::Clock;
use crate::error::{ClockError, Error, LogError, MatchError, Origin};
use crate::packs as rules;

/// A log and its fold, open at the end.
#[derive(Clone)]
pub struct Recording {
    id: String,
    stored: Link,
    link: Link,
    /// Length of the log, with the newline of every line.
    bytes: usize,
    records: Vec<Record>,
    fresh: Vec<Line>,
    game: Match,
    told: Vec<(u64, Happening)>,
}

impl Recording {
    /// A match that has no record yet.
    pub fn new(id: &str) -> Recording {
        let game = rules::new_match();
        Recording {
            id: id.to_owned(),
            stored: Link::START,
            link: Link::START,
            bytes: 0,
            records: vec![],
            fresh: vec![],
            game,
            told: vec![],
        }
    }

    /// A match as the store holds it; one that the store does not know has no record yet.
    ///
    /// # Errors
    /// A database that cannot be read, or a stored log that does not chain or that the rules do not take.
    pub fn load(store: &Store, id: &str) -> Result<Recording, Error> {
        // A second thread reads the rules while this one reads the log: a third of the time of recording one command.
        let rules = std::thread::spawn(adjutant_packs::shipped);
        let records = match store.head(StreamKind::Match, id)? {
            Some(_) => read(store, id)?,
            None => Vec::new(),
        };
        // The fold reads them again if that thread could not.
        let _ = rules.join();
        let mut recording = Recording::new(id);
        for (record, length) in records {
            recording.follow(record)?;
            recording.bytes += length;
        }
        recording.stored = recording.link;
        Ok(recording)
    }

    /// A match as the records of a log tell it.
    ///
    /// # Errors
    /// A record that the rules do not take.
    pub fn of_log(id: &str, records: impl IntoIterator<Item = Record>) -> Result<Recording, Error> {
        let mut recording = Recording::new(id);
        records.into_iter().try_for_each(|record| recording.follow(record))?;
        Ok(recording)
    }

    /// A match that is not there yet.
    ///
    /// # Errors
    /// A match of that id, or a database that cannot be read.
    pub fn create(store: &Store, id: &MatchId) -> Result<Recording, Error> {
        match store.head(StreamKind::Match, id.as_str())? {
            Some(_) => Err(MatchError::Exists { id: id.to_string() }.into()),
            None => Ok(Recording::new(id.as_str())),
        }
    }

    /// Lets a match without a record be opened under packs that became known since.
    pub fn know_packs(&mut self) {
        if self.link.seq == 0 {
            self.game = rules::new_match();
        }
    }

    fn follow(&mut self, record: Record) -> Result<(), Error> {
        let link = Link { seq: record.seq, hash: record.hash };
        self.game.record(record.said(), Arc::clone(&record.command)).map_err(|refusal| {
            let place = format!("record {} of match {}", record.seq, self.id);
            Error::refused(Origin::Stored { id: self.id.clone() }, &place, record.command.name(), refusal)
        })?;
        self.game.set_head(link.hash);
        self.records.push(record);
        self.link = link;
        Ok(())
    }

    /// Judges a command and seals it onto the log. `at` is what a bare record says; the recorder's clock otherwise,
    /// and never before the record before.
    ///
    /// # Errors
    /// The refusal of the rules.
    pub fn take(&mut self, by: By, command: Command, at: Option<Timestamp>, clock: Clock) -> Result<(), TakeError> {
        self.take_said(by.into(), command, at, clock)
    }

    /// As [`Recording::take`], said under a rule of the army's own where one is named.
    ///
    /// # Errors
    /// The refusal of the rules.
    pub fn take_said(
        &mut self,
        said: Said,
        command: Command,
        at: Option<Timestamp>,
        clock: Clock,
    ) -> Result<(), TakeError> {
        let before = self.records.last().map(|record| record.at);
        let at = at.or_else(|| clock.now()).ok_or(TakeError::Clock)?;
        if at.is_absurd() {
            return Err(TakeError::Absurd(at));
        }
        let at = before.map_or(at, |before| at.max(before));
        let command = Arc::new(self.game.complete(command));
        let told = self.game.tell(said.clone(), Arc::clone(&command))?;
        let (bytes, link) = record::seal(at, said, &command, self.game.vp(), self.link).map_err(TakeError::Form)?;
        let record = match read_back(&bytes, self.link, &command) {
            Ok(record) => record,
            Err(error) => {
                self.fold_again()?;
                return Err(TakeError::Form(error));
            }
        };
        if bytes.len() > chain::LINE_BYTES_MAX || self.bytes + bytes.len() >= chain::LOG_BYTES_MAX {
            self.fold_again()?;
            return Err(TakeError::TooLong);
        }
        if self.fresh.is_empty() {
            self.told.clear();
        }
        self.told.extend(told.into_iter().map(|happening| (link.seq, happening)));
        self.bytes += bytes.len() + 1;
        self.game.set_head(link.hash);
        self.fresh.push(Line { link, bytes });
        self.records.push(record);
        self.link = link;
        Ok(())
    }

    /// The fold without the record that was judged last.
    fn fold_again(&mut self) -> Result<(), TakeError> {
        let mut game = rules::new_match();
        for record in &self.records {
            game.record(record.said(), Arc::clone(&record.command))?;
            game.set_head(record.hash);
        }
        self.game = game;
        Ok(())
    }

    /// Writes what was taken, all or nothing.
    ///
    /// # Errors
    /// A conflict with another recorder, or a database that cannot be written.
    pub fn commit(&mut self, store: &mut Store) -> Result<Appended, Error> {
        let appended = store.append_all(&[self.pending()]).map_err(unwritten)?;
        self.written();
        Ok(appended.first().copied().unwrap_or(Appended { head: self.stored, written: 0 }))
    }

    /// Writes what was taken of several matches, all or nothing, in one go.
    ///
    /// # Errors
    /// As [`Recording::commit`], for the first that is refused.
    pub fn commit_all<'a>(recordings: impl Iterator<Item = &'a mut Recording>, store: &mut Store) -> Result<(), Error> {
        let mut recordings: Vec<&mut Recording> = recordings.collect();
        let pending: Vec<Append> = recordings.iter().map(|recording| recording.pending()).collect();
        store.append_all(&pending).map_err(unwritten)?;
        recordings.iter_mut().for_each(|recording| recording.written());
        Ok(())
    }

    fn pending(&self) -> Append<'_> {
        Append { kind: StreamKind::Match, id: &self.id, expected: self.stored, lines: &self.fresh }
    }

    fn written(&mut self) {
        self.stored = self.link;
        self.fresh.clear();
    }

    /// Its id.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Number of the last record.
    pub fn seq(&self) -> u64 {
        self.link.seq
    }

    /// Hash of the last record.
    pub fn head(&self) -> Hash {
        self.link.hash
    }

    /// All records, those not yet written last.
    pub fn records(&self) -> &[Record] {
        &self.records
    }

    /// What the records that were written last, or wait to be written, brought about; each with its record.
    pub fn told(&self) -> &[(u64, Happening)] {
        &self.told
    }

    /// The fold.
    pub fn game(&self) -> &Match {
        &self.game
    }

    /// The fold and all records.
    pub fn into_parts(self) -> (Match, Vec<Record>) {
        (self.game, self.records)
    }

    /// Records that have not been taken back.
    pub fn standing(&self) -> impl DoubleEndedIterator<Item = &Record> {
        self.records.iter().filter(|record| self.game.entry(record.seq).is_some_and(|(_, _, counts)| counts))
    }

    /// What `undo` takes back: the last record that is neither an `open` nor a retraction, and not taken back already.
    pub fn last_undoable(&self) -> Option<&Record> {
        let seq = self.game.undoable()?;
        self.records.iter().rfind(|record| record.seq == seq)
    }
}

/// The error of an append.
fn unwritten(error: StoreError) -> Error {
    match error {
        StoreError::Conflict { .. } => Error::Overtaken(error),
        other => Error::Store(other),
    }
}

/// Why a command was not taken.
#[derive(Debug)]
pub enum TakeError {
    /// The rules refuse it.
    Refused(Refusal),
    /// The record would be dated in another age.
    Absurd(Timestamp),
    /// The line or the log would be longer than any reader takes.
    TooLong,
    /// The machine's clock is outside the years that a record can name.
    Clock,
    /// It cannot be written as JSON.
    Form(serde_json::Error),
}

impl From<Refusal> for TakeError {
    fn from(refusal: Refusal) -> Self {
        TakeError::Refused(refusal)
    }
}

impl TakeError {
    /// The error to show, for a record at `place` that was put in these words.
    pub fn explain(self, place: &str, words: &str) -> Error {
        let place = place.to_owned();
        match self {
            TakeError::Refused(refusal) => Error::refused(Origin::Entered, &place, words, refusal),
            TakeError::Clock => ClockError::Unset { place }.into(),
            TakeError::Absurd(at) => ClockError::Absurd { place, at }.into(),
            TakeError::TooLong => {
                let (line, log) = (chain::LINE_BYTES_MAX >> 20, chain::LOG_BYTES_MAX >> 20);
                let what =
                    format!("{place}: a record has at most {line} MiB and a log {log} MiB; nothing could read more");
                Error::TooLong { what }
            }
            TakeError::Form(error) => Error::Form { place, error },
        }
    }
}

/// The record that a line will be read as: what could not be read again would lock the whole match.
fn read_back(line: &[u8], previous: Link, command: &Command) -> Result<Record, serde_json::Error> {
    let fault = match record::read_chained(line, previous) {
        Ok((record, _)) if *record.command == *command => return Ok(record),
        Ok((record, _)) => format!("it reads as another `{}`", record.command.name()),
        Err(error) => error.to_string(),
    };
    Err(serde::de::Error::custom(format_args!("not written, because it could not be read again: {fault}")))
}

/// The records of a stored match, each checked against the one before, and the length of its line.
fn read(store: &Store, id: &str) -> Result<Vec<(Record, usize)>, Error> {
    let mut previous = Link::START;
    let typed = |line: Line| {
        let (record, link) = record::read_chained(&line.bytes, previous).map_err(|error| LogError::Stored {
            id: id.to_owned(),
            seq: previous.seq + 1,
            error,
        })?;
        previous = link;
        Ok((record, line.bytes.len() + 1))
    };
    store.read(StreamKind::Match, id)?.into_iter().map(typed).collect()
}

#[cfg(test)]
#[path = "../../tests/inside/matches_recording.rs"]
mod tests;
