//! `adjutant event import F`.

use std::path::{Path, PathBuf};

use adjutant_engine::chain::Link;
use adjutant_store::{Line, Store, StreamKind};
use adjutant_tournament::csv_file::id_of;
use adjutant_tournament::trf::{self, ImportError, Trf};
use adjutant_tournament::{EventId, EventLog, Name};

use super::export::{Source, read_trf};
use super::new::ID_MAX;
use crate::commands::Shared;
use crate::commands::match_::export::whole_log;
use crate::commands::match_::import::refuse;
use crate::counts::count;
use crate::error::{CliError, Exit};
use crate::event_audit::{Severity, audit_log};
use crate::event_recording::EventRecording;
use crate::output::Output;
use crate::{Outcome, event_recording, files};

/// Arguments of `event import`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples: adjutant event import gt.jsonl\n          \
    adjutant event import club.trf --id club-evening\n\n\
    Audits the log first; imports it whole, or refuses it if the audit finds errors. \
    A log that continues an event in the database extends it. \
    A FIDE tournament report becomes a new event; `event export --trf` writes back what the log does not hold.")]
pub struct Arguments {
    /// A log, as `event export --log` writes it, or a FIDE tournament report (TRF)
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Id of the event that a report becomes [default: made from the name in it]
    #[arg(long)]
    id: Option<EventId>,
    /// Import the log even if the audit finds errors; nothing can be deleted later
    #[arg(long)]
    anyway: bool,
}

/// Takes an event log or a report, whole or not at all.
///
/// # Errors
/// A file that cannot be read, a log that does not chain, breaks the rules, or differs from the one that is there; a
/// report that contradicts itself about who met whom.
pub fn run(arguments: &Arguments, shared: &Shared, output: &mut Output) -> Outcome {
    let name = arguments.file.display().to_string();
    let bytes = files::read_log(&arguments.file)?;
    if bytes.iter().find(|byte| !byte.is_ascii_whitespace()) != Some(&b'{') && !name.ends_with(".jsonl") {
        let Source::Trf(report, latin1) = read_trf(&name, &bytes)? else {
            return Err(CliError::refused(format!("{name}: this is not a tournament report")));
        };
        return of_report(arguments, &report, latin1, shared, output);
    }
    if arguments.id.is_some() {
        return Err(CliError::usage(format!("{name} is a log and names its event itself")).hint("leave --id out"));
    }
    let log = event_recording::read(&name, &bytes)?;
    let Some(create) = &log.state().create else {
        return Err(CliError::refused(format!("{name}: the log is empty")));
    };
    let line = |record: &adjutant_tournament::log::Record| Line {
        link: Link { seq: record.seq, hash: record.hash },
        bytes: record.line.clone(),
    };
    let lines: Vec<Line> = log.records().iter().map(line).collect();
    let mut store = shared.store()?;
    let wrong = errors(&log, &store);
    if !arguments.anyway {
        refuse(&name, &wrong)?;
    }
    for what in &wrong {
        output.remark(&format!("{name}: imported anyway: {what}"));
    }
    let appended = store
        .import(StreamKind::Event, create.event.as_str(), &lines)
        .map_err(|error| CliError::from(error).of(&name))?;
    if output.json {
        output.document(&serde_json::json!({
            "event": create.event, "file": name, "recorded": appended.written, "seq": appended.head.seq,
            "head": appended.head.hash,
        }))?;
    }
    let fresh = count(appended.written, "new record", "new records");
    output.done(&format!("{}: {fresh}, {} in all", create.event, appended.head.seq))?;
    Ok(Exit::Done)
}

/// What an audit has against a log, beside the matches that the database holds.
fn errors(log: &EventLog, store: &Store) -> Vec<String> {
    let findings = audit_log(log, &mut |id| whole_log(store, id).ok());
    let errors = findings.into_iter().filter(|finding| finding.severity == Severity::Error);
    let place = |record: Option<u64>| record.map_or_else(String::new, |record| format!("record {record}: "));
    errors.map(|found| format!("{}{}: {}", place(found.record), found.code, found.sentence)).collect()
}

/// Makes an event of a report and says what has no place in its log.
fn of_report(arguments: &Arguments, report: &Trf, latin1: bool, shared: &Shared, output: &mut Output) -> Outcome {
    let file = arguments.file.display().to_string();
    let mut store = shared.store()?;
    let id = match &arguments.id {
        Some(id) => id.clone(),
        None => id_for(&arguments.file, report)?,
    };
    super::new::check_id(&id)?;
    unused(&store, &id, report)?;
    let imported = trf::import(report, id.clone(), latin1).map_err(|error| {
        let told = CliError::refused(format!("{file}: {error}"));
        match error {
            ImportError::NumberTwice(_) | ImportError::OneSided { .. } => {
                told.hint(format!("`adjutant event check {file}` lists everything that contradicts itself"))
            }
            _ => told.hint("name a FIDE tournament report (TRF16) that has a line 001 for every player"),
        }
    })?;
    let mut event = EventRecording::new(id.clone());
    for (day, command) in imported.commands {
        event.take_of_day(day.as_deref(), command, "import").map_err(|error| CliError::from(error).of(&file))?;
    }
    let appended = event.commit(&mut store)?;
    let (players, rounds) = (event.state().players.len(), event.state().rounds.len());
    if output.json {
        output.document(&serde_json::json!({
            "event": id, "file": file, "players": players, "rounds": rounds, "remarks": imported.remarks,
            "recorded": appended.written, "seq": appended.head.seq, "head": appended.head.hash,
        }))?;
    }
    output.done(&format!("{id}: {} with {players} players and {rounds} rounds played", event.name()))?;
    for remark in &imported.remarks {
        output.remark(&format!("{file}: {remark}"));
    }
    Ok(Exit::Done)
}

/// An id made of the name of the tournament, or of the file.
fn id_for(file: &Path, report: &Trf) -> Result<EventId, CliError> {
    let stem = file.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let names = report.name().into_iter().chain(stem).filter_map(|name| Name::new(&name).ok());
    let mut ids = names.filter_map(|name| id_of(&name).ok());
    let id = ids.next().map(|id| id.as_str().chars().take(ID_MAX).collect::<String>());
    let id = id.and_then(|id| EventId::new(id.trim_end_matches('-')).ok());
    id.ok_or_else(|| CliError::usage("no id can be made from the name of the tournament").hint("give one with --id"))
}

fn unused(store: &Store, id: &EventId, report: &Trf) -> Result<(), CliError> {
    if store.head(StreamKind::Event, id.as_str())?.is_none() {
        return Ok(());
    }
    let there = EventRecording::load(store, id)?;
    let same = there.state().source.as_ref().is_some_and(|source| source.text == report.write());
    let of = if same { ", made of this very report" } else { "" };
    Err(CliError::refused(format!("there is an event {id} already{of}")).hint("choose another id with --id"))
}
