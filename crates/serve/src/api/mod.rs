//! What programs read of the event, with a key that the organiser makes: which address gives what, and its description. Nothing
//! is written here, and nothing is told that a page does not tell everybody.
//!
//! The table [`READS`] is all there is: the routes, their answers and the OpenAPI description come from it.

mod answers;
mod shapes;

use std::sync::{Arc, LazyLock};

use axum::Router;
use axum::extract::{RawPathParams, Request};
use axum::http::StatusCode;
use axum::http::header::{AUTHORIZATION, CACHE_CONTROL, CONTENT_TYPE, WWW_AUTHENTICATE};
use axum::response::Response;
use axum::routing::{MethodFilter, on};
use serde_json::{Map, Value, json};

use answers::Missing;

use crate::ask::{Ask, peer_of};
use crate::files;
use crate::limits::Counted;
use crate::overlays::aired_to;
use crate::pages::API;
use crate::pages::overlay::Aired;
use crate::pages::scene::Scene;
use crate::reply::{fresh, response};
use crate::site::Site;
use crate::viewer::Viewer;

/// Where the description is; everybody may read it.
pub const DESCRIPTION: &str = API;

const JSON: &str = "application/json";
const CSV: &str = "text/csv; charset=utf-8";

/// What an answer is made from.
enum Made {
    /// The event.
    Json(fn(&Scene<'_>, &Ask) -> Result<Value, Missing>),
    /// Tables that may be shown, as they stood some time ago.
    Live(fn(&Scene<'_>, &[Aired]) -> Value),
    /// A table by columns.
    Csv(fn(&Scene<'_>) -> Result<String, Missing>),
}

/// One thing that programs read.
pub struct Read {
    /// Its path, with `{names}`.
    pub path: &'static str,
    /// What it gives, in a line.
    summary: &'static str,
    /// What may stand behind the path: name, and what it says.
    query: Option<(&'static str, &'static str)>,
    /// What the answer is made of.
    shape: fn() -> Value,
    made: Made,
}

const fn read(path: &'static str, summary: &'static str, shape: fn() -> Value, made: Made) -> Read {
    Read { path, summary, query: None, shape, made }
}

const ROUND: Option<(&str, &str)> = Some(("round", "the round; the last that is published where it is left out"));

/// Everything that programs read.
pub const READS: &[Read] = &[
    read("/api/event", "The event and how far it is", shapes::event, Made::Json(|scene, _| Ok(answers::event(scene)))),
    read("/api/players", "Who is entered", shapes::players, Made::Json(|scene, _| Ok(answers::players(scene)))),
    Read {
        query: ROUND,
        ..read("/api/pairings", "The pairings of a round", shapes::pairings, Made::Json(answers::pairings))
    },
    read(
        "/api/standings",
        "The standings after the last closed round",
        shapes::standings,
        Made::Json(|scene, _| answers::standings(scene)),
    ),
    read("/api/standings.csv", "The same by columns", shapes::csv, Made::Csv(files::standings_csv)),
    read(
        "/api/placings.csv",
        "The same with the columns of Best Coast Pairings",
        shapes::csv,
        Made::Csv(files::placings_csv),
    ),
    read(
        "/api/results",
        "The results of all published rounds",
        shapes::results,
        Made::Json(|scene, _| Ok(answers::results(scene))),
    ),
    read("/api/games.csv", "Every game of them by columns", shapes::csv, Made::Csv(files::games_csv)),
    read(
        "/api/live",
        "Scores of battles whose two players agreed, as much later as the organiser set",
        shapes::live,
        Made::Live(answers::live),
    ),
    read(
        "/api/lists",
        "Army lists that were handed in, once they are shown",
        shapes::lists,
        Made::Json(|scene, _| Ok(answers::lists(scene))),
    ),
    read("/api/list/{player}", "One army list, once it is shown", shapes::list, Made::Json(answers::list)),
];

/// Their routes and that of the description, beside others.
pub(crate) fn routes(site: &Arc<Site>, router: Router) -> Router {
    let described = on(MethodFilter::GET, |request: Request| async move { description(&request) });
    READS.iter().fold(router.route(DESCRIPTION, described), |router, read| {
        let site = site.clone();
        let answer = move |parts: RawPathParams, request: Request| answer(site, read, parts, request);
        router.route(read.path, on(MethodFilter::GET, answer))
    })
}

/// Answers a program.
async fn answer(site: Arc<Site>, read: &'static Read, parts: RawPathParams, request: Request) -> Response {
    if let Err(refused) = admitted(&site, &request) {
        return *refused;
    }
    let ask = Ask::of(&parts, &request);
    // Lists are read from the disk, and battles folded: pages do not wait for it.
    let made = tokio::task::spawn_blocking(move || make(&site, read, &ask)).await;
    match made.unwrap_or_else(|_| Err("This could not be made.".to_owned())) {
        Ok((kind, text)) => fresh(&request, kind, text),
        Err(why) => error(StatusCode::NOT_FOUND, &why),
    }
}

fn make(site: &Site, read: &Read, ask: &Ask) -> Result<(&'static str, String), Missing> {
    let snap = site.snap();
    let scene = site.scene(&snap, &Viewer::Visitor, None, None);
    match read.made {
        Made::Json(make) => make(&scene, ask).map(|value| (JSON, line(&value))),
        Made::Csv(make) => make(&scene).map(|text| (CSV, text)),
        Made::Live(make) => {
            let value = aired_to(site, |_| true, make).unwrap_or_else(|| make(&scene, &[]));
            Ok((JSON, line(&value)))
        }
    }
}

fn line(value: &Value) -> String {
    format!("{value}\n")
}

/// Whether the request bears a key. Wrong ones are counted; a right one is never kept out by those of others.
fn admitted(site: &Site, request: &Request) -> Result<(), Box<Response>> {
    let said = request.headers().get(AUTHORIZATION).and_then(|said| said.to_str().ok());
    let parts = said.and_then(|said| said.split_once(' '));
    let key = parts.filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer")).map(|(_, key)| key.trim());
    let wrong = match key {
        Some(key) if site.is_reader(key) => return Ok(()),
        Some(_) => !site.limits.count(Counted::WrongPasses, &peer_of(request).to_string()),
        None => false,
    };
    Err(Box::new(match wrong {
        true => error(StatusCode::TOO_MANY_REQUESTS, "Too many wrong keys: wait a minute."),
        false => error(StatusCode::UNAUTHORIZED, "Send a key that the organiser made: Authorization: Bearer KEY."),
    }))
}

fn error(status: StatusCode, why: &str) -> Response {
    let headers = [(CONTENT_TYPE, JSON), (CACHE_CONTROL, "no-store"), (WWW_AUTHENTICATE, "Bearer")];
    let headers = if status == StatusCode::UNAUTHORIZED { &headers[..] } else { &headers[..2] };
    response(status, headers, line(&json!({ "error": why })))
}

/// Tells programs what they can ask for.
fn description(request: &Request) -> Response {
    static TEXT: LazyLock<String> = LazyLock::new(|| line(&openapi()));
    fresh(request, JSON, TEXT.clone())
}

/// The description of everything that programs read, after OpenAPI 3.1.
///
/// ```
/// let described = adjutant_serve::api::openapi();
/// assert_eq!(described["openapi"], "3.1.0");
/// assert!(described["paths"]["/api/standings"]["get"]["responses"]["200"].is_object());
/// ```
pub fn openapi() -> Value {
    let paths: Map<String, Value> =
        READS.iter().map(|read| (read.path.to_owned(), json!({ "get": operation(read) }))).collect();
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "An event that Adjutant serves",
            "description": "Reads what is published. Ask again with If-None-Match: what has not changed is answered with 304.",
            "version": "1",
        },
        "security": [{ "key": [] }],
        "paths": paths,
        "components": {
            "securitySchemes": {
                "key": { "type": "http", "scheme": "bearer", "description": "A key that the organiser makes at /desk/keys." },
            },
            "schemas": { "error": shapes::error() },
        },
    })
}

fn operation(read: &Read) -> Value {
    let told = |what: &str| {
        let shape = json!({ "$ref": "#/components/schemas/error" });
        json!({ "description": what, "content": { JSON: { "schema": shape } } })
    };
    let kind = if matches!(read.made, Made::Csv(_)) { "text/csv" } else { JSON };
    let part = |name: &str, place: &str, what: &str, shape: Value| json!({ "name": name, "in": place, "description": what, "required": place == "path", "schema": shape });
    let player = read.path.contains("{player}").then(|| part("player", "path", "the id of the player", shapes::text()));
    let query = read.query.map(|(name, what)| part(name, "query", what, shapes::number()));
    let parameters: Vec<Value> = player.into_iter().chain(query).collect();
    json!({
        "summary": read.summary,
        "parameters": parameters,
        "responses": {
            "200": { "description": read.summary, "content": { kind: { "schema": (read.shape)() } } },
            "304": { "description": "It has not changed" },
            "401": told("No key, or one that opens nothing"),
            "404": told("There is no such thing, or not yet: why"),
            "429": told("Too many wrong keys"),
        },
    })
}
