//! Brackets: who is still in, who went out when, and the places that follow.
//!
//! A bracket is a plan of games made from its seeds, in single or double elimination, for any number of players: the best
//! seeds pass where places are empty. Who goes on is read from the games as they were played, so that an organiser's
//! repair of an earlier round holds. A player who is not there when a round is played is out for good; where both of a
//! game lose, both are out, in a double elimination too, and the next opponent passes.

mod plan;
mod rests;
mod tree;
mod view;

pub use plan::{Part, seed_order};
pub(crate) use rests::turned;
pub use rests::{Loose, loose};
pub use tree::{Bracket, Reached, round_name};
pub use view::{BracketGame, BracketRound, BracketView, Side};
