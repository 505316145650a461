//! No event is named: one page on which the organiser makes one, or goes on with one that is there. It is shown to nobody
//! but this machine; everybody else is asked to wait.

mod fields;
mod page;
pub mod plan;

use std::net::TcpListener;
use std::sync::{Arc, Mutex, PoisonError};

use adjutant_app::clock::on_the_wall;
use adjutant_app::tournaments::TournamentRecording;
use adjutant_app::tournaments::begin::Beginning;
use adjutant_app::{Clock, Error, StreamKind, random};
use adjutant_tournament::TournamentId;
use axum::body::Body;
use axum::extract::Request;
use axum::http::header::{CONTENT_TYPE, HOST};
use axum::http::{Method, StatusCode};
use axum::response::Response;
use hyper::service::service_fn;
use tokio::net::TcpStream;
use tokio::task::JoinSet;

use crate::Press;
use crate::addresses::authority;
use crate::ask::Ask;
use crate::assets;
use crate::bounded::Bounded;
use crate::guard::{guarded, is_of, one, whole};
use crate::inbox::hexed;
use crate::limits::{BODY_BYTES_MAX, REQUEST_TIME};
use crate::reply::{html, response, see};
use crate::server::{BREATH, speak};
use fields::{Fault, Fields};
use page::{Shown, page, wait};

/// The first page, until an event is chosen on it.
pub struct First {
    press: Press,
    port: u16,
    token: String,
    chosen: Mutex<Option<TournamentId>>,
}

impl First {
    /// The first page on a port of this machine.
    ///
    /// # Errors
    /// A machine that gives no random numbers.
    pub fn new(press: Press, port: u16) -> Result<First, Error> {
        Ok(First { press, port, token: hexed(random::bytes()?), chosen: Mutex::default() })
    }

    /// What the organiser opens on this machine.
    pub fn address(&self) -> String {
        format!("http://{}{}", authority("127.0.0.1", self.port), self.path())
    }

    /// What opens the desk once, as soon as the event is served.
    pub(crate) fn token(&self) -> &str {
        &self.token
    }

    fn path(&self) -> String {
        format!("/first/{}", self.token)
    }

    /// Shows the page until an event is chosen, and says which. The port stays open.
    ///
    /// # Errors
    /// A system that gives no runtime or sockets.
    pub fn run(self: &Arc<First>, listener: &TcpListener) -> std::io::Result<TournamentId> {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
        let listener = listener.try_clone()?;
        listener.set_nonblocking(true)?;
        runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(listener)?;
            let mut open = JoinSet::new();
            loop {
                if let Some(event) = self.chosen() {
                    // What was answered is sent before the port is another's.
                    let sent = async { while open.join_next().await.is_some() {} };
                    let _ = tokio::time::timeout(REQUEST_TIME, sent).await;
                    return Ok(event);
                }
                tokio::select! {
                    accepted = listener.accept() => {
                        let Ok((stream, peer)) = accepted else {
                            tokio::time::sleep(BREATH).await;
                            continue;
                        };
                        let own = peer.ip().to_canonical().is_loopback();
                        open.spawn(connection(self.clone(), stream, own));
                    }
                    Some(_) = open.join_next() => {}
                }
            }
        })
    }

    fn chosen(&self) -> Option<TournamentId> {
        self.chosen.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Answers a request; `own` is one of this machine.
    pub async fn answer(&self, request: Request, own: bool) -> Response {
        // A request is read to its end before it is refused: what was sent would reset the answer on its way otherwise.
        let read = whole(request, BODY_BYTES_MAX).await;
        guarded(read.map_or_else(|refused| *refused, |request| self.page(&request, own)))
    }

    fn page(&self, request: &Request, own: bool) -> Response {
        let path = request.uri().path();
        if let Some(asset) = [&*assets::STYLE, &*assets::ICON].into_iter().find(|asset| asset.path == path) {
            return response(StatusCode::OK, &[(CONTENT_TYPE, asset.mime)], asset.bytes.to_vec());
        }
        if own && self.chosen().is_some() {
            // Whoever was faster than the change of servers asks once more; a second tap on the button goes where the first went.
            return if path == self.path() { self.desk() } else { see(path) };
        }
        if !own || path != self.path() || !self.is_ours(request) {
            return html(StatusCode::SERVICE_UNAVAILABLE, wait());
        }
        match *request.method() {
            Method::GET | Method::HEAD => self.show(&Fields::usual(&today(self.press.clock)), &[], None),
            Method::POST => self.take(&Ask::of_form(request)),
            _ => html(StatusCode::METHOD_NOT_ALLOWED, wait()),
        }
    }

    /// Whether it asks for this machine by name, and a form comes from its page.
    fn is_ours(&self, request: &Request) -> bool {
        let hosts = ["127.0.0.1", "localhost"].map(|name| authority(name, self.port));
        let host = one(request.headers(), &HOST).filter(|host| hosts.iter().any(|own| own == host));
        host.is_some_and(|host| *request.method() != Method::POST || is_of(request.headers(), host, false))
    }

    fn take(&self, ask: &Ask) -> Response {
        let fields = Fields::of(ask);
        let chosen = match (ask.get("event"), ask.text("do")) {
            (Some(event), _) => self.go_on(event),
            (None, "make") => match fields.meant(&self.press.known.packs()) {
                Ok(meant) => self.make(meant.beginning(self.press.clock)),
                Err(faults) => return self.show(&fields, &faults, None),
            },
            _ => return self.show(&fields, &fields.day().err().unwrap_or_default(), None),
        };
        match chosen {
            Ok(event) => {
                *self.chosen.lock().unwrap_or_else(PoisonError::into_inner) = Some(event);
                self.desk()
            }
            Err(error) => self.show(&fields, &[], Some(&error.message())),
        }
    }

    /// The way to the desk: the same port serves the event a moment later, and what asks before waits in line.
    fn desk(&self) -> Response {
        see(&format!("/o/{}", self.token))
    }

    /// One event, however often the button is pressed.
    fn make(&self, beginning: Beginning) -> Result<TournamentId, Error> {
        if let Some(event) = self.chosen() {
            return Ok(event);
        }
        Ok(beginning.record(&mut self.press.app_or_new()?)?.id().clone())
    }

    fn go_on(&self, event: &str) -> Result<TournamentId, Error> {
        let app = self.press.app_or_new()?;
        let id = TournamentId::new(event).map_err(|_| Error::from(adjutant_app::error::TournamentError::NoId))?;
        Ok(TournamentRecording::load(&app, &id)?.id().clone())
    }

    /// Events of the database that are not over, id and name; those that cannot be read are left to `audit`.
    fn events(&self) -> Vec<(String, String)> {
        let Ok(app) = self.press.app_or_new() else { return Vec::new() };
        let ids = app.ids(StreamKind::Event).unwrap_or_default();
        let read = ids.iter().filter_map(|id| TournamentRecording::load(&app, &TournamentId::new(id).ok()?).ok());
        let open = read.filter(|event| !event.state().finished);
        open.map(|event| (event.id().to_string(), event.name().to_owned())).collect()
    }

    fn show(&self, fields: &Fields, faults: &[Fault], refused: Option<&str>) -> Response {
        let (path, events) = (self.path(), self.events());
        let status =
            if faults.is_empty() && refused.is_none() { StatusCode::OK } else { StatusCode::UNPROCESSABLE_ENTITY };
        html(
            status,
            page(&Shown { packs: &self.press.known.packs(), path: &path, fields, faults, refused, events: &events }),
        )
    }
}

/// Answers what is asked on a connection, once.
async fn connection(first: Arc<First>, stream: TcpStream, own: bool) {
    let service = service_fn(|request: hyper::Request<hyper::body::Incoming>| {
        let first = first.clone();
        async move { Ok::<_, std::convert::Infallible>(first.answer(request.map(Body::new), own).await) }
    });
    speak(Bounded::new(stream), false, service).await;
}

/// Today where the clock on the wall stands.
fn today(clock: Clock) -> String {
    clock.now().map(|now| on_the_wall(now, clock).date()).unwrap_or_default()
}
