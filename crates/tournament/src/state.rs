//! What an event has come to: the fold of its log. `apply` takes every fact as it is; all rules are in `decide`.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use adjutant_core::chain::Hash;

use crate::command::{Create, Cut, Entry, Import, Pair, Pairing, Repair, ResultEntry, Table};
use crate::id::{MatchId, Name, PlayerId, RoundNumber, TableNumber};
use crate::policy::Policies;
use crate::teams::TeamPairing;

/// A fact that follows from a command.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Event {
    Created(Box<Create>),
    Entered {
        entry: Entry,
        from: RoundNumber,
    },
    CheckedIn {
        player: PlayerId,
        from: RoundNumber,
    },
    /// From this round on the player is, or is no longer, paired.
    PresenceChanged {
        player: PlayerId,
        from: RoundNumber,
        here: bool,
    },
    TableSet(Table),
    RoundDrafted(Box<Pair>),
    RoundRepaired(Repair),
    RoundPublished {
        round: RoundNumber,
    },
    ResultSet(ResultEntry),
    RoundClosed {
        round: RoundNumber,
    },
    Penalised {
        player: PlayerId,
        from: RoundNumber,
        points: i32,
    },
    Awarded {
        player: PlayerId,
        from: RoundNumber,
        award: Name,
        points: i32,
    },
    CutMade {
        cut: Cut,
        after: RoundNumber,
    },
    TeamStepTaken {
        round: RoundNumber,
        table: TableNumber,
        pairing: TeamPairing,
    },
    Finished,
    ListHandedIn {
        player: PlayerId,
        digest: Hash,
    },
    Imported(Arc<Import>),
    /// Kept in the log only.
    Remarked,
}

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
}

impl Player {
    /// Whether the player has entered by a round and has not dropped.
    pub fn is_in(&self, round: RoundNumber) -> bool {
        let said = self.presence.iter().rev().find(|(from, _)| *from <= round);
        self.from <= round && said.is_none_or(|(_, here)| *here)
    }
}

/// How far a round has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// Paired, not shown.
    Draft,
    /// Shown; results come in.
    Published,
    /// All results in.
    Closed,
}

impl Stage {
    /// In words.
    pub fn name(self) -> &'static str {
        match self {
            Stage::Draft => "drafted",
            Stage::Published => "published",
            Stage::Closed => "closed",
        }
    }
}

/// One round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    /// As it was paired, with repairs.
    pub pair: Pair,
    /// Whether an organiser's hand has changed it.
    pub repaired: bool,
    /// How far it has come.
    pub stage: Stage,
    /// Results by table.
    pub results: BTreeMap<TableNumber, ResultEntry>,
    /// Team pairings by table.
    pub team_pairings: BTreeMap<TableNumber, TeamPairing>,
}

impl Round {
    /// The pairing at a table.
    pub fn at(&self, table: TableNumber) -> Option<&Pairing> {
        self.pair.tables.iter().find(|pairing| pairing.table == table)
    }

    /// The table of a player.
    pub fn of(&self, player: &PlayerId) -> Option<&Pairing> {
        self.pair.tables.iter().find(|pairing| pairing.one == *player || pairing.two == *player)
    }

    /// The tables whose results are missing.
    pub fn open_tables(&self) -> impl Iterator<Item = TableNumber> + '_ {
        self.pair.tables.iter().map(|pairing| pairing.table).filter(|table| !self.results.contains_key(table))
    }
}

/// The whole event.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EventState {
    /// As created.
    pub create: Option<Box<Create>>,
    /// In the order of entry.
    pub players: Vec<Player>,
    /// Tables of the hall.
    pub tables: BTreeMap<TableNumber, Table>,
    /// In order.
    pub rounds: Vec<Round>,
    /// The cut, and the round that it followed.
    pub cut: Option<(Cut, RoundNumber)>,
    /// Whether the event is over.
    pub finished: bool,
    /// The file that the event was made of.
    pub source: Option<Arc<Import>>,
    index: BTreeMap<PlayerId, usize>,
    matches: BTreeMap<MatchId, (RoundNumber, TableNumber)>,
}

impl EventState {
    /// The player of an id.
    pub fn player(&self, id: &PlayerId) -> Option<&Player> {
        self.index.get(id).map(|at| &self.players[*at])
    }

    /// The place of a player in the order of entry.
    pub fn place(&self, id: &PlayerId) -> Option<usize> {
        self.index.get(id).copied()
    }

    /// The policies, the usual ones before `create`.
    pub fn policies(&self) -> Policies {
        self.create.as_ref().map(|create| create.policies.clone()).unwrap_or_default()
    }

    /// A round by its number.
    pub fn round(&self, round: RoundNumber) -> Option<&Round> {
        self.rounds.get(usize::from(round.0).checked_sub(1)?)
    }

    /// The round that is drafted next, or is the draft.
    pub fn due(&self) -> RoundNumber {
        match self.rounds.last() {
            Some(round) if round.stage == Stage::Draft => round.pair.round,
            Some(round) => round.pair.round.next(),
            None => RoundNumber(1),
        }
    }

    /// Who is to be paired in a round, in the order of entry.
    pub fn present(&self, round: RoundNumber) -> Vec<&Player> {
        let check_in = self.create.as_ref().is_some_and(|create| create.policies.check_in);
        let going_on: Option<BTreeSet<&PlayerId>> =
            self.cut.as_ref().filter(|(_, after)| *after < round).map(|(cut, _)| cut.players.iter().collect());
        self.players
            .iter()
            .filter(|player| player.is_in(round) && (!check_in || player.checked_in.is_some_and(|from| from <= round)))
            .filter(|player| going_on.as_ref().is_none_or(|set| set.contains(&player.entry.player)))
            .collect()
    }

    /// The state as it was before a round was paired, as far as results and rounds go; presence is dated anyway.
    #[must_use]
    pub fn before(&self, round: RoundNumber) -> EventState {
        let mut earlier = self.clone();
        earlier.rounds.truncate(usize::from(round.0.max(1)) - 1);
        earlier.rounds.iter_mut().for_each(|round| round.stage = Stage::Closed);
        earlier.cut = earlier.cut.filter(|(_, after)| *after < round);
        earlier.finished = false;
        earlier
    }

    /// The table that a match log was used for.
    pub fn match_used(&self, id: &MatchId) -> Option<(RoundNumber, TableNumber)> {
        self.matches.get(id).copied()
    }

    /// Takes a fact as it is.
    pub fn apply(&mut self, event: Event) {
        match event {
            Event::Created(create) => self.create = Some(create),
            Event::Entered { entry, from } => {
                self.index.insert(entry.player.clone(), self.players.len());
                self.players.push(Player {
                    entry,
                    from,
                    checked_in: None,
                    presence: Vec::new(),
                    penalties: Vec::new(),
                    awards: Vec::new(),
                    list: None,
                });
            }
            Event::CheckedIn { player, from } => self.change(&player, |player| player.checked_in = Some(from)),
            Event::PresenceChanged { player, from, here } => {
                self.change(&player, |player| player.presence.push((from, here)));
            }
            Event::TableSet(table) => {
                self.tables.insert(table.table, table);
            }
            Event::RoundDrafted(pair) => self.draft(*pair),
            Event::RoundRepaired(repair) => self.repair(repair),
            Event::RoundPublished { round } => self.change_round(round, |round| round.stage = Stage::Published),
            Event::ResultSet(result) => self.set_result(result),
            Event::RoundClosed { round } => self.change_round(round, |round| round.stage = Stage::Closed),
            Event::Penalised { player, from, points } => {
                self.change(&player, |player| player.penalties.push((from, points)));
            }
            Event::Awarded { player, from, award, points } => {
                self.change(&player, |player| player.awards.push((award, points, from)));
            }
            Event::CutMade { cut, after } => self.cut = Some((cut, after)),
            Event::TeamStepTaken { round, table, pairing } => self.change_round(round, |round| {
                round.team_pairings.insert(table, pairing);
            }),
            Event::Finished => self.finished = true,
            Event::ListHandedIn { player, digest } => self.change(&player, |player| player.list = Some(digest)),
            Event::Imported(source) => self.source = Some(source),
            Event::Remarked => {}
        }
    }

    fn change(&mut self, id: &PlayerId, how: impl FnOnce(&mut Player)) {
        if let Some(at) = self.index.get(id) {
            how(&mut self.players[*at]);
        }
    }

    fn change_round(&mut self, round: RoundNumber, how: impl FnOnce(&mut Round)) {
        if let Some(round) = usize::from(round.0).checked_sub(1).and_then(|at| self.rounds.get_mut(at)) {
            how(round);
        }
    }

    fn draft(&mut self, pair: Pair) {
        self.rounds.truncate(usize::from(pair.round.0) - 1);
        self.rounds.push(Round {
            pair,
            repaired: false,
            stage: Stage::Draft,
            results: BTreeMap::new(),
            team_pairings: BTreeMap::new(),
        });
    }

    fn repair(&mut self, repair: Repair) {
        self.change_round(repair.round, |round| {
            round.repaired = true;
            round.pair.objective.optimal = false;
            for changed in repair.tables {
                round.results.remove(&changed.table);
                match round.pair.tables.iter_mut().find(|pairing| pairing.table == changed.table) {
                    Some(pairing) => *pairing = changed,
                    None => round.pair.tables.push(changed),
                }
            }
            if let Some(byes) = repair.byes {
                round.pair.byes = byes;
            }
        });
    }

    fn set_result(&mut self, result: ResultEntry) {
        let known = self.round(result.round).and_then(|round| round.results.get(&result.table));
        if let Some(before) = known.and_then(|known| known.from.clone()) {
            self.matches.remove(&before.id);
        }
        if let Some(from) = &result.from {
            self.matches.insert(from.id.clone(), (result.round, result.table));
        }
        self.change_round(result.round, |round| {
            round.results.insert(result.table, result);
        });
    }
}
