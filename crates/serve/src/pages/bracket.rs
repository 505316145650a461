//! The bracket: a tree on wide windows, a list on phones.

use adjutant_core::spelling::capitalised;
use adjutant_present::tables::results::fallen;
use adjutant_tournament::RoundNumber;
use adjutant_tournament::bracket::{BracketGame, BracketView, Side};
use adjutant_tournament::state::Stage;
use maud::{Markup, html};

use super::scene::{Look, Scene, document, icon, top, turning};
use super::screens::{Part, TURN};

/// The page.
pub fn bracket(scene: &Scene<'_>) -> Markup {
    document(scene, Look::Wide, &heading(scene), tree(scene, html! { main { (games(scene)) } }))
}

/// The same on a screen of the hall, which can take turns with others.
pub fn screen_bracket(scene: &Scene<'_>, part: &Part) -> Markup {
    let next = part.next("bracket", 1);
    let main = html! { main data-next=(next) data-flip=[part.flips(1, TURN)] { (games(scene)) } };
    turning(scene, Look::Wide, TURN, &next, &heading(scene), tree(scene, main))
}

fn games(scene: &Scene<'_>) -> Markup {
    let state = &scene.snap.state;
    let shown = state.rounds.iter().any(|round| round.stage != Stage::Draft && state.is_bracket(round.pair.round));
    let view = BracketView::of(state);
    html! {
        (band(scene))
        @match view.filter(|_| shown) {
            None => { p.card { "No round of a bracket is published." } }
            Some(view) => {
                @if let Some(champion) = &view.champion { p.lead { (icon("check")) " " (scene.name(champion)) " wins" } }
                div.tree.double[view.double] {
                    @for round in &view.rounds {
                        @let id = format!("r{}", round.round);
                        section aria-labelledby=(id) {
                            h2 id=(id) { (capitalised(&round.name)) }
                            ol { @for one in &round.games { li.third[one.for_third_place] { (game(scene, round.round, one)) } } }
                        }
                    }
                }
                @for line in fallen(state, 1..=u16::MAX) { p.soft { (line) } }
            }
        }
    }
}

fn band(scene: &Scene<'_>) -> Markup {
    html! {
        header.band {
            h1 {
                (heading(scene))
                small {
                    @match &scene.snap.state.cut {
                        Some((_, after)) => { "after " (after) " rounds" }
                        None => { (scene.snap.name()) }
                    }
                }
            }
        }
    }
}

fn heading(scene: &Scene<'_>) -> String {
    match &scene.snap.state.cut {
        Some((cut, _)) => format!("Top {}", cut.players.len()),
        None => "Bracket".to_owned(),
    }
}

/// The frame of the page.
fn tree(scene: &Scene<'_>, main: Markup) -> Markup {
    html! {
        (top(scene, html! { a href="/" { (scene.snap.name()) } }))
        (main)
        footer.top { p { "A result counts when both players agree or the desk enters it." } }
    }
}

fn game(scene: &Scene<'_>, round: RoundNumber, game: &BracketGame) -> Markup {
    let basis = scene.snap.state.round(round).zip(game.table).and_then(|(round, table)| round.basis(table));
    let free = game.table.is_none() && game.sides.iter().any(|side| side.won);
    html! {
        table {
            caption {
                @match game.table { Some(table) => { "Table " (table) } None => { (game.game) } }
                @if game.for_third_place { " · third place" }
                " "
                span.soft { "· " @match basis { Some(basis) => { (basis.name()) } None if free => { "bye" } None => { "no result yet" } } }
            }
            tbody { @for side in &game.sides { (seat(scene, side)) } }
        }
    }
}

fn seat(scene: &Scene<'_>, side: &Side) -> Markup {
    html! {
        tr.win[side.won] {
            td.num.soft { @if let Some(seed) = side.seed { (seed) } }
            th scope="row" {
                @match &side.player { Some(player) => { (scene.name(player)) } None => { span.soft { (side.shown) } } }
                @if side.won { " " span.done { (icon("check")) span.vh { "won" } } }
            }
            td.num { @match side.points { Some(vp) => { (vp) } None => { "–" } } }
        }
    }
}
