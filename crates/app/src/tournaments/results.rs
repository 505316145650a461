//! Results as a desk says them: a game that one side did not come to, two teams by their games, a list of a whole round.

use std::collections::BTreeMap;

use adjutant_core::counts::count;
use adjutant_tournament::command::{Forfeit, POINTS_MAX, ResultEntry};
use adjutant_tournament::csv_file::{ResultLine, game_score};
use adjutant_tournament::{TableNumber, Tournament, TournamentCommand};

use super::TournamentRecording;
use crate::error::Error;

/// What came of the lines of a list.
#[derive(Debug, Default)]
pub struct Entered {
    /// The results that were taken, as the list says them; nothing is written yet.
    pub taken: Vec<ResultEntry>,
    /// How many lines said what the event knows already.
    pub known: usize,
    /// What is wrong with a line, after its number. With any, what was taken is not to be written.
    pub faults: Vec<(u64, String)>,
}

/// Takes the results of a list, one after the other. A list that is entered again says nothing new about tables whose
/// results stand.
///
/// # Errors
/// A machine whose clock is unset or absurd.
pub fn enter_list(event: &mut TournamentRecording, lines: Vec<ResultLine>) -> Result<Entered, Error> {
    let before = event.state().clone();
    let mut first: BTreeMap<TableNumber, u64> = BTreeMap::new();
    let mut entered = Entered::default();
    for (line, result) in lines {
        let result = result.map_err(|error| error.to_string()).and_then(|result| by_games(&before, result));
        let result = match result {
            Ok(result) => result,
            Err(fault) => {
                entered.faults.push((line, fault));
                continue;
            }
        };
        if stands(&before, &result) {
            entered.known += 1;
        } else if let Some(before) = first.get(&result.table) {
            entered.faults.push((line, format!("table {} stands on line {before} already", result.table)));
        } else {
            first.insert(result.table, line);
            let command = TournamentCommand::Result(with_bye_points(event.state(), result.clone(), false));
            entered.faults.extend(event.try_take(command)?.err().map(|refusal| (line, refusal.to_string())));
            entered.taken.push(result);
        }
    }
    Ok(entered)
}

/// Whether a table has this very result.
fn stands(state: &Tournament, result: &ResultEntry) -> bool {
    let said = with_bye_points(state, result.clone(), false);
    let known = state.round(result.round).and_then(|round| round.results.get(&result.table));
    known.is_some_and(|known| {
        let told = |entry: &ResultEntry| (entry.one, entry.two, entry.winner(), entry.forfeit);
        told(known) == told(&said)
    })
}

/// A game that one side did not come to brings the other the victory points of a bye, unless others are `told`.
pub fn with_bye_points(state: &Tournament, result: ResultEntry, told: bool) -> ResultEntry {
    let bye = i64::from(state.policies().bye_vp);
    match result.forfeit {
        Some(Forfeit::One) if !told && (result.one, result.two) == (0, 0) => ResultEntry { two: bye, ..result },
        Some(Forfeit::Two) if !told && (result.one, result.two) == (0, 0) => ResultEntry { one: bye, ..result },
        _ => result,
    }
}

/// A result that tells the games of two teams, with their totals; others stay as they are.
///
/// # Errors
/// Games that look like points of the event's table, and are not said to be such.
pub fn by_games(state: &Tournament, result: ResultEntry) -> Result<ResultEntry, String> {
    if result.games.is_empty() {
        return Ok(result);
    }
    if let Some(total) = looks_converted(state, &result.games).filter(|_| !result.games_converted) {
        return Err(format!("every game adds up to {total}, as points of the event's table do: say `converted`"));
    }
    fitting(state, result)
}

/// The result of two teams by games that are said to be what they are.
///
/// # Errors
/// More or fewer games than a match has, or points that stand in no row of the event's table.
pub fn fitting(state: &Tournament, result: ResultEntry) -> Result<ResultEntry, String> {
    let policies = state.policies();
    if policies.by_games() && result.games.len() != usize::from(policies.team_size) {
        let told = count(result.games.len(), "game is told", "games are told");
        return Err(format!("{told}, and a match has {}", policies.team_size));
    }
    if let Some(table) = policies.differential.as_ref().filter(|_| result.games_converted) {
        let pair = |[one, two]: &[i64; 2]| {
            let both = [(*one).max(*two), (*one).min(*two)];
            table.rows.iter().any(|row| [i64::from(row.higher), i64::from(row.lower)] == both)
        };
        if let Some(at) = result.games.iter().position(|game| !pair(game)) {
            let [one, two] = result.games[at];
            return Err(format!("game {}: {one}:{two} is no pair of the event's table, such as 12:8", at + 1));
        }
    }
    let sums = policies.team_result(result.round, result.table, &result.games, result.games_converted);
    Ok(ResultEntry { winner: result.winner.or(sums.winner), ..sums })
}

/// What every one of these games adds up to, where that is what a row of the event's differential table adds up to: then
/// they are points of the table already, and not victory points that go through it.
pub fn looks_converted(state: &Tournament, games: &[[i64; 2]]) -> Option<i64> {
    let row = state.policies().differential.as_ref().and_then(|table| table.rows.first().cloned());
    let total = row.map(|row| i64::from(row.higher) + i64::from(row.lower))?;
    games.iter().all(|[one, two]| one + two == total).then_some(total)
}

/// The score of one game of two teams, such as `75:62`.
///
/// # Errors
/// A text that is not two numbers within the bounds of points, with a colon between them.
pub fn game(text: &str) -> Result<[i64; 2], String> {
    game_score(text)
        .ok_or_else(|| format!("write two numbers up to {POINTS_MAX} with a colon between them, such as 12:8"))
}
