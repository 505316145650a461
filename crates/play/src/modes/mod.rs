//! What can have the keys: the overview and every mode, each with its keys and its pane.

pub mod agreed;
pub mod cards;
pub mod choosing;
pub mod dice;
pub mod ended;
pub mod filter;
pub mod flow;
pub mod form;
pub mod history;
pub mod holding;
pub mod input;
pub mod lines;
pub mod markers;
pub mod older;
pub mod overview;
pub mod picks;
pub mod questions;
pub mod reading;
pub mod rosters;
pub mod setup;
pub mod sheet;
pub mod terrain;
