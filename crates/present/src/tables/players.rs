//! One player of an event: record, opponents and tables, penalties with their reasons, lists.

use adjutant_core::counts::count;
use adjutant_tournament::standings::standings;
use adjutant_tournament::state::{Stage, Tournament};
use adjutant_tournament::{PlayerId, RoundNumber, TournamentCommand, TournamentLog};
use serde_json::{Value, json};

use super::results::basis;
use crate::say::event_command::ruled;

/// One round of a player.
pub struct Line {
    /// The round.
    pub round: RoundNumber,
    /// The table; none for a bye.
    pub table: Option<u16>,
    /// Whom they played.
    pub opponent: String,
    /// Own points and the other's.
    pub result: String,
    /// What the result rests on.
    pub basis: String,
}

/// The rounds of a player that are published.
pub fn lines(state: &Tournament, player: &PlayerId) -> Vec<Line> {
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
                basis: basis(round, pairing.table),
            })
        })
        .collect()
}

/// What the judges and the organiser gave or took, with reasons.
pub fn rulings(log: &TournamentLog, player: &PlayerId) -> Vec<String> {
    let own = |command: &TournamentCommand| match command {
        TournamentCommand::Penalty { player: who, points, why, .. } if who == player => {
            Some(format!("{points:+} match points: {why}"))
        }
        TournamentCommand::Award { player: who, award, points, .. } if who == player => {
            Some(format!("{points} points for {award}"))
        }
        TournamentCommand::Infraction(line) if line.player == *player => {
            let points = line.points.map_or_else(String::new, |points| format!(" {points:+}"));
            let member = line.member.map_or_else(String::new, |_| format!(" of {}", ruled(log.state(), line)));
            Some(format!("{}{member}{points}: {}", line.kind.name(), line.why))
        }
        _ => None,
    };
    let told = log.standing();
    told.filter_map(|record| Some(format!("{} (record {})", own(&record.command)?, record.seq))).collect()
}

/// The last round that is published.
pub fn last_shown(state: &Tournament) -> RoundNumber {
    let last = state.rounds.iter().rfind(|round| round.stage != Stage::Draft);
    last.map_or(RoundNumber(0), |round| round.pair.round)
}

/// The page as data.
pub fn document(log: &TournamentLog, player: &PlayerId) -> Value {
    let state = log.state();
    let known = state.player(player);
    let row = standings(state, last_shown(state)).rows.into_iter().find(|row| row.player == *player);
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
