//! `adjutant event note ID`.

use adjutant_tournament::{Reason, TournamentCommand, TournamentId};

use super::speaking::{Speaker, tell};
use crate::arguments::shared::Shared;
use crate::error::Outcome;
use crate::output::Output;

/// Arguments of `event note`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant event note gt \"table 4 gets ten minutes more\" --by judge")]
pub struct Arguments {
    /// The event
    event: TournamentId,
    /// The remark
    text: Reason,
    /// Record as this speaker
    #[command(flatten)]
    speaker: Speaker,
}

/// Records a remark; it changes nothing.
///
/// # Errors
/// No such event.
pub fn run(own: &Arguments, shared: &Shared, output: &mut Output) -> Outcome {
    let command = TournamentCommand::Note { text: own.text.clone() };
    tell(&own.event, command, &format!("note: {}", own.text), own.speaker, shared, output)
}
