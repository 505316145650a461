//! A player as the desk sees them: the entry with its corrections, byes that were asked for, awards.

use adjutant_present::say::event_command;
use adjutant_tournament::PlayerId;
use adjutant_tournament::command::PassKind;
use adjutant_tournament::state::Player;
use maud::{Markup, html};

use super::forms::{button, carried};
use super::frame::frame;
use super::phones;
use super::players::presence;
use super::scene::{Scene, icon};
use crate::viewer::Viewer;

/// The page; nothing for somebody unknown.
pub fn desk_player(scene: &Scene<'_>, id: &str) -> Option<Markup> {
    let id = PlayerId::new(id).ok()?;
    let known = scene.snap.state.player(&id)?;
    let state = &scene.snap.state;
    let gone = known.gone(state.due());
    let away = state.policies().check_in && gone.is_none() && known.checked_in.is_none();
    let band = html! {
        h1 { (scene.name(&id)) small { (id) } }
        @if let Some(pairing) = scene.snap.pairing(&id) { p.big { "Table " (pairing.table) small { "in round " (scene.snap.shown().map(|round| round.pair.round).unwrap_or_default()) } } }
    };
    let act = |path: &str, label: Markup| button(scene, path, &[("player", id.as_str())], label);
    let work = html! {
        (tools(scene, known, away))
        div.split {
            div { (ruled(scene, known)) (edit(scene, known)) }
            aside {
                (phones::list(scene, PassKind::Player, id.as_str()))
                (bye(scene, known))
                (award(scene, known))
                @if state.rounds.is_empty() {
                    div.card {
                        h2 { "A mistaken entry" }
                        p.soft { "Takes the player out as if never entered. Once round 1 is paired, drop the player instead." }
                        details { summary { "Withdraw …" } (act("/desk/withdraw", html! { "Withdraw " (scene.name(&id)) })) }
                    }
                }
            }
        }
    };
    let dock = html! { nav.dock aria-label="Next" { p {} a.b.go href="/desk/players" { "Back to the players" } } };
    Some(frame(scene, "players", &format!("Entry of {}", known.entry.name), band, work, dock))
}

/// What the desk does with a player, and the ways on.
fn tools(scene: &Scene<'_>, known: &Player, away: bool) -> Markup {
    let (state, id) = (&scene.snap.state, &known.entry.player);
    let gone = known.gone(state.due());
    let act = |path: &str, label: Markup| button(scene, path, &[("player", id.as_str())], label);
    html! {
        div.tools {
            (presence(away, gone))
            @if gone == Some("dropped") { (act("/desk/return", html! { "Take back" })) }
            @if gone.is_none() {
                @if away { (act("/desk/check-in", html! { "Check in" })) }
                details { summary { "Drop …" } (act("/desk/drop", html! { "Drop " (scene.name(id)) })) }
            }
            @if gone == Some("waiting") {
                details { summary { "Leave the queue …" } (act("/desk/drop", html! { "Drop " (scene.name(id)) })) }
                @if state.published() > 0 { (act("/desk/return", html! { "Let in from round " (state.due()) })) }
            }
            @if known.paid {
                span.chip.ok { (icon("check")) " paid" }
                details { summary { "Not paid …" } (button(scene, "/desk/paid", &[("player", id.as_str())], html! { "Not paid after all" })) }
            } @else { (button(scene, "/desk/paid", &[("player", id.as_str()), ("paid", "yes")], html! { "Has paid" })) }
            a.b href={ "/judge/book?player=" (id) } { (icon("flag")) " Penalty" }
            @if known.list.is_some() { a.b href={ "/player/" (id) "/list" } { "Army list" } }
            @if *scene.viewer == Viewer::Organiser { a.b href={ "/desk/pass/player/" (id) } { "Pass" } }
            a.b href={ "/player/" (id) } { "Results" }
        }
    }
}

/// The lines of the judge's book about a player, the newest first.
pub(super) fn ruled(scene: &Scene<'_>, known: &Player) -> Markup {
    html! {
        @if !known.infractions.is_empty() {
            h2 { "In the judge’s book" (scene.cards(&known.entry.player)) }
            ul.rows {
                @for (round, line) in known.infractions.iter().rev() {
                    li {
                        span.grow { @if line.member.is_some() { bdi { (event_command::ruled(&scene.snap.state, line)) } ": " } "“" bdi { (line.why) } "” " small { "round " (round) } }
                        span.chip { (icon("flag")) " " (line.kind.name()) }
                    }
                }
            }
        }
    }
}

/// The entry, and how to correct it.
fn edit(scene: &Scene<'_>, known: &Player) -> Markup {
    let entry = &known.entry;
    let seat = entry.seat.map(|seat| seat.to_string());
    // Beside a sealed name no club or team is recorded.
    let told = |id: &str| entry.name.digest().is_none() || !matches!(id, "club" | "team");
    let fields = [
        ("name", "Name", Some(entry.name.name())),
        ("club", "Club", entry.club.as_ref()),
        ("team", "Team", entry.team.as_ref()),
        ("country", "Country", entry.country.as_ref()),
        ("faction", "Faction", entry.faction.as_ref()),
    ];
    html! {
        form.card action="/desk/edit" method="post" {
            (carried(scene))
            input type="hidden" name="player" value=(entry.player);
            h2 { "Correct the entry" }
            @for (id, label, value) in fields.into_iter().filter(|(id, ..)| told(id)) {
                p { label for=(id) { (label) } input id=(id) name=(id) maxlength="100" autocomplete="off" value=[value]; }
            }
            p { label for="seat" { "Fixed table; 0 for none" } input id="seat" name="seat" inputmode="numeric" autocomplete="off" value=[seat]; }
            p { label for="why" { "Why" } input id="why" name="why" required maxlength="400" autocomplete="off"; }
            p { button type="submit" { "Correct it" } }
            p.soft { "An empty field stays as it is. Rounds that are published keep what they showed." }
        }
    }
}

/// A bye instead of a game.
fn bye(scene: &Scene<'_>, known: &Player) -> Markup {
    let due = scene.snap.state.due();
    html! {
        form.card action="/desk/bye" method="post" {
            (carried(scene))
            input type="hidden" name="player" value=(known.entry.player);
            h2 { "Bye on request" }
            @for (round, points) in &known.asked_byes { p.soft { "Round " (round) ", for " (points) " match points" } }
            p { label for="round" { "Round" } input id="round" name="round" inputmode="numeric" value=(due) required autocomplete="off"; }
            p { label for="bye-points" { "Match points" } input id="bye-points" name="points" inputmode="numeric" placeholder="those of a bye" autocomplete="off"; }
            p { button type="submit" { "Give the bye" } }
        }
    }
}

/// Points for painting, sportsmanship …
fn award(scene: &Scene<'_>, known: &Player) -> Markup {
    let categories = &scene.snap.state.policies().categories;
    html! {
        form.card action="/desk/award" method="post" {
            (carried(scene))
            input type="hidden" name="player" value=(known.entry.player);
            h2 { "Points for painting, sportsmanship …" }
            @for (name, points, round) in &known.awards { p.soft { bdi { (name) } ": " (points) ", from round " (round) } }
            p {
                label for="award" { "For what" }
                @if categories.is_empty() { input id="award" name="award" required maxlength="100" autocomplete="off" placeholder="painting"; }
                @else { select id="award" name="award" { @for category in categories { option value=(category.name) { (category.name) } } } }
            }
            p { label for="award-points" { "Points" } input id="award-points" name="points" required maxlength="8" autocomplete="off"; }
            p { label.tick { input type="checkbox" name="again" value="yes"; " on top of what the player has for it" } }
            p { button type="submit" { "Give the points" } }
        }
    }
}
