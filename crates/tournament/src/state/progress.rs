//! How a round goes on in the hall: reports, disputes, what results rest on, the clock, calls for a judge.

use std::collections::BTreeMap;

use super::{Round, Tournament};
use crate::command::{Basis, Call, ClockStep, Dispute, Extend, Report, ResultEntry, RoundClock};
use crate::id::{PlayerId, RoundNumber, TableNumber};
use crate::standings::Bases;

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

/// What the clock of a round does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClockState {
    /// Nobody has started it.
    Waiting,
    /// It runs.
    Running,
    /// It stands still.
    Paused,
    /// The round has no more time.
    Stopped,
}

impl ClockState {
    /// In a word.
    pub fn name(self) -> &'static str {
        match self {
            ClockState::Waiting => "not started",
            ClockState::Running => "running",
            ClockState::Paused => "paused",
            ClockState::Stopped => "stopped",
        }
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
fn swapped<T>(map: &mut BTreeMap<TableNumber, T>, one: TableNumber, two: TableNumber) {
    let (first, second) = (map.remove(&one), map.remove(&two));
    map.extend(first.map(|value| (two, value)));
    map.extend(second.map(|value| (one, value)));
}

/// How far the game of a table has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableState {
    /// Nobody has said anything.
    Open,
    /// One of the two has reported.
    Reported,
    /// Both have reported, and not the same.
    Differing,
    /// The result is in.
    Entered,
    /// The result is in, and a player disputes it.
    Disputed,
}

impl TableState {
    /// In a word.
    pub fn name(self) -> &'static str {
        match self {
            TableState::Open => "open",
            TableState::Reported => "reported",
            TableState::Differing => "reports differ",
            TableState::Entered => "entered",
            TableState::Disputed => "disputed",
        }
    }
}

impl Round {
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

impl Tournament {
    pub(super) fn take_report(&mut self, seq: u64, report: Report) {
        self.change_round(report.round, |round| {
            let reports = round.progress.reports.entry(report.table).or_default();
            reports.retain(|said| said.what.player != report.player);
            reports.push(Said { seq, what: report });
        });
    }

    pub(super) fn take_dispute(&mut self, seq: u64, dispute: Dispute) {
        self.change_round(dispute.round, |round| {
            round.progress.disputes.insert(dispute.table, Said { seq, what: dispute });
        });
    }

    pub(super) fn settle(&mut self, seq: u64, basis: Option<Basis>) {
        self.calls.retain(|_, said| said.seq != seq);
        for round in &mut self.rounds {
            let settled = round.progress.disputes.iter().find(|(_, said)| said.seq == seq).map(|(table, _)| *table);
            if let Some(table) = settled {
                round.progress.disputes.remove(&table);
                round.progress.bases.extend(basis.map(|basis| (table, basis)));
            }
        }
    }

    pub(super) fn extend_table(&mut self, extend: &Extend) {
        self.change_round(extend.round, |round| {
            let minutes = round.progress.extensions.entry(extend.table).or_default();
            *minutes = minutes.saturating_add(extend.minutes);
        });
    }

    pub(super) fn take_clock(&mut self, seq: u64, clock: RoundClock) {
        self.change_round(clock.round, |round| round.progress.clock.push(Said { seq, what: clock }));
    }

    /// Calls of the round that players see go with their games.
    pub(super) fn move_calls(&mut self, round: RoundNumber, one: TableNumber, two: TableNumber) {
        let seen = self.rounds.iter().rfind(|round| round.stage != super::Stage::Draft);
        if seen.is_some_and(|seen| seen.pair.round == round) {
            swapped(&mut self.calls, one, two);
            self.calls.iter_mut().for_each(|(table, said)| said.what.table = *table);
        }
    }

    pub(super) fn note_basis(&mut self, result: &ResultEntry, basis: Basis) {
        self.change_round(result.round, |round| {
            round.progress.bases.insert(result.table, basis);
            round.progress.disputes.remove(&result.table);
        });
    }

    /// How many results of every player rest on what, up to a round.
    pub fn bases(&self, upto: RoundNumber) -> BTreeMap<PlayerId, Bases> {
        let mut bases: BTreeMap<PlayerId, Bases> = BTreeMap::new();
        for round in self.rounds.iter().filter(|round| round.pair.round <= upto) {
            for pairing in &round.pair.tables {
                let Some(basis) = round.basis(pairing.table) else { continue };
                for player in [&pairing.one, &pairing.two] {
                    let known = bases.entry(player.clone()).or_default();
                    match basis {
                        Basis::Signed => known.signed += 1,
                        Basis::Agreed => known.agreed += 1,
                        Basis::Desk => known.desk += 1,
                        Basis::Ruled => known.ruled += 1,
                    }
                }
            }
        }
        bases
    }

    /// The open dispute that a record began, with its round.
    pub fn dispute(&self, seq: u64) -> Option<(RoundNumber, &Dispute)> {
        self.rounds.iter().find_map(|round| {
            let said = round.progress.disputes.values().find(|said| said.seq == seq)?;
            Some((round.pair.round, &said.what))
        })
    }

    /// The open call that a record began.
    pub fn call(&self, seq: u64) -> Option<&Call> {
        self.calls.values().find(|said| said.seq == seq).map(|said| &said.what)
    }
}
