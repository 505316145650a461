//! What was said of the games of a round: reports, disputes, what results rest on, the clock.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::command::{Basis, ClockStep, Dispute, Report, RoundClock};
use crate::id::TableNumber;

/// What one record said, with its number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said<T> {
    /// Number of the record.
    pub seq: u64,
    /// What it said.
    pub what: T,
}

/// What was said about the games of a round beside their results.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// What each result rests on.
    pub bases: BTreeMap<TableNumber, Basis>,
    /// The standing reports of each table, at most one of each player, the latest last.
    pub reports: BTreeMap<TableNumber, Vec<Said<Report>>>,
    /// Open disputes.
    pub disputes: BTreeMap<TableNumber, Said<Dispute>>,
    /// Minutes more than the round has.
    pub extensions: BTreeMap<TableNumber, u16>,
    /// What happened to the clock, in order.
    pub clock: Vec<Said<RoundClock>>,
}

adjutant_core::closed! {
    /// What the clock of a round does.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum ClockState by name {
        /// Nobody has started it.
        Waiting "not started",
        /// It runs.
        Running "running",
        /// It stands still.
        Paused "paused",
        /// The round has no more time.
        Stopped "stopped",
    }
}

impl Progress {
    /// What the clock does.
    pub fn clock_state(&self) -> ClockState {
        let last = self.clock.iter().rev().find(|said| said.what.state != ClockStep::Add);
        match last.map(|said| said.what.state) {
            None | Some(ClockStep::Add) => ClockState::Waiting,
            Some(ClockStep::Start | ClockStep::Resume) => ClockState::Running,
            Some(ClockStep::Pause) => ClockState::Paused,
            Some(ClockStep::Stop) => ClockState::Stopped,
        }
    }

    /// Takes away everything that was said about a table.
    pub(super) fn forget(&mut self, table: TableNumber) {
        self.bases.remove(&table);
        self.reports.remove(&table);
        self.disputes.remove(&table);
        self.extensions.remove(&table);
    }

    /// Two tables change their numbers, and all that was said of them.
    pub(super) fn swap(&mut self, one: TableNumber, two: TableNumber) {
        swapped(&mut self.bases, one, two);
        swapped(&mut self.reports, one, two);
        swapped(&mut self.disputes, one, two);
        swapped(&mut self.extensions, one, two);
        for (table, reports) in &mut self.reports {
            reports.iter_mut().for_each(|said| said.what.table = *table);
        }
        self.disputes.iter_mut().for_each(|(table, said)| said.what.table = *table);
    }
}

/// Gives each of two keys what the other had.
pub(super) fn swapped<T>(map: &mut BTreeMap<TableNumber, T>, one: TableNumber, two: TableNumber) {
    let (first, second) = (map.remove(&one), map.remove(&two));
    map.extend(first.map(|value| (two, value)));
    map.extend(second.map(|value| (one, value)));
}

/// How many of a player's results rest on what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize)]
pub struct Bases {
    /// On signatures of both players.
    pub signed: u32,
    /// On equal reports of both players.
    pub agreed: u32,
    /// On what the desk entered.
    pub desk: u32,
    /// On what a judge or the organiser decided.
    pub ruled: u32,
}
