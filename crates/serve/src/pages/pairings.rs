//! The tables of the round that is shown, on a phone.

use maud::{Markup, html};

use super::scene::{Look, Scene, document, icon, top};

/// The page.
pub fn pairings(scene: &Scene<'_>) -> Markup {
    let round = scene.snap.shown();
    let heading = round.map_or_else(|| "Round 1 is not paired yet".to_owned(), |round| scene.round(round));
    let own = scene.viewer.player();
    let body = html! {
        (top(scene, html! { a href="/" { (scene.snap.name()) } }))
        main {
            header.band {
                h1 { "Pairings" small { (heading) } }
                @if let Some(round) = round { p.big { (round.pair.tables.len()) small { "tables" } } }
            }
            @if let Some(round) = round {
                table.pairs {
                    thead { tr { th.num scope="col" { "Table" } th scope="col" { "Players" } th.num scope="col" { "VP" } } }
                    tbody {
                        @for pairing in &round.pair.tables {
                            @let me = own.is_some_and(|own| pairing.one == *own || pairing.two == *own);
                            tr.me[me] {
                                td.num { @if me { (icon("here")) " " } b { (pairing.table) } }
                                th scope="row" { (scene.name(&pairing.one)) span.paper { " v " } br; (scene.name(&pairing.two)) }
                                td.num {
                                    @match round.results.get(&pairing.table) {
                                        Some(result) => { (result.one) span.paper { " : " } br; (result.two) }
                                        None => { "–" }
                                    }
                                }
                            }
                        }
                        @for player in &round.pair.byes {
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
