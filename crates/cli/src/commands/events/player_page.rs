//! The page of a player of an event as text.

use adjutant_core::counts::count;
use adjutant_present::say::event_command;
use adjutant_present::tables::players::{last_shown, lines, rulings};
use adjutant_present::tables::standings as tables;
use adjutant_tournament::standings::standings;
use adjutant_tournament::{PlayerId, TournamentLog};

use crate::table;

/// The page as text.
pub fn text(log: &TournamentLog, player: &PlayerId) -> String {
    let state = log.state();
    let after = last_shown(state);
    let mut page = vec![format!("{} ({player}): {}", state.shown(player), event_command::entry(state, player))];
    let rows = if after.0 > 0 { standings(state, after).rows } else { Vec::new() };
    if let Some(row) = rows.iter().find(|row| row.player == *player) {
        let record = row.record;
        let reached = row.reached.as_ref().map_or_else(String::new, |reached| format!(", {reached}"));
        let record = format!("{}–{}–{}", record.wins, record.draws, record.losses);
        let points = count(usize::try_from(row.points).unwrap_or(0), "match point", "match points");
        let when = tables::after(state, after);
        let place = row.rank.map_or_else(|| "disqualified".to_owned(), |rank| format!("place {rank}"));
        page.push(format!("{place}{reached}, {record}, {points} {when}"));
    }
    let mut rows = table::new();
    rows.set_header(["round", "table", "opponent", "VP", "basis"]);
    for line in lines(state, player) {
        let table = line.table.map_or_else(String::new, |table| table.to_string());
        rows.add_row([line.round.to_string(), table, line.opponent, line.result, line.basis]);
    }
    page.push(rows.to_string());
    page.extend(rulings(log, player));
    if let Some(known) = state.player(player) {
        page.extend(known.list.map(|digest| format!("list {digest}")));
        page.extend(known.gone(state.due()).map(str::to_owned));
    }
    page.join("\n")
}
