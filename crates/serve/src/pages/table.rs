//! One table, for judges and the desk: what was said, the result, more time.

use adjutant_engine::view::Status;
use adjutant_tournament::TableNumber;
use adjutant_tournament::day::GameView;
use adjutant_tournament::id::PassId;
use adjutant_tournament::state::Stage;
use maud::{Markup, html};

use super::entered::{decided, form_of_result};
use super::entry::ruled;
use super::forms::{button, carried};
use super::problem::home;
use super::scene::{Look, Scene, document, icon, top};
use crate::viewer::{Role, Viewer};

/// Whether there is something about the result of a table that a judge decides: the players disagree, or it is there.
pub fn may_be_ruled(game: &GameView) -> bool {
    game.result.is_some() || game.dispute.is_some() || game.state == "reports differ"
}

/// The page; nothing for a table without a game.
pub fn table(scene: &Scene<'_>, number: &str) -> Option<Markup> {
    let number = TableNumber(number.parse().ok()?);
    let round = scene.snap.shown()?;
    let game = scene.snap.game(number)?;
    let body = html! {
        (top(scene, html! { a href=(home(scene.viewer).0) { (scene.round(round)) } }))
        main {
            header.band {
                h1 { (scene.name(&game.one)) small { "v" } (scene.name(&game.two)) }
                p.huge { small { @if let Some(hall) = scene.hall(number) { bdi { (hall) } ", " } "Table" } (number) }
            }
            (kin(scene, game))
            (facts(scene, game))
            @if let Some(played) = scene.game() {
                p { a.tapline href={ "/table/" (number) "/log" } { span { "Replay and rule " small { (played.seq()) " records" } } (icon("next")) } }
                @if played.state().status == Status::Ended {
                    p { a.tapline href={ "/table/" (round.pair.round) "-" (number) "/after" } { "After the battle" (icon("next")) } }
                }
            }
            @if let Some(dispute) = &game.dispute {
                section.card.act {
                    h2 { (icon("call")) " disputed by " (scene.name(&dispute.said.player)) }
                    @if let Some(why) = &dispute.said.why { p { "“" bdi { (why) } "”" } }
                    (button(scene, "/judge/answer", &[("seq", &dispute.seq.to_string())], html! { "The result stands" }))
                }
            }
            @let judge = scene.viewer.role() == Role::Judge;
            @if judge && !may_be_ruled(game) {
                p.soft { "The players report the result, or the desk enters it. Where they disagree, you rule here." }
            } @else if scene.snap.relied && game.result.is_some() && scene.viewer.role() == Role::Desk {
                p.soft { "A later round was published on this result: the organiser or a judge corrects it." }
            } @else {
                (form_of_result(scene, game))
            }
            ul.rows {
                @for player in [&game.one, &game.two] {
                    li { span.grow { (scene.name(player)) } a.b href={ "/judge/book?player=" (player) } { (icon("flag")) " Penalty" span.vh { " for " (scene.name(player)) } } }
                }
            }
            @for player in [&game.one, &game.two] {
                @if let Some(known) = scene.snap.state.player(player).filter(|known| !known.infractions.is_empty()) {
                    details { summary { "The book about " (scene.name(player)) (scene.cards(player)) } (ruled(scene, known)) }
                }
            }
            @if round.stage == Stage::Published { (more_time(scene, number)) }
        }
        nav.dock aria-label="Next" { a.b.go href=(home(scene.viewer).0) { (home(scene.viewer).1) } }
    };
    Some(document(scene, Look::Phone, &format!("Table {number}"), body))
}

/// Says beforehand that the judge who looks is of the club or team of a player.
fn kin(scene: &Scene<'_>, game: &GameView) -> Markup {
    let Viewer::Judge(name) = scene.viewer else { return html! {} };
    let players = [game.one.clone(), game.two.clone()];
    let known = PassId::new(name).ok().and_then(|judge| {
        let (player, of) = scene.snap.state.kin_of(&judge, &players)?;
        Some((scene.name(player), of.clone()))
    });
    html! {
        @if let Some((player, of)) = known {
            p.card.act { (player) " is of " bdi { (of) } ", and so are you. Let another judge rule here; you are asked why if you do." }
        }
    }
}

/// What was said of the game.
fn facts(scene: &Scene<'_>, game: &GameView) -> Markup {
    html! {
        dl.facts {
            div {
                dt { "Result" }
                @match &game.result {
                    Some(view) => { dd { (view.result.one) " – " (view.result.two) " " small { @if let Some(words) = decided(scene, &view.result) { (words) ", " } (view.basis.name()) @if view.disputed { ", disputed" } } } }
                    None => { dd.soft { "none yet" } }
                }
            }
            @if let Some(words) = scene.corrected(game) { div { dt.soft { (words) } } }
            @for report in &game.reports {
                div { dt { (scene.name(&report.player)) " says" } dd { (report.one) " – " (report.two) } }
            }
            @if let Some(minutes) = game.extension { div { dt { "More time" } dd { (minutes) " min" } } }
        }
    }
}

fn more_time(scene: &Scene<'_>, table: TableNumber) -> Markup {
    html! {
        section.card {
            h2 { "More time" }
            form action="/table/extend" method="post" {
                (carried(scene))
                input type="hidden" name="table" value=(table);
                p { label for="minutes" { "Minutes" } input id="minutes" name="minutes" inputmode="numeric" value="5" required; }
                p { label for="for" { "Why" } input id="for" name="why" required maxlength="400" autocomplete="off"; }
                p { button type="submit" { "Give more time" } }
            }
        }
    }
}
