//! The name of the system's random numbers. A module draws none: what it answers depends on the question alone.

/// There are none here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Error;

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a module has no random numbers")
    }
}

impl std::error::Error for Error {}

/// Fills nothing.
///
/// # Errors
/// Always.
pub fn fill(_: &mut [u8]) -> Result<(), Error> {
    Err(Error)
}

/// Draws nothing.
///
/// # Errors
/// Always.
pub fn u64() -> Result<u64, Error> {
    Err(Error)
}
