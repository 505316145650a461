//! What is to be matched, and why it may not be possible.

use crate::cost::{Cost, LINES};

/// A vertex of a matching problem: its place in the caller's list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Vertex(pub u32);

impl Vertex {
    /// As an index into the caller's list.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What is to be matched: who may be paired, at which cost, and where cheap pairs are to be looked for first.
pub trait Problem {
    /// Number of vertices.
    fn size(&self) -> u32;
    /// Whether the two may be paired at all; symmetric.
    fn allowed(&self, one: Vertex, two: Vertex) -> bool;
    /// The cost of an allowed pair; symmetric.
    fn cost(&self, one: Vertex, two: Vertex) -> Cost;
    /// Likely partners of one vertex; need be neither complete nor allowed.
    fn candidates(&self, vertex: Vertex) -> Vec<Vertex>;
    /// A partition of all vertices into groups that share lower bounds.
    fn groups(&self) -> Vec<Vec<Vertex>>;
    /// A cost that no pair between the two groups (by their place in [`Problem::groups`]) undercuts.
    fn floor(&self, one: usize, two: usize) -> Cost;
    /// All vertices in the order in which missing pairs join the candidates; of matchings that are equally good it may
    /// decide which is found.
    fn order(&self) -> Vec<Vertex> {
        self.groups().concat()
    }
    /// The line of [`Cost`] that [`Problem::targets`] speaks of; [`LINES`] where no line grows with a distance.
    fn distance_line(&self) -> usize {
        LINES
    }
    /// Where a vertex stands.
    fn place(&self, _: Vertex) -> i64 {
        0
    }
    /// Two places near which the cheap partners of `one` in a group stand: what [`Problem::distance_line`] of a pair
    /// costs is at least the square of the partner's distance from the nearer of them. Nothing where that does not
    /// hold for the whole group.
    fn targets(&self, _one: Vertex, _group: usize) -> Option<[i64; 2]> {
        None
    }
}

/// No perfect matching exists, and why (Tutte's condition).
///
/// Without the vertices of `separators`, every set in `islands` is left with an odd number of vertices that may only
/// meet each other; there are more islands than separators, so one vertex at least stays alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness {
    /// The vertices that the islands compete for.
    pub separators: Vec<Vertex>,
    /// Sets of odd size; no allowed pair joins two of them or leads from one of them anywhere but to a separator.
    pub islands: Vec<Vec<Vertex>>,
}

impl Witness {
    /// Checks the witness against the problem, pair by pair.
    pub fn holds(&self, problem: &dyn Problem) -> bool {
        let mut home = vec![None; problem.size() as usize];
        for vertex in &self.separators {
            home[vertex.index()] = Some(usize::MAX);
        }
        for (island, vertices) in self.islands.iter().enumerate() {
            for vertex in vertices {
                home[vertex.index()] = Some(island);
            }
        }
        let odd = self.islands.iter().all(|island| island.len() % 2 == 1);
        let closed = self.islands.iter().enumerate().all(|(island, vertices)| {
            vertices.iter().all(|one| {
                (0..problem.size()).map(Vertex).all(|two| {
                    let inside = matches!(home[two.index()], Some(at) if at == island || at == usize::MAX);
                    inside || !problem.allowed(*one, two)
                })
            })
        });
        odd && closed && self.islands.len() > self.separators.len()
    }
}
