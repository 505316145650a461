//! The law of corrections (`docs/log.md`, section 9) over whole matches: random corrections, and logs that were forged.
//!
//! What holds is told by `checker`, which reads records and what is seen before and after each, and nothing of the
//! fold's own reasons. `ADJUTANT_CORRECTED` sets how many matches are corrected at random, `ADJUTANT_FORGED` how many
//! logs are forged, `ADJUTANT_FIRST` with which case both begin.

mod cases;
mod checker;
mod events;
mod forged;
mod played;
mod property;
mod table;

/// How many cases a variable of the environment wants, and how many are tried without it.
fn wanted(variable: &str, otherwise: u64) -> u64 {
    std::env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}
