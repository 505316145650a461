//! The invented pack `outposts-8th`, which exercises the ruleset of the 8th edition: rows of the golden table, every
//! order of losses, scripted battles, random matches against a second scorer, and offers.

mod offers;
mod orders;
mod rows;
mod scorer;
mod scripts;
mod stage;
