//! A Swiss round as a matching problem.

use std::collections::BTreeMap;

use crate::command::{Objective, Pair, Pairing};
use crate::id::{Alike, Name, PlayerId, RoundNumber};
use crate::lots::{Purpose, draw};
use crate::policy::{Method, Seeding, Separation, TieBreak};
use crate::standings::{Ledger, Outcome, rank};
use crate::state::Tournament;
use adjutant_matching::{Cost, LINES, Problem, Vertex};

/// Version of the pairing algorithm, written into every `pair` record. Version 2 compares clubs, teams and countries as
/// people read them and seats a bracket by rank first; version 1 compared letter by letter.
pub const ALGORITHM: u16 = 2;
/// Neighbours in each order that become candidates.
const REACH: usize = 5;
/// What a rematch or a second bye counts on line 0, where they are allowed at all: more than any player's points.
const AGAIN: i64 = 1 << 40;

/// What the objective reads of one player.
#[derive(Clone, Debug, PartialEq)]
struct Side {
    points: i64,
    path: u32,
    club: Option<u32>,
    team: Option<u32>,
    country: Option<u32>,
    /// Whether the player is a seed that meets no other in this round.
    protected: bool,
    /// Floats of the last round and of the one before: 1 down, -1 up.
    floats: [i8; 2],
    /// Place by points, then by the method's own order.
    position: i64,
    /// Place by points, then by lot.
    lot: i64,
    /// What `battle-points` compares; nothing for the other methods.
    metric: i64,
    half: i64,
    group: usize,
    met: Vec<u32>,
    had_bye: bool,
}

/// Everybody present in a round, as the objective sees them; the bye of an odd field is one more vertex.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    players: Vec<PlayerId>,
    sides: Vec<Side>,
    /// Players with the same points; where win paths count, with the same path too.
    groups: Vec<Vec<Vertex>>,
    lowest: i64,
    by_position: Vec<u32>,
    by_lot: Vec<u32>,
    method: Method,
    win_path: bool,
    apart: Separation,
    round: RoundNumber,
    rematches: bool,
    /// Whom the organiser has given whom, or the bye.
    set: BTreeMap<Vertex, Vertex>,
}

impl Field {
    /// The field of a recorded round as the state before it has it.
    pub(super) fn of_pair(before: &Tournament, pair: &Pair) -> Field {
        Field::of(before, pair.round, pair.method, pair.rematches).with_set(pair.set_by_hand())
    }

    /// The same where some games, or a bye, are set.
    pub(super) fn with_set<'a>(mut self, games: impl Iterator<Item = (&'a PlayerId, Option<&'a PlayerId>)>) -> Field {
        let bye = Vertex(self.players.len() as u32);
        for (one, two) in games {
            let two = two.map_or(Some(bye), |two| self.vertex(two));
            if let Some((one, two)) = self.vertex(one).zip(two) {
                self.set.extend([(one, two), (two, one)]);
            }
        }
        self
    }

    /// Whether the organiser has set whom a vertex meets.
    pub(super) fn is_set(&self, vertex: Vertex) -> bool {
        self.set.contains_key(&vertex)
    }

    /// The field of a round as the state before it has it.
    pub fn of(state: &Tournament, round: RoundNumber, method: Method, rematches: bool) -> Field {
        let before = RoundNumber(round.0.saturating_sub(1));
        let policies = state.policies();
        let ledger = Ledger::of(state, before);
        let places: Vec<usize> =
            state.present(round).iter().filter_map(|player| state.place(&player.entry.player)).collect();
        let mut names = Names::default();
        // What the method does not read is left out: fields are equal where a search finds the same in them.
        let win_path = policies.win_path && method == Method::Random;
        let battle_points = method == Method::BattlePoints;
        let mut sides: Vec<Side> = Vec::new();
        let mut local: Vec<Option<u32>> = vec![None; state.players.len()];
        (0..).zip(&places).for_each(|(vertex, at)| local[*at] = Some(vertex));
        for at in &places {
            let entry = &state.players[*at].entry;
            let entrant = &ledger.entrants[*at];
            sides.push(Side {
                points: entrant.points(),
                path: if win_path {
                    names.path(entrant.lines.iter().map(|line| (line.round, line.outcome)).collect())
                } else {
                    0
                },
                club: entry.club.as_ref().map(|name| names.number("club", name)),
                team: entry.team.as_ref().map(|name| names.number("team", name)),
                country: entry.country.as_ref().map(|name| names.number("country", name)),
                protected: false,
                floats: [0, 0],
                position: 0,
                lot: 0,
                metric: if battle_points { entrant.lines.iter().map(|line| line.battle_points).sum() } else { 0 },
                half: 0,
                group: 0,
                met: Vec::new(),
                had_bye: false,
            });
        }
        let mut field = Field {
            players: places.iter().map(|at| state.players[*at].entry.player.clone()).collect(),
            lowest: sides.iter().map(|side| side.points).min().unwrap_or(0),
            sides,
            groups: Vec::new(),
            by_position: Vec::new(),
            by_lot: Vec::new(),
            method,
            win_path,
            apart: policies.avoid,
            round,
            rematches,
            set: BTreeMap::new(),
        };
        field.protect(state, &local);
        field.read_history(state, &ledger, &local);
        field.set_orders(state, &ledger, &places);
        field.set_groups()
    }

    /// The players, by vertex; an odd field has one vertex more, the bye.
    pub fn players(&self) -> &[PlayerId] {
        &self.players
    }

    /// The vertex of a player.
    pub fn vertex(&self, player: &PlayerId) -> Option<Vertex> {
        self.players.iter().position(|other| other == player).map(|at| Vertex(at as u32))
    }

    /// The round.
    pub(super) fn round(&self) -> RoundNumber {
        self.round
    }

    /// How players of the same points are paired.
    pub(super) fn method(&self) -> Method {
        self.method
    }

    /// Whether rematches are allowed.
    pub(super) fn rematches(&self) -> bool {
        self.rematches
    }

    /// Match points of a player before the round.
    pub fn points(&self, vertex: Vertex) -> i64 {
        self.sides.get(vertex.index()).map_or(0, |side| side.points)
    }

    /// Place of a player in the order that the method reads, the highest points first.
    pub(super) fn standing(&self, vertex: Vertex) -> i64 {
        self.sides.get(vertex.index()).map_or(i64::MAX, |side| side.position)
    }

    /// Whether a vertex stands for the bye.
    pub fn is_bye(&self, vertex: Vertex) -> bool {
        vertex.index() >= self.players.len()
    }

    /// Whether two players have met.
    pub fn have_met(&self, one: Vertex, two: Vertex) -> bool {
        !self.is_bye(one) && self.sides[one.index()].met.contains(&two.0)
    }

    /// Whether a player has had a bye.
    pub fn had_bye(&self, one: Vertex) -> bool {
        self.sides.get(one.index()).is_some_and(|side| side.had_bye)
    }

    /// Whether the policy wants two players apart in this round.
    pub fn kept_apart(&self, one: Vertex, two: Vertex) -> bool {
        if self.is_bye(one) || self.is_bye(two) {
            return false;
        }
        let (one, two) = (&self.sides[one.index()], &self.sides[two.index()]);
        let same = |rounds: u16, a: Option<u32>, b: Option<u32>| self.round.0 <= rounds && a.is_some() && a == b;
        same(self.apart.club, one.club, two.club)
            || same(self.apart.team, one.team, two.team)
            || same(self.apart.country, one.country, two.country)
            || one.protected && two.protected
    }

    /// The value of some pairings and byes on the lines of the objective.
    pub fn value(&self, tables: &[Pairing], byes: &[PlayerId]) -> (Cost, Objective) {
        let at: BTreeMap<&PlayerId, u32> = self.players.iter().enumerate().map(|(v, p)| (p, v as u32)).collect();
        let vertex = |player: &PlayerId| at.get(player).copied().map(Vertex);
        let games = tables.iter().filter_map(|pairing| Some((vertex(&pairing.one)?, vertex(&pairing.two)?)));
        let nobody = Vertex(self.players.len() as u32);
        let byes = byes.iter().filter_map(|player| Some((vertex(player)?, nobody)));
        let cost: Cost = games.chain(byes).map(|(one, two)| self.cost(one, two)).sum();
        (cost, objective(cost, false))
    }

    /// The seeds by rating that do not meet in the first rounds.
    fn protect(&mut self, state: &Tournament, local: &[Option<u32>]) {
        let Some(policy) = state.create.as_ref().map(|create| create.policies.protected_seeds) else { return };
        if self.round.0 > policy.rounds {
            return;
        }
        let mut rated: Vec<usize> =
            (0..state.players.len()).filter(|at| state.players[*at].entry.rating.is_some()).collect();
        rated.sort_by_key(|at| (std::cmp::Reverse(state.players[*at].entry.rating), *at));
        for own in rated.iter().take(policy.seeds.into()).filter_map(|at| local[*at]) {
            self.sides[own as usize].protected = true;
        }
    }

    fn read_history(&mut self, state: &Tournament, ledger: &Ledger, local: &[Option<u32>]) {
        let vertex = |player: &PlayerId| state.place(player).and_then(|at| local[at]);
        for round in state.rounds.iter().filter(|round| round.pair.round < self.round) {
            let ago = usize::from(self.round.0 - round.pair.round.0);
            let points = |at: Option<usize>| at.map_or(0, |at| points_before(state, ledger, at, round.pair.round));
            for pairing in &round.pair.tables {
                let (one, two) = (state.place(&pairing.one), state.place(&pairing.two));
                let down = if ago <= 2 { (points(one) - points(two)).signum() as i8 } else { 0 };
                let [one, two] = [one, two].map(|at| at.and_then(|at| local[at]));
                for (own, other, float) in [(one, two, down), (two, one, -down)] {
                    let Some(own) = own else { continue };
                    let side = &mut self.sides[own as usize];
                    side.met.extend(other);
                    if ago <= 2 {
                        side.floats[ago - 1] = float;
                    }
                }
            }
            let (best, _) = state.policies().best_and_even();
            let full = |player: &&crate::state::Player| {
                player.asked_byes.get(&round.pair.round).is_some_and(|points| i64::from(*points) >= best)
            };
            let asked = state.players.iter().filter(full).map(|player| &player.entry.player);
            for own in asked.filter_map(vertex).collect::<Vec<_>>() {
                self.sides[own as usize].had_bye = true;
            }
            for own in round.pair.byes.iter().filter_map(vertex) {
                let side = &mut self.sides[own as usize];
                side.had_bye = true;
                if ago <= 2 {
                    side.floats[ago - 1] = 1;
                }
            }
        }
    }

    fn set_orders(&mut self, state: &Tournament, ledger: &Ledger, places: &[usize]) {
        let Some(create) = &state.create else { return };
        let lots = draw(&create.seed, Purpose::Pairing(self.round), state.players.len() as u32);
        self.by_lot = self.ordered(|at| i64::from(lots[places[at]]));
        self.by_position = match self.method {
            Method::Random | Method::Manual => self.by_lot.clone(),
            Method::BattlePoints => {
                let metric: Vec<i64> = self.sides.iter().map(|side| -side.metric).collect();
                self.ordered(|at| metric[at])
            }
            Method::Nearest | Method::Slide if self.round.0 == 1 && create.policies.seeding == Seeding::Rating => {
                let seeds = state.seeds();
                self.ordered(|at| i64::from(seeds[places[at]]))
            }
            Method::Nearest | Method::Slide => {
                let final_lots = draw(&create.seed, Purpose::Standings, state.players.len() as u32);
                let mut policies = create.policies.clone();
                policies.tie_breaks.push(TieBreak::Lot);
                let ranking = rank(ledger, &policies, &final_lots);
                let mut place = vec![i64::MAX; state.players.len()];
                for (index, (_, at)) in ranking.order.iter().enumerate() {
                    place[*at] = index as i64;
                }
                self.ordered(|at| place[places[at]])
            }
        };
        for (position, vertex) in self.by_position.clone().into_iter().enumerate() {
            self.sides[vertex as usize].position = position as i64;
        }
        for (position, vertex) in self.by_lot.clone().into_iter().enumerate() {
            self.sides[vertex as usize].lot = position as i64;
        }
    }

    fn ordered(&self, key: impl Fn(usize) -> i64) -> Vec<u32> {
        let mut order: Vec<u32> = (0..self.sides.len() as u32).collect();
        order.sort_by_key(|v| (-self.sides[*v as usize].points, key(*v as usize), *v));
        order
    }

    /// The field with its groups, the last thing that it needs.
    fn set_groups(mut self) -> Field {
        let mut sizes: BTreeMap<i64, i64> = BTreeMap::new();
        let mut groups: BTreeMap<(i64, u32), Vec<Vertex>> = BTreeMap::new();
        for (at, side) in self.sides.iter().enumerate() {
            *sizes.entry(side.points).or_default() += 1;
            let path = if self.win_path { side.path } else { 0 };
            groups.entry((-side.points, path)).or_default().push(Vertex(at as u32));
        }
        self.sides.iter_mut().for_each(|side| side.half = sizes[&side.points] / 2);
        self.groups = groups.into_values().collect();
        for (at, group) in self.groups.iter_mut().enumerate() {
            group.sort_by_key(|v| self.sides[v.index()].lot);
            group.iter().for_each(|v| self.sides[v.index()].group = at);
        }
        if self.players.len() % 2 == 1 {
            self.groups.push(vec![Vertex(self.players.len() as u32)]);
        }
        self
    }

    fn bye_cost(&self, player: Vertex) -> Cost {
        let side = &self.sides[player.index()];
        let end = self.sides.len() as i64;
        let mut lines = [0; LINES];
        lines[0] = side.points - self.lowest + if side.had_bye { AGAIN } else { 0 };
        lines[3] = i64::from(side.floats[0] == 1);
        lines[4] = i64::from(side.floats[1] == 1);
        if !matches!(self.method, Method::Random | Method::Manual) {
            lines[6] = (end - side.position).pow(2);
        }
        lines[7] = (end - side.lot).pow(2);
        Cost::of(lines)
    }

    fn method_cost(&self, one: &Side, two: &Side) -> i64 {
        let distance = (one.position - two.position).abs();
        match self.method {
            Method::Random | Method::Manual => {
                i64::from(self.win_path && one.points == two.points && one.path != two.path)
            }
            Method::Nearest => distance.pow(2),
            Method::Slide if one.points == two.points => (distance - one.half).pow(2),
            Method::Slide => distance.pow(2),
            Method::BattlePoints => (one.metric - two.metric).pow(2),
        }
    }
}

/// Match points of a player when a round was paired.
fn points_before(state: &Tournament, ledger: &Ledger, at: usize, round: RoundNumber) -> i64 {
    let lines = ledger.entrants[at].lines.iter().filter(|line| line.round < round);
    let penalties = state.players[at].penalties.iter().filter(|(from, _)| *from < round);
    lines.map(|line| line.points).sum::<i64>() + penalties.map(|(_, points)| i64::from(*points)).sum::<i64>()
}

/// The objective of a cost vector.
pub(super) fn objective(cost: Cost, optimal: bool) -> Objective {
    let lines = cost.lines();
    Objective {
        squared_differences: lines[1],
        cross_group: lines[2],
        repeat_floats: lines[3] + lines[4],
        club: lines[5],
        optimal,
    }
}

fn repeats(higher: &Side, lower: &Side, ago: usize) -> i64 {
    i64::from(higher.floats[ago] == 1) + i64::from(lower.floats[ago] == -1)
}

impl Problem for Field {
    fn size(&self) -> u32 {
        (self.players.len() + self.players.len() % 2) as u32
    }

    fn allowed(&self, one: Vertex, two: Vertex) -> bool {
        if one == two {
            return false;
        }
        if self.is_set(one) || self.is_set(two) {
            return self.set.get(&one) == Some(&two);
        }
        if self.rematches {
            return true;
        }
        match (self.is_bye(one), self.is_bye(two)) {
            (true, _) => !self.sides[two.index()].had_bye,
            (_, true) => !self.sides[one.index()].had_bye,
            _ => !self.have_met(one, two),
        }
    }

    fn cost(&self, one: Vertex, two: Vertex) -> Cost {
        if self.is_bye(one) {
            return self.bye_cost(two);
        }
        if self.is_bye(two) {
            return self.bye_cost(one);
        }
        let (a, b) = (&self.sides[one.index()], &self.sides[two.index()]);
        let mut lines = [0; LINES];
        if self.rematches && self.have_met(one, two) {
            lines[0] = AGAIN;
        }
        if a.points != b.points {
            let (higher, lower) = if a.points > b.points { (a, b) } else { (b, a) };
            lines[1] = (a.points - b.points).pow(2);
            lines[2] = 1;
            lines[3] = repeats(higher, lower, 0);
            lines[4] = repeats(higher, lower, 1);
        }
        lines[5] = i64::from(self.kept_apart(one, two));
        lines[6] = self.method_cost(a, b);
        lines[7] = (a.lot - b.lot).pow(2);
        Cost::of(lines)
    }

    fn candidates(&self, vertex: Vertex) -> Vec<Vertex> {
        if let Some(other) = self.set.get(&vertex) {
            return vec![*other];
        }
        if self.is_bye(vertex) {
            let eligible = self.by_lot.iter().rev().filter(|v| !self.sides[**v as usize].had_bye);
            return eligible.take(8 * REACH).map(|v| Vertex(*v)).collect();
        }
        let side = &self.sides[vertex.index()];
        let mut found = Vec::new();
        self.around(&self.by_lot, side.lot, vertex, |_| true, &mut found);
        self.around(&self.by_position, side.position, vertex, |_| true, &mut found);
        if self.win_path {
            let group = &self.groups[side.group];
            let at = group.partition_point(|other| self.sides[other.index()].lot < side.lot);
            let wanted = |v: &&Vertex| self.allowed(vertex, **v);
            found.extend(group[..at].iter().rev().filter(wanted).take(REACH));
            found.extend(group[at..].iter().filter(wanted).take(REACH));
        }
        if self.method == Method::Slide {
            for target in [side.position - side.half, side.position + side.half] {
                self.around(&self.by_position, target, vertex, |other| other.points == side.points, &mut found);
            }
        }
        found
    }

    fn groups(&self) -> Vec<Vec<Vertex>> {
        self.groups.clone()
    }

    fn floor(&self, one: usize, two: usize) -> Cost {
        let side = |group: usize| self.sides.get(self.groups[group][0].index());
        let mut lines = [0; LINES];
        match (side(one), side(two)) {
            (Some(one), Some(two)) => {
                lines[1] = (one.points - two.points).pow(2);
                lines[2] = i64::from(one.points != two.points);
                lines[6] = i64::from(self.win_path && one.points == two.points && one.path != two.path);
            }
            (Some(side), None) | (None, Some(side)) => lines[0] = side.points - self.lowest,
            (None, None) => {}
        }
        Cost::of(lines)
    }

    fn order(&self) -> Vec<Vertex> {
        let mut order: Vec<Vertex> = (0..self.size()).map(Vertex).collect();
        order.sort_by_key(|vertex| (self.is_bye(*vertex), -self.points(*vertex)));
        order
    }

    fn distance_line(&self) -> usize {
        if matches!(self.method, Method::Random | Method::Manual) { 7 } else { 6 }
    }

    fn place(&self, vertex: Vertex) -> i64 {
        self.sides.get(vertex.index()).map_or(0, |side| match self.method {
            Method::Random | Method::Manual => side.lot,
            Method::Nearest | Method::Slide => side.position,
            Method::BattlePoints => side.metric,
        })
    }

    fn targets(&self, one: Vertex, group: usize) -> Option<[i64; 2]> {
        let other = self.sides.get(self.groups[group][0].index())?;
        let side = self.sides.get(one.index())?;
        let apart = if self.method == Method::Slide && side.points == other.points { side.half } else { 0 };
        let place = self.place(one);
        Some([place - apart, place + apart])
    }
}

impl Field {
    /// Allowed partners near a place of an order, a few on each side.
    fn around(&self, order: &[u32], place: i64, vertex: Vertex, fits: impl Fn(&Side) -> bool, found: &mut Vec<Vertex>) {
        let place = place.clamp(0, order.len() as i64 - 1) as usize;
        let wanted = |v: &&u32| fits(&self.sides[**v as usize]) && self.allowed(vertex, Vertex(**v));
        let above = order[..place].iter().rev().take(16 * REACH).filter(wanted).take(REACH);
        let below = order[place..].iter().take(16 * REACH).filter(wanted).take(REACH);
        found.extend(above.chain(below).map(|v| Vertex(*v)));
    }
}

/// Numbers for names and win paths, in order of first sight.
#[derive(Default)]
struct Names {
    known: BTreeMap<(&'static str, String), u32>,
    paths: BTreeMap<Vec<(RoundNumber, u8)>, u32>,
}

impl Names {
    /// One number for names that people read as the same.
    fn number(&mut self, kind: &'static str, name: &Name) -> u32 {
        let next = self.known.len() as u32;
        *self.known.entry((kind, name.alike())).or_insert(next)
    }

    fn path(&mut self, path: Vec<(RoundNumber, Outcome)>) -> u32 {
        let next = self.paths.len() as u32;
        let path = path.into_iter().map(|(round, outcome)| (round, outcome as u8)).collect();
        *self.paths.entry(path).or_insert(next)
    }
}
