//! Days and the weeks in which games are rated.

use std::fmt;

use adjutant_core::Timestamp;
use serde::{Deserialize, Serialize};

/// A day of the calendar, as UTC counts it.
///
/// ```
/// use adjutant_league::Day;
/// let day = Day::parse("2026-01-04").unwrap();
/// assert_eq!(day.to_string(), "2026-01-04");
/// assert_eq!(day.week().monday().to_string(), "2025-12-29", "a Sunday ends its week");
/// assert!(Day::parse("2026-02-30").is_none());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Day(i64);

/// A week from Monday to Sunday: the period in which all games are simultaneous.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Week(i64);

const SECONDS: i64 = 86_400;
/// A Monday: 3 January 2000.
const MONDAY: &str = "2000-01-03";

impl Day {
    /// Reads `YYYY-MM-DD`; a day that does not exist is `None`.
    pub fn parse(text: &str) -> Option<Day> {
        Timestamp::parse(&format!("{text}T00:00:00Z")).map(Day::of)
    }

    /// The day of a time.
    pub fn of(at: Timestamp) -> Day {
        Day(at.seconds().div_euclid(SECONDS))
    }

    /// The week in which it lies.
    pub fn week(self) -> Week {
        let monday = Day::parse(MONDAY).map_or(0, |day| day.0);
        Week((self.0 - monday).div_euclid(7))
    }
}

impl Week {
    /// Its first day.
    pub fn monday(self) -> Day {
        let monday = Day::parse(MONDAY).map_or(0, |day| day.0);
        Day(monday + 7 * self.0)
    }

    /// The week behind it.
    #[must_use]
    pub fn next(self) -> Week {
        Week(self.0 + 1)
    }

    /// How many weeks it is later than another; none where it is not.
    pub fn since(self, other: Week) -> u64 {
        u64::try_from(self.0 - other.0).unwrap_or(0)
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = Timestamp::of_seconds(self.0 * SECONDS).map_or_else(String::new, |time| time.to_string());
        f.pad(text.get(..10).unwrap_or_default())
    }
}

impl From<Day> for String {
    fn from(day: Day) -> String {
        day.to_string()
    }
}

impl TryFrom<String> for Day {
    type Error = &'static str;
    fn try_from(text: String) -> Result<Day, Self::Error> {
        Day::parse(&text).ok_or("a day is written YYYY-MM-DD")
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Day {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Day".into()
    }
    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({"type": "string", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"})
    }
}
