//! What both calculators read and print alike.

use adjutant_engine::attack::{Fault, Need};

use crate::error::CliError;

/// Of how many parts shares are printed.
pub(super) const PARTS: u64 = 1_000_000_000_000;

pub(super) fn number(parts: &impl std::fmt::Display) -> f64 {
    parts.to_string().parse().unwrap_or(0.0)
}

pub(super) fn told(fault: &Fault) -> CliError {
    CliError::usage(fault.to_string()).hint(fault.hint())
}

/// `3+`, or `3`.
pub(super) fn need(flag: &str, text: &str) -> Result<Need, CliError> {
    let number = text.strip_suffix('+').unwrap_or(text).parse().ok().and_then(Need::new);
    number.ok_or_else(|| CliError::usage(format!("{flag}: no die can be asked for that")).hint(format!("{flag} 3+")))
}
