//! One alternating tree: grown from a free vertex by the cheapest event until it reaches another free vertex.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use super::cost::Cost;
use super::forest::{Forest, NONE, Node};
use super::graph::Graph;
use super::problem::{Vertex, Witness};

/// How a tree ended.
pub(super) enum Outcome {
    Augmented,
    Stuck(Stuck),
}

/// A tree without a way out in the candidate graph: outer nodes may only meet inner ones.
pub(super) struct Stuck {
    pub outer: Vec<Node>,
    pub inner: Vec<Node>,
}

impl Stuck {
    pub fn witness(&self, forest: &Forest) -> Witness {
        let vertices = |node: &Node| {
            let mut inside: Vec<Vertex> = forest.vertices(*node).iter().copied().map(Vertex).collect();
            inside.sort_unstable();
            inside
        };
        let mut separators: Vec<Vertex> = self.inner.iter().flat_map(vertices).collect();
        separators.sort_unstable();
        Witness { separators, islands: self.outer.iter().map(vertices).collect() }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Label {
    Outside,
    /// At even distance from the root: duals rise.
    Plus,
    /// At odd distance: duals fall.
    Minus,
}

/// What happens when the duals have moved by `at` since the tree was planted.
#[derive(PartialEq, Eq)]
struct Event {
    at: Cost,
    kind: Kind,
}

impl PartialOrd for Event {
    fn partial_cmp(&self, other: &Event) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The earliest event is the greatest, as the heap wants it.
impl Ord for Event {
    fn cmp(&self, other: &Event) -> Ordering {
        other.at.cmp(&self.at).then_with(|| other.kind.cmp(&self.kind))
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    /// A minus blossom has used up its weight.
    Expand(Node),
    /// A pair with one end in the tree became tight; `edge` is its place among the pairs of `from`.
    Grow { from: u32, to: u32, edge: u32 },
    /// A pair with both ends on plus nodes became tight; `edge` is its place among the pairs of `one`.
    Close { one: u32, two: u32, edge: u32 },
}

pub(super) struct Search {
    label: Vec<Label>,
    /// The pair by which a node was reached: the vertex outside, the vertex inside.
    via: Vec<(u32, u32)>,
    mark: Vec<u32>,
    stamp: u32,
    touched: Vec<Node>,
    events: BinaryHeap<Event>,
    /// By node outside: the tree by which it was seen last, and the earliest event that reaches it; a later one never does.
    seen: Vec<(u32, Cost)>,
    tree: u32,
    /// When the tree reaches a free vertex by a pair that it knows already; what comes later never happens.
    end: Option<Cost>,
    moved: Cost,
    root: u32,
}

const NOWHERE: (u32, u32) = (NONE, NONE);

impl Search {
    pub fn new(size: u32) -> Search {
        let size = size as usize;
        Search {
            label: vec![Label::Outside; size],
            via: vec![NOWHERE; size],
            mark: vec![0; size],
            stamp: 0,
            touched: Vec::new(),
            events: BinaryHeap::new(),
            seen: vec![(0, Cost::ZERO); size],
            tree: 0,
            end: None,
            moved: Cost::ZERO,
            root: NONE,
        }
    }

    /// Grows a tree from a free vertex; matches one more pair, or tells why it cannot.
    pub fn grow(&mut self, graph: &Graph, forest: &mut Forest, root: u32) -> Outcome {
        self.moved = Cost::ZERO;
        self.events.clear();
        self.tree += 1;
        self.end = None;
        self.root = forest.top[root as usize];
        self.make_room(forest);
        self.make_plus(graph, forest, self.root, NOWHERE);
        let outcome = loop {
            let Some(event) = self.events.pop() else {
                break Outcome::Stuck(self.stuck(forest));
            };
            if self.happen(graph, forest, event) {
                break Outcome::Augmented;
            }
        };
        self.settle(forest);
        outcome
    }

    fn make_room(&mut self, forest: &Forest) {
        self.label.resize(forest.node_count(), Label::Outside);
        self.via.resize(forest.node_count(), NOWHERE);
        self.mark.resize(forest.node_count(), 0);
        self.seen.resize(forest.node_count(), (0, Cost::ZERO));
    }

    /// True once the tree has reached a free vertex.
    fn happen(&mut self, graph: &Graph, forest: &mut Forest, event: Event) -> bool {
        let due = match event.kind {
            Kind::Expand(node) => self.expand_at(forest, node),
            Kind::Grow { from, to, edge } => self.grow_at(graph, forest, from, to, edge),
            Kind::Close { one, two, edge } => self.close_at(graph, forest, one, two, edge),
        };
        match due {
            None => return false,
            Some(at) if at != event.at => {
                self.push(at, event.kind);
                return false;
            }
            Some(at) => self.moved = at,
        }
        match event.kind {
            Kind::Expand(node) => self.expand(graph, forest, node),
            Kind::Grow { from, to, .. } => return self.extend(graph, forest, from, to),
            Kind::Close { one, two, .. } => self.close(graph, forest, one, two),
        }
        false
    }

    fn expand_at(&self, forest: &Forest, node: Node) -> Option<Cost> {
        let live = self.label[node as usize] == Label::Minus
            && forest.parent[node as usize] == NONE
            && !forest.kids[node as usize].is_empty();
        // `weight` holds the weight plus twice what had moved when the node joined.
        live.then(|| forest.weight[node as usize].half())
    }

    fn grow_at(&self, graph: &Graph, forest: &Forest, from: u32, to: u32, edge: u32) -> Option<Cost> {
        let live = self.label_of(forest, from) == Label::Plus && self.label_of(forest, to) == Label::Outside;
        live.then(|| graph.cost(from, edge) - forest.dual(from) - forest.dual(to))
    }

    fn close_at(&self, graph: &Graph, forest: &Forest, one: u32, two: u32, edge: u32) -> Option<Cost> {
        let apart = forest.top[one as usize] != forest.top[two as usize];
        let live = apart && self.label_of(forest, one) == Label::Plus && self.label_of(forest, two) == Label::Plus;
        live.then(|| (graph.cost(one, edge) - forest.dual(one) - forest.dual(two)).half())
    }

    /// Queues what is still to happen.
    fn push(&mut self, at: Cost, kind: Kind) {
        if self.end.is_none_or(|end| at <= end) {
            self.events.push(Event { at, kind });
        }
    }

    /// Queues what reaches a node outside, unless something known reaches it before: a node that leaves the tree again is
    /// another one, and what reaches it is looked for anew.
    fn push_grow(&mut self, node: Node, at: Cost, kind: Kind) {
        let (tree, earliest) = &mut self.seen[node as usize];
        if *tree == self.tree && *earliest < at {
            return;
        }
        (*tree, *earliest) = (self.tree, at);
        self.push(at, kind);
    }

    fn label_of(&self, forest: &Forest, vertex: u32) -> Label {
        self.label[forest.top[vertex as usize] as usize]
    }

    /// Stores the duals of a node that joins the tree so that they need no touch while the tree moves.
    fn store(&mut self, forest: &mut Forest, node: Node, label: Label) {
        let sign = |cost: Cost| if label == Label::Plus { -cost } else { cost };
        forest.shift[node as usize] += sign(self.moved);
        if forest.is_blossom(node) {
            forest.weight[node as usize] += sign(self.moved.twice());
        }
        self.label[node as usize] = label;
        self.touched.push(node);
    }

    /// Writes the true duals back for a node that leaves the tree, or the outermost level of it.
    fn restore(&mut self, forest: &mut Forest, node: Node) {
        let sign = match self.label[node as usize] {
            Label::Outside => return,
            Label::Plus => self.moved,
            Label::Minus => -self.moved,
        };
        forest.shift[node as usize] += sign;
        if forest.is_blossom(node) {
            forest.weight[node as usize] += sign.twice();
        }
        self.label[node as usize] = Label::Outside;
    }

    fn make_plus(&mut self, graph: &Graph, forest: &mut Forest, node: Node, via: (u32, u32)) {
        self.store(forest, node, Label::Plus);
        self.via[node as usize] = via;
        let forest = &*forest;
        forest.vertices(node).iter().for_each(|vertex| self.look_out(graph, forest, *vertex));
    }

    /// Queues what the pairs of a plus vertex will do.
    fn look_out(&mut self, graph: &Graph, forest: &Forest, vertex: u32) {
        let home = forest.top[vertex as usize];
        let own = forest.dual(vertex);
        for (edge, (to, cost)) in (0..).zip(graph.near(vertex)) {
            let other = forest.top[to as usize];
            if other == home {
                continue;
            }
            let slack = || *cost - own - forest.dual(to);
            match self.label[other as usize] {
                Label::Outside => {
                    let at = slack();
                    if forest.is_free(forest.base[other as usize]) {
                        self.end = Some(self.end.map_or(at, |end| end.min(at)));
                    }
                    self.push_grow(other, at, Kind::Grow { from: vertex, to, edge });
                }
                Label::Plus => self.push(slack().half(), Kind::Close { one: vertex, two: to, edge }),
                Label::Minus => {}
            }
        }
    }

    fn make_minus(&mut self, forest: &mut Forest, node: Node, via: (u32, u32)) {
        self.store(forest, node, Label::Minus);
        self.via[node as usize] = via;
        if forest.is_blossom(node) {
            let at = forest.weight[node as usize].half();
            self.push(at, Kind::Expand(node));
        }
    }

    fn extend(&mut self, graph: &Graph, forest: &mut Forest, from: u32, to: u32) -> bool {
        let node = forest.top[to as usize];
        let base = forest.base[node as usize];
        let mate = forest.mate[base as usize];
        if mate == NONE {
            self.augment(forest, from, to);
            return true;
        }
        self.make_minus(forest, node, (from, to));
        self.make_plus(graph, forest, forest.top[mate as usize], (base, mate));
        false
    }

    fn augment(&mut self, forest: &mut Forest, from: u32, to: u32) {
        let (mut outer, mut reached) = (from, to);
        forest.rebase(forest.top[to as usize], to);
        loop {
            let plus = forest.top[outer as usize];
            forest.rebase(plus, outer);
            forest.marry(outer, reached);
            if plus == self.root {
                return;
            }
            let minus = forest.top[self.via[plus as usize].0 as usize];
            let (before, inside) = self.via[minus as usize];
            forest.rebase(minus, inside);
            (outer, reached) = (before, inside);
        }
    }

    /// The plus node two steps nearer to the root.
    fn up(&self, forest: &Forest, plus: Node) -> Option<(Node, Node)> {
        let (outside, _) = self.via[plus as usize];
        if outside == NONE {
            return None;
        }
        let minus = forest.top[outside as usize];
        Some((minus, forest.top[self.via[minus as usize].0 as usize]))
    }

    fn common_root(&mut self, forest: &Forest, one: Node, two: Node) -> Node {
        self.stamp += 1;
        let mut ends = [Some(one), Some(two)];
        let mut turn = 0;
        loop {
            if let Some(node) = ends[turn] {
                if self.mark[node as usize] == self.stamp {
                    return node;
                }
                self.mark[node as usize] = self.stamp;
                ends[turn] = self.up(forest, node).map(|(_, plus)| plus);
            }
            turn = 1 - turn;
        }
    }

    /// Nodes from just below `root` down to `node`.
    fn branch(&self, forest: &Forest, root: Node, mut node: Node) -> Vec<Node> {
        let mut branch = Vec::new();
        while node != root {
            branch.push(node);
            let Some((minus, plus)) = self.up(forest, node) else { break };
            branch.push(minus);
            node = plus;
        }
        branch.reverse();
        branch
    }

    fn close(&mut self, graph: &Graph, forest: &mut Forest, one: u32, two: u32) {
        let (left, right) = (forest.top[one as usize], forest.top[two as usize]);
        let root = self.common_root(forest, left, right);
        let down = self.branch(forest, root, left);
        let back = self.branch(forest, root, right);
        let mut kids = vec![root];
        let mut links = Vec::new();
        for node in &down {
            links.push(self.via[*node as usize]);
            kids.push(*node);
        }
        links.push((one, two));
        for node in back.iter().rev() {
            let (outside, inside) = self.via[*node as usize];
            links.push((inside, outside));
            kids.push(*node);
        }
        let lowered: Vec<bool> = kids.iter().map(|kid| self.label[*kid as usize] == Label::Minus).collect();
        for kid in &kids {
            self.restore(forest, *kid);
        }
        let via = self.via[root as usize];
        let node = forest.bind(kids.clone(), links);
        self.make_room(forest);
        self.store(forest, node, Label::Plus);
        self.via[node as usize] = via;
        if root == self.root {
            self.root = node;
        }
        let forest = &*forest;
        for kid in kids.iter().zip(lowered).filter_map(|(kid, lowered)| lowered.then_some(*kid)) {
            forest.vertices(kid).iter().for_each(|vertex| self.look_out(graph, forest, *vertex));
        }
    }

    fn expand(&mut self, graph: &Graph, forest: &mut Forest, node: Node) {
        let (outside, entry) = self.via[node as usize];
        self.restore(forest, node);
        let first = forest.kid_holding(node, entry);
        let (kids, links) = forest.unbind(node);
        let count = kids.len();
        let at = kids.iter().position(|kid| *kid == first).unwrap_or(0);
        let path: Vec<usize> = if at % 2 == 0 { (0..=at).rev().collect() } else { (at..=count).collect() };
        let mut in_tree = vec![false; count];
        let mut via = (outside, entry);
        for (step, place) in path.iter().enumerate() {
            let kid = kids[place % count];
            in_tree[place % count] = true;
            if step > 0 {
                let before = path[step - 1];
                via = if *place > before { links[before] } else { (links[*place].1, links[*place].0) };
            }
            if step % 2 == 0 {
                self.make_minus(forest, kid, via);
            } else {
                self.make_plus(graph, forest, kid, via);
            }
        }
        let forest = &*forest;
        for kid in kids.iter().zip(in_tree).filter_map(|(kid, kept)| (!kept).then_some(*kid)) {
            forest.vertices(kid).iter().for_each(|vertex| self.look_in(graph, forest, *vertex));
        }
    }

    /// Queues the pairs by which the tree may reach a vertex that has just left it.
    fn look_in(&mut self, graph: &Graph, forest: &Forest, vertex: u32) {
        for (from, cost) in graph.near(vertex) {
            if self.label_of(forest, from) == Label::Plus {
                let at = *cost - forest.dual(vertex) - forest.dual(from);
                let edge = graph.near(from).position(|(back, _)| back == vertex).unwrap_or(0) as u32;
                self.push_grow(forest.top[vertex as usize], at, Kind::Grow { from, to: vertex, edge });
            }
        }
    }

    fn stuck(&self, forest: &Forest) -> Stuck {
        let mut nodes: Vec<Node> =
            self.touched.iter().copied().filter(|node| forest.parent[*node as usize] == NONE).collect();
        nodes.sort_unstable();
        nodes.dedup();
        let with = |label| nodes.iter().copied().filter(|node| self.label[*node as usize] == label).collect();
        Stuck { outer: with(Label::Plus), inner: with(Label::Minus) }
    }

    /// Ends the tree: every dual is true again, nobody is labelled.
    fn settle(&mut self, forest: &mut Forest) {
        for node in std::mem::take(&mut self.touched) {
            self.restore(forest, node);
        }
    }
}
