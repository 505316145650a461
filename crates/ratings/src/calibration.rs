//! Whether what ratings predict comes true.

/// Predictions and what became of them, added up. Each game counts once, as its favourite saw it.
///
/// ```
/// use adjutant_ratings::Calibration;
/// let mut all = Calibration::default();
/// (0..60).for_each(|game| all.add(0.75, if game % 4 == 0 { 0.0 } else { 1.0 }));
/// let check = all.check().unwrap();
/// assert_eq!((check.games, check.z_hundredths, check.won), (60, 0, 7500));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Calibration {
    games: u64,
    predicted: f64,
    won: f64,
    off: f64,
    spread: f64,
    loss: f64,
}

/// What [`Calibration`] says, in whole numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Check {
    /// How many games were predicted.
    pub games: u64,
    /// What their favourites were expected to score. Units: ten-thousandths.
    pub predicted: i64,
    /// What they scored. Units: ten-thousandths.
    pub won: i64,
    /// The standardised sum of what was off: within ±2 the predictions may be right, below it favourites are overrated.
    /// Units: hundredths.
    pub z_hundredths: i64,
    /// The mean logarithmic loss; 0.6931 is that of a coin. Units: ten-thousandths.
    pub loss: i64,
}

impl Calibration {
    /// Adds a game: what one of the two was expected to score, and what they scored.
    pub fn add(&mut self, expected: f64, score: f64) {
        let (expected, score) = if expected < 0.5 { (1.0 - expected, 1.0 - score) } else { (expected, score) };
        let certain = expected.clamp(1e-9, 1.0 - 1e-9);
        self.games += 1;
        self.predicted += expected;
        self.won += score;
        self.off += score - expected;
        self.spread += expected * (1.0 - expected);
        self.loss -= score * libm::log(certain) + (1.0 - score) * libm::log(1.0 - certain);
    }

    /// What all of them say; nothing where no game was added.
    pub fn check(&self) -> Option<Check> {
        let n = self.games as f64;
        let parts = |sum: f64| libm::round(sum / n * 10_000.0) as i64;
        (self.games > 0 && self.spread > 0.0).then(|| Check {
            games: self.games,
            predicted: parts(self.predicted),
            won: parts(self.won),
            z_hundredths: libm::round(self.off / libm::sqrt(self.spread) * 100.0) as i64,
            loss: parts(self.loss),
        })
    }
}
