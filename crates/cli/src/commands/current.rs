//! `adjutant use ID`: the current match.

use adjutant_app::current;
use adjutant_present::say::happening;

use super::matches::which;
use crate::arguments::shared::Shared;
use crate::commands::matches::answering::load;
use crate::error::{Exit, Outcome};
use crate::output::Output;

/// Arguments of `use`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples: adjutant use final\n          \
    adjutant use --none\n\n\
    Verbs that leave the match out mean the current one: `adjutant match show`, `adjutant match record kill b12 3`, or \
    shorter `adjutant kill b12 3`. `adjutant` alone goes on with it at the screen. Every verb that names a match keeps \
    meaning that match. The choice is kept in the data folder.")]
pub struct Arguments {
    /// The match, or any part of its id that fits no other [default: tell which match is the current one]
    #[arg(value_name = "ID")]
    id: Option<String>,
    /// Have no current match any more
    #[arg(long, conflicts_with = "id")]
    none: bool,
}

/// Sets the current match, or tells it.
///
/// # Errors
/// No such match, or a data folder that cannot be written.
pub fn run(arguments: &Arguments, shared: &Shared, output: &mut Output) -> Outcome {
    let folder = shared.folder()?;
    if arguments.none {
        current::set(&folder, None)?;
        output.told(&serde_json::json!({"match": null}), "No match is current now.")?;
        return Ok(Exit::Done);
    }
    let store = shared.reader()?;
    let id = match &arguments.id {
        Some(word) => {
            let id = which::find(&store, word)?;
            current::set(&folder, Some(&id))?;
            Some(id)
        }
        None => current::read(&folder)?,
    };
    let Some(id) = id else {
        let text = "No match is current; `adjutant use ID` chooses one, `adjutant match list` lists them.";
        output.told(&serde_json::json!({"match": null}), text)?;
        return Ok(Exit::Done);
    };
    let stands = load(&store, &id).map(|recording| happening::standing(recording.game().state()))?;
    let verb = if arguments.id.is_some() { "is the current match now" } else { "is the current match" };
    let text = format!(
        "{id} {verb}: {stands}\n`adjutant` goes on with it, `adjutant kill b2 3` records in it, `adjutant show` shows it."
    );
    output.told(&serde_json::json!({"match": id}), &text)?;
    Ok(Exit::Done)
}
