//! What the log of a league folds to, without the logs that it pins.

use adjutant_core::time::Timestamp;
use std::collections::{BTreeMap, BTreeSet};

use adjutant_core::Name;
use adjutant_core::chain::Hash;
use adjutant_core::ids::{MemberId, PlayerId};
use adjutant_core::sealed::Openings;

use crate::command::{Create, Entry, LeagueCommand, Paper, Pin, Proof, Publish};
use crate::day::Day;
use crate::source::SourceKind;

/// The league.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct League {
    /// As created.
    pub create: Option<Box<Create>>,
    /// Hash of the first record.
    pub origin: Option<Hash>,
    /// Everybody, by id.
    pub members: BTreeMap<MemberId, Member>,
    /// The pinned logs by their first record, each as it was pinned last.
    pub pins: BTreeMap<Hash, Pinned>,
    /// Games without a log.
    pub papers: Vec<PaperGame>,
    /// Who played as whom.
    pub who: BTreeMap<(Hash, PlayerId), Claim>,
    /// Logs that are left out.
    pub excluded: BTreeSet<Hash>,
    /// The lists that were shown, in order.
    pub lists: Vec<Shown>,
    /// Whether it is closed.
    pub closed: bool,
}

/// A person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// As entered.
    pub entry: Entry,
    /// The entry of the same person that stands for both.
    pub into: Option<MemberId>,
    /// Since which day they are left out.
    pub excluded: Option<Day>,
    /// Whether the name is forgotten.
    pub forgotten: bool,
}

impl Member {
    /// What they are called: as entered, or as `names` open it; nothing where it is forgotten or not opened.
    pub fn name<'a>(&'a self, names: &'a Openings) -> Option<&'a Name> {
        let opened = || Some(names.get(self.entry.digest?)?.name());
        self.entry.name.as_ref().or_else(opened).filter(|_| !self.forgotten)
    }
}

/// A pinned log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pinned {
    /// What it is of.
    pub kind: SourceKind,
    /// As it was pinned last.
    pub pin: Pin,
    /// The record that pinned it last.
    pub seq: u64,
    /// How many lists had been shown when it was pinned first.
    pub lists: usize,
}

/// A game without a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaperGame {
    /// The record.
    pub seq: u64,
    /// Its hash, by which the game is ordered among others.
    pub hash: Hash,
    /// What it says.
    pub paper: Paper,
}

/// Who played as whom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The person.
    pub member: MemberId,
    /// What shows it.
    pub proof: Proof,
    /// The record.
    pub seq: u64,
}

/// A list that was shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// The record.
    pub seq: u64,
    /// What it says.
    pub publish: Publish,
    /// The logs that it rested on, each by its first and last record.
    pub logs: BTreeMap<Hash, Hash>,
}

/// What a record is beside its command.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    /// Its number.
    pub seq: u64,
    /// Its time.
    pub at: Timestamp,
    /// Its hash.
    pub hash: Hash,
}

impl League {
    /// The entry that stands for a person: that into which this one was merged, or itself.
    pub fn person<'a>(&'a self, id: &'a MemberId) -> &'a MemberId {
        let mut id = id;
        // As many steps as there are members: `merge` is refused where it would lead back.
        for _ in 0..self.members.len() {
            match self.members.get(id).and_then(|member| member.into.as_ref()) {
                Some(into) => id = into,
                None => break,
            }
        }
        id
    }

    /// Who played as a player of a log.
    pub fn played(&self, origin: &Hash, player: &PlayerId) -> Option<&MemberId> {
        self.who.get(&(*origin, player.clone())).map(|claim| self.person(&claim.member))
    }

    /// The pinned logs that are not left out.
    pub fn counted(&self) -> impl Iterator<Item = (&Hash, &Pinned)> {
        self.pins.iter().filter(|(origin, _)| !self.excluded.contains(*origin))
    }

    /// Writes an accepted command into the state; it judges nothing.
    pub(crate) fn apply(&mut self, frame: Frame, command: &LeagueCommand) {
        match command {
            LeagueCommand::Create(create) => {
                self.create = Some(create.clone());
                self.origin = Some(frame.hash);
            }
            LeagueCommand::Member(entry) => {
                let entry = Entry::clone(entry);
                let member = Member { entry: entry.clone(), into: None, excluded: None, forgotten: false };
                self.members.insert(entry.id, member);
            }
            LeagueCommand::Event(pin) => self.pin(SourceKind::Event, frame.seq, pin),
            LeagueCommand::Match(pin) => self.pin(SourceKind::Match, frame.seq, pin),
            LeagueCommand::Paper(paper) => {
                self.papers.push(PaperGame { seq: frame.seq, hash: frame.hash, paper: Paper::clone(paper) });
            }
            LeagueCommand::Who(who) => {
                let claim = Claim { member: who.member.clone(), proof: who.proof, seq: frame.seq };
                self.who.insert((who.origin, who.player.clone()), claim);
            }
            LeagueCommand::Merge { member, into, .. } => {
                self.change(member, |member| member.into = Some(into.clone()));
            }
            LeagueCommand::Exclude(exclude) => {
                self.excluded.extend(exclude.origin);
                let day = Some(Day::of(frame.at));
                exclude.member.iter().for_each(|id| self.change(id, |member| member.excluded = day));
            }
            LeagueCommand::Publish(publish) => {
                let logs = self.counted().map(|(origin, pinned)| (*origin, pinned.pin.head)).collect();
                self.lists.push(Shown { seq: frame.seq, publish: Publish::clone(publish), logs });
            }
            LeagueCommand::Forget { member, .. } => self.change(member, |member| member.forgotten = true),
            LeagueCommand::Close { .. } => self.closed = true,
            LeagueCommand::Reopen { .. } => self.closed = false,
            LeagueCommand::Retract { .. }
            | LeagueCommand::Amend { .. }
            | LeagueCommand::Sign { .. }
            | LeagueCommand::Note { .. } => {}
        }
    }

    fn pin(&mut self, kind: SourceKind, seq: u64, pin: &Pin) {
        let lists = self.pins.get(&pin.origin).map_or(self.lists.len(), |known| known.lists);
        self.pins.insert(pin.origin, Pinned { kind, pin: pin.clone(), seq, lists });
    }

    fn change(&mut self, id: &MemberId, change: impl FnOnce(&mut Member)) {
        if let Some(member) = self.members.get_mut(id) {
            change(member);
        }
    }
}
