//! One round in the judge's own books: its pairings and results, and what was said of its games.

use std::collections::{BTreeMap, BTreeSet};

use crate::command::{Basis, By, Forfeit, Pair, Report, ResultEntry, Winner};
use crate::id::{PlayerId, TableNumber};
use crate::policy::Policies;

/// A round as the records leave it.
#[derive(Clone)]
pub(super) struct Played {
    pub pair: Pair,
    /// Number of the record that paired it.
    pub seq: u64,
    pub repaired: bool,
    pub published: bool,
    pub closed: bool,
    pub results: BTreeMap<TableNumber, ResultEntry>,
    /// What was said of its games beside the results.
    pub talk: Talk,
    /// Who was here when it was paired or, later, published.
    pub present: BTreeSet<PlayerId>,
    /// The tables that players could not leave when it was paired.
    pub seats: BTreeMap<PlayerId, TableNumber>,
}

impl Played {
    /// Whether a game of the round is played at a table.
    pub fn has(&self, table: TableNumber) -> bool {
        let tables = &self.pair.tables;
        // Most rounds have their tables in order.
        tables.binary_search_by_key(&table, |game| game.table).is_ok() || tables.iter().any(|game| game.table == table)
    }
}

/// What was said of the games of one round.
#[derive(Clone, Default)]
pub(super) struct Talk {
    pub reports: BTreeMap<(TableNumber, PlayerId), Report>,
    /// Open disputes by the number of their record.
    pub disputes: BTreeMap<u64, (TableNumber, PlayerId)>,
    pub bases: BTreeMap<TableNumber, Basis>,
}

impl Talk {
    /// Two tables change their numbers.
    pub fn moved(&mut self, other: impl Fn(TableNumber) -> TableNumber) {
        let reports = std::mem::take(&mut self.reports).into_iter();
        self.reports = reports.map(|((table, player), report)| ((other(table), player), report)).collect();
        let bases = std::mem::take(&mut self.bases).into_iter();
        self.bases = bases.map(|(table, basis)| (other(table), basis)).collect();
        self.disputes.values_mut().for_each(|(table, _)| *table = other(*table));
    }

    /// Other players sit at a table.
    pub fn forget(&mut self, at: TableNumber) {
        self.reports.retain(|(table, _), _| *table != at);
        self.disputes.retain(|_, (table, _)| *table != at);
        self.bases.remove(&at);
    }

    /// What an entered or amended result rests on.
    pub fn entered(&mut self, by: By, result: &ResultEntry, before: bool) {
        let at = result.table;
        let disputed = self.disputes.values().any(|(table, _)| *table == at);
        let told_twice = self.reports.keys().filter(|(table, _)| *table == at).count() == 2;
        let against = before && self.bases.get(&at) != Some(&Basis::Desk);
        let ruled = by == By::Judge || disputed || (told_twice && !before) || against;
        let basis = match result.from.as_ref().is_some_and(|from| from.signed) {
            true => Basis::Signed,
            false if ruled => Basis::Ruled,
            false => Basis::Desk,
        };
        self.disputes.retain(|_, (table, _)| *table != at);
        self.bases.insert(at, basis);
    }
}

/// How a round went for one of two players.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Letter {
    W,
    D,
    L,
}

/// One player's side of one result.
#[derive(Clone, Copy)]
pub(super) struct Fact {
    pub against: Option<usize>,
    /// Whether both came.
    pub met: bool,
    pub letter: Letter,
    /// Match points.
    pub gain: i64,
    pub own: i64,
    pub other: i64,
    /// Games drawn.
    pub even: i64,
    pub battle: i64,
    /// Games won: those of the members where teams meet.
    pub won: i64,
}

/// How a result went for the first and the second: as was said, otherwise by points of the differential table, game by
/// game, or by victory points.
pub(super) fn letters(policies: &Policies, result: &ResultEntry) -> (Letter, Letter) {
    let margin = match &policies.differential {
        Some(table) if policies.team_size < 3 && result.forfeit.is_none() => {
            let (one, two) = table.score(result.one, result.two);
            one - two
        }
        _ => result.one - result.two,
    };
    match (result.forfeit, result.winner) {
        (Some(Forfeit::Both), _) | (None, Some(Winner::Neither)) => (Letter::L, Letter::L),
        (Some(Forfeit::One), _) | (None, Some(Winner::Two)) => (Letter::L, Letter::W),
        (Some(Forfeit::Two), _) | (None, Some(Winner::One)) => (Letter::W, Letter::L),
        (None, Some(Winner::Draw)) => (Letter::D, Letter::D),
        (None, None) if margin > 0 => (Letter::W, Letter::L),
        (None, None) if margin < 0 => (Letter::L, Letter::W),
        (None, None) => (Letter::D, Letter::D),
    }
}

/// 2 for a win, 1 for a draw.
pub(super) fn halves(letter: Letter) -> i64 {
    match letter {
        Letter::W => 2,
        Letter::D => 1,
        Letter::L => 0,
    }
}
