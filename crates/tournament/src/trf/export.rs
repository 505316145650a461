//! An event as a TRF file.

use super::{Trf, TrfGame, TrfPlayer};
use crate::command::{Forfeit, Winner};
use crate::id::RoundNumber;
use crate::standings::standings;
use crate::state::{EventState, Round, Stage};

/// What stands for a round that a player was not paired in.
const ABSENT: TrfGame = TrfGame { opponent: None, colour: '-', result: 'Z' };

/// An event as a TRF file: wins, draws and losses of every round that was published. Whoever is named first at a table
/// has the white pieces there; victory points, penalties and awards have no place in it.
pub fn export(state: &EventState) -> Trf {
    let Some(create) = &state.create else { return Trf::default() };
    let games = games(state);
    let played = games.first().map_or(0, Vec::len) as u16;
    let table = standings(state, RoundNumber(played));
    let rank = |player: &crate::PlayerId| table.rows.iter().find(|row| row.player == *player).map(|row| row.rank);
    let players = state.players.iter().zip(games).enumerate().map(|(at, (player, games))| TrfPlayer {
        number: at as u32 + 1,
        name: player.entry.name.to_string(),
        points_doubled: points_doubled(&games),
        rank: rank(&player.entry.player),
        games,
    });
    Trf::of(&create.name, RoundNumber(create.rounds.max(played)), players.collect())
}

fn points_doubled(games: &[TrfGame]) -> i64 {
    games.iter().filter_map(|game| game.score()).map(|(_, points)| points).sum()
}

/// The games of every player, in order of entry, one for every round that was published.
fn games(state: &EventState) -> Vec<Vec<TrfGame>> {
    let rounds: Vec<&Round> = state.rounds.iter().filter(|round| round.stage != Stage::Draft).collect();
    let mut games = vec![vec![ABSENT; rounds.len()]; state.players.len()];
    for (number, round) in rounds.into_iter().enumerate() {
        for pairing in &round.pair.tables {
            let (Some(one), Some(two)) = (state.place(&pairing.one), state.place(&pairing.two)) else { continue };
            let results = round.results.get(&pairing.table).map_or([' ', ' '], |result| {
                match (result.forfeit, result.winner()) {
                    (Some(Forfeit::Both), _) => ['-', '-'],
                    (Some(Forfeit::One), _) => ['-', '+'],
                    (Some(Forfeit::Two), _) => ['+', '-'],
                    (None, Winner::One) => ['1', '0'],
                    (None, Winner::Two) => ['0', '1'],
                    (None, Winner::Draw) => ['=', '='],
                }
            });
            let game = |other: usize, colour, result| TrfGame { opponent: Some(other as u32 + 1), colour, result };
            games[one][number] = game(two, 'w', results[0]);
            games[two][number] = game(one, 'b', results[1]);
        }
        for at in round.pair.byes.iter().filter_map(|player| state.place(player)) {
            // The format knows one bye that the pairing gives; a further one was given by the organiser.
            let again = games[at][..number].iter().any(|game| game.result == 'U');
            games[at][number] = TrfGame { result: if again { 'F' } else { 'U' }, ..ABSENT };
        }
    }
    games
}
