//! `adjutant key …`.

use adjutant_app::keys;
use clap::Subcommand;
use serde::Serialize;

use crate::arguments::shared::Shared;
use crate::error::{Exit, Outcome};
use crate::output::Output;

/// The verbs of keys.
#[derive(Subcommand, Debug)]
pub enum Verb {
    /// Make the key of this data folder
    #[command(after_help = "Example: adjutant key new")]
    New,
    /// Print the public key, by which others know your signatures
    #[command(after_help = "Example: adjutant key show")]
    Show,
}

#[derive(Serialize)]
struct Shown {
    key: String,
    file: String,
}

/// Makes or shows the key.
///
/// # Errors
/// A key that is there already, or is missing; a folder that cannot be read or written.
pub fn run(verb: &Verb, shared: &Shared, output: &mut Output) -> Outcome {
    let folder = shared.folder()?;
    let key = match verb {
        Verb::New => keys::create(&folder)?,
        Verb::Show => keys::load(&folder)?,
    };
    let file = keys::path(&folder);
    if output.json {
        output.document(&Shown { key: key.public().to_string(), file: file.display().to_string() })?;
    } else {
        output.text(&key.public().to_string())?;
    }
    if matches!(verb, Verb::New) {
        output.remark(&format!("the secret half is in {}: keep a copy and show it to no one", file.display()));
    }
    Ok(Exit::Done)
}
