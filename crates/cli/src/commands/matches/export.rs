//! `adjutant match export ID`.

use std::path::PathBuf;

use adjutant_app::files::shown;
use adjutant_app::names;
use adjutant_engine::command::Command;
use adjutant_engine::record::BareRecord;
use adjutant_replay::matches::logs::{self, Chained};
use adjutant_shorthand as shorthand;
use adjutant_store::{StoreError, StreamKind};

use super::which::Which;
use crate::arguments::shared::Shared;
use crate::error::{CliError, Exit, Outcome};
use crate::output::Output;
pub use adjutant_app::matches::whole_log;

/// Arguments of `match export`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant match export final -o final.jsonl\n\n\
    The chain of the log is checked first.")]
pub struct Arguments {
    #[command(flatten)]
    which: Which,
    /// Write it to F instead of standard output
    #[arg(short = 'o', long, value_name = "F")]
    output: Option<PathBuf>,
    /// Export the log even if it is damaged
    #[arg(long)]
    anyway: bool,
    /// Write what was said in words that `match record --from` reads, a record a line, without chain and signatures
    #[arg(long, conflicts_with = "anyway")]
    words: bool,
    /// Write what opens sealed names too, beside F as `….names.json`
    #[arg(long, requires = "output", conflicts_with = "words")]
    names: bool,
}

/// Writes the log, byte for byte as it was recorded.
///
/// # Errors
/// No such match, one that is damaged, or a file that cannot be written.
pub fn run(arguments: &Arguments, shared: &Shared, output: &mut Output) -> Outcome {
    let store = shared.reader()?;
    let id = arguments.which.to_read(shared, &store)?;
    let id = id.as_str();
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
    let mut log = whole_log(&store, id)?;
    if arguments.words {
        log = in_words(&logs::read_chained(&format!("match {id}"), &log)?).into_bytes();
    }
    let Some(path) = &arguments.output else {
        if output.json && arguments.words {
            output.document(&serde_json::json!({"match": id, "words": String::from_utf8_lossy(&log)}))?;
        } else if output.json {
            as_document(id, &log, output)?;
        } else {
            output.exact(&log)?;
        }
        return Ok(Exit::Done);
    };
    output.write(path, &log)?;
    if arguments.names {
        names::write_beside(&store, &log, path)?;
    }
    let head = store.head(StreamKind::Match, id)?;
    let (seq, hash) = head.map_or((0, String::new()), |head| (head.seq, head.hash.to_string()));
    if output.json {
        let path = path.display().to_string();
        output.document(&serde_json::json!({"match": id, "file": path, "records": seq, "head": hash}))?;
    }
    output.done(&format!("{id}: {seq} records in {}, head {hash}", shown(path)))?;
    Ok(Exit::Done)
}

/// What was said, a record a line: in words where they say the same, otherwise as a bare record. Signatures are left out:
/// a log that is recorded anew has other hashes.
fn in_words(records: &[Chained]) -> String {
    let mut text = String::new();
    for Chained { record, .. } in records {
        if matches!(*record.command, Command::Sign { .. }) {
            text.push_str(&format!("# record {}: {} signed\n", record.seq, record.by));
            continue;
        }
        let line = shorthand::line(&record.said(), &record.command);
        let bare = || {
            let bare = BareRecord {
                at: None,
                by: record.by,
                command: (*record.command).clone(),
                drawn: record.drawn,
                under: record.under.clone(),
            };
            bare.line().unwrap_or_default()
        };
        text.push_str(&line.unwrap_or_else(bare));
        text.push('\n');
    }
    text
}

/// The records as one JSON document, each as it was recorded.
fn as_document(id: &str, log: &[u8], output: &mut Output) -> Result<(), CliError> {
    output.json_text(&format!(r#"{{"match":"{id}","records":["#))?;
    for (index, line) in log.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()).enumerate() {
        output.json_text(if index == 0 { "" } else { "," })?;
        output.json_text(&String::from_utf8_lossy(line))?;
    }
    output.json_text("]}\n")
}
