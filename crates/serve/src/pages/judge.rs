//! A judge's calls, the oldest first, and the disputes.

use adjutant_core::time::Timestamp;
use adjutant_tournament::TableNumber;
use maud::{Markup, html};

use super::forms::button;
use super::phones;
use super::scene::{Look, Scene, document, icon, top};
use crate::viewer::Viewer;

/// Something that waits for a judge.
struct Waits<'a> {
    seq: u64,
    at: Timestamp,
    table: TableNumber,
    what: String,
    who: Option<&'a adjutant_tournament::PlayerId>,
    why: Option<&'a adjutant_tournament::Reason>,
    /// What the button says that closes it.
    done: &'static str,
}

/// Calls and disputes, the oldest first.
fn waiting<'a>(scene: &Scene<'a>) -> Vec<Waits<'a>> {
    let calls = scene.snap.calls.iter().map(|call| Waits {
        seq: call.seq,
        at: call.at,
        table: call.said.table,
        what: call.said.kind.name().to_owned(),
        who: call.said.player.as_ref(),
        why: call.said.why.as_ref(),
        done: "Done",
    });
    let disputes = scene.snap.games.iter().filter_map(|game| game.dispute.as_ref()).map(|open| Waits {
        seq: open.seq,
        at: open.at,
        table: open.said.table,
        what: "disputed result".to_owned(),
        who: Some(&open.said.player),
        why: open.said.why.as_ref(),
        done: "The result stands",
    });
    let mut waiting: Vec<Waits<'_>> = calls.chain(disputes).collect();
    waiting.sort_by_key(|one| one.seq);
    waiting
}

/// The page.
pub fn judge(scene: &Scene<'_>) -> Markup {
    let (waiting, phones) = (waiting(scene), phones::waiting(scene));
    let differing: Vec<_> = scene.snap.games.iter().filter(|game| game.state == "reports differ").collect();
    let body = html! {
        (top(scene, html! { p { @match scene.viewer { Viewer::Judge(name) => { "Judge " bdi { (name) } } _ => { "Judge" } } } }))
        main {
            header.band { h1 { "Open calls" small { "oldest first" } } p.big { (waiting.len()) } }
            @if waiting.is_empty() && phones.is_empty() { p.card { "Nobody waits for a judge." } }
            @for one in &waiting {
                section.card.act {
                    p {
                        (icon("call")) " " b { "Table " (one.table) } " " (one.what)
                        " " small { "waiting " (scene.moment.ago(one.at)) }
                    }
                    @if let Some(who) = one.who { p.soft { (scene.name(who)) } }
                    @if let Some(why) = one.why { p { "“" bdi { (why) } "”" } }
                    div.pair {
                        (button(scene, "/judge/answer", &[("seq", &one.seq.to_string())], html! { (icon("check")) " " (one.done) }))
                        a.b href={ "/table/" (one.table) } { "Open" }
                    }
                }
            }
            @for one in &phones { (one) }
            @if !differing.is_empty() {
                h2 { "Reports that differ" }
                ul.rows {
                    @for game in differing {
                        li {
                            span.grow { b { "Table " (game.table) } " " small { (scene.name(&game.one)) " v " (scene.name(&game.two)) } }
                            a.b href={ "/table/" (game.table) } { "Open" }
                        }
                    }
                }
            }
        }
        form.dock action="/judge" method="get" aria-label="Open a table" {
            a.b.wide href="/judge/book" { (icon("flag")) " Judge’s book" }
            div.wide.pair {
                input name="table" inputmode="numeric" aria-label="Table" placeholder="table" autocomplete="off";
                button type="submit" { "Open" }
            }
        }
    };
    document(scene, Look::Phone, &format!("Judge: {} open calls", waiting.len()), body)
}
