//! The standard missions of the 5th edition: scripts that a reader can follow, golden rows by name, and a second
//! scorer that shares nothing with the engine and judges random matches.

mod offers;
mod rows;
mod scorer;
mod scripts;
mod stage;
