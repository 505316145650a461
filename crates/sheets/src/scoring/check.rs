//! Whether the figures of a sheet agree with each other.

use super::{Form, Outcome, Scores, ScoringSheet};
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
    /// The totals of the columns and what is added at the end do not sum to the total.
    #[error("block {block}: the columns and Battle Ready sum to {sum}, the total says {total}")]
    Total {
        /// Which block.
        block: usize,
        /// Of the parts.
        sum: i64,
        /// As printed.
        total: u32,
    },
    /// A cell that can hold no points holds some.
    #[error("block {block}, column {column}: points in {row}, where none can be scored")]
    ShadedCell {
        /// Which block.
        block: usize,
        /// Which column.
        column: usize,
        /// The row as printed, such as `1` or `End Game`.
        row: String,
    },
    /// A column or the total is above what the form lets it hold.
    #[error("block {block}: {found} points where at most {most} count")]
    Cap {
        /// Which block.
        block: usize,
        /// As printed.
        found: u32,
        /// The most that counts.
        most: u32,
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
    /// `docs/rules/sheet.md`, section H, consistency checks.
    pub fn inconsistencies(&self) -> Vec<Inconsistency> {
        let mut found = Vec::new();
        for (index, block) in self.blocks.iter().enumerate() {
            if let Some(scores) = &block.scores {
                check_columns(&self.form, scores, index + 1, &mut found);
                self.check_total(scores, index + 1, &mut found);
            }
        }
        self.check_result(&mut found);
        found
    }

    fn check_total(&self, scores: &Scores, block: usize, found: &mut Vec<Inconsistency>) {
        let objectives: u32 = scores.totals.iter().map(|counted| counted.vp).sum();
        let over = matches!(self.outcome, Outcome::Decided { .. });
        let extra = self.form.extra.as_ref().map_or(0, |extra| extra.vp);
        let ready = if over && scores.battle_ready == Some(true) { extra } else { 0 };
        let sum = i64::from(objectives) + i64::from(ready) + i64::from(scores.ruling);
        // A player who concedes has no points, whatever the columns say.
        let conceded = self.blocks[block - 1].conceded && scores.total == 0;
        if !conceded && sum.clamp(0, i64::from(self.form.total_cap)) != i64::from(scores.total) {
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

fn check_columns(form: &Form, scores: &Scores, block: usize, found: &mut Vec<Inconsistency>) {
    for (index, (column, counted)) in form.columns.iter().zip(&scores.totals).enumerate() {
        let cells = || scores.rows.iter().map(|cells| cells.as_ref().and_then(|cells| cells.get(index).copied()));
        let (sum, total) = (cells().flatten().sum(), counted.vp);
        if sum != total {
            found.push(Inconsistency::Column { block, column: index + 1, sum, total });
        }
        if total > column.cap {
            found.push(Inconsistency::Cap { block, found: total, most: column.cap });
        }
        for row in column.closed.iter().filter(|row| cells().nth(**row).flatten().is_some_and(|vp| vp > 0)) {
            found.push(Inconsistency::ShadedCell { block, column: index + 1, row: form.row_name(*row) });
        }
    }
}
