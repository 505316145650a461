//! Which address shows what, and to whom. The table of routes is the matrix of roles; nothing else decides who may.

use std::hash::{Hash as _, Hasher};
use std::sync::Arc;

use adjutant_app::{Error, follow};
use adjutant_core::chain::Hash;
use adjutant_present::{season, theatre, verifier};
use adjutant_tournament::{PlayerId, RoundNumber, TableNumber};
use axum::Router;
use axum::body::Body;
use axum::extract::{RawPathParams, Request};
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG};
use axum::response::Response;
use axum::routing::{MethodFilter, on};
use maud::Markup;
use tokio::sync::oneshot;

use crate::act::Outcome;
use crate::ask::{Ask, cookie_named, peer_of};
use crate::deeds::{self, DEEDS, Deed};
use crate::door::{
    away, claims, enter, enter_as_organiser, holds_passes, is_there, leaves, not_for, scanned, shown_card,
};
use crate::files::{self, Sheet};
use crate::inbox::Submission;
use crate::limits::Counted;
use crate::pages::problem::{Again, Problem};
use crate::pages::scene::{Scene, state_id};
use crate::pages::{self, Part};
use crate::reply::{holds, html, put, refuse, refuse_at, response, see, unchanged};
use crate::seat::{At, Seat};
use crate::site::{BOTH, Site, cookie_of};
use crate::snapshot::Snapshot;
use crate::viewer::{DESK, EVERYBODY, JUDGING, KNOWN, ORGANISER, PLAYER, Role, SEATED, Viewer};
use crate::{api, assets, live, overlays};

type Page = fn(&Scene<'_>, &Ask) -> Result<Markup, Problem>;

/// One page.
pub struct Route {
    /// Its path, with `{names}`.
    pub path: &'static str,
    /// Who may open it.
    pub roles: &'static [Role],
    page: Page,
}

const fn page(path: &'static str, roles: &'static [Role], page: Page) -> Route {
    Route { path, roles, page }
}

/// Every page.
pub const PAGES: &[Route] = &[
    page("/", EVERYBODY, |scene, ask| Ok(pages::join(scene, ask.text("q")))),
    page("/me", PLAYER, |scene, _| own(scene, pages::day)),
    page("/me/result", PLAYER, |scene, _| own(scene, pages::result)),
    page("/me/why", PLAYER, |scene, _| own(scene, pages::why)),
    page("/me/list", PLAYER, |scene, ask| {
        let player = scene.viewer.player().ok_or(Problem::Forbidden(Role::Player))?;
        let on_record = scene.snap.state.player(player).and_then(|known| known.list);
        let digest = Hash::parse(ask.text("digest")).or(on_record);
        let read = digest.and_then(|digest| files::read_list(scene, player, digest));
        pages::list(scene, player, read.as_ref()).ok_or(Problem::NotFound)
    }),
    page("/me/team", PLAYER, |scene, _| own(scene, pages::own_team)),
    page("/me/leave", PLAYER, |scene, _| own(scene, pages::leave)),
    page("/match", SEATED, |scene, ask| pages::play(scene, ask.text("asked"))),
    page("/match/spoken", SEATED, |scene, ask| pages::spoken(scene, ask.text("asked"))),
    page("/match/scoring", SEATED, |scene, _| pages::scoring(scene)),
    page("/match/more", SEATED, |scene, ask| pages::more(scene, ask.text("kind"))),
    page("/match/terrain", SEATED, pages::terrain),
    page("/match/result", &[Role::Table], |scene, _| pages::both(scene).ok_or(Problem::NotFound)),
    page("/match/log", SEATED, |scene, ask| pages::story(scene, ask.text("at"))),
    page("/match/after", SEATED, |scene, _| pages::after(scene)),
    page("/table/{table}/after", EVERYBODY, |scene, _| pages::after(scene)),
    page("/judge", JUDGING, |scene, ask| match ask.text("table").trim() {
        "" => Ok(pages::judge(scene)),
        table => pages::table(scene, table).ok_or(Problem::NotFound),
    }),
    page("/judge/book", JUDGING, |scene, ask| Ok(pages::book(scene, ask.text("player")))),
    page("/table/{table}", JUDGING, |scene, ask| pages::table(scene, ask.text("table")).ok_or(Problem::NotFound)),
    page("/table/{table}/log", JUDGING, |scene, ask| pages::story(scene, ask.text("at"))),
    page("/desk", DESK, |scene, ask| Ok(pages::desk(scene, ask.text("show"), ask.text("after").parse().ok()))),
    page("/desk/players", DESK, |scene, ask| {
        Ok(pages::players(scene, ask.text("q"), ask.text("show"), &files::checked(scene)))
    }),
    page("/desk/player/{player}", DESK, |scene, ask| {
        pages::desk_player(scene, ask.text("player")).ok_or(Problem::NotFound)
    }),
    page("/desk/tables", DESK, |scene, ask| Ok(pages::tables(scene, ask.text("table")))),
    page("/desk/print", DESK, |scene, _| Ok(pages::print(scene))),
    page("/desk/teams", DESK, |scene, _| Ok(pages::teams(scene))),
    page("/desk/files", ORGANISER, |scene, _| Ok(pages::kept(scene))),
    page("/desk/log", DESK, |scene, _| Ok(pages::log(scene))),
    page("/desk/stream", ORGANISER, |scene, _| Ok(pages::stream(scene))),
    page("/desk/keys", ORGANISER, |scene, _| Ok(pages::keys(scene))),
    page("/desk/passes", ORGANISER, |scene, _| Ok(pages::passes(scene))),
    page("/desk/pass/{kind}/{id}", ORGANISER, |scene, ask| {
        pages::pass(scene, ask.text("kind"), ask.text("id")).ok_or(Problem::NotFound)
    }),
    page("/desk/draft", JUDGING, |scene, ask| match ask.text("why") {
        "" => Ok(pages::draft(scene)),
        player => pages::why_drafted(scene, player).ok_or(Problem::NotFound),
    }),
    page("/standings", EVERYBODY, |scene, ask| Ok(pages::standings(scene, ask.text("q")))),
    page("/player/{player}", EVERYBODY, |scene, ask| pages::player(scene, ask.text("player")).ok_or(Problem::NotFound)),
    page("/player/{player}/list", KNOWN, list_of),
    page("/mission/{mission}", EVERYBODY, |scene, ask| {
        pages::mission(scene, ask.text("mission")).ok_or(Problem::NotFound)
    }),
    page("/pairings", EVERYBODY, |scene, ask| Ok(pages::pairings(scene, ask.text("hall").trim()))),
    page("/bracket", EVERYBODY, |scene, _| Ok(pages::bracket(scene))),
    page("/screen", EVERYBODY, |scene, _| Ok(pages::screens(scene))),
    page("/screen/pairings", EVERYBODY, |scene, ask| Ok(screen(scene, "pairings", ask))),
    page("/screen/standings", EVERYBODY, |scene, ask| Ok(screen(scene, "standings", ask))),
    page("/screen/clock", EVERYBODY, |scene, ask| Ok(screen(scene, "clock", ask))),
    page("/screen/bracket", EVERYBODY, |scene, ask| Ok(screen(scene, "bracket", ask))),
    page("/screen/missing", EVERYBODY, |scene, ask| Ok(screen(scene, "missing", ask))),
];

/// A file that somebody opens.
pub struct FileRoute {
    /// Its path, with `{names}`.
    pub path: &'static str,
    /// Who may open it.
    pub roles: &'static [Role],
    /// What a browser may do with it, where it is a page that stands by itself and not one of ours.
    policy: Option<fn() -> String>,
    make: fn(&Scene<'_>, &Ask) -> Result<Sheet, Problem>,
}

/// Every file.
pub const FILES: &[FileRoute] = &[
    FileRoute {
        path: "/desk/print/{document}",
        roles: DESK,
        policy: None,
        make: |scene, ask| files::sheet(scene, ask.text("document")),
    },
    FileRoute {
        path: "/desk/files/{file}",
        roles: ORGANISER,
        policy: None,
        make: |scene, ask| files::kept(scene, ask.text("file")),
    },
    FileRoute { path: "/league/", roles: EVERYBODY, policy: None, make: |scene, _| files::season(scene, "index.html") },
    FileRoute {
        path: "/league/{*file}",
        roles: EVERYBODY,
        policy: None,
        make: |scene, ask| files::season(scene, ask.text("file")),
    },
    FileRoute {
        path: "/league/figures/{file}",
        roles: EVERYBODY,
        policy: Some(season::policy),
        make: |scene, ask| files::season(scene, &format!("figures/{}", ask.text("file"))),
    },
    FileRoute { path: "/verify", roles: EVERYBODY, policy: Some(verifier::policy), make: |_, _| files::verifier() },
    FileRoute {
        path: "/match/theatre",
        roles: SEATED,
        policy: Some(theatre::policy),
        make: |scene, _| files::theatre(scene),
    },
    FileRoute {
        path: "/table/{table}/theatre",
        roles: EVERYBODY,
        policy: Some(theatre::policy),
        make: |scene, _| files::theatre(scene),
    },
];

/// A list is its player's and the desk's until the round that the policies name; then everybody's who has a pass.
fn list_of(scene: &Scene<'_>, ask: &Ask) -> Result<Markup, Problem> {
    let player = PlayerId::new(ask.text("player")).map_err(|_| Problem::NotFound)?;
    let state = &scene.snap.state;
    let known = state.player(&player).ok_or(Problem::NotFound)?;
    let own = scene.viewer.player() == Some(&player);
    let shown = state.has_seen(state.policies().lists_shown);
    if !own && !shown && !JUDGING.contains(&scene.viewer.role()) {
        let words = format!("Lists are shown when round {} is published.", state.policies().lists_shown);
        return Err(Problem::NotYet(words));
    }
    let read = known.list.and_then(|digest| files::read_list(scene, &player, digest));
    Ok(pages::list_of(scene, &player, read.as_ref()))
}

fn own(scene: &Scene<'_>, page: fn(&Scene<'_>, &PlayerId) -> Option<Markup>) -> Result<Markup, Problem> {
    let player = scene.viewer.player().ok_or(Problem::Forbidden(Role::Player))?;
    page(scene, player).ok_or(Problem::NotFound)
}

fn screen(scene: &Scene<'_>, name: &str, ask: &Ask) -> Markup {
    pages::screen(scene, name, &Part::of_address(ask), &[])
}

/// All routes of a site.
pub fn router(site: &Arc<Site>) -> Router {
    let mut router = api::routes(site, overlays::routes(site, Router::new()));
    for route in PAGES {
        let site = site.clone();
        let answer = move |parts: RawPathParams, request: Request| async move {
            let viewer = site.viewer_of(&request);
            let ask = Ask::of(&parts, &request);
            site.until_read(at_of(route.path, &site.snap(), &viewer, &ask)).await;
            show(&site, &viewer, route, &ask, &request)
        };
        router = router.route(route.path, on(MethodFilter::GET, answer));
    }
    for file in FILES {
        let site = site.clone();
        let answer = move |parts: RawPathParams, request: Request| printed(site, file, parts, request);
        router = router.route(file.path, on(MethodFilter::GET, answer));
    }
    for deed in DEEDS {
        let site = site.clone();
        let answer = move |request: Request| async move {
            let viewer = site.viewer_of(&request);
            let ask = Ask::of_form(&request);
            site.until_read(at_of(deed.path, &site.snap(), &viewer, &ask)).await;
            match send(&site, deed, viewer, &ask, &request) {
                Ok(sent) => settle(&site, sent).await,
                Err(refused) => *refused,
            }
        };
        router = router.route(deed.path, on(MethodFilter::POST, answer));
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
        .route(follow::PATH, on_get(|site, _, request| logs(site, request)))
        .route("/live", on_get(|site, _, request| live::stream(site, request)))
        .route("/a/{asset}", on_get(|_, _, request| asset(request.uri().path())))
        .fallback({
            let site = site.clone();
            move |request: Request| async move { refuse(&site, &site.viewer_of(&request), &Problem::NotFound) }
        })
}

/// A file, made beside the pages: it takes its time, and they do not wait for it.
async fn printed(site: Arc<Site>, file: &'static FileRoute, parts: RawPathParams, request: Request) -> Response {
    let viewer = site.viewer_of(&request);
    let ask = Ask::of(&parts, &request);
    site.until_read(at_of(file.path, &site.snap(), &viewer, &ask)).await;
    let made = tokio::task::spawn_blocking(move || print(&site, &viewer, file, &ask, &request)).await;
    made.unwrap_or_else(|_| plain_error())
}

fn print(site: &Arc<Site>, viewer: &Viewer, file: &FileRoute, ask: &Ask, request: &Request) -> Response {
    if !file.roles.contains(&viewer.role()) {
        let first = file.roles.first().copied().unwrap_or(Role::Organiser);
        return refuse(site, viewer, &not_for(site, viewer, request, first));
    }
    if (holds_passes(ask) || file.roles == ORGANISER) && away(site, viewer, request) {
        return refuse(
            site,
            viewer,
            &Problem::Word { again: None, back: request.uri().path().to_owned(), wrong: false },
        );
    }
    let snap = site.snap();
    let seat = seat_of(site, viewer, at_of(file.path, &snap, viewer, ask), request);
    let sheet = (file.make)(&site.scene(&snap, viewer, seat.as_ref(), None), ask);
    match sheet {
        Err(problem) => refuse(site, viewer, &problem),
        Ok(sheet) => {
            let shown = if sheet.is_saved { "attachment" } else { "inline" };
            let named = format!("{shown}; filename=\"{}\"", sheet.file);
            let headers =
                [(CONTENT_TYPE, sheet.kind), (CACHE_CONTROL, "no-store"), (CONTENT_DISPOSITION, named.as_str())];
            let mut response = response(StatusCode::OK, &headers, sheet.bytes);
            if let Some(policy) = file.policy {
                put(&mut response, CONTENT_SECURITY_POLICY, &policy());
            }
            response
        }
    }
}

/// Something went wrong that no page tells of.
fn plain_error() -> Response {
    response(StatusCode::INTERNAL_SERVER_ERROR, &[], "This could not be printed.\n")
}

fn show(site: &Site, viewer: &Viewer, route: &Route, ask: &Ask, request: &Request) -> Response {
    let Some(first) = route.roles.first() else { return refuse(site, viewer, &Problem::NotFound) };
    if !route.roles.contains(&viewer.role()) {
        return refuse(site, viewer, &not_for(site, viewer, request, *first));
    }
    if route.roles == ORGANISER && away(site, viewer, request) {
        return refuse(
            site,
            viewer,
            &Problem::Word { again: None, back: request.uri().path().to_owned(), wrong: false },
        );
    }
    let snap = site.snap();
    let seat = seat_of(site, viewer, at_of(route.path, &snap, viewer, ask), request);
    let tag = tag(site, viewer, request, &snap, seat.as_ref());
    // A phone that shows this very page keeps it: nothing is rendered.
    if holds(request, &tag) {
        return unchanged(&tag);
    }
    let book = site.book_for(viewer);
    match (route.page)(&site.scene(&snap, viewer, seat.as_ref(), book.as_deref()), ask) {
        Ok(page) => {
            let mut response = html(StatusCode::OK, page);
            put(&mut response, ETAG, &tag);
            response
        }
        Err(problem) => refuse(site, viewer, &problem),
    }
}

/// What changes with everything that a page shows: the records behind it and what is remembered beside them, who looks, where,
/// and with what script. Pages
/// that count minutes by themselves, on screens and for those who run the event, also change every minute.
fn tag(site: &Site, viewer: &Viewer, request: &Request, snap: &Snapshot, seat: Option<&Seat>) -> String {
    let counts = request.uri().path().starts_with("/screen")
        || matches!(viewer.role(), Role::Judge | Role::Desk | Role::Organiser);
    let minute = if counts { site.moment().now.seconds() / 60 } else { 0 };
    let mut told = std::hash::DefaultHasher::new();
    let reading = seat.is_some_and(|seat| seat.reading);
    let writes = seat.map(|seat| (seat.both, seat.other_writes));
    let kept = site.memory.print();
    (state_id(snap, seat), reading, writes, viewer.key(), request.uri(), minute, kept).hash(&mut told);
    let scripts = [&assets::SCRIPT, &assets::SIGNER, &assets::SPEAKER, &assets::SECURE, &assets::WORKER];
    (&assets::STYLE.path, scripts.map(|script| &script.path)).hash(&mut told);
    format!("\"{:016x}\"", told.finish())
}

/// The table of a request, and whether its phone writes for both players.
fn seat_of(site: &Site, viewer: &Viewer, at: Option<At>, request: &Request) -> Option<Seat> {
    let seat = site.seat_at(at?)?;
    let kept = cookie_named(request.headers(), BOTH).zip(viewer.player());
    let both = kept.is_some_and(|(kept, player)| site.is_claim(player, (seat.round, seat.table), kept));
    let other_writes = viewer.player().is_some_and(|player| site.allows(player, (seat.round, seat.table)));
    Some(Seat { both, other_writes, ..seat })
}

/// Round and table that a path is about: as it names them, such as `3-12`, or a table of the round that is shown.
fn at_of(path: &str, snap: &Snapshot, viewer: &Viewer, ask: &Ask) -> Option<At> {
    if let Some((round, table)) = ask.text("table").trim().split_once('-').filter(|_| is_past(path)) {
        return Some((RoundNumber(round.parse().ok()?), TableNumber(table.parse().ok()?)));
    }
    Some((snap.shown()?.pair.round, table_of(path, snap, viewer, ask)?))
}

/// Whether a path is about battles of earlier rounds too.
fn is_past(path: &str) -> bool {
    path.ends_with("/after") || path.ends_with("/theatre")
}

/// The table that a path is about: the one that it names, or the viewer's own.
fn table_of(path: &str, snap: &Snapshot, viewer: &Viewer, ask: &Ask) -> Option<TableNumber> {
    if path.starts_with("/table") {
        return ask.text("table").trim().parse().ok().map(TableNumber);
    }
    match viewer {
        Viewer::Player(player) if path.starts_with("/me") || path.starts_with("/match") => {
            snap.pairing(player).map(|pairing| pairing.table)
        }
        Viewer::Table(table) if path.starts_with("/match") => Some(*table),
        _ => None,
    }
}

/// A form that is on its way to the writer.
struct Sent {
    viewer: Viewer,
    back: String,
    again: Again,
    table: Option<TableNumber>,
    answer: oneshot::Receiver<Outcome>,
}

/// Hands what a form asks for to the writer.
fn send(site: &Arc<Site>, deed: &Deed, viewer: Viewer, ask: &Ask, request: &Request) -> Result<Sent, Box<Response>> {
    let refused = |problem: &Problem| Box::new(refuse(site, &viewer, problem));
    let first = deed.roles.first().ok_or_else(|| refused(&Problem::NotFound))?;
    if !deed.roles.contains(&viewer.role()) {
        return Err(refused(&not_for(site, &viewer, request, *first)));
    }
    let (rid, seen) = (ask.text("rid"), ask.text("seen").parse::<u64>());
    let (true, Ok(seen)) = (rid.len() == 32 && rid.bytes().all(|byte| byte.is_ascii_hexdigit()), seen) else {
        return Err(refused(&Problem::Malformed("Open the page again, then send it once more.".to_owned())));
    };
    // A phone that changed hands keeps the taps of the player who made them, and sends them for nobody else.
    if ask.get("who").is_some_and(|who| who != viewer.key()) {
        let words = "Somebody else made this tap on this phone. Nothing was recorded.";
        return Err(refused(&Problem::Malformed(words.to_owned())));
    }
    is_there(site, deed, &viewer, ask, request).map_err(|problem| refused(&problem))?;
    let card =
        if deed.card { Some(shown_card(site, ask, request).map_err(|problem| refused(&problem))?) } else { None };
    let snap = site.snap();
    let table = table_of(deed.path, &snap, &viewer, ask);
    let seat = seat_of(site, &viewer, at_of(deed.path, &snap, &viewer, ask), request);
    let of = ask.text("of").parse().ok().map(RoundNumber);
    let scene = Scene { card: card.as_ref(), of, ..site.scene(&snap, &viewer, seat.as_ref(), None) };
    let wish = match &deed.act {
        deeds::Kind::Event(make) => deeds::of_event(&scene, ask, *make),
        deeds::Kind::Game(say) => deeds::of_game(&scene, ask, deed.path, *say),
        deeds::Kind::Both(_) | deeds::Kind::Alone | deeds::Kind::Leave => {
            return Err(at_the_door(site, deed, &scene, request).unwrap_or_else(|problem| refused(&problem)));
        }
        deeds::Kind::Scan => {
            let place = scanned(site, &scene, ask, request);
            return Err(place.map_or_else(|problem| refused(&problem), |path| Box::new(see(&path))));
        }
        deeds::Kind::Keep(keep) => {
            return Err(keep(&scene, ask).map_or_else(|problem| refused(&problem), |path| Box::new(see(&path))));
        }
    };
    // What is sent again from there is of the match of the table.
    let wish = wish.map_err(|problem| Box::new(refuse_at(site, &viewer, &problem, table)))?;
    let back = wish.back().to_owned();
    let again = Again::of(deed.path, ask);
    let who = cookie_of(request.headers()).unwrap_or_default().to_owned();
    let (reply, answer) = oneshot::channel();
    let submission = Submission { who, rid: rid.to_owned(), what: print_of(deed.path, ask), seen, wish, reply };
    let inbox = site.inbox.get().ok_or("this server shows and does not record");
    let sent = inbox.and_then(|inbox| inbox.send(submission).map_err(|_| "the writer has stopped"));
    sent.map_err(|why| refused(&Problem::Broken(why.to_owned())))?;
    Ok(Sent { viewer, back, again, table, answer })
}

/// What is not said but done at the door: who writes for whom, and the organiser who leaves.
fn at_the_door(site: &Site, deed: &Deed, scene: &Scene<'_>, request: &Request) -> Result<Box<Response>, Problem> {
    let broken = |error: Error| Problem::Broken(error.sentence());
    let player = scene.viewer.player().zip(scene.seat);
    let answer = match (&deed.act, player) {
        (deeds::Kind::Both(claim), player) => {
            let at = claim(scene)?;
            claims(player.map_or(Ok(None), |(player, _)| site.allow(player, at)).map_err(broken)?)
        }
        (deeds::Kind::Alone, Some((player, seat))) => {
            site.part(player, (seat.round, seat.table)).map_err(broken)?;
            claims(None)
        }
        (deeds::Kind::Leave, _) => leaves(site, request).map_err(broken)?,
        _ => claims(None),
    };
    Ok(Box::new(answer))
}

/// What tells one form from another.
fn print_of(path: &str, ask: &Ask) -> u64 {
    let mut print = std::hash::DefaultHasher::new();
    (path, ask).hash(&mut print);
    print.finish()
}

/// Answers when it is on the disk.
async fn settle(site: &Arc<Site>, sent: Sent) -> Response {
    let Sent { viewer, back, again, table, answer } = sent;
    let problem = match answer.await.unwrap_or_else(|_| Outcome::Broken("the writer has stopped".to_owned())) {
        Outcome::Done(back) => return see(&back),
        Outcome::Refused(message, hint) => Problem::Refused { message, hint, back, under: None },
        Outcome::Forbidden(message, hint) => Problem::Refused { message, hint, back, under: Some(again) },
        Outcome::Conflict(message) => Problem::Conflict { message, back, again },
        Outcome::Asks(question) => Problem::Asks { question: Box::new(question), back, again },
        Outcome::Overtaken(message) => Problem::Overtaken { message, back, again: Some(again) },
        Outcome::Broken(what) => Problem::Broken(what),
    };
    refuse_at(site, &viewer, &problem, table)
}

/// Answers a laptop that follows this one: its request bears a seal of the shared key instead of a cookie.
fn logs(site: &Arc<Site>, request: &Request) -> Response {
    let visitor = Viewer::Visitor;
    let who = peer_of(request).to_string();
    if site.limits.is_full(Counted::WrongPasses, &who) {
        return refuse(site, &visitor, &Problem::Busy);
    }
    let Some(lines) = site.logs(request.uri().query().unwrap_or_default()) else {
        site.limits.count(Counted::WrongPasses, &who);
        return refuse(site, &visitor, &Problem::NotFound);
    };
    let headers = [(CONTENT_TYPE, "text/plain; charset=utf-8"), (CACHE_CONTROL, "no-store")];
    response(StatusCode::OK, &headers, lines)
}

fn asset(path: &str) -> Response {
    let Some(asset) = assets::find(path) else { return response(StatusCode::NOT_FOUND, &[], Body::empty()) };
    let headers = [(CONTENT_TYPE, asset.mime), (CACHE_CONTROL, "public, max-age=31536000, immutable")];
    response(StatusCode::OK, &headers, &*asset.bytes)
}
