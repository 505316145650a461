//! Serves one event of a database: opens the address, follows the log, and shows every record that somebody appends.

use std::net::{IpAddr, Ipv4Addr, TcpListener};
use std::sync::Arc;
use std::sync::mpsc::Sender;

use adjutant_app::error::ClockError;
use adjutant_app::lists::Lists;
use adjutant_app::passes::{PassKey, grouped};
use adjutant_app::secrets::Vault;
use adjutant_app::tournaments::TournamentRecording;
use adjutant_app::{Error, random};
use adjutant_core::ids::LeagueId;
use adjutant_tournament::TournamentId;
use socket2::SockRef;

use crate::addresses::{authority, own, secure_authority};
use crate::first::First;
use crate::inbox::hexed;
use crate::tls::{self, Keys, TlsError};
use crate::{Press, Season, Setup, Site, Snapshot, server, writer};

/// Ports that are tried where none is named.
const PORTS: [u16; 3] = [80, 8080, 8000];
/// So many connections wait to be accepted, where the system allows as many.
const WAITING_MAX: i32 = 4096;

/// Why an event is not served.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The event, its database or its keys.
    #[error(transparent)]
    App(#[from] Error),
    /// A port that cannot be opened.
    #[error("port {port} of {address} cannot be opened: {error}")]
    Port {
        /// The address.
        address: IpAddr,
        /// The port.
        port: u16,
        /// What the system says.
        error: std::io::Error,
    },
    /// The certificate, its key, or a program without TLS.
    #[error(transparent)]
    Tls(#[from] TlsError),
    /// The system gives no sockets or threads.
    #[error("the server cannot run: {0}")]
    Running(std::io::Error),
}

/// What is served, and where.
pub struct Options {
    /// The database and the keys, and the hall's Wi-Fi.
    pub press: Press,
    /// The event.
    pub event: TournamentId,
    /// The address to listen on: every one of the machine where none is named.
    pub address: Option<IpAddr>,
    /// The port; 80, 8080 or 8000 where none is named.
    pub port: Option<u16>,
    /// A name of this machine that the hall's router knows.
    pub names: Vec<String>,
    /// Whether judges and desks may come from other machines over plain http.
    pub trust_lan: bool,
    /// A league whose pages are served beside the event.
    pub league: Option<LeagueId>,
    /// The certificate with which the same is served over TLS, on a port of its own.
    pub tls: Option<tls::Files>,
}

impl Options {
    /// The pages of the league, where one is named.
    fn season(&self) -> Result<Option<Season>, Error> {
        let open = |league: &LeagueId| Season::open(self.press.clone(), league.clone());
        self.league.as_ref().map(open).transpose()
    }
}

/// An event that is ready to be served.
pub struct Served {
    site: Arc<Site>,
    listener: TcpListener,
    secured: Option<(TcpListener, Keys)>,
    press: Press,
    event: TournamentId,
    /// What the organiser types after half an hour away.
    pub word: String,
    /// What phones open.
    pub address: String,
    /// The same over TLS, by the name that was given first.
    pub secure: Option<String>,
    /// Every address that is answered.
    pub hosts: Vec<String>,
    /// What the organiser opens on this machine, once.
    pub organiser: String,
}

/// Opens everything that serving needs: the event, the key of the passes, the port.
///
/// # Errors
/// No such event, a key that others can read, or a port that is taken.
pub fn prepare(options: &Options) -> Result<Served, ServeError> {
    let token = hexed(random::bytes()?);
    prepare_on(options, listen(options.address, options.port)?, token)
}

/// The same on the port on which the event was made, and the organiser's browser waits for it.
///
/// # Errors
/// As [`prepare`].
pub fn prepare_after(options: &Options, first: &First, listener: TcpListener) -> Result<Served, ServeError> {
    prepare_on(options, listener, first.token().to_owned())
}

/// The port of TLS, and what proves the name there.
fn secured(options: &Options) -> Result<Option<(TcpListener, Keys)>, ServeError> {
    let Some(files) = options.tls.clone() else { return Ok(None) };
    let port = files.port;
    let keys = Keys::read(files)?;
    Ok(Some((listen(options.address, Some(port))?, keys)))
}

/// What phones open, over http and over TLS, and every host that is answered.
fn addresses(options: &Options, port: u16) -> (String, Option<String>, Vec<String>) {
    let mut names: Vec<String> = match options.address {
        Some(address) if !address.is_unspecified() => vec![address.to_string()],
        _ => own().iter().map(ToString::to_string).collect(),
    };
    let lan = names.first().cloned().unwrap_or_else(|| "127.0.0.1".to_owned());
    names.extend(["127.0.0.1".to_owned(), "localhost".to_owned()]);
    names.extend(options.names.iter().cloned());
    let over_tls = |name: &str| options.tls.as_ref().map(|files| secure_authority(name, files.port));
    let plain = names.iter().map(|name| authority(name, port));
    let hosts = plain.chain(names.iter().filter_map(|name| over_tls(name))).collect();
    let secure = over_tls(options.names.first().unwrap_or(&lan)).map(|host| format!("https://{host}"));
    (format!("http://{}", authority(&lan, port)), secure, hosts)
}

fn prepare_on(options: &Options, listener: TcpListener, token: String) -> Result<Served, ServeError> {
    let secured = secured(options)?;
    let folder = &options.press.folder;
    let app = options.press.app_or_new()?;
    let recording = TournamentRecording::load(&app, &options.event)?;
    let season = options.season()?;
    let key = PassKey::load_or_create(folder)?;
    let port = listener.local_addr().map_err(ServeError::Running)?.port();
    let (address, secure, hosts) = addresses(options, port);
    let desk = format!("http://{}/o/", authority("127.0.0.1", port));
    let organiser = format!("{desk}{token}");
    let clock = app.clock;
    let started = clock.now().ok_or_else(|| Error::from(ClockError::Unset { place: "serve".to_owned() }))?;
    let snap = Snapshot::of(&options.event, recording.log(), None);
    let setup = Setup {
        known: options.press.known.clone(),
        hosts: hosts.clone(),
        address: address.clone(),
        key,
        token,
        desk,
        memory: Some(folder.join("serve").join(format!("{}.json", options.event))),
        clock,
        started,
        trust_lan: options.trust_lan,
        lists: Some(Lists::of(folder, &options.event)),
        vault: Some(Vault::of(folder)),
        press: Some(options.press.clone()),
        season,
    };
    let site = Site::new(snap, setup);
    Ok(Served {
        word: grouped(&site.word()),
        site,
        listener,
        secured,
        press: options.press.clone(),
        event: options.event.clone(),
        address,
        secure,
        hosts,
        organiser,
    })
}

/// Opens a port of an address: the one that is named, or the first of 80, 8080 and 8000 that is free.
///
/// # Errors
/// A port that is taken or not allowed.
pub fn listen(address: Option<IpAddr>, port: Option<u16>) -> Result<TcpListener, ServeError> {
    let address = address.unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED));
    let named = port.map(|port| [port]);
    let ports = named.as_ref().map_or(PORTS.as_slice(), |port| port.as_slice());
    let mut last = None;
    for port in ports {
        match TcpListener::bind((address, *port)) {
            Ok(listener) => {
                // A hall of phones comes back in one moment after a restart: the usual queue of 128 sends the others away.
                SockRef::from(&listener).listen(WAITING_MAX).map_err(ServeError::Running)?;
                return Ok(listener);
            }
            Err(error) => last = Some(ServeError::Port { address, port: *port, error }),
        }
    }
    Err(last.unwrap_or_else(|| ServeError::Running(std::io::ErrorKind::AddrNotAvailable.into())))
}

impl Served {
    /// Serves until the process is ended. A new address for the organiser is told to the terminal.
    ///
    /// # Errors
    /// A system that gives no threads or sockets.
    pub fn run(self, terminal: Sender<String>) -> Result<(), ServeError> {
        let Served { site, listener, secured, press, event, .. } = self;
        site.tell(terminal);
        site.write_to(writer::start(site.clone(), press, event));
        server::run(&site, listener, secured).map_err(ServeError::Running)
    }
}
