//! Pricing only what has risen, against a look at every pair.

use super::*;
use crate::{Effort, match_all, widen};

/// Players of a few scores in the order of a lot, some of whom have met; one has a place of its own, as a bye has.
struct Hall {
    points: Vec<i64>,
    lots: Vec<i64>,
    apart: u64,
}

impl Hall {
    fn of(size: usize, seed: u64) -> Hall {
        let mut state = seed;
        let mut next = |below: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % below
        };
        let mut points: Vec<i64> = (0..size).map(|_| next(2 + seed % 7) as i64).collect();
        points.sort_unstable();
        let mut lots: Vec<i64> = (0..size as i64).collect();
        for at in (1..size).rev() {
            lots.swap(at, next(at as u64 + 1) as usize);
        }
        Hall { points, lots, apart: 2 + next(3) }
    }
}

impl Problem for Hall {
    fn size(&self) -> u32 {
        self.points.len() as u32
    }
    fn allowed(&self, one: Vertex, two: Vertex) -> bool {
        let sum = u64::from(one.0) * u64::from(two.0) + u64::from(one.0 + two.0);
        one != two && !sum.is_multiple_of(self.apart)
    }
    fn cost(&self, one: Vertex, two: Vertex) -> Cost {
        let gap = self.points[one.index()] - self.points[two.index()];
        let apart = self.lots[one.index()] - self.lots[two.index()];
        Cost::of([
            0,
            gap * gap,
            i64::from(gap != 0),
            i64::from((one.0 ^ two.0).is_multiple_of(5)),
            0,
            0,
            0,
            apart * apart,
        ])
    }
    fn candidates(&self, vertex: Vertex) -> Vec<Vertex> {
        let near = vertex.0.saturating_sub(2)..(vertex.0 + 3).min(self.size());
        near.map(Vertex).collect()
    }
    fn groups(&self) -> Vec<Vec<Vertex>> {
        let mut groups: Vec<Vec<Vertex>> = Vec::new();
        for at in 0..self.size() {
            match groups.last_mut() {
                Some(group) if self.points[group[0].index()] == self.points[at as usize] => group.push(Vertex(at)),
                _ => groups.push(vec![Vertex(at)]),
            }
        }
        groups
    }
    fn floor(&self, one: usize, two: usize) -> Cost {
        let groups = self.groups();
        let gap = self.points[groups[one][0].index()] - self.points[groups[two][0].index()];
        Cost::of([0, gap * gap, i64::from(gap != 0), 0, 0, 0, 0, 0])
    }
    fn distance_line(&self) -> usize {
        7
    }
    fn place(&self, vertex: Vertex) -> i64 {
        self.lots[vertex.index()]
    }
    fn targets(&self, one: Vertex, _group: usize) -> Option<[i64; 2]> {
        Some([self.place(one); 2])
    }
}

/// Every pair that a look at all of them finds, by the slack alone.
fn by_all_pairs(problem: &dyn Problem, graph: &Graph, forest: &Forest) -> Vec<(u32, u32)> {
    let order = problem.order();
    let mut found = Vec::new();
    for (at, one) in order.iter().enumerate() {
        let mut worst = Vec::new();
        for two in &order[at + 1..] {
            let slack = forest.slack(one.0, two.0, problem.cost(*one, *two).twice());
            if slack < Cost::ZERO && problem.allowed(*one, *two) {
                worst.push((slack, two.0));
            }
        }
        worst.sort_unstable();
        found.extend(worst.iter().take(WIDEN_BY).map(|(_, two)| (one.0, *two)));
    }
    assert!(found.iter().all(|(one, two)| graph.near(*one).all(|(to, _)| to != *two)));
    found
}

#[test]
fn what_has_not_risen_needs_no_other_price() {
    let mut again = 0;
    for seed in 0..120 {
        let hall = Hall::of(40 + 2 * (seed as usize % 40), seed);
        let mut graph = Graph::candidates(&hall);
        let mut forest = Forest::new(hall.size() as usize);
        forest.start(&graph);
        let mut priced = None;
        loop {
            let pairs = match match_all(&graph, &mut forest, &mut Effort::default()) {
                Ok(()) => {
                    again += u32::from(priced.is_some());
                    let found = violated(&hall, &graph, &forest, &mut priced);
                    assert_eq!(found, by_all_pairs(&hall, &graph, &forest), "hall {seed}");
                    found
                }
                Err(stuck) => ways_out(&hall, &forest, &stuck),
            };
            if pairs.is_empty() {
                break;
            }
            widen(&hall, &mut graph, &mut forest, pairs);
        }
    }
    assert!(again > 200, "priced again {again} times");
}
