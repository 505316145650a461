//! Times standings with five tie-breaks after eight rounds of 1,024 players, and asserts that the judge, who computes
//! all of them by another way, agrees in every number.
//!
//! Beside it, the time that the judge takes for the whole log: all eight rounds, pairings and standings.
//!
//! `cargo bench -p adjutant-tournament --bench standings` prints the fastest and the middle one of 50 runs.

#[path = "../../cli/benches/support/figure.rs"]
mod figure;
mod support;

use std::hint::black_box;
use std::time::Instant;

use adjutant_tournament::RoundNumber;
use adjutant_tournament::check::{check, check_standings};
use adjutant_tournament::policy::{Policies, TieBreak};
use adjutant_tournament::standings::standings;
use figure::{Figure, Target};
use support::{event, play_next};

fn main() {
    let card = [
        TieBreak::OpponentsWinRate,
        TieBreak::GameWinRate,
        TieBreak::OpponentsGameWinRate,
        TieBreak::OpponentsWinRate2,
        TieBreak::LastRound,
    ];
    let wargame = [TieBreak::Path, TieBreak::Vp, TieBreak::Sos, TieBreak::ExtendedSos, TieBreak::VpDifference];
    let chess = [
        TieBreak::HeadToHead,
        TieBreak::BuchholzCut1,
        TieBreak::Buchholz,
        TieBreak::SonnebornBerger,
        TieBreak::Cumulative,
    ];
    for (name, tie_breaks) in [("wargame", wargame), ("chess", chess), ("card", card)] {
        let policies = Policies { tie_breaks: tie_breaks.to_vec(), ..Policies::default() };
        let mut log = event(1_024, 8, 1_024, policies);
        (0..8).for_each(|_| play_next(&mut log));
        let round = RoundNumber(8);
        let mut times = Vec::new();
        for _ in 0..50 {
            let start = Instant::now();
            let table = black_box(standings(log.state(), round));
            times.push(start.elapsed());
            assert_eq!(table.rows.len(), 1_024);
        }
        times.sort();
        assert_eq!(check_standings(log.records(), &standings(log.state(), round)), [], "the judge agrees");
        let start = Instant::now();
        assert_eq!(check(&log).findings, [], "the judge finds nothing");
        let judged = start.elapsed();
        println!(
            "1024 players x 8 rounds, five {name} tie-breaks: {:.1?}, middle {:.1?}; the judge over the log {judged:.1?}",
            times[0], times[25]
        );
        Figure {
            key: &format!("standings-{name}"),
            what: &format!("standings with five {name} tie-breaks, 1,024 players after 8 rounds"),
            value: times[25].as_secs_f64() * 1_000.0,
            unit: "ms",
            beside: None,
            target: Some(Target::AtMost(5.0)),
        }
        .print();
    }
}
