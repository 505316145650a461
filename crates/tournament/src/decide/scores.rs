//! What a result may say.

use crate::command::{POINTS_MAX, ResultEntry, Winner};
use crate::refusal::Refusal;
use crate::state::{Round, Tournament};

/// Whether a result may stand at a table of a round: its points, a draw where one has to go on, its match log.
pub(super) fn may_stand(state: &Tournament, known: &Round, result: &ResultEntry) -> Result<(), Refusal> {
    let (round, table) = (result.round, result.table);
    bounded(state, result)?;
    let draw = result.forfeit.is_none() && state.policies().winner_of(result) == Winner::Draw;
    if draw && known.pair.system.is_elimination() {
        return Err(Refusal::NoDraw { round, table });
    }
    if let Some((round, used)) = result.from.as_ref().and_then(|from| state.match_used(&from.id))
        && (round, used) != (result.round, table)
    {
        return Err(Refusal::MatchUsed { round, table: used });
    }
    Ok(())
}

/// The totals of a match of two teams that tell no games are points of the differential table: none below 0, and both
/// together no more than its games bring. Logs that name no law were taken without this.
fn totals(state: &Tournament, result: &ResultEntry) -> Result<(), Refusal> {
    let most = state.policies().team_points().filter(|_| state.is_judged() && result.forfeit.is_none());
    let Some(most) = most else { return Ok(()) };
    let bounded = result.one >= 0 && result.two >= 0 && result.one + result.two <= most;
    let accepted = "points of the event's table, together no more than the games of a match bring; or tell every game";
    if bounded { Ok(()) } else { Err(Refusal::OutOfRange { field: "totals", accepted }) }
}

/// Victory points within the bounds of the pack, games of teams that fit the size of the teams, the totals and the
/// differential table.
fn bounded(state: &Tournament, result: &ResultEntry) -> Result<(), Refusal> {
    let policies = state.policies();
    let widest = -POINTS_MAX..=POINTS_MAX;
    let given: Vec<i64> =
        [result.one, result.two].into_iter().chain(result.games.iter().flat_map(|game| *game)).collect();
    if let Some(wide) = given.iter().find(|points| !widest.contains(points)) {
        return Err(Refusal::VictoryPoints { found: *wide, least: -POINTS_MAX, most: POINTS_MAX, forced: true });
    }
    let scored: &[i64] = match (policies.by_games(), &policies.differential) {
        (false, _) => &given,
        (_, Some(_)) if !result.games_converted => given.get(2..).unwrap_or_default(),
        _ => &[],
    };
    let most = policies.vp_max.map(i64::from).filter(|_| !result.unusual);
    if let Some(most) = most
        && let Some(found) = scored.iter().find(|points| !(0..=most).contains(*points))
    {
        return Err(Refusal::VictoryPoints { found: *found, least: 0, most, forced: false });
    }
    if result.games.is_empty() {
        return totals(state, result);
    }
    let refused = |accepted| Err(Refusal::OutOfRange { field: "games", accepted });
    if let (Some(table), true) = (&policies.differential, result.games_converted) {
        let row = |game: &[i64; 2]| {
            let both = [game[0].max(game[1]), game[0].min(game[1])];
            table.rows.iter().any(|row| [i64::from(row.higher), i64::from(row.lower)] == both)
        };
        if !result.games.iter().all(row) {
            return refused("pairs that stand in the differential table, such as 12:8");
        }
    }
    let sums = policies.team_result(result.round, result.table, &result.games, result.games_converted);
    if result.games.len() as i64 != policies.games() || [sums.one, sums.two] != [result.one, result.two] {
        return refused("one for every member of a team, adding up to both totals");
    }
    Ok(())
}
