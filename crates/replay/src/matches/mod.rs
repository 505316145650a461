//! What logs of matches tell: the fold, a card, statistics, what programs read about them.

pub mod answers;
pub mod elder;
pub mod kept;
pub mod listed;
pub mod logs;
mod signed;
pub mod stats;

pub use signed::both_signed;
