//! The upper part of the screen, what stands beside it, and the rows of lists.

use adjutant_engine::side::Player;
use adjutant_engine::state::State;

pub mod board;
pub mod map;
pub mod rows;
pub mod scene;
pub mod share;

/// The name of a player.
pub fn name_of(state: &State, player: Player) -> String {
    let card = state.open.as_ref().map(|open| open.players[player].name.to_string());
    card.unwrap_or_else(|| format!("player {player}"))
}
