//! One player of an event: record, opponents and tables, penalties with their reasons, lists.

use adjutant_present::say::event_command;
use adjutant_tournament::standings::standings;
use adjutant_tournament::state::{Stage, Tournament};
use adjutant_tournament::{PlayerId, RoundNumber, TournamentCommand, TournamentLog};
use serde_json::{Value, json};

use crate::counts::count;
use crate::{event_tables, table};

/// One round of a player.
struct Line {
    round: RoundNumber,
    table: Option<u16>,
    opponent: String,
    result: String,
    basis: String,
}

fn lines(state: &Tournament, player: &PlayerId) -> Vec<Line> {
    let shown = state.rounds.iter().filter(|round| round.stage != Stage::Draft);
    shown
        .filter_map(|round| {
            let number = round.pair.round;
            let asked = state.player(player).and_then(|known| known.asked_byes.get(&number));
            if round.pair.byes.contains(player) || asked.is_some() {
                let result = asked.map_or_else(String::new, |points| count((*points).into(), "point", "points"));
                return Some(Line {
                    round: number,
                    table: None,
                    opponent: "bye".to_owned(),
                    result,
                    basis: String::new(),
                });
            }
            let pairing = round.of(player)?;
            let first = pairing.one == *player;
            let other = if first { &pairing.two } else { &pairing.one };
            let result = round.results.get(&pairing.table).map_or_else(
                || "open".to_owned(),
                |result| match first {
                    true => format!("{}:{}", result.one, result.two),
                    false => format!("{}:{}", result.two, result.one),
                },
            );
            Some(Line {
                round: number,
                table: Some(pairing.table.0),
                opponent: state.shown(other),
                result,
                basis: event_tables::basis(round, pairing.table),
            })
        })
        .collect()
}

/// What the judges and the organiser gave or took, with reasons.
fn rulings(log: &TournamentLog, player: &PlayerId) -> Vec<String> {
    let own = |command: &TournamentCommand| match command {
        TournamentCommand::Penalty { player: who, points, why } if who == player => {
            Some(format!("{points:+} match points: {why}"))
        }
        TournamentCommand::Award { player: who, award, points, .. } if who == player => {
            Some(format!("{points} points for {award}"))
        }
        TournamentCommand::Infraction(line) if line.player == *player => {
            let points = line.points.map_or_else(String::new, |points| format!(" {points:+}"));
            Some(format!("{}{points}: {}", line.kind.name(), line.why))
        }
        _ => None,
    };
    let told = log.standing();
    told.filter_map(|record| Some(format!("{} (record {})", own(&record.command)?, record.seq))).collect()
}

fn after(state: &Tournament) -> RoundNumber {
    let last = state.rounds.iter().rfind(|round| round.stage != Stage::Draft);
    last.map_or(RoundNumber(0), |round| round.pair.round)
}

/// The page as text.
pub fn text(log: &TournamentLog, player: &PlayerId) -> String {
    let state = log.state();
    let after = after(state);
    let mut page = vec![format!("{} ({player}): {}", state.shown(player), event_command::entry(state, player))];
    if let Some(row) = standings(state, after).rows.iter().find(|row| row.player == *player) {
        let record = row.record;
        let reached = row.reached.as_ref().map_or_else(String::new, |reached| format!(", {reached}"));
        let record = format!("{}–{}–{}", record.wins, record.draws, record.losses);
        let points = count(usize::try_from(row.points).unwrap_or(0), "match point", "match points");
        let when = event_tables::after(state, after);
        page.push(format!("place {}{reached}, {record}, {points} {when}", row.rank));
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
        page.extend((!known.is_in(state.due())).then(|| "dropped".to_owned()));
    }
    page.join("\n")
}

/// The page as data.
pub fn document(log: &TournamentLog, player: &PlayerId) -> Value {
    let state = log.state();
    let known = state.player(player);
    let row = standings(state, after(state)).rows.into_iter().find(|row| row.player == *player);
    let rounds: Vec<Value> = lines(state, player)
        .into_iter()
        .map(|line| json!({"round": line.round, "table": line.table, "opponent": line.opponent, "result": line.result, "basis": line.basis}))
        .collect();
    json!({
        "player": player, "shown": state.shown(player), "entry": known.map(|known| &known.entry), "standing": row,
        "rounds": rounds, "rulings": rulings(log, player), "list": known.and_then(|known| known.list),
        "in": known.is_some_and(|known| known.is_in(state.due())),
    })
}
