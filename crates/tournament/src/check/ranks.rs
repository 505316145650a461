//! Standings held against the crosstable, row by row.

use std::collections::{BTreeSet, HashMap};

use super::books::Books;
use super::bracket;
use super::crosstable::{Crosstable, Placed};
use super::finding::{Finding, FindingKind};
use super::scores::Sums;
use super::through;
use crate::id::PlayerId;
use crate::standings::{Row, Standings};

pub(super) fn compare(books: &Books, standings: &Standings) -> Vec<Finding> {
    let at = standings.round;
    let upto = usize::from(at.0);
    let stage = books.cut.as_ref().map_or(upto, |cut| upto.min(cut.before));
    let table = Crosstable::of_stage(books, stage, upto);
    let own = bracket::placed(books, upto, &table, table.placed(&books.policies.tie_breaks));
    let mut findings = missing(&table, &own, standings);
    let sums = Sums::of(books, &table);
    // Where the organiser's hand led a double elimination from its plan, it may end with two who have not lost twice.
    let led = books.is_double()
        && through::rounds(books).any(|round| books.rounds[round].repaired)
        && own.iter().filter(|placed| placed.rank == Some(1)).count() > 1;
    let places: HashMap<&PlayerId, usize> =
        standings.rows.iter().enumerate().rev().map(|(at, row)| (&row.player, at)).collect();
    for (index, placed) in own.iter().enumerate() {
        let id = table.id(placed.player);
        let Some(place) = places.get(id).copied() else { continue };
        let row = &standings.rows[place];
        let mut found = |kind: FindingKind, text| findings.push(kind.fault(at, text));
        if row.points != table.points[placed.player] {
            let text = format!("`{id}` has {} points by the results, {} here", table.points[placed.player], row.points);
            found(FindingKind::PointsDiffer, text);
        }
        let tally = [row.record.wins, row.record.draws, row.record.losses];
        let (out, disqualified) = (table.is_out(placed.player), table.is_disqualified(placed.player));
        let (own_tally, own) = (table.tally(placed.player), (out && !disqualified, disqualified));
        if (tally, row.dropped, row.disqualified) != (own_tally, own.0, own.1) {
            let (own, shown) = (state(own), state((row.dropped, row.disqualified)));
            let text = format!("`{id}` has {own_tally:?} and {own} by the records, {tally:?} and {shown} here");
            found(FindingKind::RecordDiffers, text);
        }
        if let Some(text) = sums.differ(placed.player, row) {
            found(FindingKind::ScoreDiffers, format!("`{id}` {text}"));
        }
        findings.extend(tie_breaks(placed, row).map(|text| FindingKind::TieBreakDiffers.fault(at, text)));
        // Where a bracket was kept as played although results were corrected, losses do not tell how far anybody came.
        if books.kept.is_empty() && !(led && placed.rank == Some(1)) && (row.rank, place) != (placed.rank, index) {
            let (own, shown, line) = (rank(placed.rank), rank(row.rank), index + 1);
            let text = format!("`{id}` has {own} on line {line} by the results, {shown} on {} here", place + 1);
            findings.push(FindingKind::RankDiffers.fault(at, text));
        }
    }
    findings
}

fn rank(rank: Option<u32>) -> String {
    rank.map_or_else(|| "no rank".to_owned(), |rank| format!("rank {rank}"))
}

/// Whether somebody plays on, in words.
fn state(gone: (bool, bool)) -> &'static str {
    match gone {
        (_, true) => "is disqualified",
        (true, false) => "has left",
        (false, false) => "is in",
    }
}

fn missing(table: &Crosstable, own: &[Placed], standings: &Standings) -> Vec<Finding> {
    let entered: BTreeSet<&PlayerId> = own.iter().map(|placed| table.id(placed.player)).collect();
    let shown: BTreeSet<&PlayerId> = standings.rows.iter().map(|row| &row.player).collect();
    let fault = |text| FindingKind::RowMissing.fault(standings.round, text);
    let absent = entered.difference(&shown).map(|id| fault(format!("`{id}` has entered but is not in the standings")));
    let unknown = shown.difference(&entered).map(|id| fault(format!("`{id}` is in the standings but has not entered")));
    let twice = (standings.rows.len() != shown.len()).then(|| fault("a player is in the standings twice".to_owned()));
    absent.chain(unknown).chain(twice).collect()
}

fn tie_breaks(placed: &Placed, row: &Row) -> impl Iterator<Item = String> {
    placed.tie_breaks.iter().filter_map(|(tie_break, own)| {
        let name = tie_break.name();
        let text = |shown: String| format!("`{}` has {name} {own} by the results, {shown} here", row.player);
        match row.tie_breaks.get(name) {
            Some(shown) if shown == own => None,
            Some(shown) => Some(text(shown.to_string())),
            None => Some(text("nothing".to_owned())),
        }
    })
}
