//! Rates, and how far they may be off.

/// The quantile of the normal distribution that leaves 2.5 % on either side.
pub const Z_95: f64 = 1.959_963_984_540_054;
/// The one that leaves 0.1 % on either side.
pub const Z_998: f64 = 3.090_232_306_167_813;

/// A range that holds the true value 95 times of 100.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// Its lower end.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

/// A share of what was counted, with the range in which the true one lies 95 times of 100. Units: 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rate {
    /// The share.
    pub value: f64,
    /// Its range.
    pub interval: Interval,
}

impl Rate {
    /// In ten-thousandths: the share, the lower end, the upper end.
    pub fn parts(&self) -> (i64, i64, i64) {
        let parts = |share: f64| libm::round(share * 10_000.0) as i64;
        (parts(self.value), parts(self.interval.low), parts(self.interval.high))
    }

    /// Half the width of the interval.
    fn half(&self) -> f64 {
        (self.interval.high - self.interval.low) / 2.0
    }

    /// Whichever of two intervals about the same share is the wider.
    ///
    /// ```
    /// use adjutant_ratings::{clustered, wilson};
    /// let over_games = wilson(100, 100, 1.96);
    /// let over_players = clustered(&[(2, 20), (38, 40), (60, 140)]).unwrap();
    /// assert_eq!(over_games.wider(over_players), over_players);
    /// ```
    #[must_use]
    pub fn wider(self, other: Rate) -> Rate {
        if other.half() > self.half() { other } else { self }
    }

    /// Whether the interval leaves a share out.
    pub fn excludes(&self, share: f64) -> bool {
        share < self.interval.low || share > self.interval.high
    }
}

/// Wilson's interval of a share of games: `halves` half wins (2 a win, 1 a draw) of `games` games, of which there is at
/// least one. A draw varies less than a win, so with draws it is a little too wide.
///
/// # Source
/// E. B. Wilson, "Probable inference, the law of succession, and statistical inference", *JASA* 22 (1927).
///
/// ```
/// use adjutant_ratings::{Z_95, wilson};
/// assert_eq!(wilson(32, 30, Z_95).parts(), (5333, 3614, 6977));
/// ```
pub fn wilson(halves: u64, games: u64, z: f64) -> Rate {
    let (n, zz) = (games.max(1) as f64, z * z);
    let value = halves as f64 / 2.0 / n;
    let middle = value + zz / (2.0 * n);
    let half = z * libm::sqrt((value * (1.0 - value) / n + zz / (4.0 * n * n)).max(0.0));
    let whole = 1.0 + zz / n;
    Rate { value, interval: Interval { low: (middle - half) / whole, high: (middle + half) / whole } }
}

/// Newcombe's interval of the difference of two shares, one with the interval `one`, the other with `two`.
///
/// # Source
/// R. G. Newcombe, "Interval estimation for the difference between independent proportions", *Statistics in Medicine* 17
/// (1998), method 10; example (a) is a row of the tests.
pub fn newcombe(one: Rate, two: Rate) -> Rate {
    let value = one.value - two.value;
    let ends = |a: f64, b: f64| libm::sqrt(a * a + b * b);
    let low = value - ends(one.value - one.interval.low, two.interval.high - two.value);
    let high = value + ends(one.interval.high - one.value, two.value - two.interval.low);
    Rate { value, interval: Interval { low, high } }
}

/// The interval of a share over clusters, each of so many half wins in so many games: the games of one player, or of one
/// event, are not independent. None under three clusters.
///
/// # Source
/// The ratio estimator of cluster samples with its linearised variance (W. G. Cochran, *Sampling Techniques*, 3rd ed.,
/// chapter 9A), with Student's t of one degree of freedom less than clusters.
pub fn clustered(clusters: &[(u64, u64)]) -> Option<Rate> {
    let games = clusters.iter().map(|(_, games)| games).sum::<u64>() as f64;
    if clusters.len() < 3 || games == 0.0 {
        return None;
    }
    let k = clusters.len() as f64;
    let value = clusters.iter().map(|(halves, _)| halves).sum::<u64>() as f64 / 2.0 / games;
    let off = clusters.iter().map(|(halves, games)| {
        let off = *halves as f64 / 2.0 - *games as f64 * value;
        off * off
    });
    let error = libm::sqrt(k / (k - 1.0) * off.sum::<f64>()) / games;
    let half = student(clusters.len() as u64 - 1) * error;
    Some(Rate { value, interval: Interval { low: value - half, high: value + half } })
}

/// The quantiles of Student's t that leave 2.5 % above, for 1 to 30 degrees of freedom.
const STUDENT: [f64; 30] = [
    12.706_204_736_2,
    4.302_652_729_75,
    3.182_446_305_28,
    2.776_445_105_20,
    2.570_581_835_64,
    2.446_911_851_14,
    2.364_624_251_59,
    2.306_004_135_20,
    2.262_157_162_80,
    2.228_138_851_99,
    2.200_985_160_09,
    2.178_812_829_67,
    2.160_368_656_46,
    2.144_786_687_92,
    2.131_449_545_56,
    2.119_905_299_22,
    2.109_815_577_83,
    2.100_922_040_24,
    2.093_024_054_41,
    2.085_963_447_27,
    2.079_613_844_73,
    2.073_873_067_90,
    2.068_657_610_42,
    2.063_898_561_63,
    2.059_538_552_75,
    2.055_529_438_64,
    2.051_830_516_48,
    2.048_407_141_80,
    2.045_229_642_13,
    2.042_272_456_30,
];

/// The quantile of Student's t that leaves 2.5 % above: a table to 30 degrees of freedom, beyond it the expansion of
/// Cornish and Fisher, which is right there in the first six digits.
///
/// ```
/// assert!((adjutant_ratings::student(10) - 2.2281).abs() < 1e-4);
/// ```
pub fn student(freedom: u64) -> f64 {
    let known = usize::try_from(freedom).ok().and_then(|at| STUDENT.get(at.saturating_sub(1)));
    if let Some(known) = known {
        return *known;
    }
    let (z, n) = (Z_95, freedom as f64);
    let (z3, z5) = (z * z * z, z * z * z * z * z);
    let z7 = z5 * z * z;
    z + (z3 + z) / (4.0 * n)
        + (5.0 * z5 + 16.0 * z3 + 3.0 * z) / (96.0 * n * n)
        + (3.0 * z7 + 19.0 * z5 + 17.0 * z3 - 15.0 * z) / (384.0 * n * n * n)
}

/// How often χ² of so many degrees of freedom comes out at `x` or above, by the series of the incomplete gamma function.
///
/// ```
/// assert!((adjutant_ratings::chi_square_above(11.0705, 5) - 0.05).abs() < 1e-6);
/// ```
pub fn chi_square_above(x: f64, freedom: u64) -> f64 {
    let (a, x) = (freedom as f64 / 2.0, x / 2.0);
    if x <= 0.0 || freedom == 0 {
        return 1.0;
    }
    let (mut term, mut sum, mut k) = (1.0 / a, 1.0 / a, 0.0);
    while term > sum * 1e-17 && k < 100_000.0 {
        k += 1.0;
        term *= x / (a + k);
        sum += term;
    }
    (1.0 - sum * libm::exp(a * libm::log(x) - x - libm::lgamma(a))).clamp(0.0, 1.0)
}

/// The value that so many hundredths of a list lie below, between two of them in proportion. Units: hundredths.
///
/// ```
/// assert_eq!(adjutant_ratings::quantile(&[4, 1, 3, 2], 50), Some(250));
/// ```
pub fn quantile(values: &[i64], hundredths: u32) -> Option<i64> {
    let mut sorted = values.to_vec();
    sorted.sort_unstable();
    let at = f64::from(hundredths) / 100.0 * (sorted.len().checked_sub(1)? as f64);
    let below = at as usize;
    let (low, high) = (sorted[below] as f64, sorted[(below + 1).min(sorted.len() - 1)] as f64);
    Some(rounded(low + (high - low) * (at - below as f64), 100.0))
}

/// The mean of shares, in ten-thousandths.
///
/// ```
/// assert_eq!(adjutant_ratings::mean(&[0.25, 0.75, 0.8]), Some(6000));
/// ```
pub fn mean(shares: &[f64]) -> Option<i64> {
    (!shares.is_empty()).then(|| rounded(shares.iter().sum::<f64>() / shares.len() as f64, 10_000.0))
}

/// How much further scores of half wins in games lie from one half than chance takes equals: χ² by their number, in
/// hundredths; 100 where they are all alike.
///
/// ```
/// assert_eq!(adjutant_ratings::dispersion(&[(120, 100), (80, 100)]), Some(400));
/// ```
pub fn dispersion(scores: &[(u64, u64)]) -> Option<i64> {
    let off = scores.iter().map(|(halves, games)| {
        let (n, p) = (*games as f64, *halves as f64 / 2.0 / (*games).max(1) as f64);
        (p - 0.5) * (p - 0.5) / (0.25 / n)
    });
    (!scores.is_empty()).then(|| rounded(off.sum::<f64>() / scores.len() as f64, 100.0))
}

/// How often groups of one true share would differ as much as these do, in ten-thousandths, by χ². Nothing under two
/// groups, or where all games went one way.
pub fn homogeneity(scores: &[(u64, u64)]) -> Option<i64> {
    let games = scores.iter().map(|(_, games)| games).sum::<u64>() as f64;
    let p = scores.iter().map(|(halves, _)| halves).sum::<u64>() as f64 / 2.0 / games;
    if scores.len() < 2 || games == 0.0 || p <= 0.0 || p >= 1.0 {
        return None;
    }
    let off = scores.iter().filter(|(_, games)| *games > 0).map(|(halves, games)| {
        let off = *halves as f64 / 2.0 - *games as f64 * p;
        off * off / (*games as f64 * p * (1.0 - p))
    });
    Some(rounded(chi_square_above(off.sum(), scores.len() as u64 - 1), 10_000.0))
}

/// How far a group's share lies from that of all groups together, the group among them. Newcombe's interval of its
/// difference from the others, by the others' share of the games: exact for the estimate. Nothing where it is alone.
///
/// ```
/// let own = adjutant_ratings::departure((112, 70), (208, 150)).unwrap();
/// assert_eq!(own.parts(), (1067, 280, 1781), "Newcombe's example (a), by 80 of 150");
/// ```
pub fn departure(own: (u64, u64), all: (u64, u64)) -> Option<Rate> {
    let others = (all.0.checked_sub(own.0)?, all.1.checked_sub(own.1)?);
    if own.1 == 0 || others.1 == 0 {
        return None;
    }
    let apart = newcombe(wilson(own.0, own.1, Z_95), wilson(others.0, others.1, Z_95));
    let share = others.1 as f64 / all.1 as f64;
    let interval = Interval { low: share * apart.interval.low, high: share * apart.interval.high };
    Some(Rate { value: share * apart.value, interval })
}

fn rounded(value: f64, parts: f64) -> i64 {
    libm::round(value * parts) as i64
}
