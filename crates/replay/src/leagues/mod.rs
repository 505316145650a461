//! Leagues as their logs tell them: what a log says to a league, the audit of a league's own log, its lists computed anew.

mod lists;
mod reading;

pub use lists::{Held, Proven, Verdict, checked, proven};
pub use reading::{read, source, source_with};
