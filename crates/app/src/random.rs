//! The system's random source.

use crate::error::Error;

/// A seed from the system's random source.
///
/// # Errors
/// A system that gives no random numbers.
pub fn seed() -> Result<[u8; 32], Error> {
    bytes()
}

/// Bytes from the system's random source: for seeds, keys and salts.
///
/// # Errors
/// A system that gives no random numbers.
pub fn bytes<const COUNT: usize>() -> Result<[u8; COUNT], Error> {
    let mut bytes = [0; COUNT];
    getrandom::fill(&mut bytes).map_err(|error| Error::NoRandom(error.to_string()))?;
    Ok(bytes)
}
