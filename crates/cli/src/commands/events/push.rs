//! `adjutant event push ID URL`: the one verb that sends something to somebody else.

use std::path::{Path, PathBuf};

use adjutant_app::files;
use adjutant_app::tournaments::recording::stored_log;
use adjutant_engine::visible::excerpt;
use adjutant_replay::tournaments::elder::hear;
use adjutant_replay::tournaments::export::{Source, document};
use adjutant_tournament::standings::standings;
use adjutant_tournament::{RoundNumber, Tournament, TournamentId, TournamentLog, csv_file};
use clap::ValueEnum;
use serde_json::json;

use super::seen;
use super::standings::last_closed;
use crate::arguments::shared::Shared;
use crate::error::{CliError, Exit, Outcome};
use crate::http::{self, HAS_TLS, Reply, Target};
use crate::output::Output;

/// Arguments of `event push`.
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples: adjutant event push gt https://rank.example/upload --what games --key-file key.txt\n          \
    adjutant event push gt http://10.0.0.9:8000/gt\n\n\
    Sends one POST, now, and nothing by itself later. Sealed names stay sealed. An address with https:// needs a program with \
    TLS, as the one that is handed out."
)]
pub struct Arguments {
    /// The event
    event: TournamentId,
    /// Where it is sent
    #[arg(value_name = "URL")]
    address: String,
    /// What is sent
    #[arg(long, value_name = "WHAT", default_value = "json")]
    what: What,
    /// Send the key in F along, as `Authorization: Bearer …`
    #[arg(long, value_name = "F")]
    key_file: Option<PathBuf>,
}

/// What is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum What {
    /// The standings after the last closed round, as CSV
    Standings,
    /// The same in the columns of Best Coast Pairings
    Placings,
    /// Every game with both players, points, winner and mission, as CSV
    Games,
    /// Everything, as the JSON document of `event export`
    Json,
}

impl What {
    fn kind(self) -> &'static str {
        match self {
            What::Json => "application/json",
            What::Standings | What::Placings | What::Games => "text/csv; charset=utf-8",
        }
    }
}

/// Sends an event to an address.
///
/// # Errors
/// An address that is none, nothing to send yet, nobody there, or an answer that says no.
pub fn run(own: &Arguments, shared: &Shared, output: &mut Output) -> Outcome {
    let target = Target::parse(&own.address).map_err(|wanted| {
        CliError::usage(format!("`{}` is no address to send to", excerpt(&own.address))).hint(wanted)
    })?;
    if target.secure && !HAS_TLS {
        return Err(CliError::refused("this program was built without TLS")
            .hint("the program that is handed out has it, and so has one that you build with `--features tls`"));
    }
    let key = own.key_file.as_deref().map(key_in).transpose()?;
    let (body, exit) = body_of(own, shared, output)?;
    if key.is_some() && !target.secure {
        output.remark("the key goes over plain http: whoever listens in on the way can read it");
    }
    let to = excerpt(&own.address).into_owned();
    let reply = http::post(&target, own.what.kind(), key.as_deref(), body.as_bytes()).map_err(unsent)?;
    let Reply { status, says } = reply;
    let said = if says.is_empty() { String::new() } else { format!(": {says}") };
    if !(200..300).contains(&status) {
        let hint = match status {
            300..=399 => {
                "it wants it elsewhere, and redirects are not followed: ask whose address it is where to send to"
            }
            401 | 403 => "it wants a key: name the file that holds it with --key-file",
            _ => "ask whose address it is what it takes; --what chooses what is sent",
        };
        return Err(CliError::refused(format!("{to} answers {status}{said}")).hint(hint));
    }
    let what = own.what.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned());
    let document = json!({"event": own.event, "what": what, "bytes": body.len(), "to": own.address, "status": status, "answer": says});
    output.told(
        &document,
        &format!("{}: {what}, {} bytes, sent to {to}, which answers {status}{said}", own.event, body.len()),
    )?;
    Ok(exit)
}

/// What is sent: of the event as it was recorded, sealed names as they stand in the log; one of an older law as that law counts
/// it.
fn body_of(own: &Arguments, shared: &Shared, output: &mut Output) -> Result<(String, Exit), CliError> {
    let bytes = stored_log(&*shared.reader()?, &own.event)?;
    let name = format!("event {}", own.event);
    let Source::Log(mut log) = Source::log_of(&name, &bytes)? else {
        return Err(CliError::refused(format!("{name} is no log")));
    };
    let exit = seen::told(&name, hear(&shared.known.rulebook(), &mut log), output);
    Ok((text_of(own.what, &log)?, exit))
}

/// Nothing was taken, as far as anybody knows.
fn unsent(why: String) -> CliError {
    CliError::refused(excerpt(&why))
        .hint("check the address and the network, then say it again: nothing is sent by itself")
}

fn text_of(what: What, log: &TournamentLog) -> Result<String, CliError> {
    let state = log.state();
    let text = match what {
        What::Json => return Ok(format!("{}\n", document(log))),
        What::Games => csv_file::games(log, true),
        What::Standings => csv_file::standings(&standings(state, closed(state)?), &state.policies().tie_breaks),
        What::Placings => csv_file::best_coast_pairings(state, closed(state)?),
    };
    text.map_err(|error| CliError::refused(error.to_string()))
}

/// The last closed round.
fn closed(state: &Tournament) -> Result<RoundNumber, CliError> {
    match last_closed(state) {
        RoundNumber(0) => Err(CliError::refused("no round of this event is closed yet")
            .hint("there are standings once round 1 is closed; `--what games` sends what is played")),
        round => Ok(round),
    }
}

/// The key that a file holds.
fn key_in(path: &Path) -> Result<String, CliError> {
    const KEY_MAX: usize = 4096;
    let bytes = files::read_within(path, KEY_MAX)?;
    let key = String::from_utf8_lossy(&bytes).trim().to_owned();
    if key.is_empty() || !key.bytes().all(|byte| byte.is_ascii_graphic()) {
        let message = format!("{} holds no key", files::shown(path));
        return Err(CliError::usage(message).hint("write the key alone into the file, on one line"));
    }
    Ok(key)
}
