//! `adjutant schema log|pack|roster|event`, and the other files of a pack.

use clap::ValueEnum;
use schemars::Schema;

use crate::error::{CliError, Exit};
use crate::output::Output;
use crate::{Outcome, schema};

/// Arguments of `schema`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant schema log > schemas/log.schema.json")]
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
    /// An objective of a pack
    Objective,
    /// An action of a pack
    Action,
}

impl Of {
    fn schema(self) -> Schema {
        let [pack, mission, objective, action] = adjutant_packs::schemas().map(|(_, schema)| schema);
        match self {
            Of::Log => schema::log(),
            Of::Event => adjutant_tournament::command::schema(),
            Of::Roster => schema::roster(),
            Of::Pack => pack,
            Of::Mission => mission,
            Of::Objective => objective,
            Of::Action => action,
        }
    }
}

/// Prints the schema.
///
/// # Errors
/// Standard output that cannot be written.
pub fn run(arguments: &Arguments, output: &mut Output) -> Outcome {
    let text = schema::text(&arguments.of.schema()).map_err(|error| CliError::usage(error.to_string()))?;
    output.exact(text.as_bytes())?;
    Ok(Exit::Done)
}
