//! Minimum-cost perfect matching over all pairs of a large field, with a proof that no cheaper one exists.
//!
//! The search works on a sparse candidate graph by Edmonds' weighted blossom method, one alternating tree at a time,
//! and keeps the dual variables. Those are then priced against **every** allowed pair: where no pair has a negative
//! reduced cost, the dual bound equals the cost of the matching and the matching is optimal for the complete field.
//! Where some pair has, it joins the candidates and the search goes on from the duals it had.
//!
//! Why not a library: the published matchings in Rust give no duals, so nothing proves that a sparse graph was enough.
//!
//! *Invariant:* integers only. [`Cost`] is a vector compared line by line, so that no weight of an earlier line can
//! be bought with later ones, whatever the size of the field.
//!
//! # Source
//! J. Edmonds, "Maximum matching and a polyhedron with 0,1-vertices" (1965); pricing of a sparse graph against the
//! complete one: D. Applegate and W. Cook, "Solving large-scale matching problems" (1993).
//!
//! # Examples
//! Four points on a line, matched so that the pairs lie close together:
//!
//! ```
//! use adjutant_matching::{Cost, Problem, Vertex, solve};
//!
//! struct Line([i64; 4]);
//!
//! impl Problem for Line {
//!     fn size(&self) -> u32 { 4 }
//!     fn allowed(&self, one: Vertex, two: Vertex) -> bool { one != two }
//!     fn cost(&self, one: Vertex, two: Vertex) -> Cost {
//!         let apart = (self.0[one.index()] - self.0[two.index()]).abs();
//!         Cost::of([2 * apart, 0, 0, 0, 0, 0, 0, 0])
//!     }
//!     fn candidates(&self, _: Vertex) -> Vec<Vertex> { (0..4).map(Vertex).collect() }
//!     fn groups(&self) -> Vec<Vec<Vertex>> { vec![(0..4).map(Vertex).collect()] }
//!     fn floor(&self, _: usize, _: usize) -> Cost { Cost::ZERO }
//! }
//!
//! let matching = solve(&Line([0, 10, 1, 11])).expect("every pair is allowed");
//! assert_eq!(matching.mate, [Vertex(2), Vertex(3), Vertex(0), Vertex(1)]);
//! assert_eq!(matching.cost.lines()[0], 4);
//! ```
#![deny(clippy::float_arithmetic)]

mod cost;
mod forest;
mod graph;
mod price;
mod problem;
mod search;

pub use cost::{Cost, LINES};
pub use price::{Proof, ProofFault};
pub use problem::{Problem, Vertex, Witness};

use forest::Forest;
use graph::Graph;
use price::Priced;
use search::{Outcome, Search};

/// An optimal perfect matching and its proof.
#[derive(Clone, Debug)]
pub struct Matching {
    /// The partner of every vertex.
    pub mate: Vec<Vertex>,
    /// Sum of the costs of the pairs.
    pub cost: Cost,
    /// Why nothing is cheaper.
    pub proof: Proof,
    /// How much work it was.
    pub effort: Effort,
}

/// What a search cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// How often the duals were priced against every pair.
    pub pricings: u32,
    /// Pairs in the candidate graph at the end.
    pub candidates: usize,
    /// Alternating trees grown.
    pub trees: u32,
}

/// Finds a perfect matching of least cost, or proves that none exists.
///
/// # Errors
/// The [`Witness`] where no perfect matching exists.
pub fn solve(problem: &dyn Problem) -> Result<Matching, Box<Witness>> {
    Solved::of(problem).map(|solved| solved.matching)
}

/// A problem that is solved, with all that the search knew at its end: what another pair would have cost is found from
/// there by growing a tree or two.
pub struct Solved<'a> {
    problem: &'a dyn Problem,
    graph: Graph,
    forest: Forest,
    priced: Option<Priced>,
    /// The matching of least cost.
    pub matching: Matching,
}

impl<'a> Solved<'a> {
    /// Solves a problem.
    ///
    /// # Errors
    /// As [`solve`].
    pub fn of(problem: &'a dyn Problem) -> Result<Solved<'a>, Box<Witness>> {
        let mut graph = Graph::candidates(problem);
        let mut forest = Forest::new(problem.size() as usize);
        forest.start(&graph);
        let mut priced = None;
        let effort = search_all(problem, &mut graph, &mut forest, &mut priced)?;
        let matching = finish(problem, &forest, effort);
        Ok(Solved { problem, graph, forest, priced, matching })
    }

    /// The least cost of a perfect matching that holds an allowed pair, priced against every pair as [`solve`] does;
    /// nothing where none holds it.
    pub fn cost_with(&self, one: Vertex, two: Vertex) -> Option<Cost> {
        self.mates_with(one, two).map(|(cost, _)| cost)
    }

    /// The same with the partner of every vertex.
    pub fn mates_with(&self, one: Vertex, two: Vertex) -> Option<(Cost, Vec<Vertex>)> {
        let wanted = Wanted { problem: self.problem, one, two };
        let (mut graph, mut forest, mut priced) = (self.graph.clone(), self.forest.clone(), self.priced.clone());
        let cost = graph.put(&wanted, one.0, two.0);
        forest.relieve(one.0, two.0, cost);
        // Every vertex that was matched before still is, with the pair or without it.
        let effort = search_all(&wanted, &mut graph, &mut forest, &mut priced).ok()?;
        let matching = finish(&wanted, &forest, effort);
        (matching.mate[one.index()] == two).then(|| (matching.cost + PREMIUM, matching.mate))
    }

    /// Whether its matching is one of least cost in another problem over the same vertices as well; nothing where so much is
    /// another that solving that problem takes no longer.
    ///
    /// Where an exchange between two pairs makes it cheaper, it is not. Otherwise the search goes on from where it ended, so
    /// that it takes a tree or two for every pair whose cost is another one; it ends as soon as anything cheaper is found,
    /// which needs no proof.
    pub fn is_best_of(mut self, other: &dyn Problem) -> Option<bool> {
        let mate = std::mem::take(&mut self.forest.mate);
        let may = |one: u32| other.allowed(Vertex(one), Vertex(mate[one as usize]));
        if other.size() as usize != mate.len() || !(0..other.size()).all(may) {
            return Some(false);
        }
        let own = sum(other, &mate);
        let changed = self.graph.reprice(other);
        if self.graph.exchange_is_cheaper(other, &mate) {
            return Some(false);
        }
        self.forest.mate = mate;
        self.forest.follow(changed);
        if self.forest.mate.iter().filter(|mate| **mate == forest::NONE).count() > PARTED_MAX {
            return None;
        }
        let (mut priced, mut effort) = (None, Effort::default());
        loop {
            // The matching of its own is there, so that nothing proves that there is none.
            let matched = match_on(other, &mut self.graph, &mut self.forest, &mut effort);
            if matched.is_err() || sum(other, &self.forest.mate) < own {
                return Some(false);
            }
            if is_proven(other, &mut self.graph, &mut self.forest, &mut priced, &mut effort) {
                return Some(true);
            }
        }
    }
}

/// With more vertices to be matched once more a search from where another ended is no shorter: its trees are large.
const PARTED_MAX: usize = 64;

/// More than all pairs of a field together cost on the first line.
const PREMIUM: Cost = Cost::of([1 << 56, 0, 0, 0, 0, 0, 0, 0]);

/// A problem with a premium on one pair, so that every cheapest matching holds it if any matching does.
struct Wanted<'a> {
    problem: &'a dyn Problem,
    one: Vertex,
    two: Vertex,
}

impl Wanted<'_> {
    fn is(&self, one: Vertex, two: Vertex) -> bool {
        (one, two) == (self.one, self.two) || (one, two) == (self.two, self.one)
    }
}

impl Problem for Wanted<'_> {
    fn size(&self) -> u32 {
        self.problem.size()
    }
    fn allowed(&self, one: Vertex, two: Vertex) -> bool {
        self.problem.allowed(one, two)
    }
    fn cost(&self, one: Vertex, two: Vertex) -> Cost {
        let cost = self.problem.cost(one, two);
        if self.is(one, two) { cost - PREMIUM } else { cost }
    }
    fn candidates(&self, vertex: Vertex) -> Vec<Vertex> {
        self.problem.candidates(vertex)
    }
    fn groups(&self) -> Vec<Vec<Vertex>> {
        self.problem.groups()
    }
    /// The wanted pair undercuts it; it is a candidate from the start, and candidates are not looked for again.
    fn floor(&self, one: usize, two: usize) -> Cost {
        self.problem.floor(one, two)
    }
    fn order(&self) -> Vec<Vertex> {
        self.problem.order()
    }
    fn distance_line(&self) -> usize {
        self.problem.distance_line()
    }
    fn place(&self, vertex: Vertex) -> i64 {
        self.problem.place(vertex)
    }
    fn targets(&self, one: Vertex, group: usize) -> Option<[i64; 2]> {
        self.problem.targets(one, group)
    }
}

/// Matches everybody and prices the duals against every pair, until none is left out that should not be.
fn search_all(
    problem: &dyn Problem,
    graph: &mut Graph,
    forest: &mut Forest,
    priced: &mut Option<Priced>,
) -> Result<Effort, Box<Witness>> {
    let mut effort = Effort::default();
    loop {
        match_on(problem, graph, forest, &mut effort)?;
        if is_proven(problem, graph, forest, priced, &mut effort) {
            return Ok(effort);
        }
    }
}

/// Matches everybody, with more candidates where these leave no way.
fn match_on(
    problem: &dyn Problem,
    graph: &mut Graph,
    forest: &mut Forest,
    effort: &mut Effort,
) -> Result<(), Box<Witness>> {
    while let Err(stuck) = match_all(graph, forest, effort) {
        let wider = price::ways_out(problem, forest, &stuck);
        if wider.is_empty() {
            return Err(Box::new(stuck.witness(forest)));
        }
        widen(problem, graph, forest, wider);
    }
    Ok(())
}

/// Whether no pair is too cheap for the duals; those that are become candidates.
fn is_proven(
    problem: &dyn Problem,
    graph: &mut Graph,
    forest: &mut Forest,
    priced: &mut Option<Priced>,
    effort: &mut Effort,
) -> bool {
    effort.pricings += 1;
    effort.candidates = graph.edge_count();
    let violated = price::violated(problem, graph, forest, priced);
    let proven = violated.is_empty();
    widen(problem, graph, forest, violated);
    proven
}

/// Adds pairs to the candidates and makes the duals feasible for them.
fn widen(problem: &dyn Problem, graph: &mut Graph, forest: &mut Forest, pairs: Vec<(u32, u32)>) {
    for (one, two) in pairs {
        if let Some(cost) = graph.add(problem, one, two) {
            forest.relieve(one, two, cost);
        }
    }
}

/// Grows one tree after the other until nobody is free.
fn match_all(graph: &Graph, forest: &mut Forest, effort: &mut Effort) -> Result<(), search::Stuck> {
    let mut search = Search::new(forest.size());
    let free: Vec<u32> = (0..forest.size()).filter(|vertex| forest.is_free(*vertex)).collect();
    let mut outcome = Ok(());
    for root in free {
        if forest.is_free(root) {
            effort.trees += 1;
            if let Outcome::Stuck(stuck) = search.grow(graph, forest, root) {
                outcome = Err(stuck);
                break;
            }
        }
    }
    forest.settle_all();
    outcome
}

fn finish(problem: &dyn Problem, forest: &Forest, effort: Effort) -> Matching {
    let cost = sum(problem, &forest.mate);
    let mate = forest.mate.iter().copied().map(Vertex).collect();
    Matching { cost, proof: Proof::of(forest), mate, effort }
}

/// What the pairs of a perfect matching cost.
fn sum(problem: &dyn Problem, mate: &[u32]) -> Cost {
    (0u32..).zip(mate).filter(|(one, two)| one < two).map(|(one, two)| problem.cost(Vertex(one), Vertex(*two))).sum()
}
