//! What every round brings to Buchholz and its kin where games that were not played have a dummy opponent
//! ([`Unplayed::DummyOpponent`](crate::policy::Unplayed)).

use super::ledger::{Entrant, Ledger, Line, Outcome};
use crate::policy::Policies;

/// What a round of a player was.
enum Round {
    /// A game that took place.
    Played { other: usize },
    /// A game that did not, and whether it was the player who did not come.
    Forfeited { other: usize, absent: bool },
    /// A bye of the pairing.
    Bye,
    /// A bye asked for, or a round sat out.
    Away,
}

/// What a round brings.
pub(super) struct Share {
    /// Points of the opponent, or of the dummy.
    pub opponent: i64,
    /// Whether the player chose not to play.
    pub chosen: bool,
    /// The own result: 2 for a win, 1 for a draw.
    pub halves: i64,
}

fn line(entrant: &Entrant, round: u16) -> Option<&Line> {
    entrant.lines.iter().find(|line| line.round.0 == round)
}

fn kind(line: Option<&Line>) -> Round {
    match line {
        Some(Line { opponent: Some(other), played: true, .. }) => Round::Played { other: *other },
        Some(Line { opponent: Some(other), outcome, .. }) => {
            Round::Forfeited { other: *other, absent: *outcome == Outcome::Loss }
        }
        Some(Line { opponent: None, outcome: Outcome::Win, .. }) => Round::Bye,
        _ => Round::Away,
    }
}

/// Everybody's points as opponents count them: rounds away behind the last one that a player was there for are draws.
pub(super) fn adjusted(ledger: &Ledger, policies: &Policies) -> Vec<i64> {
    let (_, even) = policies.best_and_even();
    let of = |entrant: &Entrant| {
        let mut points = entrant.points();
        for round in (1..=ledger.rounds).rev() {
            let own = line(entrant, round);
            match kind(own) {
                Round::Away => points += even - own.map_or(0, |line| line.points),
                Round::Forfeited { absent: true, .. } => {}
                _ => break,
            }
        }
        points
    };
    ledger.entrants.iter().map(of).collect()
}

/// What every round of an entrant brings, by the points of everybody as opponents count them.
pub(super) fn shares(ledger: &Ledger, policies: &Policies, adjusted: &[i64], at: usize) -> Vec<Share> {
    let entrant = &ledger.entrants[at];
    let (own, (_, even)) = (entrant.points(), policies.best_and_even());
    let drawn = own.min(even * i64::from(ledger.rounds));
    let share = |round: u16| {
        let line = line(entrant, round);
        let (opponent, chosen) = match kind(line) {
            Round::Played { other } => (adjusted[other], false),
            Round::Forfeited { other, absent } => (own.min(adjusted[other]), absent),
            Round::Bye => (drawn, false),
            Round::Away => (drawn, true),
        };
        Share { opponent, chosen, halves: line.map_or(0, |line| line.outcome.halves()) }
    };
    (1..=ledger.rounds).map(share).collect()
}

/// The points of the rounds that are kept: without the lowest ones, those that the player chose not to play before all
/// others, and then without the highest.
pub(super) fn kept(mut shares: Vec<Share>, lowest: usize, highest: usize) -> i64 {
    shares.sort_by_key(|share| (!share.chosen, share.opponent));
    for _ in 0..lowest.min(shares.len()) {
        // The least of the rounds that the player chose stands first; without one the least of all does.
        shares.remove(0);
    }
    let mut points: Vec<i64> = shares.into_iter().map(|share| share.opponent).collect();
    points.sort_unstable();
    points.iter().take(points.len().saturating_sub(highest)).sum()
}
