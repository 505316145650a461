//! Overlays for a stream program: which address shows what. They show a table as it stood some time ago, only while both of its
//! players agree, and nothing else: a page that has nothing to show is empty, and is never one of an error.

use std::sync::Arc;

use adjutant_core::time::Timestamp;
use adjutant_tournament::TableNumber;
use adjutant_tournament::command::Pairing;
use axum::Router;
use axum::extract::{RawPathParams, Request};
use axum::response::Response;
use axum::routing::{MethodFilter, on};
use maud::Markup;

use crate::ask::Ask;
use crate::pages::overlay::{Aired, document};
pub use crate::pages::overlay::{OVERLAYS, Overlay};
use crate::pages::scene::Scene;
use crate::pages::{self, Part};
use crate::reply::fresh;
use crate::site::Site;
use crate::viewer::Viewer;
use crate::{Moment, Snapshot};

/// Screens of the hall that show such tables too, among others or alone.
pub const SCREENS: [&str; 2] = ["/screen/live", "/screen/rotate"];

/// Their routes, beside others.
pub(crate) fn routes(site: &Arc<Site>, router: Router) -> Router {
    let router = SCREENS.into_iter().fold(router, |router, path| {
        let site = site.clone();
        let answer = move |parts: RawPathParams, request: Request| screen(site, path, parts, request);
        router.route(path, on(MethodFilter::GET, answer))
    });
    OVERLAYS.iter().fold(router, |router, overlay| {
        let site = site.clone();
        let answer = move |parts: RawPathParams, request: Request| answer(site, overlay, parts, request);
        router.route(overlay.path, on(MethodFilter::GET, answer))
    })
}

/// Shows an overlay; whoever looks sees the same.
async fn answer(site: Arc<Site>, overlay: &'static Overlay, parts: RawPathParams, request: Request) -> Response {
    let table = wanted(&site, &Ask::of(&parts, &request));
    let round = site.snap().shown().map(|round| round.pair.round);
    site.until_read(round.zip(table)).await;
    // Odds take their time, and pages do not wait for it.
    let page = tokio::task::spawn_blocking(move || shown(&site, overlay, table)).await.ok().flatten();
    fresh(&request, "text/html; charset=utf-8", document(overlay.title, page.as_ref()).into_string())
}

/// Shows a screen of the hall; battles as they stood some time ago take theirs, as overlays do.
async fn screen(site: Arc<Site>, path: &'static str, parts: RawPathParams, request: Request) -> Response {
    let part = Part::of_address(&Ask::of(&parts, &request));
    let name = if path == SCREENS[0] { "live" } else { part.first() };
    let viewer = site.viewer_of(&request);
    let page = tokio::task::spawn_blocking(move || {
        let snap = site.snap();
        let aired = if name == "live" { on_air(&site, &snap, |_| true).1 } else { Vec::new() };
        pages::screen(&site.scene(&snap, &viewer, None, None), name, &part, &aired).into_string()
    });
    let page = page.await.unwrap_or_default();
    fresh(&request, "text/html; charset=utf-8", page)
}

/// The table that the address names, or else the one that the organiser set.
fn wanted(site: &Site, ask: &Ask) -> Option<TableNumber> {
    match ask.get("table") {
        Some(named) => named.trim().parse().ok().map(TableNumber),
        None => site.memory.on_air().table,
    }
}

fn shown(site: &Site, overlay: &Overlay, table: Option<TableNumber>) -> Option<Markup> {
    let wanted = |pairing: &Pairing| overlay.all || table == Some(pairing.table);
    aired_to(site, wanted, |scene, aired| (overlay.page)(scene, aired))?
}

/// What is made of the tables of the round that is shown, as they stood some time ago: those that are wanted and whose players
/// agree. Nothing before a round is shown.
pub(crate) fn aired_to<T>(
    site: &Site,
    wanted: impl Fn(&Pairing) -> bool,
    make: impl FnOnce(&Scene<'_>, &[Aired]) -> T,
) -> Option<T> {
    let (snap, now) = (site.snap(), site.moment());
    let (then, aired) = on_air(site, &snap, wanted);
    snap.shown()?;
    let moment = Moment { now: then?, ..now };
    Some(make(&Scene { moment, ..site.scene(&snap, &Viewer::Visitor, None, None) }, &aired))
}

/// The time that is shown, and the tables of the round that are wanted and whose players agree, as they stood then.
fn on_air(site: &Site, snap: &Snapshot, wanted: impl Fn(&Pairing) -> bool) -> (Option<Timestamp>, Vec<Aired>) {
    let delay_s = i64::from(site.memory.on_air().delay_s);
    let then = Timestamp::of_seconds(site.moment().now.seconds() - delay_s);
    let tables = snap.shown().into_iter().flat_map(|round| &round.pair.tables).filter(|pairing| wanted(pairing));
    (then, tables.filter_map(|pairing| aired(site, snap, pairing, then?)).collect())
}

/// A table as it stood at a time, where both of its players agree to be shown and a match is recorded.
fn aired(site: &Site, snap: &Snapshot, pairing: &Pairing, time: Timestamp) -> Option<Aired> {
    let agree = [&pairing.one, &pairing.two].into_iter().all(|player| site.memory.is_public(player));
    let past = site.game((snap.shown()?.pair.round, pairing.table)).filter(|_| agree)?.until(time)?;
    past.recording.game().state().open.as_ref()?;
    Some(Aired { pairing: pairing.clone(), past })
}
