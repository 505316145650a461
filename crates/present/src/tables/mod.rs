//! What tables tell, beside their rows and columns.

pub mod battle;
pub mod pairings;
pub mod players;
pub mod results;
pub mod standings;
pub mod text;
