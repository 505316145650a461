//! `adjutant witness cosign FILE`.

use std::path::PathBuf;

use adjutant_app::leagues::cosign;
use adjutant_app::{files, keys};
use adjutant_core::counts::count;
use clap::Subcommand;
use serde::Serialize;

use crate::arguments::shared::Shared;
use crate::error::{Exit, Outcome};
use crate::output::Output;

/// The verbs of a witness.
#[derive(Subcommand, Debug)]
pub enum Verb {
    /// Put your club's word under the checkpoint of a league
    Cosign(CosignArguments),
}

/// Arguments of `witness cosign`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant witness cosign site/checkpoint\n\n\
    Says, with the key of the data folder and the time, that the league's tree of pinned logs holds everything that it held \
    when you saw it last: both roots are computed from the file `leaves` beside the checkpoint. The last checkpoint of \
    each league is kept in the data folder. A tree that lost a log is refused. Send the file back: it is a C2SP signed \
    note with your line under it.")]
pub struct CosignArguments {
    /// The checkpoint that `league publish` wrote; `leaves` lies beside it
    file: PathBuf,
    /// The name under which your key is known [default: made from the key]
    #[arg(long, value_parser = name)]
    name: Option<String>,
}

fn name(text: &str) -> Result<String, String> {
    let fits = !text.is_empty() && text.len() <= 200 && text.chars().all(|c| c.is_ascii_graphic() && c != '+');
    if fits { Ok(text.to_owned()) } else { Err("write letters, digits and signs without blanks and +".to_owned()) }
}

#[derive(Serialize)]
struct Done {
    origin: String,
    size: u64,
    before: Option<u64>,
    name: String,
}

/// Cosigns a checkpoint.
///
/// # Errors
/// No key, a file that is no checkpoint, a tree that lost what it held.
pub fn run(verb: &Verb, shared: &Shared, output: &mut Output) -> Outcome {
    let Verb::Cosign(own) = verb;
    let data = shared.folder()?;
    let key = keys::load(&data)?;
    let digits: String = key.public().to_string().chars().take(16).collect();
    let name = own.name.clone().unwrap_or_else(|| format!("adjutant.invalid/witness/{digits}"));
    let done = cosign(&data, &own.file, &name, &key, shared.clock)?;
    let logs = count(usize::try_from(done.size).unwrap_or(usize::MAX), "log", "logs");
    let grown = match done.before {
        Some(before) => format!("it held {before} when you saw it last"),
        None => "you see it for the first time".to_owned(),
    };
    let said = format!("{}: cosigned as {name}: {logs}; {grown}", files::shown(&own.file));
    output.told(&Done { origin: done.origin, size: done.size, before: done.before, name }, &said)?;
    Ok(Exit::Done)
}
