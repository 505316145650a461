//! The keys of programs that read the event; only the organiser sees this.

use adjutant_tournament::id::PassId;
use maud::{Markup, html};

use super::forms::{button, carried};
use super::frame::frame;
use super::scene::{Scene, called, icon};

/// Where programs find what they can ask for.
pub const API: &str = "/api/openapi.json";

/// The page.
pub fn keys(scene: &Scene<'_>) -> Markup {
    let readers = scene.memory.readers();
    let band = html! { h1.big { (readers.len()) small { @if readers.len() == 1 { "program may read" } @else { "programs may read" } } } };
    let work = html! {
        p.card { (icon("lock")) " A key reads what is published: pairings, results, standings, and lists once they are shown. It changes nothing." }
        div.split {
            div {
                ul.rows { @for (name, number) in &readers { (reader(scene, name, number)) } }
                p.soft { "A program sends its key in the line " code { "Authorization: Bearer KEY" } "." }
                p { a.tapline href=(API) { span { "What it can ask for " small { "after OpenAPI" } } (icon("next")) } }
            }
            aside {
                form.card action="/desk/key" method="post" {
                    (carried(scene))
                    h2 { "A key for a program" }
                    p { label for="id" { "Name, in small letters" } input id="id" name="id" required maxlength="60" autocomplete="off"; }
                    p { button type="submit" { "Make it" } }
                }
            }
        }
    };
    let dock = html! { nav.dock aria-label="Next" { p {} a.b.go href="/desk" { "Back to the results" } } };
    frame(scene, "keys", "Programs", band, work, dock)
}

/// A program, its key behind a tap.
fn reader(scene: &Scene<'_>, name: &PassId, number: &str) -> Markup {
    let key = scene.passes.and_then(|book| book.reader(name, number)).unwrap_or_default();
    html! {
        li {
            b.grow { bdi { (name) } }
            details { summary { "Show the key" } p { code { (called(&key)) } } }
            details {
                summary { "New key, or none …" }
                p.soft { "The key of before reads nothing any more." }
                (button(scene, "/desk/key", &[("id", name.as_str())], html! { "Make a new one" }))
                (button(scene, "/desk/key/end", &[("id", name.as_str())], html! { "End it" }))
            }
        }
    }
}
