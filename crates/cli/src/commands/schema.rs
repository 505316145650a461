//! `adjutant schema log|event`.

use clap::ValueEnum;

use crate::error::{CliError, Exit};
use crate::output::Output;
use crate::{Outcome, schema};

/// Arguments of `schema`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant schema log > schemas/log.schema.json")]
pub struct Arguments {
    /// Of what
    of: Of,
}

/// What has a schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Of {
    /// One line of a match log
    Log,
    /// The command of one line of an event log
    Event,
}

/// Prints the schema.
///
/// # Errors
/// Standard output that cannot be written.
pub fn run(arguments: &Arguments, output: &mut Output) -> Outcome {
    let schema = match arguments.of {
        Of::Log => schema::log(),
        Of::Event => adjutant_tournament::command::schema(),
    };
    let text = schema::text(&schema).map_err(|error| CliError::usage(error.to_string()))?;
    output.bytes(text.as_bytes())?;
    Ok(Exit::Done)
}
