//! The commands of an event, as they stand in the log.

mod create;
mod day;
mod entry;
mod judge;
mod pass;
mod result;
mod round;

use adjutant_core::chain::Hash;
use adjutant_core::sealed::{Called, Openings};
use adjutant_core::terrain::Layout;
pub use adjutant_core::text::Signature;
use serde::{Deserialize, Serialize};

use crate::id::{DispositionId, MissionId, Name, PlayerId, Reason, RoundNumber, TableNumber, TerrainId};
use crate::teams::{Member, TeamStep};

pub use create::{Create, Settings};
pub use day::{Answer, Call, CallKind, ClockStep, Dispute, Extend, Report, RoundClock};
pub use entry::{EditPlayer, Entry};
pub use judge::{Judge, Judging};
pub use pass::{Key, Pass, PassKind};
pub use result::{Basis, Forfeit, MatchLog, POINTS_MAX, ResultEntry, Winner};
pub use round::{Anyway, Cut, Later, LetPass, Objective, Pair, Pairing, Pods, Repair};

adjutant_core::closed! {
    /// The speaker.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    pub enum By by as_str, written {
        /// The organiser.
        Organiser "organiser",
        /// A judge.
        Judge "judge",
        /// A player: checks in, drops, submits a list, reports and disputes results, calls a judge, signs, notes, takes
        /// steps of a team pairing.
        Player "player",
    }
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
    Roster {
        player: PlayerId,
        digest: Hash,
        /// What the list says that the army is bent on.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        disposition: Option<DispositionId>,
    },
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
    Move { round: RoundNumber, table: TableNumber, to: TableNumber, why: Reason },
    /// A line of the judge's book.
    Infraction(Infraction),
    /// Lets players see a round.
    Publish {
        round: RoundNumber,
        /// Publish it although something was recorded after the draft that may change it.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        as_drafted: bool,
        /// What the judge found and was let pass.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        anyway: Option<Anyway>,
    },
    /// The result of one table.
    Result(ResultEntry),
    /// A corrected result; past rounds stay as they were paired.
    AmendResult {
        result: ResultEntry,
        why: Reason,
        /// What becomes of the games of a bracket that rest on it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        later: Option<Later>,
    },
    /// Match points taken (negative) or given.
    Penalty {
        player: PlayerId,
        points: i32,
        why: Reason,
        /// What becomes of the games of a bracket that rest on it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        later: Option<Later>,
    },
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
    CloseRound {
        round: RoundNumber,
        /// What the judge found and was let pass.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        anyway: Option<Anyway>,
    },
    /// The best go on in a bracket.
    Cut(Cut),
    /// From the next round on everybody meets the others of a pod.
    Pods(Pods),
    /// Ends the event.
    Finish {
        /// Whether the event ends although rounds are left to play.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        early: bool,
        /// What the judge found and was let pass.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        anyway: Option<Anyway>,
    },
    /// Leaves a finished event out of lists, or brings it back.
    Archive { archived: bool },
    /// Takes an earlier record back.
    Retract {
        seq: u64,
        why: Reason,
        /// What becomes of the games of a bracket that rest on it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        later: Option<Later>,
    },
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
    Note { text: Reason },
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
    /// A key with which a phone signs for the holder of a card.
    Key(Key),
    /// What the event knows of a judge.
    Judge(Judge),
    /// Whether a player has paid for the place.
    Payment { player: PlayerId, paid: bool },
}

impl TournamentCommand {
    /// Reads a command: readers and writers of JSON are compiled again wherever they are called from.
    ///
    /// # Errors
    /// What is not JSON, or not a command.
    pub fn read(text: &[u8]) -> serde_json::Result<TournamentCommand> {
        serde_json::from_slice(text)
    }

    /// The command as its record holds it.
    ///
    /// # Errors
    /// Only where a value cannot be written as JSON.
    pub fn to_json(&self) -> serde_json::Result<serde_json::Value> {
        serde_json::to_value(self)
    }

    /// The reason that it gives, or the remark that it is.
    pub fn reason(&self) -> Option<&Reason> {
        use TournamentCommand::*;
        match self {
            Move { why, .. } | AmendResult { why, .. } | Penalty { why, .. } | Retract { why, .. } => Some(why),
            Note { text } => Some(text),
            Settings(settings) => Some(&settings.why),
            Repair(repair) => Some(&repair.why),
            EditPlayer(edit) => Some(&edit.why),
            Infraction(line) => Some(&line.why),
            Extend(extend) => Some(&extend.why),
            Cut(cut) => cut.why.as_ref(),
            Dispute(dispute) => dispute.why.as_ref(),
            Call(call) => call.why.as_ref(),
            Answer(answer) => answer.why.as_ref(),
            _ => self.anyway().map(|anyway| &anyway.why),
        }
    }

    /// What the judge had found and was let pass with it.
    pub fn anyway(&self) -> Option<&Anyway> {
        use TournamentCommand::{CloseRound, Finish, Publish};
        match self {
            Publish { anyway, .. } | CloseRound { anyway, .. } | Finish { anyway, .. } => anyway.as_ref(),
            _ => None,
        }
    }

    /// Whether it may be said of an event that is finished.
    pub(crate) fn follows_the_end(&self) -> bool {
        use TournamentCommand::{Archive, Note, Sign};
        matches!(self, Sign { .. } | Note { .. } | Archive { .. })
    }

    /// What it says of the games of a bracket that rest on what it corrects.
    pub fn later(&self) -> Option<Later> {
        use TournamentCommand::{AmendResult, Penalty, Retract};
        match self {
            AmendResult { later, .. } | Penalty { later, .. } | Retract { later, .. } => *later,
            TournamentCommand::Infraction(line) => line.later,
            _ => None,
        }
    }

    /// The same, saying this of them.
    #[must_use]
    pub fn with_later(mut self, said: Later) -> TournamentCommand {
        use TournamentCommand::{AmendResult, Penalty, Retract};
        match &mut self {
            AmendResult { later, .. } | Penalty { later, .. } | Retract { later, .. } => *later = Some(said),
            TournamentCommand::Infraction(line) => line.later = Some(said),
            _ => {}
        }
        self
    }

    /// The same, letting pass what the judge has found.
    #[must_use]
    pub fn with_anyway(mut self, said: Anyway) -> TournamentCommand {
        use TournamentCommand::{CloseRound, Finish, Publish};
        if let Publish { anyway, .. } | CloseRound { anyway, .. } | Finish { anyway, .. } = &mut self {
            *anyway = Some(said);
        }
        self
    }
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

adjutant_core::closed! {
    /// What a judge ruled.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    #[serde(rename_all = "kebab-case")]
    pub enum InfractionKind by name {
        /// A warning: kept in the book, changes nothing.
        Warning "warning",
        /// A game lost: kept in the book; the result of the table says so.
        GameLoss "game loss",
        /// A match lost: kept in the book; the result of the table says so.
        MatchLoss "match loss",
        /// Out of the event, its standings and its prizes: not paired from the next round on.
        Disqualification "disqualification",
        /// Match points taken.
        Points "points",
        /// A yellow card: kept in the book. The second one of a player brings a red card with it.
        YellowCard "yellow card",
        /// A red card: the game that is played is lost, as by a match loss.
        RedCard "red card",
    }
}

/// A line of the judge's book.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Infraction {
    /// Who.
    pub player: PlayerId,
    /// The member of the team whom it is about; the results of the team stand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub member: Option<Member>,
    /// What was ruled.
    pub kind: InfractionKind,
    /// With `points`: match points, negative where they are taken.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<i32>,
    /// Why.
    pub why: Reason,
    /// What becomes of the games of a bracket that rest on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub later: Option<Later>,
}

impl Infraction {
    /// Whether the player, or the team as a whole, is out of the event.
    pub fn ends_the_event(&self) -> bool {
        self.kind == InfractionKind::Disqualification && self.member.is_none()
    }
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
    pub terrain: Option<TerrainId>,
    /// The terrain that stands on it, piece by piece.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub layout: Option<Layout>,
    /// The hall, or the part of it, that the table stands in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hall: Option<Name>,
    /// What is taken away from it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub clears: Vec<Laid>,
}

adjutant_core::closed! {
    /// What a table has that can be taken away again.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    pub enum Laid by name, written {
        /// Its name.
        Name "name",
        /// Its mission.
        Mission "mission",
        /// Its kind of terrain.
        Terrain "terrain",
        /// The terrain that stands on it.
        Layout "layout",
        /// The hall that it stands in.
        Hall "hall",
    }
}

impl TournamentCommand {
    /// The player whom it gives a name, and the name.
    pub fn called(&self) -> Option<(&PlayerId, &Called)> {
        match self {
            TournamentCommand::Register(entry) | TournamentCommand::LateEntry(entry) => {
                Some((&entry.player, &entry.name))
            }
            TournamentCommand::EditPlayer(edit) => Some((&edit.player, edit.name.as_ref()?)),
            _ => None,
        }
    }

    /// Lets sealed names read as the real ones where their openings are here, and by the player's id otherwise.
    pub fn open_names(&mut self, names: &Openings) {
        let (name, player) = match self {
            TournamentCommand::Register(entry) | TournamentCommand::LateEntry(entry) => {
                (Some(&mut entry.name), &entry.player)
            }
            TournamentCommand::EditPlayer(edit) => (edit.name.as_mut(), &edit.player),
            _ => return,
        };
        if let Some(name) = name {
            name.open_by(names);
            name.or_by_id(player.as_str());
        }
    }
}

impl Table {
    /// A table of which only the number is known.
    pub fn numbered(table: TableNumber) -> Table {
        Table {
            table,
            name: None,
            closed: None,
            mission: None,
            terrain: None,
            layout: None,
            hall: None,
            clears: Vec::new(),
        }
    }

    /// The table with a change of it.
    ///
    /// ```
    /// use adjutant_tournament::{MissionId, TableNumber, command::{Laid, Table}};
    /// let table = Table::numbered(TableNumber(3));
    /// let laid = Table { mission: Some(MissionId::new("scorched-earth").unwrap()), ..table.clone() };
    /// assert_eq!(table.clone().changed_by(laid.clone()).mission, laid.mission);
    /// let cleared = laid.changed_by(Table { clears: vec![Laid::Mission], ..table.clone() });
    /// assert_eq!(cleared, table);
    /// ```
    #[must_use]
    pub fn changed_by(self, change: Table) -> Table {
        let stays = |what| !change.clears.contains(&what);
        Table {
            name: change.name.or(self.name).filter(|_| stays(Laid::Name)),
            closed: change.closed.or(self.closed),
            mission: change.mission.or(self.mission).filter(|_| stays(Laid::Mission)),
            terrain: change.terrain.or(self.terrain).filter(|_| stays(Laid::Terrain)),
            layout: change.layout.or(self.layout).filter(|_| stays(Laid::Layout)),
            hall: change.hall.or(self.hall).filter(|_| stays(Laid::Hall)),
            ..self
        }
    }
}
