//! The commands of an event, as they stand in the log.

mod create;
mod day;
mod entry;
mod pass;

use adjutant_core::chain::Hash;
pub use adjutant_core::text::Signature;
use serde::{Deserialize, Serialize};

use crate::id::{MatchId, MissionId, Name, PlayerId, RoundNumber, TableNumber};
use crate::policy::{Method, System};
use crate::teams::{TeamScale, TeamStep, fold};

pub use create::{Create, Settings};
pub use day::{Answer, Basis, Call, CallKind, ClockStep, Dispute, Extend, Report, RoundClock};
pub use entry::{EditPlayer, Entry};
pub use pass::{Pass, PassKind};

/// The speaker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum By {
    /// The organiser.
    Organiser,
    /// A judge.
    Judge,
    /// A player: checks in, drops, submits a list, reports and disputes results, calls a judge, signs, notes, takes
    /// steps of a team pairing.
    Player,
}

/// One command of an event log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[allow(missing_docs)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum TournamentCommand {
    /// Opens the log.
    Create(Box<Create>),
    /// Changes what `create` said and what has not taken effect yet.
    Settings(Box<Settings>),
    /// Enters a player before round 1 is paired.
    Register(Entry),
    /// Names the army list that a player has handed in.
    Roster { player: PlayerId, digest: Hash },
    /// The player is in the hall.
    CheckIn { player: PlayerId },
    /// Enters a player after round 1 was paired.
    LateEntry(Entry),
    /// The player is not paired from the next round on.
    Drop { player: PlayerId },
    /// A dropped player is paired again from the next round on.
    Return { player: PlayerId },
    /// A table of the hall, or a change of one.
    Table(Table),
    /// The pairings of a round, as chosen.
    Pair(Box<Pair>),
    /// Changes named tables of a draft or of an open round.
    Repair(Repair),
    /// Enters a correction of a player's entry; the name of today stands in every view, published rounds stay.
    EditPlayer(Box<EditPlayer>),
    /// Takes a mistaken entry out before round 1 is paired.
    Withdraw { player: PlayerId },
    /// A bye that a player has asked for, instead of a game of that round.
    ByeRequest {
        player: PlayerId,
        round: RoundNumber,
        /// Match points for it.
        points: u16,
    },
    /// A game goes to another table, with its result and its match log; where a game is there, both change places.
    Move { round: RoundNumber, table: TableNumber, to: TableNumber, why: Name },
    /// A line of the judge's book.
    Infraction(Infraction),
    /// Lets players see a round.
    Publish {
        round: RoundNumber,
        /// Publish it although something was recorded after the draft that may change it.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        as_drafted: bool,
    },
    /// The result of one table.
    Result(ResultEntry),
    /// A corrected result; past rounds stay as they were paired.
    AmendResult { result: ResultEntry, why: Name },
    /// Match points taken (negative) or given.
    Penalty { player: PlayerId, points: i32, why: Name },
    /// Points for painting, sportsmanship …
    Award {
        player: PlayerId,
        award: Name,
        points: i32,
        /// Whether the points come on top of what the player already has for it.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        again: bool,
    },
    /// Ends a round whose results are all in.
    CloseRound { round: RoundNumber },
    /// The best go on in a bracket.
    Cut(Cut),
    /// From the next round on everybody meets the others of a pod.
    Pods(Pods),
    /// Ends the event.
    Finish {
        /// Whether the event ends although rounds are left to play.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        early: bool,
    },
    /// Leaves a finished event out of lists, or brings it back.
    Archive { archived: bool },
    /// Takes an earlier record back.
    Retract { seq: u64, why: Name },
    /// A player or, where none is named, the organiser accepts the log up to a head: the hash of the record
    /// before. With an ed25519 key also the signature over the lines that `adjutant event sign --help` names.
    Sign {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        player: Option<PlayerId>,
        head: Hash,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        key: Option<Hash>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        signature: Option<Signature>,
    },
    /// One step of the pairing of two teams.
    TeamStep { round: RoundNumber, table: TableNumber, step: TeamStep },
    /// A remark.
    Note { text: Name },
    /// The file of another program that the records after it were made of, right after `create`.
    Import(Import),
    /// What one of the two players says that a game came to; when both say the same, that is the result.
    Report(Box<Report>),
    /// A player does not accept a result.
    Dispute(Dispute),
    /// The clock of a round.
    RoundClock(RoundClock),
    /// More time for a table.
    Extend(Extend),
    /// A table calls a judge.
    Call(Call),
    /// The answer to a call or a dispute.
    Answer(Answer),
    /// A new pass of a player, table, judge or desk.
    Pass(Pass),
}

/// A FIDE tournament report that an event was made of, kept whole so that it can be written back. The records after it
/// are dated by the days that it names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Import {
    /// The file.
    pub text: String,
    /// Whether it was in Latin-1; otherwise in UTF-8.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub latin1: bool,
}

/// What a judge ruled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum InfractionKind {
    /// A warning: kept in the book, changes nothing.
    Warning,
    /// A game lost: kept in the book; the result of the table says so.
    GameLoss,
    /// A match lost: kept in the book; the result of the table says so.
    MatchLoss,
    /// The player leaves the event: not paired from the next round on.
    Disqualification,
    /// Match points taken.
    Points,
}

impl InfractionKind {
    /// In words.
    pub fn name(self) -> &'static str {
        match self {
            InfractionKind::Warning => "warning",
            InfractionKind::GameLoss => "game loss",
            InfractionKind::MatchLoss => "match loss",
            InfractionKind::Disqualification => "disqualification",
            InfractionKind::Points => "points",
        }
    }
}

/// A line of the judge's book.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Infraction {
    /// Who.
    pub player: PlayerId,
    /// What was ruled.
    pub kind: InfractionKind,
    /// With `points`: match points, negative where they are taken.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<i32>,
    /// Why.
    pub why: Name,
}

/// A table of the hall: only what is named changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Table {
    /// Its number.
    pub table: TableNumber,
    /// Name of the table, such as `stream`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<Name>,
    /// Whether nobody is seated at it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub closed: Option<bool>,
    /// Mission laid out on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mission: Option<MissionId>,
    /// Kind of terrain.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub terrain: Option<MissionId>,
}

impl Table {
    /// A table of which only the number is known.
    pub fn numbered(table: TableNumber) -> Table {
        Table { table, name: None, closed: None, mission: None, terrain: None }
    }
}

/// Two who meet, and where.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Pairing {
    /// Table.
    pub table: TableNumber,
    /// The one.
    pub one: PlayerId,
    /// The other.
    pub two: PlayerId,
    /// Mission that they play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mission: Option<MissionId>,
}

/// The value of a pairing on the lines of the declared objective.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Objective {
    /// Sum of squared differences in match points.
    pub squared_differences: i64,
    /// Pairs across score groups.
    pub cross_group: i64,
    /// Players who float the same way as in one of the two rounds before.
    pub repeat_floats: i64,
    /// Pairs that the policy wants apart.
    pub club: i64,
    /// Whether no better pairing exists, by a proof over all pairs.
    pub optimal: bool,
}

/// A round as it was paired; a replay takes it as it stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Pair {
    /// The round.
    pub round: RoundNumber,
    /// How it was made.
    pub system: System,
    /// How equal records were put together.
    pub method: Method,
    /// Version of the algorithm.
    pub algorithm: u16,
    /// Whether rematches were allowed because there was no other way.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rematches: bool,
    /// The tables.
    pub tables: Vec<Pairing>,
    /// Who has a bye.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub byes: Vec<PlayerId>,
    /// Its value.
    #[serde(default)]
    pub objective: Objective,
}

/// A change of some tables of the last round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Repair {
    /// The round.
    pub round: RoundNumber,
    /// The tables named, as they are to be.
    pub tables: Vec<Pairing>,
    /// Who has a bye afterwards, where that changes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub byes: Option<Vec<PlayerId>>,
    /// Whether results of these tables no longer count.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub drop_result: bool,
    /// Why.
    pub why: Name,
}

/// Who won at a table; unlike in a match, both may lose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Winner {
    /// The player named first.
    One,
    /// The player named second.
    Two,
    /// Neither, by a draw.
    Draw,
    /// Neither: both lose.
    #[serde(rename = "none")]
    Neither,
}

/// Who did not turn up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Forfeit {
    /// The player named first.
    One,
    /// The player named second.
    Two,
    /// Neither turned up.
    Both,
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

    /// The result of a match of two teams: its games folded by the scale of the event.
    ///
    /// ```
    /// use adjutant_tournament::command::{ResultEntry, Winner};
    /// use adjutant_tournament::{RoundNumber, TableNumber, teams::TeamScale};
    /// let scale = TeamScale { win_margin: 5 };
    /// let result = ResultEntry::of_team(RoundNumber(1), TableNumber(1), scale, &[[12, 8], [10, 10], [9, 11]]);
    /// assert_eq!((result.one, result.two, result.winner()), (31, 29, Winner::Draw));
    /// ```
    pub fn of_team(round: RoundNumber, table: TableNumber, scale: TeamScale, games: &[[i64; 2]]) -> ResultEntry {
        let pairs: Vec<(i64, i64)> = games.iter().map(|[one, two]| (*one, *two)).collect();
        let (one, two, winner) = fold(scale, &pairs);
        let by_hand = ResultEntry::by_hand(round, table, one, two);
        ResultEntry { winner: Some(winner), games: games.to_vec(), ..by_hand }
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

/// The best go on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Cut {
    /// Who goes on, the best first; the best seeds pass the first round where places are empty.
    pub players: Vec<PlayerId>,
    /// Whether the losers of the semi-finals play for third place.
    #[serde(default)]
    pub third_place: bool,
    /// Whether a player is out only after two losses.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub double: bool,
    /// Why, where it takes the place of an earlier cut of which no round is published: a qualifier cannot play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<Name>,
}

/// Who is in which pod from the next round on; within a pod everybody meets everybody (circle method, in the order given).
/// The match points of earlier rounds go on counting. Pods of which no round is published are replaced by later ones.
///
/// ```
/// use adjutant_tournament::{PlayerId, command::Pods};
/// let id = |text: &str| PlayerId::new(text).unwrap();
/// let pods = Pods { pods: vec![vec![id("anna"), id("bert")], vec![id("carl"), id("dora")]] };
/// let json = serde_json::to_value(&pods).unwrap();
/// assert_eq!(json, serde_json::json!({"pods": [["anna", "bert"], ["carl", "dora"]]}));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Pods {
    /// The pods, each in the order of its schedule; everybody who plays is in exactly one.
    pub pods: Vec<Vec<PlayerId>>,
}

impl Cut {
    /// A cut to these players, the best first, without a game for third place.
    pub fn to(players: Vec<PlayerId>) -> Cut {
        Cut { players, third_place: false, double: false, why: None }
    }
}
