//! Seeds that nobody sees before the battle has ended, and numbers that are mixed into them.

use adjutant_core::chain::Hash;
use adjutant_core::ids::MatchId;
use adjutant_core::numbers::Whole;
use serde::{Deserialize, Serialize};

/// The number that the other player says for a roll.
pub type Mix = Whole<0, 999_999_999>;

/// Marks a record whose dice were drawn from the seed of the match.
///
/// ```
/// use adjutant_engine::dice::Drawn;
/// let sealed: Drawn = serde_json::from_str(r#"{"with":4711}"#).unwrap();
/// assert_eq!(sealed.with.map(|number| number.get()), Some(4711));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Drawn {
    /// The number of the other player, where the seed is sealed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub with: Option<Mix>,
}

/// The hash that stands for a sealed seed: SHA-256 of `adjutant dice`, the id of the match and the 64 hexadecimal digits
/// of the seed, a newline between them.
///
/// ```
/// use adjutant_engine::chain::Hash;
/// use adjutant_engine::dice::seal;
/// let seed = Hash::of(b"thrown in private");
/// assert_ne!(seal(&"final".parse().unwrap(), seed), seal(&"other".parse().unwrap(), seed));
/// ```
pub fn seal(id: &MatchId, seed: Hash) -> Hash {
    Hash::of(format!("adjutant dice\n{id}\n{seed}").as_bytes())
}

/// What a sealed seed and a number are mixed to: SHA-256 of the 64 hexadecimal digits of the seed, a newline and the
/// number in decimal digits.
pub fn mixed(seed: Hash, with: Mix) -> [u8; 32] {
    *Hash::of(format!("{seed}\n{with}").as_bytes()).as_bytes()
}
