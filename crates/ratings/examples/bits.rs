//! Prints the hashes of every bit of a rated season: the same lines on every machine, in WebAssembly too (`.ci/wasm`).

#[path = "../tests/season/mod.rs"]
mod season;

use adjutant_ratings::{Elo, System, WengLin};
use season::{hash, rated, weeks};

fn main() {
    let weeks = weeks(5, 200, 52, 300);
    for system in [System::default(), System::Elo(Elo::default()), System::WengLin(WengLin::default())] {
        println!("{:016x}", hash(&rated(&system, 200, &weeks)));
    }
}
