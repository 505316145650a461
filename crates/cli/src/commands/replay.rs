//! `adjutant replay FILE`.

use std::sync::Arc;

use std::path::PathBuf;

use adjutant_app::files;
use adjutant_engine::command::Command;
use adjutant_replay::audit;
use adjutant_replay::matches::logs;

use crate::arguments::shared::Shared;
use crate::commands::matches::kept;
use crate::commands::matches::play::boxes;
use crate::error::{CliError, Exit, Outcome};
use crate::output::Output;
use crate::table;

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
    /// Fold it under the rules this program has, even if the log names others
    #[arg(long)]
    other_rules: bool,
}

/// Folds the log and prints the state.
///
/// # Errors
/// A log that cannot be read, does not chain, or holds a record that the rules refuse.
pub fn run(arguments: &Arguments, shared: &Shared, output: &mut Output) -> Outcome {
    let bytes = files::read_log(&arguments.file)?;
    let name = files::shown(&arguments.file);
    if audit::is_event(&bytes) {
        return Err(CliError::refused(format!("{name}: this is the log of an event, not of a match"))
            .hint(format!("`adjutant event check {name}` judges it, `adjutant event import {name}` takes it in")));
    }
    let forget = |command: &mut Command| match command {
        Command::Mission { rules_hash, .. } if arguments.other_rules => *rules_hash = None,
        _ => {}
    };
    let game = if arguments.bare {
        let mut records = logs::read_bare(&name, &bytes)?;
        records.iter_mut().for_each(|(_, bare)| forget(&mut bare.command));
        logs::fold_bare(&shared.known.packs(), &name, &records, arguments.at)?
    } else {
        let folded = logs::read_chained(&name, &bytes).and_then(|mut records| {
            records.iter_mut().for_each(|chained| forget(Arc::make_mut(&mut chained.record.command)));
            logs::fold_chained(&shared.known.rulebook(), &name, &records, arguments.at)
        });
        match kept::or_told(folded, (&name, &bytes), true, output)? {
            Ok(game) => game,
            Err(exit) => return Ok(exit),
        }
    };
    let view = game.view();
    if output.json {
        output.document(&view)?;
    } else {
        output.text(&table::board(game.state(), &view, boxes()))?;
    }
    Ok(Exit::Done)
}
