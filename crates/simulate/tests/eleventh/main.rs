//! The matrix missions of the 11th edition: the worked examples and the full board of `docs/rules/eleventh.md`, random boards
//! that a second scorer judges, and whole battles whose points are counted again.

mod board;
mod cards;
#[path = "../shared/count.rs"]
#[expect(dead_code, reason = "the other programs use the rest")]
mod count;
mod examples;
mod full_board;
#[path = "../shared/offers.rs"]
mod offers;
mod random;
mod sums;
mod whole;
