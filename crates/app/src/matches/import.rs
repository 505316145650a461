//! Logs of matches from files into the database.

use adjutant_engine::chain::{self, Link};
use adjutant_replay::Error as Unread;
use adjutant_replay::audit::{LogReport, audit};
use adjutant_replay::matches::logs;
use adjutant_store::{Appended, Line, Store, StoreError, StreamKind};

use crate::app::App;
use crate::error::{Error, LogError};

/// A log that was imported.
pub struct Imported {
    /// The match.
    pub id: String,
    /// What was written, and where the log of the database ends now.
    pub appended: Appended,
    /// What an audit says about the log.
    pub report: LogReport,
}

/// Takes a log, whole or not at all; one that continues a match of the database extends it. `name` is the file.
///
/// # Errors
/// A log that does not chain, breaks the rules, has errors in an audit (unless that is taken `anyway`), or differs from
/// the one of the database.
pub fn import(app: &mut App, name: &str, bytes: &[u8], anyway: bool) -> Result<Imported, Error> {
    let rules = app.known.rulebook();
    let folded = logs::read_chained(name, bytes)
        .and_then(|records| logs::fold_chained(&rules, name, &records, None).map(|_| records));
    let lines = match folded {
        // Nothing is known to be wrong with it.
        Err(Unread::Unjudged { .. }) if anyway => chained(StreamKind::Match, name, bytes)?,
        folded => folded?.into_iter().map(|entry| Line { link: entry.link, bytes: entry.bytes }).collect(),
    };
    let report = audit(&rules, name.to_owned(), bytes);
    if !anyway {
        sound(name, report.errors())?;
    }
    let id = report.id.clone().ok_or_else(|| LogError::NoOpen { name: name.to_owned() })?;
    let appended = match app.import(StreamKind::Match, &id, &lines) {
        Ok(appended) => appended,
        Err(StoreError::Conflict { .. }) => return Err(parted(app, name, id, &lines)?.into()),
        Err(error) => return Err(Error::in_file(name, error)),
    };
    Ok(Imported { id, appended, report })
}

/// The lines of a log that nobody can judge, with their places in its chain.
pub(crate) fn chained(kind: StreamKind, name: &str, bytes: &[u8]) -> Result<Vec<Line>, Error> {
    let mut previous = Link::START;
    let lines = bytes.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
    let line = |bytes: &[u8]| {
        previous = chain::verify_line(bytes, previous).map_err(|source| {
            let (id, seq) = (name.to_owned(), previous.seq + 1);
            Error::in_file(name, StoreError::Chain { kind, id, seq, source })
        })?;
        Ok(Line { link: previous, bytes: bytes.to_vec() })
    };
    lines.map(line).collect()
}

/// Refuses a log in which an audit found errors.
///
/// # Errors
/// All of them.
pub(crate) fn sound(name: &str, errors: Vec<String>) -> Result<(), LogError> {
    if errors.is_empty() { Ok(()) } else { Err(LogError::Unsound { name: name.to_owned(), errors }) }
}

/// Two logs of one match that agree up to some record and go on differently.
fn parted(store: &Store, name: &str, id: String, lines: &[Line]) -> Result<LogError, Error> {
    let stored = store.read(StreamKind::Match, &id)?;
    let common = stored.iter().zip(lines).take_while(|(ours, theirs)| ours.link == theirs.link).count();
    Ok(LogError::Diverges { name: name.to_owned(), id, from: common as u64 + 1 })
}
