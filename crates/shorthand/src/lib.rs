//! Commands in words, as people type them: `hold m1 m3`, `kill b2 3`, `score engage-on-all-fronts 3`.
//!
//! A line is a command word and what it takes; [`grammar::FORMS`] lists all of them. Units, objectives and actions may
//! be named by their ids or by any part of their names that fits only one. Every command of the log can be typed as
//! its name and its payload in JSON: `casualties {"unit":"b2","models":3}`. Names with blanks go in double quotes.
//!
//! Places begin with `@`: `@12,30` or `@12,30;14.5,30,90` (model by model, the third number being degrees, and `@12,30^3` three inches above the table),
//! `@zone-a+quarter-ne` (wholly within these), `@nowhere` (wholly within none), `@m1:5` (five models in range of m1),
//! or the place in JSON: `@{"declared":{"centre_in":14}}`.
//!
//! `dice 2d6 for charge b2` draws dice from the seed of the match, `--roll` behind `shoot` or `fight` every die of the
//! attacks; `with 4711` at the end is the number that the other player says where the seed is sealed.
//!
//! Several commands stand in one line, a `;` or a comma between them ([`apart()`]).
//!
//! `under NAME` at the end names the rule of the army's own that allows it: `fight a1 b2 kills 3 under Frenzy`.
//!
//! | to | use |
//! |---|---|
//! | read a line | [`parse`], and [`answer`] for dice that are asked for |
//! | write a command as a line, or shortened | [`words`], [`line()`], [`brief`] |
//! | find what a word means | [`Names`], [`naming::find`] |
//! | put answers about dice in place | [`asking::begun`], [`asking::go_on`] |

mod apart;
pub mod asking;
mod attack;
mod context;
mod cursor;
mod examples;
mod fault;
mod fighting;
pub mod grammar;
mod layout;
mod names;
pub mod naming;
mod read;
mod readers;
mod terrain;
mod token;
mod write;

pub use apart::apart;
pub use attack::{Answer, answer, no_dice};
pub use context::{Context, speaker_first};
pub use fault::{Expected, Fault};
pub use layout::pieces;
pub use names::{Names, NotFound, UnitName};
pub use read::{Draw, Spoken, parse};
pub use terrain::piece_in_words;
pub use write::{brief, line, words};
