//! What a correction touches, in words.

use adjutant_core::counts::count;
use adjutant_tournament::touched::{Touched, TouchedGame};
use adjutant_tournament::{PlayerId, Tournament};

/// A line for each thing that a correction touches beside the pairings of later rounds.
pub fn touched(state: &Tournament, touched: &Touched) -> Vec<String> {
    let name = |player: &Option<PlayerId>| player.as_ref().map_or("nobody".to_owned(), |player| state.shown(player));
    let names = |players: &[PlayerId]| match players {
        [] => "nobody".to_owned(),
        players => players.iter().map(|player| state.shown(player)).collect::<Vec<_>>().join(", "),
    };
    let seeds = touched.seeds.iter();
    let seeds =
        seeds.map(|(seed, then, now)| format!("seed {seed} of the cut is {}, before {}", name(now), name(then)));
    let games = touched.games.iter().map(|TouchedGame { round, table, players: [one, two], kept }| {
        let what = if *kept { "stays as played" } else { "falls" };
        format!("round {round} table {table}: {} – {} {what}", state.shown(one), state.shown(two))
    });
    let open = touched.open_again.map(|round| format!("round {round} is open again for these games"));
    let waiting = touched.waiting.iter();
    let waiting = waiting.map(|(round, games)| {
        format!("round {round}: {} again, as played, once it is paired", count(*games, "game counts", "games count"))
    });
    let prizes = touched.prizes.iter();
    let prizes = prizes.map(|(title, then, now)| format!("{title}: {}, before {}", names(now), names(then)));
    seeds.chain(games).chain(open).chain(waiting).chain(prizes).collect()
}
