//! `adjutant match show ID`.

use adjutant_engine::ids::MatchId;

use crate::commands::Shared;
use crate::commands::match_::export::whole_log;
use crate::error::Exit;
use crate::logs::{self, Chained};
use crate::output::Output;
use crate::{Outcome, shorthand, table};

/// Arguments of `match show`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant match show final --at 57 --why")]
pub struct Arguments {
    /// The match
    id: MatchId,
    /// Show the state after record SEQ
    #[arg(long, value_name = "SEQ")]
    at: Option<u64>,
    /// Add every award with its reason
    #[arg(long)]
    why: bool,
    /// Add the records
    #[arg(long)]
    log: bool,
}

/// Prints the state.
///
/// # Errors
/// No such match, or a record that it does not have.
pub fn run(arguments: &Arguments, shared: &Shared, output: &mut Output) -> Outcome {
    let store = shared.store()?;
    let bytes = whole_log(&store, arguments.id.as_str())?;
    let name = format!("match {}", arguments.id);
    let records = logs::read_chained(&name, &bytes)?;
    let view = logs::fold_chained(&name, &records, arguments.at)?.view();
    if output.json {
        output.document(&view)?;
        return Ok(Exit::Done);
    }
    output.text(&table::board(&view))?;
    if arguments.why {
        output.text(&table::ledger(&view))?;
    }
    if arguments.log {
        let end = logs::until(&name, records.len(), arguments.at)?;
        output.text(&log(&records[..end]))?;
    }
    Ok(Exit::Done)
}

fn log(records: &[Chained]) -> String {
    let mut rows = table::new();
    rows.set_header(["record", "at", "by", "command", "VP"]);
    for Chained { record, .. } in records {
        let vp = format!("{}:{}", record.vp.one, record.vp.two);
        rows.add_row([
            &record.seq.to_string(),
            &record.at.to_string(),
            record.by.as_str(),
            &shorthand::words(&record.command),
            &vp,
        ]);
    }
    rows.to_string()
}
