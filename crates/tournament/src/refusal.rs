//! Why a command of an event was not taken: a closed list.
//!
//! Where several apply, the one listed first in [`Refusal`] is given.

use crate::id::{PlayerId, RoundNumber, TableNumber};
use crate::state::Outdated;

/// A refused command changes nothing and is not written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum Refusal {
    /// The log has no `create` yet, or has one already.
    #[error("a log begins with one `create`, and only there; {found} was given")]
    Creation { found: &'static str },
    /// A format, size or policy is out of its range.
    #[error("`{field}` is out of its range; accepted is {accepted}")]
    OutOfRange { field: &'static str, accepted: &'static str },
    /// The event is over.
    #[error("the event is finished; accepted are `sign`, `note` and `retract`")]
    Finished,
    /// A player may not say this.
    #[error("a player may only check in, drop, sign, note and take team steps; let the organiser record it")]
    NotYours,
    /// Nobody of that id.
    #[error("there is no player `{player}`; register the player first, or look up the id")]
    UnknownPlayer { player: PlayerId },
    /// The id is taken.
    #[error("`{player}` is registered already; take another id")]
    KnownPlayer { player: PlayerId },
    /// `register` after the first pairing, `late-entry` before.
    #[error("round 1 is {state}; use `{accepted}` instead")]
    EntryTime { state: &'static str, accepted: &'static str },
    /// A late entry where the schedule is fixed and no place is free.
    #[error(
        "the schedule was drawn for the players of round 1 and has no free place; late entries are possible in Swiss \
         rounds before a cut, or where a player has a bye that the newcomer can take"
    )]
    NoFreePlace,
    /// The player already is what the command would make of him.
    #[error("`{player}` {state} already")]
    Already { player: PlayerId, state: &'static str },
    /// Another round is due.
    #[error("round {due} comes next, not round {found}")]
    WrongRound { found: RoundNumber, due: RoundNumber },
    /// The round is in another state.
    #[error("round {round} is {state}; it has to be {accepted} for this")]
    RoundState { round: RoundNumber, state: &'static str, accepted: &'static str },
    /// Results are open.
    #[error("round {round} is still open: {}; enter what is missing first", missing(*.count, *.first))]
    ResultsOpen { round: RoundNumber, count: u32, first: TableNumber },
    /// All rounds are played.
    #[error("all {rounds} rounds are played; use `cut` or `finish`")]
    NoMoreRounds { rounds: u16 },
    /// No such table in the round.
    #[error("round {round} has no table {table}; look at its pairings")]
    UnknownTable { round: RoundNumber, table: TableNumber },
    /// The same table twice.
    #[error("table {table} is given twice in one round")]
    TableTwice { table: TableNumber },
    /// Someone is paired twice, or with himself.
    #[error("`{player}` is paired twice in one round")]
    PairedTwice { player: PlayerId },
    /// Someone present is left out.
    #[error("`{player}` is here and has neither an opponent nor a bye; pair the round again, or drop the player")]
    LeftOut { player: PlayerId },
    /// Someone absent is paired.
    #[error("`{player}` has dropped, has a bye, is not checked in, or is out; pair the round again")]
    NotHere { player: PlayerId },
    /// Someone has a second bye.
    #[error("`{player}` has had a bye; pair by hand if the player is to have a second")]
    SecondBye { player: PlayerId },
    /// A rematch.
    #[error("`{one}` and `{two}` have met before; pair by hand, or allow rematches, if they are to meet again")]
    Rematch { one: PlayerId, two: PlayerId },
    /// A result is in already.
    #[error("table {table} of round {round} has a result already; amend it, with a reason")]
    HasResult { round: RoundNumber, table: TableNumber },
    /// The table has no result yet.
    #[error("table {table} of round {round} has no result yet; enter one instead of amending it")]
    NoResult { round: RoundNumber, table: TableNumber },
    /// A match log that is already the source of another table.
    #[error("the match log is the source of table {table} of round {round} already")]
    MatchUsed { round: RoundNumber, table: TableNumber },
    /// The cut is not sound.
    #[error("a cut comes once, after a closed round, with 2, 4, 8 … players who are here; close the round first")]
    BadCut,
    /// A round without a game.
    #[error("round {round} would have no game: {}; check players in or register them first", nobody(*.here, *.waiting))]
    NobodyPlays { round: RoundNumber, here: u32, waiting: u32 },
    /// Something was recorded after the draft that may change it.
    #[error("round {round} was drafted before {}; pair it again, or publish it as drafted", why.name())]
    Outdated { round: RoundNumber, why: Outdated },
    /// A repair of a table that has a result.
    #[error("table {table} of round {round} has a result that the repair would remove; say so if it is meant")]
    ResultStands { round: RoundNumber, table: TableNumber },
    /// Victory points that a game cannot give.
    #[error("{found} victory points are outside {least} to {most}; {}", unusual(*.forced))]
    VictoryPoints { found: i64, least: i64, most: i64, forced: bool },
    /// A draw in a single elimination.
    #[error("table {table} of round {round} is a draw, and one of them has to go on; say who wins")]
    NoDraw { round: RoundNumber, table: TableNumber },
    /// The table is closed.
    #[error("table {table} is closed; open it first, or take another")]
    ClosedTable { table: TableNumber },
    /// The player has the award already.
    #[error(
        "`{player}` has {points} points for this award already; say that these come on top, or take the first back"
    )]
    HasAward { player: PlayerId, points: i64 },
    /// A setting has taken effect already.
    #[error(
        "{what} took effect when round {from} was published; the number of rounds can change until the last one is"
    )]
    InEffect { what: &'static str, from: RoundNumber },
    /// Rounds are left to play.
    #[error("{}; play on, or say that the event ends early", rounds_left(*.played, *.planned, *.bracket))]
    RoundsLeft { played: u16, planned: u16, bracket: bool },
    /// A step of a team pairing that is not due.
    #[error("the team pairing of table {table}: {why}")]
    TeamStep { table: TableNumber, why: crate::teams::StepRefusal },
    /// The record to retract does not exist, or may not be taken back.
    #[error("record {seq} cannot be taken back: {why}")]
    NotRetractable { seq: u64, why: &'static str },
    /// Without the record a later one would be refused.
    #[error("without record {seq}, record {later} would be refused: {because}; take that back first")]
    RetractBreaks { seq: u64, later: u64, because: Box<Refusal> },
    /// So many records were taken back that folding the log takes too long.
    #[error(
        "{refolded} records were folded anew because earlier ones were taken back; a log of this length may ask for {most}"
    )]
    TooCostly { refolded: u64, most: u64 },
}

fn missing(count: u32, first: TableNumber) -> String {
    match count {
        1 => format!("table {first} has no result"),
        _ => format!("{count} tables have no result, the first is table {first}"),
    }
}

fn nobody(here: u32, waiting: u32) -> String {
    let here = if here == 1 { "1 player is here".to_owned() } else { format!("{here} players are here") };
    if waiting == 0 { here } else { format!("{here}, {waiting} not checked in") }
}

fn unusual(forced: bool) -> &'static str {
    if forced { "correct the number" } else { "correct the number, or say that it is unusual" }
}

fn rounds_left(played: u16, planned: u16, bracket: bool) -> String {
    match bracket {
        true => "the bracket has no winner yet".to_owned(),
        false => format!("{played} of {planned} rounds are played"),
    }
}

impl Refusal {
    /// Its short name, for programs.
    pub fn code(&self) -> &'static str {
        use Refusal::*;
        match self {
            Creation { .. } => "creation",
            OutOfRange { .. } => "out-of-range",
            Finished => "finished",
            NotYours => "not-yours",
            UnknownPlayer { .. } => "unknown-player",
            KnownPlayer { .. } => "known-player",
            EntryTime { .. } => "entry-time",
            NoFreePlace => "no-free-place",
            Already { .. } => "already",
            WrongRound { .. } => "wrong-round",
            RoundState { .. } => "round-state",
            ResultsOpen { .. } => "results-open",
            NoMoreRounds { .. } => "no-more-rounds",
            UnknownTable { .. } => "unknown-table",
            TableTwice { .. } => "table-twice",
            PairedTwice { .. } => "paired-twice",
            LeftOut { .. } => "left-out",
            NotHere { .. } => "not-here",
            SecondBye { .. } => "second-bye",
            Rematch { .. } => "rematch",
            HasResult { .. } => "has-result",
            NoResult { .. } => "no-result",
            MatchUsed { .. } => "match-used",
            BadCut => "bad-cut",
            NobodyPlays { .. } => "nobody-plays",
            Outdated { .. } => "outdated",
            ResultStands { .. } => "result-stands",
            VictoryPoints { .. } => "victory-points",
            NoDraw { .. } => "no-draw",
            ClosedTable { .. } => "closed-table",
            HasAward { .. } => "has-award",
            InEffect { .. } => "in-effect",
            RoundsLeft { .. } => "rounds-left",
            TeamStep { .. } => "team-step",
            NotRetractable { .. } => "not-retractable",
            RetractBreaks { .. } => "retract-breaks",
            TooCostly { .. } => "too-costly",
        }
    }
}
