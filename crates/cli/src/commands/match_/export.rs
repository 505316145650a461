//! `adjutant match export ID`.

use std::path::PathBuf;

use adjutant_engine::ids::MatchId;
use adjutant_store::{Store, StoreError, StreamKind};

use crate::commands::Shared;
use crate::error::{CliError, Exit};
use crate::output::Output;
use crate::{Outcome, files};

/// Arguments of `match export`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant match export final -o final.jsonl\n\n\
    The chain of the log is checked first.")]
pub struct Arguments {
    /// The match
    id: MatchId,
    /// Write it to F instead of standard output
    #[arg(short = 'o', long, value_name = "F")]
    output: Option<PathBuf>,
    /// Write a damaged log too, as it stands
    #[arg(long)]
    anyway: bool,
}

/// Writes the log, byte for byte as it was recorded.
///
/// # Errors
/// No such match, one that is damaged, or a file that cannot be written.
pub fn run(arguments: &Arguments, shared: &Shared, output: &mut Output) -> Outcome {
    let store = shared.store()?;
    let id = arguments.id.as_str();
    match store.read_sound(StreamKind::Match, id) {
        Err(error @ StoreError::Chain { .. }) if arguments.anyway => {
            output.remark(&format!("{id} is damaged and written as it stands: {error}"));
        }
        Err(error @ StoreError::Chain { .. }) => {
            return Err(CliError::from(error).hint(
                "nothing was written; `adjutant restore FILE` puts a backup back, --anyway writes the log as it stands",
            ));
        }
        checked => drop(checked?),
    }
    let log = whole_log(&store, id)?;
    let Some(path) = &arguments.output else {
        if output.json {
            as_document(arguments, &log, output)?;
        } else {
            output.bytes(&log)?;
        }
        return Ok(Exit::Done);
    };
    files::write(path, &log)?;
    let head = store.head(StreamKind::Match, id)?;
    let (seq, hash) = head.map_or((0, String::new()), |head| (head.seq, head.hash.to_string()));
    if output.json {
        let path = path.display().to_string();
        output.document(&serde_json::json!({"match": arguments.id, "file": path, "records": seq, "head": hash}))?;
    }
    output.done(&format!("{}: {seq} records in {}, head {hash}", arguments.id, path.display()))?;
    Ok(Exit::Done)
}

/// The records as one JSON document, each as it was recorded.
fn as_document(arguments: &Arguments, log: &[u8], output: &mut Output) -> Result<(), CliError> {
    output.bytes(format!(r#"{{"match":"{}","records":["#, arguments.id).as_bytes())?;
    for (index, line) in log.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()).enumerate() {
        output.bytes(if index == 0 { b"" } else { b"," })?;
        output.bytes(line)?;
    }
    output.bytes(b"]}\n")
}

/// The lines of a match, each with its newline.
///
/// # Errors
/// No such match, or a database that cannot be read.
pub fn whole_log(store: &Store, id: &str) -> Result<Vec<u8>, CliError> {
    let mut log = Vec::new();
    for line in store.read(StreamKind::Match, id)? {
        log.extend_from_slice(&line.bytes);
        log.push(b'\n');
    }
    Ok(log)
}
