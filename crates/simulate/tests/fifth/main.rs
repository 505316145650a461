//! The standard missions of the 5th edition: scripts that a reader can follow, golden rows by name, and a second
//! scorer that shares nothing with the engine and judges random matches.

mod rows;
mod scorer;
mod scripts;
#[path = "../shared/mod.rs"]
mod shared;
mod stage;

#[test]
fn every_offer_is_taken() {
    shared::offers::every_offer_is_taken("standard-5th");
}
