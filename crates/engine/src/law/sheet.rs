//! The columns of the scoring sheet, and what wins.

use std::ops::{Index, IndexMut};

use adjutant_core::ids::{Name, ObjectiveId};

use crate::rules::Agreement;

/// Columns that a sheet may have at most.
pub const COLUMNS_MAX: usize = 12;

adjutant_core::index! {
    /// Which column of the scoring sheet, in the order of the law; one more stands behind them.
    pub struct ColumnIndex;
}

impl ColumnIndex {
    /// The column of rulings that are about no objective.
    pub const OTHER: ColumnIndex = ColumnIndex(COLUMNS_MAX);
}

/// Points of a player in every column, and in the one of rulings that are about no objective.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sums([i32; COLUMNS_MAX + 1]);

impl Index<ColumnIndex> for Sums {
    type Output = i32;

    fn index(&self, at: ColumnIndex) -> &i32 {
        &self.0[at.0]
    }
}

impl IndexMut<ColumnIndex> for Sums {
    fn index_mut(&mut self, at: ColumnIndex) -> &mut i32 {
        &mut self.0[at.0]
    }
}

/// A column of the scoring sheet.
#[derive(Clone, Debug)]
pub struct Column {
    /// The id of its row in the ruleset; several columns of one choice share it.
    pub id: Name,
    /// What is printed over it.
    pub title: String,
    /// Where its objective comes from.
    pub from: ColumnSource,
    /// The most that it counts for.
    pub cap: i32,
}

/// Where the objective of a column comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ColumnSource {
    /// The mission's primary objective.
    Primary,
    /// The player's choice of this number, from 0.
    Choice(usize),
    /// This objective.
    Fixed(ObjectiveId),
    /// The player's active cards, all of them.
    Cards,
}

/// What wins.
#[derive(Clone, Debug)]
pub struct Victory {
    /// What is compared.
    pub of: Compared,
    /// By at least this many points.
    pub margin: i32,
    /// And by at least this many of a hundred points of the armies' limit.
    pub margin_percent: Option<i32>,
    /// Only where the players agreed on it.
    pub only_if: Option<Agreement>,
}

/// What decides who wins.
#[derive(Clone, Debug)]
pub enum Compared {
    /// The total.
    Total,
    /// The points of these columns.
    Columns(Vec<ColumnIndex>),
    /// The figure of this number.
    Figure(usize),
}
