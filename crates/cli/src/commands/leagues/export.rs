//! `adjutant league export` and `adjutant league import`.

use std::path::PathBuf;

use adjutant_app::leagues::{import as take_in, stored_log};
use adjutant_app::names;
use adjutant_core::counts::count;
use adjutant_core::ids::LeagueId;

use crate::arguments::shared::Shared;
use crate::error::{Exit, Outcome};
use crate::output::Output;

/// Arguments of `league export`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant league export north26 -o north26.jsonl")]
pub struct Arguments {
    /// The league
    league: LeagueId,
    /// The file; `-` for standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,
    /// Write what opens sealed names too, beside the file as `….names.json`
    #[arg(long)]
    names: bool,
}

/// Arguments of `league import`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant league import north26.jsonl\n\n\
    Takes the log of a league into this database; the logs that it pins come with `adjutant league add`.")]
pub struct ImportArguments {
    /// The log of a league
    file: PathBuf,
}

/// Writes the log of a league, byte for byte.
///
/// # Errors
/// No such league, or a file that cannot be written.
pub fn run(own: &Arguments, shared: &Shared, output: &mut Output) -> Outcome {
    let bytes = stored_log(&*shared.reader()?, &own.league)?;
    output.write(&own.output, &bytes)?;
    if own.names && own.output.as_os_str() != "-" {
        names::write_beside(&*shared.reader()?, &bytes, &own.output)?;
    }
    if own.output.as_os_str() != "-" {
        output.done(&format!(
            "{}: {}",
            own.league,
            count(bytes.iter().filter(|b| **b == b'\n').count(), "record", "records")
        ))?;
    }
    Ok(Exit::Done)
}

/// Takes a log in.
///
/// # Errors
/// A log that does not read, or that parted from the one that is here.
pub fn import(own: &ImportArguments, shared: &Shared, output: &mut Output) -> Outcome {
    let mut store = shared.store()?;
    let (id, written) = take_in(&mut store, &own.file)?;
    names::take_beside(&store, &stored_log(&store, &id)?, &own.file)?;
    output.done(&format!("{id}: {} taken in", count(written, "record", "records")))?;
    Ok(Exit::Done)
}
