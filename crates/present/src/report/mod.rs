//! The report after a battle as a page: what it says in words, in one order, for paper, browsers, terminals and chats.
//!
//! | to get | call |
//! |---|---|
//! | what the page says | [`page`] |
//! | 80 columns of text | [`text`] |
//! | what a chat draws | [`markdown`] |
//! | one file for a browser | [`html`] |
//! | one picture | [`picture`] |
//! | its drawings alone | [`points`], [`lead`] |

pub mod charts;
mod markdown;
mod model;
mod page;
mod picture;
mod svg;
mod text;
mod web;
mod words;

pub use charts::{lead, points};
pub use markdown::markdown;
pub use model::{Bar, Block, Page, Part, Piece, Points, Row, Side, Table, Words};
pub use page::page;
pub use picture::picture;
pub use text::text;
pub use web::html;
pub use words::percent;
