//! A list that was shown, with everything that its pages tell.

use crate::course::{Course, course};
use crate::day::Day;
use crate::diff::{Diff, diff};
use crate::figures::{Figures, figures};
use crate::library::Library;
use crate::list::List;
use crate::log::LeagueLog;
use crate::season::{Season, season};
use crate::state::League;

/// A list that was shown, with everything that its pages tell.
#[derive(Clone, Debug)]
pub struct Edition {
    /// The league as it was when the list was shown.
    pub league: League,
    /// The season by then.
    pub season: Season,
    /// The list.
    pub list: List,
    /// Whether it is the list whose hash was recorded.
    pub good: bool,
    /// The day on which it was shown.
    pub day: Option<Day>,
    /// Statistics.
    pub figures: Figures,
    /// How the season went.
    pub course: Course,
    /// What became other since the list before.
    pub moved: Option<Diff>,
}

impl Edition {
    /// The list of a number; nothing where it was never shown, or a log is not at hand that it rests on.
    pub fn of(log: &LeagueLog, library: &Library, number: u32) -> Option<Edition> {
        let shown = log.state().lists.iter().find(|shown| shown.publish.list == number)?;
        let (league, season, list) = then(log, library, number)?;
        let day = log.records().iter().find(|record| record.seq == shown.seq).map(|record| Day::of(record.at));
        let earlier = number.checked_sub(1).and_then(|before| then(log, library, before));
        let moved = earlier.map(|(before, _, one)| diff(log, library, (&one, &before), (&list, &league)));
        let (figures, course) = (figures(&league, &season), course(&league, &season, &list));
        let good = list.hash() == shown.publish.hash;
        Some(Edition { league, season, list, good, day, figures, course, moved })
    }
}

/// The league as it was when a list was shown, the season by then, and the list made anew.
pub fn then(log: &LeagueLog, library: &Library, number: u32) -> Option<(League, Season, List)> {
    let shown = log.state().lists.iter().find(|shown| shown.publish.list == number)?;
    let before = usize::try_from(shown.seq).ok()?.checked_sub(2).and_then(|at| log.records().get(at))?;
    let league = log.up_to(before.hash)?.state().clone();
    let season = season(&league, library, None).ok()?;
    let list = List::of(&league, &season, number, None);
    Some((league, season, list))
}
