//! Missions and battles for people: data and views in, text and SVG out.
//!
//! Nothing here reads a file, prints, or decides anything; the same input gives the same text.
//!
//! | to show | call |
//! |---|---|
//! | what two players have to know of a mission | [`briefing()`] |
//! | an objective or an action in words | [`objective_in_words`], [`action_in_words`] |
//! | what a player, a unit, an objective is called | [`names`], [`units`] |
//! | a command, a happening, dice in a sentence | [`say`] |
//! | a match or a round as lines of text, without its grids | [`tables`] |
//! | a league: names, ratings with their intervals, who moved | [`league`] |
//! | the pages and pictures of a season | [`mod@season`] |
//! | a report after the battle: text, Markdown, HTML, SVG | [`report`] |
//! | a match summed up for a chat | [`summary`] |
//! | a battle that replays itself, as one file | [`mod@theatre`] |
//! | the page that checks logs | [`verifier`] |
//! | a mission's ground, a battle as it stands, a battle from turn to turn | [`map`] |
//!
//! # Examples
//! ```
//! use adjutant_engine::command::BattleSize;
//! let pack = adjutant_packs::gt2020();
//! let rolled = pack.rolled(BattleSize::new("strike-force").unwrap(), &[1, 2]).unwrap();
//! let text = adjutant_present::briefing(&pack, rolled).to_string();
//! assert!(text.starts_with("Scorched Earth"));
//! ```

mod briefing;
pub mod league;
pub mod map;
pub mod names;
pub mod report;
pub mod say;
pub mod season;
mod single;
pub mod sum;
pub mod summary;
pub mod tables;
pub mod theatre;
pub mod units;
pub mod verifier;
mod words;

pub use briefing::{Briefing, MarkerLine, Part, briefing};
pub use single::{Carried, TOKENS};
pub use words::{action_in_words, action_wishes, objective_in_words, payment_in_words};
