//! The bracket: a tree on wide windows, a list on phones.

use adjutant_core::spelling::capitalised;
use adjutant_present::tables::results::fallen;
use adjutant_tournament::RoundNumber;
use adjutant_tournament::bracket::{BracketGame, BracketRound, BracketView, Side};
use adjutant_tournament::state::Stage;
use maud::{Markup, html};

use super::part::{Part, TURN, seconds};
use super::scene::{Look, Scene, age, document, icon, top, turning};
use super::screens::next_begins;

/// The page.
pub fn bracket(scene: &Scene<'_>) -> Markup {
    document(
        scene,
        Look::Wide,
        &heading(scene),
        tree(scene, html! { main { (games(scene, published(scene), usize::MAX)) } }),
    )
}

/// The same on a screen of the hall, which can take turns with others: the rounds of which one column fits on it, as one
/// picture. While a round with more games is played, that round alone, in pages.
pub fn screen_bracket(scene: &Scene<'_>, part: &Part) -> Markup {
    let view = published(scene);
    let open = |round: &&BracketRound| round.games.iter().any(|game| !game.sides.iter().any(|side| side.won));
    let played = view.iter().flat_map(|view| &view.rounds).find(open);
    if let Some(round) = played.filter(|round| round.games.len() > COLUMN) {
        return in_pages(scene, part, round);
    }
    let next = part.next("bracket", 1);
    let main = html! { main data-next=(next) data-flip=[part.flips(1, TURN)] { (games(scene, view, COLUMN)) } };
    turning(scene, Look::Wide, TURN, &next, &heading(scene), tree(scene, main))
}

/// Games of a column that fit on a screen.
const COLUMN: usize = 8;

/// A round with many games.
fn in_pages(scene: &Scene<'_>, part: &Part, round: &BracketRound) -> Markup {
    let columns: Vec<&[BracketGame]> = round.games.chunks(COLUMN).collect();
    let pages: Vec<&[&[BracketGame]]> = columns.chunks(2).collect();
    let (shown, page, count) = part.of(&pages);
    let (turn, next) = (seconds(count, TURN), part.next("bracket", count));
    let heading = capitalised(&round.name);
    let score = |side: &Side| side.points.map_or_else(|| "–".to_owned(), |vp| vp.to_string());
    let body = html! {
        header { div.band {
            h1 { (heading) }
            @let done = round.games.iter().filter(|game| game.sides.iter().any(|side| side.won)).count();
            p.big { (done) small { "of " (round.games.len()) " games are over" } }
        } }
        main.two.meet data-next=(next) data-flip=[part.flips(count, turn)] {
            @for column in shown {
                table {
                    thead { tr { th.num scope="col" { "Table" } th scope="col" { "Players" } th.num scope="col" { "VP" } } }
                    tbody {
                        @for game in *column {
                            tr {
                                td.t { @if let Some(table) = game.table { (table) } @else { "–" } }
                                th scope="row" { @for side in &game.sides { div { (named(scene, side)) } } }
                                td.t { @for side in &game.sides { div { (score(side)) } } }
                            }
                        }
                    }
                }
            }
        }
        footer.top { (age(scene)) p { (next_begins(scene)) } p { "page " (page) " of " (count) } }
    };
    turning(scene, Look::Hall, turn, &next, &heading, body)
}

/// The bracket, once a round of it is published.
fn published(scene: &Scene<'_>) -> Option<BracketView> {
    let state = &scene.snap.state;
    let shown = state.rounds.iter().any(|round| round.stage != Stage::Draft && state.is_bracket(round.pair.round));
    BracketView::of(state).filter(|_| shown)
}

/// The rounds with so many games at the most.
fn games(scene: &Scene<'_>, view: Option<BracketView>, most: usize) -> Markup {
    let state = &scene.snap.state;
    let left_out = view.iter().flat_map(|view| &view.rounds).any(|round| round.games.len() > most);
    html! {
        (band(scene))
        @match view {
            None => { p.card { "No round of a bracket is published." } }
            Some(view) => {
                @if let Some(champion) = &view.champion { p.lead { (icon("check")) " " (scene.name(champion)) " wins" } }
                div.tree.double[view.double] {
                    @for round in view.rounds.iter().filter(|round| round.games.len() <= most) {
                        @let id = format!("r{}", round.round);
                        section aria-labelledby=(id) {
                            h2 id=(id) { (capitalised(&round.name)) }
                            ol { @for one in &round.games { li.third[one.for_third_place] { (game(scene, round.round, one)) } } }
                        }
                    }
                }
                @if left_out { p.soft { "Earlier rounds stand at " (scene.address.trim_start_matches("http://")) "/bracket" } }
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
                (named(scene, side))
            }
            td.num { @match side.points { Some(vp) => { (vp) } None => { "–" } } }
        }
    }
}

/// Who sits there, or where from; with a mark where the game is won.
fn named(scene: &Scene<'_>, side: &Side) -> Markup {
    html! {
        @match &side.player { Some(player) => { (scene.name(player)) } None => { span.soft { (side.shown) } } }
        @if side.won { " " span.done { (icon("check")) span.vh { "won" } } }
    }
}
