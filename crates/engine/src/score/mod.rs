//! What objectives bring, and the sheet that it is written on.

pub(crate) mod evaluate;
mod ledger;
pub(crate) mod pay;
mod reason;
mod sheet;

pub use ledger::{BasisShares, FigureView, LedgerEntry, MatchResult, ResultBy, RoundRow, RoundScore};
pub(crate) use sheet::total_with_battle_ready;
pub use sheet::{
    battle_ready, cap, chosen_columns, counted, is_undecided, ledger, result, room, rounds, total,
    total_without_battle_ready, totals,
};
