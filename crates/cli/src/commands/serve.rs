//! `adjutant serve [EVENT]`.

use std::io::IsTerminal;
use std::net::{IpAddr, TcpListener};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::time::Duration;

use adjutant_app::printed;
use adjutant_core::ids::LeagueId;
use adjutant_serve::Press;
use adjutant_serve::doctor::{Doubt, REASONS, examine, qr_text, wait};
use adjutant_serve::event::{Options, ServeError, Served, listen, prepare, prepare_after};
use adjutant_serve::first::First;
use adjutant_serve::tls::{Files, TlsError};
use adjutant_sheets::Wifi;
use adjutant_tournament::TournamentId;

use crate::arguments::shared::Shared;
use crate::error::{CliError, ErrorKind, Exit, Outcome};
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
    /// The event; without one a page opens on this machine, on which you make it
    #[arg(value_name = "EVENT")]
    event: Option<TournamentId>,
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
    /// Serve over TLS too, with this certificate and its key, two files of PEM, read again when they are renewed
    #[arg(long, num_args = 2, value_names = ["CERT", "KEY"], conflicts_with = "doctor")]
    tls: Option<Vec<PathBuf>>,
    /// With --tls: listen for it on this port
    #[arg(long, value_name = "PORT", default_value_t = 443, requires = "tls")]
    tls_port: u16,
    /// Show the pages of this league too, under /league/: those of the last list that it has shown
    #[arg(long, value_name = "LEAGUE")]
    league: Option<LeagueId>,
    /// Name of the hall's Wi-Fi, for the poster and the cards that the desk prints
    #[arg(long, value_name = "NAME")]
    wifi: Option<String>,
    /// Its password; without it the network is open
    #[arg(long, value_name = "PASSWORD", requires = "wifi")]
    wifi_password: Option<String>,
    /// Serve nothing: check whether a phone reaches this machine, and say why it may not
    #[arg(long)]
    doctor: bool,
    /// With --doctor: how many seconds to wait for a phone
    #[arg(long, value_name = "N", default_value_t = 60, requires = "doctor",
        value_parser = clap::value_parser!(u64).range(1..=3600))]
    seconds: u64,
}

/// Serves until the program is stopped.
///
/// # Errors
/// No such event, or an address that cannot be opened.
pub fn run(arguments: &Arguments, shared: &Shared, output: &mut Output) -> Outcome {
    output.without_json("serve", "addresses")?;
    if arguments.doctor {
        return doctor(arguments, output);
    }
    let wifi = arguments.wifi.clone().map(|name| Wifi { name, password: arguments.wifi_password.clone() });
    let press = Press {
        folder: shared.folder()?,
        database: shared.database()?,
        known: shared.known.clone(),
        clock: shared.clock,
        wifi,
    };
    let (event, served) = opened(arguments, &press, output)?;
    let printed = printed::address(&press.folder, &event);
    output.text(&format!("phones and screens open   {}\n", served.address))?;
    if let Some(secure) = &served.secure {
        output.text(&format!("and over TLS              {secure}\n"))?;
    }
    output.text(&format!("you open, once, here      {}\n", served.organiser))?;
    output.text(&format!("your word, after a pause  {}\n", served.word))?;
    // In a terminal somebody stands before it with a phone in the hand.
    if std::io::stdout().is_terminal() {
        output.text(&qr_text(&served.address))?;
    }
    for doubt in doubts(arguments.address, &served.address, printed.as_deref()) {
        output.remark(&doubt);
    }
    let others: Vec<&String> = served.hosts.iter().filter(|host| !served.address.ends_with(host.as_str())).collect();
    output.remark(&format!(
        "also answered: {}; if phones do not reach it, allow the port in this machine's firewall",
        others.iter().map(|host| host.as_str()).collect::<Vec<_>>().join(", ")
    ));
    output.remark("Ctrl-C stops");
    output.flush()?;
    let (tell, told) = channel();
    let server = std::thread::spawn(move || served.run(tell));
    for address in told {
        // A terminal that nobody reads any more stops no hall: the next start shows an address again.
        let _ = output.text(&format!("you left; come back, once {address}\n")).and_then(|()| output.flush());
    }
    server.join().unwrap_or_else(|panicked| std::panic::resume_unwind(panicked))?;
    Ok(Exit::Done)
}

/// The event that is named, or the one that the organiser makes on the first page, ready to be served.
fn opened(arguments: &Arguments, press: &Press, output: &mut Output) -> Result<(TournamentId, Served), CliError> {
    let options = |event| Options {
        press: press.clone(),
        event,
        address: arguments.address,
        port: arguments.port,
        names: arguments.name.clone(),
        trust_lan: arguments.trust_lan,
        league: arguments.league.clone(),
        tls: match arguments.tls.as_deref() {
            Some([certificate, key]) => {
                Some(Files { certificate: certificate.clone(), key: key.clone(), port: arguments.tls_port })
            }
            _ => None,
        },
    };
    if let Some(event) = &arguments.event {
        return Ok((event.clone(), prepare(&options(event.clone()))?));
    }
    let listener = listen(arguments.address, arguments.port)?;
    let port = listener.local_addr().map_err(ServeError::Running)?.port();
    let first = Arc::new(First::new(press.clone(), port)?);
    output.text(&format!("no event is named; make one here, on this machine: {}\n", first.address()))?;
    output.flush()?;
    let event = first.run(&listener).map_err(ServeError::Running)?;
    Ok((event.clone(), prepare_after(&options(event), &first, listener)?))
}

/// What may keep phones away: several networks, and cards that name another address.
fn doubts(named: Option<IpAddr>, address: &str, printed: Option<&str>) -> Vec<String> {
    let mut doubts: Vec<String> = examine(named, 80).doubts.iter().map(doubt).collect();
    if let Some(printed) = printed.filter(|printed| *printed != address) {
        doubts.push(format!(
            "the cards and the poster that were printed last name {printed}, and this is {address}: give this machine \
             that address, or print them again"
        ));
    }
    doubts
}

/// What may be wrong, and what to do about it.
fn doubt(doubt: &Doubt) -> String {
    match doubt {
        Doubt::NoNetwork => {
            "this machine is in no network: join the Wi-Fi of the hall, or plug in the cable".to_owned()
        }
        Doubt::OnlyThis(address) => {
            format!("{address} is this machine only; no phone reaches it: leave --address out")
        }
        Doubt::Several(addresses) => {
            let all: Vec<String> = addresses.iter().map(ToString::to_string).collect();
            format!("this machine is in several networks ({}): name the one of the hall with --address", all.join(", "))
        }
        Doubt::Port(port) => {
            format!("phones have to type :{port} too, where they do not scan: port 80 is taken or not allowed")
        }
    }
}

/// Waits for a phone.
fn doctor(arguments: &Arguments, output: &mut Output) -> Outcome {
    let listener: TcpListener = listen(arguments.address, arguments.port)?;
    let port = listener.local_addr().map_err(ServeError::Running)?.port();
    let found = examine(arguments.address, port);
    output.text(&format!("{}\n{}\n", qr_text(&found.address), found.address))?;
    for found in &found.doubts {
        output.finding(&format!("  look    {}", doubt(found)))?;
    }
    output.text(&format!("scan this with a phone in the hall's Wi-Fi; waiting for {} seconds\n", arguments.seconds))?;
    output.flush()?;
    match wait(&listener, &found.addresses, Duration::from_secs(arguments.seconds)).map_err(ServeError::Running)? {
        Some(phone) => {
            output.done(&format!(
                "a phone reached this machine from {phone}: start `adjutant serve{}`",
                arguments.event.as_ref().map_or_else(String::new, |event| format!(" {event}"))
            ))?;
            Ok(Exit::Done)
        }
        None => {
            output.text("no phone came. What it may be:\n")?;
            for reason in REASONS {
                output.finding(&format!("  {reason}"))?;
            }
            Ok(Exit::Refused)
        }
    }
}

impl From<ServeError> for CliError {
    fn from(error: ServeError) -> CliError {
        match error {
            ServeError::App(error) => error.into(),
            ServeError::Port { .. } => CliError::new(ErrorKind::Files, error.to_string())
                .hint("name another port: --port 8081; or stop the program that uses this one"),
            ServeError::Tls(TlsError::NotBuilt) => CliError::new(ErrorKind::Usage, error.to_string())
                .hint("take the program that is handed out, or build one: cargo build --release --features tls"),
            ServeError::Tls(_) => CliError::new(ErrorKind::Files, error.to_string())
                .hint("two files of PEM that belong together: --tls fullchain.pem privkey.pem"),
            ServeError::Running(_) => CliError::new(ErrorKind::Files, error.to_string()),
        }
    }
}
