//! How a round goes on in the hall: reports, disputes, what results rest on, the clock, calls for a judge.

use super::progress::{Bases, Said, swapped};
use super::round::{Round, Stage};
use super::tournament::Tournament;
use crate::command::{Basis, Call, Dispute, Extend, Report, ResultEntry, RoundClock};
use crate::id::{RoundNumber, TableNumber};

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
        let open =
            |round: &Round| round.progress.disputes.iter().find(|(_, said)| said.seq == seq).map(|(table, _)| *table);
        self.rounds.change_each(
            |round| open(round).is_some(),
            |round| {
                let Some(table) = open(round) else { return };
                round.progress.disputes.remove(&table);
                round.progress.bases.extend(basis.map(|basis| (table, basis)));
            },
        );
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
        let seen = self.rounds.iter().rfind(|round| round.stage != Stage::Draft);
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

    /// How many results of every player rest on what, up to a round; by place in the order of entry.
    pub fn bases(&self, upto: RoundNumber) -> Vec<Bases> {
        let mut bases = vec![Bases::default(); self.players.len()];
        for round in self.rounds.iter().filter(|round| round.pair.round <= upto) {
            for pairing in &round.pair.tables {
                let Some(basis) = round.basis(pairing.table) else { continue };
                for at in [&pairing.one, &pairing.two].into_iter().filter_map(|player| self.place(player)) {
                    let known = &mut bases[at];
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
