//! The tables of the round that is shown, on a phone.

use maud::{Markup, html};

use super::scene::{Look, Scene, document, icon, in_address, is_it, top};

/// The page.
pub fn pairings(scene: &Scene<'_>, hall: &str) -> Markup {
    let round = scene.snap.shown();
    let tables: Vec<_> =
        round.iter().flat_map(|round| &round.pair.tables).filter(|game| scene.is_in(hall, game.table)).collect();
    let heading = round.map_or_else(|| "Round 1 is not paired yet".to_owned(), |round| scene.round(round));
    let own = scene.viewer.player();
    let body = html! {
        (top(scene, html! { a href="/" { (scene.snap.name()) } }))
        main {
            header.band {
                h1 { "Pairings" small { (heading) @if !hall.is_empty() { " · " bdi { (hall) } } } }
                @if round.is_some() { p.big { (tables.len()) small { "tables" } } }
            }
            (halls(scene, "/pairings", hall))
            @if let Some(round) = round {
                table.pairs {
                    thead { tr { th.num scope="col" { "Table" } th scope="col" { "Players" } th.num scope="col" { "VP" } } }
                    tbody {
                        @for pairing in &tables {
                            @let me = own.is_some_and(|own| pairing.one == *own || pairing.two == *own);
                            tr.me[me] {
                                td.num { @if me { (icon("here")) " " } b { (pairing.table) } @if let Some(hall) = scene.hall(pairing.table).filter(|_| hall.is_empty()) { br; small { bdi { (hall) } } } }
                                th scope="row" { (scene.name(&pairing.one)) span.paper { " v " } br; (scene.name(&pairing.two)) }
                                td.num {
                                    @match round.results.get(&pairing.table) {
                                        Some(result) => { (result.one) span.paper { " : " } br; (result.two) }
                                        None => { "–" }
                                    }
                                }
                            }
                        }
                        @for player in round.pair.byes.iter().filter(|_| hall.is_empty()) {
                            tr { td.num { "bye" } th scope="row" { (scene.name(player)) } td.num {} }
                        }
                    }
                }
            }
        }
        nav.dock aria-label="Next" { a.b.go href="/" { "Find a name" } }
    };
    document(scene, Look::Phone, "Pairings", body)
}

/// The ways to the same page of one hall, where there are several.
pub(super) fn halls(scene: &Scene<'_>, path: &str, chosen: &str) -> Markup {
    let halls = scene.halls();
    html! {
        @if halls.len() > 1 {
            p.tools {
                b { "Hall" }
                a.b href=(path) aria-current=[chosen.is_empty().then_some("true")] { "all" }
                @for hall in halls { a.b href={ (path) "?hall=" (in_address(hall.as_str())) } aria-current=[is_it(hall, chosen).then_some("true")] { bdi { (hall) } } }
            }
        }
    }
}
