//! What the tests of every edition share: a match told line by line, its scripts, and the plain arithmetic of the second
//! scorers. The rules stay with each edition, and nothing here asks the engine for a number.

pub mod count;
pub mod offers;
pub mod scripts;
pub mod stage;
