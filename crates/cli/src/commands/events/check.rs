//! `adjutant event check ID|FILE`.

use adjutant_core::counts::count;
use adjutant_present::tables::text::listed;
use adjutant_replay::audit::{Code, Finding, LogReport, judged_event};
use adjutant_replay::laws::Law;
use adjutant_replay::tournaments::audit::{EventCode, Severity, TournamentFinding, audit_watched};
use adjutant_replay::tournaments::export::Source;
use adjutant_store::StreamKind;
use adjutant_tournament::TournamentLog;
use adjutant_tournament::check::{FindingKind, TrfFindingKind, check_trf};

use super::export;
use crate::arguments::shared::Shared;
use crate::commands::matches::export::whole_log;
use crate::error::{Exit, Outcome};
use crate::output::Output;

/// Arguments of `event check`.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES, after_long_help = long_help())]
pub struct Arguments {
    /// The event, an event log (*.jsonl), or a TRF file
    event: String,
}

const EXAMPLES: &str = "Examples: adjutant event check gt\n          \
    adjutant event check club.trf\n\n\
    The check shares no code with the pairing search. It recomputes results that came from match logs of the database \
    from those logs. The exit code is 1 if something is wrong.";

fn long_help() -> String {
    let pairings = FindingKind::ALL.map(|kind| listed(kind.code(), CODES, kind.meaning())).concat();
    let log = EventCode::ALL.map(|code| listed(code.as_str(), CODES, code.meaning())).concat();
    let trf = TrfFindingKind::ALL.map(|kind| listed(kind.code(), CODES, kind.meaning())).concat();
    format!(
        "{EXAMPLES}\n\nWhat it can find in pairings, results and standings, an error where nothing else is said:\n{pairings}\n\
         In the log, its signatures and the logs of its matches:\n{log}\nIn a TRF file:\n{trf}"
    )
}

/// Where the meaning of a code begins.
const CODES: usize = 20;

/// Lets the independent judge read an event.
///
/// # Errors
/// No such event, or a file that cannot be read.
pub fn run(arguments: &Arguments, shared: &Shared, output: &mut Output) -> Outcome {
    let (rounds, findings) = match export::open(&arguments.event, shared)? {
        Source::Trf(trf, _) => {
            let report = check_trf(&trf);
            (report.rounds, report.findings.into_iter().map(TournamentFinding::from).collect())
        }
        Source::Log(log) => {
            let progress = output.patience(1, "checking");
            let found = of_log(&arguments.event, &log, shared, &mut |done, all| progress.at_of(done, all))?;
            progress.finish();
            (log.state().rounds.len() as u16, found)
        }
    };
    let faults = findings.iter().filter(|finding| finding.severity == Severity::Error).count();
    let unjudged =
        findings.iter().any(|found| [Code::CannotJudge, Code::Newer].iter().any(|code| code.as_str() == found.code));
    let (verdict, exit) = match (faults, unjudged) {
        (0, false) => ("good", Exit::Done),
        (0, true) => ("cannot be judged", Exit::Unjudged),
        _ => ("not good", Exit::Refused),
    };
    if output.json {
        output.document(&serde_json::json!({
            "event": arguments.event, "rounds": rounds, "faults": faults, "findings": findings,
        }))?;
    } else {
        for finding in &findings {
            output.finding(&line(&arguments.event, finding))?;
        }
        let (rounds, faults) = (count(rounds.into(), "round", "rounds"), count(faults, "fault", "faults"));
        output.done(&format!("{}: {verdict}; {rounds}, {faults}", arguments.event))?;
    }
    Ok(exit)
}

fn of_log(
    name: &str,
    log: &TournamentLog,
    shared: &Shared,
    watch: &mut dyn FnMut(usize, usize),
) -> Result<Vec<TournamentFinding>, crate::error::CliError> {
    let store = shared.reader()?;
    let mut matches = |id: &str| {
        store.head(StreamKind::Match, id).ok()??;
        whole_log(&store, id).ok()
    };
    let rules = shared.known.rulebook();
    let found = audit_watched(&rules, log, &mut matches, watch);
    let bytes = log.to_bytes();
    match Law::of_log(&bytes) {
        Law::Today => Ok(found),
        _ => Ok(by_its_law(&judged_event(&rules, name.to_owned(), &bytes, &mut matches).report, &found)),
    }
}

/// What the engine of an older law finds: in the form in which today's finds the same, where it does.
fn by_its_law(report: &LogReport, todays: &[TournamentFinding]) -> Vec<TournamentFinding> {
    let same = |found: &Finding, todays: &&TournamentFinding| {
        let round = todays.round.map_or_else(String::new, |round| format!("round {round}: "));
        found.record == todays.record && found.message == format!("{}: {round}{}", todays.code, todays.sentence)
    };
    let of_report = |found: &Finding| match todays.iter().find(|todays| same(found, todays)) {
        Some(known) => known.clone(),
        None => TournamentFinding {
            severity: found.severity,
            code: found.code.as_str(),
            round: None,
            record: found.record,
            sentence: found.message.clone(),
            contested: None,
        },
    };
    report.findings.iter().map(of_report).collect()
}

fn line(event: &str, finding: &TournamentFinding) -> String {
    let weight = finding.severity.of_event();
    let round = finding.round.map_or_else(String::new, |round| format!(" round {round}:"));
    let record = finding.record.map_or_else(String::new, |record| format!(" record {record}:"));
    format!("{event}:{round}{record} {weight} {}: {}", finding.code, finding.sentence)
}
