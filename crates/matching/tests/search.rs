//! The search against trying everything, and its proofs against every pair.

use adjutant_matching::{Cost, LINES, Problem, Solved, Vertex, solve};
use proptest::prelude::*;

/// A small problem given as a table; `None` is forbidden.
#[derive(Debug)]
struct Table {
    size: u32,
    cells: Vec<Option<Cost>>,
    reach: u32,
}

impl Table {
    fn cell(&self, one: Vertex, two: Vertex) -> Option<Cost> {
        let (low, high) = (one.0.min(two.0), one.0.max(two.0));
        self.cells[(low * self.size + high) as usize]
    }

    fn cheapest(&self, left: &mut Vec<Vertex>) -> Option<Cost> {
        let Some(one) = left.pop() else { return Some(Cost::ZERO) };
        let mut best: Option<Cost> = None;
        for at in 0..left.len() {
            let two = left.remove(at);
            if let Some(cost) = self.cell(one, two)
                && let Some(rest) = self.cheapest(left)
            {
                best = Some(best.map_or(cost + rest, |known| known.min(cost + rest)));
            }
            left.insert(at, two);
        }
        left.push(one);
        best
    }
}

impl Problem for Table {
    fn size(&self) -> u32 {
        self.size
    }
    fn allowed(&self, one: Vertex, two: Vertex) -> bool {
        self.cell(one, two).is_some()
    }
    fn cost(&self, one: Vertex, two: Vertex) -> Cost {
        self.cell(one, two).unwrap_or_default()
    }
    fn candidates(&self, vertex: Vertex) -> Vec<Vertex> {
        (1..=self.reach).map(|step| Vertex((vertex.0 + step) % self.size)).collect()
    }
    fn groups(&self) -> Vec<Vec<Vertex>> {
        vec![(0..self.size).map(Vertex).collect()]
    }
    fn floor(&self, _: usize, _: usize) -> Cost {
        Cost::of([i64::MIN / 8; LINES])
    }
}

fn table(spread: i64) -> impl Strategy<Value = Table> {
    (1u32..6, 0u32..4).prop_flat_map(move |(half, reach)| {
        let size = half * 2;
        let line = (0..spread, 0..spread, 0..40i64);
        let cell = proptest::option::weighted(0.8, line);
        proptest::collection::vec(cell, (size * size) as usize).prop_map(move |cells| Table {
            size,
            reach,
            cells: cells.into_iter().map(|cell| cell.map(|(a, b, c)| Cost::of([a, b, 0, 0, 0, 0, 0, c]))).collect(),
        })
    })
}

fn agrees_with_trying_everything(table: &Table) {
    let best = table.cheapest(&mut (0..table.size).map(Vertex).collect());
    match Solved::of(table) {
        Ok(solved) => {
            let matching = &solved.matching;
            assert_eq!(Some(matching.cost), best);
            matching.proof.check(table, matching.cost).expect("a proof that holds");
            every_pair_that_is_wanted(table, &solved);
        }
        Err(witness) => {
            assert_eq!(best, None);
            assert!(witness.holds(table), "{witness:?}");
        }
    }
}

/// What every allowed pair costs at least, against trying everybody else without it.
fn every_pair_that_is_wanted(table: &Table, solved: &Solved) {
    for one in (0..table.size).map(Vertex) {
        for two in (0..table.size).map(Vertex).filter(|two| table.allowed(one, *two)) {
            let mut others = (0..table.size).map(Vertex).filter(|other| *other != one && *other != two).collect();
            let rest = table.cheapest(&mut others);
            assert_eq!(solved.cost_with(one, two), rest.map(|rest| rest + table.cost(one, two)), "{one:?} {two:?}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]
    #[test]
    fn small_tables_with_many_ties(table in table(3)) {
        agrees_with_trying_everything(&table);
    }

    #[test]
    fn small_tables_with_few_ties(table in table(50)) {
        agrees_with_trying_everything(&table);
    }

    #[test]
    fn a_matching_is_held_against_a_table_with_other_cells(
        table in table(3),
        others in proptest::collection::vec((any::<proptest::sample::Index>(), proptest::option::of(0..3i64)), 0..9),
    ) {
        let mut other = Table { cells: table.cells.clone(), ..table };
        for (at, line) in others {
            *at.get_mut(&mut other.cells) = line.map(|line| Cost::of([0, line, 0, 0, 0, 0, 0, line]));
        }
        let best = other.cheapest(&mut (0..other.size).map(Vertex).collect());
        if let Ok(solved) = Solved::of(&table) {
            let costs = cost_in(&other, &solved.matching.mate);
            prop_assert_eq!(solved.is_best_of(&other), Some(costs.is_some() && costs == best));
        }
    }
}

/// What pairs cost in a problem; nothing where one is forbidden.
fn cost_in(problem: &dyn Problem, mate: &[Vertex]) -> Option<Cost> {
    let pairs = (0..).map(Vertex).zip(mate.iter().copied()).filter(|(one, two)| one < two);
    pairs.map(|(one, two)| problem.allowed(one, two).then(|| problem.cost(one, two))).sum()
}

/// A field like that of a round: points, places by points, forbidden pairs; inside equal points those are best who stand
/// half a group apart, or side by side.
#[derive(Clone, Debug)]
struct Places {
    points: Vec<i64>,
    forbidden: Vec<(u32, u32)>,
    slide: bool,
    /// Whether the problem tells where cheap partners are.
    tells: bool,
}

impl Places {
    fn half(&self, points: i64) -> i64 {
        self.points.iter().filter(|other| **other == points).count() as i64 / 2
    }
}

impl Problem for Places {
    fn size(&self) -> u32 {
        self.points.len() as u32
    }
    fn allowed(&self, one: Vertex, two: Vertex) -> bool {
        one != two && !self.forbidden.contains(&(one.0.min(two.0), one.0.max(two.0)))
    }
    fn cost(&self, one: Vertex, two: Vertex) -> Cost {
        let (a, b) = (self.points[one.index()], self.points[two.index()]);
        let apart = (i64::from(one.0) - i64::from(two.0)).abs();
        let wanted = if self.slide && a == b { self.half(a) } else { 0 };
        Cost::of([0, (a - b).pow(2), 0, 0, 0, 0, (apart - wanted).pow(2), apart.pow(2)])
    }
    fn candidates(&self, vertex: Vertex) -> Vec<Vertex> {
        vec![Vertex((vertex.0 + 1) % self.size())]
    }
    fn groups(&self) -> Vec<Vec<Vertex>> {
        let all: Vec<Vertex> = (0..self.size()).map(Vertex).collect();
        all.chunk_by(|one, two| self.points[one.index()] == self.points[two.index()]).map(<[Vertex]>::to_vec).collect()
    }
    fn floor(&self, one: usize, two: usize) -> Cost {
        let groups = self.groups();
        let points = |group: usize| self.points[groups[group][0].index()];
        Cost::of([0, (points(one) - points(two)).pow(2), 0, 0, 0, 0, 0, 0])
    }
    fn distance_line(&self) -> usize {
        if self.tells { 6 } else { LINES }
    }
    fn place(&self, vertex: Vertex) -> i64 {
        vertex.0.into()
    }
    fn targets(&self, one: Vertex, group: usize) -> Option<[i64; 2]> {
        let (own, other) = (self.points[one.index()], self.points[self.groups()[group][0].index()]);
        let apart = if self.slide && own == other { self.half(own) } else { 0 };
        self.tells.then(|| [self.place(one) - apart, self.place(one) + apart])
    }
}

fn places() -> impl Strategy<Value = Places> {
    (13u32..40, any::<bool>()).prop_flat_map(|(half, slide)| {
        let size = half * 2;
        let points = proptest::collection::vec(0..4i64, size as usize);
        let forbidden = proptest::collection::vec((0..size, 0..size), 0..size as usize);
        (points, forbidden).prop_map(move |(mut points, forbidden)| {
            points.sort_unstable();
            let forbidden = forbidden.into_iter().map(|(one, two)| (one.min(two), one.max(two))).collect();
            Places { points, forbidden, slide, tells: true }
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]
    #[test]
    fn where_cheap_partners_stand_hides_no_pair(places in places()) {
        let silent = Places { tells: false, ..places.clone() };
        match (solve(&places), solve(&silent)) {
            (Ok(one), Ok(two)) => {
                prop_assert_eq!(&one.mate, &two.mate);
                prop_assert_eq!(one.proof.check(&silent, one.cost), Ok(()));
            }
            (Err(witness), Err(_)) => prop_assert!(witness.holds(&silent)),
            (one, two) => prop_assert!(false, "{:?} {:?}", one.is_ok(), two.is_ok()),
        }
    }

    /// A player has other points, and some more have met.
    #[test]
    fn a_matching_is_held_against_a_round_that_began_otherwise(
        places in places(),
        moved in any::<proptest::sample::Index>(),
        met in proptest::collection::vec((0..26u32, 0..26u32), 0..4),
    ) {
        let mut other = places.clone();
        let at = moved.index(other.points.len() - 1);
        other.points[at] = other.points[at + 1];
        other.forbidden.extend(met.iter().map(|(one, two)| (*one.min(two), *one.max(two))));
        for from in [places.clone(), Places { forbidden: other.forbidden.clone(), ..places }] {
            if let (Ok(solved), Ok(best)) = (Solved::of(&from), solve(&other)) {
                let costs = cost_in(&other, &solved.matching.mate);
                prop_assert!(solved.is_best_of(&other).is_none_or(|is| is == (costs == Some(best.cost))));
            }
        }
    }
}
