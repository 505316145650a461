//! The proof: duals priced against every allowed pair.

use std::collections::{BTreeSet, HashMap};
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

/// What a pricing leaves behind: as long as nothing rises, a pair that was dear enough stays so.
///
/// Slack of a pair is twice its cost less both duals and plus the weights of the blossoms that hold both. A blossom moves its
/// vertices and its weight alike, and is taken apart only once it weighs nothing, so that inside one that is still there every
/// slack is what it was. Elsewhere a slack shrinks only where one of the duals rises, the weight of what held its vertex then
/// and is gone now taken off.
#[derive(Clone)]
pub(super) struct Priced {
    /// How many blossoms had been made by then.
    births: u64,
    dual: Vec<Cost>,
    parent: Vec<Node>,
    weight: Vec<Cost>,
    /// Vertices that had more pairs that were too cheap than were told.
    crowded: Vec<u32>,
    floors: Option<Floors>,
}

impl Priced {
    fn at(forest: &Forest, crowded: Vec<u32>) -> Priced {
        Priced {
            births: forest.births,
            dual: forest.dual.clone(),
            parent: forest.parent.clone(),
            weight: forest.weight.clone(),
            crowded,
            floors: None,
        }
    }

    /// Whether a blossom is the one that it was.
    fn knows(&self, forest: &Forest, node: Node) -> bool {
        !forest.kids[node as usize].is_empty() && forest.born[node as usize] <= self.births
    }

    /// Whether there are too many crowded vertices to look at each alone.
    fn is_crowd(&self) -> bool {
        self.crowded.len() > FEW
    }

    /// For every node whether it is priced anew because it holds one of many crowded vertices.
    fn crowd(&self, forest: &Forest) -> Vec<bool> {
        let mut crowd = vec![false; forest.node_count()];
        for vertex in self.crowded.iter().filter(|_| self.is_crowd()) {
            let mut node = *vertex;
            while node != NONE && !std::mem::replace(&mut crowd[node as usize], true) {
                node = forest.parent[node as usize];
            }
        }
        crowd
    }

    /// For every vertex whether a pair outside of all blossoms may have become too cheap by it.
    fn risen(&self, forest: &Forest) -> Vec<bool> {
        let mut gone: Vec<Option<Cost>> = vec![None; self.parent.len()];
        let mut path = Vec::new();
        for vertex in 0..forest.size() {
            let mut node = vertex;
            while node != NONE && gone[node as usize].is_none() {
                path.push(node);
                node = self.parent[node as usize];
            }
            let mut sum = gone.get(node as usize).copied().flatten().unwrap_or(Cost::ZERO);
            while let Some(node) = path.pop() {
                if forest.is_blossom(node) && !self.knows(forest, node) {
                    sum += self.weight[node as usize];
                }
                gone[node as usize] = Some(sum);
            }
        }
        let then = |vertex: usize| self.dual[vertex].twice() - gone[vertex].unwrap_or(Cost::ZERO);
        let mut risen: Vec<bool> = (0..self.dual.len()).map(|at| forest.dual[at].twice() > then(at)).collect();
        self.crowded.iter().for_each(|vertex| risen[*vertex as usize] = true);
        risen
    }
}

/// The allowed pairs with a negative reduced cost, the worst few of every vertex; `priced` is what the pricing before left
/// behind, and gets what this one does.
///
/// Blossoms are taken from the inside out, and every pair is looked at in the innermost one that holds both: its kids
/// are joined one after the other, and the vertices of each are priced against those before it.
pub(super) fn violated(
    problem: &dyn Problem,
    graph: &Graph,
    forest: &Forest,
    priced: &mut Option<Priced>,
) -> Vec<(u32, u32)> {
    let mut before = priced.take();
    let floors = before.as_mut().and_then(|before| before.floors.take());
    let crowd = before.as_ref().map_or_else(|| vec![false; forest.node_count()], |before| before.crowd(forest));
    let mut pricing = Pricing::of(problem, forest, floors);
    let mut done: Vec<Option<Members>> = (0..forest.node_count()).map(|_| None).collect();
    let used = |node: &Node| !forest.is_blossom(*node) || !forest.kids[*node as usize].is_empty();
    let nodes = 0..forest.node_count() as u32;
    let tops: Vec<Node> = nodes.filter(|node| forest.parent[*node as usize] == NONE).filter(used).collect();
    let mut open: Vec<(Node, Cost, bool)> =
        tops.iter().filter(|top| forest.is_blossom(**top)).map(|top| (*top, Cost::ZERO, false)).collect();
    while let Some((node, above, entered)) = open.pop() {
        let kids = &forest.kids[node as usize];
        let relief = above + forest.weight[node as usize];
        if !crowd[node as usize] && before.as_ref().is_some_and(|before| before.knows(forest, node)) {
            done[node as usize] = Some(pricing.known(node));
        } else if entered {
            done[node as usize] = Some(pricing.join(kids, &relief, &mut done));
        } else {
            open.push((node, above, true));
            open.extend(kids.iter().filter(|kid| forest.is_blossom(**kid)).map(|kid| (*kid, relief, false)));
        }
    }
    match &before {
        None => drop(pricing.join(&tops, &Cost::ZERO, &mut done)),
        Some(before) => {
            pricing.join_risen(&tops, &before.risen(forest), &mut done);
            let few = before.crowded.iter().filter(|_| !before.is_crowd());
            few.for_each(|vertex| pricing.price_inside(*vertex, before));
        }
    }
    let worst = &pricing.worst;
    let found: Vec<(u32, u32)> =
        pricing.order.iter().flat_map(|one| worst[one.index()].iter().map(move |(_, two)| (one.0, *two))).collect();
    debug_assert!(found.iter().all(|(one, two)| graph.near(*one).all(|(to, _)| to != *two)));
    let crowded = (0..forest.size()).filter(|vertex| worst[*vertex as usize].len() == WIDEN_BY).collect();
    *priced = Some(Priced { floors: Some(pricing.floors), ..Priced::at(forest, crowded) });
    found
}

/// So many vertices are looked at one by one.
const FEW: usize = 12;

/// A group with whom a pair may be too cheap.
struct Near {
    /// Only with a dual above this one: twice what such a pair costs at least, less the highest dual of the group.
    above: Cost,
    group: u32,
    floor: u16,
}

/// So many groups have their floors kept.
const KEPT: usize = 2_048;

/// Twice the floors between all groups. Few of them differ, so that most of what is asked of them is asked once for all.
#[derive(Clone)]
pub(super) struct Floors {
    groups: usize,
    /// Which floor lies between two groups; nothing where there are too many groups or floors.
    between: Vec<u16>,
    known: Vec<Cost>,
}

impl Floors {
    fn of(problem: &dyn Problem, groups: usize) -> Floors {
        let mut floors = Floors { groups, between: Vec::new(), known: Vec::new() };
        if groups > KEPT {
            return floors;
        }
        let mut numbers: HashMap<Cost, u16> = HashMap::new();
        let mut last = (Cost::ZERO, None);
        floors.between.reserve_exact(groups * groups);
        for (one, two) in (0..groups).flat_map(|one| (0..groups).map(move |two| (one, two))) {
            let floor = problem.floor(one, two);
            let number = match last {
                (known, Some(number)) if known == floor => number,
                _ => {
                    let next = u16::try_from(numbers.len()).unwrap_or(u16::MAX);
                    *numbers.entry(floor).or_insert(next)
                }
            };
            if number == u16::MAX {
                return Floors { groups, between: Vec::new(), known: Vec::new() };
            }
            last = (floor, Some(number));
            floors.between.push(number);
        }
        floors.known = vec![Cost::ZERO; numbers.len()];
        numbers.into_iter().for_each(|(floor, number)| floors.known[usize::from(number)] = floor.twice());
        floors
    }

    /// Those with whom a pair of a group may be too cheap.
    fn near(&self, problem: &dyn Problem, one: usize, highest: &[Option<Cost>]) -> Vec<Near> {
        let Some(own) = highest[one] else { return Vec::new() };
        let all = highest.iter().enumerate().filter_map(|(two, highest)| Some((two, (*highest)?)));
        if self.between.is_empty() {
            let near = |(two, highest): (usize, Cost)| {
                let above = problem.floor(one, two).twice() - highest;
                (above < own).then_some(Near { above, group: two as u32, floor: 0 })
            };
            return all.filter_map(near).collect();
        }
        let least: Vec<Cost> = self.known.iter().map(|floor| *floor - own).collect();
        let row = &self.between[one * self.groups..][..self.groups];
        let near = |(two, highest): (usize, Cost)| {
            let floor = row[two];
            let known = usize::from(floor);
            (least[known] < highest).then(|| Near { above: self.known[known] - highest, group: two as u32, floor })
        };
        all.filter_map(near).collect()
    }
}

struct Pricing<'a> {
    problem: &'a dyn Problem,
    forest: &'a Forest,
    /// The line that grows with the distance of two places.
    line: usize,
    /// The group of every vertex.
    home: Vec<usize>,
    /// The highest dual of every group.
    highest: Vec<Option<Cost>>,
    /// For every group, once it is asked for, those with whom a pair may be too cheap, by the floor between them and their
    /// highest duals: the lowest `above` first.
    near: Vec<Option<Rc<[Near]>>>,
    floors: Floors,
    /// The order of the problem, and the place of every vertex in it.
    order: Vec<Vertex>,
    rank: Vec<u32>,
    /// By the vertex of a pair that comes first: what is missing to the cost of the pair, and the other vertex.
    worst: Vec<Vec<(Cost, u32)>>,
}

impl<'a> Pricing<'a> {
    fn of(problem: &'a dyn Problem, forest: &'a Forest, floors: Option<Floors>) -> Pricing<'a> {
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
        Pricing {
            problem,
            forest,
            line: problem.distance_line(),
            home,
            near: vec![None; groups.len()],
            floors: floors.unwrap_or_else(|| Floors::of(problem, groups.len())),
            highest,
            order,
            rank,
            worst: vec![Vec::new(); size],
        }
    }

    fn near(&mut self, one: usize) -> Rc<[Near]> {
        if let Some(near) = &self.near[one] {
            return Rc::clone(near);
        }
        let mut found = self.floors.near(self.problem, one, &self.highest);
        found.sort_unstable_by_key(|near| near.above);
        Rc::clone(self.near[one].insert(found.into()))
    }

    /// The members of a blossom in which nothing is to be priced.
    fn known(&self, node: Node) -> Members {
        let mut members = Members::default();
        self.forest.vertices(node).iter().for_each(|vertex| members.add(self, *vertex));
        members
    }

    /// Prices every pair of vertices of different kids; `relief` is what the blossoms that hold all of them weigh.
    fn join(&mut self, kids: &[Node], relief: &Cost, done: &mut [Option<Members>]) -> Members {
        let mut members = taken(kids, done);
        let mut joined = largest(&mut members);
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

    /// Prices the pairs of vertices of different kids of which one has risen.
    fn join_risen(&mut self, kids: &[Node], risen: &[bool], done: &mut [Option<Members>]) {
        let has_risen = |vertex: &u32| risen[*vertex as usize];
        let mut members = taken(kids, done);
        let mut joined = largest(&mut members);
        let mut lifted = Members::default();
        joined.vertices.iter().filter(|one| has_risen(one)).for_each(|one| lifted.add(self, *one));
        // Those of whom nobody has risen first, as long as there are few to price them against.
        members.sort_by_key(|others| others.vertices.iter().any(has_risen));
        for others in members {
            for one in &others.vertices {
                let against = if has_risen(one) { &joined } else { &lifted };
                self.price(*one, against, &Cost::ZERO);
            }
            for one in others.vertices {
                joined.add(self, one);
                if has_risen(&one) {
                    lifted.add(self, one);
                }
            }
        }
    }

    /// Prices the pairs of a vertex inside of the blossoms that were there before.
    fn price_inside(&mut self, one: u32, before: &Priced) {
        let forest = self.forest;
        let mut chain = Vec::new();
        let mut node = one;
        while node != NONE {
            chain.push(node);
            node = forest.parent[node as usize];
        }
        let mut relief = Cost::ZERO;
        for pair in chain.windows(2).rev() {
            let (inside, node) = (pair[0], pair[1]);
            relief += forest.weight[node as usize];
            if before.knows(forest, node) {
                let others = forest.kids[node as usize].iter().filter(|kid| **kid != inside);
                others.flat_map(|kid| forest.vertices(*kid)).for_each(|two| self.weigh(one, *two, &relief));
            }
        }
    }

    /// Prices the pairs of one vertex with many.
    fn price(&mut self, one: u32, members: &Members, relief: &Cost) {
        if members.shelves.is_empty() {
            return members.vertices.iter().for_each(|two| self.weigh(one, *two, relief));
        }
        let (home, own) = (self.home[one as usize], self.forest.dual[one as usize] - *relief);
        let near = self.near(home);
        for near in near.iter().take_while(|near| near.above < own) {
            let boards = &members.shelves[near.group as usize];
            if !boards.is_empty() {
                self.price_group(one, near, boards, relief);
            }
        }
    }

    fn price_group(&mut self, one: u32, near: &Near, boards: &[Board], relief: &Cost) {
        let group = near.group as usize;
        let floor = match self.floors.known.get(usize::from(near.floor)) {
            Some(floor) => *floor,
            None => self.problem.floor(self.home[one as usize], group).twice(),
        };
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

/// The members of every kid.
fn taken(kids: &[Node], done: &mut [Option<Members>]) -> Vec<Members> {
    kids.iter().map(|kid| done[*kid as usize].take().unwrap_or_else(|| Members::single(*kid))).collect()
}

/// Takes out the most.
fn largest(members: &mut Vec<Members>) -> Members {
    let most = (0..members.len()).max_by_key(|at| members[*at].vertices.len());
    most.map(|at| members.swap_remove(at)).unwrap_or_default()
}

/// Vertices that are priced against others, sorted by group, duals and places, so that those with whom a pair may be
/// too cheap are found without a look at the others.
#[derive(Default)]
struct Members {
    vertices: Vec<u32>,
    /// Boards by group, those with the highest duals first; none at all while there are few vertices.
    shelves: Vec<Vec<Board>>,
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
        Members { vertices: vec![vertex], shelves: Vec::new() }
    }

    fn add(&mut self, pricing: &Pricing, vertex: u32) {
        self.vertices.push(vertex);
        if !self.shelves.is_empty() {
            self.shelve(pricing, vertex);
        } else if self.vertices.len() > FEW {
            self.shelves.resize_with(pricing.near.len(), Vec::new);
            (0..self.vertices.len()).for_each(|at| self.shelve(pricing, self.vertices[at]));
        }
    }

    fn shelve(&mut self, pricing: &Pricing, vertex: u32) {
        let dual = &pricing.forest.dual[vertex as usize];
        let common = dual.before(pricing.line);
        let highest = dual.lines().get(pricing.line).copied().unwrap_or_default();
        let boards = &mut self.shelves[pricing.home[vertex as usize]];
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
    // Two crowded vertices price each other twice.
    if at < WIDEN_BY && worst.get(at) != Some(&(slack, vertex)) {
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

#[cfg(test)]
#[path = "../tests/inside/price.rs"]
mod tests;
