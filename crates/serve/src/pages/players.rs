//! Everybody who has entered: who is here, who is not, and late entries.

use adjutant_tournament::state::Player;
use maud::{Markup, html};

use super::forms::{button, carried};
use super::frame::frame;
use super::scene::{Scene, icon, plain};
use crate::viewer::Viewer;

/// The page, with whom somebody looks for.
pub fn players(scene: &Scene<'_>, looked_for: &str) -> Markup {
    let state = &scene.snap.state;
    let due = state.due();
    let check_in = state.policies().check_in;
    let gone = |player: &Player| !player.is_in(due);
    let out = |player: &Player| check_in && !gone(player) && player.checked_in.is_none();
    let wanted = plain(looked_for.trim());
    let fits = |player: &&Player| {
        let entry = &player.entry;
        let club = entry.club.as_ref().map(|club| plain(club.as_str())).unwrap_or_default();
        wanted.is_empty() || plain(entry.name.as_str()).contains(&wanted) || club.contains(&wanted)
    };
    let mut shown: Vec<&Player> = state.players.iter().filter(fits).collect();
    // Who is not here comes first: that is what the desk looks for.
    shown.sort_by_key(|player| (!out(player), gone(player), plain(player.entry.name.as_str())));
    let here = state.players.iter().filter(|player| !gone(player) && !out(player)).count();
    let away = state.players.iter().filter(|player| out(player)).count();
    let band = html! {
        h1.big { (here) " in" small { "of " (state.players.len()) " registered" } }
        @if check_in { p.big { (away) small { "not here yet" } } }
        @for why in ["dropped", "disqualified"] {
            @let count = state.players.iter().filter(|player| player.gone(due) == Some(why)).count();
            @if count > 0 || why == "dropped" { p.big { (count) small { (why) } } }
        }
    };
    let work = html! {
        form.tools action="/desk/players" method="get" role="search" {
            input.grow type="search" name="q" aria-label="Filter players" placeholder="part of a name or club" value=(looked_for);
            button type="submit" { (icon("find")) " Filter" }
        }
        div.split {
            div {
                table {
                    thead { tr { th scope="col" { "Name" } th scope="col" { "Club" } th scope="col" { "List" } th scope="col" { "State" } th scope="col" { span.vh { "Act" } } } }
                    tbody { @for player in &shown { (row(scene, player, out(player), player.gone(due))) } }
                }
            }
            aside {
                (late(scene))
                (many(scene))
                p.soft { "Keys in a row that has the focus: " kbd { "c" } " check in, " kbd { "d" } " drop, " kbd { "p" } " penalty, " kbd { "q" } " QR." }
            }
        }
    };
    let dock = html! { nav.dock aria-label="Next" { p.soft { (shown.len()) " players" } a.b.go href="/desk/draft" { "Pair round " (due) } } };
    frame(scene, "players", &format!("Players: {here} in"), band, work, dock)
}

/// Whether a player is in the hall.
pub(super) fn presence(out: bool, gone: Option<&str>) -> Markup {
    html! {
        @if let Some(why) = gone { span.chip { (icon("cross")) " " (why) } }
        @else if out { span.chip { (icon("ring")) " not here" } }
        @else { span.chip.ok { (icon("check")) " in" } }
    }
}

fn row(scene: &Scene<'_>, player: &Player, out: bool, why: Option<&str>) -> Markup {
    let gone = why.is_some();
    let id = player.entry.player.as_str();
    let act = |path: &str, label: Markup| button(scene, path, &[("player", id)], label);
    html! {
        tr.act[out].gone[gone] {
            th scope="row" { a href={ "/desk/player/" (id) } { @if gone { s { (scene.name(&player.entry.player)) } } @else { (scene.name(&player.entry.player)) } @if let Some(seat) = player.entry.seat { small { (icon("seat")) " table " (seat) ", fixed" } } } }
            td { @if let Some(club) = &player.entry.club { bdi { (club) } } }
            td { @if player.list.is_some() { a.b href={ "/player/" (id) "/list" } { "Open" } } @else { "–" } }
            td { (presence(out, why)) }
            td {
                div.tools {
                    @if *scene.viewer == Viewer::Organiser && !gone { span data-key="q" { a.b href={ "/desk/pass/player/" (id) } { "QR" span.vh { " of the pass of " (player.entry.name.as_str()) } } } }
                    span data-key="p" { a.b href={ "/judge/book?player=" (id) } { "Penalty" span.vh { " for " (player.entry.name.as_str()) } } }
                    @if out { div data-key="c" { (act("/desk/check-in", html! { "Check in" })) } }
                    @if why == Some("dropped") { (act("/desk/return", html! { "Take back" })) }
                    @if !gone {
                        div data-key="d" { details { summary { "Drop …" } (act("/desk/drop", html! { "Drop " (player.entry.name.as_str()) })) } }
                    }
                }
            }
        }
    }
}

/// Everybody of a list.
fn many(scene: &Scene<'_>) -> Markup {
    html! {
        form.card action="/desk/list" method="post" enctype="multipart/form-data" {
            (carried(scene))
            h2 { "Enter a list" }
            p { label for="list" { "CSV file with a column name" } input id="list" type="file" name="list" accept=".csv,text/csv,text/plain" required; }
            p { button type="submit" { "Enter everybody" } }
            p.soft { "With columns for club, faction, team or seat, these are read too. One fault refuses the whole list." }
        }
    }
}

fn late(scene: &Scene<'_>) -> Markup {
    html! {
        form.card action="/desk/enter" method="post" {
            (carried(scene))
            h2 { @if scene.snap.state.rounds.is_empty() { "Enter a player" } @else { "Enter a late player" } }
            p { label for="name" { "Name" } input id="name" name="name" required maxlength="100" autocomplete="off"; }
            p { label for="club" { "Club" } input id="club" name="club" maxlength="100" autocomplete="off"; }
            p { label for="faction" { "Faction" } input id="faction" name="faction" maxlength="100" autocomplete="off"; }
            p { label for="seat" { "Fixed table, if this player cannot change tables" } input id="seat" name="seat" inputmode="numeric" autocomplete="off"; }
            p { button type="submit" { "Enter" } }
        }
    }
}
