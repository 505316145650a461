//! A tournament as a file: its log, a report of the FIDE, or everything as one document.

use adjutant_tournament::standings::standings;
use adjutant_tournament::trf::{self, Trf};
use adjutant_tournament::view::PairView;
use adjutant_tournament::{RoundNumber, TournamentLog, day};
use serde_json::{Value, json};

use super::reading::{is_report, read, read_trf};
use crate::error::Error;

/// A tournament that is exported or checked.
pub enum Source {
    /// A log.
    Log(Box<TournamentLog>),
    /// A report of the FIDE, and whether it is in Latin-1.
    Trf(Trf, bool),
}

impl Source {
    /// Reads a log or a report, by what it holds; `name` is the file.
    ///
    /// # Errors
    /// The first line of either that cannot be read.
    pub fn read(name: &str, bytes: &[u8]) -> Result<Source, Error> {
        if is_report(name, bytes) { Source::report(name, bytes) } else { Source::log_of(name, bytes) }
    }

    /// Reads a log.
    ///
    /// # Errors
    /// The first line that does not chain, is not a record, or that the rules refuse.
    pub fn log_of(name: &str, bytes: &[u8]) -> Result<Source, Error> {
        read(name, bytes).map(|log| Source::Log(Box::new(log)))
    }

    /// Reads a report.
    ///
    /// # Errors
    /// The first player line that cannot be read, or a file without any.
    pub fn report(name: &str, bytes: &[u8]) -> Result<Source, Error> {
        read_trf(name, bytes).map(|(trf, latin1)| Source::Trf(trf, latin1))
    }

    /// The log; a report holds none.
    pub fn log(&self) -> Option<&TournamentLog> {
        match self {
            Source::Log(log) => Some(log),
            Source::Trf(..) => None,
        }
    }

    /// Wins, draws and losses as a report, in the letters of the report that it came from.
    pub fn trf(&self) -> Vec<u8> {
        match self {
            Source::Log(log) => {
                let latin1 = log.state().source.as_ref().is_some_and(|source| source.latin1);
                encoded(&trf::export(log.state()), latin1)
            }
            Source::Trf(trf, latin1) => encoded(trf, *latin1),
        }
    }
}

/// The bytes of a file that was in Latin-1 or in UTF-8. A name that came later and has no place in Latin-1 makes it
/// UTF-8.
fn encoded(trf: &Trf, latin1: bool) -> Vec<u8> {
    let text = trf.write();
    let bytes: Result<Vec<u8>, _> = text.chars().map(|letter| u8::try_from(u32::from(letter))).collect();
    if let (true, Ok(bytes)) = (latin1, bytes) { bytes } else { text.into_bytes() }
}

/// Everything about a tournament as one JSON document: players, tables, rounds with pairings and results, calls,
/// standings, and where its log ends.
pub fn document(log: &TournamentLog) -> Value {
    let state = log.state();
    let last = RoundNumber(state.rounds.len() as u16);
    let (here, corrected) = (state.present(state.due()), day::corrections(log));
    let player = |player: &adjutant_tournament::state::Player| {
        json!({
            "entry": player.entry, "from_round": player.from, "checked_in": player.checked_in.is_some(),
            "here": here.iter().any(|other| other.entry.player == player.entry.player),
            "awards": player.awards, "penalties": player.penalties, "list": player.list, "paid": player.paid,
            "waiting": player.is_waiting(),
        })
    };
    let round = |round: &adjutant_tournament::state::Round| {
        json!({
            "state": round.stage.name(), "repaired": round.repaired, "pairings": PairView::of_round(state, round),
            "results": day::results(round),
            "games": day::games(log, &corrected, round.pair.round), "clock": day::clock(log, round.pair.round),
        })
    };
    json!({
        "create": state.create, "players": state.players.iter().map(player).collect::<Vec<_>>(),
        "tables": state.tables.values().collect::<Vec<_>>(),
        "rounds": state.rounds.iter().map(round).collect::<Vec<_>>(),
        "cut": state.cut.as_ref().map(|(cut, after)| json!({"after_round": after, "cut": cut})),
        "calls": day::calls(log), "lists": day::lists(log), "judges": state.judges.values().collect::<Vec<_>>(),
        "finished": state.finished, "standings": standings(state, last),
        "records": log.records().len(), "head": log.head(),
    })
}
