//! Times as people in the hall read them.

use adjutant_core::time::Timestamp;

/// When a page is rendered, and how far the clocks on the wall are from UTC.
#[derive(Clone, Copy, Debug)]
pub struct Moment {
    /// Now, in UTC.
    pub now: Timestamp,
    /// Minutes that local time is ahead of UTC.
    pub offset_minutes: i32,
}

const DAY: i64 = 86_400;

impl Moment {
    /// Seconds from now until a time; negative where it is past.
    pub fn until(&self, time: Timestamp) -> i64 {
        time.seconds() - self.now.seconds()
    }

    /// The time of day in the hall: `15:45`.
    ///
    /// ```
    /// use adjutant_core::time::Timestamp;
    /// use adjutant_serve::Moment;
    /// let now = Timestamp::parse("2026-11-21T23:30:05Z").unwrap();
    /// let moment = Moment { now, offset_minutes: 60 };
    /// assert_eq!((moment.clock(now), moment.precise(now)), ("00:30".to_owned(), "00:30:05".to_owned()));
    /// ```
    pub fn clock(&self, time: Timestamp) -> String {
        self.clock_of(time.seconds())
    }

    /// The same for seconds since the start of the calendar.
    pub fn clock_of(&self, seconds: i64) -> String {
        let of_day = self.of_day(seconds);
        format!("{:02}:{:02}", of_day / 3600, of_day / 60 % 60)
    }

    /// The time of day to the second.
    pub fn precise(&self, time: Timestamp) -> String {
        let of_day = self.of_day(time.seconds());
        format!("{:02}:{:02}:{:02}", of_day / 3600, of_day / 60 % 60, of_day % 60)
    }

    fn of_day(&self, seconds: i64) -> i64 {
        (seconds + i64::from(self.offset_minutes) * 60).rem_euclid(DAY)
    }

    /// How long ago a time was: `now`, `3 min`, `2 h`.
    pub fn ago(&self, time: Timestamp) -> String {
        match -self.until(time) {
            past if past < 60 => "now".to_owned(),
            past if past < 7200 => format!("{} min", past / 60),
            past => format!("{} h", past / 3600),
        }
    }
}

/// A span as a clock shows it: `1:42:10`, `8:20`, `0:00`.
pub fn span(seconds: i64) -> String {
    let seconds = seconds.max(0);
    match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, minutes, seconds) => format!("{minutes}:{seconds:02}"),
        (hours, minutes, seconds) => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_are_never_negative() {
        assert_eq!([6130, 500, 59, 0, -5].map(span), ["1:42:10", "8:20", "0:59", "0:00", "0:00"]);
    }

    #[test]
    fn what_is_past_is_told_roughly() {
        let time = |text: &str| Timestamp::parse(text).unwrap();
        let moment = Moment { now: time("2026-11-21T12:00:00Z"), offset_minutes: -90 };
        assert_eq!(moment.clock(moment.now), "10:30");
        let ago = |text: &str| moment.ago(time(text));
        assert_eq!(ago("2026-11-21T11:59:30Z"), "now");
        assert_eq!(ago("2026-11-21T11:57:00Z"), "3 min");
        assert_eq!(ago("2026-11-21T08:00:00Z"), "4 h");
        assert_eq!(ago("2026-11-21T13:00:00Z"), "now", "a phone's clock may run ahead");
    }
}
