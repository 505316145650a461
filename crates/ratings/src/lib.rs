//! Ratings of players and intervals of rates: the only numbers of this house that people compare and that are not whole.
//!
//! Everything is a pure function of what it is given, and gives the same bits on every machine: `exp`, `log`, `sqrt` and
//! `lgamma` are those of the crate `libm`, written in Rust, because those of operating systems differ in the last digit;
//! nothing is fused; sums run in the order of what is handed in. What leaves for a list goes out as whole hundredths.
//!
//! | to | use |
//! |---|---|
//! | rate a season, period by period | [`System::period`] on a table of [`Rating`]s |
//! | say how sure a rating is | [`Rating::interval`], [`rank_range`] |
//! | predict a game | [`System::expected`] |
//! | bound a rate over games, over players, and their difference | [`wilson`], [`clustered`], [`newcombe`] |
//! | ask whether predictions came true | [`Calibration`] |
//!
//! # Examples
//! One evening: Ben beats Anna, whose rating is surer than his.
//!
//! ```
//! use adjutant_ratings::{Game, Rating, System};
//!
//! let system = System::default();
//! let mut table = [Rating { value: 1600.0, deviation: 60.0, ..system.start() }, system.start()];
//! system.period(&mut table, &[Game::won(1, 0)]);
//! assert_eq!(table[0].hundredths(), 159_161);
//! assert_eq!(table[1].hundredths(), 173_200);
//! assert!(table[1].interval().high - table[1].interval().low > 900.0, "one game says little");
//! ```

mod calibration;
mod elo;
mod glicko2;
mod rate;
mod rating;
mod system;
mod weng_lin;

pub use calibration::{Calibration, Check};
pub use elo::Elo;
pub use glicko2::Glicko2;
pub use rate::{
    Interval, Rate, Z_95, Z_998, chi_square_above, clustered, departure, dispersion, homogeneity, mean, newcombe,
    quantile, student, wilson,
};
pub use rating::{Game, Rating, rank_range};
pub use system::{System, of_thousandths};
pub use weng_lin::WengLin;
