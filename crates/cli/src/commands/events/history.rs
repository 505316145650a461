//! The records of an event in words, with their numbers: what `undo --record` takes.

use adjutant_present::say::event_command;
use adjutant_tournament::TournamentLog;

use crate::table;

/// Every record as a table: number, time, who said so, what; what was taken back is marked.
pub fn of(log: &TournamentLog) -> String {
    let mut rows = table::new();
    rows.set_header(["record", "at", "by", "what"]);
    for record in log.records() {
        let by = event_command::speaker(record.by, record.judge.as_ref());
        let back = if log.stands(record.seq) { "" } else { " (undone)" };
        let what = event_command::in_words(log.state(), &record.command);
        rows.add_row([record.seq.to_string(), record.at.to_string(), by, format!("{what}{back}")]);
    }
    rows.to_string()
}
