//! An event being recorded: its log folded, and the records that are to follow sealed onto it.
//!
//! Nothing is written before a commit; a refused command leaves everything as it was.

use adjutant_core::reliance::LAW;
use adjutant_engine::time::Timestamp;
use adjutant_replay::laws::{Law, Unjudged};
use adjutant_replay::matches::elder;
use adjutant_replay::tournaments::elder::hear;
use adjutant_replay::tournaments::read_with;
use adjutant_store::{Store, StoreError, StreamKind};
use adjutant_tournament::command::Judging;
use adjutant_tournament::kind::Order;
use adjutant_tournament::{By, Refusal, Tournament, TournamentCommand, TournamentId, TournamentLog, decide};
use serde_json::json;

use super::gate;
use crate::app::App;
use crate::clock::Clock;
use crate::error::{ClockError, Error, Origin, Refused, TournamentError, TournamentRefused};
use crate::names;
use crate::packs::Known;
use crate::recording::{Log, Recording};

/// An event that is recorded.
pub type TournamentRecording = Recording<TournamentLog>;

/// Who speaks, and how it was put.
#[derive(Clone)]
pub struct Speaking {
    by: By,
    /// The judge who speaks, by the card.
    judge: Option<Judging>,
    /// How the commands that are not yet written were put.
    words: Vec<String>,
}

impl Default for Speaking {
    /// The organiser speaks.
    fn default() -> Speaking {
        Speaking { by: By::Organiser, judge: None, words: Vec::new() }
    }
}

/// How often entries are judged again on what another desk has written in between.
const ATTEMPTS: u32 = 200;

impl Log for TournamentLog {
    const KIND: StreamKind = StreamKind::Event;
    type Id = TournamentId;
    type Own = Speaking;

    fn overtaken(event: &mut TournamentRecording, store: &Store, _: StoreError, tries: u32) -> Result<(), Error> {
        let mut fresh = event.log.records()[event.stored.seq as usize..].iter();
        if tries <= ATTEMPTS && fresh.all(|record| record.command.kind().order() == Order::Free) {
            event.judge_again(store)
        } else {
            Err(Error::TournamentOvertaken(event.id.clone()))
        }
    }
}

impl TournamentRecording {
    /// An event that has no record yet.
    pub fn new(known: &Known, clock: Clock, id: TournamentId) -> TournamentRecording {
        Recording::empty(known, clock, id, TournamentLog::new(), Speaking::default())
    }

    /// An event that the database holds.
    ///
    /// # Errors
    /// No such event, a database that cannot be read, or a stored log that does not chain or that the rules do not
    /// take.
    pub fn load(app: &App, id: &TournamentId) -> Result<TournamentRecording, Error> {
        TournamentRecording::new(&app.known, app.clock, id.clone()).read(app)
    }

    /// The same with what the database holds.
    fn read(mut self, store: &Store) -> Result<TournamentRecording, Error> {
        self.log = stored(store, &self.id)?;
        let ends = self.log.records().iter().map(|record| (record.at, record.link(), record.line.len())).collect();
        Ok(self.holding(ends))
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
        (self.own.by, self.own.judge) = (by, None);
        self
    }

    /// The same, naming the judge who speaks; a log without a law names none.
    #[must_use]
    pub fn judged_by(mut self, judge: Option<Judging>) -> TournamentRecording {
        self.own.judge = judge.filter(|_| self.state().is_judged());
        self
    }

    /// Who speaks.
    pub fn by(&self) -> By {
        self.own.by
    }

    /// Judges a command and seals it onto the log. `words` is how it was put.
    ///
    /// # Errors
    /// The refusal of the rules, or a machine whose clock is unset.
    pub fn take(&mut self, command: TournamentCommand, words: &str) -> Result<(), Error> {
        let now = self.clock.now();
        let at = now.max(self.last_at);
        self.take_at(now, at, command, words)
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
        let at = now.map(|now| day.map_or(now, |day| day.min(now))).max(self.last_at);
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
        self.seal(at, command, words).map_err(|refusal| self.refused(&self.next_place(), words, refusal))
    }

    /// Seals a command onto the log, once the rules take it.
    fn seal(&mut self, at: Timestamp, command: TournamentCommand, words: &str) -> Result<(), Refusal> {
        let record = self.log.record_of(at, self.own.by, self.own.judge.clone(), command)?;
        let (at, link, line) = (record.at, record.link(), record.line.clone());
        if self.fresh.is_empty() {
            self.own.words.clear();
        }
        self.own.words.push(words.to_owned());
        self.push(at, link, line);
        Ok(())
    }

    /// Lets the engine of its law judge a command of an older event: what that does not take, no audit could judge.
    fn by_its_law(&self, at: Timestamp, command: &TournamentCommand, words: &str) -> Result<(), Error> {
        // Most events name today's law, and their log is not looked at: a list asks for each of its entries.
        if self.state().create.as_ref().is_some_and(|create| create.law == Some(LAW)) {
            return Ok(());
        }
        let lines = self.log.records().iter().map(|record| record.line.as_slice());
        let Law::Older(law) = Law::of(lines) else { return Ok(()) };
        // What today's law refuses is refused in its words.
        if decide(self.state(), self.own.by, command).is_err() {
            return Ok(());
        }
        let command = command.to_json().unwrap_or_default();
        let record = json!({"at": at, "by": self.own.by, "do": command}).to_string().into_bytes();
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
        if !gate::looks_at(command) || decide(self.state(), self.own.by, command).is_err() {
            return Ok(());
        }
        let found = gate::held_by(&self.log, self.own.by, command);
        if found.is_empty() {
            return Ok(());
        }
        Err(TournamentError::Held { event: self.id.clone(), words: words.to_owned(), found }.into())
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
        let at = self.believable(now, now.max(self.last_at))?;
        let command = names::of_event(self.log.state(), &mut self.names, command)?;
        self.by_its_law(at, &command, "the entry")?;
        Ok(self.seal(at, command, "the entry"))
    }

    /// Takes what is not written once more, after what another desk has written. Where that cannot be, all stays as it was.
    fn judge_again(&mut self, store: &Store) -> Result<(), Error> {
        let mut again = TournamentRecording::new(&self.known, self.clock, self.id.clone()).read(store)?;
        for (record, words) in self.log.records()[self.stored.seq as usize..].iter().zip(&self.own.words) {
            let at = again.last_at.map_or(record.at, |last| last.max(record.at));
            (again.own.by, again.own.judge) = (record.by, record.judge.clone());
            if let Err(refusal) = again.seal(at, record.command.clone(), words) {
                let told = self.not_taken(&again.next_place(), words, refusal);
                return Err(Error::TournamentRefused(Box::new(TournamentRefused { overtaken: true, ..told })));
            }
        }
        (again.own.by, again.own.judge) = (self.own.by, self.own.judge.take());
        *self = again;
        Ok(())
    }

    /// The fold.
    pub fn state(&self) -> &Tournament {
        self.log.state()
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

#[cfg(test)]
#[path = "../../tests/inside/tournaments_recording.rs"]
mod tests;
