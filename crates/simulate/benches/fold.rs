//! Commands folded from memory, and whole matches simulated, a second. The answer is checked: both folds of a match end
//! with the same totals.

use std::sync::Arc;
use std::time::Instant;

use adjutant_engine::fold::Match;
use adjutant_simulate::{Depth, Plan, simulate_match};

const MATCHES: u64 = 600;
const FOLDS: u32 = 5;

fn main() {
    for depth in [Depth::Scores, Depth::Facts, Depth::Positions] {
        measure(depth);
    }
}

fn measure(depth: Depth) {
    let started = Instant::now();
    let games: Vec<Match> = (0..MATCHES).map(|seed| simulate_match(seed, &Plan::new(depth))).collect();
    let simulated = started.elapsed();
    let recorded: Vec<Vec<_>> = games
        .iter()
        .map(|game| {
            (1..=game.seq()).filter_map(|seq| game.entry(seq)).map(|(by, c, _)| (by, Arc::new(c.clone()))).collect()
        })
        .collect();
    let commands: usize = recorded.iter().map(Vec::len).sum();
    let started = Instant::now();
    for _ in 0..FOLDS {
        for (records, game) in recorded.iter().zip(&games) {
            let mut again = Match::new(adjutant_packs::shipped());
            for (by, command) in records {
                again.record(*by, Arc::clone(command)).expect("a legal record");
            }
            assert_eq!(again.vp(), game.vp(), "two folds of one match");
        }
    }
    let folded = started.elapsed();
    let micros = |time: std::time::Duration| u64::try_from(time.as_micros()).expect("a short run").max(1);
    println!(
        "{depth:?}: {} matches/s simulated, {} commands/s folded ({} commands a match)",
        MATCHES * 1_000_000 / micros(simulated),
        commands as u64 * u64::from(FOLDS) * 1_000_000 / micros(folded),
        commands as u64 / MATCHES,
    );
}
