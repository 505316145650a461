//! `adjutant event import F`.

use std::path::PathBuf;

use adjutant_engine::chain::Link;
use adjutant_store::{Line, StreamKind};

use crate::commands::Shared;
use crate::error::{CliError, Exit};
use crate::output::Output;
use crate::{Outcome, event_recording, files};

/// Arguments of `event import`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant event import gt.jsonl\n\n\
    A log is taken whole or not at all. One that continues an event of the database extends it.")]
pub struct Arguments {
    /// A log, as `event export --log` writes it
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

/// Takes an event log, whole or not at all.
///
/// # Errors
/// A log that cannot be read, does not chain, breaks the rules, or differs from the one that is there.
pub fn run(arguments: &Arguments, shared: &Shared, output: &mut Output) -> Outcome {
    let name = arguments.file.display().to_string();
    let log = event_recording::read(&name, &files::read_log(&arguments.file)?)?;
    let Some(create) = &log.state().create else {
        return Err(CliError::refused(format!("{name}: there is no record in it")));
    };
    let line = |record: &adjutant_tournament::log::Record| Line {
        link: Link { seq: record.seq, hash: record.hash },
        bytes: record.line.clone(),
    };
    let lines: Vec<Line> = log.records().iter().map(line).collect();
    let mut store = shared.store()?;
    let appended = store.import(StreamKind::Event, create.event.as_str(), &lines).map_err(|error| {
        let told = CliError::from(error);
        CliError { message: format!("{name}: {}", told.message), ..told }
    })?;
    if output.json {
        output.document(&serde_json::json!({
            "event": create.event, "file": name, "recorded": appended.written, "seq": appended.head.seq,
            "head": appended.head.hash,
        }))?;
    }
    output.done(&format!("{}: {} new records, {} in all", create.event, appended.written, appended.head.seq))?;
    Ok(Exit::Done)
}
