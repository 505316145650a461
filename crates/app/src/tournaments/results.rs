//! Results as a desk says them: a game that one side did not come to, and two teams by their games.

use adjutant_tournament::Tournament;
use adjutant_tournament::command::{Forfeit, ResultEntry};

/// A game that one side did not come to brings the other the victory points of a bye, unless others are `told`.
pub fn with_bye_points(state: &Tournament, result: ResultEntry, told: bool) -> ResultEntry {
    let bye = i64::from(state.policies().bye_vp);
    match result.forfeit {
        Some(Forfeit::One) if !told && (result.one, result.two) == (0, 0) => ResultEntry { two: bye, ..result },
        Some(Forfeit::Two) if !told && (result.one, result.two) == (0, 0) => ResultEntry { one: bye, ..result },
        _ => result,
    }
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
/// A text that is not two numbers with a colon between them.
pub fn game(text: &str) -> Result<[i64; 2], String> {
    let points = |text: &str| text.trim().parse::<i64>().ok();
    let both = text.split_once(':').and_then(|(one, two)| Some([points(one)?, points(two)?]));
    both.ok_or_else(|| "write two numbers with a colon between them, such as 12:8".to_owned())
}
