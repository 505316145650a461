//! A second laptop that follows the first: it pulls the logs of an event over http, verifies them and keeps them, so that
//! it can take over. Here is what both sides say; who carries it (a socket, a server) is the program's own.
//!
//! The two share the key of the passes (`serve.key`): each request bears a seal that only this key can make, so that
//! nobody else in the hall reads drafts; each answer bears one too, so that nobody else is believed. Both learn nothing new of each other: the cards that the first one printed open
//! the pages of the second one too.

use adjutant_core::chain::{self, Hash, Link};
use adjutant_core::ids::MatchId;
use adjutant_core::sealed::Openings;
use adjutant_core::text::first_line;
use adjutant_core::time::Timestamp;
use adjutant_replay::matches::logs;
use adjutant_store::{Line, Store, StoreError, StreamKind};
use adjutant_tournament::TournamentId;

use crate::app::App;
use crate::error::Error;
use crate::names;
use crate::passes::PassKey;

/// A request is answered this many seconds before and after the time that it bears, by the clocks of two laptops.
const VALID_S: i64 = 900;
const PURPOSE: &str = "follow";
const ANSWER: &str = "follow answer";
/// What a request says in place of a record's number where it asks for names.
const NAMES: &str = "names";
/// Where a server answers a follower.
pub const PATH: &str = "/log";

/// What a follower asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wish {
    /// Where every log of the event ends.
    Heads,
    /// The records of one log from a number on.
    Records {
        /// What it is a log of.
        kind: StreamKind,
        /// Its id.
        id: String,
        /// Number of the first record.
        from: u64,
    },
    /// What opens the sealed names of one log.
    Names {
        /// What it is a log of.
        kind: StreamKind,
        /// Its id.
        id: String,
    },
}

impl Wish {
    fn words(&self) -> String {
        match self {
            Wish::Heads => "kind=heads&id=&from=0".to_owned(),
            Wish::Records { kind, id, from } => format!("kind={kind}&id={id}&from={from}"),
            Wish::Names { kind, id } => format!("kind={kind}&id={id}&from={NAMES}"),
        }
    }

    /// The query of the request, sealed for an event and a time.
    pub fn query(&self, key: &PassKey, event: &TournamentId, now: Timestamp) -> String {
        let said = format!("event={event}&{}&at={now}", self.words());
        let seal = key.seal(PURPOSE, &said);
        format!("{said}&seal={seal}")
    }
}

/// Answers a follower: lines of text, each with its newline. `None` for a request that is not ours to answer: a wrong
/// seal, another event, a clock that is far off, a log of another event.
///
/// # Errors
/// A database that cannot be read.
pub fn answer(
    store: &Store,
    key: &PassKey,
    event: &TournamentId,
    query: &str,
    now: Timestamp,
) -> Result<Option<Vec<u8>>, StoreError> {
    let Some(wish) = read(key, event, query, now) else { return Ok(None) };
    let body: Vec<u8> = match wish {
        Wish::Heads => {
            let line =
                |(kind, id, link): (StreamKind, String, Link)| format!("{kind} {id} {} {}\n", link.seq, link.hash);
            heads(store, event)?.into_iter().map(line).collect::<String>().into_bytes()
        }
        Wish::Records { kind, id, from } => {
            if store.head(kind, &id)?.is_none() || !belongs(store, event, kind, &id)? {
                return Ok(None);
            }
            let lines = store.read_from(kind, &id, from)?;
            lines.into_iter().flat_map(|line| [line.bytes, b"\n".to_vec()].concat()).collect()
        }
        Wish::Names { kind, id } => {
            let first = store.line(kind, &id, 1)?.filter(|_| kind != StreamKind::League);
            let Some(first) = first else { return Ok(None) };
            if !belongs(store, event, kind, &id)? {
                return Ok(None);
            }
            store.names(first.link.hash)?.bytes()
        }
    };
    let seal = key.seal(ANSWER, &answered(query, &body));
    Ok(Some([seal.as_bytes(), b"\n", &body].concat()))
}

/// What an answer's seal is of: what was asked and what it says.
fn answered(query: &str, body: &[u8]) -> String {
    format!("{query}\n{}", Hash::of(body))
}

/// What an answer to `query` says, where the key sealed it.
///
/// # Errors
/// [`FollowError::NotTheirs`] for an answer of anybody else.
pub fn opened(key: &PassKey, query: &str, answer: &[u8]) -> Result<Vec<u8>, FollowError> {
    let end = answer.iter().position(|byte| *byte == b'\n').ok_or(FollowError::NotTheirs)?;
    let (seal, body) = (String::from_utf8_lossy(&answer[..end]), &answer[end + 1..]);
    if key.is_seal(ANSWER, &answered(query, body), &seal) { Ok(body.to_vec()) } else { Err(FollowError::NotTheirs) }
}

fn read(key: &PassKey, event: &TournamentId, query: &str, now: Timestamp) -> Option<Wish> {
    let (said, seal) = query.rsplit_once("&seal=")?;
    if !key.is_seal(PURPOSE, said, seal) {
        return None;
    }
    let mut parts = said.split('&').map(|part| part.split_once('='));
    let mut part = |name: &str| parts.next()?.filter(|(found, _)| *found == name).map(|(_, value)| value);
    let (named, kind, id, from, at) = (part("event")?, part("kind")?, part("id")?, part("from")?, part("at")?);
    let at = Timestamp::parse(at)?;
    if named != event.as_str() || (at.seconds() - now.seconds()).abs() > VALID_S {
        return None;
    }
    match kind {
        "heads" => Some(Wish::Heads),
        kind => {
            let kind = StreamKind::ALL.into_iter().find(|known| known.as_str() == kind)?;
            let id = id.to_owned();
            if from == NAMES {
                Some(Wish::Names { kind, id })
            } else {
                Some(Wish::Records { kind, id, from: from.parse().ok()? })
            }
        }
    }
}

/// Where the log of an event and those of its matches end.
fn heads(store: &Store, event: &TournamentId) -> Result<Vec<(StreamKind, String, Link)>, StoreError> {
    let mut heads = Vec::new();
    for kind in StreamKind::ALL {
        for head in store.list(kind)? {
            if belongs(store, event, kind, &head.id)? {
                heads.push((kind, head.id, head.link));
            }
        }
    }
    Ok(heads)
}

/// Whether a log is that of the event, or of a match that was opened for one of its tables: its first record says so,
/// whatever it is called.
fn belongs(store: &Store, event: &TournamentId, kind: StreamKind, id: &str) -> Result<bool, StoreError> {
    match kind {
        StreamKind::Event => Ok(id == event.as_str()),
        StreamKind::Match => Ok(store.line(kind, id, 1)?.is_some_and(|line| opened_for(event, &line.bytes))),
        StreamKind::League => Ok(false),
    }
}

/// Whether a first record opens a match of the event.
fn opened_for(event: &TournamentId, line: &[u8]) -> bool {
    let there = names::opening(line, &Openings::default()).and_then(|open| open.event);
    there.is_some_and(|there| there.id.as_str() == event.as_str())
}

/// Why a follower could not catch up. What it has kept before stays.
#[derive(Debug, thiserror::Error)]
pub enum FollowError {
    /// The other laptop gives no answer; in words.
    #[error("{0}")]
    Unreachable(String),
    /// The answer does not bear the seal of the key that both laptops share.
    #[error("the answer is not sealed with the key of this laptop")]
    NotTheirs,
    /// The other laptop answers what is not a log.
    #[error("the answer about {stream} is not a log: {why}")]
    NotALog {
        /// Which log.
        stream: String,
        /// What is wrong.
        why: String,
    },
    /// Both laptops have recorded something of their own.
    #[error("{kind} {id}: this laptop holds other records than the one it follows, from record {seq} on")]
    Diverged {
        /// Whether it is the log of an event or of a match.
        kind: StreamKind,
        /// Which one.
        id: String,
        /// The record after the last one that both may share.
        seq: u64,
    },
    /// The event log that came does not stand the rules, or the database fails.
    #[error(transparent)]
    App(#[from] Error),
}

impl From<StoreError> for FollowError {
    fn from(error: StoreError) -> FollowError {
        FollowError::App(error.into())
    }
}

/// What a follower has kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pulled {
    /// Records that were new.
    pub records: usize,
    /// Logs that they belong to.
    pub logs: usize,
}

/// Fetches what is new, verifies it and keeps it: the event first, then each of its matches, whatever is wrong with
/// another one. `fetch` brings what an answer to a wish says, [`opened`].
///
/// # Errors
/// No answer, one that does not chain or that the rules refuse, or a log that this laptop has continued itself; the
/// first of them, after every other log was kept.
pub fn catch_up(
    app: &mut App,
    event: &TournamentId,
    mut fetch: impl FnMut(&Wish) -> Result<Vec<u8>, FollowError>,
) -> Result<Pulled, FollowError> {
    let (mut pulled, mut fault) = (Pulled::default(), None);
    let heads = fetch(&Wish::Heads)?;
    let heads: Option<Vec<_>> = String::from_utf8_lossy(&heads).lines().map(|line| read_head(event, line)).collect();
    let mut heads = heads.ok_or_else(|| {
        let why = "a line names no log of this event".to_owned();
        FollowError::NotALog { stream: format!("event {event}"), why }
    })?;
    heads.sort_by_key(|(kind, ..)| *kind != StreamKind::Event);
    for head in heads {
        match pull(app, event, head, &mut fetch) {
            Ok(0) => {}
            Ok(written) => {
                pulled.records += written;
                pulled.logs += 1;
            }
            Err(error @ FollowError::Unreachable(_)) => return Err(error),
            Err(error) => fault = fault.or(Some(error)),
        }
    }
    fault.map_or(Ok(pulled), Err)
}

/// Fetches what opens the sealed names of the event and its matches, and keeps it; how many logs have such names.
///
/// # Errors
/// No answer, or one that holds no openings.
pub fn catch_names(
    store: &Store,
    event: &TournamentId,
    mut fetch: impl FnMut(&Wish) -> Result<Vec<u8>, FollowError>,
) -> Result<usize, FollowError> {
    let mut logs = 0;
    for (kind, id, _) in heads(store, event)? {
        let first = store.line(kind, &id, 1)?;
        let Some(origin) = first.and_then(|first| names::sealed(&first.bytes)) else { continue };
        let bytes = fetch(&Wish::Names { kind, id: id.clone() })?;
        let no_names =
            |error: serde_json::Error| FollowError::NotALog { stream: format!("{kind} {id}"), why: error.to_string() };
        store.keep_names(origin, &Openings::read(&bytes).map_err(no_names)?)?;
        logs += 1;
    }
    Ok(logs)
}

/// Fetches what is new of one log, and says how many records are.
fn pull(
    app: &mut App,
    event: &TournamentId,
    (kind, id, there): (StreamKind, String, Link),
    fetch: &mut impl FnMut(&Wish) -> Result<Vec<u8>, FollowError>,
) -> Result<usize, FollowError> {
    let here = app.head(kind, &id)?.unwrap_or(Link::START);
    if here == there {
        return Ok(0);
    }
    let own = here == Link::START || belongs(app, event, kind, &id)?;
    if here.seq >= there.seq || !own {
        return Err(FollowError::Diverged { kind, id, seq: if own { there.seq.max(1) } else { 1 } });
    }
    let bytes = fetch(&Wish::Records { kind, id: id.clone(), from: here.seq + 1 })?;
    let lines = chained(kind, &id, here, &bytes)?;
    stands(app, event, (kind, &id, here), &bytes)?;
    Ok(app.append(kind, &id, here, &lines)?.written)
}

fn read_head(event: &TournamentId, line: &str) -> Option<(StreamKind, String, Link)> {
    let mut words = line.split(' ');
    let (kind, id, seq, hash) = (words.next()?, words.next()?, words.next()?, words.next()?);
    let kind = StreamKind::ALL.into_iter().find(|known| known.as_str() == kind)?;
    let id = MatchId::new(id).ok()?.to_string();
    let link = Link { seq: seq.parse().ok()?, hash: Hash::parse(hash)? };
    let of_event = kind == StreamKind::Match || (kind == StreamKind::Event && id == event.as_str());
    (of_event && words.next().is_none()).then_some((kind, id, link))
}

/// The lines of an answer, each held against the one before.
fn chained(kind: StreamKind, id: &str, here: Link, bytes: &[u8]) -> Result<Vec<Line>, FollowError> {
    let not_a_log = |why: String| FollowError::NotALog { stream: format!("{kind} {id}"), why };
    let mut previous = here;
    let mut lines = Vec::new();
    for (_, text) in chain::lines(bytes).map_err(|error| not_a_log(error.to_string()))? {
        previous = chain::verify_line(text, previous).map_err(|error| match error {
            chain::ChainError::Prev { .. } => FollowError::Diverged { kind, id: id.to_owned(), seq: previous.seq + 1 },
            other => not_a_log(format!("record {}: {other}", previous.seq + 1)),
        })?;
        lines.push(Line { link: previous, bytes: text.to_vec() });
    }
    if lines.is_empty() { Err(not_a_log("it has no record".to_owned())) } else { Ok(lines) }
}

/// Checks that the rules take a log with what is new, and that a match is one of the event.
fn stands(
    app: &App,
    event: &TournamentId,
    (kind, id, here): (StreamKind, &str, Link),
    new: &[u8],
) -> Result<(), FollowError> {
    let mut whole = if here == Link::START { Vec::new() } else { app.log(kind, id)? };
    whole.extend_from_slice(new);
    let name = format!("{kind} {id}");
    if kind == StreamKind::Event {
        adjutant_replay::tournaments::read(&name, &whole).map_err(Error::from)?;
        return Ok(());
    }
    if !opened_for(event, first_line(&whole)) {
        return Err(FollowError::NotALog { stream: name, why: format!("it is no match of event {event}") });
    }
    let records = logs::read_chained(&name, &whole).map_err(Error::from)?;
    logs::fold_chained(&app.known.rulebook(), &name, &records, None).map_err(Error::from)?;
    Ok(())
}

#[cfg(test)]
#[path = "../tests/inside/follow.rs"]
mod tests;
