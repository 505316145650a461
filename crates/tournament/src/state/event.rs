//! The facts that follow from commands.

use std::sync::Arc;

use adjutant_core::chain::Hash;

use super::keys::BoundKey;
use super::round::StepTaken;
use crate::command::{
    Basis, Call, Create, Cut, Dispute, EditPlayer, Entry, Extend, Import, Infraction, Judge, Pair, Pass, PassKind,
    Pods, Repair, Report, ResultEntry, RoundClock, Settings, Table,
};
use crate::id::{DispositionId, Name, PassId, PlayerId, RoundNumber, TableNumber};
use crate::teams::TeamPairing;

use super::round::{Kept, Withdrawn};

/// A fact that follows from a command.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum Event {
    Created(Box<Create>),
    SettingsChanged(Box<Settings>),
    Entered {
        entry: Entry,
        from: RoundNumber,
    },
    CheckedIn {
        player: PlayerId,
        from: RoundNumber,
    },
    /// From this round on the player is paired, or not.
    PresenceChanged {
        player: PlayerId,
        from: RoundNumber,
        here: bool,
    },
    PlayerEdited {
        edit: Box<EditPlayer>,
        from: RoundNumber,
    },
    Withdrawn {
        player: PlayerId,
    },
    ByeRequested {
        player: PlayerId,
        round: RoundNumber,
        points: u16,
    },
    GameMoved {
        round: RoundNumber,
        table: TableNumber,
        to: TableNumber,
    },
    InfractionNoted {
        infraction: Infraction,
        from: RoundNumber,
    },
    TableSet(Table),
    RoundDrafted(Box<Pair>),
    RoundRepaired(Repair),
    RoundPublished {
        round: RoundNumber,
    },
    ResultSet {
        result: Box<ResultEntry>,
        basis: Basis,
    },
    Reported {
        seq: u64,
        report: Box<Report>,
    },
    Disputed {
        seq: u64,
        dispute: Box<Dispute>,
    },
    ClockSet {
        seq: u64,
        clock: RoundClock,
    },
    Extended(Extend),
    Called {
        seq: u64,
        call: Box<Call>,
    },
    /// A call or dispute is answered or taken back; with what the result rests on from now on.
    Settled {
        seq: u64,
        basis: Option<Basis>,
    },
    /// A result does not stand any more.
    ResultTakenBack {
        round: RoundNumber,
        table: TableNumber,
    },
    /// The rounds of a bracket from this one on are withdrawn; games that do not fall wait for their round.
    BracketReset {
        from: RoundNumber,
        fallen: Vec<Withdrawn>,
        waiting: Vec<Withdrawn>,
    },
    /// Games of a bracket stay as played, each by its round and its place in the plan.
    BracketKept {
        games: Vec<(RoundNumber, usize, Kept)>,
    },
    RoundClosed {
        round: RoundNumber,
    },
    Penalised {
        player: PlayerId,
        from: RoundNumber,
        points: i32,
    },
    Awarded {
        player: PlayerId,
        from: RoundNumber,
        award: Name,
        points: i32,
    },
    CutMade {
        cut: Cut,
        after: RoundNumber,
    },
    PodsMade {
        pods: Pods,
        after: RoundNumber,
    },
    TeamStepTaken {
        round: RoundNumber,
        table: TableNumber,
        pairing: TeamPairing,
        taken: StepTaken,
    },
    Finished,
    Archived {
        archived: bool,
    },
    ListHandedIn {
        player: PlayerId,
        digest: Hash,
        disposition: Option<DispositionId>,
        from: RoundNumber,
    },
    Imported(Arc<Import>),
    PassIssued(Pass),
    /// A key signs for the holder of a card, or waits for somebody's word.
    KeyBound {
        kind: PassKind,
        id: PassId,
        bound: BoundKey,
    },
    JudgeKnown(Judge),
    Paid {
        player: PlayerId,
        paid: bool,
    },
    /// Kept in the log only.
    Remarked,
}
