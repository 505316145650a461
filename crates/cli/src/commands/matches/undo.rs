//! `adjutant match undo ID`.

use adjutant_app::clock::Clock;
use adjutant_engine::command::Text;

use super::answering::{answer, load};
use super::which::Which;
use crate::arguments::shared::Shared;
use crate::error::{CliError, Exit, Outcome};
use crate::output::Output;
pub use adjutant_app::matches::recording::retract;

/// Arguments of `match undo`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant match undo final --why \"wrong unit\"")]
pub struct Arguments {
    #[command(flatten)]
    which: Which,
    /// The reason, kept in the log
    #[arg(long, value_name = "WHY", default_value = "undone")]
    why: String,
}

/// Retracts the last record that stands, in the name of the speaker who made it.
///
/// # Errors
/// Nothing to take back, or a record on which later ones rest.
pub fn run(arguments: &Arguments, shared: &Shared, output: &mut Output) -> Outcome {
    let why = Text::new(&arguments.why)
        .ok_or_else(|| CliError::usage("--why takes 1 to 2,000 characters without control characters"))?;
    let mut store = shared.store()?;
    let mut recording = load(&store, &arguments.which.to_change(shared, &store)?)?;
    retract(&mut recording, why, Clock::of_process())?;
    let appended = recording.commit(&mut store)?;
    answer(&recording, appended, output)?;
    Ok(Exit::Done)
}
