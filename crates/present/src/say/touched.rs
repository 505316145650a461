//! What a correction touches, in words.

use adjutant_core::counts::count;
use adjutant_tournament::pairing::Changed;
use adjutant_tournament::touched::{Touched, TouchedGame};
use adjutant_tournament::{PlayerId, RoundNumber, Tournament};

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
    let stays =
        touched.stays.iter().map(|round| format!("round {round} stays as played, without a game of who went on"));
    let open = touched.open_again.map(|round| format!("round {round} is open again for these games"));
    let waiting = touched.waiting.iter();
    let waiting = waiting.map(|(round, games)| {
        format!("round {round}: {} again, as played, once it is paired", count(*games, "game counts", "games count"))
    });
    let prizes = touched.prizes.iter();
    let prizes = prizes.map(|(title, then, now)| format!("{title}: {}, before {}", names(now), names(then)));
    seeds.chain(games).chain(stays).chain(open).chain(waiting).chain(prizes).collect()
}

/// What becomes of a published round that would have been paired otherwise.
pub fn stays(state: &Tournament, change: &Changed) -> String {
    let games = state.round(change.round).map_or(0, |round| round.pair.tables.len());
    let (round, different, all) = (change.round, change.recorded.len(), count(games, "game", "games"));
    format!("round {round} stays as published; {different} of {all} would have been different")
}

/// The rounds for whose pairings there was no time.
pub fn not_looked_at(rounds: &[RoundNumber]) -> Option<String> {
    match (rounds.first()?, rounds.last()?) {
        (first, last) if first == last => Some(format!("not looked at: round {first}")),
        (first, last) => Some(format!("not looked at: rounds {first} to {last}")),
    }
}
