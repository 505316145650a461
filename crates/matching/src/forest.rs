//! The matching, the duals and the nested odd sets (blossoms) that the search builds on.

use smallvec::{SmallVec, smallvec};

use super::cost::Cost;
use super::graph::Graph;

pub(super) const NONE: u32 = u32::MAX;

/// A vertex or a blossom: vertices have the numbers below [`Forest::size`], blossoms those above.
pub(super) type Node = u32;

#[derive(Clone)]
pub(super) struct Forest {
    size: u32,
    /// Dual of every vertex; while pairs are matched, less the shift of its outermost node: see [`Forest::dual`].
    pub dual: Vec<Cost>,
    /// By node: what is still to be added to the duals of all its vertices; only outermost nodes have any.
    pub shift: Vec<Cost>,
    /// Dual of every blossom, by node; never negative.
    pub weight: Vec<Cost>,
    pub mate: Vec<u32>,
    /// The outermost node that holds a vertex.
    pub top: Vec<Node>,
    pub parent: Vec<Node>,
    /// The odd cycle of a blossom; the first kid holds the base, kids 1-2, 3-4 … are matched to each other.
    pub kids: Vec<Vec<Node>>,
    /// The vertices of every node, kept flat: a walk down the nesting would be taken thousands of times.
    held: Vec<SmallVec<[u32; 4]>>,
    /// `links[i]` joins `kids[i]` to `kids[i + 1]`, vertex to vertex.
    pub links: Vec<Vec<(u32, u32)>>,
    /// The vertex of a node whose mate is outside of it.
    pub base: Vec<u32>,
    /// How many blossoms have been made, and the place of each node among them.
    pub births: u64,
    pub born: Vec<u64>,
    spare: Vec<Node>,
}

impl Forest {
    pub fn new(size: usize) -> Forest {
        let vertices = size as u32;
        Forest {
            size: vertices,
            dual: vec![Cost::ZERO; size],
            shift: vec![Cost::ZERO; size],
            weight: vec![Cost::ZERO; size],
            mate: vec![NONE; size],
            top: (0..vertices).collect(),
            parent: vec![NONE; size],
            kids: vec![Vec::new(); size],
            held: (0..vertices).map(|vertex| smallvec![vertex]).collect(),
            links: vec![Vec::new(); size],
            base: (0..vertices).collect(),
            births: 0,
            born: vec![0; size],
            spare: Vec::new(),
        }
    }

    pub fn size(&self) -> u32 {
        self.size
    }

    pub fn node_count(&self) -> usize {
        self.parent.len()
    }

    pub fn is_blossom(&self, node: Node) -> bool {
        node >= self.size
    }

    pub fn is_free(&self, vertex: u32) -> bool {
        self.mate[vertex as usize] == NONE
    }

    /// The dual of a vertex as it is now.
    #[inline]
    pub fn dual(&self, vertex: u32) -> Cost {
        self.dual[vertex as usize] + self.shift[self.top[vertex as usize] as usize]
    }

    /// Adds every shift to its vertices.
    pub fn settle_all(&mut self) {
        for vertex in 0..self.size {
            self.dual[vertex as usize] = self.dual(vertex);
        }
        self.shift.fill(Cost::ZERO);
    }

    /// The vertices of a node.
    pub fn vertices(&self, node: Node) -> &[u32] {
        &self.held[node as usize]
    }

    /// Makes the duals feasible for the graph, and pairs of what is tight.
    pub fn start(&mut self, graph: &Graph) {
        for vertex in 0..self.size {
            let cheapest = graph.near(vertex).map(|(_, cost)| *cost).min().unwrap_or_default();
            self.dual[vertex as usize] = cheapest.half();
        }
        self.lower(graph);
        self.raise_and_match(graph);
    }

    fn room(&self, graph: &Graph, vertex: u32) -> Option<Cost> {
        graph.near(vertex).map(|(to, cost)| *cost - self.dual[to as usize]).min()
    }

    fn lower(&mut self, graph: &Graph) {
        for vertex in 0..self.size {
            if let Some(room) = self.room(graph, vertex) {
                let dual = &mut self.dual[vertex as usize];
                *dual = (*dual).min(room);
            }
        }
    }

    fn raise_and_match(&mut self, graph: &Graph) {
        for vertex in 0..self.size {
            if !self.is_free(vertex) {
                continue;
            }
            if let Some(room) = self.room(graph, vertex) {
                self.dual[vertex as usize] = room;
                let tight = |(to, cost): &(u32, &Cost)| self.is_free(*to) && **cost - self.dual[*to as usize] == room;
                let partner = graph.near(vertex).find(tight);
                if let Some((partner, _)) = partner {
                    self.marry(vertex, partner);
                }
            }
        }
    }

    pub fn marry(&mut self, one: u32, two: u32) {
        self.mate[one as usize] = two;
        self.mate[two as usize] = one;
    }

    /// Twice the cost of a pair less what the duals allow for it.
    pub fn slack(&self, one: u32, two: u32, cost: Cost) -> Cost {
        let mut slack = cost - self.dual(one) - self.dual(two);
        if self.top[one as usize] == self.top[two as usize] {
            let above = |vertex: u32| {
                let mut chain = vec![];
                let mut node = self.parent[vertex as usize];
                while node != NONE {
                    chain.push(node);
                    node = self.parent[node as usize];
                }
                chain.reverse();
                chain
            };
            for (left, right) in above(one).into_iter().zip(above(two)) {
                if left != right {
                    break;
                }
                slack += self.weight[left as usize];
            }
        }
        slack
    }

    /// Makes room for a pair whose slack is negative: lowers what holds `one` and not `two`, from the outermost
    /// blossom inwards, and parts only the pairs that are tight no more.
    pub fn relieve(&mut self, one: u32, two: u32, cost: Cost) {
        let mut missing = -self.slack(one, two, cost);
        while missing > Cost::ZERO {
            let node = self.top[one as usize];
            if !self.is_blossom(node) {
                self.dual[one as usize] -= missing;
                self.part(one);
                return;
            }
            let shared = self.top[two as usize] == node;
            let have = self.weight[node as usize].half();
            let taken = if shared { have } else { have.min(missing) };
            if taken > Cost::ZERO {
                self.lower_node(node, taken);
            }
            if !shared {
                missing -= taken;
            }
            if missing > Cost::ZERO {
                self.unbind(node);
            }
        }
    }

    /// Goes along with pairs whose cost is another one now, doubled, or that are forbidden: takes the blossoms apart that
    /// rest on one of them, parts those who are tight no more, and makes room where a slack is negative.
    pub fn follow(&mut self, changed: Vec<(u32, u32, Option<Cost>)>) {
        for (one, two, _) in &changed {
            while self.is_link(*one, *two) {
                let node = self.top[*one as usize];
                self.lower_node(node, self.weight[node as usize].half());
                self.unbind(node);
            }
        }
        for (one, two, cost) in changed {
            let Some(cost) = cost else { continue };
            self.relieve(one, two, cost);
            if self.mate[one as usize] == two && self.slack(one, two, cost) > Cost::ZERO {
                self.part(one);
            }
        }
        self.settle_all();
    }

    /// Whether a pair is a link of the innermost blossom that holds both.
    fn is_link(&self, one: u32, two: u32) -> bool {
        if self.top[one as usize] != self.top[two as usize] {
            return false;
        }
        let mut node = self.parent[one as usize];
        while node != NONE && !self.held[node as usize].contains(&two) {
            node = self.parent[node as usize];
        }
        node != NONE && self.links[node as usize].iter().any(|link| [(one, two), (two, one)].contains(link))
    }

    fn lower_node(&mut self, node: Node, by: Cost) {
        self.shift[node as usize] -= by;
        self.weight[node as usize] -= by.twice();
        self.part(self.base[node as usize]);
    }

    fn part(&mut self, vertex: u32) {
        let mate = std::mem::replace(&mut self.mate[vertex as usize], NONE);
        if mate != NONE {
            self.mate[mate as usize] = NONE;
        }
    }

    /// A new blossom of these kids, outermost.
    pub fn bind(&mut self, kids: Vec<Node>, links: Vec<(u32, u32)>) -> Node {
        let node = self.spare.pop().unwrap_or_else(|| {
            self.parent.push(NONE);
            self.weight.push(Cost::ZERO);
            self.shift.push(Cost::ZERO);
            self.kids.push(Vec::new());
            self.held.push(SmallVec::new());
            self.links.push(Vec::new());
            self.base.push(NONE);
            self.born.push(0);
            self.parent.len() as u32 - 1
        });
        // The vertices of the largest kid keep their duals: the whole node takes over what is still to be added to them.
        let largest = kids.iter().max_by_key(|kid| self.held[**kid as usize].len());
        let shared = largest.map_or(Cost::ZERO, |kid| self.shift[*kid as usize]);
        let mut held = SmallVec::with_capacity(kids.iter().map(|kid| self.held[*kid as usize].len()).sum());
        for kid in &kids {
            self.parent[*kid as usize] = node;
            let inside = &self.held[*kid as usize];
            inside.iter().for_each(|vertex| self.top[*vertex as usize] = node);
            let shift = std::mem::take(&mut self.shift[*kid as usize]) - shared;
            if shift != Cost::ZERO {
                inside.iter().for_each(|vertex| self.dual[*vertex as usize] += shift);
            }
            held.extend_from_slice(inside);
        }
        self.shift[node as usize] = shared;
        self.births += 1;
        self.born[node as usize] = self.births;
        self.held[node as usize] = held;
        self.base[node as usize] = self.base[kids[0] as usize];
        self.parent[node as usize] = NONE;
        self.weight[node as usize] = Cost::ZERO;
        self.kids[node as usize] = kids;
        self.links[node as usize] = links;
        node
    }

    /// Takes a blossom apart; its kids become outermost.
    pub fn unbind(&mut self, node: Node) -> (Vec<Node>, Vec<(u32, u32)>) {
        let kids = std::mem::take(&mut self.kids[node as usize]);
        let links = std::mem::take(&mut self.links[node as usize]);
        self.held[node as usize] = SmallVec::new();
        let shift = std::mem::take(&mut self.shift[node as usize]);
        for kid in &kids {
            self.parent[*kid as usize] = NONE;
            self.shift[*kid as usize] = shift;
            for vertex in &self.held[*kid as usize] {
                self.top[*vertex as usize] = *kid;
            }
        }
        self.weight[node as usize] = Cost::ZERO;
        self.spare.push(node);
        (kids, links)
    }

    /// The kid of a blossom that holds a vertex.
    pub fn kid_holding(&self, blossom: Node, vertex: u32) -> Node {
        let mut node = vertex;
        while self.parent[node as usize] != blossom {
            node = self.parent[node as usize];
        }
        node
    }

    /// Turns the pairs inside a node so that `vertex` is the one matched to the outside.
    pub fn rebase(&mut self, node: Node, vertex: u32) {
        let mut open = vec![(node, vertex)];
        while let Some((node, vertex)) = open.pop() {
            if !self.is_blossom(node) || self.base[node as usize] == vertex {
                continue;
            }
            let kid = self.kid_holding(node, vertex);
            let at = self.kids[node as usize].iter().position(|other| *other == kid).unwrap_or(0);
            let count = self.kids[node as usize].len();
            open.push((kid, vertex));
            let turned = if at % 2 == 0 { 0..at } else { at + 1..count };
            for link in turned.step_by(2) {
                let (one, two) = self.links[node as usize][link];
                self.marry(one, two);
                open.push((self.kids[node as usize][link], one));
                open.push((self.kids[node as usize][(link + 1) % count], two));
            }
            self.kids[node as usize].rotate_left(at);
            self.links[node as usize].rotate_left(at);
            self.base[node as usize] = vertex;
        }
    }
}
