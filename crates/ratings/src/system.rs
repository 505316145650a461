//! One face for all systems.

use crate::elo::Elo;
use crate::glicko2::Glicko2;
use crate::rating::{Game, Rating};
use crate::weng_lin::WengLin;

/// A way to rate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum System {
    /// Glickman's: a rating, a deviation that grows with absence, a volatility.
    Glicko2(Glicko2),
    /// Elo's: one number, moved by a fixed step.
    Elo(Elo),
    /// Weng and Lin's, after Bradley and Terry.
    WengLin(WengLin),
}

impl Default for System {
    fn default() -> Self {
        System::Glicko2(Glicko2::default())
    }
}

impl System {
    /// The rating of somebody who never played.
    pub fn start(&self) -> Rating {
        match self {
            System::Glicko2(system) => system.start(),
            System::Elo(system) => system.start(),
            System::WengLin(system) => system.start(),
        }
    }

    /// One period: all games are simultaneous and use the ratings from before it; who did not play gets less sure.
    ///
    /// The same games in another order may differ in the last bit: hand them in in one fixed order.
    ///
    /// # Panics
    /// Where a game names an entry that the table does not hold.
    pub fn period(&self, table: &mut [Rating], games: &[Game]) {
        match self {
            System::Glicko2(system) => system.period(table, games),
            System::Elo(system) => system.period(table, games),
            System::WengLin(system) => system.period(table, games),
        }
    }

    /// What one entry is expected to score against another, from 0 to 1; both deviations count.
    pub fn expected(&self, one: &Rating, two: &Rating) -> f64 {
        match self {
            System::Glicko2(system) => system.expected(one, two),
            System::Elo(system) => system.expected(one, two),
            System::WengLin(system) => system.expected(one, two),
        }
    }

    /// Above which deviation a rating is provisional, in thousandths of a point: 110 of the 350 with which Glicko-2
    /// starts, and the same share of where the others start.
    pub fn provisional_above(&self) -> i64 {
        match self {
            System::Glicko2(_) | System::Elo(_) => 110_000,
            System::WengLin(_) => 2_619,
        }
    }
}

/// A parameter as logs write it, in whole thousandths.
pub fn of_thousandths(thousandths: i64) -> f64 {
    thousandths as f64 / 1000.0
}
