//! Standings after the last closed round, on a phone; never live sums.

use adjutant_tournament::command::Winner;
use adjutant_tournament::standings::{Row, Standings};
use adjutant_tournament::state::{Round, Tournament};
use adjutant_tournament::{PlayerId, RoundNumber};
use maud::{Markup, html};

use super::join::plain;
use super::{Look, Scene, document, icon, ordinal, top};

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

/// `Standings after round 2`, and `Final standings` at the end.
pub fn title(scene: &Scene<'_>) -> String {
    match scene.snap.closed_round() {
        Some(_) if scene.snap.state.finished => "Final standings".to_owned(),
        Some(round) => format!("Standings after round {round}"),
        None => "Standings".to_owned(),
    }
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
                p.big { (ordinal(mine.rank)) small { "of " (table.rows.len()) } }
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
                    tr.me[me].gone[row.dropped] id=[me.then_some("me")] {
                        td.num { @if me { (icon("here")) " " } (row.rank) }
                        th scope="row" {
                            a href={ "/player/" (row.player) } {
                                @if row.dropped { s { (scene.name(&row.player)) } } @else { (scene.name(&row.player)) }
                                @if me { " " span.chip.ok { "you" } }
                                @if row.dropped { " " small { "left" } }
                            }
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
    }
}

/// What is shown behind a name: victory points where they break ties, because the path tells the wins; otherwise match
/// points. The heading, and the number of a row.
pub fn points(row: &Row) -> (&'static str, String) {
    match row.tie_breaks.get("vp") {
        Some(scored) => ("VP", scored.to_string()),
        None => ("Pts", row.points.to_string()),
    }
}

/// The heading of [`points`].
pub fn points_title(table: &Standings) -> &'static str {
    table.rows.first().map_or("VP", |row| points(row).0)
}

/// What became of one round for a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Won, a bye among them.
    Win,
    /// Lost.
    Loss,
    /// Drawn.
    Draw,
}

impl Step {
    /// In a word.
    pub fn word(self) -> &'static str {
        match self {
            Step::Win => "win",
            Step::Loss => "loss",
            Step::Draw => "draw",
        }
    }

    /// As a letter in a box, with the word for those who do not see it.
    pub fn letter(self) -> Markup {
        html! { span.wl role="img" aria-label=(self.word()) { (self.box_()) } }
    }

    fn box_(self) -> Markup {
        let (class, letter) = match self {
            Step::Win => ("w", "W"),
            Step::Loss => ("l", "L"),
            Step::Draw => ("d", "D"),
        };
        html! { b class=(class) { (letter) } }
    }
}

/// What became of a round for a player, once its result is in.
pub fn step(state: &Tournament, round: &Round, player: &PlayerId) -> Option<Step> {
    if round.pair.byes.contains(player) {
        return Some(Step::Win);
    }
    let pairing = round.of(player)?;
    let result = round.results.get(&pairing.table)?;
    let one = pairing.one == *player;
    Some(match state.policies().winner_of(result) {
        Winner::Draw => Step::Draw,
        Winner::Neither => Step::Loss,
        Winner::One if one => Step::Win,
        Winner::Two if !one => Step::Win,
        _ => Step::Loss,
    })
}

/// Wins and losses in their order.
pub fn path(state: &Tournament, player: &PlayerId, upto: RoundNumber) -> Markup {
    let played = state.rounds.iter().filter(|round| round.pair.round <= upto);
    let steps: Vec<Step> = played.filter_map(|round| step(state, round, player)).collect();
    let words: Vec<&str> = steps.iter().map(|step| step.word()).collect();
    html! {
        @if !steps.is_empty() {
            span.wl role="img" aria-label=(words.join(", ")) { @for step in &steps { (step.box_()) } }
        }
    }
}

/// The first digits of a hash, as they are read out.
pub fn short(hash: &str) -> String {
    let digits = |from: usize| hash.get(from..from + 4).unwrap_or_default();
    format!("{} {} {}", digits(0), digits(4), digits(8))
}
