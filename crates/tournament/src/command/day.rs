//! What players, judges and the desk say while a round is played: reports and disputes of results, the clock of the
//! round, calls for a judge.

use adjutant_core::chain::Hash;
use adjutant_core::text::Signature;
use serde::{Deserialize, Serialize};

use super::result::{Forfeit, MatchLog, ResultEntry, Winner};
use crate::id::{PlayerId, Reason, RoundNumber, TableNumber};

/// What one of the two players says that the game came to. When the other player has said the same, that is the result;
/// a later report of the same player replaces the earlier one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Report {
    /// The round.
    pub round: RoundNumber,
    /// The table.
    pub table: TableNumber,
    /// Who says so: one of the two at the table.
    pub player: PlayerId,
    /// Victory points of the player named first in the pairing.
    pub one: i64,
    /// Victory points of the player named second.
    pub two: i64,
    /// The winner, where that is not the player with more points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<Winner>,
    /// Who did not turn up.
    #[serde(rename = "no-show", alias = "forfeit", default, skip_serializing_if = "Option::is_none")]
    pub forfeit: Option<Forfeit>,
    /// The match log whose totals these are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<MatchLog>,
    /// In a team event: the victory points of every game, as in a `result`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub games: Vec<[i64; 2]>,
    /// The key of the player's phone, where it signed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<Hash>,
    /// Its signature over what the report says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signature: Option<Signature>,
}

impl Report {
    /// A player's report of what a result says.
    ///
    /// ```
    /// use adjutant_tournament::command::{Report, ResultEntry};
    /// use adjutant_tournament::{PlayerId, RoundNumber, TableNumber};
    /// let result = ResultEntry::by_hand(RoundNumber(1), TableNumber(4), 75, 62);
    /// let report = Report::of(PlayerId::new("anna").unwrap(), result.clone());
    /// assert_eq!(report.result(), result);
    /// ```
    pub fn of(player: PlayerId, result: ResultEntry) -> Report {
        let ResultEntry { round, table, one, two, winner, forfeit, from, games, .. } = result;
        Report { round, table, player, one, two, winner, forfeit, from, games, key: None, signature: None }
    }

    /// What a phone signs of it: round, table and points, and where they are said the winner, who did not come, and the
    /// points of each game.
    ///
    /// ```
    /// use adjutant_tournament::command::{Report, ResultEntry, Winner};
    /// use adjutant_tournament::{PlayerId, RoundNumber, TableNumber};
    /// let result = ResultEntry::by_hand(RoundNumber(1), TableNumber(4), 75, 62);
    /// let report = Report::of(PlayerId::new("anna").unwrap(), ResultEntry { winner: Some(Winner::Two), ..result });
    /// assert_eq!(report.says(), "round 1 table 4 one 75 two 62 winner two");
    /// ```
    pub fn says(&self) -> String {
        let winner = self.winner.map(|winner| format!(" winner {}", winner.as_str()));
        let absent = self.forfeit.map(|absent| format!(" no-show {}", absent.as_str()));
        let games = self.games.iter().map(|[one, two]| format!(" game {one}:{two}"));
        let more: String = winner.into_iter().chain(absent).chain(games).collect();
        Report::points(self.round, self.table, [&self.one, &self.two]) + &more
    }

    /// The beginning of that; of points that are still to be typed, with words in their place.
    pub fn points(round: RoundNumber, table: TableNumber, [one, two]: [&dyn std::fmt::Display; 2]) -> String {
        format!("round {round} table {table} one {one} two {two}")
    }

    /// The result that it would be.
    pub fn result(&self) -> ResultEntry {
        ResultEntry {
            winner: self.winner,
            forfeit: self.forfeit,
            from: self.from.clone(),
            games: self.games.clone(),
            ..ResultEntry::by_hand(self.round, self.table, self.one, self.two)
        }
    }
}

/// One of the two players does not accept the result of the table. It stands, marked, and the round does not close until
/// a judge or the organiser has answered, amended the result, or the player has taken the dispute back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Dispute {
    /// The round.
    pub round: RoundNumber,
    /// The table.
    pub table: TableNumber,
    /// Who disputes: one of the two at the table.
    pub player: PlayerId,
    /// Why.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<Reason>,
}

adjutant_core::closed! {
    /// What happens to the clock of a round.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    pub enum ClockStep by name, written {
        /// It starts, with the minutes of the round.
        Start "start",
        /// It stands still.
        Pause "pause",
        /// It goes on.
        Resume "resume",
        /// The round has no more time.
        Stop "stop",
        /// It gets minutes more, for every table.
        Add "add",
    }
}

/// The clock of a round, by the organiser or a judge. No rule of points reads it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RoundClock {
    /// The round.
    pub round: RoundNumber,
    /// What happens.
    pub state: ClockStep,
    /// With `start`, the minutes of the round; with `add`, how many more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub minutes: Option<u16>,
}

/// More time for one table, by the organiser or a judge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Extend {
    /// The round.
    pub round: RoundNumber,
    /// The table.
    pub table: TableNumber,
    /// Minutes on top of those it has.
    pub minutes: u16,
    /// Why.
    pub why: Reason,
}

adjutant_core::closed! {
    /// What a judge is called for.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    #[serde(rename_all = "kebab-case")]
    pub enum CallKind by name {
        /// A question about the rules.
        Rules "rules",
        /// The result.
        Result "result",
        /// The opponent plays too slowly.
        SlowPlay "slow play",
        /// Anything else.
        Other "other",
    }
}

/// A table calls a judge; one call a table is open at a time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Call {
    /// The table.
    pub table: TableNumber,
    /// Who calls, where that is known: one of the two at the table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<PlayerId>,
    /// What for.
    pub kind: CallKind,
    /// In words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<Reason>,
}

/// The answer to a call or a dispute. A judge's answer to a dispute lets the result stand, as `ruled`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Answer {
    /// Number of the record that called or disputed.
    pub seq: u64,
    /// Where players take their own call or dispute back: who.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<PlayerId>,
    /// What was decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<Reason>,
}
