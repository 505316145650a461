//! Totals: sums, caps, and the rows of the scoring sheet.
//!
//! # Source
//! `docs/rules/sequence.md`, A-16 and AMB-25.

use crate::command::Winner;
use crate::side::{BySide, Player};
use crate::state::{AwardEntry, State};
use crate::view::{
    Basis, BasisShares, EndLabel, LedgerEntry, MatchResult, ResultBy, RoundLabel, RoundRow, RoundScore, Status,
};

/// How many points of a column count.
pub fn cap(state: &State, column: usize) -> i32 {
    let Some(pack) = &state.pack else { return 0 };
    let ruleset = &pack.file.ruleset;
    match column {
        0 => ruleset.primary_cap.get(),
        1..=3 => ruleset.secondary_cap.get(),
        _ => ruleset.total_cap.get(),
    }
}

/// Counted points of a column.
pub fn counted(state: &State, player: Player, column: usize) -> i32 {
    within_cap(state, column, state.sides[player].sums[column])
}

/// What of a column's sum counts.
pub(crate) fn within_cap(state: &State, column: usize, sum: i32) -> i32 {
    let lowest = if column == OTHER { i32::MIN } else { 0 };
    sum.clamp(lowest, cap(state, column))
}

/// The column of rulings that are about no objective.
pub const OTHER: usize = 4;

/// The total of a player: capped, with Battle Ready once the battle has ended, nothing for a player who conceded.
pub fn total(state: &State, player: Player) -> u32 {
    if state.conceded == Some(player) {
        return 0;
    }
    let objectives: i32 = (0..=OTHER).map(|column| counted(state, player, column)).sum();
    let total = objectives + battle_ready(state, player);
    let most = state.pack.as_ref().map_or(0, |pack| pack.file.ruleset.total_cap.get());
    total.clamp(0, most).unsigned_abs()
}

fn battle_ready(state: &State, player: Player) -> i32 {
    let ready = state.status == Status::Ended && state.sides[player].battle_ready == Some(true);
    if ready { state.pack.as_ref().map_or(0, |pack| pack.file.ruleset.battle_ready_vp.get()) } else { 0 }
}

/// Both totals.
pub fn totals(state: &State) -> BySide<u32> {
    BySide::from_fn(|player| total(state, player))
}

/// The ledger: every award with what of it counts.
pub fn ledger(state: &State) -> Vec<LedgerEntry> {
    let mut sums = BySide::<[i32; OTHER + 1]>::default();
    let entry = |award: &AwardEntry, vp: i32| LedgerEntry {
        seq: award.seq,
        round: award.round,
        moment: crate::ids::Name::new(award.moment).unwrap_or_else(|_| unreachable!("moments have names")),
        player: award.player,
        objective: award.objective.clone(),
        raw: award.raw,
        vp,
        basis: award.basis,
        late: award.late,
        why: award.why.clone(),
    };
    let mut entries = Vec::with_capacity(state.awards.len());
    for award in &state.awards {
        let sum = &mut sums[award.player][award.column];
        let limit = cap(state, award.column);
        let lowest = if award.column == OTHER { i32::MIN } else { 0 };
        let before = (*sum).clamp(lowest, limit);
        *sum += award.raw;
        entries.push(entry(award, (*sum).clamp(lowest, limit) - before));
    }
    entries
}

/// The rows of the scoring sheet, from the ledger.
pub fn rounds(state: &State, ledger: &[LedgerEntry]) -> Vec<RoundRow> {
    let count = state.pack.as_ref().map_or(5, |pack| pack.file.ruleset.rounds.get().unsigned_abs());
    let labels = (1..=count).map(RoundLabel::Number).chain([RoundLabel::End(EndLabel::End)]);
    let cell = |player: Player, label: RoundLabel| {
        let secondaries = state.sides[player].secondaries.as_ref().map_or(0, Vec::len);
        let mut columns = vec![0i32; secondaries + 1];
        for (award, entry) in state.awards.iter().zip(ledger) {
            if award.player == player && award.round == label && award.column < columns.len() {
                columns[award.column] += entry.vp;
            }
        }
        let counted: Vec<u32> = columns.into_iter().map(|vp| vp.max(0).unsigned_abs()).collect();
        RoundScore { primary: counted[0], secondaries: counted[1..].to_vec() }
    };
    labels.map(|round| RoundRow { round, one: cell(Player::One, round), two: cell(Player::Two, round) }).collect()
}

/// How the match ended, once it has.
pub fn result(state: &State, ledger: &[LedgerEntry]) -> Option<MatchResult> {
    if state.status != Status::Ended {
        return None;
    }
    let totals = totals(state);
    let (winner, by) = match (state.ruled_winner, state.conceded) {
        (Some(winner), _) => (winner, ResultBy::Ruling),
        (None, Some(player)) => (player.opponent().into(), ResultBy::Concession),
        (None, None) => (by_points(totals), ResultBy::Points),
    };
    let basis = shares(state, ledger);
    Some(MatchResult { winner, by, one: totals.one, two: totals.two, basis, provisional: !state.needs.is_empty() })
}

fn by_points(totals: BySide<u32>) -> Winner {
    match totals.one.cmp(&totals.two) {
        std::cmp::Ordering::Greater => Winner::One,
        std::cmp::Ordering::Less => Winner::Two,
        std::cmp::Ordering::Equal => Winner::Draw,
    }
}

/// Battle Ready is a recorded fact, so its points are derived; what a cap of the whole takes is taken from rulings.
fn shares(state: &State, ledger: &[LedgerEntry]) -> BasisShares {
    let mut shares = BasisShares::default();
    for player in Player::BOTH.into_iter().filter(|player| state.conceded != Some(*player)) {
        let mut derived = battle_ready(state, player);
        let mut claimed = 0;
        for entry in ledger.iter().filter(|entry| entry.player == player) {
            match entry.basis {
                Basis::Derived => derived += entry.vp,
                Basis::Claimed => claimed += entry.vp,
                Basis::Ruled => {}
            }
        }
        shares.derived += derived;
        shares.claimed += claimed;
        shares.ruled += i32::try_from(total(state, player)).unwrap_or(0) - derived - claimed;
    }
    shares
}
