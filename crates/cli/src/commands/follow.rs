//! `adjutant follow URL EVENT`.

use std::time::Duration;

use adjutant_app::Clock;
use adjutant_app::follow::{FollowError, PATH, Pulled, Wish, catch_names, catch_up, opened};
use adjutant_app::passes::PassKey;
use adjutant_core::counts::count;
use adjutant_engine::visible::message;
use adjutant_store::{Store, StreamKind};
use adjutant_tournament::TournamentId;

use crate::arguments::hall;
use crate::arguments::shared::Shared;
use crate::error::{CliError, Exit, Outcome};
use crate::http;
use crate::output::Output;

/// Arguments of `follow`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant follow http://10.0.0.2:8080 gt --data standby\n\n\
    Copy `serve.key` from the data folder of the first laptop into the one of this laptop first: only laptops that share \
    it follow each other, and the printed cards then open the pages of both. If the first laptop fails, end this program, \
    give this laptop the address of the first one and run `adjutant serve` here.")]
pub struct Arguments {
    /// The address that `adjutant serve` printed
    #[arg(value_name = "URL")]
    address: String,
    /// The event
    event: TournamentId,
    /// Fetch once and end
    #[arg(long)]
    once: bool,
    /// Fetch what opens sealed names too: without it this laptop shows ids
    #[arg(long)]
    names: bool,
    /// Seconds between two looks
    #[arg(long, value_name = "N", default_value = "2", value_parser = clap::value_parser!(u64).range(1..=3600))]
    every: u64,
}

/// Pulls the logs of an event until it is ended.
///
/// # Errors
/// No shared key, an answer that is not a log, a log that this laptop has continued itself. A laptop that gives no answer
/// gets the question again, unless you say `--once`.
pub fn run(own: &Arguments, shared: &Shared, output: &mut Output) -> Outcome {
    let address = hall::address(&own.address)?;
    let Some(host) = address.strip_prefix("http://") else {
        return Err(CliError::usage("only http:// is followed").hint("type the address that `adjutant serve` printed"));
    };
    let key = PassKey::load(&shared.folder()?).map_err(|error| {
        CliError::from(error).hint("copy `serve.key` from the data folder of the laptop that you follow into this one")
    })?;
    let mut store = shared.store()?;
    let mut silent = false;
    loop {
        let pulled = catch_up(&mut store, &own.event, |wish| fetch(shared.clock, host, &key, &own.event, wish));
        match pulled {
            Ok(pulled) => {
                silent = false;
                if own.names && (pulled.records > 0 || own.once) {
                    catch_names(&store, &own.event, |wish| fetch(shared.clock, host, &key, &own.event, wish))
                        .map_err(told)?;
                }
                if pulled.records > 0 || own.once {
                    tell(own, &store, pulled, output)?;
                }
            }
            Err(FollowError::Unreachable(why)) if !own.once => {
                if !std::mem::replace(&mut silent, true) {
                    output.remark(&format!("{}; trying again", message(&why)));
                }
            }
            Err(error) => return Err(told(error)),
        }
        if own.once {
            return Ok(Exit::Done);
        }
        output.flush()?;
        std::thread::sleep(Duration::from_secs(own.every));
    }
}

fn fetch(clock: Clock, host: &str, key: &PassKey, event: &TournamentId, wish: &Wish) -> Result<Vec<u8>, FollowError> {
    let now = clock.now();
    let now = now.ok_or_else(|| FollowError::Unreachable("the clock of this machine is unset".to_owned()))?;
    let query = wish.query(key, event, now);
    let answer = http::get(host, &format!("{PATH}?{query}")).map_err(FollowError::Unreachable)?;
    match answer.status {
        200 => opened(key, &query, &answer.body),
        status => Err(FollowError::NotALog {
            stream: format!("event {event}"),
            why: format!("{host} answers with status {status}"),
        }),
    }
}

fn tell(own: &Arguments, store: &Store, pulled: Pulled, output: &mut Output) -> Result<(), CliError> {
    let head = store.head(StreamKind::Event, own.event.as_str())?;
    let seq = head.map_or(0, |head| head.seq);
    if output.json {
        output.document(&serde_json::json!({
            "event": own.event, "records": pulled.records, "logs": pulled.logs,
            "seq": seq, "head": head.map(|head| head.hash),
        }))?;
    }
    let records = count(pulled.records, "new record", "new records");
    let logs = count(pulled.logs, "log", "logs");
    output.done(&format!("{}: {records} of {logs}; the event is at record {seq}", own.event))
}

fn told(error: FollowError) -> CliError {
    match error {
        FollowError::App(error) => error.into(),
        FollowError::Unreachable(why) => CliError::refused(message(&why).into_owned())
            .hint("check the address and that both laptops are in the same network"),
        FollowError::NotTheirs => CliError::refused(error.to_string())
            .hint("nothing was kept: another machine answers at this address, or the two `serve.key` differ"),
        FollowError::NotALog { .. } => CliError::refused(error.to_string()).hint(
            "both laptops need the same `serve.key` and clocks that differ by less than 15 minutes, and the first has to \
             serve this event",
        ),
        FollowError::Diverged { kind, ref id, .. } => {
            let export = match kind {
                StreamKind::Event => format!("adjutant event export {id} --log gone-on.log"),
                StreamKind::Match => format!("adjutant match export {id} -o gone-on.log"),
                StreamKind::League => format!("adjutant league export {id} -o gone-on.log"),
            };
            CliError::refused(error.to_string()).hint(format!(
                "nothing was changed; `{export}` on both laptops shows what each holds: go on with one of them only"
            ))
        }
    }
}
