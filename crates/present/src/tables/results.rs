//! The results of a round in words: what they rest on, which tables are open.

use std::ops::RangeInclusive;

use adjutant_tournament::command::{Basis, Pairing};
use adjutant_tournament::day::{Corrected, corrections};
use adjutant_tournament::state::{Round, Stage, TableState, Tournament};
use adjutant_tournament::{By, RoundNumber, TableNumber, TournamentCommand, TournamentLog};

use crate::say::corrected::utc;

/// What the result of a table rests on or, where there is none, how far its reports are.
pub fn basis(round: &Round, table: TableNumber) -> String {
    let basis = round.basis(table).map_or("", Basis::name);
    match round.table_state(table) {
        TableState::Open => String::new(),
        TableState::Reported => "1 of 2 reports".to_owned(),
        TableState::Differing => "reports differ".to_owned(),
        TableState::Entered => basis.to_owned(),
        TableState::Disputed => format!("{basis}, disputed"),
    }
}

/// How a result was corrected: `corrected: record 23, by a judge, 14:02, 81:57 → 81:56`, with the time as it is read there.
pub fn corrected(known: &Corrected, time: &str) -> String {
    let by = match known.by {
        By::Organiser => "the organiser",
        By::Judge => "a judge",
        By::Player => "the players",
    };
    let [before, after] = [known.before, known.after].map(|[one, two]| format!("{one}:{two}"));
    let winner = if before == after { ", another winner" } else { "" };
    format!("corrected: record {}, by {by}, {time}, {before} → {after}{winner}", known.seq)
}

/// The same with the table in front: `round 2 table 4 corrected: …`.
pub fn corrected_at(round: RoundNumber, table: TableNumber, known: &Corrected, time: &str) -> String {
    format!("round {round} table {table} {}", corrected(known, time))
}

/// What was corrected in some rounds, a line for each table; of the records behind one only. Times are those of the log.
pub fn all_corrected(log: &TournamentLog, rounds: RangeInclusive<u16>, behind: u64) -> Vec<String> {
    let known = corrections(log).into_iter();
    let of_these = known.filter(|((round, _), known)| rounds.contains(&round.0) && known.seq > behind);
    of_these.map(|((round, table), known)| corrected_at(round, table, &known, &utc(known.at))).collect()
}

/// What was corrected after a round was closed, of what its standings rest on.
pub fn corrected_since(log: &TournamentLog, round: RoundNumber) -> Vec<String> {
    let closes = |command: &TournamentCommand| matches!(command, TournamentCommand::CloseRound { round: closed, .. } if *closed == round);
    let closing = log.standing().rfind(|record| closes(&record.command));
    all_corrected(log, 1..=round.0, closing.map_or(0, |record| record.seq))
}

/// The games of a bracket that fell, a line each: `round 3 table 1: Ann – Ben 80:20 fell by record 41`.
pub fn fallen(state: &Tournament, rounds: RangeInclusive<u16>) -> Vec<String> {
    let fell = state.fallen.iter().filter(|fell| rounds.contains(&fell.round.0));
    fell.map(|fell| {
        let (game, result) = (&fell.game, fell.result.as_ref());
        let score = result.map_or_else(String::new, |result| format!(" {}:{}", result.one, result.two));
        let (one, two) = (state.shown(&game.one), state.shown(&game.two));
        format!("round {} table {}: {one} – {two}{score} fell by record {}", fell.round, game.table, fell.by)
    })
    .collect()
}

/// The tables of a round that miss a result, in words; nothing before it is published.
pub fn open_tables(state: &Tournament, round: &Round) -> String {
    if round.stage != Stage::Published {
        return String::new();
    }
    let open: Vec<&Pairing> = round.open_tables().filter_map(|table| round.at(table)).collect();
    if open.len() > NAMED {
        let numbers: Vec<u16> = open.iter().map(|pairing| pairing.table.0).collect();
        return format!("tables {}", runs(&numbers));
    }
    let line = |pairing: &&Pairing| {
        format!("table {} ({} – {})", pairing.table, state.shown(&pairing.one), state.shown(&pairing.two))
    };
    open.iter().map(line).collect::<Vec<_>>().join(", ")
}

/// Up to this many open tables are named with their players.
const NAMED: usize = 6;

/// Numbers with runs joined: `1 2 3 10–41`.
fn runs(numbers: &[u16]) -> String {
    let mut parts: Vec<(u16, u16)> = Vec::new();
    for number in numbers {
        match parts.last_mut() {
            Some((_, last)) if *last + 1 == *number => *last = *number,
            _ => parts.push((*number, *number)),
        }
    }
    let part = |(first, last): &(u16, u16)| match last - first {
        0 => first.to_string(),
        1 => format!("{first} {last}"),
        _ => format!("{first}–{last}"),
    };
    parts.iter().map(part).collect::<Vec<_>>().join(" ")
}
