//! The invented pack `outposts-10th`, which exercises the ruleset of the 10th edition: rows of the golden table,
//! scripted battles, random matches against a second scorer, and offers.

mod offers;
mod rows;
mod scorer;
mod scripts;
mod stage;
