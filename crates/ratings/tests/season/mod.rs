//! A season out of a stream of numbers: who plays whom in which week, and what came of it.

use adjutant_ratings::{Game, Rating, System};

/// A stream of numbers that is the same everywhere.
pub struct Numbers(u64);

impl Numbers {
    /// The stream of a seed.
    pub fn of(seed: u64) -> Numbers {
        Numbers(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// The next number below `most`.
    pub fn below(&mut self, most: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % most
    }
}

/// The games of every week: `members` of drawn strength, the stronger wins more often, one game in twenty is drawn.
pub fn weeks(seed: u64, members: usize, weeks: usize, games: usize) -> Vec<Vec<Game>> {
    let mut numbers = Numbers::of(seed);
    let member = |numbers: &mut Numbers| numbers.below(members as u64) as usize;
    let strength: Vec<u64> = (0..members).map(|_| numbers.below(1000)).collect();
    let mut game = || {
        let one = member(&mut numbers);
        let two = (one + 1 + numbers.below(members as u64 - 1) as usize) % members;
        if numbers.below(20) == 0 {
            return Game::drawn(one, two);
        }
        let one_wins = numbers.below(2000) < 1000 + strength[one] - strength[two].min(1000);
        if one_wins { Game::won(one, two) } else { Game::won(two, one) }
    };
    (0..weeks).map(|_| (0..games).map(|_| game()).collect()).collect()
}

/// The table after those weeks.
pub fn rated(system: &System, members: usize, weeks: &[Vec<Game>]) -> Vec<Rating> {
    let mut table = vec![system.start(); members];
    weeks.iter().for_each(|games| system.period(&mut table, games));
    table
}

/// FNV-1a over every bit of a table.
pub fn hash(table: &[Rating]) -> u64 {
    let numbers = table.iter().flat_map(|rating| [rating.value, rating.deviation, rating.volatility]);
    let bytes = numbers.flat_map(|number| number.to_bits().to_be_bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}
