//! What standings show, on a phone and on a screen.

use adjutant_tournament::command::Winner;
use adjutant_tournament::standings::{Row, Standings};
use adjutant_tournament::state::{Round, Tournament};
use adjutant_tournament::{PlayerId, RoundNumber};
use maud::{Markup, html};

use super::scene::{Scene, ordinal};

/// `Standings after round 2`, and `Final standings` at the end.
pub fn title(scene: &Scene<'_>) -> String {
    match scene.snap.closed_round() {
        Some(_) if scene.snap.state.finished => "Final standings".to_owned(),
        Some(round) => format!("Standings after round {round}"),
        None => "Standings".to_owned(),
    }
}

/// The place of a row as a number; who is disqualified has none.
pub fn rank(row: &Row) -> String {
    row.rank.map_or_else(|| "–".to_owned(), |rank| rank.to_string())
}

/// The place of a row in words: `2nd`.
pub fn place(row: &Row) -> String {
    row.rank.map_or_else(|| "disqualified".to_owned(), ordinal)
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
