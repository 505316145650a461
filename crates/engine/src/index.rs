//! Places in the lists of a match. Each list has a type of its own, so that the number of a marker cannot be taken for
//! that of a group, and only the list that it belongs to can be asked with it.

use std::ops::{Index, IndexMut};

use crate::law;

pub use adjutant_attack::GroupIndex;

adjutant_core::index! {
    /// Which unit of the match, in the order in which they came into it.
    pub struct UnitIndex;
}

adjutant_core::index! {
    /// Which marker of the match, in the order of the mission.
    pub struct MarkerIndex;
}

adjutant_core::index! {
    /// Which column of the scoring sheet, in the order of the law; one more stands behind them.
    pub struct ColumnIndex;
}

impl ColumnIndex {
    /// The column of rulings that are about no objective.
    pub const OTHER: ColumnIndex = ColumnIndex(law::COLUMNS_MAX);
}

/// Points of a player in every column, and in the one of rulings that are about no objective.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sums([i32; law::COLUMNS_MAX + 1]);

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
