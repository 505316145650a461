//! Times round 5 of Swiss events of 256 to 16,384 players and asserts that the answer is proven and legal.
//!
//! `cargo bench -p adjutant-tournament` prints one line a size; name sizes to run only those.

#[path = "../../cli/benches/support/figure.rs"]
mod figure;
#[path = "../tests/support/optimum.rs"]
mod optimum;
mod support;

use std::collections::BTreeSet;
use std::hint::black_box;
use std::time::{Duration, Instant};

use adjutant_tournament::pairing::{Field, draft_round};
use adjutant_tournament::policy::Policies;
use figure::{Figure, Target};
use support::{event, play_next};

/// The largest field for which the other library runs as well: it looks at every pair.
const RIVAL_MAX: u32 = 1_024;

fn measure(players: u32) -> Duration {
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
    let target = match players {
        1_024 => Some(Target::AtMost(500.0)),
        10_000 => Some(Target::AtMost(20_000.0)),
        _ => None,
    };
    let rival = (players <= RIVAL_MAX).then(|| {
        let field = Field::of(log.state(), draft.pair.round, draft.pair.method, false);
        let start = Instant::now();
        let optimum = optimum::optimum(&field);
        let time = start.elapsed();
        assert_eq!(Some(field.value(&draft.pair.tables, &draft.pair.byes).0), optimum, "another library's optimum");
        time
    });
    Figure {
        key: &format!("pairing-{players}"),
        what: &format!("pairing round 5 of {players} players, optimum certified"),
        value: milliseconds(pairing),
        unit: "ms",
        beside: rival.map(|time| ("the optimum by rustworkx-core, all pairs", milliseconds(time))),
        target,
    }
    .print();
    pairing
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1_000.0
}

/// How the time grows with the field: the exponent between the smallest of a thousand and the largest.
fn growth(times: &[(u32, Duration)]) {
    let (Some((few, fast)), Some((many, slow))) = (times.iter().find(|(players, _)| *players >= 1_024), times.last())
    else {
        return;
    };
    if many > few {
        Figure {
            key: "pairing-growth",
            what: &format!("growth of that time from {few} to {many} players, as a power of the field"),
            value: (slow.as_secs_f64() / fast.as_secs_f64()).ln() / (f64::from(*many) / f64::from(*few)).ln(),
            unit: "power",
            beside: None,
            target: Some(Target::AtMost(1.5)),
        }
        .print();
    }
}

fn main() {
    let named: Vec<u32> = std::env::args().filter_map(|word| word.parse().ok()).collect();
    let sizes = if named.is_empty() { vec![256, 512, 1_024, 2_048, 4_096, 8_192, 10_000, 16_384] } else { named };
    let times: Vec<(u32, Duration)> = sizes.into_iter().map(|players| (players, measure(players))).collect();
    growth(&times);
}
