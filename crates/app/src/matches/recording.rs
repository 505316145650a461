//! A match being recorded: its log folded, and the records that are to follow sealed onto it.
//!
//! Nothing is written before [`Recording::commit`]; a refused command leaves everything as it was.

use std::sync::Arc;

use adjutant_core::say;
use adjutant_core::sealed::Openings;
use adjutant_engine::chain::{self, Hash, Link};
use adjutant_engine::command::{Command, Said};
use adjutant_engine::fold::Match;
use adjutant_engine::happening::Happening;
use adjutant_engine::ids::MatchId;
use adjutant_engine::record::{self, BareRecord, Record};
use adjutant_engine::refusal::{Refusal, RefusalCode};
use adjutant_engine::side::By;
use adjutant_engine::time::Timestamp;
use adjutant_replay::laws::{Law, Unjudged};
use adjutant_replay::matches::elder::{self, Unanswered};
use adjutant_store::{Append, Appended, Line, Store, StoreError, StreamKind};
use serde_json::json;

use crate::app::App;
use crate::clock::Clock;
use crate::error::{ClockError, Error, LogError, MatchError, Origin};
use crate::names;
use crate::packs::Known;

/// A log and its fold, open at the end.
#[derive(Clone)]
pub struct Recording {
    known: Known,
    clock: Clock,
    id: String,
    stored: Link,
    link: Link,
    /// Length of the log, with the newline of every line.
    bytes: usize,
    records: Vec<Record>,
    fresh: Vec<Line>,
    game: Match,
    told: Vec<(u64, Happening)>,
    /// The law that judges it, and its lines, where that is an older one.
    older: Option<(u32, Vec<u8>)>,
    /// What opens the names that are sealed in records that are not yet written.
    names: Openings,
}

impl Recording {
    /// A match that has no record yet.
    pub fn new(known: &Known, clock: Clock, id: &str) -> Recording {
        Recording {
            known: known.clone(),
            clock,
            id: id.to_owned(),
            stored: Link::START,
            link: Link::START,
            bytes: 0,
            records: vec![],
            fresh: vec![],
            game: known.new_match(),
            told: vec![],
            older: None,
            names: Openings::default(),
        }
    }

    /// A match as the store holds it; one that the store does not know has no record yet.
    ///
    /// # Errors
    /// A database that cannot be read, or a stored log that does not chain or that the rules do not take.
    pub fn load(app: &App, id: &str) -> Result<Recording, Error> {
        // A second thread reads the rules while this one reads the log: a third of the time of recording one command.
        let rules = std::thread::spawn(adjutant_packs::shipped);
        let lines = match app.head(StreamKind::Match, id)? {
            Some(_) => app.read(StreamKind::Match, id)?,
            None => Vec::new(),
        };
        let records = read(id, &lines);
        // The fold reads them again if that thread could not.
        let _ = rules.join();
        let mut recording = Recording::new(&app.known, app.clock, id);
        let records = match lines.first() {
            Some(first) => records.and_then(|records| called(app, &first.bytes, records)),
            None => records,
        };
        match Law::of(lines.iter().map(|line| line.bytes.as_slice())) {
            Law::Today => records?.into_iter().try_for_each(|record| recording.follow(record))?,
            Law::Newer(law) => return Err(recording.unjudged(Unjudged::Newer { law })),
            Law::Older(law) => recording.follow_older(law, records?, &lines)?,
        }
        recording.bytes = lines.iter().map(|line| line.bytes.len() + 1).sum();
        recording.stored = recording.link;
        Ok(recording)
    }

    fn unjudged(&self, why: Unjudged) -> Error {
        Error::Unjudged { name: format!("match {}", self.id), why }
    }

    /// The records of a log that an older law judges.
    fn follow_older(&mut self, law: u32, records: Vec<Record>, lines: &[Line]) -> Result<(), Error> {
        let log: Vec<u8> = lines.iter().flat_map(|line| line.bytes.iter().chain(b"\n")).copied().collect();
        let whole: Vec<&Record> = records.iter().collect();
        self.game = elder::fold(&self.known.rulebook(), law, &whole, &log).map_err(|why| self.unjudged(why))?;
        self.link = lines.last().map_or(Link::START, |line| line.link);
        self.records = records;
        self.older = Some((law, log));
        Ok(())
    }

    /// The older law that judges it; none where that is today's.
    pub fn older_law(&self) -> Option<u32> {
        self.older.as_ref().map(|(law, _)| *law)
    }

    /// Lets another fold follow a record of this match: by the rules where today's law judges it, otherwise as far as
    /// they can draw what the engine of its law took. Returns what it brought about.
    ///
    /// # Errors
    /// The refusal of today's law, where that judges the match.
    pub fn retell(&self, game: &mut Match, record: &Record) -> Result<Vec<Happening>, Refusal> {
        elder::tell(game, record, &self.game)
    }

    /// A match as the records of a log tell it.
    ///
    /// # Errors
    /// A record that the rules do not take.
    pub fn of_log(known: &Known, id: &str, records: impl IntoIterator<Item = Record>) -> Result<Recording, Error> {
        let mut recording = Recording::new(known, Clock::default(), id);
        let records: Vec<Record> = records.into_iter().collect();
        let lines = lines_of(&records);
        match Law::of(lines.iter().map(|line| line.bytes.as_slice())) {
            Law::Older(law) => recording.follow_older(law, records, &lines)?,
            Law::Newer(law) => return Err(recording.unjudged(Unjudged::Newer { law })),
            Law::Today => records.into_iter().try_for_each(|record| recording.follow(record))?,
        }
        Ok(recording)
    }

    /// A match that is not there yet.
    ///
    /// # Errors
    /// A match of that id, or a database that cannot be read.
    pub fn create(app: &App, id: &MatchId) -> Result<Recording, Error> {
        match app.head(StreamKind::Match, id.as_str())? {
            Some(_) => Err(MatchError::Exists { id: id.to_string() }.into()),
            None => Ok(Recording::new(&app.known, app.clock, id.as_str())),
        }
    }

    /// Lets a match without a record be opened under packs that became known since.
    pub fn know_packs(&mut self) {
        if self.link.seq == 0 {
            self.game = self.known.new_match();
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
    pub fn take(&mut self, by: By, command: Command, at: Option<Timestamp>) -> Result<(), TakeError> {
        self.take_said(by.into(), command, at)
    }

    /// As [`Recording::take`], said under a rule of the army's own where one is named.
    ///
    /// # Errors
    /// The refusal of the rules.
    pub fn take_said(&mut self, said: Said, command: Command, at: Option<Timestamp>) -> Result<(), TakeError> {
        let before = self.records.last().map(|record| record.at);
        let at = at.or_else(|| self.clock.now()).ok_or(TakeError::Clock)?;
        if at.is_absurd() {
            return Err(TakeError::Absurd(at));
        }
        let at = before.map_or(at, |before| at.max(before));
        let open = self.game.state().open.as_deref();
        let command =
            names::of_match(open, &mut self.names, command).map_err(|error| TakeError::Sealing(Box::new(error)))?;
        let (command, told) = self.judge(&said, command)?;
        let (bytes, link) = record::seal(at, said, &command, self.game.vp(), self.link).map_err(TakeError::Form)?;
        let record = match read_back(&bytes, self.link, &command) {
            Ok(record) => Record { command, ..record },
            Err(error) => {
                self.fold_again()?;
                return Err(TakeError::Form(error));
            }
        };
        if bytes.len() > chain::LINE_BYTES_MAX || self.bytes + bytes.len() >= chain::LOG_BYTES_MAX {
            self.fold_again()?;
            return Err(TakeError::TooLong);
        }
        if let Some((_, log)) = &mut self.older {
            log.extend_from_slice(&bytes);
            log.push(b'\n');
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

    /// Lets the law of the match judge a command, completed as it is to be written; with what it brought about.
    fn judge(&mut self, said: &Said, command: Command) -> Result<(Arc<Command>, Vec<Happening>), TakeError> {
        if self.older.is_some() && matches!(command, Command::Law { .. }) {
            self.go_on(said, &command)?;
        }
        if self.older.is_some() {
            return self.judge_older(said, command);
        }
        let command = Arc::new(self.game.complete(command));
        let told = self.game.tell(said.clone(), Arc::clone(&command))?;
        Ok((command, told))
    }

    /// Lets today's law judge a match of an older one, from its first record on: the past has to stand under it, with the
    /// same points after every record.
    fn go_on(&mut self, said: &Said, command: &Command) -> Result<(), TakeError> {
        let mut game = self.known.new_match();
        for record in &self.records {
            let refused = match game.record(record.said(), Arc::clone(&record.command)) {
                Err(refusal) => Some(refusal.message),
                Ok(()) if game.vp() != record.vp => {
                    let (vp, was) = (game.vp(), record.vp);
                    Some(say!("it comes to {}:{}, and came to {}:{}", vp.one, vp.two, was.one, was.two))
                }
                Ok(()) => None,
            };
            if let Some(why) = refused {
                let message = say!("the past would not stand under today's law: record {}: {}", record.seq, why);
                let accepted = "records on the command line: there it goes on under the law that it was begun with";
                return Err(Refusal::new(RefusalCode::BreaksLater, message, accepted).into());
            }
            game.set_head(record.hash);
        }
        game.check(said.clone(), command)?;
        (self.game, self.older) = (game, None);
        Ok(())
    }

    /// Lets the engine of its law judge a command of an older match, and lets this fold draw it.
    fn judge_older(&mut self, said: &Said, command: Command) -> Result<(Arc<Command>, Vec<Happening>), TakeError> {
        let Some((law, log)) = &self.older else { return Err(TakeError::Clock) };
        let Said { by, under, drawn } = said.clone();
        let bare = BareRecord { at: None, by, command, drawn, under };
        let bare = serde_json::to_vec(&bare).map_err(TakeError::Form)?;
        let heard = elder::asked(&self.known.rulebook(), *law, &json!({"ask": "judge"}), &[log.as_slice(), &bare])?;
        let command: Command = serde_json::from_str(&heard["do"].to_string()).map_err(TakeError::Form)?;
        let command = Arc::new(command);
        let told = elder::draw(&mut self.game, said, &command);
        self.game.hear(Arc::new(heard["view"].clone()));
        Ok((command, told))
    }

    /// The fold without the record that was judged last.
    fn fold_again(&mut self) -> Result<(), TakeError> {
        if let Some((law, log)) = &self.older {
            let records: Vec<&Record> = self.records.iter().collect();
            self.game = elder::fold(&self.known.rulebook(), *law, &records, log)?;
            return Ok(());
        }
        let mut game = self.known.new_match();
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
        self.keep_names(store)?;
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
        recordings.iter_mut().try_for_each(|recording| recording.keep_names(store))?;
        let pending: Vec<Append> = recordings.iter().map(|recording| recording.pending()).collect();
        store.append_all(&pending).map_err(unwritten)?;
        recordings.iter_mut().for_each(|recording| recording.written());
        Ok(())
    }

    /// Puts on the disk what opens the names that are about to be written.
    fn keep_names(&mut self, store: &Store) -> Result<(), Error> {
        match self.records.first() {
            Some(first) => Ok(store.keep_names(first.hash, &std::mem::take(&mut self.names))?),
            None => Ok(()),
        }
    }

    fn pending(&self) -> Append<'_> {
        Append { kind: StreamKind::Match, id: &self.id, expected: self.stored, lines: &self.fresh }
    }

    fn written(&mut self) {
        self.stored = self.link;
        self.fresh.clear();
    }

    /// The packs and engines that it is judged by.
    pub fn known(&self) -> &Known {
        &self.known
    }

    /// The clock that its records are dated by.
    pub fn clock(&self) -> Clock {
        self.clock
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

/// Why a command was not taken. [`TakeError::explain`] says it with the place and the words of who asked.
#[derive(Debug, thiserror::Error)]
pub enum TakeError {
    /// The rules refuse it.
    #[error("{}", .0.message)]
    Refused(Refusal),
    /// The record would be dated in another age.
    #[error("the record would be dated {0}")]
    Absurd(Timestamp),
    /// The line or the log would be longer than any reader takes.
    #[error("the record, or the log with it, would be longer than anything reads")]
    TooLong,
    /// The machine's clock is outside the years that a record can name.
    #[error("the clock of this machine is not set")]
    Clock,
    /// It cannot be written as JSON.
    #[error(transparent)]
    Form(serde_json::Error),
    /// The match is of an older law, whose engine cannot be asked.
    #[error("no law that is here judges the match")]
    Unjudged(Unjudged),
    /// A name could not be sealed.
    #[error(transparent)]
    Sealing(Box<Error>),
}

impl From<Unjudged> for TakeError {
    fn from(why: Unjudged) -> Self {
        TakeError::Unjudged(why)
    }
}

impl From<Unanswered> for TakeError {
    fn from(unanswered: Unanswered) -> Self {
        match unanswered {
            Unanswered::Refused(refusal) => TakeError::Refused(refusal),
            Unanswered::Nothing(why) => TakeError::Unjudged(why),
        }
    }
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
            TakeError::Unjudged(why) => Error::Unjudged { name: place, why },
            TakeError::Sealing(error) => *error,
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

/// The lines of records, as a recorder writes them.
fn lines_of(records: &[Record]) -> Vec<Line> {
    let mut previous = Link::START;
    let mut lines = Vec::with_capacity(records.len());
    for record in records {
        let sealed = record::seal(record.at, record.said(), &record.command, record.vp, previous);
        // What was read can be written; another hash is found by whoever judges the lines.
        let Ok((bytes, link)) = sealed else { break };
        previous = link;
        lines.push(Line { link, bytes });
    }
    lines
}

/// The records of a stored match, each checked against the one before.
fn read(id: &str, lines: &[Line]) -> Result<Vec<Record>, Error> {
    let mut previous = Link::START;
    let typed = |line: &Line| {
        let (record, link) = record::read_chained(&line.bytes, previous).map_err(|error| LogError::Stored {
            id: id.to_owned(),
            seq: previous.seq + 1,
            error,
        })?;
        previous = link;
        Ok(record)
    };
    lines.iter().map(typed).collect()
}

/// The records of a stored match, its sealed names reading as the real ones where their openings are here.
fn called(store: &Store, first: &[u8], mut records: Vec<Record>) -> Result<Vec<Record>, Error> {
    if let Some(record) = records.first_mut() {
        record.open_names(&names::of_log(store, first)?);
    }
    Ok(records)
}

#[cfg(test)]
#[path = "../../tests/inside/matches_recording.rs"]
mod tests;
