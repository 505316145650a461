//! Weng and Lin's system.

use crate::rating::{Game, Rating, logistic};

/// The parameters of Weng and Lin's system with full pairs after Bradley and Terry.
///
/// # Source
/// R. C. Weng and C.-J. Lin, "A Bayesian approximation method for online ranking", *JMLR* 12 (2011), algorithm 1, with
/// γ = σ / c. The dynamics `tau` is that of the package `openskill`, by which our figures are tested; here it comes once
/// a period, to everybody, so that absence makes less sure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WengLin {
    /// Rating of somebody who never played.
    pub start: f64,
    /// Deviation of somebody who never played.
    pub deviation: f64,
    /// How far chance carries a single game.
    pub beta: f64,
    /// By how much everybody gets less sure in a period.
    pub tau: f64,
}

impl Default for WengLin {
    fn default() -> Self {
        WengLin { start: 25.0, deviation: 25.0 / 3.0, beta: 25.0 / 6.0, tau: 25.0 / 300.0 }
    }
}

/// The smallest share of a variance that one period may leave.
const KAPPA: f64 = 0.0001;

/// What the games of a period say about one entry.
#[derive(Clone, Copy, Default)]
struct Told {
    moved: f64,
    surer: f64,
    games: u32,
}

impl WengLin {
    pub(crate) fn start(&self) -> Rating {
        Rating { value: self.start, deviation: self.deviation, volatility: 0.0 }
    }

    pub(crate) fn expected(&self, one: &Rating, two: &Rating) -> f64 {
        logistic((one.value - two.value) / self.apart(variance(one), variance(two)))
    }

    /// What the difference of two performances is measured by.
    fn apart(&self, one: f64, two: f64) -> f64 {
        libm::sqrt(one + two + 2.0 * (self.beta * self.beta))
    }

    pub(crate) fn period(&self, table: &mut [Rating], games: &[Game]) {
        let drift = self.tau * self.tau;
        let variances: Vec<f64> = table.iter().map(|rating| variance(rating) + drift).collect();
        let mut told = vec![Told::default(); table.len()];
        for game in games {
            let apart = self.apart(variances[game.one], variances[game.two]);
            for (own, other, score) in game.sides() {
                let expected = logistic((table[own].value - table[other].value) / apart);
                let share = variances[own] / apart;
                let damped = libm::sqrt(variances[own]) / apart;
                told[own].moved += game.weight * (share * (score - expected));
                told[own].surer += game.weight * (damped * share / apart * expected * (1.0 - expected));
                told[own].games += 1;
            }
        }
        for ((rating, told), grown) in table.iter_mut().zip(told).zip(variances) {
            rating.value += told.moved;
            let deviation = libm::sqrt(grown * (1.0 - told.surer).max(KAPPA));
            rating.deviation = if told.games == 0 { deviation.min(self.deviation) } else { deviation };
        }
    }
}

fn variance(rating: &Rating) -> f64 {
    rating.deviation * rating.deviation
}
