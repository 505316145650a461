//! The recorder's clock.

use std::sync::OnceLock;

use adjutant_engine::time::Timestamp;
use chrono::Utc;

/// The moment at which the clock of this process stands, where the program has stopped it.
static STOPPED: OnceLock<Timestamp> = OnceLock::new();

/// Where the time of a record comes from.
#[derive(Clone, Copy, Debug)]
pub enum Clock {
    /// The clock of the machine.
    System,
    /// Always the same moment.
    Fixed(Timestamp),
}

/// Minutes that the clocks on the wall are ahead of UTC, as this machine is set; none under a clock that stands still.
pub fn local_offset_minutes(clock: Clock) -> i32 {
    match clock {
        Clock::Fixed(_) => 0,
        Clock::System => chrono::Local::now().offset().local_minus_utc() / 60,
    }
}

impl Clock {
    /// The clock of this process: the machine's, unless the program has stopped it.
    pub fn of_process() -> Clock {
        STOPPED.get().map_or(Clock::System, |at| Clock::Fixed(*at))
    }

    /// Stops the clock of this process, for tests that need the same bytes in every run. Only the first call counts.
    /// It shows what the guide says: the dates of a log are its recorder's word.
    pub fn stop(at: Timestamp) {
        // A second call finds the clock stopped, which is what it wants.
        let _ = STOPPED.set(at);
    }

    /// Now, to the second. A clock that runs outside the years 0 to 9999 gives nothing.
    pub fn now(self) -> Option<Timestamp> {
        match self {
            Clock::Fixed(time) => Some(time),
            Clock::System => Timestamp::of_unix(Utc::now().timestamp()),
        }
    }
}
