//! Logs and reports of tournaments from files into the database.

use adjutant_engine::chain::Link;
use adjutant_replay::Error as Unread;
use adjutant_replay::audit::judged_event;
use adjutant_replay::error::LogFault;
use adjutant_replay::tournaments::read;
use adjutant_store::{Appended, Line, StreamKind};
use adjutant_tournament::csv_file::id_of;
use adjutant_tournament::log::Record;
use adjutant_tournament::policy::Policies;
use adjutant_tournament::trf::{self, Trf};
use adjutant_tournament::{Name, TournamentId};
use serde_json::Value;

use super::TournamentRecording;
use crate::app::App;
use crate::error::{Error, TournamentError};
use crate::matches::import::{chained, sound};
use crate::matches::whole_log;

/// The ids of a tournament's matches are longer by round and table than its own.
pub const ID_MAX: usize = 50;

/// A log that was imported.
pub struct ImportedLog {
    /// The tournament.
    pub event: TournamentId,
    /// What was written, and where the log of the database ends now.
    pub appended: Appended,
    /// What an audit has against it, where it was taken all the same.
    pub wrong: Vec<String>,
}

/// A report that became a tournament.
pub struct ImportedReport {
    /// The tournament.
    pub event: TournamentRecording,
    /// What was written.
    pub appended: Appended,
    /// What of the report has no place in the log.
    pub remarks: Vec<String>,
}

/// Takes the log of a tournament, whole or not at all; one that continues a tournament of the database extends it.
/// `name` is the file.
///
/// # Errors
/// A log that does not chain, breaks the rules, has errors in an audit (unless that is taken `anyway`), or differs from
/// the one of the database.
pub fn log(app: &mut App, name: &str, bytes: &[u8], anyway: bool) -> Result<ImportedLog, Error> {
    let rules = app.known.rulebook();
    let line = |record: &Record| Line { link: Link { seq: record.seq, hash: record.hash }, bytes: record.line.clone() };
    let judged = judged_event(&rules, name.to_owned(), bytes, &mut |id| whole_log(app, id).ok());
    let lines: Vec<Line> = match (judged.unjudged(), judged.event()) {
        // Nothing is known to be wrong with it.
        (Some(_), _) if anyway => chained(StreamKind::Event, name, bytes)?,
        (Some(why), _) => return Err(Unread::Unjudged { name: name.to_owned(), why: why.clone() }.into()),
        (None, Some(log)) => log.records().iter().map(line).collect(),
        // One of an older law, or one that cannot be read: why not is told here.
        (None, None) => read(name, bytes)?.records().iter().map(line).collect(),
    };
    let event = lines.first().and_then(|line| event_of(&line.bytes));
    let event = event.ok_or_else(|| LogFault::Empty { name: name.to_owned() })?;
    let wrong = judged.report.errors();
    if !anyway {
        sound(name, wrong.clone())?;
    }
    let appended =
        app.import(StreamKind::Event, event.as_str(), &lines).map_err(|error| Error::in_file(name, error))?;
    Ok(ImportedLog { event, appended, wrong })
}

/// The id of the tournament that a first record creates.
fn event_of(line: &[u8]) -> Option<TournamentId> {
    let record: Value = serde_json::from_slice(line).ok()?;
    TournamentId::new(record["do"]["create"]["event"].as_str()?).ok()
}

/// Makes a tournament of a FIDE report. Where no id is given, one is made of its name or of `stem`, the file's name.
/// `policies` makes those of the tournament of what the file itself gives; points count in halves whatever it says.
///
/// # Errors
/// An id that is taken or too long, none that can be made, or a report that contradicts itself about who met whom.
pub fn report(
    app: &mut App,
    name: &str,
    stem: Option<String>,
    (report, latin1): (&Trf, bool),
    id: Option<TournamentId>,
    policies: impl FnOnce(Policies) -> Policies,
) -> Result<ImportedReport, Error> {
    let id = match id {
        Some(id) => id,
        None => id_for(stem, report)?,
    };
    check_id(&id)?;
    unused(app, &id, report)?;
    let imported = trf::import_with(report, id.clone(), latin1, policies(trf::policies(report)))
        .map_err(|error| TournamentError::Report { name: name.to_owned(), error })?;
    let mut event = TournamentRecording::new(&app.known, app.clock, id);
    for (day, command) in imported.commands {
        event.take_of_day(day, command, "import").map_err(|error| Error::in_file(name, error))?;
    }
    let appended = event.commit(app)?;
    Ok(ImportedReport { event, appended, remarks: imported.remarks })
}

/// Checks that an id leaves room for those of its matches.
///
/// # Errors
/// One that is too long.
pub fn check_id(id: &TournamentId) -> Result<(), Error> {
    if id.as_str().len() <= ID_MAX { Ok(()) } else { Err(TournamentError::IdTooLong { most: ID_MAX }.into()) }
}

fn id_for(stem: Option<String>, report: &Trf) -> Result<TournamentId, TournamentError> {
    let names = report.name().into_iter().chain(stem).filter_map(|name| Name::new(&name).ok());
    let mut ids = names.filter_map(|name| id_of(&name).ok());
    let id = ids.next().map(|id| id.as_str().chars().take(ID_MAX).collect::<String>());
    let id = id.and_then(|id| TournamentId::new(id.trim_end_matches('-')).ok());
    id.ok_or(TournamentError::NoId)
}

fn unused(app: &App, id: &TournamentId, report: &Trf) -> Result<(), Error> {
    if app.head(StreamKind::Event, id.as_str())?.is_none() {
        return Ok(());
    }
    let there = TournamentRecording::load(app, id)?;
    let same_report = there.state().source.as_ref().is_some_and(|source| source.text == report.write());
    Err(TournamentError::Exists { id: id.clone(), same_report }.into())
}
