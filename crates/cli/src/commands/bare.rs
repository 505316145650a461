//! `adjutant` without a verb.

use adjutant_app::current;
use adjutant_present::say::happening;

use super::matches::play;
use crate::arguments::shared::Shared;
use crate::commands::matches::answering::load;
use crate::error::{Exit, Outcome};
use crate::output::Output;

/// Goes on with the current match at a terminal, asks which open match is meant, or begins the first one. Without a
/// terminal it prints the help of the program and says what is current.
///
/// # Errors
/// A database that cannot be read, or a terminal that breaks away.
pub fn run(program: &mut clap::Command, shared: &Shared, output: &mut Output) -> Outcome {
    let current = current::read(&shared.folder()?)?;
    if output.json {
        output.document(&serde_json::json!({"match": current}))?;
        return Ok(Exit::Done);
    }
    if play::is_at_a_terminal() {
        return play::run(&play::Arguments::default(), shared, output);
    }
    output.text(program.render_help().to_string().trim_end())?;
    if let Some(id) = current {
        // A match that is not there any more is told by the verbs that are about it.
        let stands = shared.reader().and_then(|store| load(&store, &id));
        let stands = stands.map_or_else(|error| error.message, |found| happening::standing(found.game().state()));
        output.text(&format!("\nThe current match is {id}: {stands}"))?;
    }
    Ok(Exit::Done)
}
