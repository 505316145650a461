//! `adjutant facts PATH…`, and `adjutant facts --stream`: rows for statistics.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use adjutant_app::facts::{self, FactReader, LogFacts};

use super::audit::{cores, framed};
use crate::Outcome;
use crate::audit::{self, Frame, Part, Source, Taker};
use crate::error::{CliError, Exit};
use crate::output::Output;

/// Arguments of `facts`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant facts logs/ > facts.jsonl", after_long_help = LONG_HELP)]
pub struct Arguments {
    /// Logs, folders of logs, or databases
    #[arg(value_name = "PATH", required_unless_present = "stream")]
    paths: Vec<PathBuf>,
    /// Read logs from standard input, each behind a line with its length
    #[arg(long, conflicts_with_all = ["paths", "part"])]
    stream: bool,
    /// Take only part K of N: all parts together take every log once
    #[arg(long, value_name = "K/N")]
    part: Option<Part>,
    /// Read this many logs at once [default: one for each core]
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
}

const LONG_HELP: &str = "Prints a JSON line for each log, as in `adjutant schema facts`: the match with its players, \
    chosen objectives and awards, or the event with its pairings and standings. Load them into DuckDB, pandas or a \
    spreadsheet.\n\n\
    A log in which an audit finds errors says how many in `errors`, and its facts are those of the records before the \
    first error: use rows with \"errors\":0.\n\n\
    --stream and --part work as in `adjutant audit`.\n\n\
    Exit code: 0, or 1 if a log has errors.\n\n\
    Example: adjutant facts logs/ > facts.jsonl";

/// Prints the facts of every log and goes on after a bad one.
///
/// # Errors
/// Standard output that cannot be written; whatever is wrong with a log stands in its line.
pub fn run(arguments: &Arguments, output: &mut Output) -> Outcome {
    let jobs = arguments.jobs.map_or_else(cores, NonZeroUsize::get);
    let mut lines = Lines { output, errors: 0 };
    if arguments.stream {
        let worker = || {
            |frame: Frame| match frame.log {
                Ok(log) => facts::facts(frame.name, &log),
                Err(fault) => facts::nothing(fault.report(frame.name)),
            }
        };
        audit::in_order(framed(), jobs, worker, &mut lines)?;
    } else {
        let gathered = audit::gather(&arguments.paths);
        let sources = match arguments.part {
            None => gathered.sources,
            Some(part) => part.of(gathered).sources,
        };
        let worker = || {
            let mut reader = FactReader::default();
            move |source: Source| reader.facts(&source)
        };
        audit::in_order(sources.into_iter(), jobs, worker, &mut lines)?;
    }
    Ok(if lines.errors == 0 { Exit::Done } else { Exit::Refused })
}

/// Prints a line for each log.
struct Lines<'a> {
    output: &'a mut Output,
    errors: usize,
}

impl Taker<LogFacts, CliError> for Lines<'_> {
    fn take(&mut self, facts: LogFacts) -> Result<(), CliError> {
        self.errors += facts.errors;
        self.output.document(&facts)
    }

    fn wait(&mut self) -> Result<(), CliError> {
        self.output.flush()
    }
}
