//! A match as the fold of its records.

use crate::chain::Hash;
use crate::command::Command;
use crate::refusal::{Refusal, RefusalCode};
use crate::side::{By, BySide};
use crate::view::View;

/// A match under way: everything its records say so far.
#[derive(Clone)]
pub struct Match {
    seq: u64,
}

impl Match {
    /// A match before its first record.
    pub fn new() -> Match {
        Match { seq: 0 }
    }

    /// Fills in what a recorder adds to a command before it is judged: `engine` of `open`, `rules_hash` of `mission`.
    pub fn complete(&self, command: Command) -> Command {
        command
    }

    /// Takes a record, or refuses it and stays as it was. `hash` is that of the record in its chain, none when bare.
    ///
    /// # Errors
    /// The first refusal in the order of [`RefusalCode`].
    pub fn record(&mut self, by: By, command: &Command) -> Result<(), Refusal> {
        let _ = (by, command);
        Err(Refusal::new(RefusalCode::NotOpen, "", ""))
    }

    /// Names the hash that the last record got in its chain.
    pub fn set_head(&mut self, head: Hash) {
        let _ = head;
    }

    /// Both totals as they stand.
    pub fn vp(&self) -> BySide<u32> {
        BySide { one: 0, two: 0 }
    }

    /// Number of records so far.
    pub fn seq(&self) -> u64 {
        self.seq
    }

    /// The state as others see it.
    pub fn view(&self) -> View {
        unimplemented!()
    }
}
