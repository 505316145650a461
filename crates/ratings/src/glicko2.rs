//! Glicko-2.

use std::f64::consts::PI;

use crate::rating::{Game, Rating, logistic};

/// The parameters of Glicko-2.
///
/// # Source
/// M. E. Glickman, "Example of the Glicko-2 system" (2013), steps 1 to 8; public domain. His example is a golden row of
/// the tests. The deviation never rises above where it starts, as he asks of an implementation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Glicko2 {
    /// Rating of somebody who never played. Units: points.
    pub start: f64,
    /// Deviation of somebody who never played. Units: points.
    pub deviation: f64,
    /// Volatility of somebody who never played.
    pub volatility: f64,
    /// How little the volatility may change in a period: 0.3 to 1.2, smaller is steadier.
    pub tau: f64,
}

impl Default for Glicko2 {
    fn default() -> Self {
        Glicko2 { start: 1500.0, deviation: 350.0, volatility: 0.06, tau: 0.5 }
    }
}

/// Points of a rating in one unit of the scale on which it is reckoned: 400 / ln 10, as published.
const SCALE: f64 = 173.7178;
/// How close the iteration of step 5 comes to the volatility, as published.
const CLOSE: f64 = 1e-6;
/// The iteration takes 5 to 20 steps; beyond this its numbers are no numbers.
const STEPS_MAX: u32 = 200;

/// What the games of a period say about one entry.
#[derive(Clone, Copy, Default)]
struct Told {
    information: f64,
    surprise: f64,
}

impl Glicko2 {
    pub(crate) fn start(&self) -> Rating {
        Rating { value: self.start, deviation: self.deviation, volatility: self.volatility }
    }

    pub(crate) fn expected(&self, one: &Rating, two: &Rating) -> f64 {
        let (phi, other) = (one.deviation / SCALE, two.deviation / SCALE);
        logistic(impact(libm::sqrt(phi * phi + other * other)) * (one.value - two.value) / SCALE)
    }

    pub(crate) fn period(&self, table: &mut [Rating], games: &[Game]) {
        let impacts: Vec<f64> = table.iter().map(|rating| impact(rating.deviation / SCALE)).collect();
        let mut told = vec![Told::default(); table.len()];
        for game in games {
            for (own, other, score) in game.sides() {
                let g = impacts[other];
                let expected = logistic(g * (table[own].value - table[other].value) / SCALE);
                told[own].information += game.weight * (g * g * expected * (1.0 - expected));
                told[own].surprise += game.weight * (g * (score - expected));
            }
        }
        for (rating, told) in table.iter_mut().zip(told) {
            *rating = self.next(rating, told);
        }
    }

    /// Steps 3 to 8.
    fn next(&self, rating: &Rating, told: Told) -> Rating {
        let phi = rating.deviation / SCALE;
        let capped = |phi: f64| (SCALE * phi).min(self.deviation);
        if told.information <= 0.0 {
            let sigma = rating.volatility;
            return Rating { deviation: capped(libm::sqrt(phi * phi + sigma * sigma)), ..*rating };
        }
        let variance = 1.0 / told.information;
        let volatility = self.volatility(phi, rating.volatility, variance, variance * told.surprise);
        let before = phi * phi + volatility * volatility;
        let phi = 1.0 / libm::sqrt(1.0 / before + told.information);
        Rating { value: rating.value + SCALE * (phi * phi * told.surprise), deviation: capped(phi), volatility }
    }

    /// Step 5: the volatility after a period, by the Illinois algorithm.
    fn volatility(&self, phi: f64, sigma: f64, variance: f64, delta: f64) -> f64 {
        let a = libm::log(sigma * sigma);
        let fixed = phi * phi + variance;
        let slope = |x: f64| {
            let grown = libm::exp(x);
            let all = fixed + grown;
            grown * (delta * delta - all) / (2.0 * (all * all)) - (x - a) / (self.tau * self.tau)
        };
        let mut low = a;
        let mut high = match delta * delta > fixed {
            true => libm::log(delta * delta - fixed),
            false => {
                let mut below = (1..STEPS_MAX).map(|k| a - f64::from(k) * self.tau);
                below.find(|x| slope(*x) >= 0.0).unwrap_or(a - f64::from(STEPS_MAX) * self.tau)
            }
        };
        let (mut at_low, mut at_high) = (slope(low), slope(high));
        for _ in 0..STEPS_MAX {
            if (high - low).abs() <= CLOSE {
                break;
            }
            let next = low + (low - high) * at_low / (at_high - at_low);
            let at_next = slope(next);
            if at_next * at_high <= 0.0 {
                (low, at_low) = (high, at_high);
            } else {
                at_low /= 2.0;
            }
            (high, at_high) = (next, at_next);
        }
        libm::exp(low / 2.0)
    }
}

/// How much a game against somebody of this deviation says: 1 where it is certain how well they play.
fn impact(phi: f64) -> f64 {
    1.0 / libm::sqrt(1.0 + 3.0 * (phi * phi) / (PI * PI))
}
