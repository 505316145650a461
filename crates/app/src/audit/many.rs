//! Many logs on several threads.
//!
//! A thread takes the next log, reads it whole, audits it and lets it go: no more logs are in memory than there are
//! threads. The reports are handed on in the order of the logs, so that the outcome does not depend on the threads.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};

use adjutant_replay::Rulebook;
use adjutant_replay::audit::{LogReport, Logs};

use super::source::{Reader, Source};

/// Audits logs on several threads and hands each report on with its number, in the order of the logs; of some logs only
/// where their numbers are named.
///
/// # Errors
/// The first error of `take`; what was not begun by then is left.
pub fn audit_all<E>(
    rules: &Rulebook,
    sources: &(impl Logs<Source = Source> + Sync),
    own: Option<&[u32]>,
    jobs: usize,
    mut take: impl FnMut(usize, LogReport) -> Result<(), E>,
) -> Result<(), E> {
    let next = AtomicUsize::new(0);
    let count = own.map_or(sources.count(), <[u32]>::len);
    let place = |number: usize| own.map_or(number, |own| own[number] as usize);
    let source = |number: usize| (number < count).then(|| sources.get(place(number))).flatten();
    std::thread::scope(|scope| {
        let (sender, reports) = sync_channel(2 * jobs);
        for _ in 0..jobs.clamp(1, count.max(1)) {
            let (next, sender, source) = (&next, sender.clone(), &source);
            scope.spawn(move || work(rules, source, next, &sender));
        }
        drop(sender);
        let mut early = BTreeMap::new();
        let mut due = 0;
        for (index, report) in reports {
            early.insert(index, report);
            while let Some(report) = early.remove(&due) {
                take(place(due), report)?;
                due += 1;
            }
        }
        Ok(())
    })
}

/// Ends after the last log, or when the receiver is gone.
fn work(
    rules: &Rulebook,
    source: &(dyn Fn(usize) -> Option<Source> + Sync),
    next: &AtomicUsize,
    sender: &SyncSender<(usize, LogReport)>,
) {
    let mut reader = Reader::default();
    loop {
        let index = next.fetch_add(1, Ordering::Relaxed);
        let Some(source) = source(index) else { return };
        if sender.send((index, reader.audit(rules, &source))).is_err() {
            return;
        }
    }
}
