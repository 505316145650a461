//! Tournaments: recording them, and the matches that belong to them.

pub mod anonymous;
mod at_hand;
pub mod begin;
pub mod captains;
pub mod consequences;
pub mod correct;
pub mod gate;
pub mod import;
pub mod layouts;
pub mod matches;
pub mod recording;
pub mod results;

pub use at_hand::at_hand;
pub use recording::TournamentRecording;
