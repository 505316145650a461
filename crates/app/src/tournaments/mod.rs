//! Tournaments: recording them, and the matches that belong to them.

pub mod consequences;
pub mod import;
pub mod matches;
pub mod recording;
pub mod results;

pub use recording::TournamentRecording;
