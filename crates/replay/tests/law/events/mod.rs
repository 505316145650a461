//! The law over whole events: random corrections, and logs that were forged. Promises of `docs/event-log.md`, sections 3 to
//! 7. `ADJUTANT_LAW_EVENTS` sets how many events are corrected at random, `ADJUTANT_FORGED_EVENTS` how many logs are forged.

mod forged;
mod hall;
mod property;
mod watcher;
