//! What a command, or the passing of a moment, brings about. An event cannot fail: the rules spoke before it.

use std::collections::BTreeMap;
use std::sync::Arc;

use adjutant_attack::GroupIndex;
use adjutant_core::chain::Hash;
use adjutant_core::ids::{ActionId, MarkerId, Name, ObjectiveId, UnitId};
use adjutant_core::numbers::Inches;
use adjutant_core::sentence::Sentence;
use adjutant_core::side::{By, Player, Winner};

use crate::command::{Open, SecretKind};
use crate::law::{ColumnIndex, Pack};
use crate::refusal::RefusalCode;
use crate::rules::{MarkerIndex, Mission, Objective};
use crate::state::{Aim, Ground, Judged, Lasting, Mark, OpenNeed, Position, Shock, UnitIndex, Whereabouts};
use crate::terms::{
    Banner, Basis, CardMode, ControlBasis, Deed, Disposition, Lock, MapSide, MarkName, MarkerTag, MoveKind, Phase,
    Piece, Roster, RosterUnit, RoundLabel, Spot,
};

/// How an active card leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaves {
    /// It is discarded.
    Discarded,
    /// It has brought points: it brings no more, and nothing of it waits for a word.
    Scored,
    /// It goes back into the deck.
    Back,
}

/// Something that happened.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "each field is what its name says")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum Event {
    Opened {
        open: Arc<Open>,
        pack: Arc<Pack>,
    },
    ArmyFrozen {
        player: Player,
        roster: Arc<Roster>,
        cp: i32,
    },
    MissionChosen {
        mission: Arc<Mission>,
        pack: Arc<Pack>,
    },
    /// A piece of terrain stands on the battlefield.
    TerrainSet {
        piece: Box<Piece>,
    },
    SecretCommitted {
        player: Player,
        what: SecretKind,
        digest: Hash,
    },
    SecretRevealed {
        player: Player,
        what: SecretKind,
    },
    SecondariesChosen {
        player: Player,
        objectives: Vec<Arc<Objective>>,
        own_caps: Vec<Option<i32>>,
    },
    /// How a player plays secondary mission cards, with those that stay all the battle.
    CardsChosen {
        player: Player,
        mode: CardMode,
        cards: Vec<Arc<Objective>>,
    },
    DispositionSaid {
        player: Player,
        is: Disposition,
    },
    /// A mark is laid on a place or a unit.
    MarkLaid {
        mark: Box<Mark>,
    },
    /// A unit has used up a mark that it bore.
    MarkUsed {
        player: Player,
        mark: MarkName,
        unit: UnitIndex,
    },
    /// Tokens leave a place: those of one player or of both; `one` where only one of them does.
    TokensTaken {
        place: Ground,
        of: Option<Player>,
        one: bool,
    },
    /// Cards whose points their player leaves at the end of this turn.
    CardsKept {
        player: Player,
        cards: Vec<ObjectiveId>,
    },
    ModelsNoted {
        player: Player,
        objective: ObjectiveId,
        models: Vec<(UnitId, Name)>,
    },
    RollOffWon {
        purpose: String,
        winner: Player,
    },
    /// What is rolled once was rolled.
    RolledOnce {
        word: &'static str,
    },
    OrderChosen {
        moment: Name,
        sequence: Vec<Name>,
    },
    AttackerChosen {
        attacker: Player,
    },
    ZoneChosen {
        zones: [(Player, MapSide); 2],
    },
    MarkerTagged {
        marker: MarkerIndex,
        tag: MarkerTag,
    },
    MarkerMoved {
        marker: MarkerIndex,
        at: [Inches; 2],
    },
    MarkersCounted {
        count: u32,
    },
    MarkerPlaced {
        at: [Inches; 2],
        across_mm: i32,
        by: Option<Player>,
        zone: Option<MapSide>,
    },
    ZonesTaken {
        layout: usize,
    },
    MarkerRemoved {
        marker: MarkerIndex,
    },
    /// A player has set up a unit; `passed`: the turn before went to a unit of the opponent off the battlefield.
    SetUpInTurn {
        player: Player,
        passed: bool,
    },
    /// A leader joins another unit.
    LeaderAttached {
        leader: UnitIndex,
        to: UnitIndex,
    },
    /// A leader leaves the unit that it joined.
    LeaderLeft {
        leader: UnitIndex,
    },
    /// A unit and its leaders that part, since one of them is destroyed.
    PartsSeparated {
        unit: UnitIndex,
    },
    ReservesDeclared {
        player: Player,
    },
    FirstTurnGiven {
        player: Player,
    },
    BattleBegun,
    RoundStarted {
        round: u32,
    },
    TurnStarted {
        player: Player,
    },
    TurnPassed {
        player: Player,
    },
    PhaseStarted {
        phase: Phase,
    },
    PhaseEnded {
        phase: Phase,
    },
    TurnEnded,
    WindowClosed,
    RestOfTurnEnding,
    LengthAsked,
    LengthRolled {
        goes_on: bool,
    },
    BattleDecided {
        winner: Player,
        ending: Name,
    },
    BattleEnding,
    BattleEnded,
    UnitMoved {
        unit: UnitIndex,
        kind: MoveKind,
    },
    UnitPlaced {
        unit: UnitIndex,
        position: Position,
    },
    UnitWent {
        unit: UnitIndex,
        to: Whereabouts,
    },
    UnitArrived {
        unit: UnitIndex,
    },
    UnitOversize {
        unit: UnitIndex,
    },
    UnitDisembarked {
        unit: UnitIndex,
    },
    UnitExempted {
        unit: UnitIndex,
    },
    UnitShot {
        unit: UnitIndex,
        /// Whether its weapons keep it from charging this turn.
        stays: bool,
        /// Those of its weapons that are shot once a battle.
        spent: Vec<Name>,
    },
    UnitReinforced {
        unit: UnitIndex,
    },
    UnitEmbarked {
        unit: UnitIndex,
    },
    UnitLeftWreck {
        unit: UnitIndex,
    },
    UnitCounted {
        unit: UnitIndex,
        counts: BTreeMap<MarkerId, u32>,
    },
    UnitFought {
        unit: UnitIndex,
    },
    UnitCharged {
        unit: UnitIndex,
        made: bool,
        targets: Vec<UnitIndex>,
        roll: u32,
    },
    UnitCast {
        unit: UnitIndex,
        power: String,
    },
    UnitDenied {
        unit: UnitIndex,
    },
    MoraleTested {
        unit: UnitIndex,
    },
    UnitFallsBack {
        unit: UnitIndex,
        falls: bool,
    },
    ReserveRolled {
        unit: UnitIndex,
        arrives: bool,
    },
    UnitDamaged {
        unit: UnitIndex,
        damaged: bool,
    },
    /// The crew of a vehicle is shaken, or stunned.
    CrewDazed {
        unit: UnitIndex,
        stunned: bool,
    },
    /// So many weapons that get hot have shown a 1 this phase and are not saved from.
    WeaponsHot {
        unit: UnitIndex,
        dice: u32,
    },
    /// A unit has fought another one, and caused it this many wounds.
    Clashed {
        unit: UnitIndex,
        target: UnitIndex,
        wounds: u32,
    },
    ModelsDestroyed {
        unit: UnitIndex,
        group: GroupIndex,
        models: u32,
        /// Whether an enemy did it.
        by_enemy: bool,
    },
    ModelHurt {
        unit: UnitIndex,
        group: GroupIndex,
        hurt: u32,
    },
    UnitAttacked {
        unit: UnitIndex,
        group: Option<GroupIndex>,
    },
    ModelsReturned {
        unit: UnitIndex,
        group: GroupIndex,
        models: u32,
    },
    UnitAdded {
        player: Player,
        unit: Box<RosterUnit>,
        points: i32,
    },
    UnitSplit {
        unit: UnitIndex,
        parts: Vec<(UnitId, Vec<u32>)>,
    },
    UnitsMerged {
        units: Vec<UnitIndex>,
        id: UnitId,
    },
    ActionStarted {
        unit: UnitIndex,
        action: ActionId,
        marker: Option<MarkerIndex>,
        spot: Option<Spot>,
        aim: Box<Aim>,
    },
    ActionAttempted {
        unit: UnitIndex,
        action: ActionId,
    },
    PsychicActionAttempted {
        unit: UnitIndex,
    },
    ActionFailed {
        unit: UnitIndex,
    },
    ActionCompleted {
        unit: UnitIndex,
        action: ActionId,
        marker: Option<MarkerIndex>,
        spot: Option<Spot>,
        aim: Box<Aim>,
    },
    BannerChanged {
        marker: MarkerIndex,
        player: Player,
        banner: Banner,
    },
    LockChanged {
        marker: MarkerIndex,
        lock: Lock,
    },
    ControlStated {
        marker: MarkerIndex,
        holder: Option<Player>,
    },
    /// The last statement about a marker may be wrong since Battle-shock came or went.
    StatementVoided {
        marker: MarkerIndex,
    },
    /// An ability keeps a marker for its player.
    MarkerKept {
        marker: MarkerIndex,
        player: Player,
    },
    /// Who controls a marker until that is settled again; `None` where nobody knows.
    ControlSettled {
        marker: MarkerIndex,
        settled: Option<(Option<Player>, ControlBasis)>,
        lock: Lock,
    },
    CardDrawn {
        player: Player,
        card: Arc<Objective>,
    },
    CardLeft {
        player: Player,
        card: ObjectiveId,
        how: Leaves,
    },
    ShockTested {
        unit: UnitIndex,
    },
    ShockChanged {
        unit: UnitIndex,
        shock: Shock,
    },
    /// A unit that was away when its player's units tested has to test once it is back.
    ShockMissed {
        unit: UnitIndex,
        missed: bool,
    },
    /// An ability changes a unit from now on.
    EffectBegan {
        unit: UnitIndex,
        effect: Lasting,
    },
    /// What an ability changed about a unit is as it was.
    EffectEnded {
        unit: UnitIndex,
        why: Name,
    },
    EscapeTested {
        unit: UnitIndex,
    },
    /// It does nothing more until its player's next turn is over.
    UnitGrounded {
        unit: UnitIndex,
    },
    /// Whether what was destroyed of it goes off.
    UnitExplodes {
        unit: UnitIndex,
        explodes: bool,
    },
    /// It has moved before the first turn.
    UnitScouted {
        unit: UnitIndex,
    },
    StratagemUsed {
        player: Player,
        name: String,
    },
    /// What a Stratagem forbids a unit for the rest of the turn.
    UnitForbidden {
        unit: UnitIndex,
        deeds: Vec<Deed>,
    },
    CpChanged {
        player: Player,
        change: i32,
        counts_to_limit: bool,
    },
    StrengthCounted,
    Judged(Judged),
    Awarded(Box<Award>),
    NeedOpened(Box<OpenNeed>),
    NeedAnswered {
        index: usize,
    },
    MissedAnswered {
        index: usize,
    },
    Signed {
        player: Player,
    },
    ArmyJudged {
        player: Player,
        ready: bool,
    },
    Conceded {
        player: Player,
    },
    WinnerRuled {
        winner: Winner,
    },
    RuleNamed {
        by: By,
        under: Name,
        passed: Vec<RefusalCode>,
    },
    SeedOpened,
    /// Another law judges the match from here on.
    LawNamed {
        /// The law.
        law: i32,
    },
    HeadSet {
        head: Option<Hash>,
    },
}

impl Event {
    /// Whether models were destroyed, moved, set up or removed, or a marker was: what was true of control before it need
    /// not be true after it.
    pub(crate) fn moves_models(&self) -> bool {
        matches!(
            self,
            Event::MarkerMoved { .. }
                | Event::MarkerPlaced { .. }
                | Event::MarkerRemoved { .. }
                | Event::UnitMoved { .. }
                | Event::UnitPlaced { .. }
                | Event::UnitWent { .. }
                | Event::UnitArrived { .. }
                | Event::UnitDisembarked { .. }
                | Event::UnitReinforced { .. }
                | Event::UnitEmbarked { .. }
                | Event::UnitLeftWreck { .. }
                | Event::UnitCounted { .. }
                | Event::ModelsDestroyed { .. }
                | Event::ModelsReturned { .. }
                | Event::UnitAdded { .. }
                | Event::UnitSplit { .. }
                | Event::UnitsMerged { .. }
                | Event::LeaderAttached { .. }
                | Event::LeaderLeft { .. }
                | Event::PartsSeparated { .. }
                | Event::Conceded { .. }
        )
    }
}

/// Victory points as they are paid.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "each field is what its name says")]
pub struct Award {
    pub player: Player,
    pub column: ColumnIndex,
    pub objective: Option<ObjectiveId>,
    pub round: RoundLabel,
    pub moment: &'static str,
    pub raw: i32,
    pub basis: Basis,
    pub late: bool,
    pub why: Sentence,
}
