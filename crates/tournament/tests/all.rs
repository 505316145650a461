//! The tests of this crate as one program: each program of its own is linked anew after every change.

mod bracket_tree;
mod brackets;
mod contract;
mod dated;
mod day;
mod dispositions;
mod disqualified;
mod elimination;
mod following;
mod judge;
mod judge_trf;
mod law;
mod long_logs;
mod places;
mod pods;
mod progressive;
mod rules;
mod scores;
mod simulated;
mod support;
mod unplayed;
