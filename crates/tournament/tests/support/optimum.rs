//! The best value of a round by a matching library that knows nothing of ours.

use adjutant_matching::{Cost, LINES, Problem, Vertex};
use adjutant_tournament::pairing::Field;
use rustworkx_core::max_weight_matching::max_weight_matching;
use rustworkx_core::petgraph::graph::UnGraph;

/// The optimum by a library that knows nothing of ours: every legal pair, lines packed into one weight.
pub fn optimum(field: &Field) -> Option<Cost> {
    let size = field.size();
    let pairs: Vec<(u32, u32)> = (0..size)
        .flat_map(|one| (one + 1..size).map(move |two| (one, two)))
        .filter(|(one, two)| field.allowed(Vertex(*one), Vertex(*two)))
        .collect();
    let costs: Vec<Cost> = pairs.iter().map(|(one, two)| field.cost(Vertex(*one), Vertex(*two))).collect();
    let mut unit = [1i128; LINES];
    for line in (0..LINES - 1).rev() {
        let most = costs.iter().map(|cost| i128::from(cost.lines()[line + 1])).max().unwrap_or(0);
        unit[line] = unit[line + 1] * (most * i128::from(size) / 2 + 1);
    }
    let packed =
        |cost: &Cost| -> i128 { cost.lines().iter().zip(unit).map(|(line, unit)| i128::from(*line) * unit).sum() };
    let top = costs.iter().map(packed).max().unwrap_or(0) + 1;
    let edges = pairs.iter().zip(&costs).map(|((one, two), cost)| (*one, *two, top - packed(cost)));
    let graph = UnGraph::<(), i128>::from_edges(edges);
    let mates = max_weight_matching(&graph, true, |edge| Ok::<i128, ()>(*edge.weight()), false).ok()?;
    (mates.len() * 2 == size as usize)
        .then(|| mates.iter().map(|(one, two)| field.cost(Vertex(*one as u32), Vertex(*two as u32))).sum())
}
