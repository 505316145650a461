//! `adjutant match verify ID`.

use adjutant_engine::ids::MatchId;
use adjutant_store::StreamKind;

use crate::commands::{self, Shared};
use crate::output::Output;
use crate::{Outcome, audit};

/// Arguments of `match verify`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant match verify final")]
pub struct Arguments {
    /// The match
    id: MatchId,
}

/// Audits one match of the database, after the pages of the file.
///
/// # Errors
/// No such match, or a database that is damaged.
pub fn run(arguments: &Arguments, shared: &Shared, output: &mut Output) -> Outcome {
    let store = shared.reader()?;
    store.check_pages()?;
    let lines = store.read(StreamKind::Match, arguments.id.as_str())?;
    let name = format!("match {}", arguments.id);
    let report = audit::audit_lines(name, lines.iter().map(|line| line.bytes.as_slice()));
    commands::audit::report(&[report], output)
}
