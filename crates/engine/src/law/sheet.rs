//! The columns of the scoring sheet, and what wins.

use std::ops::{Index, IndexMut};

use adjutant_core::ids::{Name, ObjectiveId};

use crate::rules::{Agreement, RoundCap};
use crate::terms::RoundLabel;

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
    /// The most that it counts for in one battle round.
    pub cap_round: Option<RoundCap>,
    /// The most that one card brings which its player chose before the battle.
    pub cap_card: Option<i32>,
}

/// Points that count already: of a column, of the battle round in question, and of a card with a cap of its own.
#[derive(Clone, Copy, Debug)]
pub struct Counted {
    /// Of the column.
    pub column: i32,
    /// Of the column in that round.
    pub round: i32,
    /// Of the card, where it has a cap.
    pub card: Option<i32>,
}

impl Column {
    /// Whether more than the cap of the column limits what counts.
    pub fn is_limited(&self) -> bool {
        self.cap_round.is_some() || self.cap_card.is_some()
    }

    /// The most that it counts for in a row of the sheet, where there is a limit.
    pub fn cap_of_round(&self, round: RoundLabel) -> Option<i32> {
        let cap = self.cap_round?;
        let outside = cap.without_battle_end && matches!(round, RoundLabel::End(_));
        (!outside).then_some(cap.vp.get())
    }

    /// What of new points counts: what goes over a limit is lost, and nothing falls below zero.
    pub fn counts(&self, raw: i32, round: RoundLabel, so_far: Counted) -> i32 {
        if raw < 0 {
            return raw.max(-so_far.column);
        }
        let room = [
            Some(self.cap - so_far.column),
            self.cap_of_round(round).map(|cap| cap - so_far.round),
            self.cap_card.zip(so_far.card).map(|(cap, counted)| cap - counted),
        ];
        room.into_iter().flatten().fold(raw, i32::min).max(0)
    }
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
