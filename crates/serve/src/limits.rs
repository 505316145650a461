//! How much one address or pass may ask for.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
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
/// Open streams of one address; a laptop shows several screens.
pub const STREAMS_MAX: usize = 16;

const MINUTE: Duration = Duration::from_secs(60);
/// Beyond, the oldest are forgotten: a flood of addresses cannot fill the memory.
const KNOWN_MAX: usize = 10_000;

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Counted {
    /// Forms of one pass or address.
    Posts,
    /// Wrong passes of one address.
    WrongPasses,
}

impl Counted {
    /// How many a minute.
    pub fn per_minute(self) -> u32 {
        match self {
            Counted::Posts => 120,
            Counted::WrongPasses => 10,
        }
    }
}

/// Counts of the minute that runs.
#[derive(Default)]
pub struct Limits {
    counts: Mutex<HashMap<(Counted, String), (Instant, u32)>>,
    streams: Mutex<HashMap<String, usize>>,
}

impl Limits {
    /// Whether somebody has used up the minute.
    pub fn is_full(&self, what: Counted, who: &str) -> bool {
        let counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.get(&(what, who.to_owned())).filter(|(since, _)| since.elapsed() < MINUTE);
        count.is_some_and(|(_, count)| *count >= what.per_minute())
    }

    /// Counts one more; whether it was within the limit.
    pub fn count(&self, what: Counted, who: &str) -> bool {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        if counts.len() >= KNOWN_MAX {
            counts.retain(|_, (since, _)| since.elapsed() < MINUTE);
        }
        if counts.len() >= KNOWN_MAX {
            return false;
        }
        let entry = counts.entry((what, who.to_owned())).or_insert_with(|| (Instant::now(), 0));
        if entry.0.elapsed() >= MINUTE {
            *entry = (Instant::now(), 0);
        }
        entry.1 += 1;
        entry.1 <= what.per_minute()
    }

    /// Counts a stream that opens; whether there may be one more.
    pub fn open_stream(&self, who: &str) -> bool {
        let mut streams = self.streams.lock().unwrap_or_else(PoisonError::into_inner);
        let open = streams.entry(who.to_owned()).or_insert(0);
        let free = *open < STREAMS_MAX;
        *open += usize::from(free);
        free
    }

    /// A stream has ended.
    pub fn close_stream(&self, who: &str) {
        let mut streams = self.streams.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(open) = streams.get_mut(who) {
            *open = open.saturating_sub(1);
            if *open == 0 {
                streams.remove(who);
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
        let limits = Limits::default();
        assert!((0..STREAMS_MAX).all(|_| limits.open_stream("a")));
        assert!(!limits.open_stream("a"));
        limits.close_stream("a");
        assert!(limits.open_stream("a"));
        limits.close_stream("never opened");
    }
}
