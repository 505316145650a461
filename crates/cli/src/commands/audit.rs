//! `adjutant audit PATH…`.

use std::io::Read;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use adjutant_store::{Store, StreamKind};
use serde::Serialize;

use crate::audit::{self, LogReport, Severity};
use crate::error::Exit;
use crate::output::Output;
use crate::{Outcome, files};

const SQLITE_MAGIC: &[u8] = b"SQLite format 3\0";

/// Arguments of `audit`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant audit logs/ final.jsonl\n\n\
    In folders, files named *.jsonl are read, but not those named *.bare.jsonl, which have no chain.\n\
    Ends with 0 where nothing was found, 1 with findings, 3 where nothing was found but a file could not be read.")]
pub struct Arguments {
    /// Logs, folders of logs, or a database
    #[arg(value_name = "PATH", required = true)]
    paths: Vec<PathBuf>,
    /// Audit so many logs at once [default: one for each core]
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
}

#[derive(Serialize)]
struct Report<'a> {
    logs: &'a [LogReport],
    errors: usize,
    warnings: usize,
}

/// Audits everything named and goes on after a bad log.
///
/// # Errors
/// Standard output that cannot be written; whatever is wrong with the logs is a finding.
pub fn run(arguments: &Arguments, output: &mut Output) -> Outcome {
    let mut reports = Vec::new();
    let mut logs = Vec::new();
    for path in &arguments.paths {
        gather(path, &mut logs, &mut reports);
    }
    let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    reports.extend(audit_all(&logs, arguments.jobs.map_or(cores, NonZeroUsize::get)));
    report(&reports, output)
}

/// Prints what was found.
///
/// # Errors
/// Standard output that cannot be written.
pub fn report(reports: &[LogReport], output: &mut Output) -> Outcome {
    let findings = || reports.iter().flat_map(|report| &report.findings);
    let errors = findings().filter(|finding| finding.severity == Severity::Error).count();
    let warnings = findings().count() - errors;
    if output.json {
        output.document(&Report { logs: reports, errors, warnings })?;
    } else {
        for report in reports {
            print(report, output)?;
        }
        if reports.len() > 1 {
            output.done(&format!("{} logs: {errors} errors, {warnings} warnings", reports.len()))?;
        }
    }
    let unreadable = findings().filter(|finding| finding.code == "unreadable").count();
    Ok(match (errors + warnings, unreadable) {
        (0, _) => Exit::Done,
        (all, unreadable) if all == unreadable => Exit::Files,
        _ => Exit::Refused,
    })
}

fn print(report: &LogReport, output: &mut Output) -> Result<(), crate::error::CliError> {
    if report.findings.is_empty() {
        let head = report.head.map_or_else(String::new, |head| format!(", head {head}"));
        return output.done(&format!(
            "{}: good; {} records, {}:{}{head}",
            report.path, report.records, report.vp.one, report.vp.two
        ));
    }
    for finding in &report.findings {
        let weight = match finding.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        let place = finding.record.map_or_else(String::new, |record| format!(" record {record}:"));
        output.text(&format!("{}:{place} {weight} {}: {}", report.path, finding.code, finding.message))?;
    }
    Ok(())
}

/// Finds the logs behind a path. A database is audited at once: it is one file with one reader.
fn gather(path: &Path, logs: &mut Vec<PathBuf>, reports: &mut Vec<LogReport>) {
    let unreadable = |error: &dyn std::fmt::Display| {
        LogReport::unreadable(path.display().to_string(), "unreadable", error.to_string())
    };
    if path.is_dir() {
        let before = logs.len();
        if let Err(error) = walk(path, logs) {
            reports.push(unreadable(&error));
        } else if logs.len() == before {
            reports.push(LogReport::unreadable(path.display().to_string(), "empty", "there is no *.jsonl in it"));
        }
    } else if is_database(path) {
        match audit_database(path) {
            Ok(found) => reports.extend(found),
            Err(error) => reports.push(unreadable(&error)),
        }
    } else {
        logs.push(path.to_path_buf());
    }
}

/// Symbolic links to folders are not followed, so that a ring of them ends.
fn walk(folder: &Path, logs: &mut Vec<PathBuf>) -> std::io::Result<()> {
    let mut entries = std::fs::read_dir(folder)?.collect::<Result<Vec<_>, _>>()?;
    entries.sort_by_key(std::fs::DirEntry::file_name);
    for entry in entries {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if entry.file_type()?.is_dir() {
            walk(&entry.path(), logs)?;
        } else if name.ends_with(".jsonl") && !name.ends_with(".bare.jsonl") {
            logs.push(entry.path());
        }
    }
    Ok(())
}

fn is_database(path: &Path) -> bool {
    let mut start = [0; SQLITE_MAGIC.len()];
    std::fs::File::open(path).and_then(|mut file| file.read_exact(&mut start)).is_ok() && start == SQLITE_MAGIC
}

fn audit_database(path: &Path) -> Result<Vec<LogReport>, adjutant_store::StoreError> {
    let store = Store::open_existing(path)?;
    store.check_pages()?;
    let heads = store.list(StreamKind::Match)?;
    heads
        .into_iter()
        .map(|head| {
            let lines = store.read(StreamKind::Match, &head.id)?;
            let name = format!("{} match {}", path.display(), head.id);
            Ok(audit::audit_lines(name, lines.iter().map(|line| line.bytes.as_slice())))
        })
        .collect()
}

/// Audits logs on several threads; the reports come in the order of the logs.
fn audit_all(logs: &[PathBuf], jobs: usize) -> Vec<LogReport> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        while let Some((index, path)) = Some(next.fetch_add(1, Ordering::Relaxed)).and_then(|i| Some((i, logs.get(i)?)))
        {
            done.push((index, audit_file(path)));
        }
        done
    };
    let jobs = jobs.min(logs.len());
    let mut reports: Vec<(usize, LogReport)> = if jobs < 2 {
        work()
    } else {
        std::thread::scope(|scope| {
            let threads: Vec<_> = (0..jobs).map(|_| scope.spawn(work)).collect();
            threads.into_iter().filter_map(|thread| thread.join().ok()).flatten().collect()
        })
    };
    // A thread that died must not make its logs look good.
    let done: std::collections::BTreeSet<usize> = reports.iter().map(|(index, _)| *index).collect();
    reports.extend((0..logs.len()).filter(|index| !done.contains(index)).map(|index| {
        let path = logs[index].display().to_string();
        (index, LogReport::unreadable(path, "unreadable", "the audit of this log broke off"))
    }));
    reports.sort_by_key(|(index, _)| *index);
    reports.into_iter().map(|(_, report)| report).collect()
}

fn audit_file(path: &Path) -> LogReport {
    let name = path.display().to_string();
    match files::read_log(path) {
        Ok(bytes) => audit::audit(name, &bytes),
        Err(error) => LogReport::unreadable(name, "unreadable", error.message),
    }
}
