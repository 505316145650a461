//! The time that a record carries. The rules never read it.

use std::fmt;

#[cfg(feature = "schema")]
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::ids::deserialize_text;
use crate::visible::excerpt;

/// A moment in UTC, to the second: `YYYY-MM-DDTHH:MM:SSZ`.
///
/// ```
/// use adjutant_core::time::Timestamp;
/// let start = Timestamp::parse("2026-11-21T09:02:11Z").unwrap();
/// assert!(start < Timestamp::parse("2026-11-21T09:02:12Z").unwrap());
/// assert!(Timestamp::parse("2026-02-30T00:00:00Z").is_none());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp {
    year: u16,
    month: u8,
    day: u8,
    hour: u8,
    minute: u8,
    second: u8,
}

/// The number that two digits write.
const fn two(bytes: &[u8], at: usize) -> Option<u8> {
    match (bytes[at], bytes[at + 1]) {
        (ten @ b'0'..=b'9', one @ b'0'..=b'9') => Some((ten - b'0') * 10 + (one - b'0')),
        _ => None,
    }
}

impl Timestamp {
    /// Reads `YYYY-MM-DDTHH:MM:SSZ`; a day or an hour that does not exist is `None`.
    pub const fn parse(text: &str) -> Option<Timestamp> {
        let b = text.as_bytes();
        if b.len() != 20 || b[4] != b'-' || b[7] != b'-' || b[10] != b'T' || b[13] != b':' || b[16] != b':' {
            return None;
        }
        let (Some(century), Some(year), Some(month), Some(day)) = (two(b, 0), two(b, 2), two(b, 5), two(b, 8)) else {
            return None;
        };
        let (Some(hour), Some(minute), Some(second)) = (two(b, 11), two(b, 14), two(b, 17)) else { return None };
        let year = century as u16 * 100 + year as u16;
        let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
        let days = match month {
            1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
            4 | 6 | 9 | 11 => 30,
            2 if leap => 29,
            2 => 28,
            _ => return None,
        };
        let real = 1 <= day && day <= days && hour < 24 && minute < 60 && second < 60 && b[19] == b'Z';
        if real { Some(Timestamp { year, month, day, hour, minute, second }) } else { None }
    }

    /// Its day: `2026-11-21`.
    ///
    /// ```
    /// use adjutant_core::time::Timestamp;
    /// assert_eq!(Timestamp::parse("2026-11-21T09:02:11Z").unwrap().date(), "2026-11-21");
    /// ```
    pub fn date(self) -> String {
        format!("{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }

    /// The year.
    pub fn year(self) -> u16 {
        self.year
    }

    /// Whether it lies outside the years 2000 to 2099: a clock that lost its battery, or a wrong digit. A record is never
    /// older than the one before, so that one such date would stay on all that follow.
    pub fn is_absurd(self) -> bool {
        !(2000..2100).contains(&self.year)
    }

    /// The time of a clock that counts seconds since 1970; `None` outside the years 0 to 9999.
    ///
    /// ```
    /// use adjutant_core::time::Timestamp;
    /// assert_eq!(Timestamp::of_unix(0), Timestamp::parse("1970-01-01T00:00:00Z"));
    /// assert_eq!(Timestamp::of_unix(951_827_696).unwrap().to_string(), "2000-02-29T12:34:56Z");
    /// ```
    pub fn of_unix(seconds: i64) -> Option<Timestamp> {
        const START: Timestamp = Timestamp { year: 1970, month: 1, day: 1, hour: 0, minute: 0, second: 0 };
        Timestamp::of_seconds(START.seconds().checked_add(seconds)?)
    }

    /// Seconds since the start of the year 0 of this calendar, for differences between two times.
    pub fn seconds(self) -> i64 {
        let years = i64::from(self.year);
        let month = i64::from(self.month);
        // Days before the month in a year that begins in March, so that the leap day comes last.
        let (years, month) = if month > 2 { (years, month - 3) } else { (years - 1, month + 9) };
        let days = years * 365 + years.div_euclid(4) - years.div_euclid(100)
            + years.div_euclid(400)
            + (month * 153 + 2) / 5
            + i64::from(self.day);
        ((days * 24 + i64::from(self.hour)) * 60 + i64::from(self.minute)) * 60 + i64::from(self.second)
    }
}

impl Timestamp {
    /// The time of a number that [`Timestamp::seconds`] gives; `None` outside the years 0 to 9999.
    ///
    /// ```
    /// use adjutant_core::time::Timestamp;
    /// let start = Timestamp::parse("2028-02-28T23:30:00Z").unwrap();
    /// let end = Timestamp::of_seconds(start.seconds() + 45 * 60).unwrap();
    /// assert_eq!(end.to_string(), "2028-02-29T00:15:00Z");
    /// ```
    pub fn of_seconds(seconds: i64) -> Option<Timestamp> {
        let (days, second) = (seconds.div_euclid(86_400) - 1, seconds.rem_euclid(86_400));
        // Years that begin in March, in cycles of 400.
        let (cycle, day) = (days.div_euclid(146_097), days.rem_euclid(146_097));
        let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
        let day = day - (365 * year + year / 4 - year / 100);
        let month = (5 * day + 2) / 153;
        let (month, later) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
        let part = |number: i64| u8::try_from(number).ok();
        Some(Timestamp {
            year: u16::try_from(year + cycle * 400 + later).ok().filter(|year| *year <= 9999)?,
            month: part(month)?,
            day: part(day - (153 * ((month + 9) % 12) + 2) / 5 + 1)?,
            hour: part(second / 3600)?,
            minute: part(second / 60 % 60)?,
            second: part(second % 60)?,
        })
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Timestamp { year, month, day, hour, minute, second } = self;
        write!(f, "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
    }
}

impl Serialize for Timestamp {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Timestamp {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserialize_text(deserializer, |text| {
            let wanted = || format!("`{}` is not a time; write it as YYYY-MM-DDTHH:MM:SSZ", excerpt(text));
            Timestamp::parse(text).ok_or_else(wanted)
        })
    }
}

#[cfg(feature = "schema")]
impl JsonSchema for Timestamp {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Timestamp".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "string", "pattern": "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ$"})
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_cross_months_and_leap_days() {
        let gap = |a: &str, b: &str| Timestamp::parse(b).unwrap().seconds() - Timestamp::parse(a).unwrap().seconds();
        assert_eq!(gap("2024-02-28T23:59:59Z", "2024-03-01T00:00:00Z"), 86_401);
        assert_eq!(gap("2025-12-31T23:59:59Z", "2026-01-01T00:00:00Z"), 1);
        assert_eq!(gap("2000-01-01T00:00:00Z", "2001-01-01T00:00:00Z"), 366 * 86_400);
    }
}
