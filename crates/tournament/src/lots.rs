//! Every draw of an event: seeded, and one stream for every purpose, so that no draw shifts another.

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};

use crate::id::{RoundNumber, Seed, TableNumber};
use crate::policy::Seeding;

/// What a draw is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Who meets whom inside equal records.
    Pairing(RoundNumber),
    /// The last tie-break.
    Standings,
    /// Missions of a round.
    Missions(RoundNumber),
    /// Which of two teams holds the table token first.
    Token(RoundNumber, TableNumber),
}

impl Purpose {
    fn stream(self) -> u64 {
        match self {
            Purpose::Pairing(round) => 1 << 32 | u64::from(round.0),
            Purpose::Standings => 2 << 32,
            Purpose::Missions(round) => 3 << 32 | u64::from(round.0),
            Purpose::Token(round, table) => 4 << 32 | u64::from(round.0) << 16 | u64::from(table.0),
        }
    }
}

/// The lots of `count` players: a permutation of `0..count`, where the lowest lot comes first.
///
/// Player number i holds the i-th number of a ChaCha20 stream; lots are the order of those numbers. A player who enters
/// later so never changes the order of those who were there.
///
/// ```
/// use adjutant_tournament::{RoundNumber, Seed, lots::{Purpose, draw}};
/// let seed = Seed::from_number(7);
/// let lots = draw(&seed, Purpose::Pairing(RoundNumber(1)), 5);
/// assert_eq!(lots, draw(&seed, Purpose::Pairing(RoundNumber(1)), 5));
/// assert_eq!(lots.iter().sum::<u32>(), 10);
/// ```
pub fn draw(seed: &Seed, purpose: Purpose, count: u32) -> Vec<u32> {
    let mut source = ChaCha20Rng::from_seed(seed.bytes());
    source.set_stream(purpose.stream());
    let mut held: Vec<(u64, u32)> = (0..count).map(|at| (source.next_u64(), at)).collect();
    held.sort_unstable();
    let mut lots = vec![0; held.len()];
    for (lot, (_, at)) in held.into_iter().enumerate() {
        lots[at as usize] = lot as u32;
    }
    lots
}

/// The order of players before anybody has played, by place in the order of entry: their lots of round 1, or by rating,
/// the highest first, equal and unrated players by lot.
///
/// ```
/// use adjutant_tournament::{Seed, lots::seeds, policy::Seeding};
/// let ratings = [Some(1500), None, Some(2100)];
/// assert_eq!(seeds(&Seed::from_number(7), Seeding::Rating, &ratings), [1, 2, 0]);
/// ```
pub fn seeds(seed: &Seed, seeding: Seeding, ratings: &[Option<u32>]) -> Vec<u32> {
    let lots = draw(seed, Purpose::Pairing(RoundNumber(1)), ratings.len() as u32);
    if seeding == Seeding::Lot {
        return lots;
    }
    let mut order: Vec<usize> = (0..ratings.len()).collect();
    order.sort_by_key(|at| (std::cmp::Reverse(ratings[*at]), lots[*at]));
    let mut places = vec![0; ratings.len()];
    for (place, at) in order.into_iter().enumerate() {
        places[at] = place as u32;
    }
    places
}
