//! Every draw of an event: seeded, and one stream for every purpose, so that no draw shifts another.

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};

use crate::id::{RoundNumber, Seed, TableNumber};

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
