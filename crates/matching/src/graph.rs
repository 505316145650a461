//! The sparse graph of candidate pairs. Costs are kept doubled, so that every halving in the search is exact.

use super::cost::Cost;
use super::problem::{Problem, Vertex};

/// By vertex, its partners and what each pair costs, doubled; the search looks at most partners without asking for a cost.
#[derive(Clone)]
pub(super) struct Graph {
    near: Vec<Vec<u32>>,
    costs: Vec<Vec<Cost>>,
}

/// So many candidates a vertex has usually.
const USUAL: usize = 16;

impl Graph {
    pub fn candidates(problem: &dyn Problem) -> Graph {
        let size = problem.size();
        let near = (0..size).map(|_| Vec::with_capacity(USUAL)).collect();
        let costs = (0..size).map(|_| Vec::with_capacity(USUAL)).collect();
        let mut graph = Graph { near, costs };
        for one in 0..size {
            for two in problem.candidates(Vertex(one)) {
                if two.0 != one && two.0 < size && problem.allowed(Vertex(one), two) {
                    graph.add(problem, one, two.0);
                }
            }
        }
        graph
    }

    /// Twice the cost of the pair, where it is new.
    pub fn add(&mut self, problem: &dyn Problem, one: u32, two: u32) -> Option<Cost> {
        let (few, other) =
            if self.near[one as usize].len() < self.near[two as usize].len() { (one, two) } else { (two, one) };
        if self.near[few as usize].contains(&other) {
            return None;
        }
        let cost = problem.cost(Vertex(one), Vertex(two)).twice();
        for (from, to) in [(one, two), (two, one)] {
            self.near[from as usize].push(to);
            self.costs[from as usize].push(cost);
        }
        Some(cost)
    }

    /// Makes a pair a candidate at what the problem says that it costs now; gives twice that.
    pub fn put(&mut self, problem: &dyn Problem, one: u32, two: u32) -> Cost {
        self.add(problem, one, two);
        let cost = problem.cost(Vertex(one), Vertex(two)).twice();
        for (from, to) in [(one, two), (two, one)] {
            let known = self.near[from as usize].iter().zip(&mut self.costs[from as usize]);
            known.filter(|(near, _)| **near == to).for_each(|(_, known)| *known = cost);
        }
        cost
    }

    /// Takes the costs of another problem, without the pairs that it forbids. Each pair of which that made something else
    /// is given with twice its cost, nothing for one that is forbidden.
    pub fn reprice(&mut self, problem: &dyn Problem) -> Vec<(u32, u32, Option<Cost>)> {
        let mut changed = Vec::new();
        for (one, (near, costs)) in (0u32..).zip(self.near.iter_mut().zip(&mut self.costs)) {
            let mut kept = 0;
            for at in 0..near.len() {
                let two = near[at];
                let allowed = problem.allowed(Vertex(one), Vertex(two));
                let cost = allowed.then(|| problem.cost(Vertex(one), Vertex(two)).twice());
                if one < two && cost != Some(costs[at]) {
                    changed.push((one, two, cost));
                }
                if let Some(cost) = cost {
                    (near[kept], costs[kept]) = (two, cost);
                    kept += 1;
                }
            }
            near.truncate(kept);
            costs.truncate(kept);
        }
        changed
    }

    /// Whether two pairs of a perfect matching become cheaper where each gives its partner to the other, one of the new pairs
    /// being a candidate.
    pub fn exchange_is_cheaper(&self, problem: &dyn Problem, mate: &[u32]) -> bool {
        let price = |one: u32, two: u32| problem.cost(Vertex(one), Vertex(two)).twice();
        let own: Vec<Cost> = (0u32..).zip(mate).map(|(one, two)| price(one, *two)).collect();
        let cheaper = |one: u32, two: u32, cost: Cost| {
            let (left, right) = (mate[one as usize], mate[two as usize]);
            let spare = own[one as usize] + own[two as usize] - cost;
            left != two && problem.allowed(Vertex(left), Vertex(right)) && price(left, right) < spare
        };
        (0..mate.len() as u32).any(|one| self.near(one).any(|(two, cost)| one < two && cheaper(one, two, *cost)))
    }

    /// The partners of a vertex, and twice what each costs.
    pub fn near(&self, vertex: u32) -> impl Iterator<Item = (u32, &Cost)> {
        self.near[vertex as usize].iter().copied().zip(&self.costs[vertex as usize])
    }

    /// Twice what a pair costs, by its place among those of a vertex.
    pub fn cost(&self, vertex: u32, edge: u32) -> Cost {
        self.costs[vertex as usize][edge as usize]
    }

    pub fn edge_count(&self) -> usize {
        self.near.iter().map(Vec::len).sum::<usize>() / 2
    }
}
