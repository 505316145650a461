//! `adjutant match import FILE…`.

use std::path::{Path, PathBuf};

use adjutant_engine::command::Command;
use adjutant_store::{Appended, Line, Store, StoreError, StreamKind};

use crate::audit::{Code, LogReport};
use crate::commands::Shared;
use crate::counts::count;
use crate::error::{CliError, Exit};
use crate::output::Output;
use crate::{Outcome, audit, files, logs};

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
        let (id, appended, report) = import(&mut store, path, arguments.anyway)?;
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

/// Takes one log; gives its id, what was written, and what an audit has against it.
fn import(store: &mut Store, path: &Path, anyway: bool) -> Result<(String, Appended, LogReport), CliError> {
    let name = path.display().to_string();
    let bytes = files::read_log(path)?;
    let records = logs::read_chained(&name, &bytes)?;
    logs::fold_chained(&name, &records, None)?;
    let report = audit::audit(name.clone(), &bytes);
    if !anyway {
        refuse(&name, &report.errors())?;
    }
    let Some(Command::Open(open)) = records.first().map(|entry| &*entry.record.command) else {
        return Err(CliError::refused(format!("{name}: the log does not begin with `open`"))
            .hint("import the whole log, from its first record on"));
    };
    let id = open.id.to_string();
    let lines: Vec<Line> = records.into_iter().map(|entry| entry.line).collect();
    let appended = match store.import(StreamKind::Match, &id, &lines) {
        Ok(appended) => appended,
        Err(StoreError::Conflict { .. }) => return Err(parted(store, &name, &id, &lines)?),
        Err(error) => {
            return Err(CliError::from(error).of(&name));
        }
    };
    Ok((id, appended, report))
}

/// Refuses a log in which an audit found errors.
///
/// # Errors
/// The first of them, and how many there are.
pub fn refuse(name: &str, wrong: &[String]) -> Result<(), CliError> {
    let Some(first) = wrong.first() else { return Ok(()) };
    let more = match wrong.len() - 1 {
        0 => String::new(),
        more => format!(" (and {})", count(more, "more error", "more errors")),
    };
    Err(CliError::refused(format!("{name}: an audit finds an error in it: {first}{more}")).hint(format!(
        "`adjutant audit {name}` lists everything; ask for a right copy, or take it as it is with --anyway: it stays, \
         and every audit will find this again"
    )))
}

/// Two logs of one match that agree up to some record and go on differently.
fn parted(store: &Store, name: &str, id: &str, lines: &[Line]) -> Result<CliError, CliError> {
    let stored = store.read(StreamKind::Match, id)?;
    let common = stored.iter().zip(lines).take_while(|(ours, theirs)| ours.link == theirs.link).count();
    let message = format!("{name}: this log and match {id} of the database differ from record {} on", common + 1);
    Ok(CliError::refused(message).hint(format!(
        "nothing was imported; compare it with `adjutant match show {id} --log`: both players sign one of the two"
    )))
}
