//! What was recorded of the event, the newest first, and what can be taken back.

use adjutant_present::say::event_command;
use maud::{Markup, html};

use super::forms::carried;
use super::frame::frame;
use super::scene::Scene;
use crate::snapshot::Told;
use crate::viewer::Viewer;

/// The page.
pub fn log(scene: &Scene<'_>) -> Markup {
    let snap = scene.snap;
    let undone = snap.told.iter().filter(|told| !told.stands).count();
    let band = html! {
        h1.big { (snap.seq) small { "records" } }
        p.big { code { (format!("{:.8}", snap.head.to_string())) } small { "head of the log" } }
    };
    let work = html! {
        table {
            thead { tr {
                th.num scope="col" { "No." } th scope="col" { "At" } th scope="col" { "By" } th scope="col" { "What" } th scope="col" { span.vh { "Act" } }
            } }
            tbody { @for told in snap.told.iter().rev() { (row(scene, told)) } }
        }
        @if snap.seq > snap.told.len() as u64 {
            p.soft { "The last " (snap.told.len()) " records. The laptop that serves this page can list all of them." }
        }
    };
    let dock = html! { nav.dock aria-label="Next" { p.soft { (undone) " of these undone" } a.b.go href="/desk" { "Back to the results" } } };
    frame(scene, "log", &format!("Log: {} records", snap.seq), band, work, dock)
}

fn row(scene: &Scene<'_>, told: &Told) -> Markup {
    let by = event_command::speaker(told.by, told.judge.as_ref());
    let what = event_command::in_words(&scene.snap.state, &told.command);
    html! {
        tr.gone[!told.stands] {
            td.num { (told.seq) }
            td { (scene.time(told.at)) }
            td { (by) }
            th scope="row" { @if told.stands { bdi { (what) } } @else { s { bdi { (what) } } " undone" } }
            td {
                @if told.takes_back && *scene.viewer == Viewer::Organiser {
                    details {
                        summary { "Undo" span.vh { " record " (told.seq) } " …" }
                        form.tools action="/desk/undo" method="post" {
                            (carried(scene))
                            input type="hidden" name="seq" value=(told.seq);
                            input.grow name="why" required maxlength="400" autocomplete="off" placeholder="why" aria-label={ "Why record " (told.seq) " is undone" };
                            button type="submit" { "Undo " (told.seq) }
                        }
                    }
                }
            }
        }
    }
}
