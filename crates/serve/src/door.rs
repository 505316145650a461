//! Who comes in and is still there: passes that open pages, the organiser's token and word, phones that write for both.

use std::net::IpAddr;
use std::sync::Arc;

use adjutant_app::Error;
use adjutant_sheets::EventDocument;
use adjutant_tournament::PlayerId;
use axum::extract::Request;
use axum::http::header::SET_COOKIE;
use axum::response::Response;

use crate::ask::{Ask, peer_of, way_of};
use crate::deeds::{self, Deed};
use crate::limits::Counted;
use crate::pages::problem::{Again, Problem, home};
use crate::pages::scene::Scene;
use crate::reply::{put, refuse, see};
use crate::site::{BOTH, COOKIE, Site, cookie_of};
use crate::viewer::{ORGANISER, Role, Viewer};

/// Whether the document is one that holds passes.
pub(crate) fn holds_passes(ask: &Ask) -> bool {
    EventDocument::of(ask.text("document")).is_some_and(EventDocument::is_secret)
}

/// Whether the organiser's browser may be in other hands.
pub(crate) fn away(site: &Site, viewer: &Viewer, request: &Request) -> bool {
    *viewer == Viewer::Organiser && cookie_of(request.headers()).is_some_and(|session| site.is_away(session))
}

/// Whether the organiser is at the browser: after half an hour away, what only the organiser may send waits for the word.
/// What the desk may send as well is taken, and does not end the absence.
pub(crate) fn is_there(site: &Site, deed: &Deed, viewer: &Viewer, ask: &Ask, request: &Request) -> Result<(), Problem> {
    let Some(session) = cookie_of(request.headers()).filter(|_| *viewer == Viewer::Organiser) else { return Ok(()) };
    if !site.is_away(session) {
        site.stir(session);
        return Ok(());
    }
    if deed.roles != ORGANISER || deed.path == deeds::LEAVE {
        return Ok(());
    }
    let typed = ask.text("word").trim();
    if site.limits.is_full(Counted::WrongWords, session) {
        return Err(Problem::Busy);
    }
    if !typed.is_empty() && site.is_word(typed) {
        site.stir(session);
        return Ok(());
    }
    let wrong = !typed.is_empty();
    if wrong {
        site.limits.count(Counted::WrongWords, session);
    }
    let waits = (deed.path != deeds::WORD).then(|| Again::untouched(deed.path, ask));
    Err(Problem::Word { again: waits, back: deeds::after_word(ask), wrong })
}

/// Tries a pass. Wrong ones are counted, and after too many are told to wait; a right one is never kept out by those of
/// others behind the same address: nobody guesses 80 bits.
fn tried<T>(site: &Site, request: &Request, attempt: impl FnOnce(IpAddr) -> Option<T>) -> Result<T, Problem> {
    let peer = peer_of(request);
    attempt(peer).ok_or_else(|| {
        let free = site.limits.count(Counted::WrongPasses, &peer.to_string());
        if free { Problem::WrongPass } else { Problem::Busy }
    })
}

/// The player whose card a form shows; wrong ones are counted as wrong cards are.
pub(crate) fn shown_card(site: &Site, ask: &Ask, request: &Request) -> Result<PlayerId, Problem> {
    let pass = ask.text("pass").trim();
    if pass.is_empty() {
        return Err(Problem::Malformed("Write the 16 characters that stand on the player’s card.".to_owned()));
    }
    tried(site, request, |_| site.player_of(pass))
}

/// The page of what was scanned at the desk; cards that nobody holds are counted as wrong ones.
pub(crate) fn scanned(site: &Site, scene: &Scene<'_>, ask: &Ask, request: &Request) -> Result<String, Problem> {
    let holder = |pass: &str| tried(site, request, |_| site.holder_of(pass));
    deeds::place_of(scene, ask.text("code"), holder)
}

/// Comes in with a pass: the card is scanned as often as somebody likes.
pub(crate) fn enter(site: &Arc<Site>, pass: &str, request: &Request) -> Response {
    // The organiser's session is not changed for that of a card: the page of the card's holder opens, as by a scan.
    let viewer = site.viewer_of(request);
    if viewer == Viewer::Organiser {
        let snap = site.snap();
        let place = deeds::place_of(&site.scene(&snap, &viewer, None, None), pass, |pass| {
            tried(site, request, |_| site.holder_of(pass))
        });
        return place.map_or_else(|problem| refuse(site, &viewer, &problem), |place| see(&place));
    }
    match tried(site, request, |_| site.enter(pass, way_of(request))) {
        Ok((cookie, viewer)) => with_cookie(see(home(&viewer).0), &cookie),
        Err(problem) => refuse(site, &Viewer::Visitor, &problem),
    }
}

/// The organiser comes in, with the token that was printed.
pub(crate) fn enter_as_organiser(site: &Arc<Site>, token: &str, request: &Request) -> Response {
    let entered = tried(site, request, |peer| match site.enter_as_organiser(token, peer) {
        Some(cookie) => Some(with_cookie(see("/desk"), &cookie)),
        // The address is opened again from the history of the browser.
        None => (site.viewer_of(request) == Viewer::Organiser).then(|| see("/desk")),
    });
    entered.unwrap_or_else(|problem| refuse(site, &Viewer::Visitor, &problem))
}

/// Three days: the longest event.
const COOKIE_SECONDS: u32 = 259_200;

fn with_cookie(mut response: Response, value: &str) -> Response {
    let rest = format!("Path=/; Max-Age={COOKIE_SECONDS}; HttpOnly; SameSite=Lax");
    put(&mut response, SET_COOKIE, &format!("{COOKIE}={value}; {rest}"));
    response
}

/// The organiser leaves: the browser forgets the session, and the session opens nothing any more.
pub(crate) fn leaves(site: &Site, request: &Request) -> Result<Response, Error> {
    site.leave(cookie_of(request.headers()).unwrap_or_default())?;
    let mut response = see("/");
    put(&mut response, SET_COOKIE, &format!("{COOKIE}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax"));
    Ok(response)
}

/// Why a page is not for this viewer: a card that was replaced is told as such.
pub(crate) fn not_for(site: &Site, viewer: &Viewer, request: &Request, role: Role) -> Problem {
    let cookie = cookie_of(request.headers()).filter(|_| *viewer == Viewer::Visitor);
    match cookie.and_then(|cookie| site.replaced(cookie)) {
        Some(holder) => Problem::Replaced(holder),
        None => Problem::Forbidden(role),
    }
}

/// A phone begins to write for both players, or ends to.
pub(crate) fn claims(claim: Option<String>) -> Response {
    let mut response = see("/match");
    let seconds = if claim.is_some() { COOKIE_SECONDS } else { 0 };
    let value = claim.unwrap_or_default();
    put(&mut response, SET_COOKIE, &format!("{BOTH}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax"));
    response
}
