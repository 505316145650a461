//! The bracket: a tree on wide windows, a list on phones.

use adjutant_tournament::PlayerId;
use adjutant_tournament::command::{Pairing, Winner};
use adjutant_tournament::state::{Round, Stage};
use maud::{Markup, html};

use super::{Look, Scene, document, icon, top};

/// The page.
pub fn bracket(scene: &Scene<'_>) -> Markup {
    let state = &scene.snap.state;
    let rounds: Vec<&Round> =
        state.rounds.iter().filter(|round| round.stage != Stage::Draft && state.is_bracket(round.pair.round)).collect();
    let heading = match &state.cut {
        Some((cut, _)) => format!("Top {}", cut.players.len()),
        None => "Bracket".to_owned(),
    };
    let body = html! {
        (top(scene, html! { a href="/" { (scene.snap.name()) } }))
        main {
            header.band {
                h1 {
                    (heading)
                    small {
                        @match &state.cut {
                            Some((_, after)) => { "after " (after) " rounds" }
                            None => { (scene.snap.name()) }
                        }
                    }
                }
            }
            @if rounds.is_empty() {
                p.card { "No round of a bracket is published." }
            } @else {
                div.tree {
                    @for round in &rounds {
                        @let id = format!("r{}", round.pair.round);
                        section aria-labelledby=(id) {
                            h2 id=(id) { (scene.round(round)) }
                            ol { @for pairing in &round.pair.tables { li { (game(scene, round, pairing)) } } }
                        }
                    }
                }
            }
        }
        footer.top { p { "A result counts when both players agree or the desk enters it." } }
    };
    document(scene, Look::Wide, &heading, body)
}

fn game(scene: &Scene<'_>, round: &Round, pairing: &Pairing) -> Markup {
    let state = &scene.snap.state;
    let result = round.results.get(&pairing.table);
    let winner = result.map(|result| state.policies().winner_of(result));
    let seeds = state.cut.as_ref().map(|(cut, _)| cut.players.as_slice()).unwrap_or_default();
    let side = |player: &PlayerId, vp: Option<i64>, won: bool| {
        let seed = seeds.iter().position(|seed| seed == player).map(|at| at + 1);
        html! {
            tr.win[won] {
                td.num.soft { @if let Some(seed) = seed { (seed) } }
                th scope="row" {
                    (scene.name(player))
                    @if won { " " span.done { (icon("check")) span.vh { "won" } } }
                }
                td.num { @match vp { Some(vp) => { (vp) } None => { "–" } } }
            }
        }
    };
    html! {
        table {
            caption {
                "Table " (pairing.table) " "
                span.soft { "· " @if result.is_some() { "played" } @else { "no result yet" } }
            }
            tbody {
                (side(&pairing.one, result.map(|result| result.one), winner == Some(Winner::One)))
                (side(&pairing.two, result.map(|result| result.two), winner == Some(Winner::Two)))
            }
        }
    }
}
