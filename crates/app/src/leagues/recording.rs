//! A league being recorded: its log folded, the pinned logs at hand, and the records that are to follow.
//!
//! Nothing is written before a commit; a refused command leaves everything as it was.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use adjutant_core::chain::Hash;
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
use adjutant_store::{Line, Store, StoreError, StreamKind};

use super::shelf::Shelf;
use crate::app::App;
use crate::clock::Clock;
use crate::error::{ClockError, Error, LeagueError};
use crate::names;
use crate::packs::Known;
use crate::recording::{Log, Recording};

/// A league that is recorded.
pub type LeagueRecording = Recording<LeagueLog>;

/// Who speaks, and what the league counts.
pub struct AtHand {
    by: By,
    shelf: Shelf,
    library: Library,
    /// What opens the names of members, where they are sealed.
    names: Openings,
}

impl Log for LeagueLog {
    const KIND: StreamKind = StreamKind::League;
    type Id = LeagueId;
    type Own = AtHand;

    fn overtaken(league: &mut LeagueRecording, _: &Store, _: StoreError, _: u32) -> Result<(), Error> {
        Err(LeagueError::Overtaken { league: league.id.clone() }.into())
    }
}

impl LeagueRecording {
    /// A league that has no record yet. `data` is the data folder, where copies of pinned logs are kept.
    pub fn new(known: &Known, clock: Clock, id: LeagueId, data: &Path) -> LeagueRecording {
        let (shelf, library, names) = (Shelf::of(data), Library::default(), Openings::default());
        Recording::empty(known, clock, id, LeagueLog::new(), AtHand { by: By::Officer, shelf, library, names })
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
        let own = AtHand { by: By::Officer, shelf, library, names };
        let ends = log.records().iter().map(|record| (record.at, record.link(), record.line.len())).collect();
        Ok(Recording::empty(&app.known, app.clock, id.clone(), log, own).holding(ends))
    }

    /// The same league with somebody else speaking from here on; the officer speaks otherwise.
    #[must_use]
    pub fn told_by(mut self, by: By) -> LeagueRecording {
        self.own.by = by;
        self
    }

    /// Judges a command and seals it onto the log; gives the number of its record.
    ///
    /// # Errors
    /// The refusal of the rules, or a machine whose clock is unset.
    pub fn take(&mut self, command: LeagueCommand) -> Result<u64, Error> {
        let command = self.sealed(command)?;
        let place = self.next_place();
        let Some(now) = self.clock.now() else { return Err(ClockError::Unset { place }.into()) };
        if now.is_absurd() {
            return Err(ClockError::Says { place, at: now }.into());
        }
        let at = self.last_at.map_or(now, |last| last.max(now));
        match self.log.record(at, self.own.by, command, &self.own.library) {
            Ok(record) => {
                let (at, link, line) = (record.at, record.link(), record.line.clone());
                self.push(at, link, line);
                Ok(link.seq)
            }
            Err(refusal) => Err(LeagueError::Refused { league: self.id.clone(), place, refusal }.into()),
        }
    }

    /// A command as it is recorded: where names are sealed, a member's is a digest, and the club goes to the opening.
    fn sealed(&mut self, command: LeagueCommand) -> Result<LeagueCommand, Error> {
        let sealed = self.state().create.as_ref().is_some_and(|create| !create.names.is_open());
        match command {
            LeagueCommand::Member(mut entry) if sealed => {
                if let Some(name) = entry.name.take() {
                    let called = names::seal(&mut self.names, &name, [entry.club.take(), None])?;
                    self.own.names.merge(self.names.clone());
                    entry.digest = called.digest();
                }
                Ok(LeagueCommand::Member(entry))
            }
            other => Ok(other),
        }
    }

    /// Puts a log among those at hand and keeps a copy of it.
    ///
    /// # Errors
    /// A data folder that cannot be written.
    pub(super) fn bring(&mut self, source: Source, bytes: &[u8]) -> Result<(), Error> {
        if let Some(origin) = source.origin() {
            self.own.shelf.keep(origin, bytes)?;
        }
        self.own.library.add(source);
        Ok(())
    }

    /// Puts a log among those at hand to judge a command by it.
    pub(super) fn show(&mut self, source: Source) {
        self.own.library.add(source);
    }

    /// The fold.
    pub fn state(&self) -> &League {
        self.log.state()
    }

    /// What opens the names of members, where they are sealed and it is here.
    pub fn names(&self) -> &Openings {
        &self.own.names
    }

    /// The pinned logs at hand.
    pub fn library(&self) -> &Library {
        &self.own.library
    }

    /// Where copies of pinned logs are.
    pub fn shelf(&self) -> &Shelf {
        &self.own.shelf
    }

    /// The season up to a day, or all of it.
    ///
    /// # Errors
    /// A pinned log that is not in the data folder.
    pub fn season(&self, until: Option<Day>) -> Result<Season, Error> {
        season(self.state(), &self.own.library, until)
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
        let (league, _, list) = then(&self.log, &self.own.library, number).ok_or_else(|| self.not_shown(number))?;
        Ok((league, list))
    }

    /// A list that was shown with everything that its pages tell; the last one where no number is given.
    ///
    /// # Errors
    /// As [`LeagueRecording::shown`].
    pub fn edition(&self, number: Option<u32>) -> Result<Edition, Error> {
        let last = || self.state().lists.last().map_or(1, |shown| shown.publish.list);
        let number = number.unwrap_or_else(last);
        Edition::of(&self.log, &self.own.library, number).ok_or_else(|| self.not_shown(number))
    }

    /// Why there is no such list: nobody showed it, or a log is not here that it rests on.
    fn not_shown(&self, number: u32) -> Error {
        let league = self.id.clone();
        if self.state().lists.iter().all(|shown| shown.publish.list != number) {
            return LeagueError::NoList { league, number }.into();
        }
        LeagueError::Incomplete { league, missing: self.own.library.missing(self.state()) }.into()
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
