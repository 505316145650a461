//! Everything that can be recorded about a match: one command a record.
//!
//! # Source
//! `docs/log.md`, section 4.

mod cards;
mod effects;
mod fighting;
mod history;
pub mod json;
pub mod kind;
mod opening;
mod picks;
pub mod record;
mod said;
mod verdict;

use std::collections::BTreeMap;
use std::sync::Arc;

use adjutant_core::chain::Hash;
use adjutant_core::ids::{ActionId, MarkerId, MissionId, Name, ObjectiveId, UnitId};
use adjutant_core::numbers::{AwardNumber, CpChange, Face, FaceOfThree, Inches, Vp, Whole};
use adjutant_core::side::Player;
use serde::{Deserialize, Serialize};

use crate::terms::{Disposition, MapSide, Piece, Place, Roster, RosterUnit, TestName};

pub use adjutant_core::side::Winner;
pub use adjutant_core::text::{Salt, Signature, Text};

pub use crate::terms::{BattleSize, FightPlace, Holder, MarkerTag, MoveKind, Phase, SetUpHow, Spot};
pub use cards::Cards;
pub use effects::{Effect, Until};
pub use fighting::{
    Attack, Attacks, Damage, Deny, DiceRoll, Losses, Modifier, Mortal, Perils, RemovedTo, SplitPart, TestModifier,
    VehicleStrike,
};
pub use history::{Amend, Reading};
pub use opening::{
    Choice, DiceAlgorithm, DiceSource, EventRef, MarkerChange, Open, OwnObjective, PlayerCard, Reserves, Secondaries,
    SecretKind,
};
pub use picks::{ActionAim, Picked};
pub use said::Said;
pub use verdict::{ClockState, PassedMoment, Ruling, ScoringMoment};

/// One thing that somebody says happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum Command {
    /// First record of every log: who plays what.
    Open(Box<Open>),
    /// The frozen army of a player.
    Roster {
        /// Whose.
        player: Player,
        /// The army.
        roster: Arc<Roster>,
    },
    /// Which mission is played, agreed or rolled.
    Mission {
        /// Its id.
        mission: MissionId,
        /// Two D3 in order: tens, units.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        d33: Option<[FaceOfThree; 2]>,
        /// Any other dice of the pack that rolled it, in order.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rolled: Option<Vec<Face>>,
        /// Hash of the rules that it is played under; the recorder fills it in.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rules_hash: Option<Hash>,
    },
    /// A piece of terrain stands on the battlefield.
    Terrain(Box<Piece>),
    /// Binds a player to a secret choice.
    Commit {
        /// What is chosen.
        what: SecretKind,
        /// SHA-256 of salt, newline and canonical value.
        digest: Hash,
    },
    /// Opens a secret choice.
    Reveal {
        /// What was chosen.
        what: SecretKind,
        /// The salt of the commitment.
        salt: Salt,
        /// The payload of the open command of the same name.
        value: serde_json::Value,
    },
    /// What an army is bent on, where its list does not say.
    Disposition {
        /// Whose army.
        player: Player,
        /// What it is bent on.
        is: Disposition,
    },
    /// Open choice of three secondary objectives.
    Secondaries(Secondaries),
    /// The models that an objective notes before the battle.
    Mark {
        /// The objective.
        objective: ObjectiveId,
        /// Unit and group of each.
        models: Vec<(UnitId, Name)>,
    },
    /// Dice of both players against each other.
    RollOff {
        /// What it decides.
        #[serde(rename = "for")]
        purpose: Name,
        /// Every pair rolled, ties included.
        dice: Vec<[Face; 2]>,
    },
    /// Any other dice that decide something.
    Roll {
        /// What they decide.
        #[serde(rename = "for")]
        purpose: Name,
        /// The final faces.
        roll: Vec<Face>,
        /// The faces before a re-roll.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rerolled: Option<Vec<Face>>,
    },
    /// In which order rules that fall on one moment are resolved.
    Order {
        /// The moment.
        moment: Name,
        /// Names of the rules, first to last.
        sequence: Vec<Name>,
    },
    /// Stops or starts the players' clock.
    Clock {
        /// Which of the two.
        state: ClockState,
    },
    /// Who attacks.
    Roles {
        /// The Attacker.
        attacker: Player,
    },
    /// The deployment zone of the player who chooses: the Defender, or the player with the first turn.
    Zone {
        /// Side of the map.
        zone: MapSide,
        /// Which of the mission's zones, from 1, where it has others; the first where it is left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        layout: Option<Whole<1, 9>>,
    },
    /// A mission rule that touches a marker.
    Marker(MarkerChange),
    /// A leader joins a unit before the battle: the two are one unit until one of them is destroyed.
    Attach {
        /// The leader.
        leader: UnitId,
        /// The unit that it joins.
        to: UnitId,
    },
    /// Units that do not start on the battlefield.
    Reserves(Reserves),
    /// Sets up a unit before the battle.
    Deploy {
        /// The unit.
        unit: UnitId,
        /// Where.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<Place>,
        /// Whether it is too large for its zone and touches its own edge instead.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        oversize: Option<bool>,
        /// The rule of its own that sets it up, takes it up again or moves it, where one does.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        how: Option<SetUpHow>,
        /// How far that rule lets it move, in inches.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        up_to_in: Option<Inches>,
    },
    /// Who has the first turn of every round.
    FirstTurn {
        /// The player.
        player: Player,
    },
    /// Starts the battle.
    Begin {},
    /// Ends the phase that it names.
    EndPhase {
        /// The phase.
        phase: Phase,
    },
    /// Ends the phases that remain of a turn.
    EndTurn {},
    /// A unit moves.
    Move {
        /// The unit.
        unit: UnitId,
        /// How.
        kind: MoveKind,
        /// Where it ends; left out, its place becomes unknown.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<Place>,
        /// The Advance roll.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        roll: Option<Vec<Face>>,
        /// The face before a re-roll.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rerolled: Option<Vec<Face>>,
    },
    /// Restates where a unit stands.
    Place {
        /// The unit.
        unit: UnitId,
        /// Where.
        at: Place,
        /// How many of its models count for which marker.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        counts: Option<BTreeMap<MarkerId, Whole<0, 1000>>>,
    },
    /// Sets up a unit from reserve.
    Arrive {
        /// The unit.
        unit: UnitId,
        /// Where.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<Place>,
        /// Whether it is too large for the strip and touches its own edge instead.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        oversize: Option<bool>,
    },
    /// A unit gets into a transport.
    Embark {
        /// The unit.
        unit: UnitId,
        /// The transport.
        transport: UnitId,
    },
    /// A unit gets out of its transport.
    Disembark {
        /// The unit.
        unit: UnitId,
        /// Where.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<Place>,
    },
    /// A unit makes ranged attacks.
    Shoot(Attacks),
    /// A unit makes close combat attacks.
    Fight(Attacks),
    /// A unit declares a charge.
    Charge {
        /// The unit.
        unit: UnitId,
        /// Whom it charges.
        targets: Vec<UnitId>,
        /// The two dice.
        roll: Vec<Face>,
        /// Whether it reached them.
        made: bool,
        /// The faces before a re-roll.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rerolled: Option<Vec<Face>>,
    },
    /// A psyker attempts a psychic power.
    Cast {
        /// The unit.
        unit: UnitId,
        /// The power.
        power: Name,
        /// Its warp charge value.
        warp_charge: Whole<1, 20>,
        /// The Psychic test.
        roll: Vec<Face>,
        /// The faces before a re-roll.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rerolled: Option<Vec<Face>>,
        /// What is added to the test, and why.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        modifiers: Vec<Modifier>,
        /// An attempt to deny it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        deny: Option<Box<Deny>>,
        /// What Perils of the Warp do.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        perils: Option<Box<Perils>>,
    },
    /// A psyker attempts a psychic action.
    PsychicAction {
        /// The unit.
        unit: UnitId,
        /// The action.
        action: ActionId,
        /// The Psychic test.
        roll: Vec<Face>,
        /// The faces before a re-roll.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rerolled: Option<Vec<Face>>,
        /// What is added to the test, and why.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        modifiers: Vec<Modifier>,
        /// An attempt to deny it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        deny: Option<Box<Deny>>,
        /// What Perils of the Warp do.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        perils: Option<Box<Perils>>,
    },
    /// A unit takes a Morale test.
    Morale {
        /// The unit.
        unit: UnitId,
        /// The die.
        roll: Vec<Face>,
        /// The face before a re-roll.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rerolled: Option<Vec<Face>>,
        /// What auras, powers and terrain add to the Leadership, or take from it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        modifier: Option<TestModifier>,
        /// The Combat Attrition tests.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        attrition: Option<Box<DiceRoll>>,
        /// How many models fled, where the dice do not tell; or how many of each group, as their owner chose.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        fled: Option<Losses>,
    },
    /// A unit takes a test of the ruleset.
    Test {
        /// The unit.
        unit: UnitId,
        /// Which test.
        of: TestName,
        /// The dice.
        roll: Vec<Face>,
        /// The faces before a re-roll.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rerolled: Option<Vec<Face>>,
        /// What is added to the Leadership, or taken from it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        modifier: Option<TestModifier>,
        /// Whether it is passed, where the list does not tell the Leadership.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        passed: Option<bool>,
        /// Which models a failed test destroys, where the unit mixes groups.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        destroyed: Option<Losses>,
        /// What Perils of the Warp do, of a `psychic` test: its dice are invulnerable saves.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        perils: Option<Box<Perils>>,
    },
    /// A unit in reserve rolls for its arrival.
    ReserveRoll {
        /// The unit; its passengers, and who has joined it, come with it.
        unit: UnitId,
        /// The die.
        roll: Vec<Face>,
        /// The face before a re-roll.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rerolled: Option<Vec<Face>>,
    },
    /// A vehicle is damaged, destroyed or repaired.
    Damage {
        /// The unit.
        unit: UnitId,
        /// What happens to it.
        result: Damage,
        /// The hit, die by die, from which the result follows.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        hit: Option<Box<VehicleStrike>>,
    },
    /// The winner of a close combat runs after a unit that falls back from it.
    Sweep {
        /// The winning unit.
        unit: UnitId,
        /// The unit that falls back.
        target: UnitId,
        /// The die of the winner, then that of the other.
        roll: Vec<Face>,
        /// Whether the target is caught, and with that destroyed, where the lists do not tell the Initiative.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        caught: Option<bool>,
    },
    /// Models destroyed by anything else, and wounds that a model lost and lives.
    Casualties {
        /// Their unit.
        unit: UnitId,
        /// How many; 0 where a model only loses wounds.
        models: Whole<0, 1000>,
        /// Wounds that one model lost without being destroyed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        wounds: Option<Whole<1, 1000>>,
        /// The mortal wounds that did it: the losses follow, and `models` is 0 or says the same.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        mortal: Option<Box<Mortal>>,
        /// Their group, needed where a unit mixes groups.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        group: Option<Name>,
        /// What destroyed them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cause: Option<Name>,
    },
    /// Models returned to a unit, or wounds to its hurt model.
    Restore {
        /// The unit.
        unit: UnitId,
        /// How many models; 0 where only wounds come back.
        models: Whole<0, 1000>,
        /// Wounds that its hurt model regains.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        wounds: Option<Whole<1, 1000>>,
        /// Their group, needed where a unit mixes groups.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        group: Option<Name>,
        /// Where the unit stands with them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<Place>,
    },
    /// A unit paid from Reinforcement points.
    AddUnit {
        /// Whose.
        player: Player,
        /// The unit.
        unit: Box<RosterUnit>,
        /// Where it is set up; left out, it waits in reserve.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<Place>,
    },
    /// A unit becomes several.
    Split {
        /// The unit.
        unit: UnitId,
        /// The parts; one of them may keep the id.
        into: Vec<SplitPart>,
    },
    /// Several units become one.
    Merge {
        /// The units.
        units: Vec<UnitId>,
        /// Id of the one that they become; it may be that of one of them.
        id: UnitId,
    },
    /// Takes a unit off the battlefield without destroying it.
    Remove {
        /// The unit.
        unit: UnitId,
        /// Where to.
        to: RemovedTo,
    },
    /// A unit starts an action.
    StartAction {
        /// The unit.
        unit: UnitId,
        /// The action.
        action: ActionId,
        /// The marker that it is about.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        marker: Option<MarkerId>,
        /// The part of the battlefield that it is about, where the place does not tell.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        spot: Option<Spot>,
        /// What else it is about.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        aim: Option<Box<ActionAim>>,
    },
    /// A failure of an action that the log cannot see.
    FailAction {
        /// The unit.
        unit: UnitId,
        /// Why.
        why: Text,
    },
    /// A Stratagem is used.
    Stratagem {
        /// Its name; identical names are one Stratagem.
        name: Name,
        /// What it costs.
        cp: Whole<0, 100>,
        /// The unit that it is used on.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        unit: Option<UnitId>,
    },
    /// Any other gain or loss of Command points.
    Cp {
        /// The gain, or the loss with a minus.
        change: CpChange,
        /// Why.
        why: Text,
        /// Why it is exempt from the limit of one gained a round.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        exempt: Option<Text>,
    },
    /// What an ability changes about units for a while.
    Effect(Effect),
    /// Draws, discards or exchanges secondary mission cards.
    Card(Cards),
    /// Units, markers or areas that are picked for an objective.
    Pick(Box<Picked>),
    /// Who has more models in range of the markers named, now, or the higher Level of Control; and which markers an
    /// ability keeps for a player who controls them.
    Control {
        /// The markers.
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        holds: BTreeMap<MarkerId, Holder>,
        /// Markers that stay a player's without models in range, until the opponent's level is higher.
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        keeps: BTreeMap<MarkerId, Player>,
    },
    /// A claim of victory points, at this moment or for one that has passed.
    Score {
        /// Whose.
        player: Player,
        /// For what.
        objective: ObjectiveId,
        /// How many.
        vp: Vp,
        /// For which of its awards, counted from 1 as the pack lists them, where two of them ask at one moment (law 2).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        award: Option<AwardNumber>,
        /// The moment that they belong to, where it has passed unanswered.
        #[serde(default, rename = "in", skip_serializing_if = "Option::is_none")]
        passed: Option<PassedMoment>,
        /// Why.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<Text>,
    },
    /// Whether every model of an army is painted and based.
    BattleReady {
        /// Whose.
        player: Player,
        /// Whether it is.
        ready: bool,
    },
    /// The player who says so gives up.
    Concede {},
    /// The battle ends here by agreement.
    AgreeEnd {},
    /// Closes a battle that a tabled or conceded opponent no longer plays.
    End {},
    /// A judge settles what no rule settles.
    Ruling(Ruling),
    /// Takes one earlier record back.
    Retract {
        /// Its number.
        seq: u64,
        /// Why.
        why: Text,
    },
    /// From now on an earlier record reads as other commands, in its place.
    Amend(Amend),
    /// A player, or the judge, accepts the log up to a hash; or the device of a table has seen it.
    Sign {
        /// Which player signs; left out where it is the judge, or for `both` the device of their table.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        player: Option<Player>,
        /// Hash of the record before this one.
        head: Hash,
        /// Public key, 64 hexadecimal digits.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        key: Option<Hash>,
        /// Signature over the head, 128 hexadecimal digits.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        signature: Option<Signature>,
    },
    /// Opens the sealed seed of the dice, after the battle.
    Unseal {
        /// The seed, 64 hexadecimal digits: its hash stands in `open`.
        seed: Hash,
    },
    /// Both go on under today's law: what was recorded before stands under it too, and is judged by it from here on.
    Law {
        /// The law.
        law: Whole<2, 1_000_000>,
    },
    /// A remark.
    Note {
        /// The text.
        text: Text,
    },
}

/// Clones the command so that the caller can keep it.
impl From<&Command> for Arc<Command> {
    fn from(command: &Command) -> Self {
        Arc::new(command.clone())
    }
}
