//! A player of an event.

use std::collections::BTreeMap;

use adjutant_core::chain::Hash;

use crate::command::{Entry, Infraction, InfractionKind};
use crate::id::{Name, RoundNumber};
use crate::teams::Member;

/// The round in which nobody plays.
pub const NEVER: RoundNumber = RoundNumber(u16::MAX);

/// A player of the event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// As entered.
    pub entry: Entry,
    /// The first round that the player may be paired in; [`NEVER`] while the player waits for a place.
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
    /// Whether the player has paid for the place.
    pub paid: bool,
    /// Entries before corrections, each with the first round that the next one is for.
    pub earlier: Vec<(RoundNumber, Entry)>,
}

impl Player {
    /// Whether the player has entered by a round and has not dropped.
    pub fn is_in(&self, round: RoundNumber) -> bool {
        let said = self.presence.iter().rev().find(|(from, _)| *from <= round);
        self.from <= round && said.is_none_or(|(_, here)| *here)
    }

    /// Whether the player waits for a place: the event was full, and nobody has gone since before it began.
    pub fn is_waiting(&self) -> bool {
        self.from == NEVER
    }

    /// Whether the player has dropped by a round.
    pub fn has_left(&self, round: RoundNumber) -> bool {
        let said = self.presence.iter().rev().find(|(from, _)| *from <= round);
        said.is_some_and(|(_, here)| !here)
    }

    /// Yellow and red cards, those of all members of a team.
    pub fn cards(&self) -> [usize; 2] {
        [InfractionKind::YellowCard, InfractionKind::RedCard]
            .map(|kind| self.infractions.iter().filter(|(_, line)| line.kind == kind).count())
    }

    /// Whether a yellow card stands that no red one has followed, of the player or of a member of the team.
    pub fn is_on_yellow(&self, member: Option<Member>) -> bool {
        let own = self.infractions.iter().map(|(_, line)| line).filter(|line| line.member == member);
        let mut cards = own.filter(|line| matches!(line.kind, InfractionKind::YellowCard | InfractionKind::RedCard));
        cards.next_back().is_some_and(|line| line.kind == InfractionKind::YellowCard)
    }

    /// Whether the player was disqualified by a round and is still out. A log of law 1 could let a player return after that.
    pub fn is_disqualified(&self, upto: RoundNumber) -> bool {
        self.is_ruled_out(None, upto) && !self.is_in(upto.next())
    }

    /// Whether a member of the team, or all of it, was disqualified by a round.
    pub fn is_member_disqualified(&self, member: Member, upto: RoundNumber) -> bool {
        self.is_ruled_out(Some(member), upto) || self.is_disqualified(upto)
    }

    /// Why the player is not there when a round is due, in a word.
    pub fn gone(&self, due: RoundNumber) -> Option<&'static str> {
        match self.is_disqualified(RoundNumber(due.0.saturating_sub(1))) {
            true => Some("disqualified"),
            false if self.is_waiting() && !self.has_left(due) => Some("waiting"),
            false => (!self.is_in(due)).then_some("dropped"),
        }
    }

    fn is_ruled_out(&self, member: Option<Member>, upto: RoundNumber) -> bool {
        let said = |line: &Infraction| line.kind == InfractionKind::Disqualification && line.member == member;
        self.infractions.iter().any(|(from, line)| *from <= upto.max(RoundNumber(1)) && said(line))
    }

    /// The entry as it stood when a round was paired.
    pub fn entry_in(&self, round: RoundNumber) -> &Entry {
        self.earlier.iter().find(|(until, _)| round < *until).map_or(&self.entry, |(_, entry)| entry)
    }
}
