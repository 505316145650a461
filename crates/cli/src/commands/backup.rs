//! `adjutant backup FILE`.

use std::path::PathBuf;

use adjutant_store::{Store, StoreError};

use crate::Outcome;
use crate::commands::Shared;
use crate::error::{CliError, Exit};
use crate::files::shown;
use crate::output::Output;

/// Arguments of `backup`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant backup ~/adjutant-2026-11-21.db")]
pub struct Arguments {
    /// Write the copy here; an older backup of that name is replaced
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

/// Copies the database.
///
/// # Errors
/// No database to copy, or a file that cannot be written.
pub fn run(arguments: &Arguments, shared: &Shared, output: &mut Output) -> Outcome {
    let store = Store::open_existing(&shared.database()?)?;
    store.check_pages()?;
    store.backup(&arguments.file).map_err(|error| match error {
        StoreError::Unreachable { .. } => CliError::from(error)
            .hint("name a file that is not there yet, or an earlier backup, in a folder that can be written"),
        other => other.into(),
    })?;
    if output.json {
        output.document(&serde_json::json!({"backup": arguments.file.display().to_string()}))?;
    }
    output.done(&format!("copied {} to {}", shown(store.path()), shown(&arguments.file)))?;
    Ok(Exit::Done)
}
