//! Results that the desk enters and judges rule.

use adjutant_app::tournaments::results::{game, looks_converted, with_bye_points};
use adjutant_tournament::command::{ResultEntry, TournamentCommand};
use adjutant_tournament::{RoundNumber, TableNumber};
use serde_json::Value;

use super::form::{by, corrects, line, malformed, number, optional, points, result_of_match, shown};
use crate::act::{About, Act};
use crate::ask::Ask;
use crate::pages;
use crate::pages::problem::Problem;
use crate::pages::scene::Scene;
use crate::viewer::Role;

/// One of the words of a choice; nothing where none is chosen.
fn chosen<T>(ask: &Ask, name: &str, read: fn(Value) -> serde_json::Result<T>) -> Result<Option<T>, Problem> {
    match ask.text(name).trim() {
        "" => Ok(None),
        text => read(text.into()).map(Some).map_err(|_| malformed("Open the page again, then choose once more.")),
    }
}

/// What a form says that a table came to: points, or the games of two teams; who won where the points do not say so, and
/// who did not come.
fn entry(scene: &Scene<'_>, ask: &Ask, round: RoundNumber, table: TableNumber) -> Result<ResultEntry, Problem> {
    if ask.text("from") == "match" {
        return result_of_match(scene);
    }
    let state = &scene.snap.state;
    let (winner, unusual) = (chosen(ask, "winner", serde_json::from_value)?, !ask.text("unusual").is_empty());
    let written = ask.text("games").split([',', ' ', ';']).filter(|text| !text.is_empty());
    let games: Result<Vec<[i64; 2]>, String> = written.map(game).collect();
    let games = games.map_err(|why| Problem::Malformed(format!("Games: {why}.")))?;
    if !games.is_empty() {
        let converted = !ask.text("converted").is_empty();
        if let Some(total) = looks_converted(state, &games).filter(|_| !converted && !unusual) {
            return Err(Problem::Malformed(format!(
                "Every game adds up to {total}, as points of the event’s table do. Tick that they are such points, or \
                 that they are unusual victory points."
            )));
        }
        let result = state.policies().team_result(round, table, &games, converted);
        return Ok(ResultEntry { winner: winner.or(result.winner), unusual, ..result });
    }
    let forfeit = chosen(ask, "no_show", serde_json::from_value)?;
    let told = !ask.text("one").trim().is_empty() || !ask.text("two").trim().is_empty();
    // Where somebody did not come, nobody has to type points: the others get those of a bye.
    let (one, two) = if forfeit.is_some() && !told { (0, 0) } else { (points(ask, "one")?, points(ask, "two")?) };
    let drawn = optional(ask, "drawn")?.unwrap_or_default();
    let result = ResultEntry { winner, forfeit, drawn, unusual, ..ResultEntry::by_hand(round, table, one, two) };
    Ok(with_bye_points(state, result, told))
}

/// A result, or its correction where there is one.
pub(super) fn result(scene: &Scene<'_>, ask: &Ask, back: &str) -> Result<Act, Problem> {
    let round = shown(scene)?;
    let (number_of, table) = (round.pair.round, TableNumber(number(ask, "table")?));
    if scene.snap.relied && round.results.contains_key(&table) && scene.viewer.role() == Role::Desk {
        let words = "A later round was published on this result: the organiser or a judge corrects it.";
        return Err(malformed(words));
    }
    let result = entry(scene, ask, number_of, table)?;
    let words = format!("result of table {table} {} : {}", result.one, result.two);
    let command = match (round.results.contains_key(&table), line(ask, "why")?) {
        (true, Some(why)) => TournamentCommand::AmendResult { result, why, later: None },
        (true, None) => {
            return Err(Problem::Overtaken {
                message: format!("Table {table} has a result already."),
                back: format!("/table/{table}"),
                again: None,
            });
        }
        (false, _) => TournamentCommand::Result(result),
    };
    let back = if back == "/desk" { format!("/desk?after={table}") } else { back.to_owned() };
    let act = Act::new(by(scene.viewer), command, words, back).about(About::Table(number_of, table));
    Ok(corrects(act, ask))
}

/// A result that a judge decides: players disagree about it, or it is there and is corrected with a reason. Results that
/// nobody disputes are entered by the players and the desk.
pub(super) fn ruling(scene: &Scene<'_>, ask: &Ask) -> Result<Act, Problem> {
    let table = TableNumber(number(ask, "table")?);
    let game = scene.snap.game(table);
    let game = game.ok_or_else(|| malformed("This table has no game in this round."))?;
    if !pages::may_be_ruled(game) {
        let words = "Nobody disagrees at this table. The players report the result, or the desk enters it.";
        return Err(malformed(words));
    }
    result(scene, ask, &format!("/table/{table}"))
}
