//! An event as a TRF file.

use std::collections::BTreeMap;

use adjutant_core::time::Timestamp;

use super::file::{Trf, TrfGame, TrfPlayer, player_line};
use super::import::import;
use crate::command::{By, Forfeit, Import, Winner};
use crate::id::{PlayerId, RoundNumber};
use crate::log::TournamentLog;
use crate::standings::standings;
use crate::state::{Round, Stage, Tournament};

/// What stands for a round that a player was not paired in.
const ABSENT: TrfGame = TrfGame { opponent: None, colour: '-', result: 'Z' };

/// An event as a TRF file: wins, draws and losses of every round that was published. The player named first at a table
/// has the white pieces there; victory points, penalties and awards have no place in it. The format has no word for a
/// disqualification: the rank is left empty.
///
/// An event that [`super::import()`] made of a file gives that file back, changed where the event has gone on since.
pub fn export(state: &Tournament) -> Trf {
    let Some(create) = &state.create else { return Trf::default() };
    let games = games(state);
    if let Some(restored) = state.source.as_ref().and_then(|source| restored(source, state, &games)) {
        return restored;
    }
    let ranks = ranks(state);
    let players = state.players.iter().zip(games).enumerate().map(|(at, (player, games))| TrfPlayer {
        number: at as u32 + 1,
        name: player.entry.name.to_string(),
        points_doubled: points_doubled(&games),
        rank: ranks.get(&player.entry.player).copied(),
        games,
    });
    let players: Vec<TrfPlayer> = players.collect();
    let played = players.first().map_or(0, |player| player.games.len()) as u16;
    let report = Trf::of(&create.name, RoundNumber(create.rounds.max(played)), players);
    match state.cut.as_ref().filter(|(_, after)| after.0 < played) {
        Some((_, after)) => report.with_knock_out(after.next()),
        None => report,
    }
}

fn ranks(state: &Tournament) -> BTreeMap<PlayerId, u32> {
    let rows = standings(state, RoundNumber(state.published())).rows.into_iter();
    rows.filter_map(|row| Some((row.player, row.rank?))).collect()
}

fn points_doubled(games: &[TrfGame]) -> i64 {
    games.iter().filter_map(|game| game.score()).map(|(_, points)| points).sum()
}

/// The games of every player, in order of entry, one for every round that was published.
fn games(state: &Tournament) -> Vec<Vec<TrfGame>> {
    let rounds: Vec<&Round> = state.rounds.iter().filter(|round| round.stage != Stage::Draft).collect();
    let mut games = vec![vec![ABSENT; rounds.len()]; state.players.len()];
    for (number, round) in rounds.into_iter().enumerate() {
        for pairing in &round.pair.tables {
            let (Some(one), Some(two)) = (state.place(&pairing.one), state.place(&pairing.two)) else { continue };
            let results = round.results.get(&pairing.table).map_or([' ', ' '], |result| {
                match (result.forfeit, state.policies().winner_of(result)) {
                    (Some(Forfeit::Both), _) => ['-', '-'],
                    (None, Winner::Neither) => ['0', '0'],
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
        for (at, player) in state.players.iter().enumerate() {
            if let Some(points) = player.asked_byes.get(&round.pair.round) {
                let (best, even) = state.policies().best_and_even();
                let result = match i64::from(*points) {
                    points if points >= best => 'F',
                    points if points > 0 && points >= even => 'H',
                    _ => 'Z',
                };
                games[at][number] = TrfGame { result, ..ABSENT };
            }
        }
        for at in round.pair.byes.iter().filter_map(|player| state.place(player)) {
            // The format knows one bye that the pairing gives; a further one was given by the organiser.
            let again = games[at][..number].iter().any(|game| game.result == 'U');
            games[at][number] = TrfGame { result: if again { 'F' } else { 'U' }, ..ABSENT };
        }
    }
    games
}

/// A time that nobody sees.
const WHENEVER: Timestamp = Timestamp::parse("2000-01-01T00:00:00Z").unwrap();

/// The file that an event was made of, with what has changed since: the event is made of it once more, and every game
/// that both tell alike stays as the file wrote it.
fn restored(source: &Import, state: &Tournament, now: &[Vec<TrfGame>]) -> Option<Trf> {
    let original = Trf::read(&source.text).ok()?;
    let event = state.create.as_ref()?.event.clone();
    let mut log = TournamentLog::new();
    for (_, command) in import(&original, event, source.latin1).ok()?.commands {
        log.record(WHENEVER, By::Organiser, command).ok()?;
    }
    let before = games(log.state());
    if before == now {
        return Some(original);
    }
    let last = original.players.iter().map(|player| player.number).max().unwrap_or(0);
    let known = original.players.iter().map(|player| player.number);
    let numbers: Vec<u32> = known.chain(last + 1..).take(now.len()).collect();
    let ranks = ranks(state);
    let mut at = 0;
    let mut lines = Vec::new();
    for line in &original.lines {
        if line.starts_with("001") {
            let rank = state.players.get(at).and_then(|player| ranks.get(&player.entry.player));
            lines.push(changed(line, &original.players[at], &before[at], &now[at], &numbers, rank.copied()));
            at += 1;
        } else {
            lines.push(line.clone());
        }
    }
    let end = if lines.iter().any(|line| line.ends_with("\r\n")) { "\r\n" } else { "\n" };
    let place = lines.iter().rposition(|line| line.starts_with("001")).map_or(lines.len(), |at| at + 1);
    let entered = state.players.iter().enumerate().skip(original.players.len()).map(|(at, player)| {
        let games: Vec<TrfGame> = now[at].iter().map(|game| numbered(*game, &numbers)).collect();
        let line = player_line(&TrfPlayer {
            number: numbers[at],
            name: player.entry.name.to_string(),
            points_doubled: points_doubled(&games),
            rank: ranks.get(&player.entry.player).copied(),
            games,
        });
        line.replace('\n', end)
    });
    lines.splice(place..place, entered.collect::<Vec<_>>());
    Trf::read(&lines.concat()).ok()
}

fn numbered(game: TrfGame, numbers: &[u32]) -> TrfGame {
    TrfGame { opponent: game.opponent.and_then(|place| numbers.get(place as usize - 1).copied()), ..game }
}

/// A player line with the rounds that the event tells otherwise, the points that follow, and another rank.
fn changed(
    line: &str,
    player: &TrfPlayer,
    before: &[TrfGame],
    now: &[TrfGame],
    numbers: &[u32],
    rank: Option<u32>,
) -> String {
    let text = line.trim_end_matches(['\r', '\n']);
    let mut letters: Vec<char> = text.chars().collect();
    let mut games = player.games.clone();
    for (round, game) in now.iter().enumerate() {
        // Who was not paired may have been announced as absent, or with a bye asked for.
        let announced = *game == ABSENT && games.get(round).is_some_and(|there| there.opponent.is_none());
        if before.get(round) == Some(game) || announced {
            continue;
        }
        let game = numbered(*game, numbers);
        games.resize(games.len().max(round + 1), ABSENT);
        games[round] = game;
        let opponent = game.opponent.map_or("0000".to_owned(), |number| format!("{number:>4}"));
        put(&mut letters, 92 + 10 * round, &format!("{opponent} {} {}", game.colour, game.result));
    }
    if games != player.games {
        let points = points_doubled(&games);
        put(&mut letters, 81, &format!("{:>4}", format!("{}.{}", points / 2, points % 2 * 5)));
    }
    put(&mut letters, 86, &rank.map_or("    ".to_owned(), |rank| format!("{rank:>4}")));
    letters.into_iter().chain(line[text.len()..].chars()).collect()
}

/// Writes over a line from a column on, counted from 1.
fn put(letters: &mut Vec<char>, column: usize, text: &str) {
    let from = column - 1;
    let until = from + text.chars().count();
    letters.resize(letters.len().max(until), ' ');
    letters.splice(from..until, text.chars());
}
