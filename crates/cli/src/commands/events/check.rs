//! `adjutant event check ID|FILE`.

use adjutant_core::counts::count;
use adjutant_replay::tournaments::audit::{Severity, TournamentFinding, audit_watched};
use adjutant_replay::tournaments::export::Source;
use adjutant_store::StreamKind;
use adjutant_tournament::TournamentLog;
use adjutant_tournament::check::check_trf;

use super::export;
use crate::arguments::shared::Shared;
use crate::commands::matches::export::whole_log;
use crate::error::{Exit, Outcome};
use crate::output::Output;

/// Arguments of `event check`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples: adjutant event check gt\n          \
    adjutant event check club.trf\n\n\
    The check shares no code with the pairing search. It recomputes results that came from match logs of the database \
    from those logs. The exit code is 1 if something is wrong.")]
pub struct Arguments {
    /// The event, an event log (*.jsonl), or a TRF file
    event: String,
}

/// Lets the independent judge read an event.
///
/// # Errors
/// No such event, or a file that cannot be read.
pub fn run(arguments: &Arguments, shared: &Shared, output: &mut Output) -> Outcome {
    let (rounds, findings) = match export::open(&arguments.event, shared)? {
        Source::Trf(trf, _) => {
            let report = check_trf(&trf);
            (report.rounds, report.findings.into_iter().map(of_judge).collect())
        }
        Source::Log(log) => {
            let progress = output.patience(1, "checking");
            let found = of_log(&log, shared, &mut |done, all| progress.at_of(done, all))?;
            progress.finish();
            (log.state().rounds.len() as u16, found)
        }
    };
    let faults = findings.iter().filter(|finding| finding.severity == Severity::Error).count();
    if output.json {
        output.document(&serde_json::json!({
            "event": arguments.event, "rounds": rounds, "faults": faults, "findings": findings,
        }))?;
    } else {
        let good = faults == 0;
        for finding in &findings {
            output.finding(&line(&arguments.event, finding))?;
        }
        let (rounds, faults) = (count(rounds.into(), "round", "rounds"), count(faults, "fault", "faults"));
        let verdict = if good { "good" } else { "not good" };
        output.done(&format!("{}: {verdict}; {rounds}, {faults}", arguments.event))?;
    }
    Ok(if faults == 0 { Exit::Done } else { Exit::Refused })
}

fn of_log(
    log: &TournamentLog,
    shared: &Shared,
    watch: &mut dyn FnMut(usize, usize),
) -> Result<Vec<TournamentFinding>, crate::error::CliError> {
    let store = shared.reader()?;
    let mut matches = |id: &str| {
        store.head(StreamKind::Match, id).ok()??;
        whole_log(&store, id).ok()
    };
    Ok(audit_watched(&adjutant_app::packs::packs(), log, &mut matches, watch))
}

fn of_judge(found: adjutant_tournament::check::Finding) -> TournamentFinding {
    TournamentFinding {
        severity: if found.fault { Severity::Error } else { Severity::Remark },
        code: found.code,
        round: found.round,
        record: None,
        sentence: found.text,
        contested: None,
    }
}

fn line(event: &str, finding: &TournamentFinding) -> String {
    let weight = match finding.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Remark => "remark",
    };
    let round = finding.round.map_or_else(String::new, |round| format!(" round {round}:"));
    let record = finding.record.map_or_else(String::new, |record| format!(" record {record}:"));
    format!("{event}:{round}{record} {weight} {}: {}", finding.code, finding.sentence)
}
