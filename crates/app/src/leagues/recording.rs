//! A league being recorded: its log folded, the pinned logs at hand, and the records that are to follow.
//!
//! Nothing is written before [`LeagueRecording::commit`]; a refused command leaves everything as it was.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use adjutant_core::chain::{Hash, Link};
use adjutant_core::ids::LeagueId;
use adjutant_core::sealed::Openings;
use adjutant_league::command::After;
use adjutant_league::edition::{Edition, then};
use adjutant_league::list::List;
use adjutant_league::season::{Season, carried, season};
use adjutant_league::source::{Source, up_to};
use adjutant_league::{By, Day, League, LeagueCommand, LeagueLog, Library, Rated, Rating};
use adjutant_replay::error::LogFault;
use adjutant_replay::leagues::{read, source_with};
use adjutant_store::{Appended, Line, Store, StoreError, StreamKind};

use super::shelf::Shelf;
use crate::app::App;
use crate::clock::Clock;
use crate::error::{ClockError, Error, LeagueError};
use crate::names;
use crate::packs::Known;

/// The log of a league, open at the end.
pub struct LeagueRecording {
    known: Known,
    id: LeagueId,
    stored: Link,
    log: LeagueLog,
    clock: Clock,
    by: By,
    shelf: Shelf,
    library: Library,
    /// What opens the names of members, where they are sealed.
    names: Openings,
    /// Those of them that are not yet written.
    fresh: Openings,
}

impl LeagueRecording {
    /// A league that has no record yet. `data` is the data folder, where copies of pinned logs are kept.
    pub fn new(known: &Known, clock: Clock, id: LeagueId, data: &Path) -> LeagueRecording {
        LeagueRecording {
            known: known.clone(),
            id,
            stored: Link::START,
            log: LeagueLog::new(),
            clock,
            by: By::Officer,
            shelf: Shelf::of(data),
            library: Library::default(),
            names: Openings::default(),
            fresh: Openings::default(),
        }
    }

    /// A league that the database holds, with the pinned logs that are in the data folder.
    ///
    /// # Errors
    /// No such league, a database that cannot be read, or a stored log that does not chain or that the rules refuse.
    pub fn load(app: &App, id: &LeagueId, data: &Path) -> Result<LeagueRecording, Error> {
        let bytes = stored_log(app, id)?;
        let names = names::of_log(app, &bytes)?;
        let log = read(&format!("league {id}"), &bytes)?;
        let shelf = Shelf::of(data);
        let mut library = library(app, &log, &shelf)?;
        if let Some(create) = &log.state().create
            && let Some(after) = &create.after
        {
            library.before = before(app, &shelf, after, create.from)?;
        }
        let stored = log.link();
        let new = LeagueRecording::new(&app.known, app.clock, id.clone(), data);
        Ok(LeagueRecording { stored, log, library, names, ..new })
    }

    /// The same league with somebody else speaking from here on; the officer speaks otherwise.
    #[must_use]
    pub fn told_by(mut self, by: By) -> LeagueRecording {
        self.by = by;
        self
    }

    /// Judges a command and seals it onto the log; gives the number of its record.
    ///
    /// # Errors
    /// The refusal of the rules, or a machine whose clock is unset.
    pub fn take(&mut self, command: LeagueCommand) -> Result<u64, Error> {
        let command = self.sealed(command)?;
        let place = format!("record {}", self.log.records().len() + 1);
        let Some(now) = self.clock.now() else { return Err(ClockError::Unset { place }.into()) };
        if now.is_absurd() {
            return Err(ClockError::Says { place, at: now }.into());
        }
        let at = self.log.records().last().map_or(now, |last| last.at.max(now));
        match self.log.record(at, self.by, command, &self.library) {
            Ok(record) => Ok(record.seq),
            Err(refusal) => Err(LeagueError::Refused { league: self.id.clone(), place, refusal }.into()),
        }
    }

    /// A command as it is recorded: where names are sealed, a member's is a digest, and the club goes to the opening.
    fn sealed(&mut self, command: LeagueCommand) -> Result<LeagueCommand, Error> {
        let sealed = self.state().create.as_ref().is_some_and(|create| !create.names.is_open());
        match command {
            LeagueCommand::Member(mut entry) if sealed => {
                if let Some(name) = entry.name.take() {
                    let called = names::seal(&mut self.fresh, &name, [entry.club.take(), None])?;
                    self.names.merge(self.fresh.clone());
                    entry.digest = called.digest();
                }
                Ok(LeagueCommand::Member(entry))
            }
            other => Ok(other),
        }
    }

    /// Writes what was taken, all or nothing.
    ///
    /// # Errors
    /// Somebody else who recorded in between, or a database that cannot be written.
    pub fn commit(&mut self, store: &mut Store) -> Result<Appended, Error> {
        if let Some(origin) = self.state().origin {
            store.keep_names(origin, &std::mem::take(&mut self.fresh))?;
        }
        let fresh = &self.log.records()[self.stored.seq as usize..];
        let lines: Vec<Line> =
            fresh.iter().map(|record| Line { link: record.link(), bytes: record.line.clone() }).collect();
        match store.append(StreamKind::League, self.id.as_str(), self.stored, &lines) {
            Ok(appended) => {
                self.stored = self.log.link();
                Ok(appended)
            }
            Err(StoreError::Conflict { .. }) => Err(LeagueError::Overtaken { league: self.id.clone() }.into()),
            Err(error) => Err(error.into()),
        }
    }

    /// Puts a log among those at hand and keeps a copy of it.
    ///
    /// # Errors
    /// A data folder that cannot be written.
    pub(super) fn bring(&mut self, source: Source, bytes: &[u8]) -> Result<(), Error> {
        if let Some(origin) = source.origin() {
            self.shelf.keep(origin, bytes)?;
        }
        self.library.add(source);
        Ok(())
    }

    /// Puts a log among those at hand to judge a command by it.
    pub(super) fn show(&mut self, source: Source) {
        self.library.add(source);
    }

    /// The packs and engines that pinned logs are judged by.
    pub(super) fn known(&self) -> &Known {
        &self.known
    }

    /// Its id.
    pub fn id(&self) -> &LeagueId {
        &self.id
    }

    /// The log, what is not yet written last.
    pub fn log(&self) -> &LeagueLog {
        &self.log
    }

    /// The fold.
    pub fn state(&self) -> &League {
        self.log.state()
    }

    /// What opens the names of members, where they are sealed and it is here.
    pub fn names(&self) -> &Openings {
        &self.names
    }

    /// The pinned logs at hand.
    pub fn library(&self) -> &Library {
        &self.library
    }

    /// Where copies of pinned logs are.
    pub fn shelf(&self) -> &Shelf {
        &self.shelf
    }

    /// The season up to a day, or all of it.
    ///
    /// # Errors
    /// A pinned log that is not in the data folder.
    pub fn season(&self, until: Option<Day>) -> Result<Season, Error> {
        season(self.state(), &self.library, until)
            .map_err(|missing| LeagueError::Incomplete { league: self.id.clone(), missing }.into())
    }

    /// The list that is due, or the one of a number.
    pub fn list(&self, season: &Season, until: Option<Day>) -> List {
        List::of(self.state(), season, self.state().lists.len() as u32 + 1, until)
    }

    /// The league as it was when a list was shown, and that list made anew.
    ///
    /// # Errors
    /// A list that was never shown, a pinned log that is not here.
    pub fn shown(&self, number: u32) -> Result<(League, List), Error> {
        let (league, _, list) = then(&self.log, &self.library, number).ok_or_else(|| self.not_shown(number))?;
        Ok((league, list))
    }

    /// A list that was shown with everything that its pages tell; the last one where no number is given.
    ///
    /// # Errors
    /// As [`LeagueRecording::shown`].
    pub fn edition(&self, number: Option<u32>) -> Result<Edition, Error> {
        let last = || self.state().lists.last().map_or(1, |shown| shown.publish.list);
        let number = number.unwrap_or_else(last);
        Edition::of(&self.log, &self.library, number).ok_or_else(|| self.not_shown(number))
    }

    /// Why there is no such list: nobody showed it, or a log is not here that it rests on.
    fn not_shown(&self, number: u32) -> Error {
        let league = self.id.clone();
        if self.state().lists.iter().all(|shown| shown.publish.list != number) {
            return LeagueError::NoList { league, number }.into();
        }
        LeagueError::Incomplete { league, missing: self.library.missing(self.state()) }.into()
    }
}

/// Every pinned log of a league, up to each record to which it was pinned, as far as copies are here.
fn library(app: &App, log: &LeagueLog, shelf: &Shelf) -> Result<Library, Error> {
    let mut library = Library::default();
    let pinned = log.records().iter().filter_map(|record| match log.says(record.seq) {
        Some(LeagueCommand::Event(pin) | LeagueCommand::Match(pin)) => Some((pin.origin, pin.head)),
        _ => None,
    });
    let pinned: BTreeSet<(Hash, Hash)> = pinned.collect();
    let rules = app.known.rulebook();
    let mut last: Option<(Hash, Vec<u8>)> = None;
    for (origin, head) in pinned {
        if last.as_ref().is_none_or(|(known, _)| *known != origin) {
            last = shelf.find(origin)?.map(|bytes| (origin, bytes));
        }
        let Some((_, bytes)) = last.as_ref().filter(|(known, _)| *known == origin) else { continue };
        // A copy that was changed, or that lacks the record, is as good as none: what rests on it is incomplete.
        let Some(part) = up_to(bytes, Some(head)) else { continue };
        let name = shelf.path(origin).display().to_string();
        if let Ok(source) = source_with(&rules, &name, part, &names::of_log(app, part)?) {
            library.add(source);
        }
    }
    Ok(library)
}

/// The ratings that the season before leaves, where its log and the logs that it pins are here.
fn before(app: &App, shelf: &Shelf, after: &After, from: Day) -> Result<Option<BTreeMap<Rated, Rating>>, Error> {
    for id in app.ids(StreamKind::League)? {
        let Ok(id) = LeagueId::new(&id) else { continue };
        let log = read(&format!("league {id}"), &stored_log(app, &id)?)?;
        if log.state().origin != Some(after.origin) {
            continue;
        }
        let Some(log) = log.up_to(after.head) else { continue };
        let mut at_hand = library(app, &log, shelf)?;
        let Some(create) = log.state().create.clone() else { continue };
        if let Some(earlier) = &create.after {
            at_hand.before = before(app, shelf, earlier, create.from)?;
        }
        let incomplete = |missing| LeagueError::Incomplete { league: id.clone(), missing };
        let season = season(log.state(), &at_hand, None).map_err(incomplete)?;
        return Ok(Some(carried(&season, &create.rating.system(), from)));
    }
    Err(LeagueError::NoSeasonBefore { origin: after.origin }.into())
}

/// Every line of a stored league, each with its newline.
///
/// # Errors
/// No such league, or a database that cannot be read.
pub fn stored_log(store: &Store, id: &LeagueId) -> Result<Vec<u8>, Error> {
    Ok(store.log(StreamKind::League, id.as_str())?)
}

/// Takes the log of a league into a database; gives its id and how many records were written.
///
/// # Errors
/// A file that cannot be read, a log that its rules refuse, or that parted from the one that is there.
pub fn import(store: &mut Store, file: &Path) -> Result<(LeagueId, usize), Error> {
    let name = crate::files::shown(file);
    let log = read(&name, &crate::files::read_log(file)?)?;
    let Some(create) = &log.state().create else {
        return Err(Error::in_file(&name, LogFault::Empty { name: "the log".to_owned() }));
    };
    let lines: Vec<Line> =
        log.records().iter().map(|record| Line { link: record.link(), bytes: record.line.clone() }).collect();
    let appended = store
        .import(StreamKind::League, create.league.as_str(), &lines)
        .map_err(|error| Error::in_file(&name, error))?;
    Ok((create.league.clone(), appended.written))
}
