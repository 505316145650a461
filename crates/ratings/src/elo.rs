//! Elo.

use crate::rating::{Game, Rating, logistic};

/// The parameters of Elo's system. The weight of a game multiplies `k`, so that a large event may move more.
///
/// # Source
/// A. E. Elo, *The Rating of Chessplayers* (1978), with the logistic curve. Elo himself gives no interval; ours is the
/// error of the rating carried through its own update, taken as linear: an error shrinks by `1 − k · p(1 − p) / s` in
/// each game, and grows by the noise of a result, `k² · p(1 − p)`, and by the opponent's own error. It starts at 350 as
/// Glicko-2 does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elo {
    /// Rating of somebody who never played. Units: points.
    pub start: f64,
    /// Deviation of somebody who never played. Units: points.
    pub deviation: f64,
    /// The most that one game moves. Units: points.
    pub k: f64,
}

impl Default for Elo {
    fn default() -> Self {
        Elo { start: 1500.0, deviation: 350.0, k: 32.0 }
    }
}

/// Points of a rating in one unit of the logistic curve: 400 / ln 10.
const SCALE: f64 = 400.0 / std::f64::consts::LN_10;

/// What the games of a period say about one entry.
#[derive(Clone, Copy, Default)]
struct Told {
    moved: f64,
    held: f64,
    noise: f64,
}

impl Elo {
    pub(crate) fn start(&self) -> Rating {
        Rating { value: self.start, deviation: self.deviation, volatility: 0.0 }
    }

    pub(crate) fn expected(&self, one: &Rating, two: &Rating) -> f64 {
        logistic((one.value - two.value) / SCALE)
    }

    pub(crate) fn period(&self, table: &mut [Rating], games: &[Game]) {
        let mut told = vec![Told::default(); table.len()];
        for game in games {
            for (own, other, score) in game.sides() {
                let expected = self.expected(&table[own], &table[other]);
                let k = self.k * game.weight;
                let spread = expected * (1.0 - expected);
                let pull = k * spread / SCALE;
                let theirs = pull * table[other].deviation;
                told[own].moved += k * (score - expected);
                told[own].held += pull;
                told[own].noise += k * k * spread + theirs * theirs;
            }
        }
        for (rating, told) in table.iter_mut().zip(told) {
            let kept = (1.0 - told.held).max(0.0) * rating.deviation;
            rating.value += told.moved;
            rating.deviation = libm::sqrt(kept * kept + told.noise).min(self.deviation);
        }
    }
}
