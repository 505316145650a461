//! The plan of a day: when what begins, counted from the start of round 1.

use adjutant_core::time::Timestamp;

/// What a plan is counted from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Day {
    /// Its midnight.
    pub date: Timestamp,
    /// When round 1 begins, in minutes since midnight.
    pub begins: u16,
    /// How many rounds are played.
    pub rounds: u16,
    /// Minutes that each takes.
    pub minutes: u16,
    /// Minutes for lunch; 0: none.
    pub lunch: u16,
    /// When lists are due, in minutes since midnight; none where no time is set.
    pub lists: Option<u16>,
}

/// What happens at a time of the day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// The doors open, players check in.
    Doors,
    /// Lists are due.
    ListsClose,
    /// Everybody sees the pairings of round 1.
    PairingsUp,
    /// A round.
    Round {
        /// Which.
        number: u16,
        /// When it ends, in minutes since midnight.
        until: u16,
    },
    /// Lunch, and how many minutes it takes.
    Lunch(u16),
    /// The prizes are given.
    Prizes,
}

/// A line of a plan: minutes since the midnight of its day, and what happens then.
pub type Line = (u16, What);

/// Minutes between two rounds, and before the prizes.
const BETWEEN: u16 = 15;
/// Lunch follows the first round that ends at this time or later.
const NOON: u16 = 11 * 60 + 30;

/// The plan.
///
/// ```
/// use adjutant_core::time::Timestamp;
/// use adjutant_serve::first::plan::{Day, What, clock, plan};
/// let date = Timestamp::parse("2026-11-28T00:00:00Z").unwrap();
/// let day = Day { date, begins: 570, rounds: 3, minutes: 150, lunch: 45, lists: Some(540) };
/// let plan = plan(&day);
/// assert_eq!(plan[3], (570, What::Round { number: 1, until: 720 }));
/// assert_eq!(plan[4], (720, What::Lunch(45)));
/// assert_eq!(clock(plan.last().unwrap().0), "18:15");
/// ```
pub fn plan(day: &Day) -> Vec<Line> {
    let before = |minutes: u16| day.begins.saturating_sub(minutes);
    let mut lines = vec![(before(60), What::Doors), (before(10), What::PairingsUp)];
    lines.extend(day.lists.map(|at| (at, What::ListsClose)));
    lines.sort_by_key(|(at, _)| *at);
    let (mut at, mut hungry) = (day.begins, day.lunch > 0);
    for number in 1..=day.rounds {
        let until = at + day.minutes;
        lines.push((at, What::Round { number, until }));
        at = until + BETWEEN;
        if hungry && until >= NOON && number < day.rounds {
            lines.push((until, What::Lunch(day.lunch)));
            (at, hungry) = (until + day.lunch, false);
        }
    }
    lines.push((at, What::Prizes));
    lines
}

/// A time of the day as a clock shows it; of the days after, with how many they are.
pub fn clock(minutes: u16) -> String {
    let (days, of_day) = (minutes / 1440, minutes % 1440);
    let time = format!("{:02}:{:02}", of_day / 60, of_day % 60);
    if days == 0 { time } else { format!("{time} +{days}") }
}

/// A line in words.
pub fn words(what: What) -> String {
    match what {
        What::Doors => "doors, check-in".to_owned(),
        What::ListsClose => "lists are due".to_owned(),
        What::PairingsUp => "pairings are up".to_owned(),
        What::Round { number, until } => format!("round {number}, until {}", clock(until)),
        What::Lunch(minutes) => format!("lunch, {minutes} min"),
        What::Prizes => "prizes".to_owned(),
    }
}

/// When each round begins, on the clock of the wall.
pub fn begins(day: &Day) -> Vec<Timestamp> {
    let rounds = plan(day).into_iter().filter(|(_, what)| matches!(what, What::Round { .. }));
    rounds.filter_map(|(at, _)| on_the_wall(day, at)).collect()
}

/// A time of the day, in minutes since its midnight.
pub fn on_the_wall(day: &Day, minutes: u16) -> Option<Timestamp> {
    Timestamp::of_seconds(day.date.seconds() + i64::from(minutes) * 60)
}

/// The plan as it is noted in the log.
pub fn written(day: &Day, plan: &[Line]) -> String {
    let lines: Vec<String> = plan.iter().map(|(at, what)| format!("{} {}", clock(*at), words(*what))).collect();
    format!("Plan of {}: {}", day.date.date(), lines.join("; "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lunch_comes_once_and_never_last() {
        let date = Timestamp::parse("2026-11-28T00:00:00Z").unwrap();
        for (begins, rounds, minutes, lunch) in
            [(570, 3, 150, 45), (540, 1, 150, 45), (600, 5, 60, 30), (840, 2, 120, 0)]
        {
            let day = Day { date, begins, rounds, minutes, lunch, lists: Some(begins - 30) };
            let plan = plan(&day);
            let lunches: Vec<usize> = (0..plan.len()).filter(|at| matches!(plan[*at].1, What::Lunch(_))).collect();
            assert_eq!(lunches.len(), usize::from(lunch > 0 && rounds > 1), "{day:?}");
            assert!(lunches.iter().all(|at| matches!(plan[at + 1].1, What::Round { .. })), "{plan:?}");
            assert!(plan.is_sorted_by_key(|(at, _)| *at), "{plan:?}");
            assert!(written(&day, &plan).chars().count() <= 400 || rounds > 8, "{plan:?}");
        }
        assert_eq!(clock(1500), "01:00 +1");
    }
}
