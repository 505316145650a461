use super::*;
use proptest::prelude::*;

/// A small problem given as a table; `None` is forbidden.
#[derive(Debug)]
struct Table {
    size: u32,
    cells: Vec<Option<Cost>>,
    reach: u32,
}

impl Table {
    fn cell(&self, one: Vertex, two: Vertex) -> Option<Cost> {
        let (low, high) = (one.0.min(two.0), one.0.max(two.0));
        self.cells[(low * self.size + high) as usize]
    }

    fn cheapest(&self, left: &mut Vec<Vertex>) -> Option<Cost> {
        let Some(one) = left.pop() else { return Some(Cost::ZERO) };
        let mut best: Option<Cost> = None;
        for at in 0..left.len() {
            let two = left.remove(at);
            if let Some(cost) = self.cell(one, two)
                && let Some(rest) = self.cheapest(left)
            {
                best = Some(best.map_or(cost + rest, |known| known.min(cost + rest)));
            }
            left.insert(at, two);
        }
        left.push(one);
        best
    }
}

impl Problem for Table {
    fn size(&self) -> u32 {
        self.size
    }
    fn allowed(&self, one: Vertex, two: Vertex) -> bool {
        self.cell(one, two).is_some()
    }
    fn cost(&self, one: Vertex, two: Vertex) -> Cost {
        self.cell(one, two).unwrap_or_default()
    }
    fn candidates(&self, vertex: Vertex) -> Vec<Vertex> {
        (1..=self.reach).map(|step| Vertex((vertex.0 + step) % self.size)).collect()
    }
    fn groups(&self) -> Vec<Vec<Vertex>> {
        vec![(0..self.size).map(Vertex).collect()]
    }
    fn floor(&self, _: usize, _: usize) -> Cost {
        Cost::of([i64::MIN / 8; LINES])
    }
}

fn table(spread: i64) -> impl Strategy<Value = Table> {
    (1u32..6, 0u32..4).prop_flat_map(move |(half, reach)| {
        let size = half * 2;
        let line = (0..spread, 0..spread, 0..40i64);
        let cell = proptest::option::weighted(0.8, line);
        proptest::collection::vec(cell, (size * size) as usize).prop_map(move |cells| Table {
            size,
            reach,
            cells: cells.into_iter().map(|cell| cell.map(|(a, b, c)| Cost::of([a, b, 0, 0, 0, 0, 0, c]))).collect(),
        })
    })
}

fn agrees_with_trying_everything(table: &Table) {
    let best = table.cheapest(&mut (0..table.size).map(Vertex).collect());
    match Solved::of(table) {
        Ok(solved) => {
            let matching = &solved.matching;
            assert_eq!(Some(matching.cost), best);
            matching.proof.check(table, matching.cost).expect("a proof that holds");
            every_pair_that_is_wanted(table, &solved);
        }
        Err(witness) => {
            assert_eq!(best, None);
            assert!(witness.holds(table), "{witness:?}");
        }
    }
}

/// What every allowed pair costs at least, against trying everybody else without it.
fn every_pair_that_is_wanted(table: &Table, solved: &Solved) {
    for one in (0..table.size).map(Vertex) {
        for two in (0..table.size).map(Vertex).filter(|two| table.allowed(one, *two)) {
            let mut others = (0..table.size).map(Vertex).filter(|other| *other != one && *other != two).collect();
            let rest = table.cheapest(&mut others);
            assert_eq!(solved.cost_with(one, two), rest.map(|rest| rest + table.cost(one, two)), "{one:?} {two:?}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]
    #[test]
    fn small_tables_with_many_ties(table in table(3)) {
        agrees_with_trying_everything(&table);
    }

    #[test]
    fn small_tables_with_few_ties(table in table(50)) {
        agrees_with_trying_everything(&table);
    }
}
