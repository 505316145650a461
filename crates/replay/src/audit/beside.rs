//! What the events of an audit make of the logs of their matches.

use std::collections::BTreeMap;

use adjutant_tournament::TournamentLog;
use adjutant_tournament::command::MatchLog;

use super::report::LogReport;

/// Results of events that are audited in the same run: by event, then by round and the table at which a match was opened.
#[derive(Debug, Default)]
pub struct Beside(BTreeMap<String, BTreeMap<(i32, i32), Vec<Taken>>>);

/// A result of an event.
#[derive(Debug)]
struct Taken {
    /// In words.
    said: String,
    /// The log that it was taken from.
    from: Option<MatchLog>,
}

/// What an event makes of a match.
pub(super) enum Use {
    /// Its result is what the log gives up to this record. The event may say that both players have signed that.
    UpTo(u64, bool),
    /// It has no result that was taken from this log; what it has is said in words.
    Not(String),
}

impl Beside {
    /// Adds the results of an event.
    pub(super) fn add(&mut self, log: &TournamentLog) {
        let state = log.state();
        let Some(create) = &state.create else { return };
        let event = self.0.entry(create.event.to_string()).or_default();
        for round in &state.rounds {
            for (table, result) in &round.results {
                let number = round.pair.round;
                let place = (i32::from(number.0), i32::from(round.opened_at(*table).0));
                let (one, two) = (result.one, result.two);
                let said = format!("{one}:{two} for table {table} of round {number}, not from this log");
                event.entry(place).or_default().push(Taken { said, from: result.from.clone() });
            }
        }
    }

    /// What the event of a match makes of its log, where there is such an event.
    pub(super) fn usage(&self, report: &LogReport) -> Option<Use> {
        let seat = report.seat.as_ref()?;
        let event = self.0.get(seat.id.as_str())?;
        let Some(taken) = event.get(&(seat.round.get(), seat.table.get())) else {
            return Some(Use::Not(format!("no result for table {} of round {}", seat.table.get(), seat.round.get())));
        };
        let own = |from: &&MatchLog| report.id.as_deref() == Some(from.id.as_str());
        let named: Vec<&MatchLog> = taken.iter().filter_map(|taken| taken.from.as_ref()).filter(own).collect();
        if named.is_empty() {
            return taken.first().map(|taken| Use::Not(taken.said.clone()));
        }
        named.into_iter().find_map(|from| {
            let at = report.said.iter().position(|said| said.hash == from.head)?;
            Some(Use::UpTo(at as u64 + 1, from.signed))
        })
    }
}
