//! A match being recorded: its log folded, and the records that are to follow sealed onto it.
//!
//! Nothing is written before a commit; a refused command leaves everything as it was.

use std::sync::Arc;

use adjutant_core::say;
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
use adjutant_store::{Line, Store, StreamKind};
use serde_json::json;

use crate::app::App;
use crate::clock::Clock;
use crate::error::{ClockError, Error, LogError, MatchError, Origin};
use crate::names;
use crate::packs::Known;
use crate::recording::Log;

/// The log of a match and its fold.
#[derive(Clone)]
pub struct MatchLog {
    records: Vec<Record>,
    game: Match,
    told: Vec<(u64, Happening)>,
    /// The law that judges it, and its lines, where that is an older one.
    older: Option<(u32, Vec<u8>)>,
}

impl Log for MatchLog {
    const KIND: StreamKind = StreamKind::Match;
    type Id = String;
    type Own = ();
}

/// A match that is recorded.
pub type Recording = crate::recording::Recording<MatchLog>;

impl Recording {
    /// A match that has no record yet.
    pub fn new(known: &Known, clock: Clock, id: &str) -> Recording {
        let log = MatchLog { records: vec![], game: known.new_match(), told: vec![], older: None };
        Recording::empty(known, clock, id.to_owned(), log, ())
    }

    /// A match as the store holds it; one that the store does not know has no record yet.
    ///
    /// # Errors
    /// As [`Recording::load`], but for a match that is not there.
    pub fn load_or_new(app: &App, id: &str) -> Result<Recording, Error> {
        match app.head(StreamKind::Match, id)? {
            Some(_) => Recording::load(app, id),
            None => Ok(Recording::new(&app.known, app.clock, id)),
        }
    }

    /// A match as the store holds it.
    ///
    /// # Errors
    /// No such match, a database that cannot be read, or a stored log that does not chain or that the rules do not take.
    pub fn load(app: &App, id: &str) -> Result<Recording, Error> {
        let lines = app.read(StreamKind::Match, id)?;
        let records = read_beside_its_pack(&app.known, id, &lines);
        let records = match lines.first() {
            Some(first) => records.and_then(|records| called(app, &first.bytes, records)),
            None => records,
        };
        Recording::new(&app.known, app.clock, id).of_lines(records, &lines)
    }

    /// The same with the records of these lines.
    fn of_lines(mut self, records: Result<Vec<Record>, Error>, lines: &[Line]) -> Result<Recording, Error> {
        match Law::of(lines.iter().map(|line| line.bytes.as_slice())) {
            Law::Today => records?.into_iter().try_for_each(|record| self.follow(record))?,
            Law::Newer(law) => return Err(self.unjudged(Unjudged::Newer { law })),
            Law::Older(law) => self.follow_older(law, records?, lines)?,
        }
        let end = |(record, line): (&Record, &Line)| {
            (record.at, Link { seq: record.seq, hash: record.hash }, line.bytes.len())
        };
        let ends = self.log.records.iter().zip(lines).map(end).collect();
        Ok(self.holding(ends))
    }

    fn unjudged(&self, why: Unjudged) -> Error {
        Error::Unjudged { name: format!("match {}", self.id), why }
    }

    /// The records of a log that an older law judges.
    fn follow_older(&mut self, law: u32, records: Vec<Record>, lines: &[Line]) -> Result<(), Error> {
        let log: Vec<u8> = lines.iter().flat_map(|line| line.bytes.iter().chain(b"\n")).copied().collect();
        let whole: Vec<&Record> = records.iter().collect();
        self.log.game = elder::fold(&self.known.rulebook(), law, &whole, &log).map_err(|why| self.unjudged(why))?;
        self.log.records = records;
        self.log.older = Some((law, log));
        Ok(())
    }

    /// The older law that judges it; none where that is today's.
    pub fn older_law(&self) -> Option<u32> {
        self.log.older.as_ref().map(|(law, _)| *law)
    }

    /// Lets another fold follow a record of this match: by the rules where today's law judges it, otherwise as far as
    /// they can draw what the engine of its law took. Returns what it brought about.
    ///
    /// # Errors
    /// The refusal of today's law, where that judges the match.
    pub fn retell(&self, game: &mut Match, record: &Record) -> Result<Vec<Happening>, Refusal> {
        elder::tell(game, record, &self.log.game)
    }

    /// A match as the records of a log tell it.
    ///
    /// # Errors
    /// A record that the rules do not take.
    pub fn of_log(known: &Known, id: &str, records: impl IntoIterator<Item = Record>) -> Result<Recording, Error> {
        let records: Vec<Record> = records.into_iter().collect();
        let lines = lines_of(&records);
        Recording::new(known, Clock::default(), id).of_lines(Ok(records), &lines)
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
        if self.end.seq == 0 {
            self.log.game = self.known.new_match();
        }
    }

    fn follow(&mut self, record: Record) -> Result<(), Error> {
        self.log.game.record(record.said(), Arc::clone(&record.command)).map_err(|refusal| {
            let place = format!("record {} of match {}", record.seq, self.id);
            Error::refused(Origin::Stored { id: self.id.clone() }, &place, record.command.name(), refusal)
        })?;
        self.log.game.set_head(record.hash);
        self.log.records.push(record);
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
        let at = at.or_else(|| self.clock.now()).ok_or(TakeError::Clock)?;
        if at.is_absurd() {
            return Err(TakeError::Absurd(at));
        }
        let at = self.last_at.map_or(at, |last| at.max(last));
        let open = self.log.game.state().open.as_deref();
        let command =
            names::of_match(open, &mut self.names, command).map_err(|error| TakeError::Sealing(Box::new(error)))?;
        let (command, told) = self.judge(&said, command)?;
        let (bytes, link) = record::seal(at, said, &command, self.log.game.vp(), self.end).map_err(TakeError::Form)?;
        let record = match read_back(&bytes, self.end, &command) {
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
        if let Some((_, log)) = &mut self.log.older {
            log.extend_from_slice(&bytes);
            log.push(b'\n');
        }
        if self.fresh.is_empty() {
            self.log.told.clear();
        }
        self.log.told.extend(told.into_iter().map(|happening| (link.seq, happening)));
        self.log.game.set_head(link.hash);
        self.log.records.push(record);
        self.push(at, link, bytes);
        Ok(())
    }

    /// Lets the law of the match judge a command, completed as it is to be written; with what it brought about.
    fn judge(&mut self, said: &Said, command: Command) -> Result<(Arc<Command>, Vec<Happening>), TakeError> {
        if self.log.older.is_some() && matches!(command, Command::Law { .. }) {
            self.go_on(said, &command)?;
        }
        if self.log.older.is_some() {
            return self.judge_older(said, command);
        }
        let command = Arc::new(self.log.game.complete(command));
        let told = self.log.game.tell(said.clone(), Arc::clone(&command))?;
        Ok((command, told))
    }

    /// Lets today's law judge a match of an older one, from its first record on: the past has to stand under it, with the
    /// same points after every record.
    fn go_on(&mut self, said: &Said, command: &Command) -> Result<(), TakeError> {
        let mut game = self.known.new_match();
        for record in &self.log.records {
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
        (self.log.game, self.log.older) = (game, None);
        Ok(())
    }

    /// Lets the engine of its law judge a command of an older match, and lets this fold draw it.
    fn judge_older(&mut self, said: &Said, command: Command) -> Result<(Arc<Command>, Vec<Happening>), TakeError> {
        let Some((law, log)) = &self.log.older else { return Err(TakeError::Clock) };
        let Said { by, under, drawn } = said.clone();
        let bare = BareRecord { at: None, by, command, drawn, under };
        let bare = bare.line().map_err(TakeError::Form)?;
        let heard =
            elder::asked(&self.known.rulebook(), *law, &json!({"ask": "judge"}), &[log.as_slice(), bare.as_bytes()])?;
        let command = Arc::new(Command::read(&heard["do"].to_string()).map_err(TakeError::Form)?);
        let told = elder::draw(&mut self.log.game, said, &command);
        self.log.game.hear(Arc::new(heard["view"].clone()));
        Ok((command, told))
    }

    /// The fold without the record that was judged last.
    fn fold_again(&mut self) -> Result<(), TakeError> {
        if let Some((law, log)) = &self.log.older {
            let records: Vec<&Record> = self.log.records.iter().collect();
            self.log.game = elder::fold(&self.known.rulebook(), *law, &records, log)?;
            return Ok(());
        }
        let mut game = self.known.new_match();
        for record in &self.log.records {
            game.record(record.said(), Arc::clone(&record.command))?;
            game.set_head(record.hash);
        }
        self.log.game = game;
        Ok(())
    }

    /// Number of the last record.
    pub fn seq(&self) -> u64 {
        self.end.seq
    }

    /// Hash of the last record.
    pub fn head(&self) -> Hash {
        self.end.hash
    }

    /// All records, those not yet written last.
    pub fn records(&self) -> &[Record] {
        &self.log.records
    }

    /// What the records that were written last, or wait to be written, brought about; each with its record.
    pub fn told(&self) -> &[(u64, Happening)] {
        &self.log.told
    }

    /// The fold.
    pub fn game(&self) -> &Match {
        &self.log.game
    }

    /// The fold and all records.
    pub fn into_parts(self) -> (Match, Vec<Record>) {
        (self.log.game, self.log.records)
    }

    /// Records that have not been taken back.
    pub fn standing(&self) -> impl DoubleEndedIterator<Item = &Record> {
        self.log.records.iter().filter(|record| self.log.game.entry(record.seq).is_some_and(|(_, _, counts)| counts))
    }

    /// What `undo` takes back: the last record that is neither an `open` nor a retraction, and not taken back already.
    pub fn last_undoable(&self) -> Option<&Record> {
        let seq = self.log.game.undoable()?;
        self.log.records.iter().rfind(|record| record.seq == seq)
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

/// The same while a second thread reads the pack that the log names: a fifth of the time of recording one command.
fn read_beside_its_pack(known: &Known, id: &str, lines: &[Line]) -> Result<Vec<Record>, Error> {
    let first = lines.first().and_then(|line| record::read_chained(&line.bytes, Link::START).ok());
    let named = first.and_then(|(first, _)| match &*first.command {
        Command::Open(open) => Some(open.pack.clone()),
        _ => None,
    });
    let packs = known.packs();
    std::thread::scope(|both| {
        // The fold reads the pack if that thread cannot.
        let beside = std::thread::Builder::new();
        let _ = named.map(|pack| beside.spawn_scoped(both, move || drop(packs.get(&pack).cloned())));
        read(id, lines)
    })
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
