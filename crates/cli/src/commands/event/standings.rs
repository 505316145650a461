//! `adjutant event standings ID`.

use std::path::PathBuf;

use adjutant_tournament::standings::{Standings, standings};
use adjutant_tournament::state::Stage;
use adjutant_tournament::{EventId, RoundNumber, csv_file};

use crate::commands::Shared;
use crate::error::{CliError, Exit};
use crate::event_recording::EventRecording;
use crate::output::Output;
use crate::{Outcome, event_tables, files};

/// Arguments of `event standings`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant event standings gt --round 2 --csv standings.csv")]
pub struct Arguments {
    /// The event
    event: EventId,
    /// After this round [default: the last one that is closed]
    #[arg(long, value_name = "N")]
    round: Option<u16>,
    /// As they were when the round was closed, before anything was amended
    #[arg(long)]
    as_closed: bool,
    /// Write them to F as CSV
    #[arg(long, value_name = "F", conflicts_with = "json")]
    csv: Option<PathBuf>,
}

/// Prints the standings after a round.
///
/// # Errors
/// A round that is not paired yet, or a file that cannot be written.
pub fn run(arguments: &Arguments, shared: &Shared, output: &mut Output) -> Outcome {
    let event = EventRecording::load(&shared.store()?, &arguments.event)?;
    let round = arguments.round.map_or_else(|| last_closed(&event), RoundNumber);
    if usize::from(round.0) > event.state().rounds.len() {
        return Err(CliError::refused(format!("round {round} of event {} is not paired yet", event.id()))
            .hint(format!("accepted is up to {}", event.state().rounds.len())));
    }
    let now = standings(event.state(), round);
    let closed = event.log().state_when_closed(round).map(|state| standings(&state, round));
    let shown = match (arguments.as_closed, closed) {
        (true, Some(closed)) => closed,
        (true, None) => {
            return Err(CliError::refused(format!("round {round} is not closed")).hint("leave --as-closed out"));
        }
        (false, closed) => {
            if closed.is_some_and(|closed| closed.rows != now.rows) {
                output
                    .remark("something was amended after the round was closed; --as-closed prints what was seen then");
            }
            now
        }
    };
    print(arguments, &event, &shown, output)
}

fn print(arguments: &Arguments, event: &EventRecording, shown: &Standings, output: &mut Output) -> Outcome {
    if output.json {
        output.document(shown)?;
    } else if let Some(path) = &arguments.csv {
        let text = csv_file::standings(shown).map_err(|error| CliError::refused(error.to_string()))?;
        files::write(path, text.as_bytes())?;
        output.done(&format!("{}: standings after round {} in {}", event.id(), shown.round, path.display()))?;
    } else {
        output.text(&event_tables::standings(event.name(), event.state(), shown))?;
    }
    Ok(Exit::Done)
}

/// The last closed round; 0 before the first.
pub fn last_closed(event: &EventRecording) -> RoundNumber {
    let closed = event.state().rounds.iter().rfind(|round| round.stage == Stage::Closed);
    closed.map_or(RoundNumber(0), |round| round.pair.round)
}
