//! Logs of matches from files into the database.

use adjutant_engine::command::Command;
use adjutant_replay::audit::{LogReport, audit};
use adjutant_replay::matches::logs;
use adjutant_store::{Appended, Line, Store, StoreError, StreamKind};

use crate::error::{Error, LogError};
use crate::packs::rulebook;

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
pub fn import(store: &mut Store, name: &str, bytes: &[u8], anyway: bool) -> Result<Imported, Error> {
    let records = logs::read_chained(name, bytes)?;
    let rules = rulebook();
    logs::fold_chained(&rules.packs, name, &records, None)?;
    let report = audit(&rules, name.to_owned(), bytes);
    if !anyway {
        sound(name, report.errors())?;
    }
    let Some(Command::Open(open)) = records.first().map(|entry| &*entry.record.command) else {
        return Err(LogError::NoOpen { name: name.to_owned() }.into());
    };
    let id = open.id.to_string();
    let lines: Vec<Line> = records.into_iter().map(|entry| Line { link: entry.link, bytes: entry.bytes }).collect();
    let appended = match store.import(StreamKind::Match, &id, &lines) {
        Ok(appended) => appended,
        Err(StoreError::Conflict { .. }) => return Err(parted(store, name, id, &lines)?.into()),
        Err(error) => return Err(Error::in_file(name, error)),
    };
    Ok(Imported { id, appended, report })
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
