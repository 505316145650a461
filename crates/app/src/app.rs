//! What a program works with.

use std::ops::{Deref, DerefMut};

use adjutant_store::Store;

use crate::clock::Clock;
use crate::packs::Known;

/// A store, with the packs that what it holds is judged by and the clock that dates what is recorded. Whatever takes a store takes this too.
pub struct App {
    /// The packs that are known, and the engines of older laws.
    pub known: Known,
    /// What dates records.
    pub clock: Clock,
    store: Store,
}

impl App {
    /// A store whose logs are judged under these packs and dated by this clock.
    pub fn new(known: Known, clock: Clock, store: Store) -> App {
        App { known, clock, store }
    }
}

impl Deref for App {
    type Target = Store;

    fn deref(&self) -> &Store {
        &self.store
    }
}

impl DerefMut for App {
    fn deref_mut(&mut self) -> &mut Store {
        &mut self.store
    }
}
