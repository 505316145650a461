//! Commands folded from memory, and whole matches simulated, a second. The answer is checked: both folds of a match end
//! with the same totals. Beside it stands only copying the same commands, which no fold that keeps them can beat.

#[path = "../../cli/benches/support/figure.rs"]
mod figure;

use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use adjutant_engine::command::Command;
use adjutant_engine::fold::Match;
use adjutant_engine::side::By;
use adjutant_simulate::{Depth, Plan, simulate_match};
use figure::{Figure, Target};

const MATCHES: u64 = 600;
const FOLDS: u32 = 5;

fn main() {
    for (key, depth, target) in
        [("fold-scores", Depth::Scores, 0.4), ("fold", Depth::Facts, 0.4), ("fold-positions", Depth::Positions, 0.2)]
    {
        measure(key, depth, Target::Ratio(target));
    }
}

fn measure(key: &str, depth: Depth, target: Target) {
    let started = Instant::now();
    let games: Vec<Match> = (0..MATCHES).map(|seed| simulate_match(seed, &Plan::new(depth))).collect();
    let simulated = started.elapsed();
    let recorded: Vec<Vec<(By, Arc<Command>)>> = games
        .iter()
        .map(|game| {
            (1..=game.seq()).filter_map(|seq| game.entry(seq)).map(|(by, c, _)| (by, Arc::new(c.clone()))).collect()
        })
        .collect();
    let commands: usize = recorded.iter().map(Vec::len).sum();
    let folded = shortest(|| {
        for (records, game) in recorded.iter().zip(&games) {
            let mut again = Match::new(adjutant_packs::shipped());
            for (by, command) in records {
                again.record(*by, Arc::clone(command)).expect("a legal record");
            }
            assert_eq!(again.vp(), game.vp(), "two folds of one match");
        }
    });
    let copied = shortest(|| {
        let copy = |records: &Vec<(By, Arc<Command>)>| {
            black_box(records.iter().map(|(by, command)| (*by, Command::clone(command))).collect::<Vec<_>>()).len()
        };
        let copies: usize = recorded.iter().map(copy).sum();
        assert_eq!(copies, commands);
    });
    let matches = MATCHES as f64 / simulated.as_secs_f64();
    println!("{depth:?}: {matches:.0} matches/s simulated, {} commands a match", commands as u64 / MATCHES);
    Figure {
        key,
        what: &format!("fold of commands in memory, {} depth", format!("{depth:?}").to_lowercase()),
        value: commands as f64 / folded.as_secs_f64(),
        unit: "commands/s",
        beside: Some(("only copying them", commands as f64 / copied.as_secs_f64())),
        target: Some(target),
    }
    .print();
}

/// The shortest of some runs: what the work costs when nobody else works.
fn shortest(mut work: impl FnMut()) -> Duration {
    let once = |work: &mut dyn FnMut()| {
        let start = Instant::now();
        work();
        start.elapsed()
    };
    (0..FOLDS).map(|_| once(&mut work)).min().unwrap_or_default()
}
