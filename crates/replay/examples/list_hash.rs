//! Prints the hash of the list that a league comes to, computed from its log and the logs that it pins, which follow each
//! other on standard input: the same on every machine, in WebAssembly too (`.ci/wasm`).

use std::io::Read;

use adjutant_core::Hash;
use adjutant_league::Library;
use adjutant_league::list::List;
use adjutant_league::season::season;
use adjutant_league::source::{origin, up_to};
use adjutant_replay::Rulebook;
use adjutant_replay::leagues::{read, source};

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).expect("logs");
    let begins = |line: &str| serde_json::from_str::<serde_json::Value>(line).is_ok_and(|record| record["seq"] == 1);
    let mut logs: Vec<String> = Vec::new();
    for line in text.lines() {
        if begins(line) {
            logs.push(String::new());
        }
        if let Some(log) = logs.last_mut() {
            log.push_str(line);
            log.push('\n');
        }
    }
    let (league, logs) = logs.split_first().expect("the league comes first");
    let league = read("the league", league.as_bytes()).expect("a league");
    let rules = Rulebook::shipped();
    let mut library = Library::default();
    for log in logs {
        let pinned: Option<Hash> = origin(log.as_bytes());
        let pin = pinned.and_then(|origin| league.state().pins.get(&origin)).expect("a log that is pinned");
        let part = up_to(log.as_bytes(), Some(pin.pin.head)).expect("the pinned record");
        library.add(source(&rules, "a log", part).expect("a match or an event"));
    }
    let season = season(league.state(), &library, None).expect("every pinned log");
    println!("{}", List::of(league.state(), &season, 1, None).hash());
}
