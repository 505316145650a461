//! `adjutant event export ID`.

use std::path::{Path, PathBuf};

use adjutant_app::files;
use adjutant_app::names;
use adjutant_app::tournaments::anonymous::{Anonymous, anonymous};
use adjutant_app::tournaments::recording::{stored, stored_log};
use adjutant_replay::audit::cards;
use adjutant_replay::tournaments::elder::hear;
use adjutant_replay::tournaments::export::{Source, document};
use adjutant_tournament::{TournamentId, TournamentLog, csv_file};
use serde_json::json;

use super::seen;
use crate::arguments::shared::Shared;
use crate::error::{CliError, Exit, Outcome};
use crate::output::Output;

/// Arguments of `event export`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples: adjutant event export gt --log gt.jsonl --trf gt.trf\n          \
    adjutant event export gt --json gt.json\n          \
    adjutant event export gt --trust keys.txt\n          \
    adjutant event export gt --games games.csv\n          \
    adjutant event export club.trf --trf copy.trf")]
pub struct Arguments {
    /// The event, or a log or TRF file
    event: String,
    /// Write wins, draws and losses as a FIDE tournament report
    #[arg(long, value_name = "F")]
    trf: Option<PathBuf>,
    /// Write every game with both players, points, winner and mission, a line each, for sites that rank
    #[arg(long, value_name = "F")]
    games: Option<PathBuf>,
    /// Write the keys of the phones that signed, as a file of trusted keys: `audit --trust F`
    #[arg(long, value_name = "F")]
    trust: Option<PathBuf>,
    /// With --json: write everything as one JSON document [default: to standard output]
    #[arg(value_name = "F")]
    document: Option<PathBuf>,
    /// Write the log, byte for byte as it was recorded
    #[arg(short = 'o', long, visible_alias = "output", value_name = "F")]
    log: Option<PathBuf>,
    /// With --log: write a copy with invented names, without reasons, remarks, lists, cards and signatures
    #[arg(long, requires = "log", conflicts_with_all = ["trf", "trust", "games", "document"])]
    anonymous: bool,
    /// Write sealed names as they are, and beside the log what opens them, as `….names.json`
    #[arg(long)]
    names: bool,
}

/// Writes the files asked for.
///
/// # Errors
/// No such event, or a file that cannot be read or written.
pub fn run(arguments: &Arguments, shared: &Shared, output: &mut Output) -> Outcome {
    if !output.json && arguments.document.is_some() {
        return Err(CliError::usage("choose an output format").hint("write it with --json F, --trf F or --log F"));
    }
    let asked = [&arguments.trf, &arguments.log, &arguments.trust, &arguments.games];
    if !output.json && asked.iter().all(|file| file.is_none()) {
        return Err(
            CliError::usage("choose an output format").hint("add --json [F], --trf F, --games F, --log F or --trust F")
        );
    }
    let mut source = opened(arguments, shared)?;
    if let (true, Some(path)) = (arguments.anonymous, &arguments.log) {
        return copied(arguments, log_of(&source)?, path, output);
    }
    let exit = match &mut source {
        Source::Log(log) => seen::told(&arguments.event, hear(&shared.known.rulebook(), log), output),
        Source::Trf(..) => Exit::Done,
    };
    let written = write(arguments, &mut source, shared, output)?;
    if written.is_empty() {
        output.document(&document(log_of(&source)?))?;
        return Ok(exit);
    }
    let names: Vec<String> = written.iter().map(|path| path.display().to_string()).collect();
    let shown: Vec<String> = written.iter().map(|path| files::shown(path)).collect();
    let said = format!("{}: written to {}", arguments.event, shown.join(", "));
    match (&arguments.document, output.json) {
        // The document that was asked for is in the file: nothing is left for standard output.
        (Some(_), _) => output.remark(&said),
        (None, true) => output.document(&json!({"event": arguments.event, "files": names}))?,
        (None, false) => output.done(&said)?,
    }
    Ok(exit)
}

/// Writes every file that is asked for, and tells which.
fn write<'a>(
    arguments: &'a Arguments,
    source: &mut Source,
    shared: &Shared,
    output: &mut Output,
) -> Result<Vec<&'a PathBuf>, CliError> {
    let mut written = Vec::new();
    if let Some(path) = &arguments.trf {
        output.write(path, &source.trf())?;
        written.push(path);
    }
    if let Some(path) = &arguments.document {
        let text = serde_json::to_string_pretty(&document(log_of(source)?))
            .map_err(|error| CliError::usage(error.to_string()))?;
        output.write(path, (text + "\n").as_bytes())?;
        written.push(path);
    }
    if let Some(path) = &arguments.log {
        with_names(arguments, log_of(source)?, path, shared, output)?;
        written.push(path);
    }
    if let Some(path) = &arguments.games {
        let games = csv_file::games(log_of(source)?, true).map_err(|error| CliError::refused(error.to_string()))?;
        output.write(path, games.as_bytes())?;
        written.push(path);
    }
    if let Some(path) = &arguments.trust {
        output.write(path, cards(log_of(source)?.state()).as_bytes())?;
        written.push(path);
    }
    Ok(written)
}

/// Opens what is exported: an event of the database with the names that are opened only where that is asked for.
fn opened(arguments: &Arguments, shared: &Shared) -> Result<Source, CliError> {
    match TournamentId::new(&arguments.event).ok().filter(|_| arguments.names) {
        Some(id) => Ok(Source::Log(Box::new(stored(&*shared.reader()?, &id)?))),
        None => open(&arguments.event, shared),
    }
}

/// Writes the log, and beside it what opens its names where that is asked for.
fn with_names(
    arguments: &Arguments,
    log: &TournamentLog,
    path: &Path,
    shared: &Shared,
    output: &mut Output,
) -> Result<(), CliError> {
    let log = log.to_bytes();
    output.write(path, &log)?;
    if arguments.names {
        names::write_beside(&*shared.reader()?, &log, path)?;
    }
    Ok(())
}

/// Writes a copy with invented names, and beside it what opens them.
fn copied(arguments: &Arguments, log: &TournamentLog, path: &Path, output: &mut Output) -> Outcome {
    let Anonymous { log, names } = anonymous(log)?;
    output.write(path, &log.to_bytes())?;
    let beside = names::beside(path);
    output.write(&beside, &names.bytes())?;
    let document =
        json!({"event": arguments.event, "files": [path.display().to_string(), beside.display().to_string()]});
    output.told(
        &document,
        &format!(
            "{}: a copy with invented names in {}, the names in {}",
            arguments.event,
            files::shown(path),
            files::shown(&beside)
        ),
    )?;
    output.remark(
        "factions, ratings, times, tables and scores are as they were: who knows the event may know people by them",
    );
    Ok(Exit::Done)
}

/// Opens an event of the database, an event log (`*.jsonl`), a TRF file (any other name with a dot or a path), or either
/// from standard input (`-`).
///
/// # Errors
/// No such event, or a file that cannot be read.
pub fn open(name: &str, shared: &Shared) -> Result<Source, CliError> {
    let path = Path::new(name);
    if name == "-" {
        return Ok(Source::read("standard input", &files::read_log(path)?)?);
    }
    if name.ends_with(".jsonl") {
        return Ok(Source::log_of(name, &files::read_log(path)?)?);
    }
    let is_id = TournamentId::new(name).is_ok();
    if name.ends_with(".trf") || !is_id || path.is_file() {
        return Ok(Source::report(name, &files::read_log(path)?)?);
    }
    let id = TournamentId::new(name).map_err(|error| CliError::usage(error.to_string()))?;
    let bytes = stored_log(&*shared.reader()?, &id)?;
    Ok(Source::log_of(&format!("event {id}"), &bytes)?)
}

fn log_of(source: &Source) -> Result<&TournamentLog, CliError> {
    source.log().ok_or_else(|| CliError::refused("a TRF file holds no event log").hint("export it with --trf"))
}
