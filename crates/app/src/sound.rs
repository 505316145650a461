//! Whether the logs of a database read: a chain may be whole around a record that the rules do not take.

use std::path::Path;

use adjutant_core::ids::LeagueId;
use adjutant_replay::leagues::read;
use adjutant_store::{Store, StreamKind};
use adjutant_tournament::TournamentId;

use crate::app::App;
use crate::error::Error;
use crate::leagues::stored_log;
use crate::matches::{Recording, listed};
use crate::tournaments::TournamentRecording;

/// A log that cannot be opened as it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unread {
    /// What it is a log of.
    pub kind: StreamKind,
    /// Its id.
    pub id: String,
    /// Why.
    pub fault: String,
    /// Whether it was only played by other rules than are loaded, or by a law that cannot be asked here: then it is whole,
    /// and may be kept and put back.
    pub other_rules: bool,
}

/// Folds every log of a store; gives those that do not read, matches first. `folder` is the data folder, where what was
/// found before may be kept; `at` is told how many matches are folded, of how many.
///
/// # Errors
/// A database whose index cannot be read.
pub fn unread(app: &App, folder: &Path, at: impl FnMut(usize, usize)) -> Result<Vec<Unread>, Error> {
    let rows = listed::all(app, folder, at)?.into_iter();
    let matches = rows.filter_map(|row| {
        row.listed.fault.map(|fault| Unread {
            kind: StreamKind::Match,
            id: row.listed.id,
            fault,
            other_rules: row.listed.other_rules || row.listed.unjudged,
        })
    });
    let events = app.ids(StreamKind::Event)?.into_iter().filter_map(|id| {
        let fault = event_fault(app, &id)?;
        Some(Unread { kind: StreamKind::Event, id, fault, other_rules: false })
    });
    let leagues = app.ids(StreamKind::League)?.into_iter().filter_map(|id| {
        let fault = league_fault(app, &id)?;
        Some(Unread { kind: StreamKind::League, id, fault, other_rules: false })
    });
    Ok(matches.chain(events).chain(leagues).collect())
}

/// Why one log does not read.
pub fn fault(app: &App, kind: StreamKind, id: &str) -> Option<String> {
    match kind {
        StreamKind::Match => Recording::load(app, id).err().map(|error| error.sentence()),
        StreamKind::Event => event_fault(app, id),
        StreamKind::League => league_fault(app, id),
    }
}

fn league_fault(store: &Store, id: &str) -> Option<String> {
    let asked = match LeagueId::new(id) {
        Ok(asked) => asked,
        Err(error) => return Some(error.to_string()),
    };
    let log = match stored_log(store, &asked).and_then(|bytes| Ok(read(&format!("league {id}"), &bytes)?)) {
        Ok(log) => log,
        Err(error) => return Some(error.sentence()),
    };
    let create = log.state().create.as_ref().filter(|create| create.league != asked);
    create.map(|create| format!("filed as league {asked}, but it creates league {}", create.league))
}

fn event_fault(app: &App, id: &str) -> Option<String> {
    let asked = match TournamentId::new(id) {
        Ok(asked) => asked,
        Err(error) => return Some(error.to_string()),
    };
    match TournamentRecording::load(app, &asked) {
        Ok(event) if *event.id() != asked => {
            Some(format!("filed as event {asked}, but it creates event {}", event.id()))
        }
        Ok(event) => event
            .state()
            .create
            .as_ref()
            .filter(|create| create.event != asked)
            .map(|create| format!("filed as event {asked}, but it creates event {}", create.event)),
        Err(error) => Some(error.sentence()),
    }
}
