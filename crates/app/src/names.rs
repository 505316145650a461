//! Sealed names of matches, events and leagues: digests in the log, openings beside it, which can be destroyed.

use std::path::{Path, PathBuf};

use adjutant_core::chain::{self, Hash, Link};
use adjutant_core::sealed::{Called, Opening, Openings};
use adjutant_core::text::{first_line, holds};
use adjutant_core::{Name, Salt};
use adjutant_engine::command::{Command, Open};
use adjutant_engine::record::read_chained;
use adjutant_store::{Store, StreamKind};
use adjutant_tournament::command::Entry;
use adjutant_tournament::{PlayerId, Tournament, TournamentCommand};

use crate::error::Error;
use crate::files;
use crate::random;
use crate::secrets::Vault;

/// What a log's first record says, where its names are sealed. No text inside a record can hold these quotes.
const SEALED: &[u8] = br#""names":"sealed""#;

/// A longer file holds no openings.
const BYTES_MAX: usize = 64 << 20;

/// Letters that nobody takes for one another, none of them a vowel: no drawn id is a word.
const LETTERS: &[u8; 16] = b"bcdfghjkmnpqrtwz";

/// The log whose names are sealed, by the hash of its first record; nothing where they stand open.
pub(crate) fn sealed(log: &[u8]) -> Option<Hash> {
    let first = first_line(log);
    holds(first, SEALED).then(|| chain::verify_line(first, Link::START).ok()).flatten().map(|link| link.hash)
}

/// How a match was opened, by its first record, with the names that these open; nothing where it cannot be read.
pub(crate) fn opening(first: &[u8], names: &Openings) -> Option<Open> {
    let (mut record, _) = read_chained(first, Link::START).ok()?;
    record.open_names(names);
    match record.command.as_ref() {
        Command::Open(open) => Some(open.as_ref().clone()),
        _ => None,
    }
}

/// What opens the names of a stored log; nothing where they stand open.
///
/// # Errors
/// A file of openings that cannot be read.
pub fn of_log(store: &Store, log: &[u8]) -> Result<Openings, Error> {
    Ok(sealed(log).map(|origin| store.names(origin)).transpose()?.unwrap_or_default())
}

/// Seals a name under a salt of its own; the club and team of the person go to the opening.
pub(crate) fn seal(names: &mut Openings, name: &Name, [club, team]: [Option<Name>; 2]) -> Result<Called, Error> {
    let salt = Salt::new(&Vault::salt()?).unwrap_or_else(|| unreachable!("a salt has 32 digits"));
    let mut opening = Opening::of(name.clone(), salt);
    (opening.club, opening.team) = (club, team);
    Ok(names.add(opening))
}

/// An id that tells nothing: `p` and eight letters from a random source.
pub(crate) fn drawn_id(state: &Tournament) -> Result<PlayerId, Error> {
    loop {
        let bytes: [u8; 8] = random::bytes()?;
        let letters = bytes.iter().map(|byte| char::from(LETTERS[usize::from(byte % 16)]));
        let id = PlayerId::new(&std::iter::once('p').chain(letters).collect::<String>());
        if let Some(id) = id.ok().filter(|id| state.player(id).is_none()) {
            return Ok(id);
        }
    }
}

/// A command of an event as it is recorded: where names are sealed, a player enters under a drawn id, and club and team
/// go to the opening.
pub(crate) fn of_event(
    state: &Tournament,
    names: &mut Openings,
    command: TournamentCommand,
) -> Result<TournamentCommand, Error> {
    if state.create.as_ref().is_none_or(|create| create.names.is_open()) {
        return Ok(command);
    }
    Ok(match command {
        TournamentCommand::Register(entry) => TournamentCommand::Register(entered(state, names, entry)?),
        TournamentCommand::LateEntry(entry) => TournamentCommand::LateEntry(entered(state, names, entry)?),
        TournamentCommand::EditPlayer(mut edit) => {
            if let Some(name) = edit.name.as_mut().filter(|name| name.digest().is_none()) {
                *name = seal(names, name, [edit.club.take(), edit.team.take()])?;
            }
            TournamentCommand::EditPlayer(edit)
        }
        other => other,
    })
}

fn entered(state: &Tournament, names: &mut Openings, entry: Entry) -> Result<Entry, Error> {
    if entry.name.digest().is_some() {
        return Ok(entry);
    }
    let name = seal(names, &entry.name, [entry.club, entry.team])?;
    Ok(Entry { player: drawn_id(state)?, name, club: None, team: None, ..entry })
}

/// A command of a match as it is recorded: where names are sealed, players are digests and lists tell nobody.
pub(crate) fn of_match(open: Option<&Open>, names: &mut Openings, command: Command) -> Result<Command, Error> {
    match command {
        Command::Open(mut opened) if !opened.names.is_open() => {
            for card in [&mut opened.players.one, &mut opened.players.two] {
                if card.name.digest().is_none() {
                    card.name = seal(names, &card.name, [None, card.team.take()])?;
                }
            }
            Ok(Command::Open(opened))
        }
        Command::Roster { player, roster } if open.is_some_and(|open| !open.names.is_open()) => {
            Ok(Command::Roster { player, roster: std::sync::Arc::new(roster.as_ref().clone().nameless()) })
        }
        Command::Amend(mut amend) => {
            for reading in &mut amend.to {
                reading.command = of_match(open, names, reading.command.clone())?;
            }
            Ok(Command::Amend(amend))
        }
        other => Ok(other),
    }
}

/// Where what opens the names of a log lies beside the log's file: `gt.names.json` beside `gt.jsonl`.
pub fn beside(log: &Path) -> PathBuf {
    log.with_extension("names.json")
}

/// Writes what opens the names of a log beside the file into which the log was written; nothing for open names.
///
/// # Errors
/// Openings that cannot be read, or a file that cannot be written.
pub fn write_beside(store: &Store, log: &[u8], file: &Path) -> Result<Option<PathBuf>, Error> {
    let Some(origin) = sealed(log) else { return Ok(None) };
    let path = beside(file);
    files::write(&path, &store.names(origin)?.bytes())?;
    Ok(Some(path))
}

/// Takes in what opens the names of a log, where it lies beside the log's file.
///
/// # Errors
/// A file that is there and holds no openings, or a data folder that cannot be written.
pub fn take_beside(store: &Store, log: &[u8], file: &Path) -> Result<(), Error> {
    sealed(log).map_or(Ok(()), |origin| Ok(store.keep_names(origin, &read_beside(file)?)?))
}

/// What opens the names of a log, as it lies beside the log's file.
pub(crate) fn read_beside(log: &Path) -> Result<Openings, Error> {
    let path = beside(log);
    if !files::is_regular(&path) {
        return Ok(Openings::default());
    }
    let bytes = files::read_within(&path, BYTES_MAX)?;
    Openings::read(&bytes).map_err(|error| Error::Form { place: files::shown(&path), error })
}

/// Copies what opens the names of a log from one store to another; whether its names are sealed.
///
/// # Errors
/// A store that cannot be read or written.
fn carry(from: &Store, to: &Store, kind: StreamKind, id: &str) -> Result<bool, Error> {
    let Some(first) = from.line(kind, id, 1)? else { return Ok(false) };
    let Some(origin) = sealed(&first.bytes) else { return Ok(false) };
    to.keep_names(origin, &from.names(origin)?)?;
    Ok(true)
}

/// The same for every log of a store whose id is wanted; how many there are with sealed names.
///
/// # Errors
/// A store that cannot be read or written.
pub fn carry_all(from: &Store, to: &Store, wanted: impl Fn(&str) -> bool) -> Result<usize, Error> {
    let mut carried = 0;
    for kind in StreamKind::ALL {
        for id in from.ids(kind)?.iter().filter(|id| wanted(id)) {
            carried += usize::from(carry(from, to, kind, id)?);
        }
    }
    Ok(carried)
}
