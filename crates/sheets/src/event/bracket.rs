//! The bracket of an event.

use adjutant_tournament::bracket::{BracketGame, BracketView, Side};
use adjutant_tournament::state::Tournament;

use super::names::printed;
use crate::bracket::{BracketBox, BracketColumn, BracketSheet, BracketSide};
use crate::heading::Occasion;

/// The bracket of an event; nothing where it has none.
pub fn bracket(state: &Tournament, occasion: Occasion) -> Option<BracketSheet> {
    let view = BracketView::of(state)?;
    let side = |side: &Side| BracketSide {
        seed: side.seed,
        name: side.player.as_ref().map_or_else(|| side.shown.clone(), |player| printed(state, player)),
        points: side.points,
        won: side.won,
    };
    let game = |game: &BracketGame| BracketBox {
        label: game.table.map_or_else(|| game.game.clone(), |table| format!("{} · table {table}", game.game)),
        sides: [side(&game.sides[0]), side(&game.sides[1])],
    };
    let columns = view.rounds.iter().map(|round| {
        let (third, games): (Vec<&BracketGame>, Vec<&BracketGame>) =
            round.games.iter().partition(|game| game.for_third_place);
        BracketColumn {
            name: round.name.clone(),
            games: games.into_iter().map(game).collect(),
            third: third.into_iter().map(game).next(),
        }
    });
    let champion = view.champion.as_ref().map(|player| printed(state, player));
    Some(BracketSheet { occasion, columns: columns.collect(), champion, double: view.double })
}
