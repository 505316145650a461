//! `adjutant backup FILE`.

use std::path::PathBuf;

use adjutant_app::files::shown;
use adjutant_app::names;
use adjutant_app::sound::{Unread, unread};
use adjutant_core::counts::count;
use adjutant_engine::visible::excerpt;
use adjutant_store::{Store, StoreError, StreamKind};

use crate::arguments::shared::Shared;
use crate::error::{CliError, Exit, Outcome};
use crate::output::Output;
use crate::progress::Progress;

/// Arguments of `backup`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant backup ~/adjutant-2026-11-21.db\n\n\
    The copy is checked (pages, schema, every chain, every hash) before it takes the name FILE, and every log is read. A \
    log that does not read is copied as it is and named, with exit 1 (0 where it only needs other rules than are here). A backup that had this name is kept as \
    FILE.before. `adjutant restore FILE` puts a backup back.")]
pub struct Arguments {
    /// Write the copy here; an older backup of that name is kept as FILE.before
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Copy what opens sealed names too, into the folder `names` beside FILE: without it the backup shows ids
    #[arg(long)]
    names: bool,
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
    let progress = Progress::late(1, "reading the copy");
    let copy = shared.with(Store::open_backup(&arguments.file)?);
    let unread = unread(&copy, &shared.folder()?, |done, all| progress.at_of(done, all))?;
    progress.finish();
    if arguments.names {
        names::carry_all(&store, &copy, |_| true)?;
    }
    let before = done.before.as_ref().map(|path| path.display().to_string());
    if output.json {
        output.document(&serde_json::json!({
            "backup": arguments.file.display().to_string(), "logs": done.streams, "before": before,
            "unread": in_json(&unread),
        }))?;
    }
    let what = count(done.streams, "log", "logs");
    let read = match (done.streams, unread.len()) {
        (_, 0) => "all read and checked".to_owned(),
        (1, _) => "which does not read".to_owned(),
        (_, 1) => "1 of them does not read".to_owned(),
        (_, faulty) => format!("{faulty} of them do not read"),
    };
    output.done(&format!(
        "copied {} to {}: {what}, {read}",
        excerpt(&store.place().to_string()),
        shown(&arguments.file)
    ))?;
    if let Some(before) = before {
        output.remark(&format!("the backup before is kept as {before}"));
    }
    told(&unread, output);
    Ok(if unread.iter().all(|log| log.other_rules) { Exit::Done } else { Exit::Refused })
}

/// Names the logs that do not read.
pub fn told(unread: &[Unread], output: &mut Output) {
    for log in unread {
        let verb = match log.kind {
            StreamKind::Match => "match verify",
            StreamKind::Event => "event check",
            StreamKind::League => "league show",
        };
        output.remark(&format!(
            "{} {} does not read: {}; `adjutant {verb} {}` tells more",
            log.kind,
            log.id,
            excerpt(&log.fault),
            log.id
        ));
    }
}

/// The same for programs.
pub fn in_json(unread: &[Unread]) -> serde_json::Value {
    let log = |log: &Unread| serde_json::json!({"kind": log.kind.as_str(), "id": log.id, "fault": log.fault, "other_rules": log.other_rules});
    unread.iter().map(log).collect()
}
