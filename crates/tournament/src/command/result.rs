//! What happened at a table, and what that rests on.

use adjutant_core::chain::Hash;
use serde::{Deserialize, Serialize};

use crate::id::{MatchId, RoundNumber, TableNumber};

/// What victory points, penalties and awards may amount to: sums of their squares stay far inside 64 bits.
pub const POINTS_MAX: i64 = 1_000_000;

adjutant_core::closed! {
    /// Who won at a table; unlike in a match, both may lose.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    pub enum Winner by as_str, written {
        /// The player named first.
        One "one",
        /// The player named second.
        Two "two",
        /// Neither, by a draw.
        Draw "draw",
        /// Neither: both lose.
        Neither "none",
    }
}

adjutant_core::closed! {
    /// Who did not turn up.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    pub enum Forfeit by as_str, written {
        /// The player named first.
        One "one",
        /// The player named second.
        Two "two",
        /// Neither turned up.
        Both "both",
    }
}

/// The match log that a result was taken from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct MatchLog {
    /// Its id.
    #[serde(rename = "match")]
    pub id: MatchId,
    /// Hash of its last record.
    pub head: Hash,
    /// Whether both players have signed the log up to that record.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub signed: bool,
}

/// What happened at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ResultEntry {
    /// The round.
    pub round: RoundNumber,
    /// The table.
    pub table: TableNumber,
    /// Victory points of the player named first.
    pub one: i64,
    /// Victory points of the player named second.
    pub two: i64,
    /// The winner, where that is not the player with more points (a concession, a ruling).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<Winner>,
    /// Who did not turn up; logs from before this name say `forfeit`.
    #[serde(rename = "no-show", alias = "forfeit", default, skip_serializing_if = "Option::is_none")]
    pub forfeit: Option<Forfeit>,
    /// The match log, where the result was not keyed in by hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<MatchLog>,
    /// In a team event: the games of the match. Their sums are `one` and `two`; where the event has a differential
    /// table, each game's victory points go through it first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub games: Vec<[i64; 2]>,
    /// Where games are counted: how many were drawn, beside those that `one` and `two` won.
    #[serde(default, skip_serializing_if = "is_none_drawn")]
    pub drawn: u16,
    /// Whether `games` are points of the differential table already.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub games_converted: bool,
    /// Whether the victory points are meant although they are outside what the pack allows.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unusual: bool,
}

fn is_none_drawn(drawn: &u16) -> bool {
    *drawn == 0
}

impl ResultEntry {
    /// A result keyed in by hand.
    pub fn by_hand(round: RoundNumber, table: TableNumber, one: i64, two: i64) -> ResultEntry {
        ResultEntry {
            round,
            table,
            one,
            two,
            winner: None,
            forfeit: None,
            from: None,
            games: Vec::new(),
            drawn: 0,
            games_converted: false,
            unusual: false,
        }
    }

    /// The totals of a match log, with its head.
    pub fn from_match(round: RoundNumber, table: TableNumber, one: i64, two: i64, id: MatchId, head: Hash) -> Self {
        ResultEntry { from: Some(MatchLog { id, head, signed: false }), ..ResultEntry::by_hand(round, table, one, two) }
    }

    /// Who won by victory points, or by what was said; under a differential table see
    /// [`crate::policy::Policies::winner_of`].
    pub fn winner(&self) -> Winner {
        self.winner.unwrap_or(match self.one.cmp(&self.two) {
            std::cmp::Ordering::Greater => Winner::One,
            std::cmp::Ordering::Less => Winner::Two,
            std::cmp::Ordering::Equal => Winner::Draw,
        })
    }
}

adjutant_core::closed! {
    /// What a result rests on, the strongest first.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    pub enum Basis by name, written {
        /// Both players signed the match log that it was taken from.
        Signed "signed",
        /// Both players reported the same.
        Agreed "agreed",
        /// The desk entered it.
        Desk "desk",
        /// A judge or the organiser decided it: after two different reports, after a dispute, against what stood.
        Ruled "ruled",
    }
}
