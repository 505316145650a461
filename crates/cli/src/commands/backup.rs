//! `adjutant backup FILE`.

use std::path::PathBuf;

use adjutant_app::files::shown;
use adjutant_core::counts::count;
use adjutant_engine::visible::excerpt;
use adjutant_store::{Store, StoreError};

use crate::arguments::shared::Shared;
use crate::error::{CliError, Exit, Outcome};
use crate::output::Output;

/// Arguments of `backup`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant backup ~/adjutant-2026-11-21.db\n\n\
    The copy is checked (pages, schema, every chain, every hash) before it takes the name FILE. A backup that had this \
    name is kept as FILE.before. `adjutant restore FILE` puts a backup back.")]
pub struct Arguments {
    /// Write the copy here; an older backup of that name is kept as FILE.before
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

/// Copies the database.
///
/// # Errors
/// No database to copy, or a file that cannot be written.
pub fn run(arguments: &Arguments, shared: &Shared, output: &mut Output) -> Outcome {
    let store = Store::open_existing(&shared.database()?)?;
    let done = store.backup(&arguments.file).map_err(|error| match error {
        StoreError::Unreachable { .. } => CliError::from(error)
            .hint("name a file that is not there yet, or an earlier backup, in a folder that can be written"),
        StoreError::Chain { .. } | StoreError::Corrupt { .. } => {
            let told = CliError::from(error);
            let database = store.place();
            CliError { message: format!("{database} is damaged and was not copied: {}", told.message), ..told }.hint(
                format!(
                    "earlier backups are as they were; `adjutant audit {database}` names every log that is damaged"
                ),
            )
        }
        other => other.into(),
    })?;
    let before = done.before.as_ref().map(|path| path.display().to_string());
    if output.json {
        output.document(&serde_json::json!({
            "backup": arguments.file.display().to_string(), "logs": done.streams, "before": before,
        }))?;
    }
    let what = count(done.streams, "log", "logs");
    output.done(&format!(
        "copied {} to {}: {what}, all checked",
        excerpt(&store.place().to_string()),
        shown(&arguments.file)
    ))?;
    if let Some(before) = before {
        output.remark(&format!("the backup before is kept as {before}"));
    }
    Ok(Exit::Done)
}
