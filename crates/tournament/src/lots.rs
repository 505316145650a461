//! Every draw of an event: seeded, and one stream for every purpose, so that no draw shifts another.

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};

use crate::id::{RoundNumber, Seed};

/// What a draw is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Who meets whom inside equal records.
    Pairing(RoundNumber),
    /// The last tie-break.
    Standings,
    /// Missions of a round.
    Missions(RoundNumber),
}

impl Purpose {
    fn stream(self) -> u64 {
        match self {
            Purpose::Pairing(round) => 1 << 32 | u64::from(round.0),
            Purpose::Standings => 2 << 32,
            Purpose::Missions(round) => 3 << 32 | u64::from(round.0),
        }
    }
}

/// The lots of `count` players: a permutation of `0..count`, where the lowest lot comes first.
///
/// Fisher-Yates over ChaCha20, with numbers drawn anew where a remainder would favour anybody.
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
    let mut lots: Vec<u32> = (0..count).collect();
    for at in (1..count).rev() {
        lots.swap(at as usize, below(&mut source, at + 1) as usize);
    }
    lots
}

fn below(source: &mut ChaCha20Rng, bound: u32) -> u32 {
    let fair = u32::MAX - u32::MAX % bound;
    loop {
        let number = source.next_u32();
        if number < fair {
            return number % bound;
        }
    }
}
