//! How much one address or pass may ask for.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Bytes of headers.
pub const HEADER_BYTES_MAX: usize = 8 << 10;
/// Bytes of a form.
pub const BODY_BYTES_MAX: usize = 64 << 10;
/// Bytes of an army list.
pub const LIST_BYTES_MAX: usize = 1 << 20;
/// Time to send a request.
pub const REQUEST_TIME: Duration = Duration::from_secs(10);
/// Connections at once.
pub const CONNECTIONS_MAX: usize = 2000;
/// Of these, connections of one address on which nobody has shown a valid pass.
pub const STRANGERS_MAX: usize = 64;
/// Connections that the machine itself has beside those of the hall: the desk works while the hall is full.
pub const RESERVED: usize = 128;
/// Open streams of one pass.
pub const STREAMS_MAX: usize = 16;
/// Time in which a client takes something of what it is sent.
pub const WRITE_TIME: Duration = Duration::from_secs(15);

const MINUTE: Duration = Duration::from_secs(60);
/// Of each kind. Beyond, no new address is known: a flood of them cannot fill the memory, and keeps nobody out who is known.
const KNOWN_MAX: usize = 10_000;

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Counted {
    /// Forms of one pass.
    Posts,
    /// Forms of one address from those without a pass.
    StrangePosts,
    /// Wrong passes of one address.
    WrongPasses,
    /// Wrong words in one session of the organiser.
    WrongWords,
}

impl Counted {
    /// How many a minute.
    pub fn per_minute(self) -> u32 {
        match self {
            Counted::Posts | Counted::StrangePosts => 120,
            Counted::WrongPasses | Counted::WrongWords => 10,
        }
    }
}

/// Counts of the minute that runs.
#[derive(Default)]
pub struct Limits {
    /// Each kind by itself: a flood of one leaves the others as they are.
    counts: [Mutex<HashMap<String, (Instant, u32)>>; 4],
    open: Mutex<HashMap<String, usize>>,
}

impl Limits {
    /// Whether somebody has used up the minute.
    pub fn is_full(&self, what: Counted, who: &str) -> bool {
        let counts = self.of(what);
        let count = counts.get(who).filter(|(since, _)| since.elapsed() < MINUTE);
        count.is_some_and(|(_, count)| *count >= what.per_minute())
    }

    /// Counts one more; whether it was within the limit.
    pub fn count(&self, what: Counted, who: &str) -> bool {
        let mut counts = self.of(what);
        if counts.len() >= KNOWN_MAX && !counts.contains_key(who) {
            counts.retain(|_, (since, _)| since.elapsed() < MINUTE);
        }
        if counts.len() >= KNOWN_MAX && !counts.contains_key(who) {
            return false;
        }
        let entry = counts.entry(who.to_owned()).or_insert_with(|| (Instant::now(), 0));
        if entry.0.elapsed() >= MINUTE {
            *entry = (Instant::now(), 0);
        }
        entry.1 += 1;
        entry.1 <= what.per_minute()
    }

    fn of(&self, what: Counted) -> MutexGuard<'_, HashMap<String, (Instant, u32)>> {
        self.counts[what as usize].lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a stream or a connection that opens; nothing where there may be no more of them.
    pub fn open(self: &Arc<Limits>, who: String, most: usize) -> Option<Opened> {
        let mut all = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let open = all.entry(who.clone()).or_insert(0);
        let free = *open < most;
        *open += usize::from(free);
        free.then(|| Opened { limits: self.clone(), who })
    }
}

/// A stream or a connection that is open, and counted until this is dropped.
pub struct Opened {
    limits: Arc<Limits>,
    who: String,
}

impl Drop for Opened {
    fn drop(&mut self) {
        let mut all = self.limits.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(open) = all.get_mut(&self.who) {
            *open -= 1;
            if *open == 0 {
                all.remove(&self.who);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_minute_is_used_up_and_others_are_not_touched() {
        let limits = Limits::default();
        for _ in 0..10 {
            assert!(!limits.is_full(Counted::WrongPasses, "10.0.0.7"));
            assert!(limits.count(Counted::WrongPasses, "10.0.0.7"));
        }
        assert!(limits.is_full(Counted::WrongPasses, "10.0.0.7"));
        assert!(!limits.count(Counted::WrongPasses, "10.0.0.7"));
        assert!(!limits.is_full(Counted::WrongPasses, "10.0.0.8"));
        assert!(limits.count(Counted::Posts, "10.0.0.7"));
    }

    #[test]
    fn streams_are_given_back() {
        let limits = Arc::new(Limits::default());
        let open = || limits.open("a".to_owned(), 2);
        let (first, second) = (open(), open());
        assert!(first.is_some() && second.is_some() && open().is_none());
        drop(first);
        assert!(open().is_some());
    }

    #[test]
    fn a_flood_of_addresses_keeps_nobody_out_who_is_known() {
        let limits = Limits::default();
        assert!(limits.count(Counted::Posts, "player anna") && limits.count(Counted::StrangePosts, "10.0.0.7"));
        for at in 0..KNOWN_MAX {
            limits.count(Counted::StrangePosts, &format!("address {at}"));
        }
        assert!(!limits.count(Counted::StrangePosts, "one more"));
        assert!(limits.count(Counted::StrangePosts, "10.0.0.7"), "known before");
        assert!(limits.count(Counted::Posts, "player anna") && limits.count(Counted::Posts, "player ben"));
        assert!((0..10).all(|_| limits.count(Counted::WrongPasses, "10.0.0.7")), "counted by itself");
        assert!(!limits.count(Counted::WrongPasses, "10.0.0.7"));
    }
}
