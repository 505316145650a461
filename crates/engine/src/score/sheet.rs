//! Totals: sums, caps, and the rows of the scoring sheet.
//!
//! # Source
//! `docs/rules/sequence.md`, A-16 and AMB-25.

use adjutant_core::side::{BySide, Player, Winner};

use super::ledger::{BasisShares, FigureView, LedgerEntry, MatchResult, ResultBy, RoundRow, RoundScore};
use crate::law::{ColumnIndex, ColumnSource, Compared, Law};
use crate::rules::{FigureOf, UnitKind};
use crate::state::{AwardEntry, State, Unit, Whereabouts};
use crate::terms::{Basis, EndLabel, RoundLabel, Status};

/// How many points of a column count.
pub fn cap(state: &State, column: ColumnIndex) -> i32 {
    let law = state.law();
    law.columns.get(column.0).map_or(law.total_cap, |column| column.cap)
}

/// Counted points of a column.
pub fn counted(state: &State, player: Player, column: ColumnIndex) -> i32 {
    state.sides[player].counted[column]
}

/// Points that still count in a column, in a row of the sheet.
pub fn room(state: &State, player: Player, column: ColumnIndex, round: RoundLabel) -> i32 {
    state.counts(player, column, None, round, (i32::from(u16::MAX), 0))
}

/// The total of a player: capped, with Battle Ready once the battle has ended, nothing for a player who conceded.
pub fn total(state: &State, player: Player) -> u32 {
    total_and(state, player, battle_ready(state, player))
}

/// The same with Battle Ready already counted, as far as it was said.
pub(crate) fn total_with_battle_ready(state: &State, player: Player) -> u32 {
    total_and(state, player, worth_of_battle_ready(state, player))
}

/// The same without Battle Ready: what the battle itself came to.
pub fn total_without_battle_ready(state: &State, player: Player) -> u32 {
    total_and(state, player, 0)
}

fn total_and(state: &State, player: Player, more: i32) -> u32 {
    if state.conceded == Some(player) {
        return 0;
    }
    let law = state.law();
    let columns = law.columns.numbers().chain([ColumnIndex::OTHER]);
    let objectives: i32 = columns.map(|column| counted(state, player, column)).sum();
    (objectives + more).clamp(0, law.total_cap).unsigned_abs()
}

/// What Battle Ready is worth as the battle stands: nothing before its end.
pub fn battle_ready(state: &State, player: Player) -> i32 {
    if state.status == Status::Ended { worth_of_battle_ready(state, player) } else { 0 }
}

fn worth_of_battle_ready(state: &State, player: Player) -> i32 {
    if state.sides[player].battle_ready == Some(true) { state.law().battle_ready_vp() } else { 0 }
}

/// Both totals.
pub fn totals(state: &State) -> BySide<u32> {
    BySide::from_fn(|player| total(state, player))
}

/// The ledger: every award with what of it counts.
pub fn ledger(state: &State) -> Vec<LedgerEntry> {
    let entry = |award: &AwardEntry| LedgerEntry {
        seq: award.seq,
        round: award.round,
        moment: adjutant_core::ids::Name::new(award.moment).unwrap_or_else(|_| unreachable!("moments have names")),
        player: award.player,
        objective: award.objective.clone(),
        raw: award.raw,
        vp: award.vp,
        basis: award.basis,
        late: award.late,
        why: award.why.clone(),
    };
    state.awards.iter().map(entry).collect()
}

/// The rows of the scoring sheet, from the ledger.
pub fn rounds(state: &State, ledger: &[LedgerEntry]) -> Vec<RoundRow> {
    let law = state.law();
    // A battle of random length has rows for the rounds that were fought, beside those that are certain.
    let labels = (1..=law.rounds.max(state.round)).map(RoundLabel::Number).chain([RoundLabel::End(EndLabel::End)]);
    let cell = |player: Player, label: RoundLabel| {
        let mut columns = vec![0i32; law.columns.len()];
        for (award, entry) in state.awards.iter().zip(ledger) {
            if award.player == player && award.round == label && award.column != ColumnIndex::OTHER {
                columns[award.column.0] += entry.vp;
            }
        }
        let columns: Vec<u32> = columns.into_iter().map(|vp| vp.max(0).unsigned_abs()).collect();
        let primary = law.column_of(&ColumnSource::Primary).map_or(0, |column| columns[column.0]);
        let chosen = state.sides[player].secondaries.as_ref().map_or(0, Vec::len);
        let secondaries = chosen_columns(law).take(chosen).map(|column| columns[column.0]).collect();
        RoundScore { primary, secondaries, columns }
    };
    labels.map(|round| RoundRow { round, one: cell(Player::One, round), two: cell(Player::Two, round) }).collect()
}

/// The numbers of the columns of chosen objectives, in the order of the choice.
pub fn chosen_columns(law: &Law) -> impl Iterator<Item = ColumnIndex> {
    law.columns
        .iter()
        .enumerate()
        .filter(|(_, row)| matches!(row.from, ColumnSource::Choice(_)))
        .map(|(column, _)| ColumnIndex(column))
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
        (None, None) => match &state.decided {
            Some((player, _)) => ((*player).into(), ResultBy::Ending),
            None => by_points(state),
        },
    };
    let ending = state.decided.as_ref().filter(|_| by == ResultBy::Ending).map(|(_, name)| name.clone());
    let basis = shares(state, ledger);
    Some(MatchResult {
        winner,
        by,
        one: totals.one,
        two: totals.two,
        basis,
        ending,
        provisional: !state.needs.is_empty(),
        figures: figures(state),
    })
}

/// Whether nobody has won yet: points decide, and a question is still open.
pub fn is_undecided(state: &State) -> bool {
    let by_points = |result: MatchResult| matches!(result.by, ResultBy::Points | ResultBy::TieBreak);
    let open = !state.needs.is_empty() || !state.missed.is_empty();
    open && result(state, &[]).is_some_and(by_points)
}

/// The first row of the law that separates the players decides.
fn by_points(state: &State) -> (Winner, ResultBy) {
    let agreed = |row: &&crate::law::Victory| {
        let open = state.open.as_ref();
        row.only_if.is_none_or(|what| open.is_some_and(|open| open.agreed.contains(&what)))
    };
    for row in state.law().victory.iter().filter(agreed) {
        let points = |player: Player| match &row.of {
            Compared::Total => i32::try_from(total(state, player)).unwrap_or(i32::MAX),
            Compared::Columns(columns) => columns.iter().map(|column| counted(state, player, *column)).sum(),
            Compared::Figure(figure) => figure_of(state, *figure, player),
        };
        let lead = points(Player::One) - points(Player::Two);
        let percent =
            |percent: i32| i64::from(lead.abs()) * 100 >= i64::from(state.points_limit()) * i64::from(percent);
        if lead.abs() >= row.margin && row.margin_percent.is_none_or(percent) {
            let by = if row.only_if.is_some() { ResultBy::TieBreak } else { ResultBy::Points };
            return (if lead > 0 { Winner::One } else { Winner::Two }, by);
        }
    }
    (Winner::Draw, ResultBy::Points)
}

fn figures(state: &State) -> Vec<FigureView> {
    let view = |(index, figure): (usize, &crate::rules::Figure)| FigureView {
        id: figure.id.clone(),
        title: figure.title.clone(),
        one: figure_of(state, index, Player::One).unsigned_abs(),
        two: figure_of(state, index, Player::Two).unsigned_abs(),
    };
    let known = Player::BOTH.iter().all(|player| state.knows_army(*player));
    state.law().figures.iter().enumerate().filter(|_| known).map(view).collect()
}

/// A figure of the sheet, as the facts stand: nothing for an army that the log does not know.
fn figure_of(state: &State, index: usize, player: Player) -> i32 {
    match state.law().figures.get(index).map(|figure| figure.of) {
        Some(FigureOf::PointsDestroyed) => {
            let all = state.units.numbers().map(|index| state.by_itself(index));
            all.filter(|unit| unit.player != player).map(|unit| points_destroyed(state, &unit)).sum()
        }
        None => 0,
    }
}

/// What a unit is worth to the opponent at the end.
///
/// # Source
/// `docs/rules/editions.md`, 002-17.
fn points_destroyed(state: &State, unit: &Unit) -> i32 {
    let off = |unit: &Unit| match unit.whereabouts {
        Whereabouts::Embarked(carrier) => !state.unit_at(carrier).is_on_battlefield(),
        _ => !unit.is_on_battlefield(),
    };
    // Of several vehicles the models tell, as of any unit; logs of law 1 asked for damage there too.
    let single = unit.starting_strength == 1;
    let halved = if unit.is(state.law(), UnitKind::Vehicles) && (single || !state.is_under_law(2)) {
        unit.damaged
    } else if single {
        unit.groups.iter().any(|group| group.models > 0 && group.hurt * 2 >= group.wounds)
    } else {
        unit.models() * 2 <= unit.starting_strength
    };
    match unit.whereabouts {
        // Taken off by a rule without being lost, or grown into other units: those count.
        Whereabouts::Removed => 0,
        _ if off(unit) || unit.falling_back => unit.points,
        _ if halved => unit.points / 2,
        _ => 0,
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
