//! `adjutant archive add|check|extract`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use adjutant_app::archive::{self, Archive, ArchiveError, Checked, Manifest};
use adjutant_app::audit::gather;
use adjutant_core::counts::count;
use adjutant_engine::chain::Hash;
use adjutant_engine::visible::message;
use clap::Subcommand;
use serde::Serialize;

use crate::arguments::shared::Shared;
use crate::error::{CliError, ErrorKind, Exit, Outcome};
use crate::output::Output;

/// The verbs of `archive`.
#[derive(Subcommand, Debug)]
pub enum Verb {
    /// Add logs, folders of logs or databases to an archive
    Add(Add),
    /// Check that an archive still holds what went into it
    Check(Check),
    /// Write the logs of an archive as files again
    Extract(Extract),
}

/// Arguments of `archive add`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant archive add logs/ -o archive\n\n\
    An archive is a folder of Parquet files, which DuckDB, Polars and Spark read: `records` holds the records without \
    their hashes, `logs` the head that proves each log, and `matches`, `sides`, `secondaries`, `awards`, `events`, \
    `pairings`, `standings` and `findings` what the logs come to. A log whose chain is broken is kept as it is in \
    `odd`. Nothing in the archive is changed: new logs go into new files. A log that is there already is passed over, \
    so you can repeat the command. Write down the root that it prints: `adjutant archive check --root` proves later \
    that no log was taken away.\n\n\
    Exit code: 0, or 3 if a log cannot be read; the others are added.")]
pub struct Add {
    /// Logs, folders of logs, databases, or archives
    #[arg(value_name = "PATH", required = true)]
    paths: Vec<PathBuf>,
    /// The folder of the archive; made where there is none
    #[arg(short = 'o', long, value_name = "DIR")]
    output: PathBuf,
    /// Read this many logs at once [default: one for each core]
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
}

/// Arguments of `archive check`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant archive check archive --root 3f0c…\n\n\
    Rebuilds every log and compares its head, audits it and compares every table with what the log comes to, and \
    computes the root over all heads. `adjutant audit archive` audits the logs without comparing the tables.\n\n\
    Exit code: 0, 1 if something is wrong, or 3 if only a pack is not here that a match was played by.")]
pub struct Check {
    /// The folder of the archive
    archive: PathBuf,
    /// The root that you wrote down: 64 digits
    #[arg(long, value_name = "ROOT", value_parser = root)]
    root: Option<Hash>,
    /// Check this many logs at once [default: one for each core]
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
}

/// Arguments of `archive extract`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant archive extract archive -o logs\n\n\
    Every log is proven by its head before it is written. A file that is there already is left as it is.\n\n\
    Exit code: 0, or 1 if a log could not be written.")]
pub struct Extract {
    /// The folder of the archive
    archive: PathBuf,
    /// Only these logs: their names, or the beginning of their names
    #[arg(value_name = "NAME")]
    names: Vec<String>,
    /// Where the files go
    #[arg(short = 'o', long, value_name = "DIR")]
    output: PathBuf,
}

/// What `archive add` says as JSON.
#[derive(Serialize)]
struct Added {
    added: u64,
    odd: u64,
    known: u64,
    unreadable: Vec<Fault>,
    logs: u64,
    root: Hash,
}

/// What `archive check` says as JSON.
#[derive(Serialize)]
struct Told {
    logs: u64,
    records: u64,
    root: Hash,
    odd: u64,
    not_compared: u64,
    faults: Vec<String>,
}

/// What `archive extract` says as JSON.
#[derive(Serialize)]
struct Extracted {
    logs: u64,
    bytes: u64,
    faults: Vec<Fault>,
}

/// A log that could not be read or written.
#[derive(Serialize)]
struct Fault {
    log: String,
    message: String,
}

/// Does a verb of `archive`.
///
/// # Errors
/// A folder that is not an archive or cannot be written.
pub fn run(verb: &Verb, shared: &Shared, output: &mut Output) -> Outcome {
    match verb {
        Verb::Add(own) => add(own, shared, output),
        Verb::Check(own) => check(own, shared, output),
        Verb::Extract(own) => extract(own, output),
    }
}

fn root(text: &str) -> Result<Hash, &'static str> {
    Hash::parse(text).ok_or("a root is 64 digits of 0-9 a-f")
}

fn failed(error: ArchiveError) -> CliError {
    let kind = if matches!(error, ArchiveError::Busy(_)) { ErrorKind::Refused } else { ErrorKind::Files };
    let more = match error {
        ArchiveError::Broken { .. } | ArchiveError::Changed(_) => {
            "; `adjutant archive check` names everything that is wrong with this one"
        }
        ArchiveError::File(_) | ArchiveError::Busy(_) => "",
    };
    CliError::new(kind, message(&error.to_string())).hint(format!("{}{more}", error.hint()))
}

fn jobs(named: Option<NonZeroUsize>) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    named.map_or_else(cores, NonZeroUsize::get)
}

fn number(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

fn add(arguments: &Add, shared: &Shared, output: &mut Output) -> Outcome {
    let gathered = gather(&arguments.paths);
    let progress = output.patience(gathered.sources.len(), "adding logs");
    let mut done = 0;
    let (manifest, added) = archive::add(
        &shared.known.rulebook(),
        &arguments.output,
        gathered.sources.into_all(),
        jobs(arguments.jobs),
        &mut || {
            done += 1;
            progress.at(done);
        },
    )
    .map_err(failed)?;
    progress.finish();
    let unreadable = faults(&added.unreadable, output);
    let Manifest { logs, root, .. } = manifest;
    let mut text = count(number(added.logs), "log was added", "logs were added");
    if added.odd > 0 {
        text += &format!(", {} of them as they are, because their chain is broken", added.odd);
    }
    if added.known > 0 {
        text += &format!("; {}", count(number(added.known), "log was there already", "logs were there already"));
    }
    let whole = format!("{} in {}, root {root}", count(number(logs), "log", "logs"), arguments.output.display());
    let failed = !unreadable.is_empty();
    let said = Added { added: added.logs, odd: added.odd, known: added.known, unreadable, logs, root };
    output.told(&said, &format!("{}\n{}", message(&text), message(&whole)))?;
    Ok(if failed { Exit::Files } else { Exit::Done })
}

fn check(arguments: &Check, shared: &Shared, output: &mut Output) -> Outcome {
    let manifest = Archive::open(&arguments.archive).map_err(failed)?.manifest;
    let progress = output.patience(number(manifest.logs), "checking logs");
    let mut done = 0;
    let mut checked = archive::check(&shared.known.rulebook(), &arguments.archive, jobs(arguments.jobs), &mut || {
        done += 1;
        progress.at(done);
    })
    .map_err(failed)?;
    progress.finish();
    let Manifest { records, root, .. } = checked.manifest;
    if let Some(wanted) = arguments.root.filter(|wanted| *wanted != root) {
        checked.faults.push(format!("the root is {root}, not {wanted}: logs were added or taken away since"));
    }
    if !output.json {
        for fault in &checked.faults {
            output.finding(&message(fault))?;
        }
    }
    for (lacks, logs) in &checked.left {
        let logs = count(number(*logs), "log was", "logs were");
        output.remark(&message(&format!("{lacks}: {logs} not compared with the tables; name it with --packs DIR")));
    }
    let (good, not_compared) = (checked.faults.is_empty(), checked.left.values().sum());
    let logs = count(number(checked.logs), "log comes", "logs come");
    let end = if good { "good" } else { "not good" };
    let odd = if checked.odd > 0 { format!(", {} of them kept as they are", checked.odd) } else { String::new() };
    let text =
        format!("{}: {end}; {logs} out with the heads that went in{odd}, root {root}", arguments.archive.display());
    let Checked { logs, odd, faults, .. } = checked;
    output.told(&Told { logs, records, root, odd, not_compared, faults }, &message(&text))?;
    Ok(match (good, not_compared) {
        (false, _) => Exit::Refused,
        (true, 0) => Exit::Done,
        _ => Exit::Files,
    })
}

fn extract(arguments: &Extract, output: &mut Output) -> Outcome {
    let archive = Archive::open(&arguments.archive).map_err(failed)?;
    let names = &arguments.names;
    let wanted = |entry: &archive::Entry| names.is_empty() || names.iter().any(|name| entry.name.starts_with(name));
    let progress = output.patience(number(archive.manifest.logs), "writing logs");
    let mut done = 0;
    let extracted = archive::extract(&archive, &arguments.output, &wanted, &mut || {
        done += 1;
        progress.at(done);
    })
    .map_err(failed)?;
    progress.finish();
    if done == 0 && !names.is_empty() {
        return Err(CliError::refused("the archive has no log of that name")
            .hint("`adjutant audit` with the archive lists the names of its logs"));
    }
    let faults = faults(&extracted.faults, output);
    let text = format!(
        "{} written to {}, {} bytes",
        count(number(extracted.logs), "log", "logs"),
        arguments.output.display(),
        extracted.bytes
    );
    let failed = !faults.is_empty();
    output.told(&Extracted { logs: extracted.logs, bytes: extracted.bytes, faults }, &message(&text))?;
    Ok(if failed { Exit::Refused } else { Exit::Done })
}

fn faults(of: &[(String, String)], output: &mut Output) -> Vec<Fault> {
    for (log, why) in of {
        output.remark(&message(&format!("{log}: {why}")));
    }
    of.iter().map(|(log, message)| Fault { log: log.clone(), message: message.clone() }).collect()
}
