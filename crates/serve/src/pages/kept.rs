//! What the organiser takes along.

use maud::{Markup, html};

use super::frame::frame;
use super::scene::Scene;
use crate::kept::Kept;

/// The files.
pub fn kept(scene: &Scene<'_>) -> Markup {
    let early = |kept: Kept| kept.needs_standings() && scene.snap.closed_round().is_none();
    let band = html! { h1.big { "Files" small { "to take along" } } };
    let work = html! {
        ul.rows {
            @for kept in Kept::ALL {
                li {
                    span.grow { b { (kept.title()) } " " small.soft { (kept.meaning()) } }
                    @if early(kept) { span.soft { "once round 1 is closed" } }
                    @else { a.b href={ "/desk/files/" (kept.file()) } download { "Save" span.vh { " " (kept.title()) } } }
                }
            }
        }
    };
    let dock = html! { nav.dock aria-label="Next" { p { "Save a backup to a stick before you go home." } a.b.go href="/desk" { "Back to the results" } } };
    frame(scene, "files", "Files", band, work, dock)
}
