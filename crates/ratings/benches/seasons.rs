//! Five years of a federation: 5,000 members, 260 weeks, 500,000 games. It asserts its answer, and measures beside it how
//! long the same games take where nothing is rated but their scores are added up.
//!
//! ```sh
//! cargo bench -p adjutant-ratings
//! ```

#[path = "../tests/season/mod.rs"]
mod season;

use std::time::Instant;

use adjutant_ratings::{Elo, System, WengLin};
use season::{hash, rated, weeks};

const MEMBERS: usize = 5_000;

fn main() {
    let weeks = weeks(2026, MEMBERS, 260, 500_000 / 260);
    let games: usize = weeks.iter().map(Vec::len).sum();
    let started = Instant::now();
    let sum: f64 = weeks.iter().flatten().map(|game| game.score).sum();
    println!("{games} games read: {:?} (scores {sum})", started.elapsed());
    let systems = [
        ("Glicko-2", System::default(), "61064e0e208f1e9f"),
        ("Elo", System::Elo(Elo::default()), "b1e04be25ad7b74e"),
        ("Weng-Lin", System::WengLin(WengLin::default()), "53daf92451795e10"),
    ];
    for (name, system, known) in systems {
        let started = Instant::now();
        let table = rated(&system, MEMBERS, &weeks);
        let took = started.elapsed();
        println!("{name}: {took:?}");
        assert_eq!(format!("{:016x}", hash(&table)), known, "{name}");
    }
}
