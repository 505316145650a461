//! What logs of tournaments tell: their audit, the document that they are exported as, the judge's book.

pub mod at_hand;
pub mod audit;
pub mod book;
mod code;
pub mod elder;
pub mod export;
mod reading;
pub mod tables;

pub use reading::{is_report, read, read_trf, read_with};
