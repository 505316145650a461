//! `adjutant match undo ID`.

use adjutant_app::error::{Error, MatchError};
use adjutant_engine::command::{Command, Text};

use super::answering::load;
use super::correcting::Correcting;
use super::which::Which;
use crate::arguments::shared::Shared;
use crate::error::{CliError, Outcome};
use crate::output::Output;

/// Arguments of `match undo`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant match undo final --why \"wrong unit\"")]
pub struct Arguments {
    #[command(flatten)]
    which: Which,
    #[command(flatten)]
    correcting: Correcting,
    /// The reason, kept in the log
    #[arg(long, value_name = "WHY", default_value = "undone")]
    why: String,
}

/// Retracts the last record that stands and may be undone.
///
/// # Errors
/// Nothing to take back, or a record on which later ones rest.
pub fn run(arguments: &Arguments, shared: &Shared, output: &mut Output) -> Outcome {
    let why = Text::new(&arguments.why)
        .ok_or_else(|| CliError::usage("--why takes 1 to 2,000 characters without control characters"))?;
    let mut store = shared.store()?;
    let mut recording = load(&store, &arguments.which.to_change(shared, &store)?)?;
    let last = recording.last_undoable().ok_or(MatchError::NothingToUndo).map_err(Error::from)?;
    let (seq, name) = (last.seq, last.command.name());
    let by = arguments.correcting.speaker(&recording, seq)?;
    let words = format!("undo of record {seq} {name}");
    let command = Command::Retract { seq, why };
    arguments.correcting.record((&mut recording, &mut store), (by, command), &words, output)
}
