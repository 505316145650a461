//! Tournaments: recording them, the matches that belong to them, and their audit.

pub mod audit;
pub mod book;
pub mod consequences;
pub mod export;
pub mod import;
pub mod matches;
pub mod recording;
pub mod results;

pub use recording::TournamentRecording;
