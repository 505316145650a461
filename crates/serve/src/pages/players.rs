//! Everybody who has entered: who is here, who is not, and late entries.

use std::collections::HashMap;

use adjutant_core::counts::count;
use adjutant_tournament::PlayerId;
use adjutant_tournament::state::Player;
use maud::{Markup, html};

use super::forms::{button, carried};
use super::frame::frame;
use super::scene::{Scene, icon, left, plain};
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
        ("unpaid", _) => player.is_in(due) && !player.paid,
        ("faults" | "missing" | "look", _) => false,
        _ => true,
    };
    let mut shown: Vec<&Player> = scene.snap.state.players.iter().filter(fits).filter(of_lists).collect();
    let waits = |player: &Player| player.gone(due) == Some("waiting");
    shown.sort_by_key(|player| {
        // Who waits stands in the order in which places are given out.
        let name = if waits(player) { String::new() } else { plain(player.entry.name.as_str()) };
        (!out(scene, player), !player.is_in(due), !waits(player), name)
    });
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
        @if let Some(places) = state.policies().places { p.big { (places) small { "places" } } }
        (due_band(scene))
        @for why in ["waiting", "dropped", "disqualified"] {
            @let count = state.players.iter().filter(|player| player.gone(due) == Some(why)).count();
            @if count > 0 || why == "dropped" { p.big { (count) small { (why) } } }
        }
    };
    let expected = scene.snap.lists.is_some();
    let paid = state.players.iter().any(|player| player.paid);
    let work = html! {
        form.tools action="/desk/players" method="get" role="search" {
            input.grow type="search" name="q" aria-label="Filter players" placeholder="part of a name or club" value=(looked_for);
            button type="submit" { (icon("find")) " Filter" }
            span data-far="l" { a.b href="#name" { "Enter a player" } }
        }
        @if expected || paid { (filters(scene, show, lists)) }
        div.split {
            div {
                table {
                    thead { tr { th scope="col" { "Name" } @if expected { th.num scope="col" { "Points" } } th scope="col" { "List" } th scope="col" { "State" } th scope="col" { span.vh { "Act" } } } }
                    tbody { @for player in &shown { (row(scene, player, expected.then_some(lists), paid)) } }
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

/// Until when lists are due, and how long that is.
fn due_band(scene: &Scene<'_>) -> Markup {
    let due = scene.snap.lists.as_ref().and_then(|lists| lists.due);
    html! {
        @if let Some(due) = due {
            p.big {
                (scene.time(due))
                small { "lists due, " @if scene.moment.until(due) > 0 { (left(scene, due)) " left" } @else { "time is up" } }
            }
        }
    }
}

/// Which lists are not fit to play, and who has not paid, with their numbers.
fn filters(scene: &Scene<'_>, show: &str, lists: &Lists) -> Markup {
    let due = scene.snap.state.due();
    let all = || scene.snap.state.players.iter().filter(|player| player.is_in(due)).map(|player| listed(player, lists));
    let filters = [
        ("", "all", scene.snap.state.players.len()),
        ("faults", "with faults", all().filter(|known| matches!(known, Listed::Faults(_))).count()),
        ("missing", "missing", all().filter(|known| *known == Listed::Missing).count()),
        ("look", "to look at", all().filter(|known| matches!(known, Listed::Look(_))).count()),
        ("unpaid", "not paid", scene.snap.state.players.iter().filter(|known| known.is_in(due) && !known.paid).count()),
    ];
    let paid = scene.snap.state.players.iter().any(|player| player.paid);
    let of_lists = scene.snap.lists.is_some();
    let shown = |id: &str| id.is_empty() || if id == "unpaid" { paid } else { of_lists };
    html! {
        p.tools {
            b { "Show" }
            @for (id, label, count) in filters.into_iter().filter(|(id, ..)| shown(id)) {
                a.b href=(if id.is_empty() { "/desk/players".to_owned() } else { format!("/desk/players?show={id}") }) aria-current=[(id == show).then_some("true")] { (label) " " (count) }
            }
        }
    }
}

/// Whether a player is in the hall.
pub(super) fn presence(out: bool, gone: Option<&str>) -> Markup {
    html! {
        @if gone == Some("waiting") { span.chip { (icon("half")) " waiting for a place" } }
        @else if let Some(why) = gone { span.chip { (icon("cross")) " " (why) } }
        @else if out { span.chip { (icon("ring")) " not here" } }
        @else { span.chip.ok { (icon("check")) " in" } }
    }
}

fn row(scene: &Scene<'_>, player: &Player, lists: Option<&Lists>, paid: bool) -> Markup {
    let out = out(scene, player);
    let why = player.gone(scene.snap.state.due());
    let gone = why.is_some();
    let id = player.entry.player.as_str();
    let act = |path: &str, label: Markup| button(scene, path, &[("player", id)], label);
    html! {
        tr.act[out].gone[gone] {
            th scope="row" { a href={ "/desk/player/" (id) } { @if gone && why != Some("waiting") { s { (scene.name(&player.entry.player)) } } @else { (scene.name(&player.entry.player)) } @if let Some(seat) = player.entry.seat { small { (icon("seat")) " table " (seat) ", fixed" } } @if let Some(club) = &player.entry.club { small { bdi { (club) } } } } (scene.cards(&player.entry.player)) }
            @if let Some(lists) = lists { td.num { @if let Some(checked) = lists.get(&player.entry.player) { (checked.points.0) } @else { "–" } } }
            td { (list_of(scene, player, lists.filter(|_| !gone))) }
            td { div.tools { (presence(out, why)) @if paid { (payment(scene, player)) } } }
            td {
                div.tools {
                    @if *scene.viewer == Viewer::Organiser && !gone { span data-key="q" { a.b href={ "/desk/pass/player/" (id) } { "QR" span.vh { " of the pass of " (player.entry.name.as_str()) } } } }
                    // Who is not here has a shorter row: the book of the judge takes a penalty all the same.
                    @if !out { span data-key="p" { a.b href={ "/judge/book?player=" (id) } { "Penalty" span.vh { " for " (player.entry.name.as_str()) } } } }
                    @if out { div data-key="c" { (act("/desk/check-in", html! { "Check in" })) } }
                    @if why == Some("dropped") { (act("/desk/return", html! { "Take back" })) }
                    @if !gone || why == Some("waiting") {
                        div data-key="d" { details { summary { "Drop …" } (act("/desk/drop", html! { "Drop " (player.entry.name.as_str()) })) } }
                    }
                }
            }
        }
    }
}

/// Whether a player has paid.
fn payment(scene: &Scene<'_>, player: &Player) -> Markup {
    let fields = [("player", player.entry.player.as_str()), ("paid", "yes")];
    html! {
        @if player.paid { span.chip.ok { (icon("check")) " paid" } }
        @else { (button(scene, "/desk/paid", &fields, html! { "Paid" span.vh { ", " (player.entry.name.as_str()) } })) }
    }
}

/// What the check of a list came to, and the way to it.
fn list_of(scene: &Scene<'_>, player: &Player, lists: Option<&Lists>) -> Markup {
    let late = scene.snap.lists.iter().flat_map(|known| &known.late).find(|(who, _)| *who == player.entry.player);
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
            @if let Some((_, at)) = late { span.chip { (icon("clock")) " late, " (scene.time(*at)) } }
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
