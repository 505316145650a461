//! The recorder's clock.

use adjutant_engine::time::Timestamp;
use chrono::Utc;

/// Where the time of a record comes from.
#[derive(Clone, Copy, Debug, Default)]
pub enum Clock {
    /// The clock of the machine.
    #[default]
    System,
    /// Always the same moment: for tests, which need the same bytes in every run. It shows what the guide says: the dates of a
    /// log are its recorder's word.
    Fixed(Timestamp),
}

/// Minutes that the clocks on the wall are ahead of UTC, as this machine is set; none under a clock that stands still.
pub fn local_offset_minutes(clock: Clock) -> i32 {
    match clock {
        Clock::Fixed(_) => 0,
        Clock::System => chrono::Local::now().offset().local_minus_utc() / 60,
    }
}

/// The time that a text such as `2026-11-28 09:00` tells, written as if it were UTC; nothing for another text. Where a clock on
/// the wall is meant, [`off_the_wall`] gives the moment.
///
/// ```
/// use adjutant_app::clock::{Clock, of_text, off_the_wall};
/// use adjutant_core::time::Timestamp;
/// let clock = Clock::Fixed(Timestamp::parse("2026-11-28T07:00:00Z").unwrap());
/// let time = of_text("2026-11-28 9:00").unwrap();
/// assert_eq!(off_the_wall(time, clock), Timestamp::parse("2026-11-28T09:00:00Z"));
/// assert_eq!(of_text("tomorrow"), None);
/// ```
pub fn of_text(text: &str) -> Option<Timestamp> {
    let (day, time) = text.split_once([' ', 'T'])?;
    let (hour, minute) = time.trim().split_once(':')?;
    let written = format!("{day}T{hour:0>2}:{minute}:00Z");
    Timestamp::parse(&written).filter(|moment| !moment.is_absurd())
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
    /// Now, to the second. A clock that runs outside the years 0 to 9999 gives nothing.
    pub fn now(self) -> Option<Timestamp> {
        match self {
            Clock::Fixed(time) => Some(time),
            Clock::System => Timestamp::of_unix(Utc::now().timestamp()),
        }
    }
}
