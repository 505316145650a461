//! `adjutant event import F`.

use std::path::PathBuf;

use adjutant_app::error::Error;
use adjutant_app::files;
use adjutant_app::names;
use adjutant_app::tournaments::import::{self, ImportedLog};
use adjutant_core::counts::count;
use adjutant_tournament::TournamentId;

use super::policies::RankingArguments;
use crate::arguments::shared::Shared;
use crate::error::{CliError, Exit, Outcome};
use crate::output::Output;

/// Arguments of `event import`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples: adjutant event import gt.jsonl\n          \
    adjutant event import club.trf --id club-evening\n          \
    adjutant event import club.trf --tie-breaks buchholz-cut1,buchholz,sonneborn-berger\n\n\
    Audits the log first; imports it whole, or refuses it if the audit finds errors. \
    A log that continues an event in the database extends it. \
    A FIDE tournament report becomes a new event; `event export --trf` writes back what the log does not hold. It is ranked by \
    the tie-breaks that you name, otherwise by those that the file names (212), otherwise by buchholz, sonneborn-berger and wins; \
    games that were not played count by FIDE's rule in force.")]
pub struct Arguments {
    /// A log, as `event export --log` writes it, or a FIDE tournament report (TRF)
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Id of the event that a report becomes [default: made from the name in it]
    #[arg(long)]
    id: Option<TournamentId>,
    /// The ranking of an event that a report becomes
    #[command(flatten)]
    ranking: RankingArguments,
    /// Import the log even if the audit finds errors; nothing can be deleted later
    #[arg(long)]
    anyway: bool,
}

/// Takes an event log or a report, whole or not at all.
///
/// # Errors
/// A file that cannot be read, a log that does not chain, breaks the rules, or differs from the one that is there; a
/// report that contradicts itself about who met whom.
pub fn run(arguments: &Arguments, shared: &Shared, output: &mut Output) -> Outcome {
    let name = arguments.file.display().to_string();
    let bytes = files::read_log(&arguments.file)?;
    if adjutant_replay::tournaments::is_report(&name, &bytes) {
        return of_report(arguments, &name, &bytes, shared, output);
    }
    if arguments.id.is_some() {
        return Err(CliError::usage(format!("{name} is a log and names its event itself")).hint("leave --id out"));
    }
    if arguments.ranking.is_named() {
        return Err(CliError::usage(format!("{name} is a log and names its ranking itself"))
            .hint("leave --scheme, --tie-breaks and --buchholz-unplayed out"));
    }
    let mut store = shared.store()?;
    let imported = import::log(&mut store, &name, &bytes, arguments.anyway).map_err(|error| match error {
        Error::Unjudged { .. } => CliError::from(error)
            .hint(format!("`adjutant event import {name} --anyway` keeps it as it is: its chain is whole")),
        error => error.into(),
    });
    let ImportedLog { event, appended, wrong } = imported?;
    names::take_beside(&store, &bytes, &arguments.file)?;
    for what in &wrong {
        output.remark(&format!("{name}: imported anyway: {what}"));
    }
    if output.json {
        output.document(&serde_json::json!({
            "event": event, "file": name, "recorded": appended.written, "seq": appended.head.seq,
            "head": appended.head.hash,
        }))?;
    }
    let fresh = count(appended.written, "new record", "new records");
    output.done(&format!("{event}: {fresh}, {} in all", appended.head.seq))?;
    Ok(Exit::Done)
}

/// Makes an event of a report and says what has no place in its log.
fn of_report(arguments: &Arguments, file: &str, bytes: &[u8], shared: &Shared, output: &mut Output) -> Outcome {
    let (trf, latin1) = adjutant_replay::tournaments::read_trf(file, bytes)?;
    let stem = arguments.file.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let mut store = shared.store()?;
    let ranked = |base| arguments.ranking.applied_to(&base);
    let imported = import::report(&mut store, file, stem, (&trf, latin1), arguments.id.clone(), ranked)?;
    let (event, appended) = (&imported.event, imported.appended);
    let (players, rounds) = (event.state().players.len(), event.state().rounds.len());
    if output.json {
        output.document(&serde_json::json!({
            "event": event.id(), "file": file, "players": players, "rounds": rounds, "remarks": imported.remarks,
            "recorded": appended.written, "seq": appended.head.seq, "head": appended.head.hash,
        }))?;
    }
    output.done(&format!("{}: {} with {players} players and {rounds} rounds played", event.id(), event.name()))?;
    for remark in &imported.remarks {
        output.remark(&format!("{file}: {remark}"));
    }
    Ok(Exit::Done)
}
