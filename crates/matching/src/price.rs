//! The proof: duals priced against every allowed pair.

use super::forest::{Forest, NONE, Node};
use super::graph::Graph;
use super::search::Stuck;
use super::{Cost, Problem, Vertex};

/// How many missing pairs of one vertex join the candidates at a time.
const WIDEN_BY: usize = 4;

/// Dual variables that prove a matching optimal; costs are doubled in them.
#[derive(Clone, Debug)]
pub struct Proof {
    /// One for every vertex.
    pub duals: Vec<Cost>,
    /// Odd sets of vertices with their weights, innermost first.
    pub odd_sets: Vec<(Vec<Vertex>, Cost)>,
}

/// What is wrong with a proof.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProofFault {
    /// A pair costs less than its duals allow.
    #[error("the pair {0:?} costs less than the duals of its ends")]
    Undercut(Vertex, Vertex),
    /// An odd set has a negative weight or an even size.
    #[error("odd set {0} of the proof is not an odd set with a weight of at least nothing")]
    OddSet(usize),
    /// The bound is not the cost.
    #[error("the bound is {bound:?}, twice the cost of the pairs is {cost:?}")]
    Gap {
        /// What the duals add up to.
        bound: Box<Cost>,
        /// Twice the cost of the matching.
        cost: Box<Cost>,
    },
}

impl Proof {
    pub(super) fn of(forest: &Forest) -> Proof {
        let mut odd_sets = Vec::new();
        let mut inside = Vec::new();
        for node in forest.size()..forest.node_count() as u32 {
            if !forest.kids[node as usize].is_empty() && forest.weight[node as usize] != Cost::ZERO {
                forest.vertices(node, &mut inside);
                odd_sets.push((inside.iter().copied().map(Vertex).collect(), forest.weight[node as usize]));
            }
        }
        odd_sets.sort_by_key(|(vertices, _): &(Vec<Vertex>, Cost)| vertices.len());
        Proof { duals: forest.dual.clone(), odd_sets }
    }

    /// Checks the proof against every pair, slowly and without the structures of the search.
    ///
    /// # Errors
    /// The first fault found.
    pub fn check(&self, problem: &dyn Problem, cost: Cost) -> Result<(), ProofFault> {
        let mut holders: Vec<Vec<usize>> = vec![Vec::new(); self.duals.len()];
        let mut bound: Cost = self.duals.iter().copied().sum();
        for (index, (vertices, weight)) in self.odd_sets.iter().enumerate() {
            if vertices.len() % 2 == 0 || *weight < Cost::ZERO {
                return Err(ProofFault::OddSet(index));
            }
            bound -= weight.times(vertices.len() as i64 / 2);
            for vertex in vertices {
                holders[vertex.index()].push(index);
            }
        }
        for one in (0..problem.size()).map(Vertex) {
            for two in (one.0 + 1..problem.size()).map(Vertex) {
                let allowed = problem.allowed(one, two);
                let shared = holders[one.index()].iter().filter(|set| holders[two.index()].contains(set));
                let relief: Cost = shared.map(|set| self.odd_sets[*set].1).sum();
                let limit = self.duals[one.index()] + self.duals[two.index()] - relief;
                if allowed && problem.cost(one, two).twice() < limit {
                    return Err(ProofFault::Undercut(one, two));
                }
            }
        }
        let cost = cost.twice();
        if bound == cost { Ok(()) } else { Err(ProofFault::Gap { bound: Box::new(bound), cost: Box::new(cost) }) }
    }
}

/// The weights that a vertex shares with others of its outermost blossom.
struct Nest {
    /// Vertices ordered so that every blossom is one stretch.
    order: Vec<u32>,
    place: Vec<u32>,
    /// The stretch of every node in `order`.
    stretch: Vec<(u32, u32)>,
    /// Sum of the weights from the outermost blossom down to and including a node.
    relief: Vec<Cost>,
}

impl Nest {
    fn of(forest: &Forest) -> Nest {
        let nodes = forest.node_count();
        let size = forest.size() as usize;
        let mut nest = Nest {
            order: Vec::with_capacity(size),
            place: vec![0; size],
            stretch: vec![(0, 0); nodes],
            relief: vec![Cost::ZERO; nodes],
        };
        for node in 0..nodes as u32 {
            let outermost = forest.parent[node as usize] == NONE;
            let used = !forest.is_blossom(node) || !forest.kids[node as usize].is_empty();
            if outermost && used {
                nest.visit(forest, node);
            }
        }
        nest
    }

    fn visit(&mut self, forest: &Forest, top: Node) {
        let mut open = vec![(top, false)];
        while let Some((node, left)) = open.pop() {
            let at = node as usize;
            if left {
                self.stretch[at].1 = self.order.len() as u32;
                continue;
            }
            self.stretch[at].0 = self.order.len() as u32;
            if !forest.is_blossom(node) {
                self.place[at] = self.order.len() as u32;
                self.order.push(node);
                self.stretch[at].1 = self.order.len() as u32;
                continue;
            }
            let outer = forest.parent[at];
            let above = if outer == NONE { Cost::ZERO } else { self.relief[outer as usize] };
            self.relief[at] = above + forest.weight[at];
            open.push((node, true));
            open.extend(forest.kids[at].iter().rev().map(|kid| (*kid, false)));
        }
    }

    /// Writes, for every vertex that shares a blossom with `vertex`, the innermost one that they share.
    fn shared_with(&self, forest: &Forest, vertex: u32, shared: &mut [Node]) {
        let mut done = (self.place[vertex as usize], self.place[vertex as usize] + 1);
        let mut node = forest.parent[vertex as usize];
        while node != NONE {
            let (start, end) = self.stretch[node as usize];
            for other in self.order[start as usize..done.0 as usize].iter() {
                shared[*other as usize] = node;
            }
            for other in self.order[done.1 as usize..end as usize].iter() {
                shared[*other as usize] = node;
            }
            done = (start, end);
            node = forest.parent[node as usize];
        }
    }
}

/// The allowed pairs with a negative reduced cost, the worst few of every vertex.
pub(super) fn violated(problem: &dyn Problem, graph: &Graph, forest: &Forest) -> Vec<(u32, u32)> {
    let groups = problem.groups();
    let highest: Vec<Option<Cost>> =
        groups.iter().map(|group| group.iter().map(|vertex| forest.dual[vertex.index()]).max()).collect();
    let nest = Nest::of(forest);
    let mut shared = vec![NONE; forest.size() as usize];
    let mut found = Vec::new();
    for (home, group) in groups.iter().enumerate() {
        let floors: Vec<Cost> = (0..groups.len()).map(|other| problem.floor(home, other).twice()).collect();
        for (at, one) in group.iter().enumerate() {
            nest.shared_with(forest, one.0, &mut shared);
            let mut worst: Vec<(Cost, u32)> = Vec::new();
            for (other, members) in groups.iter().enumerate().skip(home) {
                let members = if other == home { &members[at + 1..] } else { &members[..] };
                let Some(highest) = highest[other] else { continue };
                if floors[other] - forest.dual[one.index()] >= highest {
                    continue;
                }
                price_row(problem, forest, &nest, &shared, *one, members, &mut worst);
            }
            found.extend(worst.iter().map(|(_, two)| (one.0, *two)));
            let top = forest.top[one.index()];
            let (start, end) = nest.stretch[top as usize];
            for other in &nest.order[start as usize..end as usize] {
                shared[*other as usize] = NONE;
            }
        }
    }
    debug_assert!(found.iter().all(|(one, two)| graph.near(*one).iter().all(|half| half.to != *two)));
    found
}

fn price_row(
    problem: &dyn Problem,
    forest: &Forest,
    nest: &Nest,
    shared: &[Node],
    one: Vertex,
    members: &[Vertex],
    worst: &mut Vec<(Cost, u32)>,
) {
    let own = forest.dual[one.index()];
    for two in members {
        let limit = own + forest.dual[two.index()];
        if problem.reaches(one, *two, &limit) {
            continue;
        }
        let mut slack = problem.cost(one, *two).twice() - limit;
        let blossom = shared[two.index()];
        if blossom != NONE {
            slack += nest.relief[blossom as usize];
        }
        if slack < Cost::ZERO && problem.allowed(one, *two) {
            keep_worst(worst, slack, two.0);
        }
    }
}

fn keep_worst(worst: &mut Vec<(Cost, u32)>, slack: Cost, vertex: u32) {
    let at = worst.partition_point(|entry| *entry < (slack, vertex));
    if at < WIDEN_BY {
        worst.insert(at, (slack, vertex));
        worst.truncate(WIDEN_BY);
    }
}

/// Allowed pairs that lead out of a tree that is stuck in the candidate graph; none proves that it is stuck for good.
pub(super) fn ways_out(problem: &dyn Problem, forest: &Forest, stuck: &Stuck) -> Vec<(u32, u32)> {
    let mut outer = vec![NONE; forest.size() as usize];
    let mut inner = vec![false; forest.size() as usize];
    let mut inside = Vec::new();
    for node in &stuck.inner {
        forest.vertices(*node, &mut inside);
        inside.iter().for_each(|vertex| inner[*vertex as usize] = true);
    }
    for node in &stuck.outer {
        forest.vertices(*node, &mut inside);
        inside.iter().for_each(|vertex| outer[*vertex as usize] = *node);
    }
    let mut found = Vec::new();
    for one in (0..forest.size()).filter(|vertex| outer[*vertex as usize] != NONE) {
        let mut worst = Vec::new();
        for two in 0..forest.size() {
            let leads_out = !inner[two as usize] && outer[two as usize] != outer[one as usize];
            if leads_out && problem.allowed(Vertex(one), Vertex(two)) {
                let slack = problem.cost(Vertex(one), Vertex(two)).twice()
                    - forest.dual[one as usize]
                    - forest.dual[two as usize];
                keep_worst(&mut worst, slack, two);
            }
        }
        found.extend(worst.into_iter().map(|(_, two)| (one, two)));
    }
    found
}
