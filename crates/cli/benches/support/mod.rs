//! Simulated matches as chained logs, and how figures are printed.

pub mod figure;

use adjutant_engine::chain::Link;
use adjutant_engine::command::Command;
use adjutant_engine::fold::Match;
use adjutant_engine::ids::MatchId;
use adjutant_engine::record;
use adjutant_engine::side::By;
use adjutant_engine::time::Timestamp;
use adjutant_simulate::{Depth, Plan, simulate};

/// Seconds between two records.
const STEP_S: u64 = 20;

/// A number from the environment, such as `ADJUTANT_BENCH_MATCHES`.
pub fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// The records of a simulated match: two of three with facts, the third one with scores only or with positions.
fn records(seed: u64) -> Vec<(By, Command)> {
    let depth = match seed % 6 {
        2 => Depth::Scores,
        5 => Depth::Positions,
        _ => Depth::Facts,
    };
    let mut plan = Plan::new(depth);
    plan.id = MatchId::new(&format!("m{seed}")).expect("a short id");
    simulate(seed, &plan)
}

/// A simulated match as the bytes of its chained log, with its number of records.
pub fn log(seed: u64) -> (Vec<u8>, u64) {
    let mut game = Match::new(adjutant_packs::shipped());
    let (mut bytes, mut link) = (Vec::new(), Link::START);
    for (by, command) in records(seed) {
        game.record(by, &command).expect("a legal record");
        let (line, next) = record::seal(at(link.seq), by, &command, game.vp(), link).expect("JSON");
        game.set_head(next.hash);
        bytes.extend(line);
        bytes.push(b'\n');
        link = next;
    }
    (bytes, link.seq)
}

fn at(records: u64) -> Timestamp {
    let second = 8 * 3600 + records * STEP_S;
    let text = format!("2026-11-21T{:02}:{:02}:{:02}Z", second / 3600 % 24, second / 60 % 60, second % 60);
    Timestamp::parse(&text).expect("a time")
}
