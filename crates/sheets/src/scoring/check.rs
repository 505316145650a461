//! Whether the figures of a sheet agree with each other.

use super::{BATTLE_READY_VP, OBJECTIVES, Outcome, ROWS, Scores, ScoringSheet};
use adjutant_engine::view::ResultBy;

/// Two figures of a sheet that contradict each other; blocks and columns count from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Inconsistency {
    /// The cells of a column do not sum to its total.
    #[error("block {block}, column {column}: the rounds sum to {sum}, the total says {total}")]
    Column {
        /// Which block.
        block: usize,
        /// Which column, the primary first.
        column: usize,
        /// Of the cells.
        sum: u32,
        /// As printed.
        total: u32,
    },
    /// The four totals and Battle Ready do not sum to the total.
    #[error("block {block}: totals and Battle Ready sum to {sum}, the total says {total}")]
    Total {
        /// Which block.
        block: usize,
        /// Of the parts.
        sum: i64,
        /// As printed.
        total: u32,
    },
    /// A primary cell that can hold no points holds some.
    #[error("block {block}: primary points in {row}, where none can be scored")]
    ShadedCell {
        /// Which block.
        block: usize,
        /// `round 1` or `end game`.
        row: &'static str,
    },
    /// The winner has not the higher total, and nobody conceded or ruled.
    #[error("the result does not follow from the totals {first} and {second}")]
    Result {
        /// Of the upper block.
        first: u32,
        /// Of the lower block.
        second: u32,
    },
}

impl ScoringSheet {
    /// Everything that contradicts itself on a completed sheet; empty on any other.
    ///
    /// # Source
    /// `rules-inventory.md`, section H, consistency checks.
    pub fn inconsistencies(&self) -> Vec<Inconsistency> {
        let mut found = Vec::new();
        for (index, block) in self.blocks.iter().enumerate() {
            if let Some(scores) = &block.scores {
                check_columns(scores, index + 1, &mut found);
                self.check_total(scores, index + 1, &mut found);
            }
        }
        self.check_result(&mut found);
        found
    }

    fn check_total(&self, scores: &Scores, block: usize, found: &mut Vec<Inconsistency>) {
        let objectives: u32 = scores.totals.iter().map(|counted| counted.vp).sum();
        let over = matches!(self.outcome, Outcome::Decided { .. });
        let ready = if over && scores.battle_ready == Some(true) { BATTLE_READY_VP } else { 0 };
        let sum = i64::from(objectives) + i64::from(ready) + i64::from(scores.ruling);
        if sum.clamp(0, 100) != i64::from(scores.total) {
            found.push(Inconsistency::Total { block, sum, total: scores.total });
        }
    }

    fn check_result(&self, found: &mut Vec<Inconsistency>) {
        let [Some(first), Some(second)] = self.blocks.each_ref().map(|block| block.scores.as_ref().map(|s| s.total))
        else {
            return;
        };
        if let Outcome::Decided { winner, by: ResultBy::Points, .. } = self.outcome {
            let higher = match first.cmp(&second) {
                std::cmp::Ordering::Greater => Some(0),
                std::cmp::Ordering::Less => Some(1),
                std::cmp::Ordering::Equal => None,
            };
            if higher != winner {
                found.push(Inconsistency::Result { first, second });
            }
        }
    }
}

fn check_columns(scores: &Scores, block: usize, found: &mut Vec<Inconsistency>) {
    for column in 0..OBJECTIVES {
        let sum = scores.rows.iter().flatten().map(|cells| cells[column]).sum();
        let total = scores.totals[column].vp;
        if sum != total {
            found.push(Inconsistency::Column { block, column: column + 1, sum, total });
        }
    }
    for (row, name) in [(0, "round 1"), (ROWS - 1, "end game")] {
        if scores.rows[row].is_some_and(|cells| cells[0] > 0) {
            found.push(Inconsistency::ShadedCell { block, row: name });
        }
    }
}
