//! An event being recorded: its log folded, and the records that are to follow sealed onto it.
//!
//! Nothing is written before [`TournamentRecording::commit`]; a refused command leaves everything as it was.

use adjutant_core::sealed::Openings;
use adjutant_engine::chain::{LOG_BYTES_MAX, Link};
use adjutant_engine::time::Timestamp;
use adjutant_replay::laws::{Law, Unjudged};
use adjutant_replay::matches::elder;
use adjutant_replay::tournaments::elder::hear;
use adjutant_replay::tournaments::read_with;
use adjutant_store::{Appended, Line, Store, StoreError, StreamKind};
use adjutant_tournament::command::Judging;
use adjutant_tournament::kind::Order;
use adjutant_tournament::log::Record;
use adjutant_tournament::{By, Refusal, Tournament, TournamentCommand, TournamentId, TournamentLog, decide};
use serde_json::json;

use super::gate;
use crate::app::App;
use crate::clock::Clock;
use crate::error::{ClockError, Error, Origin, Refused, TournamentError, TournamentRefused};
use crate::names;
use crate::packs::Known;

/// The log of an event, open at the end.
#[derive(Clone)]
pub struct TournamentRecording {
    known: Known,
    id: TournamentId,
    stored: Link,
    log: TournamentLog,
    clock: Clock,
    by: By,
    /// The judge who speaks, by the card.
    judge: Option<Judging>,
    /// How the commands that are not yet written were put.
    words: Vec<String>,
    /// What opens the names that are sealed in commands that are not yet written.
    names: Openings,
}

/// How often entries are judged again on what another desk has written in between.
const ATTEMPTS: u32 = 200;

impl TournamentRecording {
    /// An event that has no record yet.
    pub fn new(known: &Known, clock: Clock, id: TournamentId) -> TournamentRecording {
        TournamentRecording {
            known: known.clone(),
            id,
            stored: Link::START,
            log: TournamentLog::new(),
            clock,
            by: By::Organiser,
            judge: None,
            words: Vec::new(),
            names: Openings::default(),
        }
    }

    /// An event that the database holds.
    ///
    /// # Errors
    /// No such event, a database that cannot be read, or a stored log that does not chain or that the rules do not
    /// take.
    pub fn load(app: &App, id: &TournamentId) -> Result<TournamentRecording, Error> {
        let log = stored(app, id)?;
        let stored = end(&log);
        Ok(TournamentRecording { stored, log, ..TournamentRecording::new(&app.known, app.clock, id.clone()) })
    }

    /// Lets it be seen as its law counts it, until something is recorded; which law that is, where it is an older one.
    ///
    /// # Errors
    /// No law that is here can judge it: it is seen as today's counts it.
    pub fn hear(&mut self) -> Result<Option<u32>, Unjudged> {
        hear(&self.known.rulebook(), &mut self.log)
    }

    /// The same event with somebody else speaking from here on; the organiser speaks otherwise.
    #[must_use]
    pub fn told_by(mut self, by: By) -> TournamentRecording {
        (self.by, self.judge) = (by, None);
        self
    }

    /// The same, naming the judge who speaks; a log without a law names none.
    #[must_use]
    pub fn judged_by(mut self, judge: Option<Judging>) -> TournamentRecording {
        self.judge = judge.filter(|_| self.state().is_judged());
        self
    }

    /// Who speaks.
    pub fn by(&self) -> By {
        self.by
    }

    /// Judges a command and seals it onto the log. `words` is how it was put.
    ///
    /// # Errors
    /// The refusal of the rules, or a machine whose clock is unset.
    pub fn take(&mut self, command: TournamentCommand, words: &str) -> Result<(), Error> {
        let now = self.clock.now();
        let at = self.not_before_the_last(now);
        self.take_at(now, at, command, words)
    }

    /// The time of the next record: this one, unless the last one is dated later.
    fn not_before_the_last(&self, at: Option<Timestamp>) -> Option<Timestamp> {
        at.max(self.log.records().last().map(|record| record.at))
    }

    /// The same for what happened on a day; today where none is given or it is still to come.
    ///
    /// # Errors
    /// As [`TournamentRecording::take`].
    pub fn take_of_day(
        &mut self,
        day: Option<Timestamp>,
        command: TournamentCommand,
        words: &str,
    ) -> Result<(), Error> {
        let now = self.clock.now();
        let at = self.not_before_the_last(now.map(|now| day.map_or(now, |day| day.min(now))));
        self.take_at(now, at, command, words)
    }

    fn take_at(
        &mut self,
        now: Option<Timestamp>,
        at: Option<Timestamp>,
        command: TournamentCommand,
        words: &str,
    ) -> Result<(), Error> {
        let at = self.believable(now, at)?;
        let command = names::of_event(self.log.state(), &mut self.names, command)?;
        self.by_its_law(at, &command, words)?;
        self.judged(&command, words)?;
        match self.log.record_of(at, self.by, self.judge.clone(), command) {
            Ok(_) => {
                self.words.push(words.to_owned());
                Ok(())
            }
            Err(refusal) => Err(self.refused(&self.next_place(), words, refusal)),
        }
    }

    /// Lets the engine of its law judge a command of an older event: what that does not take, no audit could judge.
    fn by_its_law(&self, at: Timestamp, command: &TournamentCommand, words: &str) -> Result<(), Error> {
        let lines = self.log.records().iter().map(|record| record.line.as_slice());
        let Law::Older(law) = Law::of(lines) else { return Ok(()) };
        // What today's law refuses is refused in its words.
        if decide(self.state(), self.by, command).is_err() {
            return Ok(());
        }
        let record = json!({"at": at, "by": self.by, "do": command}).to_string().into_bytes();
        match elder::ask(&self.known.rulebook(), law, &json!({"ask": "judge"}), &[&self.log.to_bytes(), &record]) {
            Ok(_) => Ok(()),
            Err(why @ Unjudged::NoEngine { .. }) => Err(Error::Unjudged { name: format!("event {}", self.id), why }),
            Err(Unjudged::BeforeLaws { what, .. }) => {
                Err(TournamentError::NotUnderLaw { place: self.next_place(), words: words.to_owned(), law, what }
                    .into())
            }
            Err(Unjudged::Newer { .. } | Unjudged::NotDrawn { .. }) => Ok(()),
        }
    }

    /// Lets the independent judge look before a round is published or closed and before the event is finished, once the
    /// rules have nothing against it.
    fn judged(&self, command: &TournamentCommand, words: &str) -> Result<(), Error> {
        if decide(self.state(), self.by, command).is_err() {
            return Ok(());
        }
        let found = gate::held_by(&self.log, self.by, command);
        if found.is_empty() {
            return Ok(());
        }
        Err(TournamentError::Held { event: self.id.clone(), words: words.to_owned(), found }.into())
    }

    /// The record that comes next, as errors name it.
    fn next_place(&self) -> String {
        format!("record {}", self.log.records().len() + 1)
    }

    /// The time of a record, unless the clock is unset or stands where no clock should.
    fn believable(&self, now: Option<Timestamp>, at: Option<Timestamp>) -> Result<Timestamp, Error> {
        let Some(at) = at else { return Err(ClockError::Unset { place: self.next_place() }.into()) };
        if now.is_some_and(Timestamp::is_absurd) {
            return Err(ClockError::Says { place: self.next_place(), at }.into());
        }
        Ok(at)
    }

    /// The error of a refusal: `place` is the record or round, `words` is how it was put.
    pub fn refused(&self, place: &str, words: &str, refusal: Refusal) -> Error {
        Error::TournamentRefused(Box::new(self.not_taken(place, words, refusal)))
    }

    fn not_taken(&self, place: &str, words: &str, refusal: Refusal) -> TournamentRefused {
        let (place, words) = (place.to_owned(), words.to_owned());
        let refused = Refused { place, words, refusal, origin: Origin::Entered };
        TournamentRefused { refused, event: Some(self.id.clone()), overtaken: false }
    }

    /// The same for one line of a list: what the rules have against it is left to the caller, who knows the line.
    ///
    /// # Errors
    /// A machine whose clock is unset or absurd.
    pub fn try_take(&mut self, command: TournamentCommand) -> Result<Result<(), Refusal>, Error> {
        let now = self.clock.now();
        let at = self.believable(now, self.not_before_the_last(now))?;
        let command = names::of_event(self.log.state(), &mut self.names, command)?;
        self.by_its_law(at, &command, "the entry")?;
        let taken = self.log.record_of(at, self.by, self.judge.clone(), command).map(|_| ());
        if taken.is_ok() {
            self.words.push("the entry".to_owned());
        }
        Ok(taken)
    }

    /// Writes what was taken, all or nothing. Where another desk has written in between and what was taken means the
    /// same after it, it is judged again and written; only a contradiction is told.
    ///
    /// # Errors
    /// A contradiction with what another desk has written, or a database that cannot be written.
    pub fn commit(&mut self, store: &mut Store) -> Result<Appended, Error> {
        self.keep_names(store)?;
        let mut attempts = 0;
        loop {
            let fresh = &self.log.records()[self.stored.seq as usize..];
            let line = |record: &Record| Line {
                link: Link { seq: record.seq, hash: record.hash },
                bytes: record.line.clone(),
            };
            let lines: Vec<Line> = fresh.iter().map(line).collect();
            let length: usize = self.log.records().iter().map(|record| record.line.len() + 1).sum();
            if length > LOG_BYTES_MAX {
                let what = format!("the log of event {} would be longer than {} MiB", self.id, LOG_BYTES_MAX >> 20);
                return Err(Error::TooLong { what });
            }
            match store.append(StreamKind::Event, self.id.as_str(), self.stored, &lines) {
                Ok(appended) => {
                    self.stored = end(&self.log);
                    self.words.clear();
                    return Ok(appended);
                }
                Err(error) => {
                    let conflict = matches!(error, StoreError::Conflict { .. });
                    let again = conflict && fresh.iter().all(|record| record.command.kind().order() == Order::Free);
                    attempts += 1;
                    if !again || attempts > ATTEMPTS {
                        let id = || self.id.clone();
                        return Err(if conflict { Error::TournamentOvertaken(id()) } else { Error::Store(error) });
                    }
                }
            }
            self.judge_again(store)?;
        }
    }

    /// Puts on the disk what opens the names that are about to be written: an opening too many harms nobody, a digest
    /// without one would be nobody's.
    fn keep_names(&mut self, store: &Store) -> Result<(), Error> {
        if let Some(first) = self.log.records().first() {
            store.keep_names(first.hash, &std::mem::take(&mut self.names))?;
        }
        Ok(())
    }

    /// Takes what is not written once more, after what another desk has written. Where that cannot be, all stays as it was.
    fn judge_again(&mut self, store: &Store) -> Result<(), Error> {
        let mut log = stored(store, &self.id)?;
        let stored = end(&log);
        for (index, record) in self.log.records()[self.stored.seq as usize..].iter().enumerate() {
            let at = log.records().last().map_or(record.at, |before| before.at.max(record.at));
            let place = format!("record {}", log.records().len() + 1);
            if let Err(refusal) = log.record_of(at, record.by, record.judge.clone(), record.command.clone()) {
                let words = self.words.get(index).cloned().unwrap_or_else(|| "the entry".to_owned());
                let told = self.not_taken(&place, &words, refusal);
                return Err(Error::TournamentRefused(Box::new(TournamentRefused { overtaken: true, ..told })));
            }
        }
        (self.log, self.stored) = (log, stored);
        Ok(())
    }

    /// The packs and engines that its matches are judged by.
    pub fn known(&self) -> &Known {
        &self.known
    }

    /// Its id.
    pub fn id(&self) -> &TournamentId {
        &self.id
    }

    /// The log, what is not yet written last.
    pub fn log(&self) -> &TournamentLog {
        &self.log
    }

    /// The fold.
    pub fn state(&self) -> &Tournament {
        self.log.state()
    }

    /// The clock that its records are dated by.
    pub fn clock(&self) -> Clock {
        self.clock
    }

    /// What people call the event.
    pub fn name(&self) -> &str {
        self.state().create.as_ref().map_or(self.id.as_str(), |create| create.name.as_str())
    }
}

/// A stored event, read with what opens its names.
///
/// # Errors
/// No such event, a database that cannot be read, or a log that does not chain or that the rules do not take.
pub fn stored(store: &Store, id: &TournamentId) -> Result<TournamentLog, Error> {
    let bytes = stored_log(store, id)?;
    Ok(read_with(&format!("event {id}"), &bytes, &names::of_log(store, &bytes)?)?)
}

/// Every line of a stored event, each with its newline.
///
/// # Errors
/// No such event, or a database that cannot be read.
pub fn stored_log(store: &Store, id: &TournamentId) -> Result<Vec<u8>, Error> {
    Ok(store.log(StreamKind::Event, id.as_str())?)
}

/// Where a log ends.
fn end(log: &TournamentLog) -> Link {
    log.records().last().map_or(Link::START, |record| Link { seq: record.seq, hash: record.hash })
}

#[cfg(test)]
#[path = "../../tests/inside/tournaments_recording.rs"]
mod tests;
