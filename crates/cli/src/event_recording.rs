//! An event being recorded: its log folded, and the records that are to follow sealed onto it.
//!
//! Nothing is written before [`EventRecording::commit`]; a refused command leaves everything as it was.

use adjutant_engine::chain::Link;
use adjutant_store::{Appended, Line, Store, StoreError, StreamKind};
use adjutant_tournament::log::LogError;
use adjutant_tournament::{By, EventCommand, EventId, EventLog, EventState, Refusal};

use crate::clock::Clock;
use crate::error::{CliError, ErrorKind};

/// The log of an event, open at the end.
pub struct EventRecording {
    id: EventId,
    stored: Link,
    log: EventLog,
    clock: Clock,
    by: By,
}

impl EventRecording {
    /// An event that has no record yet.
    pub fn new(id: EventId) -> EventRecording {
        EventRecording::at(id, Clock::of_environment())
    }

    /// The same, under a clock of its own.
    pub fn at(id: EventId, clock: Clock) -> EventRecording {
        EventRecording { id, stored: Link::START, log: EventLog::new(), clock, by: By::Organiser }
    }

    /// An event that the database holds.
    ///
    /// # Errors
    /// No such event, a database that cannot be read, or a stored log that does not chain or that the rules do not
    /// take.
    pub fn load(store: &Store, id: &EventId) -> Result<EventRecording, CliError> {
        let bytes = stored_log(store, id)?;
        let log = read(&format!("event {id}"), &bytes)?;
        let stored = end(&log);
        Ok(EventRecording { id: id.clone(), stored, log, clock: Clock::of_environment(), by: By::Organiser })
    }

    /// The same event with somebody else speaking from here on; the organiser speaks otherwise.
    #[must_use]
    pub fn told_by(mut self, by: By) -> EventRecording {
        self.by = by;
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
    pub fn take(&mut self, command: EventCommand, words: &str) -> Result<(), CliError> {
        let before = self.log.records().last().map(|record| record.at.clone());
        let now = self.clock.now().map(|time| time.to_string());
        self.take_at(now.max(before), command, words)
    }

    /// The same for what happened on a day, as `YYYY-MM-DD`; today where none is given or it is still to come.
    ///
    /// # Errors
    /// As [`EventRecording::take`].
    pub fn take_of_day(&mut self, day: Option<&str>, command: EventCommand, words: &str) -> Result<(), CliError> {
        let now = self.clock.now().map(|time| time.to_string());
        let day = day.map(|day| format!("{day}T00:00:00Z"));
        let at = match (&day, &now) {
            (Some(day), Some(now)) => Some(day.min(now).clone()),
            _ => now,
        };
        self.take_at(at, command, words)
    }

    fn take_at(&mut self, at: Option<String>, command: EventCommand, words: &str) -> Result<(), CliError> {
        let place = format!("record {}", self.log.records().len() + 1);
        let at =
            at.ok_or_else(|| CliError::new(ErrorKind::Files, format!("{place}: the clock of this machine is unset")))?;
        match self.log.record(&at, self.by, command) {
            Ok(_) => Ok(()),
            Err(refusal) => Err(refused(&place, words, &refusal)),
        }
    }

    /// The same for one line of a list: what the rules have against it is left to the caller, who knows the line.
    ///
    /// # Errors
    /// A machine whose clock is unset.
    pub fn try_take(&mut self, command: EventCommand) -> Result<Result<(), Refusal>, CliError> {
        let before = self.log.records().last().map(|record| record.at.clone());
        let at = self.clock.now().map(|time| time.to_string()).max(before);
        let at = at.ok_or_else(|| CliError::new(ErrorKind::Files, "the clock of this machine is unset"))?;
        Ok(self.log.record(&at, self.by, command).map(|_| ()))
    }

    /// Writes what was taken, all or nothing.
    ///
    /// # Errors
    /// A conflict with another recorder, or a database that cannot be written.
    pub fn commit(&mut self, store: &mut Store) -> Result<Appended, CliError> {
        let fresh = &self.log.records()[self.stored.seq as usize..];
        let line = |record: &adjutant_tournament::log::Record| Line {
            link: Link { seq: record.seq, hash: record.hash },
            bytes: record.line.clone(),
        };
        let lines: Vec<Line> = fresh.iter().map(line).collect();
        let appended = store.append(StreamKind::Event, self.id.as_str(), self.stored, &lines).map_err(|error| {
            let conflict = matches!(error, StoreError::Conflict { .. });
            let told = CliError::from(error);
            if conflict {
                told.hint(format!("look with `adjutant event show {}`, then say it again", self.id))
            } else {
                told
            }
        })?;
        self.stored = end(&self.log);
        Ok(appended)
    }

    /// Its id.
    pub fn id(&self) -> &EventId {
        &self.id
    }

    /// The log, what is not yet written last.
    pub fn log(&self) -> &EventLog {
        &self.log
    }

    /// The fold.
    pub fn state(&self) -> &EventState {
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

/// Every line of a stored event, each with its newline.
///
/// # Errors
/// No such event, or a database that cannot be read.
pub fn stored_log(store: &Store, id: &EventId) -> Result<Vec<u8>, CliError> {
    let mut bytes = Vec::new();
    for line in store.read(StreamKind::Event, id.as_str())? {
        bytes.extend_from_slice(&line.bytes);
        bytes.push(b'\n');
    }
    Ok(bytes)
}

/// Reads an event log. `name` is the file, or the event in the database.
///
/// # Errors
/// The first line that does not chain, is no record, or that the rules refuse.
pub fn read(name: &str, bytes: &[u8]) -> Result<EventLog, CliError> {
    EventLog::read(bytes).map_err(|error| match &error {
        LogError::Chain { line, error } => CliError::refused(format!("{name}:{line}: {error}"))
            .hint("`adjutant restore FILE` puts a backup back; an exported log is read by `adjutant event import`"),
        LogError::Record { line, error } => {
            CliError::refused(format!("{name}:{line}: no record of an event log: {error}"))
                .hint("`adjutant schema event` says what a record holds")
        }
        LogError::Refused { seq, refusal } => refused(&format!("{name}:{seq}: record {seq}"), "the record", refusal),
        LogError::Shape(shape) => {
            CliError::new(ErrorKind::Files, format!("{name}: {shape}")).hint("ask for a whole copy")
        }
    })
}

/// Where a log ends.
fn end(log: &EventLog) -> Link {
    log.records().last().map_or(Link::START, |record| Link { seq: record.seq, hash: record.hash })
}

/// A refusal as people read it; what would be accepted is the last part of its sentence.
fn refused(place: &str, words: &str, refusal: &Refusal) -> CliError {
    let sentence = refusal.to_string();
    let (what, accepted) = sentence.rsplit_once("; ").unwrap_or((&sentence, ""));
    CliError::refused(format!("{place} refused: {}\n`{words}` — {what}", refusal.code())).hint(accepted)
}
