//! What is rated, and how sure a rating is.

use crate::rate::{Interval, Z_95};

/// What is known of how well somebody plays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The best guess. Units: points of the system.
    pub value: f64,
    /// How far off it may be: the standard deviation. Units: points of the system.
    pub deviation: f64,
    /// How much it is expected to change by itself; of Glicko-2 alone, 0 elsewhere.
    pub volatility: f64,
}

impl Rating {
    /// The rating in hundredths of a point, as lists write it.
    pub fn hundredths(&self) -> i64 {
        hundredths(self.value)
    }

    /// The deviation in hundredths of a point.
    pub fn deviation_hundredths(&self) -> i64 {
        hundredths(self.deviation)
    }

    /// Half the width of the interval, in hundredths of a point: what stands behind the `±`.
    pub fn margin_hundredths(&self) -> i64 {
        hundredths(Z_95 * self.deviation)
    }

    /// Where the true rating lies, 95 times of 100.
    pub fn interval(&self) -> Interval {
        let half = Z_95 * self.deviation;
        Interval { low: self.value - half, high: self.value + half }
    }

    /// Whether the deviation is above so many thousandths of a point.
    pub fn is_vaguer_than(&self, thousandths: i64) -> bool {
        self.deviation * 1000.0 > thousandths as f64
    }
}

/// To the nearest hundredth, halves away from zero.
pub(crate) fn hundredths(value: f64) -> i64 {
    libm::round(value * 100.0) as i64
}

/// The logistic function.
pub(crate) fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-x))
}

/// A game of two entries of a table, as its rows number them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Game {
    /// The one entry.
    pub one: usize,
    /// The other.
    pub two: usize,
    /// What the game was worth to the first: 1 a win, ½ a draw, 0 a loss.
    pub score: f64,
    /// How much the game counts; 1 as every other.
    pub weight: f64,
}

impl Game {
    /// A game that the first won.
    pub fn won(one: usize, two: usize) -> Game {
        Game { one, two, score: 1.0, weight: 1.0 }
    }

    /// A game that nobody won.
    pub fn drawn(one: usize, two: usize) -> Game {
        Game { one, two, score: 0.5, weight: 1.0 }
    }

    /// The same game where its margin counts: a lead of `full` or more is a whole win, none a draw, between them in
    /// proportion, from 51 % on for whoever won. Units: victory points.
    ///
    /// ```
    /// use adjutant_ratings::Game;
    /// assert_eq!(Game::won(0, 1).by_margin(20, 40).score, 0.755);
    /// assert_eq!(Game::won(0, 1).by_margin(90, 40).score, 1.0);
    /// assert_eq!(Game::drawn(0, 1).by_margin(0, 40).score, 0.5);
    /// ```
    #[must_use]
    pub fn by_margin(self, lead: u32, full: u32) -> Game {
        let share = f64::from(lead.min(full)) / f64::from(full.max(1));
        let score = match self.score {
            score if score > 0.5 => 0.51 + 0.49 * share,
            score if score < 0.5 => 0.49 - 0.49 * share,
            score => score,
        };
        Game { score, ..self }
    }

    /// The same game counting so many thousandths of a game.
    #[must_use]
    pub fn weighing(self, thousandths: u32) -> Game {
        Game { weight: f64::from(thousandths) / 1000.0, ..self }
    }

    /// Both sides of it: whose, against whom, and what it was worth to them.
    pub(crate) fn sides(&self) -> [(usize, usize, f64); 2] {
        [(self.one, self.two, self.score), (self.two, self.one, 1.0 - self.score)]
    }
}

/// The ranks by rating that the intervals leave open: above stands only who lies above with the whole interval.
///
/// ```
/// use adjutant_ratings::{Interval, rank_range};
/// let all = [(90.0, 110.0), (100.0, 120.0), (10.0, 20.0)].map(|(low, high)| Interval { low, high });
/// assert_eq!(rank_range(&all, 0), (1, 2));
/// assert_eq!(rank_range(&all, 2), (3, 3));
/// ```
pub fn rank_range(all: &[Interval], of: usize) -> (usize, usize) {
    let own = all[of];
    let above = all.iter().filter(|other| other.low > own.high).count();
    let below = all.iter().filter(|other| other.high < own.low).count();
    (above + 1, all.len() - below)
}
