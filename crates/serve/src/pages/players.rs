//! Everybody who has entered: who is here, who is not, and late entries.

use std::collections::HashMap;

use adjutant_core::counts::count;
use adjutant_tournament::PlayerId;
use adjutant_tournament::state::Player;
use maud::{Markup, html};

use super::forms::{button, carried};
use super::frame::frame;
use super::scene::{Scene, icon, plain};
use crate::shelf::Checked;
use crate::viewer::Viewer;

/// What the checks of lists came to, by player.
type Lists = HashMap<PlayerId, Checked>;

/// What the desk has to do about a list, the worst first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Listed {
    Faults(usize),
    Missing,
    Look(usize),
    Fine,
}

fn listed(player: &Player, lists: &Lists) -> Listed {
    match (player.list, lists.get(&player.entry.player)) {
        (None, _) => Listed::Missing,
        (_, Some(checked)) if checked.faults > 0 => Listed::Faults(checked.faults),
        (_, Some(checked)) if checked.look > 0 => Listed::Look(checked.look),
        _ => Listed::Fine,
    }
}

/// Whether somebody whom the desk waits for is not here.
fn out(scene: &Scene<'_>, player: &Player) -> bool {
    let state = &scene.snap.state;
    state.policies().check_in && player.is_in(state.due()) && player.checked_in.is_none()
}

/// Who fits what somebody looks for, and which lists. Who is not here comes first: that is what the desk looks for.
fn fitting<'a>(scene: &Scene<'a>, looked_for: &str, show: &str, lists: &Lists) -> Vec<&'a Player> {
    let due = scene.snap.state.due();
    let wanted = plain(looked_for.trim());
    let fits = |player: &&Player| {
        let entry = &player.entry;
        let club = entry.club.as_ref().map(|club| plain(club.as_str())).unwrap_or_default();
        wanted.is_empty() || plain(entry.name.as_str()).contains(&wanted) || club.contains(&wanted)
    };
    let of_lists = |player: &&Player| match (show, listed(player, lists)) {
        ("faults", Listed::Faults(_)) | ("missing", Listed::Missing) | ("look", Listed::Look(_)) => player.is_in(due),
        ("faults" | "missing" | "look", _) => false,
        _ => true,
    };
    let mut shown: Vec<&Player> = scene.snap.state.players.iter().filter(fits).filter(of_lists).collect();
    shown.sort_by_key(|player| (!out(scene, player), !player.is_in(due), plain(player.entry.name.as_str())));
    shown
}

/// The page, with whom somebody looks for, and which lists.
pub fn players(scene: &Scene<'_>, looked_for: &str, show: &str, lists: &Lists) -> Markup {
    let state = &scene.snap.state;
    let due = state.due();
    let shown = fitting(scene, looked_for, show, lists);
    let here = state.players.iter().filter(|player| player.is_in(due) && !out(scene, player)).count();
    let away = state.players.iter().filter(|player| out(scene, player)).count();
    let band = html! {
        h1.big { (here) " in" small { "of " (state.players.len()) " registered" } }
        @if state.policies().check_in { p.big { (away) small { "not here yet" } } }
        @for why in ["dropped", "disqualified"] {
            @let count = state.players.iter().filter(|player| player.gone(due) == Some(why)).count();
            @if count > 0 || why == "dropped" { p.big { (count) small { (why) } } }
        }
    };
    let expected = state.players.iter().any(|player| player.list.is_some());
    let work = html! {
        form.tools action="/desk/players" method="get" role="search" {
            input.grow type="search" name="q" aria-label="Filter players" placeholder="part of a name or club" value=(looked_for);
            button type="submit" { (icon("find")) " Filter" }
            span data-far="l" { a.b href="#name" { "Enter a player" } }
        }
        @if expected { (filters(scene, show, lists)) }
        div.split {
            div {
                table {
                    thead { tr { th scope="col" { "Name" } th scope="col" { "Club" } @if expected { th.num scope="col" { "Points" } } th scope="col" { "List" } th scope="col" { "State" } th scope="col" { span.vh { "Act" } } } }
                    tbody { @for player in &shown { (row(scene, player, expected.then_some(lists))) } }
                }
                @if shown.is_empty() { p.soft { "Nobody fits." } }
            }
            aside {
                (late(scene))
                (many(scene))
                p.soft { "Keys in a row that has the focus: " kbd { "c" } " check in, " kbd { "d" } " drop, " kbd { "p" } " penalty, " kbd { "q" } " QR, " kbd { "l" } " enter a player." }
            }
        }
    };
    let dock = html! { nav.dock aria-label="Next" { p.soft { (count(shown.len(), "player", "players")) } a.b.go href="/desk/draft" { "Pair round " (due) } } };
    frame(scene, "players", &format!("Players: {here} in"), band, work, dock)
}

/// Which lists are not fit to play, with their numbers.
fn filters(scene: &Scene<'_>, show: &str, lists: &Lists) -> Markup {
    let due = scene.snap.state.due();
    let all = || scene.snap.state.players.iter().filter(|player| player.is_in(due)).map(|player| listed(player, lists));
    let filters = [
        ("", "all", scene.snap.state.players.len()),
        ("faults", "with faults", all().filter(|known| matches!(known, Listed::Faults(_))).count()),
        ("missing", "missing", all().filter(|known| *known == Listed::Missing).count()),
        ("look", "to look at", all().filter(|known| matches!(known, Listed::Look(_))).count()),
    ];
    html! {
        p.tools {
            b { "Lists" }
            @for (id, label, count) in filters {
                a.b href=(if id.is_empty() { "/desk/players".to_owned() } else { format!("/desk/players?show={id}") }) aria-current=[(id == show).then_some("true")] { (label) " " (count) }
            }
        }
    }
}

/// Whether a player is in the hall.
pub(super) fn presence(out: bool, gone: Option<&str>) -> Markup {
    html! {
        @if let Some(why) = gone { span.chip { (icon("cross")) " " (why) } }
        @else if out { span.chip { (icon("ring")) " not here" } }
        @else { span.chip.ok { (icon("check")) " in" } }
    }
}

fn row(scene: &Scene<'_>, player: &Player, lists: Option<&Lists>) -> Markup {
    let out = out(scene, player);
    let why = player.gone(scene.snap.state.due());
    let gone = why.is_some();
    let id = player.entry.player.as_str();
    let act = |path: &str, label: Markup| button(scene, path, &[("player", id)], label);
    html! {
        tr.act[out].gone[gone] {
            th scope="row" { a href={ "/desk/player/" (id) } { @if gone { s { (scene.name(&player.entry.player)) } } @else { (scene.name(&player.entry.player)) } @if let Some(seat) = player.entry.seat { small { (icon("seat")) " table " (seat) ", fixed" } } } }
            td { @if let Some(club) = &player.entry.club { bdi { (club) } } }
            @if let Some(lists) = lists { td.num { @if let Some(checked) = lists.get(&player.entry.player) { (checked.points.0) } @else { "–" } } }
            td { (list_of(player, lists.filter(|_| !gone))) }
            td { (presence(out, why)) }
            td {
                div.tools {
                    @if *scene.viewer == Viewer::Organiser && !gone { span data-key="q" { a.b href={ "/desk/pass/player/" (id) } { "QR" span.vh { " of the pass of " (player.entry.name.as_str()) } } } }
                    // Who is not here has a shorter row: the book of the judge takes a penalty all the same.
                    @if !out { span data-key="p" { a.b href={ "/judge/book?player=" (id) } { "Penalty" span.vh { " for " (player.entry.name.as_str()) } } } }
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

/// What the check of a list came to, and the way to it.
fn list_of(player: &Player, lists: Option<&Lists>) -> Markup {
    let known = lists.map(|lists| (listed(player, lists), lists.get(&player.entry.player)));
    html! {
        div.tools {
            @match known {
                None => { @if player.list.is_none() { "–" } }
                Some((Listed::Faults(1), Some(checked))) if checked.points.0 > checked.points.1 => {
                    span.chip.call { (icon("call")) " " (checked.points.0 - checked.points.1) " points too many" }
                }
                Some((Listed::Faults(faults), _)) => { span.chip.call { (icon("call")) " " (count(faults, "fault", "faults")) } }
                Some((Listed::Missing, _)) => { span.chip.call { (icon("call")) " missing" } }
                Some((Listed::Look(look), _)) => { span.chip { (icon("half")) " " (look) " to look at" } }
                Some((Listed::Fine, Some(_))) => { span.chip.ok { (icon("check")) " legal" } }
                Some((Listed::Fine, None)) => { span.chip { (icon("check")) " handed in" } }
            }
            @if player.list.is_some() { a.b href={ "/player/" (player.entry.player) "/list" } { "Open" span.vh { " the list of " (player.entry.name.as_str()) } } }
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
