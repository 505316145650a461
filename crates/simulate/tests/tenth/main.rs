//! The invented pack `outposts-10th`, which exercises the ruleset of the 10th edition: rows of the golden table,
//! scripted battles, random matches against a second scorer, and offers.

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
    shared::offers::every_offer_is_taken("outposts-10th");
}
