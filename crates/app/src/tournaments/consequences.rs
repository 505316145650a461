//! What a corrected result would have changed.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::thread;

use adjutant_tournament::pairing::{Changed, consequence_in};
use adjutant_tournament::{RoundNumber, Tournament, TournamentLog};

/// Pairs the rounds after a corrected result again, on all cores, and names those that would have been others.
///
/// `before` is the state before the record `seq` that corrects it; `told` hears how many rounds are done, of how many.
pub fn consequences(
    log: &TournamentLog,
    before: &Tournament,
    seq: u64,
    round: RoundNumber,
    mut told: impl FnMut(usize, usize),
) -> Vec<Changed> {
    let now = log.state();
    let later: Vec<RoundNumber> =
        now.rounds.iter().map(|known| known.pair.round).filter(|known| *known > round).collect();
    // Late rounds take longest, so that they are begun first.
    let taken = AtomicUsize::new(0);
    let take = || later.len().checked_sub(1 + taken.fetch_add(1, Ordering::Relaxed));
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let (tell, heard) = channel();
    let mut found: Vec<Option<Changed>> = vec![None; later.len()];
    thread::scope(|scope| {
        for _ in 0..cores.min(later.len()) {
            let (tell, take, later) = (tell.clone(), &take, &later);
            scope.spawn(move || {
                while let Some(at) = take() {
                    let round = later[at];
                    let changed = consequence_in(before, now, round, log.stands_as_drafted(round, seq - 1));
                    if tell.send((at, changed)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(tell);
        for (done, (at, changed)) in (1..).zip(heard) {
            found[at] = changed;
            told(done, later.len());
        }
    });
    found.into_iter().flatten().collect()
}
