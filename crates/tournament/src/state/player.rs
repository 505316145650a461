//! A player of an event.

use std::collections::BTreeMap;

use adjutant_core::chain::Hash;

use crate::command::{Entry, Infraction};
use crate::id::{Name, RoundNumber};

/// A player of the event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// As entered.
    pub entry: Entry,
    /// The first round that the player may be paired in.
    pub from: RoundNumber,
    /// The first round for which the player has checked in.
    pub checked_in: Option<RoundNumber>,
    /// Changes of presence by round, the later ones of one round last.
    pub presence: Vec<(RoundNumber, bool)>,
    /// Match points taken or given, with the round from which they count.
    pub penalties: Vec<(RoundNumber, i32)>,
    /// Points for awards, with the round from which they count.
    pub awards: Vec<(Name, i32, RoundNumber)>,
    /// SHA-256 of the army list that was handed in last.
    pub list: Option<Hash>,
    /// Byes asked for, with their match points.
    pub asked_byes: BTreeMap<RoundNumber, u16>,
    /// The judge's book, with the round in which each line was written.
    pub infractions: Vec<(RoundNumber, Infraction)>,
    /// Entries before corrections, each with the first round that the next one is for.
    pub earlier: Vec<(RoundNumber, Entry)>,
}

impl Player {
    /// Whether the player has entered by a round and has not dropped.
    pub fn is_in(&self, round: RoundNumber) -> bool {
        let said = self.presence.iter().rev().find(|(from, _)| *from <= round);
        self.from <= round && said.is_none_or(|(_, here)| *here)
    }

    /// The entry as it stood when a round was paired.
    pub fn entry_in(&self, round: RoundNumber) -> &Entry {
        self.earlier.iter().find(|(until, _)| round < *until).map_or(&self.entry, |(_, entry)| entry)
    }
}
