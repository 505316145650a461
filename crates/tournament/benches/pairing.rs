//! Times round 5 of Swiss events of 256 to 16,384 players and asserts that the answer is proven and legal.
//!
//! `cargo bench -p adjutant-tournament` prints one line a size; name sizes to run only those.

mod support;

use std::collections::BTreeSet;
use std::hint::black_box;
use std::time::Instant;

use adjutant_tournament::pairing::draft_round;
use adjutant_tournament::policy::Policies;
use support::{event, play_next};

fn measure(players: u32) {
    let mut log = event(players, 8, u64::from(players), Policies::default());
    let start = Instant::now();
    draft_round(log.state()).expect("a legal round");
    let first = start.elapsed();
    for _ in 0..4 {
        play_next(&mut log);
    }
    let start = Instant::now();
    let draft = black_box(draft_round(log.state()).expect("a legal round"));
    let pairing = start.elapsed();
    assert!(draft.pair.objective.optimal);
    let seen: BTreeSet<_> = draft.pair.tables.iter().flat_map(|p| [&p.one, &p.two]).collect();
    assert_eq!(seen.len() + draft.pair.byes.len(), players as usize);
    println!(
        "{players:>6} players: round 1 {first:>9.1?}, round 5 {pairing:>9.1?} ({} candidates, {} trees, {} pricings)",
        draft.effort.candidates, draft.effort.trees, draft.effort.pricings
    );
}

fn main() {
    let named: Vec<u32> = std::env::args().filter_map(|word| word.parse().ok()).collect();
    let sizes = if named.is_empty() { vec![256, 512, 1_024, 2_048, 4_096, 8_192, 10_000, 16_384] } else { named };
    sizes.into_iter().for_each(measure);
}
