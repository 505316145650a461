//! `adjutant audit PATH…`, and `adjutant audit --stream`.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use adjutant_app::audit::{Taker, audit_all, gather, in_order};
use adjutant_app::files;
use adjutant_core::counts::count;
use adjutant_engine::visible::message;
use adjutant_present::say::audited;
use adjutant_present::tables::text::listed;
use adjutant_replay::audit::{self, Beside, Code, Frame, Frames, LogReport, Part, Severity, Trust, Twins};

use crate::arguments::shared::Shared;
use crate::error::{CliError, Exit, Outcome};
use crate::output::Output;

/// Kinds of files that are named when they were passed over.
const KINDS_MAX: usize = 8;

/// Arguments of `audit`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant audit logs/ final.jsonl", after_long_help = long_help())]
pub struct Arguments {
    #[command(flatten)]
    logs: Logs,
    /// Trust only the keys in FILE: a name and a key on each line
    #[arg(long, value_name = "FILE")]
    trust: Option<PathBuf>,
    /// Say of logs of older laws what today's law would say
    #[arg(long, value_name = "LAW", conflicts_with = "stream")]
    also: Option<Also>,
}

/// Another law that is asked about logs of older ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Also {
    /// Today's law
    Today,
}

/// Which logs are read, and how: the arguments that `audit` and `facts` share.
#[derive(clap::Args, Debug)]
pub(super) struct Logs {
    /// Logs, folders of logs, or databases
    #[arg(value_name = "PATH", required_unless_present = "stream")]
    pub(super) paths: Vec<PathBuf>,
    /// Read logs from standard input, each behind a line with its length; print a JSON line for each
    #[arg(long, conflicts_with_all = ["paths", "part"])]
    pub(super) stream: bool,
    /// Take only part K of N: all parts together take every log once
    #[arg(long, value_name = "K/N")]
    pub(super) part: Option<Part>,
    /// Read this many logs at once [default: one for each core]
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
}

impl Logs {
    /// How many logs are read at once.
    pub(super) fn jobs(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        self.jobs.map_or_else(cores, NonZeroUsize::get)
    }
}

fn long_help() -> String {
    let codes: String = Code::ALL
        .iter()
        .map(|code| {
            let head = format!("{:<16}{}", code.as_str(), code.severity().as_str());
            listed(&head, 23, code.meaning())
        })
        .collect();
    format!(
        "In a folder, audits files named *.jsonl, databases, and every other file that begins like a log. Leaves out \
         files named *.bare.jsonl, which have no chain, and counts what it left out. Refuses pipes and devices.\n\n\
         Exit code: 0 if there are only notes, 1 with errors or warnings, 3 if the only fault is a file that cannot be \
         read, 4 if nothing worse was found than logs that cannot be judged.\n\n\
         A log is judged by the law that it names, or else by law 1: the engine of an older law says whether it is good \
         (`old-law`). --also today adds what today's law would say. A log that no law here takes is `cannot-judge`: \
         its chain is whole, and nothing is known to be wrong.\n\n\
         \"good\" means: nothing was changed inside the log, every record follows the rules, and the points are right. \
         It does not prove that the battle happened that way, because somebody can write a whole new log. Compare the \
         head with the signed sheet, the event's record or the printed standings; or let the players sign, and name \
         their keys with --trust. FILE has one line for each key: the player's name as in the log, `organiser` or `judge`, \
         a blank, and the key as `adjutant key show` prints it. Only a key of that name signs for it. A match must \
         be over, its sealed dice opened, and all of it signed by both players; what a judge recorded behind that \
         counts if a judge has signed it. An event must have ended and be signed by the organiser to its end. It then \
         covers the matches that are audited beside it: one whose head its result names needs no signatures, unless \
         the result says that both have signed, and nothing rests on one whose result was entered by hand \
         (`not-used`).\n\n\
         --part K/N is for several machines or jobs that see the same folders: name the same paths to each. Copies and \
         forks of a match come into the same part.\n\n\
         --stream is for other programs. Standard input holds, for each log, one line such as \
         {{\"bytes\":57696,\"log\":\"north/gt-r1-t01\"}} and then that many bytes. Standard output gets one line for each: a \
         report as in `adjutant schema report`, in the same order, flushed before the program waits for more input. A \
         frame that is wrong is a finding (`frame`), and the next one is read. Each log is judged by itself: no copies \
         and forks are looked for (compare `origin` and `head`), and an event is not compared with its matches.\n\n\
         Findings:\n{codes}\nExample: adjutant audit logs/ final.jsonl"
    )
}

/// Audits everything named and goes on after a bad log.
///
/// # Errors
/// Standard output that cannot be written; whatever is wrong with the logs is a finding.
pub fn run(arguments: &Arguments, shared: &Shared, output: &mut Output) -> Outcome {
    let trust = arguments.trust.as_deref().map(trust).transpose()?;
    let logs = &arguments.logs;
    let jobs = logs.jobs();
    if logs.stream {
        return stream(shared, jobs, trust, output);
    }
    let gathered = gather(&logs.paths);
    let mut passed_over = gathered.passed_over.clone();
    // The other parts of several see the same events.
    let beside = trust.as_ref().map(|trust| audit::told_by_events(trust, &gathered.sources)).unwrap_or_default();
    let (rules, sources) = (shared.known.rulebook(), gathered.sources);
    let (own, mut twins) = match logs.part {
        None => (None, Twins::default()),
        Some(part) => {
            passed_over.retain(|_, _| part.is_first());
            let mut parted = part.of(&rules, &sources);
            let twins = Twins::of_part(&mut parted);
            (Some(parted.own), twins)
        }
    };
    let progress = output.progress(own.as_ref().map_or(sources.len(), Vec::len), "logs");
    let mut printer = Printer::new(output)?;
    printer.passed_over = passed_over;
    audit_all(&rules, &sources, own.as_deref(), jobs, |index, mut report| {
        twins.compare(&rules, index, &mut report, &sources);
        if arguments.also.is_some() {
            audit::also_today(&rules, index, &mut report, &sources);
        }
        if let Some(trust) = &trust {
            trust.judge(&mut report, &beside);
        }
        progress.step(|watched| {
            printer.take(&report)?;
            if watched { printer.output.flush() } else { Ok(()) }
        })
    })?;
    progress.finish();
    printer.finish()
}

/// The frames of standard input.
pub(super) fn framed() -> Frames<std::io::BufReader<std::io::Stdin>> {
    Frames::new(std::io::BufReader::with_capacity(1 << 16, std::io::stdin()))
}

/// Audits the logs of standard input, a line for each.
fn stream(shared: &Shared, jobs: usize, trust: Option<Trust>, output: &mut Output) -> Outcome {
    let rules = shared.known.rulebook();
    let worker = || {
        let rules = rules.clone();
        move |frame: Frame| match frame.log {
            Ok(log) => audit::audit_bytes(&rules, frame.name, &log),
            Err(fault) => fault.report(frame.name),
        }
    };
    let mut lines = Lines { output, trust, faults: Faults::default() };
    in_order(framed(), jobs, worker, &mut lines)?;
    Ok(lines.faults.exit())
}

/// Prints a line for each report.
struct Lines<'a> {
    output: &'a mut Output,
    trust: Option<Trust>,
    faults: Faults,
}

impl Taker<LogReport, CliError> for Lines<'_> {
    fn take(&mut self, mut report: LogReport) -> Result<(), CliError> {
        if let Some(trust) = &self.trust {
            trust.judge(&mut report, &Beside::default());
        }
        self.faults.count(&report);
        self.output.document(&report)
    }

    fn wait(&mut self) -> Result<(), CliError> {
        self.output.flush()
    }
}

/// How many findings of each weight.
#[derive(Default)]
struct Faults {
    errors: usize,
    warnings: usize,
    notes: usize,
    unreadable: usize,
    unjudged: usize,
}

impl Faults {
    fn count(&mut self, report: &LogReport) {
        self.errors += report.count(Severity::Error);
        self.warnings += report.count(Severity::Warning);
        self.notes += report.count(Severity::Note);
        let found = |codes: &[Code]| report.findings.iter().filter(|finding| codes.contains(&finding.code)).count();
        self.unreadable += found(&[Code::Unreadable]);
        self.unjudged += found(&[Code::CannotJudge, Code::Newer]);
    }

    fn exit(&self) -> Exit {
        match (self.errors + self.warnings, self.unreadable, self.unjudged) {
            (0, ..) => Exit::Done,
            (all, unreadable, unjudged) if all == unreadable + unjudged => {
                if unreadable > 0 {
                    Exit::Files
                } else {
                    Exit::Unjudged
                }
            }
            _ => Exit::Refused,
        }
    }
}

fn trust(path: &Path) -> Result<Trust, CliError> {
    let name = path.display();
    let text = String::from_utf8(files::read_log(path)?)
        .map_err(|_| CliError::refused(format!("{name}: this is not a text file")))?;
    Trust::read(&text).map_err(|line| {
        CliError::refused(format!("{name}:{line}: this line names no key"))
            .hint("a line is a name, a blank, and 64 digits 0-9 a-f, such as `adjutant key show` prints")
    })
}

/// Prints what was found in logs that were audited already.
///
/// # Errors
/// Standard output that cannot be written.
pub fn report(reports: &[LogReport], output: &mut Output) -> Outcome {
    let mut printer = Printer::new(output)?;
    for report in reports {
        printer.take(report)?;
    }
    printer.finish()
}

/// Prints reports one by one and keeps nothing but sums.
struct Printer<'a> {
    output: &'a mut Output,
    logs: usize,
    faults: Faults,
    passed_over: BTreeMap<String, usize>,
}

impl<'a> Printer<'a> {
    fn new(output: &'a mut Output) -> Result<Printer<'a>, CliError> {
        if output.json {
            output.json_text("{\"logs\":[")?;
        }
        let passed_over = BTreeMap::new();
        Ok(Printer { output, logs: 0, faults: Faults::default(), passed_over })
    }

    fn take(&mut self, report: &LogReport) -> Result<(), CliError> {
        if self.output.json {
            if self.logs > 0 {
                self.output.json_text(",")?;
            }
            self.output.part(report)?;
        } else {
            print(report, self.output)?;
        }
        self.logs += 1;
        self.faults.count(report);
        Ok(())
    }

    fn finish(self) -> Outcome {
        let Printer { output, logs, faults, passed_over } = self;
        let Faults { errors, warnings, notes, .. } = faults;
        let passed: usize = passed_over.values().sum();
        if output.json {
            output.json_text(&format!(
                "],\"passed_over\":{passed},\"errors\":{errors},\"warnings\":{warnings},\"notes\":{notes}}}\n"
            ))?;
        } else if logs > 1 {
            output.done(&format!("{logs} logs: {errors} errors, {warnings} warnings, {notes} notes"))?;
        }
        if passed > 0 {
            let files = count(passed, "file was not audited", "files were not audited");
            let mut kinds: Vec<String> = passed_over.iter().map(|(kind, many)| format!("{many} {kind}")).collect();
            if kinds.len() > KINDS_MAX {
                kinds.truncate(KINDS_MAX);
                kinds.push("others".to_owned());
            }
            output.remark(&format!("{files}, because they are not logs: {}", kinds.join(", ")));
        }
        Ok(faults.exit())
    }
}

fn print(report: &LogReport, output: &mut Output) -> Result<(), CliError> {
    if report.good() {
        output.done(&message(&audited::good(report)))?;
    }
    for finding in &report.findings {
        let line = audited::finding(report, finding);
        match finding.severity {
            Severity::Note => output.done(&message(&line))?,
            Severity::Warning | Severity::Error => output.finding(&line)?,
        }
        if finding.code == Code::DiceSealed {
            output.remark("`adjutant match unseal` opens the seed on the machine that keeps it");
        }
    }
    Ok(())
}
