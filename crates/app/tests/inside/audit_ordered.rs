//! Tests of `audit::ordered` that need what only it sees.

use super::*;
use std::sync::atomic::{AtomicU64, Ordering};

struct List(Vec<u64>, Option<usize>);

impl Taker<u64, &'static str> for List {
    fn take(&mut self, outcome: u64) -> Result<(), &'static str> {
        self.0.push(outcome);
        if self.1 == Some(self.0.len()) { Err("closed") } else { Ok(()) }
    }

    fn wait(&mut self) -> Result<(), &'static str> {
        Ok(())
    }
}

#[test]
fn the_order_is_that_of_the_items_and_few_are_drawn_ahead() {
    static DRAWN: AtomicU64 = AtomicU64::new(0);
    static AHEAD: AtomicU64 = AtomicU64::new(0);
    let items = (0..500_u64).inspect(|_| {
        DRAWN.fetch_add(1, Ordering::SeqCst);
    });
    let mut list = List(Vec::new(), None);
    let worker = || {
        |item: u64| {
            // The first item waits until the window is full: nothing more may be drawn behind its back.
            if item == 0 {
                while DRAWN.load(Ordering::SeqCst) < 12 {
                    std::thread::yield_now();
                }
                AHEAD.store(DRAWN.load(Ordering::SeqCst), Ordering::SeqCst);
            }
            item * 2
        }
    };
    in_order(items, 3, worker, &mut list).unwrap();
    assert_eq!(list.0, (0..500).map(|item| item * 2).collect::<Vec<_>>());
    assert_eq!(AHEAD.load(Ordering::SeqCst), 12);
}

#[test]
fn an_error_of_the_taker_ends_everything() {
    let mut list = List(Vec::new(), Some(3));
    assert_eq!(in_order(0_u64.., 2, || |item: u64| item, &mut list), Err("closed"));
    assert_eq!(list.0, [0, 1, 2]);
}
