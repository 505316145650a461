//! `adjutant serve EVENT`.

use std::net::IpAddr;

use adjutant_serve::event::{Options, ServeError, prepare};
use adjutant_tournament::TournamentId;

use crate::Outcome;
use crate::commands::Shared;
use crate::error::{CliError, ErrorKind, Exit};
use crate::output::Output;

/// Arguments of `serve`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant serve gt\n\n\
    Everybody in the hall's network opens the address that is printed: no internet, no accounts. Players scan the card \
    that `adjutant event pass` prints. The other verbs can be used beside it: what they record shows at once. Ctrl-C \
    stops; nothing is lost, and every card stays valid.\n\n\
    The pages travel as plain http: anybody with the Wi-Fi password can read them along. So judges' and desks' passes \
    open nothing from other machines unless --trust-lan is given.")]
pub struct Arguments {
    /// The event
    #[arg(value_name = "EVENT")]
    event: TournamentId,
    /// Listen on this address only, such as 127.0.0.1 [default: all of this machine]
    #[arg(long, value_name = "ADDRESS")]
    address: Option<IpAddr>,
    /// Listen on this port [default: 80, or 8080 where that is not allowed]
    #[arg(long, value_name = "PORT")]
    port: Option<u16>,
    /// Answer to this name too, where the hall's router knows it
    #[arg(long, value_name = "NAME")]
    name: Vec<String>,
    /// Let judges and desks in from other machines, over plain http
    #[arg(long)]
    trust_lan: bool,
}

/// Serves until the program is stopped.
///
/// # Errors
/// No such event, or an address that cannot be opened.
pub fn run(arguments: &Arguments, shared: &Shared, output: &mut Output) -> Outcome {
    output.without_json("serve", "addresses")?;
    let served = prepare(&Options {
        folder: shared.folder()?,
        database: shared.database()?,
        event: arguments.event.clone(),
        address: arguments.address,
        port: arguments.port,
        names: arguments.name.clone(),
        trust_lan: arguments.trust_lan,
    })?;
    output.text(&format!("phones and screens open   {}\n", served.address))?;
    output.text(&format!("you open, once, here      {}\n", served.organiser))?;
    let others: Vec<&String> = served.hosts.iter().filter(|host| !served.address.ends_with(host.as_str())).collect();
    output.remark(&format!(
        "also answered: {}; if phones do not reach it, allow the port in this machine's firewall",
        others.iter().map(|host| host.as_str()).collect::<Vec<_>>().join(", ")
    ));
    output.remark("Ctrl-C stops");
    output.flush()?;
    served.run()?;
    Ok(Exit::Done)
}

impl From<ServeError> for CliError {
    fn from(error: ServeError) -> CliError {
        match error {
            ServeError::App(error) => error.into(),
            ServeError::Port { .. } => CliError::new(ErrorKind::Files, error.to_string())
                .hint("name another port: --port 8081; or stop the program that uses this one"),
            ServeError::Running(_) => CliError::new(ErrorKind::Files, error.to_string()),
        }
    }
}
