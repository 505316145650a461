//! A season computed: which games count, what everybody's points and ratings are. A pure function of the league and the
//! logs that it pins.

use std::collections::{BTreeMap, BTreeSet};

use adjutant_core::chain::Hash;
use adjutant_core::ids::{MemberId, PlayerId};
use adjutant_core::{Name, Winner};
use adjutant_ratings::{Calibration, Check, Game, Rating, System};

use crate::command::{Basis, Create, DayOf, Late};
use crate::day::{Day, Week};
use crate::library::{Library, Rated};
use crate::scheme::{Count, Margin, Per};
use crate::source::{Details, Source, SourceKind, Standing};
use crate::state::{League, Pinned};

/// A lead of so many victory points is a whole win where margins count.
pub const WHOLE_WIN: u32 = 50;

/// A season.
#[derive(Clone, Debug, PartialEq)]
pub struct Season {
    /// Everybody who stands for themselves, by id; those who are left out too.
    pub people: BTreeMap<MemberId, Person>,
    /// Every game that counts, in the order in which it is rated.
    pub games: Vec<SeasonGame>,
    /// What has a rating, with it.
    pub ratings: BTreeMap<Rated, Rating>,
    /// Every rating before and after each week in which it moved by games.
    pub steps: Vec<Step>,
    /// Whether predictions came true.
    pub calibration: Option<Check>,
    /// What counts nothing yet, and why.
    pub waiting: Vec<Waiting>,
    /// The week of the last game.
    pub last: Option<Week>,
}

/// A person in a season.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Person {
    /// What the events brought, the best first.
    pub results: Vec<EventResult>,
    /// Points of games outside events.
    pub outside: i64,
    /// The points that count.
    pub points: i64,
    /// Rated games won, drawn, lost.
    pub record: [u32; 3],
    /// Whether anything at all counts for the person.
    pub present: bool,
}

impl Person {
    /// How many games are rated.
    pub fn games(&self) -> u32 {
        self.record.iter().sum()
    }
}

/// What an event brought.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventResult {
    /// The log.
    pub origin: Hash,
    /// Its day.
    pub day: Day,
    /// What was counted.
    pub count: Count,
    /// Points.
    pub points: i64,
    /// Whether they are among the best that count.
    pub counted: bool,
}

/// One side of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    /// The person, where it is known.
    pub member: Option<MemberId>,
    /// Id of the player in the log; the member's in a paper game.
    pub player: String,
    /// Faction of the army.
    pub faction: Option<Name>,
    /// Victory points, where they are known.
    pub vp: Option<i64>,
}

/// A game that counts.
#[derive(Clone, Debug, PartialEq)]
pub struct SeasonGame {
    /// Its day.
    pub day: Day,
    /// The week in which it is rated.
    pub week: Week,
    /// The log: hash of its first record, or of the record of a paper game.
    pub origin: Hash,
    /// Whether it is an event, a match, or nothing but paper.
    pub kind: Option<SourceKind>,
    /// Round and table, 0 outside events.
    pub place: (u16, u16),
    /// Both sides.
    pub sides: [Side; 2],
    /// Who won.
    pub result: Winner,
    /// Whether ratings and figures read it.
    pub rated: bool,
    /// How well it is founded.
    pub basis: Basis,
    /// What the log of the match says beside.
    pub details: Option<Details>,
    /// What both were expected to score by the ratings of before the week, where it is rated.
    pub expected: Option<[f64; 2]>,
    /// Whether both had played enough before the week for the prediction to be judged.
    pub judged: bool,
    weight: u32,
}

impl SeasonGame {
    /// Half wins of a side: 2 a win, 1 a draw.
    pub fn halves(&self, side: usize) -> u64 {
        match (self.result, side) {
            (Winner::Draw, _) => 1,
            (Winner::One, 0) | (Winner::Two, 1) => 2,
            _ => 0,
        }
    }
}

/// A rating in a week in which it moved by games.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The week.
    pub week: Week,
    /// Whose.
    pub rated: Rated,
    /// Before it.
    pub before: Rating,
    /// After it.
    pub after: Rating,
}

/// What counts nothing yet, with the log's first record.
#[allow(missing_docs)]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Waiting {
    /// An event or match that is not over.
    Running { origin: Hash },
    /// An event of teams.
    Teams { origin: Hash },
    /// A match of an event that is not pinned, or whose result does not name it.
    OfEvent { origin: Hash, event: String },
    /// A player whom nobody said to be a member.
    Nobody { origin: Hash, player: PlayerId },
    /// A log whose games lie outside the season, or are of other rules.
    Outside { origin: Hash },
}

/// The season up to a day, or all of it.
///
/// # Errors
/// The pinned logs that are not here.
pub fn season(league: &League, library: &Library, until: Option<Day>) -> Result<Season, Vec<Hash>> {
    let missing = library.missing(league);
    if !missing.is_empty() {
        return Err(missing);
    }
    let mut season = Season {
        people: BTreeMap::new(),
        games: Vec::new(),
        ratings: BTreeMap::new(),
        steps: Vec::new(),
        calibration: None,
        waiting: Vec::new(),
        last: None,
    };
    let Some(create) = league.create.as_deref() else { return Ok(season) };
    let stand_for_themselves = league.members.iter().filter(|(_, member)| member.into.is_none());
    season.people = stand_for_themselves.map(|(id, _)| (id.clone(), Person::default())).collect();
    let mut desk = Desk { league, library, create, until, behind: library.behind(league), season };
    desk.logs();
    desk.papers();
    desk.points();
    desk.rate();
    Ok(desk.season)
}

struct Desk<'a> {
    league: &'a League,
    library: &'a Library,
    create: &'a Create,
    until: Option<Day>,
    /// The pinned matches behind games of events.
    behind: BTreeMap<Hash, &'a Source>,
    season: Season,
}

impl Desk<'_> {
    fn logs(&mut self) {
        let league = self.league;
        for (origin, pinned) in league.counted() {
            let Some(source) = self.library.pinned(pinned) else { continue };
            let origin = *origin;
            let other_rules =
                self.create.rules.as_ref().is_some_and(|rules| source.rules.as_deref() != Some(rules.as_str()));
            match (&source.standing, source.day, pinned.pin.on) {
                (Standing::Running, ..) => self.season.waiting.push(Waiting::Running { origin }),
                (Standing::Teams, ..) => self.season.waiting.push(Waiting::Teams { origin }),
                (Standing::OfEvent(event), ..) => self.of_event(origin, source, event),
                (Standing::Over, None, None) => self.season.waiting.push(Waiting::Outside { origin }),
                _ if other_rules => self.season.waiting.push(Waiting::Outside { origin }),
                (Standing::Over, ..) => self.source(origin, pinned, source),
            }
        }
    }

    /// A match of an event adds to the event's game, or waits.
    fn of_event(&mut self, origin: Hash, source: &Source, event: &str) {
        if !source.hashes.iter().any(|head| self.behind.contains_key(head)) {
            self.season.waiting.push(Waiting::OfEvent { origin, event: event.to_owned() });
        }
    }

    fn source(&mut self, origin: Hash, pinned: &Pinned, source: &Source) {
        for player in &source.players {
            if self.league.played(&origin, &player.id).is_none() {
                self.season.waiting.push(Waiting::Nobody { origin, player: player.id.clone() });
            }
        }
        for game in &source.games {
            let by_round = self.create.day == DayOf::Round;
            let of_round = source.round_days.get(usize::from(game.round).saturating_sub(1)).copied();
            let Some(day) = pinned.pin.on.or(of_round.filter(|_| by_round)).or(source.day) else { continue };
            if !self.in_time(day) {
                continue;
            }
            let side = |at: usize| {
                let player = &source.players[game.sides[at]];
                Side {
                    member: self.league.played(&origin, &player.id).cloned(),
                    player: player.id.to_string(),
                    faction: player.faction.clone(),
                    vp: Some(game.vp[at]),
                }
            };
            let behind = game.log.and_then(|head| self.behind.get(&head).copied());
            let played = SeasonGame {
                day,
                week: self.week(day, pinned.lists),
                origin,
                kind: Some(source.kind),
                place: (game.round, game.table),
                sides: [side(0), side(1)],
                result: game.result,
                rated: game.rated && source.basis >= self.create.basis,
                basis: source.basis.max(behind.map_or(Basis::Any, |source| source.basis)),
                details: game.details.clone().or_else(|| behind.and_then(|log| log.games.first()?.details.clone())),
                expected: None,
                judged: false,
                weight: pinned.pin.weight.unwrap_or(1000),
            };
            self.season.games.push(played);
        }
    }

    fn in_time(&self, day: Day) -> bool {
        (self.create.from..=self.create.to).contains(&day) && self.until.is_none_or(|until| day <= until)
    }

    /// The week in which a game is rated: its own or, where late ones wait for the next period, the first behind those
    /// of the last list that was shown before it was pinned.
    fn week(&self, day: Day, lists: usize) -> Week {
        let own = day.week();
        if self.create.late == Late::Insert || lists == 0 {
            return own;
        }
        let shown = self.league.lists.get(lists - 1).map(|shown| &shown.logs);
        let known = self.league.counted().filter(|(origin, _)| shown.is_some_and(|logs| logs.contains_key(*origin)));
        let days = known.filter_map(|(_, pinned)| pinned.pin.on.or(self.library.pinned(pinned)?.day));
        days.map(Day::week).max().map_or(own, |last| own.max(last.next()))
    }

    fn papers(&mut self) {
        for game in &self.league.papers {
            let paper = &game.paper;
            if !self.in_time(paper.on) {
                continue;
            }
            let side = |at: usize| {
                let member = self.league.person(&paper.players[at]).clone();
                let vp = paper.vp.map(|vp| i64::from(vp[at]));
                Side { player: member.to_string(), member: Some(member), faction: None, vp }
            };
            self.season.games.push(SeasonGame {
                day: paper.on,
                week: paper.on.week(),
                origin: game.hash,
                kind: None,
                place: (0, 0),
                sides: [side(0), side(1)],
                result: paper.result,
                rated: self.create.basis == Basis::Any,
                basis: Basis::Any,
                details: None,
                expected: None,
                judged: false,
                weight: 1000,
            });
        }
    }

    fn points(&mut self) {
        self.events();
        for game in &self.season.games {
            let sides = game.sides.iter().enumerate().filter_map(|(at, side)| Some((at, side.member.as_ref()?)));
            for (at, member) in sides {
                let Some(person) = self.season.people.get_mut(member) else { continue };
                person.present = true;
                if game.kind != Some(SourceKind::Event) {
                    let halves = game.halves(at);
                    let count =
                        Count { wins: u32::from(halves == 2), draws: u32::from(halves == 1), ..Count::default() };
                    person.outside += self.create.points.of(&count);
                }
            }
        }
        for person in self.season.people.values_mut() {
            person.results.sort_by_key(|result| (std::cmp::Reverse(result.points), result.day, result.origin));
            let best = self.create.best.map_or(usize::MAX, |best| best as usize);
            person.results.iter_mut().take(best).for_each(|result| result.counted = true);
            let counted = person.results.iter().filter(|result| result.counted);
            person.points = person.outside + counted.map(|result| result.points).sum::<i64>();
        }
    }

    /// What every event brings to whoever played in it; of two entries of one person the better one.
    fn events(&mut self) {
        let started: BTreeSet<Hash> = self.season.games.iter().map(|game| game.origin).collect();
        for (origin, pinned) in self.league.counted() {
            let Some(source) = self.library.pinned(pinned).filter(|_| started.contains(origin)) else { continue };
            let Some(day) = pinned.pin.on.or(source.day) else { continue };
            let rounds = source.games.iter().map(|game| u32::from(game.round)).max().unwrap_or(0);
            let minimum = &self.create.minimum;
            let brings = source.players.len() as u32 >= minimum.players && rounds >= minimum.rounds;
            for player in &source.players {
                let member = self.league.played(origin, &player.id);
                let (Some(member), Some(count)) = (member, player.count) else { continue };
                let Some(person) = self.season.people.get_mut(member) else { continue };
                person.present = true;
                let points = if brings { self.create.points.of(&count) } else { 0 };
                let result = EventResult { origin: *origin, day, count, points, counted: false };
                match person.results.iter_mut().find(|known| known.origin == *origin) {
                    Some(known) if known.points >= points => {}
                    Some(known) => *known = result,
                    None => person.results.push(result),
                }
            }
        }
    }

    /// Rates week after week, from the first day of the season to the week of the last game.
    fn rate(&mut self) {
        for game in &mut self.season.games {
            let known = game.sides.iter().all(|side| side.member.is_some());
            let out = game.sides.iter().filter_map(|side| self.league.members.get(side.member.as_ref()?));
            let gone = out.filter_map(|member| member.excluded).any(|since| since < game.day);
            game.rated = game.rated && known && !gone && game.sides[0].member != game.sides[1].member;
        }
        let key = |game: &SeasonGame| (game.week, game.day, game.origin, game.place, game.sides[0].player.clone());
        self.season.games.sort_by_cached_key(key);
        self.season.last = self.season.games.iter().map(|game| game.week).max();
        let system = self.create.rating.system();
        let (mut index, mut table) = self.starting(&system);
        let mut week = self.create.from.week();
        let mut from = 0;
        let mut calibration = Calibration::default();
        let mut played = vec![0_u32; table.len()];
        while from < self.season.games.len() {
            let until = self.season.games.partition_point(|game| game.week <= week);
            self.one_week(week, from..until, &system, (&mut index, &mut table), (&mut calibration, &mut played));
            (from, week) = (until, week.next());
        }
        self.season.calibration = calibration.check();
        self.season.ratings = index.into_iter().map(|(rated, at)| (rated, table[at])).collect();
        for game in self.season.games.iter().filter(|game| game.rated) {
            for (at, side) in game.sides.iter().enumerate() {
                let person = side.member.as_ref().and_then(|member| self.season.people.get_mut(member));
                let won = 2 - game.halves(at) as usize;
                person.into_iter().for_each(|person| person.record[won] += 1);
            }
        }
    }

    /// Everything that has a rating from the start: what the season before leaves.
    fn starting(&self, system: &System) -> (BTreeMap<Rated, usize>, Vec<Rating>) {
        let mut index = BTreeMap::new();
        let mut table = Vec::new();
        for (rated, rating) in self.library.before.iter().flatten() {
            index.insert(rated.clone(), table.len());
            table.push(*rating);
        }
        let rated = self.season.games.iter().filter(|game| game.rated);
        for rated in rated.flat_map(|game| game.sides.iter().filter_map(|side| self.rated(side))) {
            let at = table.len();
            if *index.entry(rated).or_insert(at) == at {
                table.push(system.start());
            }
        }
        (index, table)
    }

    fn rated(&self, side: &Side) -> Option<Rated> {
        let faction = side.faction.clone().filter(|_| self.create.rating.by == Per::PlayerFaction);
        Some((side.member.clone()?, faction))
    }

    fn one_week(
        &mut self,
        week: Week,
        games: std::ops::Range<usize>,
        system: &System,
        (index, table): (&mut BTreeMap<Rated, usize>, &mut Vec<Rating>),
        (calibration, played): (&mut Calibration, &mut Vec<u32>),
    ) {
        let mut rated = Vec::new();
        for at in games {
            let game = &self.season.games[at];
            let [one, two] =
                [0, 1].map(|side| self.rated(&game.sides[side]).and_then(|rated| index.get(&rated).copied()));
            let (Some(one), Some(two)) = (one, two) else { continue };
            if !game.rated {
                continue;
            }
            let result = match game.result {
                Winner::One => Game::won(one, two),
                Winner::Two => Game { score: 0.0, ..Game::won(one, two) },
                Winner::Draw => Game::drawn(one, two),
            };
            let lead = game.sides[0].vp.zip(game.sides[1].vp).map(|(one, two)| one.abs_diff(two));
            let scaled = match (self.create.rating.margin, lead) {
                (Margin::Scale, Some(lead)) => result.by_margin(u32::try_from(lead).unwrap_or(WHOLE_WIN), WHOLE_WIN),
                _ => result,
            };
            let expected = [system.expected(&table[one], &table[two]), system.expected(&table[two], &table[one])];
            let judged = played[one].min(played[two]) >= self.create.minimum.games;
            if judged {
                calibration.add(expected[0], result.score);
            }
            let weight = game.weight;
            (self.season.games[at].expected, self.season.games[at].judged) = (Some(expected), judged);
            rated.push(scaled.weighing(weight));
        }
        let before = table.clone();
        system.period(table, &rated);
        rated.iter().flat_map(|game| [game.one, game.two]).for_each(|at| played[at] += 1);
        let moved: BTreeSet<usize> = rated.iter().flat_map(|game| [game.one, game.two]).collect();
        let steps = index.iter().filter(|(_, at)| moved.contains(at));
        self.season.steps.extend(steps.map(|(rated, at)| Step {
            week,
            rated: rated.clone(),
            before: before[*at],
            after: table[*at],
        }));
    }
}

/// The ratings that a season leaves for one that begins on a later day: nobody plays in the weeks between, and everybody
/// gets less sure.
pub fn carried(season: &Season, system: &System, from: Day) -> BTreeMap<Rated, Rating> {
    let (rated, mut table): (Vec<&Rated>, Vec<Rating>) = season.ratings.iter().unzip();
    let weeks = season.last.map_or(0, |last| from.week().since(last.next()));
    (0..weeks).for_each(|_| system.period(&mut table, &[]));
    rated.into_iter().cloned().zip(table).collect()
}
