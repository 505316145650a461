//! What a program works with.

use std::ops::{Deref, DerefMut};

use adjutant_store::Store;

use crate::packs::Known;

/// A store, with the packs that what it holds is judged by. Whatever takes a store takes this too.
pub struct App {
    /// The packs that are known, and the engines of older laws.
    pub known: Known,
    store: Store,
}

impl App {
    /// A store whose logs are judged under these packs.
    pub fn new(known: Known, store: Store) -> App {
        App { known, store }
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
