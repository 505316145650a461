//! Leagues over events that are made here, against plain sums that fold nothing.

mod corrections;
mod proofs;
mod seasons;
mod world;
