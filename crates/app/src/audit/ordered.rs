//! Work on several threads whose outcome comes in the order of the work.

use std::collections::BTreeMap;
use std::sync::mpsc::{Receiver, TryRecvError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};

/// What is done with outcomes.
pub trait Taker<T, E> {
    /// Takes the next outcome.
    ///
    /// # Errors
    /// Whatever keeps it from being taken: everything ends then.
    fn take(&mut self, outcome: T) -> Result<(), E>;

    /// No outcome is there yet: what was taken may be brought out.
    ///
    /// # Errors
    /// As [`Taker::take`].
    fn wait(&mut self) -> Result<(), E>;
}

/// Works on items with `jobs` workers, each made by `worker`, and hands the outcomes on in the order of the items.
///
/// No more than a handful of items a worker is in memory at once, whatever the first of them takes. The items are drawn
/// on a thread of their own, which is left alone when `take` fails: it may be waiting for somebody else's input.
///
/// # Errors
/// The first error of the taker.
pub fn in_order<I, T, E, W>(
    items: impl Iterator<Item = I> + Send + 'static,
    jobs: usize,
    worker: impl Fn() -> W,
    taker: &mut impl Taker<T, E>,
) -> Result<(), E>
where
    I: Send + 'static,
    T: Send + 'static,
    W: FnMut(I) -> T + Send + 'static,
{
    let jobs = jobs.max(1);
    let window = 4 * jobs;
    let (permits, permitted) = sync_channel::<()>(window);
    let (give, work) = sync_channel::<(u64, I)>(jobs);
    let (tell, told) = sync_channel::<(u64, T)>(window);
    for _ in 0..window {
        // The channel holds exactly as many.
        let _ = permits.send(());
    }
    std::thread::spawn(move || {
        // An item is drawn only once there is room for its outcome.
        let mut items = (0..).zip(items);
        while permitted.recv().is_ok() {
            let Some(item) = items.next() else { return };
            if give.send(item).is_err() {
                return;
            }
        }
    });
    let work = Arc::new(Mutex::new(work));
    for _ in 0..jobs {
        let (work, tell, mut worker) = (Arc::clone(&work), tell.clone(), worker());
        std::thread::spawn(move || {
            while let Some((number, item)) = next(&work) {
                if tell.send((number, worker(item))).is_err() {
                    return;
                }
            }
        });
    }
    drop(tell);
    let mut early = BTreeMap::new();
    let mut due = 0;
    loop {
        let (number, outcome) = match told.try_recv() {
            Ok(told) => told,
            Err(TryRecvError::Disconnected) => break,
            Err(TryRecvError::Empty) => {
                taker.wait()?;
                let Ok(told) = told.recv() else { break };
                told
            }
        };
        early.insert(number, outcome);
        while let Some(outcome) = early.remove(&due) {
            taker.take(outcome)?;
            due += 1;
            // Nobody waits for it once the last item was drawn.
            let _ = permits.send(());
        }
    }
    Ok(())
}

fn next<I>(work: &Mutex<Receiver<I>>) -> Option<I> {
    work.lock().unwrap_or_else(PoisonError::into_inner).recv().ok()
}

#[cfg(test)]
#[path = "../../tests/inside/audit_ordered.rs"]
mod tests;
