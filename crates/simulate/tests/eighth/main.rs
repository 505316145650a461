//! The invented pack `outposts-8th`, which exercises the ruleset of the 8th edition: rows of the golden table, every
//! order of losses, scripted battles, random matches against a second scorer, and offers.

mod orders;
mod rows;
mod scorer;
mod scripts;
#[path = "../shared/mod.rs"]
mod shared;
#[path = "../shared/silent.rs"]
mod silent;
mod stage;

#[test]
fn every_offer_is_taken() {
    shared::offers::every_offer_is_taken("outposts-8th");
}
