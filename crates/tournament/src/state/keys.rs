//! The keys with which phones sign, by the card that they were bound to.

use std::collections::BTreeMap;

use adjutant_core::chain::Hash;

use crate::command::PassKind;
use crate::id::PassId;

/// A key of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoundKey {
    /// The key.
    pub key: Hash,
    /// The pass that it came with: a newer card ends what it may sign.
    pub issue: u32,
    /// The record that names it first.
    pub seq: u64,
    /// Whether it signs; otherwise it waits for an official's or the other player's word.
    pub signs: bool,
}

/// The keys of every card and of those before it, each card's in the order of their records.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Keys(BTreeMap<(PassKind, PassId), Vec<BoundKey>>);

impl Keys {
    pub fn of(&self, kind: PassKind, id: &PassId) -> &[BoundKey] {
        self.0.get(&(kind, id.clone())).map(Vec::as_slice).unwrap_or_default()
    }

    pub fn all(&self) -> impl Iterator<Item = (PassKind, &PassId, &BoundKey)> {
        self.0.iter().flat_map(|((kind, id), keys)| keys.iter().map(move |bound| (*kind, id, bound)))
    }

    pub fn bind(&mut self, kind: PassKind, id: PassId, bound: BoundKey) {
        let keys = self.0.entry((kind, id)).or_default();
        match keys.iter_mut().find(|known| known.key == bound.key) {
            Some(known) => *known = bound,
            None => keys.push(bound),
        }
    }
}
