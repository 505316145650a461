//! Statistics of a season. Every rate carries its count and its intervals; what lies under the declared minimum is there
//! and is not compared.
//!
//! | figure | definition |
//! |---|---|
//! | won by an army | (wins + ½ draws) / games, mirror matches left out, so that all armies together are at ½ |
//! | over games | Wilson, 95 % |
//! | over players, over events | 95 % over clusters: the games of one player, or event, are not independent |
//! | from ratings alone | mean expected score by the ratings from before each week |
//! | funnel | ½ ± z √(¼ / n), z of 95 % and 99.8 %; over-dispersion: χ² / armies |
//! | first turn | score of who had it, mirrors in; by mission its difference from the whole, and one test over all missions |
//! | pair | row against column, blank under the minimum |
//! | secondary | how often picked, victory points, won with it |

use std::collections::{BTreeMap, BTreeSet};

use adjutant_core::chain::Hash;
use adjutant_core::ids::MemberId;
use adjutant_ratings::{Rate, Z_95, clustered, departure, dispersion, homogeneity, mean, quantile, wilson};
use serde::Serialize;

use crate::command::Basis;
use crate::day::Day;
use crate::scheme::Minimum;
use crate::season::{Season, SeasonGame};
use crate::source::SourceKind;
use crate::state::League;

/// A share in ten-thousandths, with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Share {
    /// The share.
    pub value: i64,
    /// The lower end.
    pub low: i64,
    /// The upper end.
    pub high: i64,
}

impl From<Rate> for Share {
    fn from(rate: Rate) -> Share {
        let (value, low, high) = rate.parts();
        Share { value, low, high }
    }
}

/// Half wins of games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Score {
    /// 2 a win, 1 a draw.
    pub halves: u64,
    /// How many.
    pub games: u64,
}

impl Score {
    /// One game more, with its half wins.
    pub fn add(&mut self, halves: u64) {
        self.halves += halves;
        self.games += 1;
    }

    fn rate(self) -> Rate {
        wilson(self.halves, self.games, Z_95)
    }
}

/// All figures of a season.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Figures {
    /// The first and the last day of a game.
    pub days: Option<[Day; 2]>,
    /// How many events, matches alone, and paper games.
    pub logs: [u64; 3],
    /// Rated games; drawn ones among them; games that count and are not rated; mirror matches.
    pub games: u64,
    /// Drawn ones among them.
    pub draws: u64,
    /// Games that count and are not rated.
    pub unrated: u64,
    /// Byes.
    pub byes: u64,
    /// Mirror matches.
    pub mirrors: u64,
    /// Games without a faction on one side.
    pub without_faction: u64,
    /// Below which counts nothing is compared.
    pub minimum: Minimum,
    /// Victory points that facts brought, that are claimed, that are ruled, where match logs tell.
    pub shares: [i64; 3],
    /// Armies, those above the minimum first, the best first.
    pub armies: Vec<Army>,
    /// χ² over the armies above the minimum by their number, in hundredths: 100 where they are all alike.
    pub dispersion: Option<i64>,
    /// The first turn.
    pub first_turn: Option<FirstTurn>,
    /// Pairs of armies with games.
    pub pairs: Vec<Pair>,
    /// Secondary objectives, the most picked first.
    pub secondaries: Vec<Secondary>,
}

/// An army.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Army {
    /// The faction.
    pub faction: String,
    /// Games without mirrors.
    pub score: Score,
    /// How many players.
    pub players: u64,
    /// How many events.
    pub events: u64,
    /// Games of the one who played most.
    pub most: u64,
    /// Whether it is above the minimum.
    pub compared: bool,
    /// Over games.
    pub over_games: Share,
    /// Over players; nothing under three.
    pub over_players: Option<Share>,
    /// Over events; nothing under three.
    pub over_events: Option<Share>,
    /// The lowest and highest of the events with five games or more, and how many they are.
    pub spread: Option<[i64; 3]>,
    /// Whether both intervals leave one half out.
    pub away: bool,
    /// Mean expected score by ratings alone, in ten-thousandths.
    pub expected: Option<i64>,
    /// In games of audited logs alone.
    pub audited: Score,
    /// By thirds of the players' ratings, the lowest first.
    pub bands: [Score; 3],
}

/// The first turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FirstTurn {
    /// Games in which it is known.
    pub score: Score,
    /// Over games.
    pub over_games: Share,
    /// By mission.
    pub missions: Vec<Mission>,
    /// How often equal missions would differ as much, in ten-thousandths.
    pub by_chance: Option<i64>,
}

/// A mission.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Mission {
    /// Its id.
    pub mission: String,
    /// Games of who had the first turn.
    pub score: Score,
    /// The difference from all missions together.
    pub departure: Option<Share>,
}

/// An army against another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Pair {
    /// The army whose score it is.
    pub faction: String,
    /// The other.
    pub against: String,
    /// Games.
    pub score: Score,
    /// Over games; nothing under the minimum.
    pub over_games: Option<Share>,
}

/// A secondary objective.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Secondary {
    /// Its id.
    pub objective: String,
    /// Games of who picked it.
    pub score: Score,
    /// Of how many choosers.
    pub of: u64,
    /// A quarter, half and three quarters brought less, in hundredths of a victory point.
    pub vp: [i64; 3],
    /// Won with it, over games.
    pub over_games: Share,
    /// Over players; nothing under three.
    pub over_players: Option<Share>,
}

/// A side of a rated game.
struct Row<'a> {
    game: &'a SeasonGame,
    side: usize,
    member: &'a MemberId,
    halves: u64,
}

impl Row<'_> {
    fn faction(&self) -> Option<&str> {
        self.game.sides[self.side].faction.as_ref().map(adjutant_core::Name::as_str)
    }

    fn against(&self) -> Option<&str> {
        self.game.sides[1 - self.side].faction.as_ref().map(adjutant_core::Name::as_str)
    }
}

/// The figures of a season. Games of who is left out stay out.
pub fn figures(league: &League, season: &Season) -> Figures {
    let out = |member: &MemberId| league.members.get(member).is_some_and(|member| member.excluded.is_some());
    let rows: Vec<Row<'_>> = season
        .games
        .iter()
        .filter(|game| game.rated && !game.sides.iter().flat_map(|side| &side.member).any(out))
        .flat_map(|game| {
            let sides = game.sides.iter().enumerate();
            sides.filter_map(move |(side, own)| {
                Some(Row { game, side, member: own.member.as_ref()?, halves: game.halves(side) })
            })
        })
        .collect();
    let minimum = league.create.as_ref().map(|create| create.minimum).unwrap_or_default();
    let armies = armies(season, &rows, &minimum);
    let compared = armies.iter().filter(|army| army.compared).map(|army| (army.score.halves, army.score.games));
    let games = || rows.iter().filter(|row| row.side == 0).map(|row| row.game);
    let mirror = |game: &&SeasonGame| game.sides[0].faction.is_some() && game.sides[0].faction == game.sides[1].faction;
    let logs = |kind| {
        let of: BTreeSet<Hash> = season.games.iter().filter(|game| game.kind == kind).map(|game| game.origin).collect();
        of.len() as u64
    };
    Figures {
        days: games().map(|game| game.day).min().zip(games().map(|game| game.day).max()).map(|(one, two)| [one, two]),
        logs: [logs(Some(SourceKind::Event)), logs(Some(SourceKind::Match)), logs(None)],
        games: games().count() as u64,
        draws: games().filter(|game| game.halves(0) == 1).count() as u64,
        unrated: season.games.iter().filter(|game| !game.rated).count() as u64,
        byes: byes(season),
        mirrors: games().filter(mirror).count() as u64,
        without_faction: games().filter(|game| game.sides.iter().any(|side| side.faction.is_none())).count() as u64,
        shares: games()
            .filter_map(|game| game.details.as_ref())
            .fold([0; 3], |sum, details| [0, 1, 2].map(|at| sum[at] + details.shares[at])),
        dispersion: dispersion(&compared.collect::<Vec<_>>()),
        first_turn: first_turn(&rows),
        pairs: pairs(&rows, &minimum),
        secondaries: secondaries(&rows),
        minimum,
        armies,
    }
}

/// Rounds won or drawn without a game.
fn byes(season: &Season) -> u64 {
    let mut games: BTreeMap<(&MemberId, Hash), u64> = BTreeMap::new();
    for game in &season.games {
        let members = game.sides.iter().filter_map(|side| side.member.as_ref());
        members.for_each(|member| *games.entry((member, game.origin)).or_default() += 1);
    }
    let results = season.people.iter().flat_map(|(id, person)| person.results.iter().map(move |result| (id, result)));
    let known = |member, origin| games.get(&(member, origin)).copied().unwrap_or(0);
    results.map(|(id, result)| u64::from(result.count.rounds).saturating_sub(known(id, result.origin))).sum()
}

/// Scores added up by whatever the key is.
fn by<'a, K: Ord>(rows: impl Iterator<Item = &'a Row<'a>>, key: impl Fn(&Row<'a>) -> K) -> BTreeMap<K, Score> {
    let mut all: BTreeMap<K, Score> = BTreeMap::new();
    rows.for_each(|row| all.entry(key(row)).or_default().add(row.halves));
    all
}

/// The share of all games of clusters (those of one player each): Wilson's interval over the games, or the one over the
/// clusters where it is wider. None without a game.
///
/// ```
/// use adjutant_league::figures::{Score, share_of};
/// let of = |scores: &[(u64, u64)]| {
///     share_of(&scores.iter().map(|&(halves, games)| Score { halves, games }).enumerate().collect())
/// };
/// let share = of(&[(2, 20), (38, 40), (60, 140)]).unwrap();
/// assert_eq!((share.value, share.low < 2_500, share.high > 7_500), (2_500, true, false));
/// assert_eq!(of(&[(1, 1)]).map(|share| share.value), Some(5_000));
/// assert_eq!(of(&[]), None);
/// ```
pub fn share_of<K>(clusters: &BTreeMap<K, Score>) -> Option<Share> {
    let (halves, games) =
        clusters.values().fold((0, 0), |(halves, games), one| (halves + one.halves, games + one.games));
    let over_games = (games > 0).then(|| Score { halves, games }.rate())?;
    Some(over(clusters).map_or(over_games, |over_players| over_games.wider(over_players)).into())
}

fn over<K>(clusters: &BTreeMap<K, Score>) -> Option<Rate> {
    clustered(&clusters.values().map(|score| (score.halves, score.games)).collect::<Vec<_>>())
}

/// Which third of all ratings a member's is in.
fn thirds(season: &Season) -> BTreeMap<&MemberId, usize> {
    let mut all: Vec<(i64, &MemberId)> =
        season.ratings.iter().map(|((member, _), rating)| (rating.hundredths(), member)).collect();
    all.sort();
    let count = all.len().max(1);
    all.into_iter().enumerate().map(|(at, (_, member))| (member, at * 3 / count)).collect()
}

fn armies(season: &Season, rows: &[Row<'_>], minimum: &Minimum) -> Vec<Army> {
    let thirds = thirds(season);
    let counted = |row: &&Row<'_>| row.faction().is_some() && row.against().is_some() && row.faction() != row.against();
    let mut of: BTreeMap<&str, Vec<&Row<'_>>> = BTreeMap::new();
    rows.iter().filter(counted).for_each(|row| of.entry(row.faction().unwrap_or_default()).or_default().push(row));
    let army = |(faction, rows): (&str, Vec<&Row<'_>>)| {
        let all = || rows.iter().copied();
        let mut score = Score::default();
        all().for_each(|row| score.add(row.halves));
        let players = by(all(), |row| row.member.clone());
        let events = by(all().filter(|row| row.game.kind == Some(SourceKind::Event)), |row| row.game.origin);
        let (over_games, over_players) = (score.rate(), over(&players));
        let compared =
            score.games >= u64::from(minimum.rate) && players.len() as u64 >= u64::from(minimum.rate_players);
        let large = || events.values().filter(|score| score.games >= 5).map(|score| Share::from(score.rate()).value);
        let audited = by(all().filter(|row| row.game.basis >= Basis::Audited), |_| ());
        let mut bands = [Score::default(); 3];
        all().for_each(|row| bands[thirds.get(row.member).copied().unwrap_or(1).min(2)].add(row.halves));
        let expected: Vec<f64> = all().filter_map(|row| Some(row.game.expected?[row.side])).collect();
        let away = |rate: Rate| rate.excludes(0.5);
        Army {
            faction: faction.to_owned(),
            players: players.len() as u64,
            events: events.len() as u64,
            most: players.values().map(|score| score.games).max().unwrap_or(0),
            compared,
            over_games: over_games.into(),
            over_players: over_players.map(Share::from),
            over_events: over(&events).map(Share::from),
            spread: large().min().zip(large().max()).map(|(low, high)| [low, high, large().count() as i64]),
            away: compared && away(over_games) && over_players.is_some_and(away),
            expected: mean(&expected),
            audited: audited.get(&()).copied().unwrap_or_default(),
            bands,
            score,
        }
    };
    let mut armies: Vec<Army> = of.into_iter().map(army).collect();
    armies.sort_by(|one, two| {
        let key = |army: &Army| (!army.compared, if army.compared { -army.over_games.value } else { 0 });
        key(one).cmp(&key(two)).then_with(|| one.faction.cmp(&two.faction))
    });
    armies
}

fn first_turn(rows: &[Row<'_>]) -> Option<FirstTurn> {
    let first = |row: &&Row<'_>| row.game.details.as_ref().is_some_and(|details| details.first == Some(row.side));
    let mut score = Score::default();
    rows.iter().filter(first).for_each(|row| score.add(row.halves));
    let mission = |row: &Row<'_>| row.game.details.as_ref().and_then(|details| details.mission.clone());
    let known = by(rows.iter().filter(first), mission);
    let known: Vec<(String, Score)> =
        known.into_iter().filter_map(|(mission, score)| Some((mission?, score))).collect();
    let scores: Vec<(u64, u64)> = known.iter().map(|(_, score)| (score.halves, score.games)).collect();
    (score.games > 0).then(|| FirstTurn {
        score,
        over_games: score.rate().into(),
        by_chance: homogeneity(&scores),
        missions: known
            .into_iter()
            .map(|(mission, own)| Mission {
                mission,
                score: own,
                departure: departure((own.halves, own.games), (score.halves, score.games)).map(Share::from),
            })
            .collect(),
    })
}

fn pairs(rows: &[Row<'_>], minimum: &Minimum) -> Vec<Pair> {
    let both =
        rows.iter().filter(|row| row.faction().is_some() && row.against().is_some() && row.faction() != row.against());
    let scores =
        by(both, |row| (row.faction().unwrap_or_default().to_owned(), row.against().unwrap_or_default().to_owned()));
    let pair = |((faction, against), score): ((String, String), Score)| Pair {
        faction,
        against,
        over_games: (score.games >= u64::from(minimum.pair)).then(|| score.rate().into()),
        score,
    };
    scores.into_iter().map(pair).collect()
}

fn secondaries(rows: &[Row<'_>]) -> Vec<Secondary> {
    let mut picked: BTreeMap<&str, Vec<(&Row<'_>, u32)>> = BTreeMap::new();
    let mut choosers = 0;
    for row in rows {
        let Some(details) = &row.game.details else { continue };
        let own = &details.secondaries[row.side];
        choosers += u64::from(!own.is_empty());
        own.iter().for_each(|(objective, vp)| picked.entry(objective).or_default().push((row, *vp)));
    }
    let secondary = |(objective, rows): (&str, Vec<(&Row<'_>, u32)>)| {
        let mut score = Score::default();
        rows.iter().for_each(|(row, _)| score.add(row.halves));
        let vp: Vec<i64> = rows.iter().map(|(_, vp)| i64::from(*vp)).collect();
        Secondary {
            objective: objective.to_owned(),
            of: choosers,
            vp: [25, 50, 75].map(|part| quantile(&vp, part).unwrap_or(0)),
            over_games: score.rate().into(),
            over_players: over(&by(rows.iter().map(|(row, _)| *row), |row| row.member.clone())).map(Share::from),
            score,
        }
    };
    let mut all: Vec<Secondary> = picked.into_iter().map(secondary).collect();
    all.sort_by(|one, two| two.score.games.cmp(&one.score.games).then_with(|| one.objective.cmp(&two.objective)));
    all
}
