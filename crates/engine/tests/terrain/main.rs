//! Terrain: what may be set up, and the cover that follows from places.

mod attacks;
mod cover;
mod moved;
mod setup;
mod stage;
mod ways;
