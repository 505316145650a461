//! `adjutant demo [DIR]`.

mod hall;
#[cfg(feature = "serve")]
mod serving;
mod shown;

use std::path::PathBuf;

use adjutant_app::clock::Clock;
use adjutant_app::files;
use adjutant_engine::time::Timestamp;
use adjutant_replay::audit;
use adjutant_replay::tournaments::audit as event_audit;
use adjutant_store::StreamKind;
use adjutant_tournament::standings::standings;
use adjutant_tournament::{RoundNumber, TournamentCommand};

use crate::arguments::shared::{Shared, WhichPack};
use crate::commands::matches::export::whole_log;
use crate::error::{CliError, Exit, Outcome};
use crate::event_tables;
use crate::output::Output;
use hall::{Hall, ID, ROUNDS, internal};

/// When all of it happens: a second run gives the same bytes.
const START: &str = "2026-11-21T09:00:00Z";

/// Arguments of `demo`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples: adjutant demo --pack outposts-10th\n          \
    adjutant demo --serve\n\n\
    --serve goes on when the event is over: it serves that event and a second one that is being played, to this machine \
    alone. Look at both in a browser, enter results, publish a round. Ctrl-C stops; start it again and it goes on.")]
pub struct Arguments {
    /// Leave database, logs, standings, sheets and pages here
    #[arg(value_name = "DIR", default_value = "adjutant-demo")]
    folder: PathBuf,
    #[command(flatten)]
    pack: WhichPack,
    #[cfg(feature = "serve")]
    #[command(flatten)]
    serve: serving::Form,
}

/// Runs an event of 8 players and 3 rounds: every match is simulated and recorded command by command, the event is
/// ranked, audited, and printed.
///
/// # Errors
/// A folder that cannot be written, or that holds a database with other events of this name.
pub fn run(arguments: &Arguments, shared: &Shared, output: &mut Output) -> Outcome {
    #[cfg(feature = "serve")]
    arguments.serve.check(output)?;
    let folder = &arguments.folder;
    let pack = arguments.pack.read(shared)?;
    for below in ["logs", shown::SHEETS, shown::SCREENS] {
        files::make_folder(&folder.join(below))?;
    }
    let clock = Timestamp::parse(START).map_or(Clock::System, Clock::Fixed);
    let mut hall = Hall::open(shared.known.clone(), folder, (ID, "Autumn Open"), &pack, clock)?;
    output.done(&format!(
        "{}: 8 players, {ROUNDS} rounds; every pairing and every point is in a log.\n",
        hall.event.name()
    ))?;
    let mut records = 0;
    for round in (1..=ROUNDS).map(RoundNumber) {
        records += play_round(&mut hall, round, output)?;
        shown::sheets(&hall, round, folder)?;
    }
    hall.event.take(TournamentCommand::Finish { early: false, anyway: None }, "finish")?;
    hall.event.commit(&mut hall.store)?;
    let exit = conclude(&hall, arguments, records, output)?;
    #[cfg(feature = "serve")]
    if arguments.serve.wanted() {
        drop(hall);
        return arguments.serve.run(shared, folder, &pack, output).and(Ok(exit));
    }
    Ok(exit)
}

/// Pairs, publishes, plays and closes a round; gives the number of records of its matches.
fn play_round(hall: &mut Hall, round: RoundNumber, output: &mut Output) -> Result<u64, CliError> {
    let posted = hall.post(round)?;
    output.done(&event_tables::pairings(hall.event.name(), hall.event.state(), &posted.pairs))?;
    let mut records = 0;
    for game in &posted.games {
        records += hall.play(round, game)?;
    }
    hall.close(round)?;
    if let Some(closed) = hall.event.state().round(round) {
        let results = event_tables::results(hall.event.state(), closed);
        output.done(&format!("played, results from the match logs:\n{results}\n"))?;
    }
    Ok(records)
}

/// Writes the logs, audits all of them, and tells how it ended and where to look.
fn conclude(hall: &Hall, arguments: &Arguments, records: u64, output: &mut Output) -> Outcome {
    let (folder, event, store) = (&arguments.folder, &hall.event, &hall.store);
    let table = standings(event.state(), RoundNumber(ROUNDS));
    let csv =
        adjutant_tournament::csv_file::standings(&table, &event.state().policies().tie_breaks).map_err(internal)?;
    files::write(&folder.join("standings.csv"), csv.as_bytes())?;
    files::write(&folder.join("logs").join("demo.event.jsonl"), &event.log().to_bytes())?;
    let mut faults = 0;
    let heads = store.list(StreamKind::Match)?;
    for head in &heads {
        let log = whole_log(store, &head.id)?;
        files::write(&folder.join("logs").join(format!("{}.jsonl", head.id)), &log)?;
        let report = audit::audit(&store.known.rulebook(), head.id.clone(), &log);
        faults += report.findings.len() - report.count(audit::Severity::Note);
    }
    let judged = event_audit::audit_event(&store.known.rulebook(), ID, &event.log().to_bytes(), &mut |id| {
        whole_log(store, id).ok()
    });
    faults += judged.iter().filter(|finding| finding.severity == event_audit::Severity::Error).count();
    let verdict = format!("audited: {} matches, {records} records, {faults} faults", heads.len());
    if output.json {
        output.document(&serde_json::json!({
            "event": ID, "standings": table, "matches": heads.len(), "records": records, "faults": faults,
            "folder": folder,
        }))?;
    }
    output.done(&event_tables::standings(event.name(), event.state(), &table, None))?;
    output.done(&format!("\n{verdict}; every pairing was drawn anew, every result folded from its match log."))?;
    shown::tell(hall, folder, output)?;
    Ok(if faults == 0 { Exit::Done } else { Exit::Refused })
}
