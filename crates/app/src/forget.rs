//! Erases a person: what opens their sealed names is destroyed, in matches, events and leagues. No log changes, so every
//! chain, signature and audit stays as it is.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use adjutant_core::Name;
use adjutant_core::chain::Hash;
use adjutant_core::ids::{LeagueId, MemberId, PlayerId, are_alike};
use adjutant_core::sealed::Called;
use adjutant_league::LeagueCommand;
use adjutant_league::command::Ground;
use adjutant_store::{Store, StreamKind};
use adjutant_tournament::TournamentId;

use crate::app::App;
use crate::error::Error;
use crate::leagues::LeagueRecording;
use crate::lists::Lists;
use crate::names;
use crate::tournaments::recording::stored;

/// What was erased, and what could not be.
#[derive(Debug, Default)]
pub struct Forgotten {
    /// Logs in which nothing opens the name any more.
    pub logs: Vec<(StreamKind, String)>,
    /// Members whose names are forgotten, each in its league.
    pub members: Vec<(LeagueId, MemberId)>,
    /// Leagues among them that have shown lists: their pages are to be made again.
    pub shown: BTreeSet<LeagueId>,
    /// Logs that hold the name as it is: nothing can take it out of them.
    pub open: Vec<(StreamKind, String)>,
}

/// Erases everybody of a name in a database, under every name that they had there, and the army lists that they handed in
/// to events with sealed names.
///
/// # Errors
/// A database, log or data folder that cannot be read or written. What was destroyed before stays destroyed; saying it
/// again does the rest.
pub fn forget(app: &mut App, data: &Path, name: &Name, why: Ground) -> Result<Forgotten, Error> {
    let mut forgotten = Forgotten { open: open(app, name)?, ..Forgotten::default() };
    for id in ids(app, StreamKind::League, LeagueId::new)? {
        in_league(app, data, (&id, name, why), &mut forgotten)?;
    }
    let mut players = BTreeMap::new();
    for id in ids(app, StreamKind::Event, TournamentId::new)? {
        let gone = in_event(app, data, &id, name)?;
        if !gone.is_empty() {
            forgotten.logs.push((StreamKind::Event, id.to_string()));
            players.insert(id.to_string(), gone);
        }
    }
    for id in app.ids(StreamKind::Match)? {
        if in_match(app, &id, name, &players)? {
            forgotten.logs.push((StreamKind::Match, id));
        }
    }
    Ok(forgotten)
}

fn ids<T, E>(store: &Store, kind: StreamKind, read: impl Fn(&str) -> Result<T, E>) -> Result<Vec<T>, Error> {
    Ok(store.ids(kind)?.iter().filter_map(|id| read(id).ok()).collect())
}

fn so(name: &Name, known: &Name) -> bool {
    are_alike(known.as_str(), name.as_str())
}

/// Records in a league that the name of each member who is called so is forgotten, and destroys what opens it.
fn in_league(
    app: &mut App,
    data: &Path,
    (id, name, why): (&LeagueId, &Name, Ground),
    forgotten: &mut Forgotten,
) -> Result<(), Error> {
    let mut league = LeagueRecording::load(app, id, data)?;
    let members = league.state().members.iter();
    let called = members.filter(|(_, member)| member.name(league.names()).is_some_and(|known| so(name, known)));
    let members: BTreeSet<MemberId> = called.map(|(id, _)| id.clone()).collect();
    if members.is_empty() {
        return Ok(());
    }
    let entries = league.log().records().iter().filter_map(|record| match &record.command {
        LeagueCommand::Member(entry) => Some(entry),
        LeagueCommand::Amend { with, .. } => match with.as_ref() {
            LeagueCommand::Member(entry) => Some(entry),
            _ => None,
        },
        _ => None,
    });
    let of_them = entries.filter(|entry| members.contains(&entry.id));
    let digests: Vec<Hash> = of_them.filter_map(|entry| entry.digest).collect();
    for member in &members {
        league.take(LeagueCommand::Forget { member: member.clone(), why })?;
    }
    league.commit(app)?;
    if let Some(origin) = league.state().origin.filter(|_| !digests.is_empty()) {
        app.forget(origin, &digests)?;
        forgotten.logs.push((StreamKind::League, id.to_string()));
    }
    if !league.state().lists.is_empty() {
        forgotten.shown.insert(id.clone());
    }
    forgotten.members.extend(members.into_iter().map(|member| (id.clone(), member)));
    Ok(())
}

/// Destroys in an event what opens any name of whoever is or was called so, and their army lists; who they are there.
fn in_event(store: &Store, data: &Path, id: &TournamentId, name: &Name) -> Result<BTreeSet<PlayerId>, Error> {
    let first = store.line(StreamKind::Event, id.as_str(), 1)?;
    let Some(origin) = first.and_then(|first| names::sealed(&first.bytes)) else { return Ok(BTreeSet::new()) };
    let log = stored(store, id)?;
    // Also who was taken out again, and names that were corrected.
    let called = || log.records().iter().filter_map(|record| record.command.called());
    let is = |(_, known): &(&PlayerId, &Called)| known.real().is_some_and(|known| so(name, known));
    let gone: BTreeSet<PlayerId> = called().filter(is).map(|(player, _)| player.clone()).collect();
    if gone.is_empty() {
        return Ok(gone);
    }
    let lists = Lists::of(data, id);
    gone.iter().try_for_each(|player| lists.forget(player))?;
    let of_them = called().filter(|(player, _)| gone.contains(*player));
    store.forget(origin, &of_them.filter_map(|(_, name)| name.digest()).collect::<Vec<_>>())?;
    Ok(gone)
}

/// Destroys in a match what opens the name of whoever is called so, or is one of these players of its event.
fn in_match(
    store: &Store,
    id: &str,
    name: &Name,
    players: &BTreeMap<String, BTreeSet<PlayerId>>,
) -> Result<bool, Error> {
    let Some(first) = store.line(StreamKind::Match, id, 1)? else { return Ok(false) };
    let Some(origin) = names::sealed(&first.bytes) else { return Ok(false) };
    let openings = store.names(origin)?;
    let Some(open) = names::opening(&first.bytes, &openings) else { return Ok(false) };
    let of_event = open.event.as_ref().and_then(|event| players.get(event.id.as_str()));
    let cards = [&open.players.one, &open.players.two].into_iter().filter(|card| {
        let known = card.player.as_ref().is_some_and(|player| of_event.is_some_and(|gone| gone.contains(player)));
        known || card.name.real().is_some_and(|known| so(name, known))
    });
    let digests: Vec<Hash> = cards.filter_map(|card| card.name.digest()).collect();
    let opened = digests.iter().any(|digest| openings.get(*digest).is_some());
    if opened {
        store.forget(origin, &digests)?;
    }
    Ok(opened)
}

/// The logs that hold a name as it is.
fn open(store: &Store, name: &Name) -> Result<Vec<(StreamKind, String)>, Error> {
    let written = serde_json::Value::from(name.as_str()).to_string().to_lowercase();
    let mut open = Vec::new();
    for kind in StreamKind::ALL {
        for id in store.ids(kind)? {
            let log = store.log(kind, &id)?;
            if String::from_utf8_lossy(&log).to_lowercase().contains(&written) {
                open.push((kind, id));
            }
        }
    }
    Ok(open)
}
