//! The tests of this crate as one program: each program of its own is linked anew after every change.

mod briefings;
mod season;
mod sums;
mod whole_match;
