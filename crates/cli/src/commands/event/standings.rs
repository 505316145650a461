//! `adjutant event standings ID`.

use std::path::PathBuf;

use adjutant_tournament::standings::{Standings, standings};
use adjutant_tournament::state::Stage;
use adjutant_tournament::{EventId, EventState, RoundNumber, csv_file};
use clap::ValueEnum;

use crate::commands::Shared;
use crate::error::{CliError, Exit};
use crate::event_recording::EventRecording;
use crate::files::shown;
use crate::output::Output;
use crate::{Outcome, event_tables};

/// Arguments of `event standings`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples: adjutant event standings gt --round 2 --csv standings.csv\n          \
    adjutant event standings gt --csv placings.csv --columns bcp")]
pub struct Arguments {
    /// The event
    event: EventId,
    /// After this round [default: the last one that is closed]
    #[arg(long, value_name = "N")]
    round: Option<u16>,
    /// Show them as they were when the round was closed, before any amendment
    #[arg(long)]
    as_closed: bool,
    /// Write them to F as CSV
    #[arg(long, value_name = "F", conflicts_with = "json")]
    csv: Option<PathBuf>,
    /// With --csv: which columns
    #[arg(long, value_name = "WHOSE", default_value = "adjutant", requires = "csv")]
    columns: Columns,
}

/// Which columns a CSV file has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Columns {
    /// Rank, id, name, record, points, the tie-breaks of the event
    Adjutant,
    /// Those of Best Coast Pairings, named as its service names them
    Bcp,
}

/// Prints the standings after a round.
///
/// # Errors
/// A round that is not paired yet, or a file that cannot be written.
pub fn run(arguments: &Arguments, shared: &Shared, output: &mut Output) -> Outcome {
    let event = EventRecording::load(&shared.reader()?, &arguments.event)?;
    let round = arguments.round.map_or_else(|| last_closed(&event), RoundNumber);
    if usize::from(round.0) > event.state().rounds.len() {
        return Err(CliError::refused(format!("round {round} of event {} is not paired yet", event.id()))
            .hint(format!("paired so far: {}", crate::counts::count(event.state().rounds.len(), "round", "rounds"))));
    }
    let now = standings(event.state(), round);
    let closed = event.log().state_when_closed(round);
    let then = closed.as_ref().map(|state| standings(state, round));
    match (arguments.as_closed, closed, then) {
        (true, Some(state), Some(then)) => print(arguments, event.name(), &state, &then, output),
        (true, ..) => Err(CliError::refused(format!("round {round} is not closed")).hint("leave --as-closed out")),
        (false, _, then) => {
            if then.is_some_and(|then| then.rows != now.rows) {
                output
                    .remark("something was amended after the round was closed; --as-closed prints what was seen then");
            }
            print(arguments, event.name(), event.state(), &now, output)
        }
    }
}

fn print(arguments: &Arguments, name: &str, state: &EventState, table: &Standings, output: &mut Output) -> Outcome {
    if output.json {
        output.document(table)?;
    } else if let Some(path) = &arguments.csv {
        let text = match arguments.columns {
            Columns::Adjutant => csv_file::standings(table, &state.policies().tie_breaks),
            Columns::Bcp => csv_file::best_coast_pairings(state, table.round),
        };
        let text = text.map_err(|error| CliError::refused(error.to_string()))?;
        output.write(path, text.as_bytes())?;
        let when = event_tables::after(state, table.round);
        output.done(&format!("{}: standings {when} in {}", arguments.event, shown(path)))?;
    } else {
        output.text(&event_tables::standings(name, state, table))?;
    }
    Ok(Exit::Done)
}

/// The last closed round; 0 before the first.
pub fn last_closed(event: &EventRecording) -> RoundNumber {
    let closed = event.state().rounds.iter().rfind(|round| round.stage == Stage::Closed);
    closed.map_or(RoundNumber(0), |round| round.pair.round)
}
