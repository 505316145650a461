//! `adjutant schema log|pack|roster|event`, and the other files of a pack.

use crate::Outcome;
use crate::error::Exit;
use crate::output::Output;
use clap::ValueEnum;

/// Arguments of `schema`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant schema log > log.schema.json")]
pub struct Arguments {
    /// The kind of file
    of: Of,
}

/// What has a schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Of {
    /// One line of a match log
    Log,
    /// The command of one line of an event log
    Event,
    /// An army list
    Roster,
    /// pack.json of a mission pack
    Pack,
    /// A mission of a pack
    Mission,
    /// The ruleset of an edition, or what a pack plays beside it
    Ruleset,
    /// An objective of a pack
    Objective,
    /// An action of a pack
    Action,
}

impl Of {
    fn text(self) -> &'static str {
        match self {
            Of::Log => include_str!("../../../../schemas/log.schema.json"),
            Of::Event => include_str!("../../../../schemas/event.schema.json"),
            Of::Roster => include_str!("../../../../schemas/roster.schema.json"),
            Of::Pack => include_str!("../../../../schemas/pack.schema.json"),
            Of::Mission => include_str!("../../../../schemas/mission.schema.json"),
            Of::Ruleset => include_str!("../../../../schemas/ruleset.schema.json"),
            Of::Objective => include_str!("../../../../schemas/objective.schema.json"),
            Of::Action => include_str!("../../../../schemas/action.schema.json"),
        }
    }
}

/// Prints the schema.
///
/// # Errors
/// Standard output that cannot be written.
pub fn run(arguments: &Arguments, output: &mut Output) -> Outcome {
    output.exact(arguments.of.text().as_bytes())?;
    Ok(Exit::Done)
}
