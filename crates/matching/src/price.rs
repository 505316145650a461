//! The proof: duals priced against every allowed pair.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::cost::Cost;
use super::forest::{Forest, NONE, Node};
use super::graph::Graph;
use super::problem::{Problem, Vertex};
use super::search::Stuck;

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
        for node in forest.size()..forest.node_count() as u32 {
            if !forest.kids[node as usize].is_empty() && forest.weight[node as usize] != Cost::ZERO {
                let inside = forest.vertices(node).iter().copied().map(Vertex).collect();
                odd_sets.push((inside, forest.weight[node as usize]));
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

/// The allowed pairs with a negative reduced cost, the worst few of every vertex.
///
/// Blossoms are taken from the inside out, and every pair is looked at in the innermost one that holds both: its kids
/// are joined one after the other, and the vertices of each are priced against those before it.
pub(super) fn violated(problem: &dyn Problem, graph: &Graph, forest: &Forest) -> Vec<(u32, u32)> {
    let mut pricing = Pricing::of(problem, forest);
    let mut done: Vec<Option<Members>> = (0..forest.node_count()).map(|_| None).collect();
    let used = |node: &Node| !forest.is_blossom(*node) || !forest.kids[*node as usize].is_empty();
    let nodes = 0..forest.node_count() as u32;
    let tops: Vec<Node> = nodes.filter(|node| forest.parent[*node as usize] == NONE).filter(used).collect();
    let mut open: Vec<(Node, Cost, bool)> =
        tops.iter().filter(|top| forest.is_blossom(**top)).map(|top| (*top, Cost::ZERO, false)).collect();
    while let Some((node, above, entered)) = open.pop() {
        let kids = &forest.kids[node as usize];
        let relief = above + forest.weight[node as usize];
        if entered {
            done[node as usize] = Some(pricing.join(kids, &relief, &mut done));
        } else {
            open.push((node, above, true));
            open.extend(kids.iter().filter(|kid| forest.is_blossom(**kid)).map(|kid| (*kid, relief, false)));
        }
    }
    pricing.join(&tops, &Cost::ZERO, &mut done);
    let worst = &pricing.worst;
    let found: Vec<(u32, u32)> =
        pricing.order.iter().flat_map(|one| worst[one.index()].iter().map(move |(_, two)| (one.0, *two))).collect();
    debug_assert!(found.iter().all(|(one, two)| graph.near(*one).iter().all(|half| half.to != *two)));
    found
}

/// So many vertices are looked at one by one.
const FEW: usize = 12;

/// A group with whom a pair may be too cheap.
struct Near {
    group: usize,
    /// Twice what such a pair costs at least.
    floor: Cost,
}

struct Pricing<'a> {
    problem: &'a dyn Problem,
    forest: &'a Forest,
    /// The line that grows with the distance of two places.
    line: usize,
    /// The group of every vertex.
    home: Vec<usize>,
    /// For every group those with whom a pair may be too cheap, by the floor between them and their highest duals; in
    /// order.
    near: Vec<Rc<[Near]>>,
    /// The order of the problem, and the place of every vertex in it.
    order: Vec<Vertex>,
    rank: Vec<u32>,
    /// By the vertex of a pair that comes first: what is missing to the cost of the pair, and the other vertex.
    worst: Vec<Vec<(Cost, u32)>>,
}

impl<'a> Pricing<'a> {
    fn of(problem: &'a dyn Problem, forest: &'a Forest) -> Pricing<'a> {
        let size = forest.size() as usize;
        let (mut rank, mut home) = (vec![0; size], vec![0; size]);
        let order = problem.order();
        (0u32..).zip(&order).for_each(|(at, vertex)| rank[vertex.index()] = at);
        let groups = problem.groups();
        for (at, group) in groups.iter().enumerate() {
            group.iter().for_each(|vertex| home[vertex.index()] = at);
        }
        let highest: Vec<Option<Cost>> =
            groups.iter().map(|group| group.iter().map(|vertex| forest.dual[vertex.index()]).max()).collect();
        let near = |one: usize, two: usize| {
            let (duals, floor) = (highest[one]? + highest[two]?, problem.floor(one, two).twice());
            (floor < duals).then_some(Near { group: two, floor })
        };
        let near = (0..groups.len()).map(|one| (0..groups.len()).filter_map(|two| near(one, two)).collect()).collect();
        Pricing {
            problem,
            forest,
            line: problem.distance_line(),
            home,
            near,
            order,
            rank,
            worst: vec![Vec::new(); size],
        }
    }

    /// Prices every pair of vertices of different kids; `relief` is what the blossoms that hold all of them weigh.
    fn join(&mut self, kids: &[Node], relief: &Cost, done: &mut [Option<Members>]) -> Members {
        let mut members: Vec<Members> =
            kids.iter().map(|kid| done[*kid as usize].take().unwrap_or_else(|| Members::single(*kid))).collect();
        let most = (0..members.len()).max_by_key(|at| members[*at].vertices.len());
        let mut joined = most.map(|at| members.swap_remove(at)).unwrap_or_default();
        for others in members {
            for one in &others.vertices {
                self.price(*one, &joined, relief);
            }
            for one in others.vertices {
                joined.add(self, one);
            }
        }
        joined
    }

    /// Prices the pairs of one vertex with many.
    fn price(&mut self, one: u32, members: &Members, relief: &Cost) {
        if members.shelves.is_empty() {
            return members.vertices.iter().for_each(|two| self.weigh(one, *two, relief));
        }
        let near = Rc::clone(&self.near[self.home[one as usize]]);
        if members.shelves.len() < near.len() {
            for (group, boards) in &members.shelves {
                if let Ok(at) = near.binary_search_by_key(group, |near| near.group) {
                    self.price_group(one, &near[at], boards, relief);
                }
            }
        } else {
            for near in near.iter() {
                if let Some(boards) = members.shelves.get(&near.group) {
                    self.price_group(one, near, boards, relief);
                }
            }
        }
    }

    fn price_group(&mut self, one: u32, &Near { group, floor }: &Near, boards: &[Board], relief: &Cost) {
        let own = self.forest.dual[one as usize] - *relief;
        let limit = (floor - own).before(self.line);
        for board in boards.iter().take_while(|board| board.common >= limit) {
            let targets = if board.common == limit { self.problem.targets(Vertex(one), group) } else { None };
            match targets {
                Some(targets) => board.near(&own, self.line, targets, |two| self.weigh(one, two, relief)),
                None => board.members.iter().for_each(|(_, two)| self.weigh(one, *two, relief)),
            }
        }
    }

    /// Keeps a pair if it is too cheap for its duals.
    fn weigh(&mut self, one: u32, two: u32, relief: &Cost) {
        let duals = self.forest.dual[one as usize] + self.forest.dual[two as usize] - *relief;
        let slack = self.problem.cost(Vertex(one), Vertex(two)).twice() - duals;
        if slack < Cost::ZERO && self.problem.allowed(Vertex(one), Vertex(two)) {
            let swap = self.rank[one as usize] > self.rank[two as usize];
            let (first, second) = if swap { (two, one) } else { (one, two) };
            keep_worst(&mut self.worst[first as usize], slack, second);
        }
    }
}

/// Vertices that are priced against others, sorted by group, duals and places, so that those with whom a pair may be
/// too cheap are found without a look at the others.
#[derive(Default)]
struct Members {
    vertices: Vec<u32>,
    /// Boards by group, those with the highest duals first; none while there are few vertices.
    shelves: BTreeMap<usize, Vec<Board>>,
}

/// Members of a group whose duals agree on the lines before the one that grows with the distance.
///
/// Let P be those lines. A pair costs at least the floor between two groups, so it cannot be too cheap where its duals
/// stay below the floor on P. Where they equal it, the pair costs the square of the distance or more on the next line,
/// and cannot be too cheap if that is more than its duals have there.
struct Board {
    /// What the duals have in common.
    common: Cost,
    /// The highest value of the dual's next line.
    highest: i64,
    /// Places and vertices.
    members: BTreeSet<(i64, u32)>,
}

impl Members {
    fn single(vertex: u32) -> Members {
        Members { vertices: vec![vertex], shelves: BTreeMap::new() }
    }

    fn add(&mut self, pricing: &Pricing, vertex: u32) {
        self.vertices.push(vertex);
        if !self.shelves.is_empty() {
            self.shelve(pricing, vertex);
        } else if self.vertices.len() > FEW {
            (0..self.vertices.len()).for_each(|at| self.shelve(pricing, self.vertices[at]));
        }
    }

    fn shelve(&mut self, pricing: &Pricing, vertex: u32) {
        let dual = &pricing.forest.dual[vertex as usize];
        let common = dual.before(pricing.line);
        let highest = dual.lines().get(pricing.line).copied().unwrap_or_default();
        let boards = self.shelves.entry(pricing.home[vertex as usize]).or_default();
        let at = boards.partition_point(|board| board.common > common);
        if boards.get(at).is_none_or(|board| board.common != common) {
            boards.insert(at, Board { common, highest, members: BTreeSet::new() });
        }
        boards[at].highest = boards[at].highest.max(highest);
        boards[at].members.insert((pricing.problem.place(Vertex(vertex)), vertex));
    }
}

impl Board {
    /// Visits the members that are not too far from the nearer target.
    fn near(&self, own: &Cost, line: usize, mut targets: [i64; 2], mut visit: impl FnMut(u32)) {
        let most = own.lines().get(line).map_or(0, |line| line + self.highest).div_euclid(2);
        if most < 0 {
            return;
        }
        let reach = most.isqrt();
        targets.sort_unstable();
        let mut done = i64::MIN;
        for target in targets {
            let from = done.max(target - reach);
            done = target + reach + 1;
            self.members.range((from, 0)..(done.max(from), 0)).for_each(|(_, vertex)| visit(*vertex));
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
    for node in &stuck.inner {
        forest.vertices(*node).iter().for_each(|vertex| inner[*vertex as usize] = true);
    }
    for node in &stuck.outer {
        forest.vertices(*node).iter().for_each(|vertex| outer[*vertex as usize] = *node);
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
