//! Writers at the same number at the same moment.

use std::sync::Barrier;
use std::sync::atomic::{AtomicUsize, Ordering};

use adjutant_core::chain::Link;
use adjutant_store::{Store, StoreError, StreamKind};

use crate::Fresh;
use crate::conformance::lines;

const RACERS: usize = 8;
const ROUNDS: usize = 1_000;

#[test]
fn one_of_eight_wins_each_of_a_thousand_rounds() {
    let fresh = Fresh::new("races");
    let opening = lines(&["open"], Link::START);
    fresh.open().import(StreamKind::Match, "m", &opening).unwrap();
    let (start, won, refused) = (Barrier::new(RACERS), AtomicUsize::new(0), AtomicUsize::new(0));
    let race = |name: usize| {
        let mut store = fresh.open();
        let mut wins = Vec::new();
        for round in 0..ROUNDS {
            let head = store.head(StreamKind::Match, "m").unwrap().unwrap();
            assert_eq!(head.seq, 1 + round as u64, "one record a round");
            let line = lines(&[&format!("{name} in {round}")], head);
            start.wait();
            match store.append(StreamKind::Match, "m", head, &line) {
                Ok(done) => {
                    assert_eq!(done.written, 1);
                    won.fetch_add(1, Ordering::Relaxed);
                    wins.push(line[0].clone());
                }
                Err(StoreError::Conflict { .. }) => {
                    refused.fetch_add(1, Ordering::Relaxed);
                }
                Err(error) => panic!("{error}"),
            }
            start.wait();
        }
        wins
    };
    let wins: Vec<_> = std::thread::scope(|scope| {
        let racers: Vec<_> = (0..RACERS).map(|name| scope.spawn(move || race(name))).collect();
        racers.into_iter().flat_map(|racer| racer.join().unwrap()).collect()
    });
    assert_eq!((won.load(Ordering::Relaxed), refused.load(Ordering::Relaxed)), (ROUNDS, ROUNDS * (RACERS - 1)));
    let store = fresh.open();
    let log = store.read_sound(StreamKind::Match, "m").unwrap();
    assert_eq!(log.len(), ROUNDS + 1);
    let mut won: Vec<_> = wins;
    won.sort_by_key(|line| line.link.seq);
    assert_eq!(won, log[1..], "what was acknowledged is what stands");
}

/// Stores of several matches and one event in one transaction, raced for by many.
#[test]
fn a_round_is_opened_once_by_many_desks() {
    let fresh = Fresh::new("desks");
    drop(fresh.open());
    let log = lines(&["open"], Link::START);
    let ids: Vec<String> = (0..20).map(|table| format!("gt-r1-t{table:02}")).collect();
    let written: usize = std::thread::scope(|scope| {
        let desk = || {
            let mut store: Store = fresh.open();
            let all: Vec<_> = ids
                .iter()
                .map(|id| adjutant_store::Append { kind: StreamKind::Match, id, expected: Link::START, lines: &log })
                .collect();
            store.append_all(&all).unwrap().iter().map(|done| done.written).sum::<usize>()
        };
        let desks: Vec<_> = (0..RACERS).map(|_| scope.spawn(desk)).collect();
        desks.into_iter().map(|desk| desk.join().unwrap()).sum()
    });
    assert_eq!(written, ids.len());
    assert_eq!(fresh.open().check().unwrap(), ids.len());
}
