//! The first page that everybody sees: what is on, and where do I play.

use adjutant_tournament::RoundNumber;
use adjutant_tournament::command::Pairing;
use adjutant_tournament::state::{Player, Stage};
use maud::{Markup, html};

use super::columns::place;
use super::scene::{Look, Scene, document, icon, left, plain, top};
use crate::viewer::Viewer;

/// So many players are listed; who looks for a name finds it with fewer letters than it takes to scroll further.
const LISTED_MAX: usize = 40;

/// The page, with what somebody looks for.
pub fn join(scene: &Scene<'_>, looked_for: &str) -> Markup {
    let name = scene.snap.name();
    let found = (!looked_for.trim().is_empty()).then(|| find(scene, looked_for));
    let body = html! {
        (top(scene, match scene.viewer {
            Viewer::Player(player) => html! { a href="/me" { (scene.name(player)) } },
            Viewer::Organiser | Viewer::Desk(_) => html! { a href="/desk" { "Desk" } },
            Viewer::Judge(_) => html! { a href="/judge" { "Judge" } },
            _ => html! { p { "Hall" } },
        }))
        main {
            header.band { h1.all { (name) } (standing(scene)) }
            @match &found {
                Some(found) => { (listed(scene, looked_for, found)) }
                None => {
                    @if scene.snap.state.finished { (podium(scene)) }
                    @else if *scene.viewer == Viewer::Visitor {
                        section.card {
                            h2 { "Are you playing?" }
                            p.lead { "Scan the QR code on your player card." }
                            p.soft { "No card? The desk prints one while you wait." }
                        }
                    }
                    (rounds(scene))
                }
            }
            p.tools.ends {
                a.tapline href="/standings" { "Standings" }
                " "
                a.tapline href="/pairings" { "Pairings" }
                " "
                a.tapline href="/screen" { "Screens" }
                @if scene.season.is_some() { " " a.tapline href="/league/index.html" { "League" } }
            }
            p.soft { "Not affiliated with the game’s publisher." }
        }
        form.dock action="/" method="get" role="search" aria-label="Find your table" {
            div.wide { label for="q" { b { "Find your table" } " " small { "any part of a name, or a table number" } } }
            div.wide.pair {
                input #q name="q" type="search" autocomplete="off" enterkeyhint="search" value=(looked_for);
                button.go type="submit" { (icon("find")) " Find" }
            }
        }
    };
    document(scene, Look::Phone, &format!("{name}: find your table"), body)
}

/// Where the event stands.
fn standing(scene: &Scene<'_>) -> Markup {
    let snap = scene.snap;
    let Some(round) = snap.shown() else {
        let entered = snap.state.players.len();
        return html! { p { "Round 1 is not paired yet" small { (entered) " players have entered" } } };
    };
    if snap.state.finished {
        return html! { p { "The event is over" small { (snap.state.rounds.len()) " rounds were played" } } };
    }
    html! {
        p {
            (scene.round(round))
            small {
                @if round.stage == Stage::Closed {
                    "closed, the next round is being paired"
                } @else {
                    (round.results.len()) " of " (round.pair.tables.len()) " results are in"
                }
            }
        }
        @if let Some(deadline) = snap.deadline() { p.big { (left(scene, deadline)) small { "left" } } }
    }
}

/// Who is on the first three places, once the event is over.
fn podium(scene: &Scene<'_>) -> Markup {
    let rows = scene.snap.standings().map(|table| table.rows.as_slice()).unwrap_or_default();
    html! {
        h2 { "First places" }
        ul.rows {
            @for row in rows.iter().filter(|row| row.rank.is_some_and(|rank| rank <= 3)) {
                li { span.grow { b { (scene.name(&row.player)) } } span.lead { (place(row)) } }
            }
        }
    }
}

/// `Round 2`, or what a round of the bracket is called; a round that is only drafted is called by its number.
fn called(scene: &Scene<'_>, number: RoundNumber) -> String {
    let known = scene.snap.state.round(number).filter(|round| round.stage != Stage::Draft);
    let named = known.and_then(|_| adjutant_tournament::bracket::round_name(&scene.snap.state, number));
    named.map_or_else(|| format!("Round {number}"), |name| format!("Round {number}: {name}"))
}

fn rounds(scene: &Scene<'_>) -> Markup {
    let shown = scene.snap.shown().map_or(0, |round| round.pair.round.0);
    let all = scene.snap.rounds().max(shown);
    html! {
        h2 { "Rounds" }
        ul.rows {
            @for number in 1..=all {
                @let stage = scene.snap.state.round(RoundNumber(number)).map(|round| round.stage);
                li {
                    span { (called(scene, RoundNumber(number))) }
                    @match stage {
                        Some(Stage::Closed | Stage::Published) if scene.snap.state.finished => { span.chip.ok { (icon("check")) " over" } }
                        None | Some(Stage::Draft) if scene.snap.state.finished => { span.chip { (icon("cross")) " not played" } }
                        Some(Stage::Closed) => { span.chip.ok { (icon("check")) " over" } }
                        Some(Stage::Published) => { span.chip.ok { (icon("here")) " now" } }
                        _ => { span.chip { (icon("ring")) " to come" } }
                    }
                }
            }
        }
    }
}

/// Everybody in whose name the words stand, or who plays at the table of that number.
fn find<'a>(scene: &Scene<'a>, looked_for: &str) -> Vec<&'a Player> {
    let wanted = plain(looked_for.trim());
    let at_table = wanted.parse::<u16>().ok().and_then(|number| {
        let round = scene.snap.shown()?;
        round.at(adjutant_tournament::TableNumber(number))
    });
    let fits = |player: &&Player| match at_table {
        Some(Pairing { one, two, .. }) => player.entry.player == *one || player.entry.player == *two,
        None => plain(player.entry.name.as_str()).contains(&wanted) || player.entry.player.as_str() == wanted,
    };
    let mut found: Vec<&Player> = scene.snap.state.players.iter().filter(fits).collect();
    found.sort_by_key(|player| plain(player.entry.name.as_str()));
    found
}

fn listed(scene: &Scene<'_>, looked_for: &str, found: &[&Player]) -> Markup {
    html! {
        h2 {
            @match found.len() {
                0 => { "Nobody is called “" (looked_for) "”" }
                1 => { "1 player" }
                count => { (count) " players" }
            }
        }
        @if found.is_empty() {
            p.soft { "Try fewer letters, or ask the desk." }
        }
        ul.rows {
            @for player in found.iter().take(LISTED_MAX) {
                li { (row(scene, player)) }
            }
        }
        @if found.len() > LISTED_MAX {
            p.soft { "And " (found.len() - LISTED_MAX) " more. Type more letters." }
        }
    }
}

fn row(scene: &Scene<'_>, player: &Player) -> Markup {
    let id = &player.entry.player;
    let byes = scene.snap.shown().map(|round| round.pair.byes.as_slice()).unwrap_or_default();
    html! {
        span.grow {
            b { (scene.name(id)) }
            @if let Some(pairing) = scene.snap.pairing(id) {
                br;
                small { "plays " (scene.name(pairing.other(id))) }
            }
        }
        @match scene.snap.pairing(id) {
            Some(pairing) => { span.lead { @if let Some(hall) = scene.hall(pairing.table) { bdi { (hall) } ", table " } @else { "Table " } (pairing.table) } }
            None if byes.contains(id) => { span.chip { (icon("ring")) " bye" } }
            None if scene.snap.shown().is_some() => { span.chip { (icon("ring")) " not paired" } }
            None => { span.chip { (icon("ring")) " no round yet" } }
        }
    }
}
