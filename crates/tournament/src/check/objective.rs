//! The declared objective, written a second time; see the table of [`crate::pairing`].

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::books::Books;
use super::crosstable::{Crosstable, pairing_lots};
use super::played::Letter;
use crate::command::Pair;
use crate::id::{Alike, Name, PlayerId};
use crate::policy::{Method, Policies, Seeding, TieBreak};

/// So many pairs are named in a finding.
const NAMED: usize = 6;

/// The lines of the objective.
pub(super) type Value = [i64; 8];

/// How many lines, from the first on, rest on match points alone.
pub(super) const OUTSET: usize = 3;

/// Two seats, or one seat and the bye.
pub(super) type Couple = (usize, Option<usize>);

struct Seat {
    player: PlayerId,
    points: i64,
    path: Vec<(usize, Letter)>,
    groups: [Option<String>; 4],
    floats: [i64; 2],
    /// Place by points, then by the order that the method reads.
    place: i64,
    /// Place by points, then by lot.
    lot: i64,
    battle: i64,
    /// How many have these points.
    group: i64,
}

/// Everybody here in a round, as the records before it have them.
pub(super) struct Field {
    seats: Vec<Seat>,
    met: Vec<BTreeSet<usize>>,
    byes: BTreeSet<usize>,
    lowest: i64,
    apart: [bool; 4],
    paths: bool,
    method: Method,
    /// Whom the organiser had set beside whom; `None` for the bye.
    set: BTreeMap<usize, Option<usize>>,
}

impl Field {
    /// `books` are those before the record that pairs.
    pub fn of(books: &Books, pair: &Pair) -> Field {
        let round = usize::from(pair.round.0.max(1)) - 1;
        let table = Crosstable::of(books, round);
        let lots = pairing_lots(books, pair.round);
        let here = books.here();
        let seated: Vec<usize> =
            (0..books.entries.len()).filter(|at| here.contains(&books.entries[*at].0.player)).collect();
        let by_lot = places(&seated, |at| (-table.points[at], lots[at]));
        let by_method = match pair.method {
            Method::Random | Method::Manual => by_lot.clone(),
            Method::BattlePoints => places(&seated, |at| (-table.points[at], -table.battle(at))),
            Method::Nearest | Method::Slide if round == 0 && books.policies.seeding == Seeding::Rating => {
                places(&seated, |at| (std::cmp::Reverse(books.entries[at].0.rating), lots[at]))
            }
            Method::Nearest | Method::Slide => {
                let mut criteria = books.policies.tie_breaks.clone();
                criteria.push(TieBreak::Lot);
                let standing: BTreeMap<usize, i64> =
                    table.placed(&criteria).iter().zip(0..).map(|(placed, index)| (placed.player, index)).collect();
                // A player who enters for this very round stands behind those of equal points.
                places(&seated, |at| (-table.points[at], standing.get(&at).copied().unwrap_or(i64::MAX)))
            }
        };
        let floats = [1, 2].map(|ago| floats(&table, books, round.checked_sub(ago)));
        let mut groups: BTreeMap<i64, i64> = BTreeMap::new();
        seated.iter().for_each(|at| *groups.entry(table.points[*at]).or_default() += 1);
        let seeds = protected(books);
        let seat = |(index, at): (usize, &usize)| {
            let entry = &books.entries[*at].0;
            // Version 1 of the pairing compared names letter by letter.
            let alike = pair.algorithm > 1;
            let read = |name: &Name| if alike { name.alike() } else { name.to_string() };
            let text = |name: &Option<Name>| name.as_ref().map(read);
            Seat {
                player: entry.player.clone(),
                points: table.points[*at],
                path: table.path_of(*at),
                groups: [
                    text(&entry.club),
                    text(&entry.team),
                    text(&entry.country),
                    seeds.contains(at).then(String::new),
                ],
                floats: [floats[0][*at], floats[1][*at]],
                place: by_method[index],
                lot: by_lot[index],
                battle: table.battle(*at),
                group: groups[&table.points[*at]],
            }
        };
        let seats: Vec<Seat> = seated.iter().enumerate().map(seat).collect();
        let index: HashMap<&PlayerId, usize> = seats.iter().enumerate().map(|(at, seat)| (&seat.player, at)).collect();
        let mut rows = vec![BTreeSet::new(); seats.len()];
        for (one, two) in books.games_before(round).filter_map(|game| index.get(&game.one).zip(index.get(&game.two))) {
            rows[*one].insert(*two);
            rows[*two].insert(*one);
        }
        let Policies { avoid, protected_seeds, .. } = &books.policies;
        Field {
            lowest: seats.iter().map(|seat| seat.points).min().unwrap_or(0),
            byes: books.byes_before(round).iter().filter_map(|player| index.get(*player).copied()).collect(),
            met: rows,
            apart: [avoid.club, avoid.team, avoid.country, protected_seeds.rounds].map(|rounds| round < rounds.into()),
            paths: books.policies.win_path && pair.method == Method::Random,
            method: pair.method,
            set: set_by_hand(pair, &index),
            seats,
        }
    }

    pub fn size(&self) -> usize {
        self.seats.len()
    }

    /// The pairings of a round as seats; players who are not here are left out.
    pub fn seated(&self, pair: &Pair) -> Vec<Couple> {
        let index: HashMap<&PlayerId, usize> = self.seats.iter().enumerate().map(|(at, s)| (&s.player, at)).collect();
        let at = |player| index.get(player).copied();
        let games = pair.tables.iter().filter_map(|p| Some((at(&p.one)?, Some(at(&p.two)?))));
        games.chain(pair.byes.iter().filter_map(|player| Some((at(player)?, None)))).collect()
    }

    /// Pairs in words.
    pub fn named(&self, couples: &[Couple]) -> String {
        let id = |at: usize| self.seats[at].player.as_str();
        let name = |(one, two): &Couple| format!("{}–{}", id(*one), two.map_or("bye", id));
        let named: Vec<String> = couples.iter().take(NAMED).map(name).collect();
        let more = couples.len().checked_sub(NAMED).filter(|more| *more > 0);
        named.join(", ") + &more.map_or_else(String::new, |more| format!(" and {more} more"))
    }

    pub fn value_of(&self, couples: &[Couple]) -> Value {
        let mut value = [0; 8];
        couples.iter().for_each(|couple| add(&mut value, self.cost(*couple)));
        value
    }

    /// Whether a pair is neither a rematch nor a second bye.
    pub fn is_legal(&self, (one, two): Couple) -> bool {
        let said = self
            .set
            .get(&one)
            .copied()
            .or_else(|| two.filter(|two| self.set.contains_key(two)).map(|_| Some(usize::MAX)));
        if let Some(said) = said {
            return said == two;
        }
        match two {
            Some(two) => one != two && !self.met[one].contains(&two),
            None => !self.byes.contains(&one),
        }
    }

    pub fn cost(&self, (one, two): Couple) -> Value {
        let [bye, gap, across] = self.outset(&[(one, two)]);
        let [last, before, kept, by_method, lots] = match two {
            Some(two) => self.game(&self.seats[one], &self.seats[two]),
            None => self.bye(&self.seats[one]),
        };
        [bye, gap, across, last, before, kept, by_method, lots]
    }

    /// The lines of the value of some couples that rest on match points alone.
    pub fn outset(&self, couples: &[Couple]) -> [i64; OUTSET] {
        let mut lines = [0; OUTSET];
        for (one, two) in couples {
            let points = self.seats[*one].points;
            match two {
                Some(two) => {
                    let gap = points - self.seats[*two].points;
                    lines[1] += square(gap);
                    lines[2] += i64::from(gap != 0);
                }
                None => lines[0] += points - self.lowest,
            }
        }
        lines
    }

    /// The lines of a game after its outset.
    fn game(&self, one: &Seat, two: &Seat) -> [i64; 8 - OUTSET] {
        let (above, below) = if one.points >= two.points { (one, two) } else { (two, one) };
        let gap = above.points - below.points;
        let across = i64::from(gap > 0);
        let again = |ago: usize| across * (i64::from(above.floats[ago] > 0) + i64::from(below.floats[ago] < 0));
        let same = |kind: usize| self.apart[kind] && one.groups[kind].is_some() && one.groups[kind] == two.groups[kind];
        let apart = (one.place - two.place).abs();
        let by_method = match self.method {
            Method::Random | Method::Manual => i64::from(self.paths && gap == 0 && one.path != two.path),
            Method::Nearest => square(apart),
            Method::Slide => square(apart - (1 - across) * (one.group / 2)),
            Method::BattlePoints => square(one.battle - two.battle),
        };
        let kept = i64::from((0..4).any(same));
        [again(0), again(1), kept, by_method, square(one.lot - two.lot)]
    }

    /// The lines of a bye after its outset.
    fn bye(&self, seat: &Seat) -> [i64; 8 - OUTSET] {
        let end = self.seats.len() as i64;
        let floats = seat.floats.map(|float| i64::from(float > 0));
        let by_method = match self.method {
            Method::Random | Method::Manual => 0,
            Method::Nearest | Method::Slide | Method::BattlePoints => square(end - seat.place),
        };
        [floats[0], floats[1], 0, by_method, square(end - seat.lot)]
    }
}

/// Whom the organiser had set beside whom, by seat.
fn set_by_hand(pair: &Pair, index: &HashMap<&PlayerId, usize>) -> BTreeMap<usize, Option<usize>> {
    let mut set = BTreeMap::new();
    for player in &pair.fixed {
        let Some(at) = index.get(player) else { continue };
        let with = |one: &PlayerId, two: &PlayerId| (one == player).then(|| index.get(two).copied());
        let mut games = pair.tables.iter();
        let other = games.find_map(|game| with(&game.one, &game.two).or_else(|| with(&game.two, &game.one)));
        let other = other.flatten();
        set.insert(*at, other);
        set.extend(other.map(|other| (other, Some(*at))));
    }
    set
}

/// Places of the seeds that do not meet in the first rounds: those whom fewer than that many others outrank.
fn protected(books: &Books) -> BTreeSet<usize> {
    let most = usize::from(books.policies.protected_seeds.seeds);
    let rated: Vec<(i64, usize)> = (0..books.entries.len())
        .filter_map(|at| Some((-i64::from(books.entries[at].0.rating?), at)))
        .filter(|_| most > 0)
        .collect();
    let ahead = |own: &(i64, usize)| rated.iter().filter(|other| *other < own).count();
    rated.iter().filter(|own| ahead(own) < most).map(|(_, at)| *at).collect()
}

fn square(number: i64) -> i64 {
    number * number
}

pub(super) fn add(value: &mut Value, more: Value) {
    value.iter_mut().zip(more).for_each(|(line, more)| *line += more);
}

/// The place of each of some players by a key; equal keys in order of entry.
fn places<K: Ord>(seated: &[usize], key: impl Fn(usize) -> K) -> Vec<i64> {
    let mut order: Vec<usize> = (0..seated.len()).collect();
    order.sort_by_cached_key(|index| key(seated[*index]));
    let mut places = vec![0; seated.len()];
    order.iter().zip(0..).for_each(|(index, place)| places[*index] = place);
    places
}

/// For everybody: 1 where the player met somebody with fewer points or had a bye, -1 where somebody with more.
fn floats(table: &Crosstable, books: &Books, round: Option<usize>) -> Vec<i64> {
    let mut floats = vec![0; books.entries.len()];
    let Some(round) = round else { return floats };
    let points = table.points_before(round);
    let pair = &books.rounds[round].pair;
    for pairing in &pair.tables {
        if let Some((one, two)) = table.place_of(&pairing.one).zip(table.place_of(&pairing.two)) {
            floats[one] = (points[one] - points[two]).signum();
            floats[two] = -floats[one];
        }
    }
    pair.byes.iter().filter_map(|player| table.place_of(player)).for_each(|at| floats[at] = 1);
    floats
}
