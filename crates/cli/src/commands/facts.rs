//! `adjutant facts PATH…`, and `adjutant facts --stream`: rows for statistics.

use adjutant_app::audit::{Reader, Source, Taker, gather, in_order};
use adjutant_replay::audit::{Frame, Logs as _};
use adjutant_replay::facts::{self, LogFacts};

use super::audit::{Logs, framed};
use crate::arguments::shared::Shared;
use crate::error::{CliError, Exit, Outcome};
use crate::output::Output;

/// Arguments of `facts`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant facts logs/ > facts.jsonl", after_long_help = LONG_HELP)]
pub struct Arguments {
    #[command(flatten)]
    logs: Logs,
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
pub fn run(arguments: &Arguments, shared: &Shared, output: &mut Output) -> Outcome {
    let logs = &arguments.logs;
    let (jobs, rules) = (logs.jobs(), shared.known.rulebook());
    let mut lines = Lines { output, errors: 0 };
    if logs.stream {
        let worker = || {
            let rules = rules.clone();
            move |frame: Frame| match frame.log {
                Ok(log) => facts::facts(&rules, frame.name, &log),
                Err(fault) => facts::nothing(fault.report(frame.name)),
            }
        };
        in_order(framed(), jobs, worker, &mut lines)?;
    } else {
        let gathered = gather(&logs.paths);
        let all = gathered.sources;
        let own = logs.part.map(|part| part.of(&rules, &all).own);
        let count = own.as_ref().map_or(all.len(), Vec::len);
        let place = move |number: usize| own.as_ref().map_or(number, |own| own[number] as usize);
        let sources = (0..count).filter_map(move |number| all.get(place(number)));
        let worker = || {
            let (mut reader, rules) = (Reader::default(), rules.clone());
            move |source: Source| reader.facts(&rules, &source)
        };
        in_order(sources, jobs, worker, &mut lines)?;
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
