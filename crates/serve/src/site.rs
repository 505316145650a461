//! The event as it is served: the snapshot of now, who holds which pass, who may come in.

use std::net::IpAddr;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock};

use adjutant_app::clock::local_offset_minutes;
use adjutant_app::follow;
use adjutant_app::passes::{Holder, PassBook, PassKey};
use adjutant_app::{Clock, draw};
use adjutant_core::time::Timestamp;
use adjutant_store::Store;
use adjutant_tournament::command::PassKind;
use adjutant_tournament::{PlayerId, TableNumber, TournamentLog};
use tokio::sync::watch;

use crate::limits::Limits;
use crate::moment::Moment;
use crate::pages::Scene;
use crate::snapshot::Snapshot;
use crate::viewer::Viewer;
use crate::writer::Inbox;

/// The name of the cookie.
pub const COOKIE: &str = "adjutant";
/// What an organiser's session is sealed for.
const ORGANISER: &str = "organiser session";

/// What is served, and to whom.
pub struct Site {
    snap: RwLock<Arc<Snapshot>>,
    book: RwLock<Arc<PassBook>>,
    key: PassKey,
    /// The token that lets the organiser in, until it is used.
    token: Mutex<Option<String>>,
    /// `Host` headers that are ours, in lower case.
    hosts: Vec<String>,
    address: String,
    clock: Clock,
    /// Shown where the machine's clock has lost its senses since.
    started: Timestamp,
    offset_minutes: i32,
    trust_lan: bool,
    /// Tells open pages that there is a new snapshot.
    pub(crate) news: watch::Sender<String>,
    /// Set when the server stops, so that open streams end.
    pub(crate) stop: watch::Sender<bool>,
    pub(crate) limits: Limits,
    /// The way to the writer, once there is one.
    pub(crate) inbox: OnceLock<Inbox>,
    /// The database that laptops which follow this one read from, once it is known.
    database: OnceLock<PathBuf>,
    pub(crate) streams: AtomicUsize,
}

/// How a site is set up.
pub struct Setup {
    /// Names and addresses, with their port, under which pages may be asked for.
    pub hosts: Vec<String>,
    /// The address that phones open, such as `http://10.0.0.2`.
    pub address: String,
    /// The secret that passes come from.
    pub key: PassKey,
    /// A token that lets the organiser in once.
    pub token: String,
    /// What dates pages.
    pub clock: Clock,
    /// When the server was started.
    pub started: Timestamp,
    /// Whether judges and desks may come from other machines over plain http.
    pub trust_lan: bool,
}

fn unpoisoned<T>(result: Result<T, PoisonError<T>>) -> T {
    // Nobody changes anything in two steps under these locks.
    result.unwrap_or_else(PoisonError::into_inner)
}

impl Site {
    /// A site that shows an event.
    pub fn new(snap: Snapshot, setup: Setup) -> Arc<Site> {
        let book = PassBook::of(&setup.key, &snap.state);
        let hosts = setup.hosts.iter().map(|host| host.to_ascii_lowercase()).collect();
        Arc::new(Site {
            news: watch::Sender::new(snap.id()),
            stop: watch::Sender::new(false),
            snap: RwLock::new(Arc::new(snap)),
            book: RwLock::new(Arc::new(book)),
            key: setup.key,
            token: Mutex::new(Some(setup.token)),
            hosts,
            address: setup.address,
            offset_minutes: local_offset_minutes(setup.clock),
            clock: setup.clock,
            started: setup.started,
            trust_lan: setup.trust_lan,
            limits: Limits::default(),
            inbox: OnceLock::new(),
            database: OnceLock::new(),
            streams: AtomicUsize::new(0),
        })
    }

    /// The snapshot of now.
    pub fn snap(&self) -> Arc<Snapshot> {
        unpoisoned(self.snap.read()).clone()
    }

    /// Shows an event as it is after more records.
    pub fn show(&self, log: &TournamentLog) {
        let before = self.snap();
        let snap = Snapshot::of(&before.event, log, Some(&before));
        if before.state.pass_holders() != snap.state.pass_holders() {
            *unpoisoned(self.book.write()) = Arc::new(PassBook::of(&self.key, &snap.state));
        }
        let id = snap.id();
        *unpoisoned(self.snap.write()) = Arc::new(snap);
        self.news.send_replace(id);
    }

    /// Lets forms be recorded by a writer.
    pub fn write_to(&self, inbox: Inbox) {
        // There is one writer: a second one is not taken.
        let _ = self.inbox.set(inbox);
    }

    /// Lets laptops that share the key of the passes follow this one.
    pub fn followed_from(&self, database: PathBuf) {
        // There is one database: a second one is not taken.
        let _ = self.database.set(database);
    }

    /// What a laptop that follows this one asks for; nothing for every kind of wrong request.
    pub fn logs(&self, query: &str) -> Option<Vec<u8>> {
        let store = Store::open_existing(self.database.get()?).ok()?;
        follow::answer(&store, &self.key, &self.snap().event, query, self.moment().now).ok()?
    }

    /// Ends open streams, so that the server can stop.
    pub fn stop(&self) {
        self.stop.send_replace(true);
    }

    /// Now.
    pub fn moment(&self) -> Moment {
        Moment { now: self.clock.now().unwrap_or(self.started), offset_minutes: self.offset_minutes }
    }

    /// Everything that a page is rendered from.
    pub fn scene<'a>(&'a self, snap: &'a Snapshot, viewer: &'a Viewer, rid: &'a str) -> Scene<'a> {
        let streams = self.streams.load(Ordering::Relaxed);
        Scene { snap, viewer, moment: self.moment(), address: &self.address, streams, rid }
    }

    /// Whether a `Host` header names this site.
    pub fn is_host(&self, host: &str) -> bool {
        self.hosts.contains(&host.to_ascii_lowercase())
    }

    /// Who speaks, by the cookie and by where the request comes from.
    pub fn viewer(&self, cookie: Option<&str>, peer: IpAddr) -> Viewer {
        let Some(cookie) = cookie else { return Viewer::Visitor };
        if let Some((nonce, seal)) = cookie.strip_prefix("organiser~").and_then(|rest| rest.split_once('~')) {
            let known = peer.is_loopback() && self.key.is_seal(ORGANISER, &self.of_event(nonce), seal);
            return if known { Viewer::Organiser } else { Viewer::Visitor };
        }
        let holder = unpoisoned(self.book.read()).session(cookie);
        holder.and_then(|holder| self.as_viewer(&holder, peer)).unwrap_or(Viewer::Visitor)
    }

    /// What a holder is here; judges and desks come from this machine only, unless the hall's network is trusted.
    fn as_viewer(&self, holder: &Holder, peer: IpAddr) -> Option<Viewer> {
        let trusted = self.trust_lan || peer.is_loopback();
        let id = holder.id.as_str();
        match holder.kind {
            PassKind::Player => PlayerId::new(id).ok().map(Viewer::Player),
            PassKind::Table => id.parse().ok().map(|number| Viewer::Table(TableNumber(number))),
            PassKind::Judge => trusted.then(|| Viewer::Judge(id.to_owned())),
            PassKind::Desk => trusted.then(|| Viewer::Desk(id.to_owned())),
        }
    }

    /// The cookie for a pass, and who comes in with it. Nothing for every kind of wrong one.
    pub fn enter(&self, pass: &str, peer: IpAddr) -> Option<(String, Viewer)> {
        let book = unpoisoned(self.book.read()).clone();
        let holder = book.holder(pass)?;
        let viewer = self.as_viewer(holder, peer)?;
        Some((book.session_of(holder)?, viewer))
    }

    /// The organiser's cookie for the token that was printed; the token works once, and from this machine.
    pub fn enter_as_organiser(&self, token: &str, peer: IpAddr) -> Option<String> {
        let mut printed = unpoisoned(self.token.lock());
        let right = printed.as_ref().is_some_and(|printed| {
            // Sealed first: how long the comparison takes tells nothing about the token.
            self.key.is_seal("token", token, &self.key.seal("token", printed))
        });
        if !right || !peer.is_loopback() {
            return None;
        }
        let nonce = printed.take()?;
        let nonce = self.key.seal("nonce", &nonce);
        let seal = self.key.seal(ORGANISER, &self.of_event(&nonce));
        Some(format!("organiser~{nonce}~{seal}"))
    }

    fn of_event(&self, nonce: &str) -> String {
        format!("{} {nonce}", self.snap().event)
    }
}

/// A number for one request: sent again, it is the same request. Without random numbers there is none, and none is known.
pub(crate) fn rid() -> String {
    let bytes: [u8; 16] = draw::random_bytes().unwrap_or_default();
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
