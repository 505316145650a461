//! How a season went: ratings from week to week, points from event to event, points from round to round, and whether
//! predictions came true.

use std::collections::BTreeMap;

use adjutant_core::chain::Hash;
use adjutant_core::ids::MemberId;
use adjutant_ratings::{Rating, Z_95, mean, quantile, wilson};

use crate::day::{Day, Week};
use crate::figures::{Score, Share};
use crate::list::{List, ListRow};
use crate::scheme::RatingRules;
use crate::season::{Season, Step};
use crate::state::League;

/// How a season went.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Course {
    /// What players have after each battle round, where match logs tell who began.
    pub rounds: Vec<RoundScore>,
    /// What the ratings said of favourites, and what came of it, by twentieths.
    pub predictions: Vec<Prediction>,
    /// The events that brought points, in the order of their days.
    pub events: Vec<Hash>,
    /// The first eight of the table, with their counted points after each of those events.
    pub race: Vec<(MemberId, Vec<i64>)>,
}

/// What players have after a battle round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoundScore {
    /// The round.
    pub round: usize,
    /// In how many games.
    pub games: usize,
    /// Of who had the first turn and of the other: a quarter, half and three quarters have less. Units: hundredths of a
    /// victory point.
    pub vp: [[i64; 3]; 2],
}

/// Favourites of whom about the same was expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prediction {
    /// From which expected score on, in ten-thousandths; 500 wide, the last one open to the top.
    pub from: i64,
    /// What they scored.
    pub score: Score,
    /// What was expected of them on average, in ten-thousandths.
    pub expected: i64,
    /// What they scored, with Wilson's interval.
    pub won: Share,
}

/// A rating at the end of a week, in hundredths of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Point {
    /// The week.
    pub week: Week,
    /// The rating.
    pub value: i64,
    /// Half of its 95 % interval.
    pub margin: i64,
    /// Whether it moved by games.
    pub played: bool,
    /// Whether its deviation is above that of a firm rating.
    pub vague: bool,
}

/// So many are in the race.
const RUNNERS: usize = 8;

/// Reckons the course of a season, as its list shows it.
pub fn course(league: &League, season: &Season, list: &List) -> Course {
    let events = events(season);
    let best = league.create.as_ref().and_then(|create| create.best).map_or(usize::MAX, |best| best as usize);
    let runner = |row: &ListRow| {
        let of = season.people.get(&row.id).map(|person| person.results.as_slice()).unwrap_or_default();
        let after = |last: usize| {
            let until = |origin: &Hash| events[..=last].contains(origin);
            // They stand with the best first.
            of.iter().filter(|result| until(&result.origin)).take(best).map(|result| result.points).sum()
        };
        (row.id.clone(), (0..events.len()).map(after).collect())
    };
    let race = list.members.iter().filter(|row| row.rank.is_some()).take(RUNNERS).map(runner).collect();
    Course { rounds: rounds(season), predictions: predictions(season), race, events }
}

fn events(season: &Season) -> Vec<Hash> {
    let results = season.people.values().flat_map(|person| &person.results);
    let mut days: Vec<(Day, Hash)> = results.map(|result| (result.day, result.origin)).collect();
    days.sort();
    days.dedup();
    days.into_iter().map(|(_, origin)| origin).collect()
}

fn rounds(season: &Season) -> Vec<RoundScore> {
    let mut all: BTreeMap<usize, [Vec<i64>; 2]> = BTreeMap::new();
    for details in season.games.iter().filter(|game| game.rated).filter_map(|game| game.details.as_ref()) {
        let Some(first) = details.first else { continue };
        for (round, (own, other)) in details.rounds[first].iter().zip(&details.rounds[1 - first]).enumerate() {
            let known = all.entry(round + 1).or_default();
            known[0].push(*own);
            known[1].push(*other);
        }
    }
    let quarters = |vp: &Vec<i64>| [25, 50, 75].map(|part| quantile(vp, part).unwrap_or(0));
    let score = |(round, vp): (usize, [Vec<i64>; 2])| RoundScore {
        round,
        games: vp[0].len(),
        vp: [quarters(&vp[0]), quarters(&vp[1])],
    };
    all.into_iter().map(score).collect()
}

fn predictions(season: &Season) -> Vec<Prediction> {
    let mut all: BTreeMap<i64, (Score, Vec<f64>)> = BTreeMap::new();
    for game in season.games.iter().filter(|game| game.judged) {
        let Some(expected) = game.expected else { continue };
        let side = usize::from(expected[1] > expected[0]);
        let parts = mean(&expected[side..=side]).unwrap_or(0);
        let (score, own) = all.entry((parts / 500 * 500).clamp(5_000, 9_000)).or_default();
        score.add(game.halves(side));
        own.push(expected[side]);
    }
    let prediction = |(from, (score, own)): (i64, (Score, Vec<f64>))| Prediction {
        from,
        score,
        expected: mean(&own).unwrap_or(0),
        won: wilson(score.halves, score.games, Z_95).into(),
    };
    all.into_iter().map(prediction).collect()
}

/// The rating of a row from the week of its first game to the last week of the season: in weeks without games it becomes
/// less sure. `steps` are those of the row's member; of several ratings the one counts that the list shows.
pub fn path<'a>(
    rules: &RatingRules,
    last: Option<Week>,
    row: &ListRow,
    steps: impl IntoIterator<Item = &'a Step>,
) -> Vec<Point> {
    let (Some(shown), Some(last)) = (&row.rating, last) else { return Vec::new() };
    let system = rules.system();
    let own = steps.into_iter().filter(|step| step.rated.1 == shown.faction);
    let steps: BTreeMap<Week, Rating> = own.map(|step| (step.week, step.after)).collect();
    let Some((first, rating)) = steps.first_key_value() else { return Vec::new() };
    let (mut week, mut table, mut points) = (*first, [*rating], Vec::new());
    while week <= last {
        let moved = steps.get(&week);
        match moved {
            Some(after) => table = [*after],
            None => system.period(&mut table, &[]),
        }
        points.push(Point {
            week,
            value: table[0].hundredths(),
            margin: table[0].margin_hundredths(),
            played: moved.is_some(),
            vague: table[0].is_vaguer_than(system.provisional_above()),
        });
        week = week.next();
    }
    points
}
