//! Standings after the last closed round, on a phone; never live sums.

use adjutant_tournament::standings::{Row, Standings};
use maud::{Markup, html};

use super::columns::{path, place, points, points_title, rank, short, title};
use super::scene::{Look, Scene, document, top};
use super::scene::{icon, plain};

/// The page, with whom somebody looks for.
pub fn standings(scene: &Scene<'_>, looked_for: &str) -> Markup {
    let table = scene.snap.standings();
    let own = scene.viewer.player();
    let body = html! {
        (top(scene, html! {
            @if own.is_some() { a href="/me" { "Your day" } } @else { a href="/" { (scene.snap.name()) } }
        }))
        main {
            (band(scene, table))
            @match table {
                None => { p.card { "Standings follow when round 1 is closed." } }
                Some(table) => { (rows(scene, table, looked_for)) (foot(scene)) }
            }
        }
        form.dock action="/standings" method="get" role="search" aria-label="Find a name" {
            div.wide.pair {
                input type="search" name="q" aria-label="Name" placeholder="name" autocomplete="off" value=(looked_for);
                button type="submit" { (icon("find")) " Find" }
            }
            @if own.is_some() { a.b.go href="#me" { "Find me" } }
        }
    };
    document(scene, Look::Phone, &title(scene), body)
}

fn band(scene: &Scene<'_>, table: Option<&Standings>) -> Markup {
    let own = scene.viewer.player();
    let mine = own.and_then(|own| table?.rows.iter().find(|row| row.player == *own));
    html! {
        header.band {
            h1 {
                "Standings"
                small {
                    @match scene.snap.closed_round() {
                        Some(round) => { "after round " (round) }
                        None => { "no round is closed yet" }
                    }
                    @if let Some(open) = scene.snap.open() { ", round " (open.pair.round) " is open" }
                }
            }
            @if let (Some(mine), Some(table)) = (mine, table) {
                p.big { (place(mine)) @if mine.rank.is_some() { small { "of " (table.placed()) } } }
            }
        }
    }
}

fn rows(scene: &Scene<'_>, table: &Standings, looked_for: &str) -> Markup {
    let wanted = plain(looked_for.trim());
    let own = scene.viewer.player();
    let fits = |row: &&Row| wanted.is_empty() || plain(row.name.as_str()).contains(&wanted);
    let found: Vec<&Row> = table.rows.iter().filter(fits).collect();
    html! {
        @if found.is_empty() { p.card { "Nobody in the standings is called “" (looked_for) "”." } }
        table {
            thead { tr {
                th.num scope="col" { "#" }
                th scope="col" { "Name" }
                th scope="col" { "Path" }
                th.num scope="col" { (points_title(table)) }
            } }
            tbody {
                @for row in found {
                    @let me = own == Some(&row.player);
                    tr.me[me].gone[row.gone().is_some()] id=[me.then_some("me")] {
                        td.num { @if me { (icon("here")) " " } (rank(row)) }
                        th scope="row" {
                            a href={ "/player/" (row.player) } {
                                @if row.gone().is_some() { s { (scene.name(&row.player)) } } @else { (scene.name(&row.player)) }
                                @if me { " " span.chip.ok { "you" } }
                                @if let Some(gone) = row.gone() { " " small { (gone) } }
                            }
                            (scene.cards(&row.player))
                        }
                        td { (path(&scene.snap.state, &row.player, table.round)) }
                        td.num { (points(row).1) }
                    }
                }
            }
        }
    }
}

fn foot(scene: &Scene<'_>) -> Markup {
    html! {
        p.soft {
            @if let Some((at, head)) = scene.snap.closed {
                "The last round was closed at " (scene.time(at)) ", head " (short(&head.to_string())) ". "
            }
            "Tap a name for every result and what it rests on."
        }
        @for line in scene.amended() { p.soft { (line) } }
    }
}
