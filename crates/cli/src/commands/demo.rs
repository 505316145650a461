//! `adjutant demo [DIR]`.

use std::path::PathBuf;

use adjutant_engine::command::Command;
use adjutant_engine::time::Timestamp;
use adjutant_store::Store;

use crate::clock::Clock;
use crate::error::CliError;
use crate::output::Output;
use crate::recording::Recording;
use crate::samples::{self, Sample};
use crate::{Outcome, audit, commands, files, logs, table};

/// When the sample matches are played: a second run gives the same bytes, and so changes nothing.
const START: &str = "2026-11-21T09:00:00Z";

/// Arguments of `demo`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant demo")]
pub struct Arguments {
    /// Leave database and logs here
    #[arg(value_name = "DIR", default_value = "adjutant-demo")]
    folder: PathBuf,
}

/// Records every sample match, exports it, audits the export, and prints its score.
///
/// # Errors
/// A folder that cannot be written, or that holds other matches of these names.
pub fn run(arguments: &Arguments, output: &mut Output) -> Outcome {
    let logs_folder = arguments.folder.join("logs");
    files::make_folder(&logs_folder)?;
    let mut store = Store::open(&arguments.folder.join("adjutant.db"))?;
    let mut reports = Vec::new();
    for sample in samples::all() {
        let mut recording = record(&sample)?;
        recording.commit(&mut store)?;
        let view = recording.game().view();
        if !output.json {
            output.done(&table::board(&view))?;
        }
        let log = commands::match_::export::whole_log(&store, recording.id())?;
        let path = logs_folder.join(format!("{}.jsonl", recording.id()));
        files::write(&path, &log)?;
        reports.push(audit::audit(path.display().to_string(), &log));
    }
    let exit = commands::audit::report(&reports, output)?;
    output.remark(&format!("database and logs are in {}", arguments.folder.display()));
    Ok(exit)
}

fn record(sample: &Sample) -> Result<Recording, CliError> {
    let clock = Timestamp::parse(START).map_or(Clock::System, Clock::Fixed);
    let name = format!("sample {}", sample.name);
    let records = logs::read_bare(&name, sample.log)?;
    let id = records.iter().find_map(|(_, record)| match &record.command {
        Command::Open(open) => Some(open.id.to_string()),
        _ => None,
    });
    let mut recording = Recording::new(&id.unwrap_or_else(|| sample.name.to_owned()));
    for (number, bare) in records {
        let words = bare.command.name();
        recording
            .take(bare.by, bare.command, bare.at, clock)
            .map_err(|error| error.explain(&format!("{name}:{number}"), words))?;
    }
    Ok(recording)
}
