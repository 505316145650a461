//! `adjutant match import FILE…`.

use std::path::PathBuf;

use adjutant_app::error::{Error, LogError};
use adjutant_app::files;
use adjutant_app::matches::import::{Imported, import};
use adjutant_app::names;
use adjutant_core::counts::count;
use adjutant_replay::audit::Code;
use adjutant_replay::matches::logs::{self, Chained};
use adjutant_shorthand as shorthand;

use super::export::whole_log;
use super::kept;

use crate::arguments::shared::Shared;
use crate::error::{CliError, Exit, Outcome};
use crate::output::Output;

/// Arguments of `match import`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant match import table-4.jsonl table-5.jsonl\n\n\
    Audits each log first; imports it whole, or refuses it if the audit finds errors. \
    A log that continues a match in the database extends it.")]
pub struct Arguments {
    /// Logs, as `match export` writes them
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Import logs even if the audit finds wrong points or signatures; nothing can be deleted later
    #[arg(long)]
    anyway: bool,
}

/// Takes each log, whole or not at all, and stops at the first that cannot be taken.
///
/// # Errors
/// A log that cannot be read, does not chain, breaks the rules, has errors in an audit, or differs from the one that is there.
pub fn run(arguments: &Arguments, shared: &Shared, output: &mut Output) -> Outcome {
    let mut store = shared.store()?;
    let mut taken = Vec::new();
    for path in &arguments.files {
        let name = path.display().to_string();
        let bytes = files::read_log(path)?;
        let imported = import(&mut store, &name, &bytes, arguments.anyway);
        if let Err(Error::Log(LogError::Diverges { id, from, .. })) = &imported {
            tell_apart(&whole_log(&store, id)?, "here", *from, output);
            tell_apart(&bytes, &name, *from, output);
        }
        let imported = match imported {
            Err(Error::Unjudged { name, why }) => {
                kept::told(&name, &bytes, &why.to_string(), true, output)?;
                let hint = format!("`adjutant match import {name} --anyway` keeps it as it is: its chain is whole");
                return Err(CliError::from(Error::Unjudged { name, why }).hint(hint));
            }
            imported => imported,
        };
        let Imported { id, appended, report } = imported?;
        names::take_beside(&store, &bytes, path)?;
        for what in report.errors() {
            output.remark(&format!("{}: imported anyway: {what}", path.display()));
        }
        for what in report.of_code(Code::Clock) {
            output.remark(&format!("{}: {what}", path.display()));
        }
        output.done(&format!("{id}: {} new records, {} in all", appended.written, appended.head.seq))?;
        taken.push(serde_json::json!({
            "match": id, "file": path.display().to_string(), "recorded": appended.written,
            "seq": appended.head.seq, "head": appended.head.hash,
        }));
    }
    if output.json {
        output.document(&serde_json::json!({"imported": taken}))?;
    }
    Ok(Exit::Done)
}

/// Records of each log that are told where two logs part.
const TOLD_MAX: usize = 5;

/// Tells what a log says from the record on in which it parts from another one, as it is typed.
fn tell_apart(log: &[u8], whose: &str, from: u64, output: &mut Output) {
    let Ok(records) = logs::read_chained(whose, log) else { return };
    let rest = records.iter().filter(|entry| entry.record.seq >= from);
    let more = rest.clone().count().saturating_sub(TOLD_MAX);
    for Chained { record, .. } in rest.take(TOLD_MAX) {
        let words = shorthand::brief(&record.command);
        output.remark(&format!("{whose}, record {}: by {} {words}", record.seq, record.by));
    }
    if more > 0 {
        output.remark(&format!("{whose}: {}", count(more, "more record", "more records")));
    }
}
