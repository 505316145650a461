//! The players' time, from the moments of the records: who had the turn between two of them pays for it.

use adjutant_app::matches::recording::Recording;
use adjutant_engine::command::{ClockState, Command};
use adjutant_engine::record::Record;
use adjutant_engine::side::{By, BySide, Player};
use adjutant_engine::state::State;
use adjutant_engine::time::Timestamp;
use adjutant_engine::view::Status;

use crate::trial::Plan;

/// Time spent by each player.
#[derive(Clone, Debug, Default)]
pub struct ChessClock {
    spent_s: BySide<i64>,
    last: Option<Timestamp>,
    running: Option<Player>,
    paused: bool,
    allowance_s: Option<i64>,
    seen: u64,
}

impl ChessClock {
    /// The clock of a log.
    pub fn of(recording: &Recording) -> ChessClock {
        let mut clock = ChessClock::default();
        let mut game = recording.known().new_match();
        for record in recording.records() {
            if recording.retell(&mut game, record).is_err() {
                break;
            }
            clock.note(record, game.state());
        }
        clock
    }

    /// The number of the last record that was noted.
    pub fn seen(&self) -> u64 {
        self.seen
    }

    /// A record, and the state after it.
    pub fn note(&mut self, record: &Record, state: &State) {
        self.seen = record.seq;
        self.spent_s = self.spent(record.at);
        self.last = Some(record.at);
        if let Command::Clock { state } = *record.command {
            self.paused = state == ClockState::Pause;
        }
        self.running = (state.status == Status::Battle).then_some(state.active);
    }

    /// Seconds that each player has spent by a moment.
    pub fn spent(&self, now: Timestamp) -> BySide<i64> {
        let mut spent = self.spent_s;
        if let (Some(last), Some(player), false) = (self.last, self.running, self.paused) {
            spent[player] += (now.seconds() - last.seconds()).max(0);
        }
        spent
    }

    /// With this many seconds for each player.
    #[must_use]
    pub fn allowing(mut self, allowance_s: Option<i64>) -> ChessClock {
        self.allowance_s = allowance_s;
        self
    }

    /// The seconds that each player may spend, where that is limited.
    pub fn allowance_s(&self) -> Option<i64> {
        self.allowance_s
    }

    /// Seconds that each player has left of the allowance; without one, seconds spent.
    pub fn left(&self, now: Timestamp) -> BySide<i64> {
        let spent = self.spent(now);
        match self.allowance_s {
            Some(allowance) => spent.map(|spent| allowance - spent),
            None => spent,
        }
    }

    /// Whether it stands still.
    pub fn is_paused(&self) -> bool {
        self.paused
    }
}

/// Seconds as `0:41`, with a minus once an allowance is used up.
pub fn brief(seconds: i64) -> String {
    let sign = if seconds < 0 { "-" } else { "" };
    let seconds = seconds.abs();
    format!("{sign}{}:{:02}", seconds / 3600, seconds / 60 % 60)
}

/// Whether the clock was stopped last.
pub fn paused<'a>(records: impl DoubleEndedIterator<Item = &'a Record>) -> bool {
    let last = records.rev().find_map(|record| match *record.command {
        Command::Clock { state } => Some(state),
        _ => None,
    });
    last == Some(ClockState::Pause)
}

/// Seconds as `0:41:10`.
pub fn in_words(seconds: i64) -> String {
    format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

/// Stops or starts the clocks of the log, as a plan.
pub fn stopped_or_started(recording: &Recording) -> Plan {
    let paused = paused(recording.standing());
    let state = if paused { ClockState::Resume } else { ClockState::Pause };
    vec![(By::Both, Command::Clock { state })]
}
