//! The result of a table on the device that lies there: each player speaks with their own card in hand, so that a result
//! still needs both.

use adjutant_tournament::day::GameView;
use adjutant_tournament::state::Stage;
use adjutant_tournament::{PlayerId, TableNumber};
use maud::{Markup, html};

use super::day::call_form;
use super::entered::decided;
use super::forms::carried;
use super::phones::sign_later;
use super::scene::{Look, Scene, document, icon, top};

/// The page; nothing where the table has no game.
pub fn both(scene: &Scene<'_>) -> Option<Markup> {
    let round = scene.snap.shown()?;
    let table = scene.seat?.table;
    let game = scene.snap.game(table)?;
    let open = round.stage == Stage::Published;
    let body = html! {
        (top(scene, html! { p { "Table " (table) } }))
        main {
            header.band { h1.all { (scene.name(&game.one)) " v " (scene.name(&game.two)) } p.all { (state(game)) } }
            @if let Some(view) = &game.result {
                p.lead { (scene.name(&game.one)) " " (view.result.one) " – " (view.result.two) " " (scene.name(&game.two)) @if let Some(words) = decided(scene, &view.result) { ". " (words) } }
                @if let Some(played) = scene.game().filter(|_| view.result.from.is_some()) { (sign_later(scene, played)) }
                @if open { (entered(scene, game)) } @else { p.soft { "The round is closed. Ask the desk if something is wrong." } }
            } @else if open {
                p.soft { "Each of you types the pass of their own card. When both say the same, the result is entered." }
                (from_match(scene))
                @for (player, number) in [(&game.one, "one"), (&game.two, "two")] { (reports(scene, game, player, number)) }
            } @else { p.card { "This round is not open. Ask the desk." } }
            @if open { (judge(scene, table)) }
        }
        nav.dock aria-label="Next" { a.b.go href="/match" { (icon("back")) " Back to the match" } }
    };
    Some(document(scene, Look::Phone, &format!("Table {table}: result"), body))
}

/// The device of a table calls a judge for both.
fn judge(scene: &Scene<'_>, table: TableNumber) -> Markup {
    match scene.snap.calls.iter().find(|call| call.said.table == table) {
        Some(call) => {
            html! { p.card { (icon("flag")) " A judge is called: " (call.said.kind.name()) } }
        }
        None => call_form(scene, "/match/call"),
    }
}

fn state(game: &GameView) -> String {
    match (&game.result, game.state) {
        (Some(view), "disputed") => format!("Disputed. It rests on: {}.", view.basis.name()),
        (Some(view), _) => format!("The result is in. It rests on: {}.", view.basis.name()),
        (None, "reports differ") => "Your reports differ. Change one of them, or call a judge.".to_owned(),
        (None, "reported") => "One of you has reported.".to_owned(),
        _ => "How did it end?".to_owned(),
    }
}

/// A form that a player sends with their own card: the pass is not kept on the device.
pub(super) fn card(
    scene: &Scene<'_>,
    action: &str,
    id: &str,
    player: &PlayerId,
    fields: Markup,
    label: Markup,
) -> Markup {
    let id = format!("pass-{id}");
    html! {
        form action=(action) method="post" enctype="multipart/form-data" {
            (carried(scene))
            (fields)
            p {
                label for=(id) { "Pass on the card of " (scene.name(player)) }
                input id=(id) name="pass" required maxlength="40" autocomplete="off" autocapitalize="characters" spellcheck="false";
            }
            p { button type="submit" { (label) } }
        }
    }
}

/// The form in which somebody without a phone agrees on the opponent's one.
pub(super) fn agrees(scene: &Scene<'_>, player: &PlayerId, [one, two]: [i64; 2], label: Markup) -> Markup {
    let fields = html! { input type="hidden" name="one" value=(one); input type="hidden" name="two" value=(two); };
    card(scene, "/match/report", "other", player, fields, label)
}

fn from_match(scene: &Scene<'_>) -> Markup {
    html! { @if let Some(result) = scene.told() { p.card { b { "The match says " (result.one) " – " (result.two) "." } } } }
}

/// What one of the players has said, and can say.
fn reports(scene: &Scene<'_>, game: &GameView, player: &PlayerId, number: &str) -> Markup {
    let said = |by: &PlayerId| game.reports.iter().find(|report| report.player == *by).map(|it| [it.one, it.two]);
    let other = if game.one == *player { &game.two } else { &game.one };
    let told = scene.told().map(|result| [result.one, result.two]);
    let values = said(other).or(told);
    // A report that says what the match says names the match.
    let from = values.is_some() && values == told;
    let own = said(player);
    let points = html! {
        div.four.wide {
            @for (field, name) in [("one", &game.one), ("two", &game.two)] {
                p {
                    label for={ (number) "-" (field) } { (scene.name(name)) }
                    input id={ (number) "-" (field) } name=(field) inputmode="numeric" required autocomplete="off";
                }
            }
        }
    };
    let again = html! { (card(scene, "/match/report", &format!("{number}-own"), player, points, html! { "Report this for " (scene.name(player)) })) };
    html! {
        section.card.act[own.is_none()] {
            h2 { (scene.name(player)) }
            @if let Some([one, two]) = own {
                p { span.chip.ok { (icon("check")) " says " (one) " – " (two) } }
                details { summary { "Something else …" } (again) }
            } @else if let Some([one, two]) = values {
                @let fields = html! {
                    input type="hidden" name="one" value=(one);
                    input type="hidden" name="two" value=(two);
                    @if from { input type="hidden" name="from" value="match"; }
                };
                (card(scene, "/match/report", number, player, fields, html! { (scene.name(player)) " agrees: " (one) " – " (two) }))
                details { summary { "Not right …" } (again) }
            } @else { (again) }
        }
    }
}

/// The result is in: either player may dispute it.
fn entered(scene: &Scene<'_>, game: &GameView) -> Markup {
    html! {
        @if let Some(dispute) = &game.dispute {
            section.card.act {
                h2 { (icon("call")) " disputed by " (scene.name(&dispute.said.player)) }
                @if let Some(why) = &dispute.said.why { p { "“" bdi { (why) } "”" } }
                p.soft { "It counts as it stands until a judge has answered." }
                @let fields = html! { input type="hidden" name="seq" value=(dispute.seq); };
                (card(scene, "/match/settle", "settle", &dispute.said.player, fields, html! { "Take the dispute back" }))
            }
        } @else {
            @for (player, number) in [(&game.one, "one"), (&game.two, "two")] {
                details {
                    summary { "Not right, says " (scene.name(player)) " …" }
                    @let fields = html! { p { label for={ "why-" (number) } { "What is wrong?" } input id={ "why-" (number) } name="why" maxlength="400" autocomplete="off"; } };
                    (card(scene, "/match/dispute", number, player, fields, html! { "Dispute this result" }))
                }
            }
        }
    }
}
