//! Errors about tournaments and the matches of their tables.

use adjutant_core::ids::TextError;
use adjutant_replay::error::ReportFault;
use adjutant_tournament::check::Finding;
use adjutant_tournament::trf::ImportError;
use adjutant_tournament::{RoundNumber, TableNumber, TournamentId};

use super::kind::ErrorKind;
use crate::counts::count;

/// A tournament, or a match of one, in a state that a use case cannot do with.
#[derive(Debug, thiserror::Error)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum TournamentError {
    /// Every id for the match of a table is taken by a match of other players.
    #[error("the matches {first} to {last} belong to other players")]
    TablesTaken {
        /// The first id tried.
        first: String,
        /// The last one.
        last: String,
    },
    /// The independent judge has found faults that keep the event from going on.
    #[error("the judge holds back `{words}`: {}", count(found.len(), "fault", "faults"))]
    Held {
        /// The event.
        event: TournamentId,
        /// What was to be done.
        words: String,
        /// The faults.
        found: Vec<Finding>,
    },
    /// The law that judges an older event does not take what today's would.
    #[error("law {law} judges this event, and does not take `{words}` ({place}): {what}")]
    NotUnderLaw {
        /// The law.
        law: u32,
        /// What was to be done.
        words: String,
        /// The record that it would have been.
        place: String,
        /// What that law says.
        what: String,
    },
    /// An event of which no copy with invented names can be made.
    #[error("this event cannot be copied with invented names: {why}")]
    NotAnonymous {
        /// What keeps it from that.
        why: &'static str,
    },
    /// An id that a match cannot have.
    #[error("{0}")]
    Id(TextError),
    /// An id that the match of a table cannot have.
    #[error("the match of table {table}: {error}")]
    TableId {
        /// The table.
        table: TableNumber,
        /// What is wrong with the id.
        error: TextError,
    },
    /// A round or table whose number is too great for a match log.
    #[error("table {table} of round {round} has no match log")]
    NoMatchLog {
        /// The round.
        round: RoundNumber,
        /// The table.
        table: TableNumber,
    },
    /// A name that a match cannot hold.
    #[error("`{player}`: {error}")]
    Name {
        /// The player's id.
        player: String,
        /// What is wrong with the name.
        error: TextError,
    },
    /// A battle size that no pack has.
    #[error("unknown battle size `{found}`")]
    BattleSize {
        /// What was given.
        found: String,
        /// The battle sizes of the pack, those of fewer points first.
        known: Vec<String>,
    },
    /// The pack of the tournament is not known here.
    #[error("the pack `{pack}`{hash} was not found")]
    Pack {
        /// Its id.
        pack: String,
        /// Its hash in words, where the tournament names it.
        hash: String,
    },
    /// The pack has no such mission of the tournament's battle size.
    #[error("the pack has no mission `{mission}` of this battle size")]
    Mission {
        /// What was given.
        mission: String,
        /// The missions that it has.
        known: Vec<String>,
    },
    /// The match belongs to no table of this tournament.
    #[error("match {id} was not opened for event {event}")]
    NotOfEvent {
        /// The match.
        id: String,
        /// The tournament.
        event: String,
    },
    /// The match was played under an older law than the event asks for.
    #[error("match {id} was played under law {law}, and the event asks for law {named} or a later one")]
    OlderMatch {
        /// The match.
        id: String,
        /// Its law.
        law: u32,
        /// The law of the event.
        named: i32,
    },
    /// A player conceded, but nobody ended the battle.
    #[error("{player} has conceded match {id}, but the match has not been ended")]
    Conceded {
        /// The match.
        id: String,
        /// The player's name.
        player: String,
    },
    /// The battle goes on.
    #[error("match {id} {}: it has no result", if *.begun { "is still played" } else { "has not begun" })]
    NotEnded {
        /// The match.
        id: String,
        /// Whether the battle has begun.
        begun: bool,
    },
    /// Some awards are unconfirmed.
    #[error("the result of match {id} is provisional: {}",
        count(*.open, "award is open", "awards are open"))]
    Provisional {
        /// The match.
        id: String,
        /// How many awards are open.
        open: usize,
    },
    /// The id is taken.
    #[error("there is an event {id} already{}", if *.same_report { ", made of this very report" } else { "" })]
    Exists {
        /// The id.
        id: TournamentId,
        /// Whether the event was made of the same report.
        same_report: bool,
    },
    /// An id that leaves no room for those of its matches.
    #[error("the event id has more than {most} characters")]
    IdTooLong {
        /// How many it may have.
        most: usize,
    },
    /// Neither the name in a report nor that of its file makes an id.
    #[error("no id can be made from the name of the tournament")]
    NoId,
    /// A report that cannot be read.
    #[error("{0}")]
    Unread(ReportFault),
    /// A report that no tournament can be made of.
    #[error("{name}: {error}")]
    Report {
        /// The file.
        name: String,
        /// Why.
        error: ImportError,
    },
    /// The match was played by others than those who meet at its table.
    #[error("match {id} was played by {one} and {two}, who do not meet at table {table} of round {round}")]
    OtherPlayers {
        /// The match.
        id: String,
        /// Name of its player one.
        one: String,
        /// Name of its player two.
        two: String,
        /// The round.
        round: RoundNumber,
        /// The table.
        table: TableNumber,
    },
}

impl TournamentError {
    pub(super) fn kind(&self) -> ErrorKind {
        match self {
            TournamentError::BattleSize { .. } | TournamentError::IdTooLong { .. } | TournamentError::NoId => {
                ErrorKind::Invalid
            }
            TournamentError::Exists { .. } => ErrorKind::Conflict,
            TournamentError::Pack { .. } => ErrorKind::NotFound,
            _ => ErrorKind::Refused,
        }
    }

    pub(super) fn hint(&self) -> Option<String> {
        let hint = match self {
            TournamentError::TablesTaken { .. } => "create the event under another id",
            TournamentError::Held { .. } => "mend them, or let them pass with a reason",
            TournamentError::NotAnonymous { .. } => "export it as it is, or its places and games alone",
            TournamentError::NotUnderLaw { .. } => "say it as the program did that began this event",
            TournamentError::BattleSize { known, .. } => return Some(format!("choose {}", known.join(" or "))),
            TournamentError::Exists { .. } => "choose another id",
            TournamentError::IdTooLong { .. } => "the ids of its matches are longer by round and table",
            TournamentError::NoId => "give an id",
            TournamentError::Unread(fault) => return Some(fault.hint()),
            TournamentError::Report { error: ImportError::NumberTwice(_) | ImportError::OneSided { .. }, .. } => {
                "check the file: the check lists everything that contradicts itself"
            }
            TournamentError::Report { .. } => {
                "name a FIDE tournament report (TRF16) that has a line 001 for every player"
            }
            TournamentError::Mission { known, .. } => return Some(format!("choose one of {}", known.join(", "))),
            TournamentError::Pack { .. } => "make the pack known first",
            TournamentError::NotOfEvent { .. } => {
                "take a match that was opened when its round was published, or enter the result by hand"
            }
            TournamentError::OlderMatch { .. } => "both players go on under today's law, or enter the result by hand",
            TournamentError::Conceded { .. } => "end the battle in the match, then take its result",
            TournamentError::NotEnded { .. } => "end the match first",
            TournamentError::Provisional { .. } => "answer them in the match, or take the result as it stands",
            TournamentError::OtherPlayers { .. } => {
                "take the match of the table as it is now, or enter the result by hand"
            }
            TournamentError::Id(_)
            | TournamentError::TableId { .. }
            | TournamentError::NoMatchLog { .. }
            | TournamentError::Name { .. } => return None,
        };
        Some(hint.to_owned())
    }
}
