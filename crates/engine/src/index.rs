//! Places in the lists of a match. Each list has a type of its own, so that the number of a marker cannot be taken for
//! that of a group, and only the list that it belongs to can be asked with it.
//!
//! # Examples
//! ```compile_fail
//! # use adjutant_engine::{index::GroupIndex, state::State};
//! let state = State::new();
//! let lock = state.markers[GroupIndex(0)].lock;
//! ```

use std::ops::{Index, IndexMut};

use crate::attack::TargetGroup;
use crate::law;
use crate::rules;
use crate::state::{Group, MarkerState, Unit};

/// Which unit of the match, in the order in which they came into it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct UnitIndex(pub usize);

/// Which marker of the match, in the order of the mission.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct MarkerIndex(pub usize);

/// Which group of a unit's models, in the order of the roster.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct GroupIndex(pub usize);

/// Which column of the scoring sheet, in the order of the law; one more stands behind them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ColumnIndex(pub usize);

impl ColumnIndex {
    /// The column of rulings that are about no objective.
    pub const OTHER: ColumnIndex = ColumnIndex(law::COLUMNS_MAX);
}

macro_rules! indexed {
    ($index:ident: $($list:ty => $item:ty),+ $(,)?) => {$(
        impl Index<$index> for $list {
            type Output = $item;

            fn index(&self, at: $index) -> &$item {
                &self[at.0]
            }
        }

        impl IndexMut<$index> for $list {
            fn index_mut(&mut self, at: $index) -> &mut $item {
                &mut self[at.0]
            }
        }
    )+};
}

indexed!(UnitIndex: Vec<Unit> => Unit);
indexed!(MarkerIndex: Vec<MarkerState> => MarkerState, Vec<rules::Marker> => rules::Marker);
indexed!(GroupIndex: Vec<Group> => Group, Vec<TargetGroup> => TargetGroup);
indexed!(ColumnIndex: Vec<law::Column> => law::Column);

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
