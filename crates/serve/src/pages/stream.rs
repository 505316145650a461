//! What the organiser shows on a stream: the table, the delay, and the addresses for the stream program.

use adjutant_tournament::PlayerId;
use adjutant_tournament::command::Pairing;
use maud::{Markup, html};

use super::forms::carried;
use super::frame::frame;
use super::overlay::{OVERLAYS, Overlay};
use super::scene::{Scene, icon};

/// The page.
pub fn stream(scene: &Scene<'_>) -> Markup {
    let on_air = scene.memory.on_air();
    let band = html! {
        h1.big {
            @match on_air.table { Some(table) => { "Table " (table) } None => { "No table" } }
            small { "on the stream, " (on_air.delay_s) " s later" }
        }
    };
    let work = html! {
        div.split {
            div {
                (addresses(scene))
                (agreed(scene))
            }
            aside {
                form.card action="/desk/stream" method="post" {
                    (carried(scene))
                    h2 { "What is shown" }
                    p { label for="table" { "Table; leave it empty for none" } input id="table" name="table" inputmode="numeric" autocomplete="off" value=[on_air.table]; }
                    p { label for="delay" { "Seconds later" } input id="delay" name="delay" inputmode="numeric" autocomplete="off" required value=(on_air.delay_s); }
                    p.soft { "Nobody at the table learns anything from a stream that is some minutes behind." }
                    p { button type="submit" { "Show it" } }
                }
            }
        }
    };
    let dock = html! { nav.dock aria-label="Next" { p {} a.b.go href="/desk" { "Back to the results" } } };
    frame(scene, "stream", "Stream", band, work, dock)
}

/// What a stream program opens.
fn addresses(scene: &Scene<'_>) -> Markup {
    html! {
        h2 { "Browser sources" }
        ul.rows {
            @for Overlay { path, size, what, .. } in OVERLAYS {
                li {
                    span.grow { (what) " " small { (path) " · " (size) } }
                    a.b href=(path) { "Open" span.vh { " " (path) } }
                }
            }
        }
        p.soft { "Each stands behind " (scene.address) ". Their ground is transparent. " code { "?table=3" } " behind an address shows that table whatever is set here. Where nothing may be shown, and 30 seconds after the last contact, they are empty." }
    }
}

/// Who of the round that is shown agreed.
fn agreed(scene: &Scene<'_>) -> Markup {
    let Some(round) = scene.snap.shown() else { return html! {} };
    let player = |id: &PlayerId| {
        let agrees = scene.memory.is_public(id);
        html! { (icon(if agrees { "check" } else { "ring" })) " " (scene.name(id)) @if !agrees { " has not agreed" } }
    };
    let row = |pairing: &Pairing| {
        html! { li { span.grow { b { "Table " (pairing.table) } " " (player(&pairing.one)) " · " (player(&pairing.two)) } } }
    };
    html! {
        h2 { "Who agreed" }
        p.soft { "Players agree on their phones, and may take it back at any time." }
        ul.rows { @for pairing in &round.pair.tables { (row(pairing)) } }
    }
}
