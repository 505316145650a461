//! The sparse graph of candidate pairs. Costs are kept doubled, so that every halving in the search is exact.

use super::cost::Cost;
use super::problem::{Problem, Vertex};

#[derive(Clone)]
pub(super) struct Graph {
    near: Vec<Vec<Half>>,
    edges: usize,
}

/// One direction of a candidate pair.
#[derive(Clone, Copy)]
pub(super) struct Half {
    pub to: u32,
    /// Twice the cost of the pair.
    pub cost: Cost,
}

impl Graph {
    pub fn candidates(problem: &dyn Problem) -> Graph {
        let size = problem.size();
        let mut graph = Graph { near: vec![Vec::new(); size as usize], edges: 0 };
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
        if self.near[few as usize].iter().any(|half| half.to == other) {
            return None;
        }
        let cost = problem.cost(Vertex(one), Vertex(two)).twice();
        self.near[one as usize].push(Half { to: two, cost });
        self.near[two as usize].push(Half { to: one, cost });
        self.edges += 1;
        Some(cost)
    }

    /// Makes a pair a candidate at what the problem says that it costs now; gives twice that.
    pub fn put(&mut self, problem: &dyn Problem, one: u32, two: u32) -> Cost {
        self.add(problem, one, two);
        let cost = problem.cost(Vertex(one), Vertex(two)).twice();
        for (from, to) in [(one, two), (two, one)] {
            self.near[from as usize].iter_mut().filter(|half| half.to == to).for_each(|half| half.cost = cost);
        }
        cost
    }

    /// Takes the costs of another problem, without the pairs that it forbids. Each pair of which that made something else
    /// is given with twice its cost, nothing for one that is forbidden.
    pub fn reprice(&mut self, problem: &dyn Problem) -> Vec<(u32, u32, Option<Cost>)> {
        let mut changed = Vec::new();
        for (one, near) in (0u32..).zip(&mut self.near) {
            near.retain_mut(|half| {
                let allowed = problem.allowed(Vertex(one), Vertex(half.to));
                let cost = allowed.then(|| problem.cost(Vertex(one), Vertex(half.to)).twice());
                if one < half.to && cost != Some(half.cost) {
                    changed.push((one, half.to, cost));
                }
                half.cost = cost.unwrap_or(half.cost);
                allowed
            });
        }
        self.edges = self.near.iter().map(Vec::len).sum::<usize>() / 2;
        changed
    }

    pub fn near(&self, vertex: u32) -> &[Half] {
        &self.near[vertex as usize]
    }

    pub fn edge_count(&self) -> usize {
        self.edges
    }
}
