//! The lists that were handed in, and what their checks came to: each list is read once.

use std::collections::HashMap;
use std::ops::Deref;
use std::sync::{Mutex, PoisonError};

use adjutant_app::lists::Lists;
use adjutant_core::chain::Hash;
use adjutant_tournament::PlayerId;

/// What a check of a list came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checked {
    /// Points of the list, and the most that the event allows.
    pub points: (i32, i32),
    /// Rules that it breaks.
    pub faults: usize,
    /// What somebody should look at: what cannot be checked, and totals of the file that are others.
    pub look: usize,
}

type Known = HashMap<(PlayerId, Hash), Option<Checked>>;

/// The lists of an event, and what is known of them.
pub struct Shelf {
    lists: Lists,
    known: Mutex<Known>,
}

impl Shelf {
    /// Of the lists of an event.
    pub fn of(lists: Lists) -> Shelf {
        Shelf { lists, known: Mutex::default() }
    }

    /// What a list came to, from a check that is made when somebody first asks; nothing where it cannot be checked.
    pub fn checked(&self, player: &PlayerId, digest: Hash, check: impl FnOnce() -> Option<Checked>) -> Option<Checked> {
        let key = (player.clone(), digest);
        let known = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = known().get(&key) {
            return *found;
        }
        let found = check();
        known().insert(key, found);
        found
    }
}

impl Deref for Shelf {
    type Target = Lists;

    fn deref(&self) -> &Lists {
        &self.lists
    }
}
