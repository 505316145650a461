//! Dice: from a match's seed where it has one, from the system's random source otherwise.

use adjutant_engine::command::Command;
use adjutant_engine::fold::Match;
use adjutant_engine::ids::Name;
use adjutant_engine::numbers::Face;
use adjutant_simulate::dice::{self, Dice, DiceError};

use crate::error::{Error, MatchError};

/// The next faces for a purpose.
///
/// # Errors
/// A match without a seed on a system without random numbers.
pub fn faces(game: &Match, dice: Dice, purpose: &str) -> Result<Vec<Face>, Error> {
    match dice::next_faces(game, purpose, dice) {
        Some(faces) => Ok(faces),
        None => Ok(dice.roll(&random_seed()?, purpose, 0)),
    }
}

/// The next roll-off for a purpose, ties included.
///
/// # Errors
/// As [`faces`].
pub fn roll_off(game: &Match, purpose: &str) -> Result<Vec<[Face; 2]>, Error> {
    match dice::next_roll_off(game, purpose) {
        Some(pairs) => Ok(pairs),
        None => Ok(dice::roll_off(&random_seed()?, purpose, 0)),
    }
}

/// A roll drawn from the seed of a match.
///
/// # Errors
/// A match whose dice are rolled at the table.
pub fn roll(game: &Match, dice: Dice, purpose: Name) -> Result<Command, Error> {
    let roll = dice::next_faces(game, purpose.as_str(), dice).ok_or(MatchError::NoSeed)?;
    Ok(Command::Roll { purpose, roll, rerolled: None })
}

/// A seed from the system's random source.
///
/// # Errors
/// A system that gives no random numbers.
pub fn random_seed() -> Result<[u8; 32], Error> {
    random_bytes()
}

/// Bytes from the system's random source: for seeds, keys and salts.
///
/// # Errors
/// A system that gives no random numbers.
pub fn random_bytes<const COUNT: usize>() -> Result<[u8; COUNT], Error> {
    let mut bytes = [0; COUNT];
    getrandom::fill(&mut bytes).map_err(|error| Error::NoRandom(error.to_string()))?;
    Ok(bytes)
}

/// A text that names no dice.
pub fn wrong(error: DiceError) -> Error {
    Error::Dice(error.to_string())
}
