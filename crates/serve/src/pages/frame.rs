//! The frame of the desk's pages.

use adjutant_tournament::state::Stage;
use maud::{Markup, html};

use super::forms::button;
use super::scene::{Look, Scene, age, document, icon};
use crate::viewer::Viewer;

/// The steps of a round at the desk.
const STEPS: [(&str, &str, &str); 4] = [
    ("players", "/desk/players", "1 Check-in"),
    ("draft", "/desk/draft", "2 Pair and publish"),
    ("results", "/desk", "3 Results"),
    ("judge", "/judge", "4 Calls"),
];

/// The frame of the desk's pages: band, steps on the left, the work, what to do at the bottom.
pub fn frame(scene: &Scene<'_>, step: &str, title: &str, band: Markup, work: Markup, dock: Markup) -> Markup {
    let body = html! {
        header {
            div.top { (age(scene)) p { (icon("phone")) " " (scene.streams) @if scene.streams == 1 { " open page" } @else { " open pages" } } }
            div.band {
                p { b { (scene.snap.name()) } small { @match scene.snap.shown() { Some(round) => { (scene.round(round)) } None => { "no round yet" } } } }
                (band)
            }
        }
        div.side {
            nav aria-label="Desk" {
                ol.steps {
                    @for (id, path, label) in STEPS {
                        li { a href=(path) aria-current=[(id == step).then_some("page")] { @if id == step { (icon("here")) } @else if done(scene, id) { (icon("check")) } @else { (icon("ring")) } " " (label) } }
                    }
                }
                ul.steps {
                    li { a href="/desk/tables" aria-current=[(step == "tables").then_some("page")] { "Tables" } }
                    @if scene.snap.state.policies().team_size > 2 { li { a href="/desk/teams" aria-current=[(step == "teams").then_some("page")] { "Captains" } } }
                    li { a href="/judge/book" aria-current=[(step == "book").then_some("page")] { "Penalties" } }
                    li { a href="/desk/print" aria-current=[(step == "print").then_some("page")] { "Print" } }
                    @if organiser(scene) { li { a href="/desk/files" aria-current=[(step == "files").then_some("page")] { "Files" } } }
                    li { a href="/desk/log" aria-current=[(step == "log").then_some("page")] { "Log and undo" } }
                    @if organiser(scene) { li { a href="/desk/passes" aria-current=[(step == "passes").then_some("page")] { "Passes" } } }
                    @if organiser(scene) { li { a href="/desk/stream" aria-current=[(step == "stream").then_some("page")] { "Stream" } } }
                    @if organiser(scene) { li { a href="/desk/keys" aria-current=[(step == "keys").then_some("page")] { "Programs" } } }
                }
                ul.steps { li { a href="/standings" { "Standings" } } li { a href="/screen" { "Screens" } } li { a href="/" { "Hall" } } }
                @if organiser(scene) { (leave(scene)) }
            }
            main { (work) }
        }
        (dock)
    };
    document(scene, Look::Desk, title, body)
}

/// The way out of the organiser's session.
fn leave(scene: &Scene<'_>) -> Markup {
    html! {
        details.leave {
            summary { "Leave …" }
            p.soft { "Nobody is organiser in this browser then. The terminal of the server shows a new address to come back." }
            (button(scene, "/desk/leave", &[], html! { "Leave" }))
        }
    }
}

/// Whether nothing is left to do at a step of the round that is shown.
fn done(scene: &Scene<'_>, step: &str) -> bool {
    let open = scene.snap.open();
    match step {
        "players" | "draft" => open.is_some(),
        "results" => {
            scene.snap.shown().is_some_and(|round| round.stage == Stage::Closed || round.open_tables().next().is_none())
        }
        _ => open.is_some() && scene.snap.calls.is_empty(),
    }
}

/// Whether the viewer may run the course of the event.
pub fn organiser(scene: &Scene<'_>) -> bool {
    *scene.viewer == Viewer::Organiser
}
