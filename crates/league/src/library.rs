//! The logs at hand, by which a league's commands are judged and its numbers computed.

use std::collections::{BTreeMap, BTreeSet};

use adjutant_core::Name;
use adjutant_core::chain::Hash;
use adjutant_core::ids::MemberId;
use adjutant_ratings::Rating;

use crate::source::{Source, SourceKind};
use crate::state::{League, Pinned};

/// What has a rating: a member, where the season says so with an army of one faction.
pub type Rated = (MemberId, Option<Name>);

/// The logs at hand, each folded up to the record that is wanted, and what a season before leaves behind.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Library {
    sources: BTreeMap<(Hash, Hash), Source>,
    /// The ratings of the season before, to full precision; nothing where none was, or it is not at hand.
    pub before: Option<BTreeMap<Rated, Rating>>,
}

impl Library {
    /// Puts a log in.
    pub fn add(&mut self, source: Source) {
        if let Some(key) = source.origin().zip(source.head()) {
            self.sources.insert(key, source);
        }
    }

    /// The log of an origin up to a head.
    pub fn get(&self, origin: Hash, head: Hash) -> Option<&Source> {
        self.sources.get(&(origin, head))
    }

    /// The log that a pin means.
    pub fn pinned(&self, pinned: &Pinned) -> Option<&Source> {
        self.get(pinned.pin.origin, pinned.pin.head)
    }

    /// The pinned logs that are not here.
    pub fn missing(&self, league: &League) -> Vec<Hash> {
        let missing = league.counted().filter(|(_, pinned)| self.pinned(pinned).is_none());
        missing.map(|(origin, _)| *origin).collect()
    }

    /// The pinned matches that results of pinned events name, each by the record that is named.
    pub fn behind<'a>(&'a self, league: &League) -> BTreeMap<Hash, &'a Source> {
        let of = |kind| league.counted().filter(move |(_, pinned)| pinned.kind == kind);
        let events = of(SourceKind::Event).filter_map(|(_, pinned)| self.pinned(pinned));
        named(events, of(SourceKind::Match).filter_map(|(_, pinned)| self.pinned(pinned)))
    }
}

/// The matches that results of events name, each by the record that is named.
pub(crate) fn named<'a>(
    events: impl Iterator<Item = &'a Source>,
    matches: impl Iterator<Item = &'a Source>,
) -> BTreeMap<Hash, &'a Source> {
    let named: BTreeSet<Hash> = events.flat_map(|event| event.games.iter().filter_map(|game| game.log)).collect();
    let with_heads = matches.flat_map(|source| source.hashes.iter().map(move |head| (*head, source)));
    with_heads.filter(|(head, _)| named.contains(head)).collect()
}
