//! The upper part of the screen, what stands beside it, and the rows of lists.

pub mod board;
pub mod map;
pub mod rows;
pub mod scene;
pub mod share;
