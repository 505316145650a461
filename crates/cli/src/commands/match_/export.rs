//! `adjutant match export ID`.

use std::path::PathBuf;

use adjutant_engine::ids::MatchId;
use adjutant_store::{StoreError, StreamKind};

use crate::Outcome;
use crate::commands::Shared;
use crate::error::{CliError, Exit};
use crate::files::shown;
pub use crate::logs::whole_log;
use crate::output::Output;

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
    /// Export the log even if it is damaged
    #[arg(long)]
    anyway: bool,
}

/// Writes the log, byte for byte as it was recorded.
///
/// # Errors
/// No such match, one that is damaged, or a file that cannot be written.
pub fn run(arguments: &Arguments, shared: &Shared, output: &mut Output) -> Outcome {
    let store = shared.reader()?;
    let id = arguments.id.as_str();
    match store.read_sound(StreamKind::Match, id) {
        Err(error @ StoreError::Chain { .. }) if arguments.anyway => {
            output.remark(&format!("{id} is damaged, and exported as it is: {error}"));
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
            output.exact(&log)?;
        }
        return Ok(Exit::Done);
    };
    output.write(path, &log)?;
    let head = store.head(StreamKind::Match, id)?;
    let (seq, hash) = head.map_or((0, String::new()), |head| (head.seq, head.hash.to_string()));
    if output.json {
        let path = path.display().to_string();
        output.document(&serde_json::json!({"match": arguments.id, "file": path, "records": seq, "head": hash}))?;
    }
    output.done(&format!("{}: {seq} records in {}, head {hash}", arguments.id, shown(path)))?;
    Ok(Exit::Done)
}

/// The records as one JSON document, each as it was recorded.
fn as_document(arguments: &Arguments, log: &[u8], output: &mut Output) -> Result<(), CliError> {
    output.json_text(&format!(r#"{{"match":"{}","records":["#, arguments.id))?;
    for (index, line) in log.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()).enumerate() {
        output.json_text(if index == 0 { "" } else { "," })?;
        output.json_text(&String::from_utf8_lossy(line))?;
    }
    output.json_text("]}\n")
}
