//! Streams of random numbers, one for each purpose.
//!
//! A stream is ChaCha20 (the variant with a 64-bit block counter and a 64-bit nonce) whose key is the seed and whose
//! nonce is the first 8 bytes of the SHA-256 of the purpose in UTF-8, read as a little-endian number, which is the
//! order in which the cipher takes them. The key stream is read as little-endian words of 32 bits.

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};
use sha2::{Digest, Sha256};

/// Random numbers for one purpose.
#[derive(Clone, Debug)]
pub struct Stream(ChaCha20Rng);

impl Stream {
    /// The stream of a purpose, at its beginning.
    ///
    /// ```
    /// use adjutant_engine::dice::stream::Stream;
    /// let mut mission = Stream::new(&[7; 32], "mission");
    /// let mut again = Stream::new(&[7; 32], "mission");
    /// assert_eq!(mission.below(1_000_000), again.below(1_000_000));
    /// ```
    pub fn new(seed: &[u8; 32], purpose: &str) -> Stream {
        let digest = Sha256::digest(purpose.as_bytes());
        let mut nonce = [0; 8];
        nonce.copy_from_slice(&digest[..8]);
        let mut generator = ChaCha20Rng::from_seed(*seed);
        generator.set_stream(u64::from_le_bytes(nonce));
        Stream(generator)
    }

    /// Goes to a word of the stream, counted from 0.
    pub fn go_to(&mut self, word: u64) {
        self.0.set_word_pos(u128::from(word));
    }

    /// A number below another, every one equally likely: words of or above the largest multiple of it that fits in 32
    /// bits are passed over, and the next one's remainder is taken.
    ///
    /// # Panics
    /// For a limit of 0.
    pub fn below(&mut self, limit: u32) -> u32 {
        assert!(limit > 0, "no number is below 0");
        let most = u64::from(u32::MAX) + 1;
        let usable = most - most % u64::from(limit);
        loop {
            let word = self.0.next_u32();
            if u64::from(word) < usable {
                return word % limit;
            }
        }
    }

    /// One of some values; `None` where there are none.
    pub fn pick<'a, T>(&mut self, values: &'a [T]) -> Option<&'a T> {
        let count = u32::try_from(values.len()).ok().filter(|count| *count > 0)?;
        values.get(self.below(count) as usize)
    }

    /// True in this many of a hundred cases.
    pub fn chance(&mut self, percent: u32) -> bool {
        self.below(100) < percent
    }

    /// 32 bytes for a seed of something else.
    pub fn seed(&mut self) -> [u8; 32] {
        let mut seed = [0; 32];
        self.0.fill_bytes(&mut seed);
        seed
    }
}
