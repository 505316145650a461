//! `adjutant event export ID`.

use std::path::{Path, PathBuf};

use adjutant_app::tournaments::import::read_trf;
use adjutant_tournament::standings::standings;
use adjutant_tournament::trf::{self, Trf};
use adjutant_tournament::view::PairView;
use adjutant_tournament::{RoundNumber, TournamentId, TournamentLog, day};
use serde_json::{Value, json};

use crate::commands::Shared;
use crate::error::{CliError, Exit};
use crate::event_recording::{self, TournamentRecording, stored_log};
use crate::output::Output;
use crate::{Outcome, files};

/// Arguments of `event export`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples: adjutant event export gt --log gt.jsonl --trf gt.trf\n          \
    adjutant event export gt --json gt.json\n          \
    adjutant event export club.trf --trf copy.trf")]
pub struct Arguments {
    /// The event, or a log or TRF file
    event: String,
    /// Write wins, draws and losses as a FIDE tournament report
    #[arg(long, value_name = "F")]
    trf: Option<PathBuf>,
    /// With --json: write everything as one JSON document [default: to standard output]
    #[arg(value_name = "F")]
    document: Option<PathBuf>,
    /// Write the log, byte for byte as it was recorded
    #[arg(long, value_name = "F")]
    log: Option<PathBuf>,
}

/// Writes the files asked for.
///
/// # Errors
/// No such event, or a file that cannot be read or written.
pub fn run(arguments: &Arguments, shared: &Shared, output: &mut Output) -> Outcome {
    if !output.json && arguments.document.is_some() {
        return Err(CliError::usage("choose an output format").hint("write it with --json F, --trf F or --log F"));
    }
    if !output.json && arguments.trf.is_none() && arguments.log.is_none() {
        return Err(CliError::usage("choose an output format").hint("add --json [F], --trf F or --log F"));
    }
    let source = Source::open(&arguments.event, shared)?;
    let mut written = Vec::new();
    if let Some(path) = &arguments.trf {
        output.write(path, &source.trf())?;
        written.push(path);
    }
    if let Some(path) = &arguments.document {
        let text =
            serde_json::to_string_pretty(&of_log(source.log()?)).map_err(|error| CliError::usage(error.to_string()))?;
        output.write(path, (text + "\n").as_bytes())?;
        written.push(path);
    }
    if let Some(path) = &arguments.log {
        output.write(path, &source.log()?.to_bytes())?;
        written.push(path);
    }
    if written.is_empty() {
        output.document(&of_log(source.log()?))?;
        return Ok(Exit::Done);
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
    Ok(Exit::Done)
}

/// What is to be exported or checked.
pub enum Source {
    /// An event log, from the database or a file.
    Log(Box<TournamentLog>),
    /// A TRF file, and whether it is in Latin-1.
    Trf(Trf, bool),
}

impl Source {
    /// Opens an event of the database, an event log (`*.jsonl`), a TRF file (any other name with a dot or a
    /// path), or either from standard input (`-`).
    ///
    /// # Errors
    /// No such event, or a file that cannot be read.
    pub fn open(name: &str, shared: &Shared) -> Result<Source, CliError> {
        let path = Path::new(name);
        if name == "-" {
            let bytes = files::read_log(path)?;
            if bytes.starts_with(b"{") {
                return Ok(Source::Log(Box::new(event_recording::read("standard input", &bytes)?)));
            }
            return report("standard input", &bytes);
        }
        if name.ends_with(".jsonl") {
            return Ok(Source::Log(Box::new(event_recording::read(name, &files::read_log(path)?)?)));
        }
        let is_id = TournamentId::new(name).is_ok();
        if name.ends_with(".trf") || !is_id || path.is_file() {
            return report(name, &files::read_log(path)?);
        }
        let id = TournamentId::new(name).map_err(|error| CliError::usage(error.to_string()))?;
        let bytes = stored_log(&shared.reader()?, &id)?;
        Ok(Source::Log(Box::new(event_recording::read(&format!("event {id}"), &bytes)?)))
    }

    fn log(&self) -> Result<&TournamentLog, CliError> {
        match self {
            Source::Log(log) => Ok(log),
            Source::Trf(..) => Err(CliError::refused("a TRF file holds no event log").hint("export it with --trf")),
        }
    }

    fn trf(&self) -> Vec<u8> {
        match self {
            Source::Log(log) => {
                let latin1 = log.state().source.as_ref().is_some_and(|source| source.latin1);
                encoded(&trf::export(log.state()), latin1)
            }
            Source::Trf(trf, latin1) => encoded(trf, *latin1),
        }
    }
}

/// The bytes of a file that was in Latin-1 or in UTF-8. A name that came later and has no place in Latin-1 makes it
/// UTF-8.
fn encoded(trf: &Trf, latin1: bool) -> Vec<u8> {
    let text = trf.write();
    let bytes: Result<Vec<u8>, _> = text.chars().map(|letter| u8::try_from(u32::from(letter))).collect();
    if let (true, Ok(bytes)) = (latin1, bytes) { bytes } else { text.into_bytes() }
}

fn report(name: &str, bytes: &[u8]) -> Result<Source, CliError> {
    let (trf, latin1) = read_trf(name, bytes)?;
    Ok(Source::Trf(trf, latin1))
}

/// Everything about an event as one JSON document.
pub fn document(event: &TournamentRecording) -> Value {
    of_log(event.log())
}

fn of_log(log: &TournamentLog) -> Value {
    let state = log.state();
    let last = RoundNumber(state.rounds.len() as u16);
    let here = state.present(state.due());
    let player = |player: &adjutant_tournament::state::Player| {
        json!({
            "entry": player.entry, "from_round": player.from, "checked_in": player.checked_in.is_some(),
            "here": here.iter().any(|other| other.entry.player == player.entry.player),
            "awards": player.awards, "penalties": player.penalties, "list": player.list,
        })
    };
    let round = |round: &adjutant_tournament::state::Round| {
        json!({
            "state": round.stage.name(), "repaired": round.repaired, "pairings": PairView::of_round(state, round),
            "results": day::results(round),
            "games": day::games(log, round.pair.round), "clock": day::clock(log, round.pair.round),
        })
    };
    json!({
        "create": state.create, "players": state.players.iter().map(player).collect::<Vec<_>>(),
        "tables": state.tables.values().collect::<Vec<_>>(),
        "rounds": state.rounds.iter().map(round).collect::<Vec<_>>(),
        "cut": state.cut.as_ref().map(|(cut, after)| json!({"after_round": after, "cut": cut})),
        "calls": day::calls(log), "finished": state.finished, "standings": standings(state, last),
        "records": log.records().len(), "head": log.head(),
    })
}
