//! `adjutant replay FILE`.

use std::path::PathBuf;

use crate::error::Exit;
use crate::output::Output;
use crate::{Outcome, files, logs, table};

/// Arguments of `replay`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant replay final.jsonl --at 57 --json")]
pub struct Arguments {
    /// The log; `-` reads standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Read bare records, without chain: {"by":"one","do":{…}}
    #[arg(long)]
    bare: bool,
    /// Stop after record SEQ
    #[arg(long, value_name = "SEQ")]
    at: Option<u64>,
}

/// Folds the log and prints the state.
///
/// # Errors
/// A log that cannot be read, does not chain, or holds a record that the rules refuse.
pub fn run(arguments: &Arguments, output: &mut Output) -> Outcome {
    let bytes = files::read_log(&arguments.file)?;
    let name = arguments.file.display().to_string();
    let game = if arguments.bare {
        logs::fold_bare(&name, &logs::read_bare(&name, &bytes)?, arguments.at)?
    } else {
        logs::fold_chained(&name, &logs::read_chained(&name, &bytes)?, arguments.at)?
    };
    let view = game.view();
    if output.json {
        output.document(&view)?;
    } else {
        output.text(&table::board(&view))?;
    }
    Ok(Exit::Done)
}
