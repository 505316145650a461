//! `adjutant match verify ID`.

use adjutant_app::audit::{Source, audit_stored, of_database};
use adjutant_engine::ids::MatchId;
use adjutant_replay::audit::{Code, LogReport, LogSource};
use adjutant_store::{StoreError, StreamKind};

use super::which::Which;
use crate::arguments::shared::Shared;
use crate::commands;
use crate::error::Outcome;
use crate::output::Output;

/// Arguments of `match verify`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant match verify final")]
pub struct Arguments {
    #[command(flatten)]
    which: Which,
}

/// Audits one match of the database, and the file that it is in.
///
/// # Errors
/// No such match; what is damaged is a finding.
pub fn run(arguments: &Arguments, shared: &Shared, output: &mut Output) -> Outcome {
    let database = shared.database()?;
    let store = shared.reader()?;
    let damage = of_database(&store);
    // What a damaged database no longer lists is looked for all the same.
    let id = match arguments.which.word().and_then(|word| MatchId::new(word).ok()).filter(|_| !damage.is_empty()) {
        Some(id) => id,
        None => arguments.which.to_read(shared, &store)?,
    };
    let id = id.as_str();
    let source = Source::Stored { database: database.clone(), kind: StreamKind::Match, id: id.to_owned() };
    let mut reports = damage;
    match store.read(StreamKind::Match, id) {
        Err(error @ StoreError::NotFound { .. }) if reports.is_empty() => return Err(error.into()),
        Err(error) => reports.push(LogReport::bad(source.name(), Code::Unreadable, error.to_string())),
        Ok(lines) => reports.push(audit_stored(&shared.known.rulebook(), format!("match {id}"), &lines)),
    }
    commands::audit::report(&reports, output)
}
