//! `adjutant event bundle ID`: everything that a stranger needs to check an event, in one archive.

use std::collections::BTreeSet;
use std::io::{Cursor, Write};
use std::path::PathBuf;

use adjutant_app::ErrorKind;
use adjutant_app::files::{self, shown};
use adjutant_app::matches::whole_log;
use adjutant_app::page;
use adjutant_app::tournaments::recording::stored_log;
use adjutant_present::verifier;
use adjutant_replay::audit::matches_of;
use adjutant_replay::laws::Law;
use adjutant_replay::tournaments::{export, read};
use adjutant_tournament::csv_file;
use adjutant_tournament::standings::standings;
use adjutant_tournament::{RoundNumber, TournamentId};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use crate::arguments::shared::Shared;
use crate::commands::matches::theatre::Module;
use crate::error::{CliError, Exit, Outcome};
use crate::output::Output;

/// Arguments of `event bundle`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant event bundle gt -o gt.zip --trust keys.txt\n\n\
    The log of the event, those of its matches, standings, pairings with what proves them, the keys, and the page that \
    checks all of it in a browser.")]
pub struct Arguments {
    /// The event
    #[arg(value_name = "ID")]
    id: TournamentId,
    /// Write it to F, a zip archive
    #[arg(short = 'o', long, value_name = "F")]
    output: PathBuf,
    /// Put this file of trusted keys into it
    #[arg(long, value_name = "F")]
    trust: Option<PathBuf>,
    #[command(flatten)]
    module: Module,
}

/// Writes the archive.
///
/// # Errors
/// No such event, or a file that cannot be read or written.
pub fn run(arguments: &Arguments, shared: &Shared, output: &mut Output) -> Outcome {
    let (id, store) = (&arguments.id, shared.reader()?);
    let log = stored_log(&store, id)?;
    let event = read(&format!("event {id}"), &log)?;
    let mut files = vec![(format!("{id}.event.jsonl"), log.clone())];
    let wanted: BTreeSet<String> = matches_of(&shared.known.rulebook(), &log).into_iter().collect();
    let mut missing = Vec::new();
    for own in &wanted {
        match whole_log(&store, own) {
            Ok(bytes) => files.push((format!("logs/{own}.jsonl"), bytes)),
            Err(error) if error.kind() == ErrorKind::NotFound => missing.push(own.as_str()),
            Err(error) => return Err(error.into()),
        }
    }
    let matches = files.len() - 1;
    let laws = files.iter().filter_map(|(_, log)| match Law::of_log(log) {
        Law::Older(law) => Some(law),
        _ => None,
    });
    let laws: BTreeSet<u32> = laws.collect();
    files.extend(laws.into_iter().filter_map(|law| Some((format!("engine-{law}.wasm"), page::engine(law)?))));
    let state = event.state();
    let table = standings(state, RoundNumber(state.rounds.len() as u16));
    let unwritten = |error: &dyn std::fmt::Display| CliError::refused(error.to_string());
    let csv = csv_file::standings(&table, &state.policies().tie_breaks).map_err(|error| unwritten(&error))?;
    files.push(("standings.csv".to_owned(), csv.into_bytes()));
    let document = serde_json::to_vec_pretty(&export::document(&event)).map_err(|error| unwritten(&error))?;
    files.push(("event.json".to_owned(), document));
    if let Some(path) = &arguments.trust {
        files.push(("trust.txt".to_owned(), files::read_log(path)?));
    }
    let module = arguments.module.read(output)?;
    if let Some(module) = &module {
        files.push(("verify.html".to_owned(), verifier::html(module, &page::engines()).into_bytes()));
    }
    files.push(("README.txt".to_owned(), read_me(&arguments.id, module.is_some()).into_bytes()));
    output.write(&arguments.output, &zipped(&files)?)?;
    if !missing.is_empty() {
        output.remark(&format!("without the logs of {}, which are not in this database", missing.join(", ")));
    }
    let told = serde_json::json!({
        "event": id, "file": arguments.output.display().to_string(), "matches": matches, "missing": missing,
        "module": module.is_some(),
    });
    let said = format!("{id}: the event and {matches} matches in {}", shown(&arguments.output));
    output.told(&told, &said)?;
    Ok(Exit::Done)
}

fn read_me(id: &TournamentId, page: bool) -> String {
    let open = if page { "Open verify.html in a browser and choose this archive, or run" } else { "Unpack it and run" };
    format!(
        "The event {id}: its log, the logs of its matches, standings.csv, and event.json with pairings and results.\n\n\
         {open}\n\n    adjutant audit {id}.event.jsonl logs\n\n\
         Good means: nothing was changed in these logs, every record follows the rules, the points are right, and the \
         pairings and results are as the rules of the event make them. Compare the head of the event with the one on the \
         printed standings.\n"
    )
}

/// The same files give the same bytes: no file has a date of its own.
fn zipped(files: &[(String, Vec<u8>)]) -> Result<Vec<u8>, CliError> {
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .last_modified_time(zip::DateTime::default())
        .unix_permissions(0o644);
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    let written = files.iter().try_for_each(|(name, bytes)| {
        archive.start_file(name.as_str(), options)?;
        archive.write_all(bytes).map_err(zip::result::ZipError::from)
    });
    let whole = written.and_then(|()| archive.finish());
    Ok(whole.map_err(|error| CliError::refused(format!("the archive was not made: {error}")))?.into_inner())
}
