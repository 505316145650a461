//! `adjutant restore FILE`.

use std::path::PathBuf;

use adjutant_app::files::shown;
use adjutant_app::names;
use adjutant_app::sound::unread;
use adjutant_core::counts::count;
use adjutant_store::{Store, StoreError};

use super::backup::{in_json, told};
use crate::arguments::shared::Shared;
use crate::error::{CliError, Exit, Outcome};
use crate::output::Output;
use crate::progress::Progress;

/// Arguments of `restore`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant restore ~/adjutant-2026-11-21.db\n\n\
    The backup is checked before anything is touched: pages, schema, every chain, every hash, and every log is read. One \
    with a log that is damaged is put back with --anyway; logs that only need other rules than are here are named and put \
    back. The database that stood there is kept beside it as adjutant.db.before, with its -wal and -shm; what was \
    recorded after the backup is in it. \
    Copying a backup over the database by hand breaks it where a -wal was left: use this instead.")]
pub struct Arguments {
    /// A file that `adjutant backup` wrote
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Put it back although some of its logs are damaged; they are named
    #[arg(long)]
    anyway: bool,
}

/// Puts a backup in the place of the database.
///
/// # Errors
/// A backup that is damaged, a database that another program has open, or files that cannot be written.
pub fn run(arguments: &Arguments, shared: &Shared, output: &mut Output) -> Outcome {
    let place = shared.database()?;
    let database = place.file().ok_or_else(|| StoreError::NotAFile(place.clone()))?;
    let progress = Progress::late(1, "reading the backup");
    let unread = Store::open_backup(&arguments.file).map_err(explained).and_then(|backup| {
        Ok(unread(&shared.with(backup), &shared.folder()?, |done, all| progress.at_of(done, all))?)
    })?;
    progress.finish();
    told(&unread, output);
    let damaged = unread.iter().filter(|log| !log.other_rules).count();
    if damaged > 0 && !arguments.anyway {
        let logs = count(damaged, "log of the backup does not read", "logs of the backup do not read");
        return Err(CliError::refused(format!("{logs}; the database is unchanged"))
            .hint("name an older backup, or `--anyway` to put this one back as it is"));
    }
    let restored = Store::restore(&arguments.file, database).map_err(explained)?;
    let named = names::carry_all(&Store::open_backup(&arguments.file)?, &Store::open_existing(database)?, |_| true)?;
    let before = restored.before.as_ref().map(|path| path.display().to_string());
    if output.json {
        output.document(&serde_json::json!({
            "restored": arguments.file.display().to_string(), "logs": restored.streams, "before": before,
            "unread": in_json(&unread),
        }))?;
    }
    let what = count(restored.streams, "log", "logs");
    output.done(&format!("{}: {what} restored from {}", shown(database), shown(&arguments.file)))?;
    if named > 0 {
        let logs = count(named, "log has sealed names", "logs have sealed names");
        output.remark(&format!("{logs}: they read as what `names` beside the backup and beside the database opens"));
    }
    if let Some(before) = before {
        output.remark(&format!("the database before is kept as {before}"));
    }
    Ok(Exit::Done)
}

fn explained(error: StoreError) -> CliError {
    match error {
        StoreError::Busy(_) => CliError::from(error)
            .hint("close every other `adjutant` that uses this data folder; the database is unchanged"),
        StoreError::Unreachable { .. } => CliError::from(error).hint("name a file that `adjutant backup` wrote"),
        StoreError::Chain { .. } | StoreError::Corrupt { .. } | StoreError::NotOurs(_) => CliError::from(error).hint(
            "the database is unchanged; name an older backup: `adjutant backup` keeps the one before as FILE.before",
        ),
        other => other.into(),
    }
}
