//! The report after a battle, of a recording that is at hand.

use adjutant_replay::after::{self, MatchReport};

use super::Recording;

/// What can be said of a battle; nothing of a match that was not opened, and of one that an older law judges.
pub fn report(recording: &Recording) -> Option<MatchReport> {
    if recording.older_law().is_some() {
        return None;
    }
    let times = recording.records().iter().map(|record| (record.seq, record.at)).collect();
    after::report(recording.game(), &times)
}
