//! Pins the logs of files, folders and databases, and enters the people who are nobody's double.

use std::path::PathBuf;

use adjutant_core::Name;
use adjutant_core::chain::Hash;
use adjutant_core::ids::MemberId;
use adjutant_core::text::Text;
use adjutant_league::command::{Entry, Pin, Proof, Who};
use adjutant_league::propose::{self, Open};
use adjutant_league::source::{Source, SourceKind};
use adjutant_league::{Day, LeagueCommand};
use adjutant_replay::audit::LogSource;
use adjutant_replay::leagues::source_with;
use adjutant_store::Store;

use super::recording::LeagueRecording;
use crate::audit::{Reader, gather};
use crate::error::Error;
use crate::names;

/// What was added.
#[derive(Debug, Default)]
pub struct Added {
    /// The logs that are pinned now and were not, or were up to an earlier record.
    pub pinned: Vec<Pinned>,
    /// Logs that were pinned up to this record, or a later one.
    pub known: usize,
    /// What was not pinned, and why.
    pub passed: Vec<(String, String)>,
    /// How many people were entered.
    pub members: usize,
    /// Players who may be somebody whom the league knows.
    pub open: Vec<Open>,
}

/// A log that was pinned.
#[derive(Debug)]
pub struct Pinned {
    /// Its id.
    pub id: String,
    /// What it is of.
    pub kind: SourceKind,
    /// Its first record.
    pub origin: Hash,
    /// How many records it has.
    pub records: u64,
    /// Whether it was pinned before, up to an earlier record.
    pub again: bool,
}

impl LeagueRecording {
    /// Pins every log behind some paths; `on` is the day of their games, where their own is wrong. With `names` what opens
    /// sealed names beside them is kept in `store`, so that people can be told by name.
    ///
    /// # Errors
    /// A data folder that cannot be written, a machine whose clock is unset.
    pub fn add(
        &mut self,
        store: &Store,
        paths: &[PathBuf],
        on: Option<(Day, Text)>,
        names: bool,
    ) -> Result<Added, Error> {
        let mut added = Added::default();
        let rules = self.known().rulebook();
        let mut reader = Reader::default();
        for found in gather(paths).sources.into_all() {
            let name = found.name();
            let bytes = match found.read(&mut reader) {
                Ok(log) => log.into_bytes(),
                Err((_, message)) => {
                    added.passed.push((name, message));
                    continue;
                }
            };
            // The database of a league holds the league too.
            if adjutant_replay::audit::is_league(&bytes) {
                continue;
            }
            if let (true, Some(origin)) = (names, names::sealed(&bytes)) {
                store.keep_names(origin, &found.names(&bytes)?)?;
            }
            match source_with(&rules, &name, &bytes, &names::of_log(store, &bytes)?) {
                Ok(source) => self.pin(&name, source, &bytes, on.clone(), &mut added)?,
                Err(error) => added.passed.push((name, Error::from(error).sentence())),
            }
        }
        self.enter_new_people(&mut added)?;
        Ok(added)
    }

    fn pin(
        &mut self,
        name: &str,
        source: Source,
        bytes: &[u8],
        on: Option<(Day, Text)>,
        added: &mut Added,
    ) -> Result<(), Error> {
        let Some((origin, head)) = source.origin().zip(source.head()) else {
            added.passed.push((name.to_owned(), "it has no chain: record it first".to_owned()));
            return Ok(());
        };
        let before = self.state().pins.get(&origin).cloned();
        let held = before.as_ref().and_then(|before| self.library().pinned(before));
        if on.is_none() && held.is_some_and(|held| held.hashes.contains(&head)) {
            added.known += 1;
            return Ok(());
        }
        // Pinned as it is, and the copy is not here or was changed.
        if on.is_none() && held.is_none() && before.as_ref().is_some_and(|before| before.pin.head == head) {
            added.known += 1;
            return self.bring(source, bytes);
        }
        let grown = || Text::new("the log has grown");
        let why = on.as_ref().map(|(_, why)| why.clone()).or_else(|| before.as_ref().and_then(|_| grown()));
        let pin = Box::new(Pin {
            origin,
            head,
            records: source.hashes.len() as u64,
            on: on.map(|(day, _)| day).or_else(|| before.as_ref().and_then(|before| before.pin.on)),
            weight: before.as_ref().and_then(|before| before.pin.weight),
            why,
        });
        let (id, kind, records) = (source.id.clone(), source.kind, pin.records);
        self.show(source.clone());
        let command = match kind {
            SourceKind::Event => LeagueCommand::Event(pin),
            SourceKind::Match => LeagueCommand::Match(pin),
        };
        match self.take(command) {
            Ok(_) => {
                self.bring(source, bytes)?;
                added.pinned.push(Pinned { id, kind, origin, records, again: before.is_some() });
            }
            Err(Error::League(refused)) => added.passed.push((name.to_owned(), refused.to_string())),
            Err(error) => return Err(error),
        }
        Ok(())
    }

    /// Enters every open player who looks like nobody.
    fn enter_new_people(&mut self, added: &mut Added) -> Result<(), Error> {
        let open = self.open_players();
        for at in propose::strangers(&open) {
            if let Some(name) = open[at].name.clone() {
                self.enter(&open[at], name)?;
                added.members += 1;
            }
        }
        added.open = self.open_players();
        Ok(())
    }

    /// The players of pinned logs whom nobody said to be a member. Those of matches of events play in their event.
    pub fn open_players(&self) -> Vec<Open> {
        let name_of = |id: &MemberId| self.state().members.get(id)?.name(self.names()).cloned();
        let mut open = propose::open(self.state(), self.library(), None, &name_of);
        let plays = |open: &Open| {
            let pinned = self.state().pins.get(&open.origin);
            let source = pinned.and_then(|pinned| self.library().pinned(pinned));
            source.is_some_and(|source| {
                use adjutant_league::source::Standing::{OfEvent, Teams};
                !matches!(source.standing, OfEvent(_) | Teams)
            })
        };
        open.retain(plays);
        open
    }

    /// Enters a player as a new person.
    ///
    /// # Errors
    /// The refusal of the rules.
    pub fn enter(&mut self, open: &Open, name: Name) -> Result<MemberId, Error> {
        let id = self.next_member();
        let entry = Entry { id: id.clone(), name: Some(name), digest: None, club: open.club.clone(), key: None };
        self.take(LeagueCommand::Member(Box::new(entry)))?;
        self.take(LeagueCommand::Who(Box::new(Who {
            origin: open.origin,
            player: open.player.clone(),
            member: id.clone(),
            proof: Proof::Officer,
        })))?;
        Ok(id)
    }

    /// The next free id of a member: `m0001`, `m0002` …
    pub fn next_member(&self) -> MemberId {
        let taken = self.state().members.keys().filter_map(|id| id.as_str().strip_prefix('m')?.parse::<u32>().ok());
        let next = taken.max().unwrap_or(0) + 1;
        MemberId::new(&format!("m{next:04}")).unwrap_or_else(|_| unreachable!("letters and digits"))
    }
}
