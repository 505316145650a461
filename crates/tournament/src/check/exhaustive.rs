//! The declared objective, written a second time, and the best pairing found by trying every one.

use std::collections::{BTreeMap, BTreeSet};

use super::books::{Books, Played};
use crate::command::{Forfeit, Winner};
use crate::id::{PlayerId, RoundNumber};
use crate::lots::{Purpose, draw};
use crate::policy::Method;

/// The largest field for which every pairing is tried.
pub const FIELD_MAX: usize = 14;

/// Lines as in the table of [`crate::pairing`]; the last two are compared for `random` only.
pub(super) type Value = [i64; 8];

struct Seat {
    player: PlayerId,
    points: i64,
    path: Vec<(usize, char)>,
    groups: [Option<String>; 3],
    floats: [i64; 2],
    order: i64,
}

pub(super) struct Field {
    seats: Vec<Seat>,
    met: BTreeSet<(PlayerId, PlayerId)>,
    byes: BTreeSet<PlayerId>,
    lowest: i64,
    apart: [bool; 3],
    paths: bool,
    lots: bool,
}

impl Field {
    pub fn of(books: &Books, round: usize) -> Field {
        let now = &books.rounds[round];
        let points = books.points(round);
        let (met, byes) = books.history(round);
        let lots = books
            .seed
            .as_ref()
            .map(|seed| draw(seed, Purpose::Pairing(RoundNumber(round as u16 + 1)), books.entries.len() as u32));
        let own = |player: &PlayerId| points.get(player).copied().unwrap_or(0);
        let here = books.entries.iter().enumerate().filter(|(_, entry)| now.present.contains(&entry.player));
        let mut places: Vec<(i64, u32, usize)> =
            here.map(|(at, entry)| (-own(&entry.player), lots.as_ref().map_or(0, |lots| lots[at]), at)).collect();
        places.sort_unstable();
        let seats: Vec<Seat> = places
            .iter()
            .enumerate()
            .map(|(order, (_, _, at))| {
                let entry = &books.entries[*at];
                let text = |name: &Option<crate::id::Name>| name.as_ref().map(ToString::to_string);
                Seat {
                    player: entry.player.clone(),
                    points: own(&entry.player),
                    path: path(books, round, &entry.player),
                    groups: [text(&entry.club), text(&entry.team), text(&entry.country)],
                    floats: [1, 2].map(|ago| round.checked_sub(ago).map_or(0, |r| float(books, r, &entry.player))),
                    order: order as i64,
                }
            })
            .collect();
        let policy = books.policies.avoid;
        let random = now.pair.method == Method::Random;
        Field {
            lowest: seats.iter().map(|seat| seat.points).min().unwrap_or(0),
            seats,
            met,
            byes,
            apart: [policy.club, policy.team, policy.country].map(|rounds| round < usize::from(rounds)),
            paths: books.policies.win_path && random,
            lots: random,
        }
    }

    pub fn size(&self) -> usize {
        self.seats.len()
    }

    pub fn value_of(&self, round: &Played) -> Value {
        let at: BTreeMap<&PlayerId, &Seat> = self.seats.iter().map(|seat| (&seat.player, seat)).collect();
        let mut value = [0; 8];
        for pairing in &round.pair.tables {
            if let (Some(one), Some(two)) = (at.get(&pairing.one), at.get(&pairing.two)) {
                add(&mut value, self.game(one, two));
            }
        }
        for seat in round.pair.byes.iter().filter_map(|player| at.get(player)) {
            add(&mut value, self.bye(seat));
        }
        value
    }

    fn game(&self, one: &Seat, two: &Seat) -> Value {
        let (above, below) = if one.points >= two.points { (one, two) } else { (two, one) };
        let gap = above.points - below.points;
        let across = i64::from(gap > 0);
        let again = |ago: usize| across * (i64::from(above.floats[ago] > 0) + i64::from(below.floats[ago] < 0));
        let same = |kind: usize| self.apart[kind] && one.groups[kind].is_some() && one.groups[kind] == two.groups[kind];
        let other_path = i64::from(self.paths && gap == 0 && one.path != two.path);
        let far = if self.lots { (one.order - two.order) * (one.order - two.order) } else { 0 };
        [0, gap * gap, across, again(0), again(1), i64::from((0..3).any(same)), other_path, far]
    }

    fn bye(&self, seat: &Seat) -> Value {
        let end = self.seats.len() as i64 - seat.order;
        let floats = seat.floats.map(|float| i64::from(float > 0));
        let far = if self.lots { end * end } else { 0 };
        [seat.points - self.lowest, 0, 0, floats[0], floats[1], 0, 0, far]
    }

    /// The least value of any legal pairing; nothing where there is none.
    pub fn best(&self) -> Option<Value> {
        let mut left: Vec<usize> = (0..self.seats.len()).collect();
        let mut best = None;
        self.try_all(&mut left, [0; 8], self.seats.len() % 2 == 1, &mut best);
        best
    }

    fn try_all(&self, left: &mut Vec<usize>, so_far: Value, bye_left: bool, best: &mut Option<Value>) {
        if best.is_some_and(|best| so_far >= best) {
            return;
        }
        let Some(one) = left.pop() else {
            *best = Some(so_far);
            return;
        };
        let first = &self.seats[one];
        if bye_left && !self.byes.contains(&first.player) {
            let mut value = so_far;
            add(&mut value, self.bye(first));
            self.try_all(left, value, false, best);
        }
        for at in (0..left.len()).rev() {
            let two = left.remove(at);
            let second = &self.seats[two];
            if !self.met.contains(&(first.player.clone(), second.player.clone())) {
                let mut value = so_far;
                add(&mut value, self.game(first, second));
                self.try_all(left, value, bye_left, best);
            }
            left.insert(at, two);
        }
        left.push(one);
    }
}

fn add(value: &mut Value, more: Value) {
    value.iter_mut().zip(more).for_each(|(line, more)| *line += more);
}

fn path(books: &Books, rounds: usize, player: &PlayerId) -> Vec<(usize, char)> {
    let mut path = Vec::new();
    for (number, round) in books.rounds[..rounds].iter().enumerate() {
        if round.pair.byes.contains(player) {
            path.push((number, 'W'));
        }
        for pairing in round.pair.tables.iter().filter(|p| p.one == *player || p.two == *player) {
            let Some(result) = round.results.get(&pairing.table) else { continue };
            let first = pairing.one == *player;
            let letter = match (result.forfeit, result.winner()) {
                (Some(Forfeit::Both), _) => 'L',
                (Some(Forfeit::One), _) | (None, Winner::Two) => {
                    if first {
                        'L'
                    } else {
                        'W'
                    }
                }
                (Some(Forfeit::Two), _) | (None, Winner::One) => {
                    if first {
                        'W'
                    } else {
                        'L'
                    }
                }
                (None, Winner::Draw) => 'D',
            };
            path.push((number, letter));
        }
    }
    path
}

/// 1 where the player met somebody with fewer points or had a bye, -1 where somebody with more.
fn float(books: &Books, round: usize, player: &PlayerId) -> i64 {
    let played = &books.rounds[round];
    if played.pair.byes.contains(player) {
        return 1;
    }
    let points = books.points(round);
    let of = |player: &PlayerId| points.get(player).copied().unwrap_or(0);
    let pairing = played.pair.tables.iter().find(|p| p.one == *player || p.two == *player);
    pairing.map_or(0, |p| {
        let other = if p.one == *player { &p.two } else { &p.one };
        (of(player) - of(other)).signum()
    })
}
