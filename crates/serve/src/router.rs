//! Which address shows what, and to whom. The table of routes is the matrix of roles; nothing else decides who may.

use std::net::IpAddr;
use std::sync::Arc;

use adjutant_tournament::PlayerId;
use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{RawPathParams, Request};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, COOKIE as COOKIE_HEADER, LOCATION, SET_COOKIE};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::response::Response;
use axum::routing::{MethodFilter, on};
use maud::Markup;

use crate::limits::Counted;
use crate::pages::{self, Part, Problem, Scene};
use crate::site::{COOKIE, Site};
use crate::viewer::{Role, Viewer};
use crate::{assets, live};

/// Where a request comes from.
#[derive(Clone, Copy, Debug)]
pub struct Peer(pub IpAddr);

/// What a request asks for: the parts of its path, its query, its form.
#[derive(Clone, Debug, Default)]
pub struct Ask {
    parts: Vec<(String, String)>,
}

impl Ask {
    /// The first value of a name, in this order: path, form, query.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.parts.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The same, empty where there is none.
    pub fn text(&self, name: &str) -> &str {
        self.get(name).unwrap_or_default()
    }
}

type Page = fn(&Scene<'_>, &Ask) -> Result<Markup, Problem>;

/// One page.
pub struct Route {
    /// Its path, with `{names}`.
    pub path: &'static str,
    /// Who may open it.
    pub roles: &'static [Role],
    page: Page,
}

const EVERYBODY: &[Role] = &Role::ALL;
const PLAYER: &[Role] = &[Role::Player];

const fn page(path: &'static str, roles: &'static [Role], page: Page) -> Route {
    Route { path, roles, page }
}

/// Every page.
pub const PAGES: &[Route] = &[
    page("/", EVERYBODY, |scene, ask| Ok(pages::join(scene, ask.text("q")))),
    page("/me", PLAYER, |scene, _| own(scene, pages::day)),
    page("/standings", EVERYBODY, |scene, ask| Ok(pages::standings(scene, ask.text("q")))),
    page("/player/{player}", EVERYBODY, |scene, ask| pages::player(scene, ask.text("player")).ok_or(Problem::NotFound)),
    page("/pairings", EVERYBODY, |scene, _| Ok(pages::pairings(scene))),
    page("/bracket", EVERYBODY, |scene, _| Ok(pages::bracket(scene))),
    page("/screen", EVERYBODY, |scene, _| Ok(pages::screens(scene))),
    page("/screen/pairings", EVERYBODY, |scene, ask| Ok(pages::screen_pairings(scene, part(ask)))),
    page("/screen/standings", EVERYBODY, |scene, ask| Ok(pages::screen_standings(scene, part(ask)))),
    page("/screen/missing", EVERYBODY, |scene, _| Ok(pages::screen_missing(scene))),
];

fn own(scene: &Scene<'_>, page: fn(&Scene<'_>, &PlayerId) -> Option<Markup>) -> Result<Markup, Problem> {
    let player = scene.viewer.player().ok_or(Problem::Forbidden(Role::Player))?;
    page(scene, player).ok_or(Problem::NotFound)
}

fn part(ask: &Ask) -> Part {
    Part::parse(ask.get("part"), ask.get("page"))
}

/// All routes of a site.
pub fn router(site: &Arc<Site>) -> Router {
    let mut router = Router::new();
    for route in PAGES {
        let site = site.clone();
        let answer = move |parts: RawPathParams, request: Request| async move {
            let viewer = site.viewer_of(&request);
            show(&site, &viewer, route, &Ask::of(&parts, &request))
        };
        router = router.route(route.path, on(MethodFilter::GET, answer));
    }
    let on_get = |handle: fn(&Arc<Site>, &str, &Request) -> Response| {
        let site = site.clone();
        let answer = move |parts: RawPathParams, request: Request| async move {
            let part = parts.iter().next().map(|(_, value)| value.to_owned()).unwrap_or_default();
            handle(&site, &part, &request)
        };
        on(MethodFilter::GET, answer)
    };
    router
        .route("/j/{pass}", on_get(enter))
        .route("/o/{token}", on_get(enter_as_organiser))
        .route("/live", on_get(|site, _, request| live::stream(site, request)))
        .route("/a/{asset}", on_get(|_, _, request| asset(request.uri().path())))
        .fallback({
            let site = site.clone();
            move |request: Request| async move { refuse(&site, &site.viewer_of(&request), &Problem::NotFound) }
        })
}

fn show(site: &Site, viewer: &Viewer, route: &Route, ask: &Ask) -> Response {
    let Some(first) = route.roles.first() else { return refuse(site, viewer, &Problem::NotFound) };
    if !route.roles.contains(&viewer.role()) {
        return refuse(site, viewer, &Problem::Forbidden(*first));
    }
    let snap = site.snap();
    match (route.page)(&site.scene(&snap, viewer), ask) {
        Ok(page) => html(StatusCode::OK, page),
        Err(problem) => refuse(site, viewer, &problem),
    }
}

/// The page of a problem.
pub fn refuse(site: &Site, viewer: &Viewer, problem: &Problem) -> Response {
    let snap = site.snap();
    let status = StatusCode::from_u16(problem.status()).unwrap_or(StatusCode::BAD_REQUEST);
    html(status, pages::problem(&site.scene(&snap, viewer), problem))
}

/// A page as it is sent.
pub fn html(status: StatusCode, page: Markup) -> Response {
    let mut response = Response::new(Body::from(page.into_string()));
    *response.status_mut() = status;
    put(&mut response, CONTENT_TYPE, "text/html; charset=utf-8");
    put(&mut response, CACHE_CONTROL, "no-store");
    response
}

/// Goes on at another page.
pub fn see(path: &str) -> Response {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::SEE_OTHER;
    put(&mut response, LOCATION, path);
    put(&mut response, CACHE_CONTROL, "no-store");
    response
}

fn put(response: &mut Response, name: HeaderName, value: &str) {
    // What is put here is ASCII that this program made; anything else is left out rather than sent.
    if let Ok(value) = HeaderValue::from_str(value) {
        response.headers_mut().insert(name, value);
    }
}

/// Comes in with a pass: the card is scanned as often as somebody likes.
fn enter(site: &Arc<Site>, pass: &str, request: &Request) -> Response {
    let peer = peer_of(request);
    let who = peer.to_string();
    let visitor = Viewer::Visitor;
    if site.limits.is_full(Counted::WrongPasses, &who) {
        return refuse(site, &visitor, &Problem::Busy);
    }
    match site.enter(pass, peer) {
        Some((cookie, viewer)) => with_cookie(see(pages::home(&viewer).0), &cookie),
        None => {
            site.limits.count(Counted::WrongPasses, &who);
            refuse(site, &visitor, &Problem::WrongPass)
        }
    }
}

fn enter_as_organiser(site: &Arc<Site>, token: &str, request: &Request) -> Response {
    let peer = peer_of(request);
    let who = peer.to_string();
    if site.limits.is_full(Counted::WrongPasses, &who) {
        return refuse(site, &Viewer::Visitor, &Problem::Busy);
    }
    match site.enter_as_organiser(token, peer) {
        Some(cookie) => with_cookie(see("/"), &cookie),
        // The address is opened again from the history of the browser.
        None if site.viewer_of(request) == Viewer::Organiser => see("/"),
        None => {
            site.limits.count(Counted::WrongPasses, &who);
            refuse(site, &Viewer::Visitor, &Problem::WrongPass)
        }
    }
}

/// Three days: the longest event.
fn with_cookie(mut response: Response, value: &str) -> Response {
    put(&mut response, SET_COOKIE, &format!("{COOKIE}={value}; Path=/; Max-Age=259200; HttpOnly; SameSite=Lax"));
    response
}

fn asset(path: &str) -> Response {
    let Some(asset) = assets::find(path) else {
        let mut response = Response::new(Body::empty());
        *response.status_mut() = StatusCode::NOT_FOUND;
        return response;
    };
    let mut response = Response::new(Body::from(asset.bytes));
    put(&mut response, CONTENT_TYPE, asset.mime);
    put(&mut response, CACHE_CONTROL, "public, max-age=31536000, immutable");
    response
}

/// The address that a request comes from.
pub fn peer_of(request: &Request) -> IpAddr {
    request.extensions().get::<Peer>().map_or(IpAddr::from([0, 0, 0, 0]), |peer| peer.0)
}

/// The value of our cookie, where there is exactly one.
pub fn cookie_of(headers: &HeaderMap) -> Option<&str> {
    let lines = headers.get_all(COOKIE_HEADER).iter().filter_map(|line| line.to_str().ok());
    let pairs = lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    let mut own = pairs.filter(|(name, _)| *name == COOKIE).map(|(_, value)| value);
    let first = own.next()?;
    own.next().is_none().then_some(first)
}

impl Site {
    /// Who asks.
    pub fn viewer_of(&self, request: &Request) -> Viewer {
        self.viewer(cookie_of(request.headers()), peer_of(request))
    }
}

impl Ask {
    fn of(parts: &RawPathParams, request: &Request) -> Ask {
        let path = parts.iter().map(|(name, value)| (name.to_owned(), value.to_owned()));
        let form = request.extensions().get::<Form>().map(|form| pairs(&form.0)).unwrap_or_default();
        let query = pairs(request.uri().query().unwrap_or_default().as_bytes());
        Ask { parts: path.chain(form).chain(query).collect() }
    }
}

/// The body of a form, read whole by the guard.
#[derive(Clone, Debug)]
pub struct Form(pub Bytes);

fn pairs(text: &[u8]) -> Vec<(String, String)> {
    form_urlencoded::parse(text).map(|(name, value)| (name.into_owned(), value.into_owned())).collect()
}
