//! What a corrected result would have changed.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::thread;
use std::time::{Duration, Instant};

use adjutant_tournament::pairing::{Changed, consequence_in};
use adjutant_tournament::{RoundNumber, Tournament, TournamentLog};

/// What a correction means for pairings that are published.
#[derive(Clone, Debug, Default)]
pub struct Pairings {
    /// Rounds that would have been paired otherwise.
    pub changed: Vec<Changed>,
    /// Rounds that were not looked at, because it would have taken too long.
    pub not_looked_at: Vec<RoundNumber>,
}

/// Pairs the rounds after a corrected result again, on all cores, and names those that would have been others.
///
/// `before` is the state before the record `seq` that corrects it; `told` hears how many rounds are done, of how many. After
/// so much `patience` no further round is begun.
pub fn consequences(
    log: &TournamentLog,
    before: &Tournament,
    seq: u64,
    round: RoundNumber,
    patience: Duration,
    mut told: impl FnMut(usize, usize),
) -> Pairings {
    let begun = Instant::now();
    let now = log.state();
    let later: Vec<RoundNumber> =
        now.rounds.iter().map(|known| known.pair.round).filter(|known| *known > round).collect();
    // Late rounds take longest, so that they are begun first.
    let taken = AtomicUsize::new(0);
    let take = || {
        let next = later.len().checked_sub(1 + taken.fetch_add(1, Ordering::Relaxed));
        next.filter(|_| begun.elapsed() < patience)
    };
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let (tell, heard) = channel();
    let mut found: Vec<Option<Option<Changed>>> = vec![None; later.len()];
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
            found[at] = Some(changed);
            told(done, later.len());
        }
    });
    let open = found.iter().zip(&later).filter(|(found, _)| found.is_none());
    let not_looked_at = open.map(|(_, round)| *round).collect();
    Pairings { changed: found.into_iter().flatten().flatten().collect(), not_looked_at }
}
