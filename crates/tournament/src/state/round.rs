//! One round of an event.

use std::collections::BTreeMap;

use super::progress::Progress;
use crate::command::{Basis, Pair, Pairing, Report, ResultEntry};
use crate::id::{PlayerId, RoundNumber, TableNumber};
use crate::teams::TeamPairing;

adjutant_core::closed! {
    /// What was recorded after a draft that may change it.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Outdated by name {
        /// A result of an earlier round.
        Result "a result of an earlier round was changed",
        /// Match points given or taken.
        Points "match points were added or removed",
        /// An award that counts in the standings.
        Award "an award was given",
        /// A table that the draft uses.
        Table "a table was changed",
        /// Club, team, country or seat of a player.
        Entry "a player's entry was changed",
        /// Policies of the event.
        Settings "the settings were changed",
        /// A record before the draft was taken back.
        Undo "a record before the draft was undone",
    }
}

adjutant_core::closed! {
    /// How far a round has come.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Stage by name {
        /// Paired, not shown.
        Draft "drafted",
        /// Shown; results come in.
        Published "published",
        /// All results in.
        Closed "closed",
    }
}

/// A step of captains, by its record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepTaken {
    /// Number of the record.
    pub seq: u64,
    /// Which choice of the table it seals or opens, from 0.
    pub choice: Option<usize>,
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
    /// The steps of captains by table, in their order.
    pub team_steps: BTreeMap<TableNumber, Vec<StepTaken>>,
    /// What was recorded after the draft that may change it.
    pub outdated: Option<Outdated>,
    /// Games that were moved after the round was published: the table now, and the one at which their match was opened.
    pub opened_at: BTreeMap<TableNumber, TableNumber>,
    /// Reports, disputes, what results rest on, the clock.
    pub progress: Progress,
    /// Games of a bracket that were corrected and decide in it what they decided before, by their place in its plan.
    pub kept: BTreeMap<usize, Kept>,
}

/// Both players of a game of a bracket, as far as there are two.
pub type Sides = [Option<PlayerId>; 2];

/// What a corrected game of a bracket goes on to decide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// The record that lets it stand.
    pub by: u64,
    /// Who would go on and fall by its result.
    pub due: Sides,
    /// Who goes on and falls all the same.
    pub played: Sides,
}

/// A game of a bracket that was withdrawn with its round when the bracket was reset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Withdrawn {
    /// The record that reset the bracket.
    pub by: u64,
    /// The round.
    pub round: RoundNumber,
    /// The game.
    pub game: Pairing,
    /// Its result, if it had one.
    pub result: Option<ResultEntry>,
    /// What that rested on.
    pub basis: Option<Basis>,
    /// The table at which its match was opened.
    pub opened_at: TableNumber,
}

impl Round {
    /// The pairing at a table.
    pub fn at(&self, table: TableNumber) -> Option<&Pairing> {
        let tables = &self.pair.tables;
        match tables.binary_search_by_key(&table, |pairing| pairing.table) {
            Ok(at) => tables.get(at),
            // An organiser's own pairings may stand in any order.
            Err(_) => tables.iter().find(|pairing| pairing.table == table),
        }
    }

    pub(super) fn take_step(&mut self, table: TableNumber, pairing: TeamPairing, taken: StepTaken) {
        self.team_pairings.insert(table, pairing);
        self.team_steps.entry(table).or_default().push(taken);
    }

    /// The table of a player.
    pub fn of(&self, player: &PlayerId) -> Option<&Pairing> {
        self.pair.tables.iter().find(|pairing| pairing.one == *player || pairing.two == *player)
    }

    /// The table at which the match of a game was opened.
    pub fn opened_at(&self, table: TableNumber) -> TableNumber {
        self.opened_at.get(&table).copied().unwrap_or(table)
    }

    /// The table at which a game is played whose match was opened at another one.
    pub fn played_at(&self, opened: TableNumber) -> TableNumber {
        let moved = self.opened_at.iter().find(|(_, from)| **from == opened).map(|(now, _)| *now);
        moved.unwrap_or(opened)
    }

    /// The tables whose results are missing.
    pub fn open_tables(&self) -> impl Iterator<Item = TableNumber> + '_ {
        self.pair.tables.iter().map(|pairing| pairing.table).filter(|table| !self.results.contains_key(table))
    }

    /// How far the game of a table has come.
    pub fn table_state(&self, table: TableNumber) -> TableState {
        let reports = self.progress.reports.get(&table).map_or(0, Vec::len);
        match (self.results.contains_key(&table), reports) {
            (true, _) if self.progress.disputes.contains_key(&table) => TableState::Disputed,
            (true, _) => TableState::Entered,
            (false, 0) => TableState::Open,
            (false, 1) => TableState::Reported,
            (false, _) => TableState::Differing,
        }
    }

    /// What the result of a table rests on; `None` without a result.
    pub fn basis(&self, table: TableNumber) -> Option<Basis> {
        self.progress.bases.get(&table).copied()
    }

    /// What a player has reported of a table.
    pub fn report_of(&self, table: TableNumber, player: &PlayerId) -> Option<&Report> {
        let reports = self.progress.reports.get(&table)?;
        reports.iter().map(|said| &said.what).find(|report| report.player == *player)
    }
}

adjutant_core::closed! {
    /// How far the game of a table has come.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum TableState by name {
        /// Nobody has said anything.
        Open "open",
        /// One of the two has reported.
        Reported "reported",
        /// Both have reported, and not the same.
        Differing "reports differ",
        /// The result is in.
        Entered "entered",
        /// The result is in, and a player disputes it.
        Disputed "disputed",
    }
}
