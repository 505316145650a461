//! `adjutant copy FROM TO [ID…]`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use adjutant_app::copy::{self, Copied};
use adjutant_app::{names, sound};
use adjutant_core::counts::count;
use adjutant_store::{Place, Store, StoreError};
use serde::Serialize;

use crate::arguments::shared::{DATABASE, Shared};
use crate::error::{CliError, Exit, Outcome};
use crate::output::Output;

/// Arguments of `copy`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant copy ~/hall 'postgres://north@db.example.org/league?realm=north-club'\n\n\
    FROM and TO are data folders, database files, or addresses of servers. Every log is checked before it is written, \
    read back and compared. What is there already is not written twice, so you can run the same copy again after it \
    broke off, or to bring what is new. A log that differs from the one in TO is left as it is and told; the others are \
    copied.\n\n\
    Exit code: 0 if everything is in TO now, 1 if a log could not be copied, or is \
    copied as it is and does not read.")]
pub struct Arguments {
    /// A data folder, a database file, or the address of a server
    from: PathBuf,
    /// Where the copies go: again a folder, a file or an address
    to: PathBuf,
    /// Copy only these matches and events
    #[arg(value_name = "ID")]
    ids: Vec<String>,
    /// Copy what opens sealed names too: without it the copies show ids
    #[arg(long)]
    names: bool,
}

/// What was copied.
#[derive(Serialize)]
struct Done {
    logs: usize,
    records: usize,
    faults: Vec<Fault>,
}

/// A log that was not copied, or that does not read.
#[derive(Serialize)]
struct Fault {
    kind: String,
    id: String,
    message: String,
}

/// Copies.
///
/// # Errors
/// A database that cannot be opened or listed, or an id that is not in FROM.
pub fn run(arguments: &Arguments, shared: &Shared, output: &mut Output) -> Outcome {
    let (from, to) = (place(&arguments.from)?, place(&arguments.to)?);
    if from == to {
        return Err(CliError::usage("FROM and TO are the same database").hint("name another folder or address"));
    }
    let from = shared.with(Store::open_existing(&from)?);
    let mut to = Store::open(&to)?;
    let mut done = Done { logs: 0, records: 0, faults: Vec::new() };
    let mut seen = BTreeSet::new();
    let wanted = |id: &str| arguments.ids.is_empty() || arguments.ids.iter().any(|named| named == id);
    copy::copy::<CliError>(&from, &mut to, &|_, id| wanted(id), &mut |copied| {
        let Copied { kind, id, written } = copied;
        seen.insert(id.clone());
        match written {
            Ok(written) => {
                (done.logs, done.records) = (done.logs + 1, done.records + written);
                if written > 0
                    && let Some(message) = sound::fault(&from, kind, &id)
                {
                    output.remark(&format!("{kind} {id} is copied as it is and does not read: {message}"));
                    done.faults.push(Fault { kind: kind.to_string(), id, message });
                }
            }
            // Nothing that follows could be copied either.
            Err(StoreError::Unanswered { place, what }) => {
                let error = CliError::from(StoreError::Unanswered { place, what });
                return Err(error.hint("copy again: what is there already is not copied twice"));
            }
            Err(error @ (StoreError::Offline { .. } | StoreError::Full(_) | StoreError::ReadOnly(_))) => {
                return Err(error.into());
            }
            Err(error) => {
                let message = why(&error);
                output.remark(&format!("{kind} {id} was not copied: {message}"));
                done.faults.push(Fault { kind: kind.to_string(), id, message });
            }
        }
        Ok(())
    })?;
    if let Some(missing) = arguments.ids.iter().find(|id| !seen.contains(*id)) {
        return Err(CliError::refused(format!("there is no match or event {missing} in {}", from.place()))
            .hint("check the id; everything else that you named is copied"));
    }
    if arguments.names {
        names::carry_all(&from, &to, |id| seen.contains(id))?;
    }
    let said = in_words(&done, to.place());
    output.told(&done, &said)?;
    Ok(if done.faults.is_empty() { Exit::Done } else { Exit::Refused })
}

/// What keeps a log from being copied.
fn why(error: &StoreError) -> String {
    match error {
        StoreError::Conflict { found, .. } => {
            let seq = found.seq;
            format!("it went on in both places, each in its own way (there to record {seq}); neither was changed")
        }
        error => format!("{error}; {}", error.hint()),
    }
}

fn in_words(done: &Done, to: &Place) -> String {
    if done.logs == 0 && !done.faults.is_empty() {
        return "nothing was copied".to_owned();
    }
    let (logs, records) = (count(done.logs, "log is", "logs are"), count(done.records, "record", "records"));
    format!("{logs} in {to}, checked byte for byte; {records} written")
}

/// A folder stands for the database in it.
fn place(named: &Path) -> Result<Place, CliError> {
    if Place::is_address(named) {
        return Ok(Place::parse(named)?);
    }
    let is_file = named.is_file() || named.extension().is_some_and(|end| end == "db");
    Ok(if is_file { named.into() } else { named.join(DATABASE).into() })
}
