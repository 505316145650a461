//! The judge's book: what was ruled about players, and a form for the next line.

use adjutant_present::say::event_command::ruled;
use adjutant_tournament::RoundNumber;
use adjutant_tournament::command::{Infraction, InfractionKind};
use maud::{Markup, html};

use super::forms::carried;
use super::frame::frame;
use super::scene::{Look, Scene, document, icon, top};
use crate::viewer::{Role, Viewer};

/// What can be ruled, each with what it does.
const KINDS: [(&str, InfractionKind, &str); 7] = [
    ("warning", InfractionKind::Warning, "kept in the book"),
    ("yellow-card", InfractionKind::YellowCard, "kept in the book; the second one brings a red card"),
    ("red-card", InfractionKind::RedCard, "the opponent wins the game that is played"),
    ("game-loss", InfractionKind::GameLoss, "kept in the book; enter the lost game with the result"),
    ("match-loss", InfractionKind::MatchLoss, "the opponent wins the game that is played"),
    (
        "disqualification",
        InfractionKind::Disqualification,
        "out of standings and prizes, not paired any more; a game without a result is lost",
    ),
    ("points", InfractionKind::Points, "match points are taken or given"),
];

/// The page, with a player who is chosen already.
pub fn book(scene: &Scene<'_>, chosen: &str) -> Markup {
    let mut lines: Vec<(RoundNumber, &Infraction)> = Vec::new();
    for player in &scene.snap.state.players {
        lines.extend(player.infractions.iter().map(|(round, line)| (*round, line)));
    }
    lines.sort_by_key(|(round, ..)| std::cmp::Reverse(*round));
    let title = format!("Judge’s book: {}", count(lines.len()));
    let heading = html! { h1 { "Judge’s book" small { (count(lines.len())) } } };
    let work = html! {
        (form(scene, chosen))
        (penalty(scene, chosen))
        @if lines.is_empty() { p.soft { "Nothing was ruled about a player yet." } }
        @else { h2 { "The book, the newest round first" } }
        ul.rows {
            @for (round, line) in &lines {
                li {
                    span.grow { b { bdi { (ruled(&scene.snap.state, line)) } } br; small { "Round " (round) ": “" bdi { (line.why) } "”" } }
                    span.chip { (icon("flag")) " " (line.kind.name()) @if let Some(points) = line.points { " " (format!("{points:+}")) } }
                }
            }
        }
    };
    if scene.viewer.role() != Role::Judge {
        let dock = html! { nav.dock aria-label="Next" { p.soft { "More time for a table stands on the page of the table." } a.b.go href="/desk" { "Back to the results" } } };
        return frame(scene, "book", &title, heading, work, dock);
    }
    let body = html! {
        (top(scene, html! { p { @if let Viewer::Judge(name) = scene.viewer { "Judge " bdi { (name) } } } }))
        main { header.band { (heading) } (work) }
        nav.dock aria-label="Next" { a.b.go href="/judge" { (icon("back")) " Back to the calls" } }
    };
    document(scene, Look::Phone, &title, body)
}

fn count(lines: usize) -> String {
    if lines == 1 { "1 line".to_owned() } else { format!("{lines} lines") }
}

/// A field for a player, with one who is chosen already; where wanted for a member of a team too.
fn player(scene: &Scene<'_>, id: &str, chosen: &str, members: bool) -> Markup {
    let mut players: Vec<_> = scene.snap.state.players.iter().map(|player| &player.entry.player).collect();
    players.sort_by_key(|player| scene.snap.state.shown(player));
    html! {
        p {
            label for=(id) { "Player" }
            select id=(id) name="player" required {
                option value="" { "–" }
                @for player in players {
                    @let name = scene.snap.state.shown(player);
                    option value=(player) selected[player.as_str() == chosen] { (name) }
                    @let team = scene.snap.state.player(player).filter(|_| members).map(|team| team.entry.members.as_slice());
                    @for (number, member) in (1..).zip(team.unwrap_or_default()) {
                        option value=(format!("{player}/{number}")) { (name) ": " (member) }
                    }
                }
            }
        }
    }
}

/// Match points taken or given without a line in the book.
fn penalty(scene: &Scene<'_>, chosen: &str) -> Markup {
    let punished = scene.snap.state.players.iter().filter(|player| !player.penalties.is_empty());
    html! {
        details.card {
            summary { "Match points taken or given …" }
            form action="/judge/penalty" method="post" {
                (carried(scene))
                p.soft { "These count from this round on. No line in the judge’s book tells of them; the log does." }
                (player(scene, "penalised", chosen, false))
                (way("penalty-way"))
                p { label for="match-points" { "How many match points" } input id="match-points" name="points" inputmode="numeric" required autocomplete="off" maxlength="8"; }
                p { label for="penalty-why" { "Why" } input id="penalty-why" name="why" required maxlength="400" autocomplete="off"; }
                p { button type="submit" { "Record it" } }
            }
            ul.rows {
                @for player in punished {
                    li {
                        span.grow { (scene.name(&player.entry.player)) }
                        @for (round, points) in &player.penalties { span.chip { (format!("{points:+}")) " from round " (round) } }
                    }
                }
            }
        }
    }
}

/// Whether points go away or come: nobody has to think of a minus.
fn way(id: &str) -> Markup {
    html! {
        p {
            label for=(id) { "Match points" }
            select id=(id) name="way" { option value="take" { "take from the player" } option value="give" { "give to the player" } }
        }
    }
}

fn form(scene: &Scene<'_>, chosen: &str) -> Markup {
    html! {
        form.card action="/judge/book" method="post" {
            (carried(scene))
            h2 { "A new line" }
            (player(scene, "player", chosen, true))
            p {
                label for="kind" { "Ruling" }
                select id="kind" name="kind" {
                    @for (value, kind, effect) in KINDS { option value=(value) { (kind.name()) ": " (effect) } }
                }
            }
            (way("way"))
            p { label for="points" { "How many match points, if any" } input id="points" name="points" inputmode="numeric" autocomplete="off" maxlength="8"; }
            p { label for="why" { "Why" } input id="why" name="why" required maxlength="400" autocomplete="off"; }
            p { button type="submit" { "Write it into the book" } }
        }
    }
}
