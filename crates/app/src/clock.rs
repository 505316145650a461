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

/// The moment that a clock on the wall calls `2026-11-28 09:00`, as this machine is set; nothing for another text.
///
/// ```
/// use adjutant_app::clock::{Clock, of_the_hall};
/// use adjutant_core::time::Timestamp;
/// let clock = Clock::Fixed(Timestamp::parse("2026-11-28T07:00:00Z").unwrap());
/// assert_eq!(of_the_hall("2026-11-28 9:00", clock), Timestamp::parse("2026-11-28T09:00:00Z"));
/// assert_eq!(of_the_hall("tomorrow", clock), None);
/// ```
pub fn of_the_hall(text: &str, clock: Clock) -> Option<Timestamp> {
    let (day, time) = text.split_once([' ', 'T'])?;
    let (hour, minute) = time.trim().split_once(':')?;
    let written = format!("{day}T{hour:0>2}:{minute}:00Z");
    off_the_wall(Timestamp::parse(&written).filter(|moment| !moment.is_absurd())?, clock)
}

/// The moment at which a clock on the wall shows a time, as this machine is set; the time is written as if it were UTC.
pub fn off_the_wall(time: Timestamp, clock: Clock) -> Option<Timestamp> {
    Timestamp::of_seconds(time.seconds() - i64::from(local_offset_minutes(clock)) * 60)
}

/// What a clock on the wall shows at a moment, as this machine is set; written as if it were UTC.
pub fn on_the_wall(moment: Timestamp, clock: Clock) -> Timestamp {
    let here = moment.seconds() + i64::from(local_offset_minutes(clock)) * 60;
    Timestamp::of_seconds(here).unwrap_or(moment)
}

/// A moment as a clock on the wall shows it: its day and time.
pub fn in_the_hall(moment: Timestamp, clock: Clock) -> String {
    let text = on_the_wall(moment, clock).to_string();
    text.get(..16).map_or_else(|| text.clone(), |text| text.replace('T', " "))
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
