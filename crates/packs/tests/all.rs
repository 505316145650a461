//! The tests of this crate as one program: each program of its own is linked anew after every change.

mod attached;
mod corrections;
mod fights;
mod findings_rules;
mod history;
mod low_tide;
mod own_rules;
mod positions;
mod support;
