//! Everything that can be recorded about a match: one command a record.
//!
//! # Source
//! `match-log.md`, section 4.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::chain::Hash;
use crate::ids::{ActionId, EventId, MarkerId, MatchId, MissionId, Name, ObjectiveId, PackId, UnitId};
use crate::numbers::{CpChange, Face, FaceOfThree, Inches, Models, RoundNumber, Vp, Whole};
use crate::place::Place;
use crate::roster::{Roster, RosterUnit};
use crate::side::{BySide, MapSide, Player};

/// One thing that somebody says happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Command {
    /// First record of every log: who plays what.
    Open(Box<Open>),
    /// The frozen army of a player.
    Roster {
        /// Whose.
        player: Player,
        /// The army.
        roster: Box<Roster>,
    },
    /// Which mission is played, agreed or rolled.
    Mission {
        /// Its id.
        mission: MissionId,
        /// Two D3 in order: tens, units.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        d33: Option<[FaceOfThree; 2]>,
        /// Hash of the rules that it is played under; the recorder fills it in.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rules_hash: Option<Hash>,
    },
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
    /// The Defender's deployment zone.
    Zone {
        /// Side of the map.
        zone: MapSide,
    },
    /// A mission rule that touches a marker.
    Marker(MarkerChange),
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
        /// An attempt to deny it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        deny: Option<Deny>,
        /// The roll for Perils of the Warp.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        perils: Option<DiceRoll>,
    },
    /// A psyker attempts a psychic action.
    PsychicAction {
        /// The unit.
        unit: UnitId,
        /// The action.
        action: ActionId,
        /// The Psychic test.
        roll: Vec<Face>,
        /// An attempt to deny it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        deny: Option<Deny>,
        /// The roll for Perils of the Warp.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        perils: Option<DiceRoll>,
    },
    /// A unit takes a Morale test.
    Morale {
        /// The unit.
        unit: UnitId,
        /// The die.
        roll: Vec<Face>,
        /// The Combat Attrition tests.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        attrition: Option<DiceRoll>,
        /// How many models fled, where the dice do not tell.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        fled: Option<Whole<0, 1000>>,
    },
    /// Models destroyed by anything else.
    Casualties {
        /// Their unit.
        unit: UnitId,
        /// How many.
        models: Models,
        /// Their group, needed where a unit mixes groups.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        group: Option<Name>,
        /// What destroyed them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cause: Option<Name>,
    },
    /// Models returned to a unit.
    Restore {
        /// The unit.
        unit: UnitId,
        /// How many.
        models: Models,
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
    /// Who has more models in range of the markers named, now.
    Control {
        /// The markers.
        holds: BTreeMap<MarkerId, Holder>,
    },
    /// A claim of victory points at this moment.
    Score {
        /// Whose.
        player: Player,
        /// For what.
        objective: ObjectiveId,
        /// How many.
        vp: Vp,
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
    /// The player accepts the log up to a hash.
    Sign {
        /// Who signs.
        player: Player,
        /// Hash of the record before this one.
        head: Hash,
        /// Public key, 64 hexadecimal digits.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        key: Option<Hash>,
        /// Signature over the head, 128 hexadecimal digits.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        signature: Option<Signature>,
    },
    /// A remark.
    Note {
        /// The text.
        text: Text,
    },
}

/// What `open` fixes for the whole log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Open {
    /// Version of the log's format.
    pub format: Whole<1, 1>,
    /// Id of the match.
    #[serde(rename = "match")]
    pub id: MatchId,
    /// The mission pack.
    pub pack: PackId,
    /// Version of the engine that recorded it; the recorder fills it in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub engine: Option<Name>,
    /// Battle size.
    pub size: BattleSize,
    /// Who plays.
    pub players: BySide<PlayerCard>,
    /// The tournament that it belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<EventRef>,
    /// Where digital dice come from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dice: Option<DiceSource>,
}

/// A player as `open` names them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayerCard {
    /// Their name.
    pub name: Name,
    /// Faction of their army.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub faction: Option<Name>,
    /// Their team.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub team: Option<Name>,
}

/// Where in a tournament a match belongs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EventRef {
    /// The tournament.
    pub id: EventId,
    /// Its round.
    pub round: RoundNumber,
    /// The table.
    pub table: Whole<1, 100_000>,
}

/// Where digital dice come from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DiceSource {
    /// How a seed becomes faces.
    pub algorithm: DiceAlgorithm,
    /// The seed, 64 hexadecimal digits.
    pub seed: Hash,
}

/// How a seed becomes faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum DiceAlgorithm {
    /// ChaCha20 with one stream per purpose.
    #[serde(rename = "chacha20")]
    ChaCha20,
}

/// Battle sizes of the pack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum BattleSize {
    /// Up to 1,000 points a side.
    Incursion,
    /// Up to 2,000 points a side.
    StrikeForce,
}

/// What can be chosen in secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SecretKind {
    /// The three secondary objectives.
    Secondaries,
    /// Reserves and passengers.
    Reserves,
    /// The marker that becomes a priority.
    PriorityMarker,
}

/// The choice of secondary objectives.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Secondaries {
    /// Three of them.
    pub choose: Vec<ObjectiveId>,
}

/// A mission rule that touches one marker: exactly one of its three fields is given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MarkerChange {
    /// The marker.
    pub marker: MarkerId,
    /// What it becomes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub becomes: Option<MarkerTag>,
    /// Where it is moved to, in inches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves_to: Option<[Inches; 2]>,
    /// Whether it leaves the battlefield.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub removed: Option<bool>,
}

/// What a mission rule can make of a marker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum MarkerTag {
    /// Gamma.
    Gamma,
    /// Beta.
    Beta,
    /// A priority.
    Priority,
}

/// Units that do not start on the battlefield.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Reserves {
    /// Units in Strategic Reserves.
    #[serde(default)]
    pub strategic: Vec<UnitId>,
    /// Units set up elsewhere by rules of their own.
    #[serde(default)]
    pub elsewhere: Vec<UnitId>,
    /// Passengers of each transport.
    #[serde(default)]
    pub embarked: BTreeMap<UnitId, Vec<UnitId>>,
}

/// The seven phases of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// Command phase.
    Command,
    /// Movement phase.
    Movement,
    /// Psychic phase.
    Psychic,
    /// Shooting phase.
    Shooting,
    /// Charge phase.
    Charge,
    /// Fight phase.
    Fight,
    /// Morale phase.
    Morale,
}

impl Phase {
    /// All seven, in order.
    pub const ALL: [Phase; 7] =
        [Phase::Command, Phase::Movement, Phase::Psychic, Phase::Shooting, Phase::Charge, Phase::Fight, Phase::Morale];

    /// The phase after this one in the same turn.
    pub fn next(self) -> Option<Phase> {
        Self::ALL.iter().copied().find(|p| *p > self)
    }

    /// As written in the log.
    pub fn as_str(self) -> &'static str {
        match self {
            Phase::Command => "command",
            Phase::Movement => "movement",
            Phase::Psychic => "psychic",
            Phase::Shooting => "shooting",
            Phase::Charge => "charge",
            Phase::Fight => "fight",
            Phase::Morale => "morale",
        }
    }
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// How a unit moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum MoveKind {
    /// A Normal Move.
    Normal,
    /// An Advance.
    Advance,
    /// A Fall Back.
    FallBack,
    /// A charge move.
    Charge,
    /// A pile-in.
    PileIn,
    /// A consolidation.
    Consolidate,
    /// A Heroic Intervention.
    Heroic,
    /// Taken up and set up again by a rule of its own.
    Reposition,
}

impl MoveKind {
    /// As written in the log.
    pub fn as_str(self) -> &'static str {
        match self {
            MoveKind::Normal => "normal",
            MoveKind::Advance => "advance",
            MoveKind::FallBack => "fall-back",
            MoveKind::Charge => "charge",
            MoveKind::PileIn => "pile-in",
            MoveKind::Consolidate => "consolidate",
            MoveKind::Heroic => "heroic",
            MoveKind::Reposition => "reposition",
        }
    }
}

/// All attacks that a unit makes at once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Attacks {
    /// The attacking unit.
    pub unit: UnitId,
    /// Target by target.
    pub attacks: Vec<Attack>,
}

/// The attacks on one target.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Attack {
    /// The unit attacked.
    pub target: UnitId,
    /// The weapon.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weapon: Option<Name>,
    /// Dice, from which the losses follow.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dice: Option<AttackDice>,
    /// Models destroyed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub destroyed: Option<Losses>,
    /// Wounds lost beside, by a model that lives on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wounds: Option<Whole<0, 1000>>,
}

/// Models destroyed: a number, or a number for each group where a unit mixes groups.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Losses {
    /// So many of a unit whose models are alike.
    Models(Whole<0, 1000>),
    /// So many of each group.
    Groups(BTreeMap<Name, Whole<0, 1000>>),
}

impl Serialize for Losses {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Losses::Models(models) => models.serialize(serializer),
            Losses::Groups(groups) => groups.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Losses {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader;
        impl<'de> Visitor<'de> for Reader {
            type Value = Losses;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number of models from 0 to 1000, or {group: number}")
            }
            fn visit_u64<E: Error>(self, value: u64) -> Result<Losses, E> {
                i32::try_from(value)
                    .ok()
                    .and_then(Whole::new)
                    .map(Losses::Models)
                    .ok_or_else(|| E::invalid_value(serde::de::Unexpected::Unsigned(value), &self))
            }
            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Losses, A::Error> {
                Deserialize::deserialize(serde::de::value::MapAccessDeserializer::new(map)).map(Losses::Groups)
            }
        }
        deserializer.deserialize_any(Reader)
    }
}

impl JsonSchema for Losses {
    fn schema_name() -> Cow<'static, str> {
        "Losses".into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let number = generator.subschema_for::<Whole<0, 1000>>();
        json_schema!({"oneOf": [number, {"type": "object", "additionalProperties": number}],
            "description": "A number of models, or a number for each group."})
    }
}

/// Dice of attacks with one weapon, step by step, from which losses are computed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AttackDice {
    /// Unsaved wounds are dealt with this Damage characteristic.
    pub damage: Whole<1, 100>,
    /// Faces of the hit rolls and the result needed, 2 to 6.
    pub hit: Rolls,
    /// Faces of the wound rolls and the result needed.
    pub wound: Rolls,
    /// Faces of the saving throws and the result needed; 7 where there is no save.
    pub save: Rolls,
}

/// Dice rolled together against one result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rolls {
    /// What each must reach, after modifiers.
    pub needs: Whole<2, 7>,
    /// The final faces.
    pub roll: Vec<Face>,
    /// The faces before a re-roll.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rerolled: Option<Vec<Face>>,
}

/// An attempt to deny a psychic test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Deny {
    /// The unit that attempts it.
    pub unit: UnitId,
    /// Its two dice.
    pub roll: Vec<Face>,
}

/// Dice without further detail.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DiceRoll {
    /// The final faces.
    pub roll: Vec<Face>,
    /// The faces before a re-roll.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rerolled: Option<Vec<Face>>,
}

/// One part of a unit that splits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SplitPart {
    /// Its id.
    pub id: UnitId,
    /// How many models go with it.
    pub models: Losses,
}

/// Where a removed unit goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RemovedTo {
    /// Into reserve; it may come back.
    Reserves,
    /// Out of the battle, without being destroyed.
    Gone,
}

/// The part of the battlefield that an action is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Spot {
    /// The acting player's deployment zone.
    OwnZone,
    /// The opponent's deployment zone.
    EnemyZone,
    /// Far from both.
    Far,
    /// A table quarter.
    QuarterNe,
    /// A table quarter.
    QuarterNw,
    /// A table quarter.
    QuarterSe,
    /// A table quarter.
    QuarterSw,
}

/// Who holds a marker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Holder {
    /// Player one.
    One,
    /// Player two.
    Two,
    /// Nobody.
    None,
}

impl Holder {
    /// The player who holds it.
    pub fn player(self) -> Option<Player> {
        match self {
            Holder::One => Some(Player::One),
            Holder::Two => Some(Player::Two),
            Holder::None => None,
        }
    }
}

impl From<Option<Player>> for Holder {
    fn from(player: Option<Player>) -> Holder {
        match player {
            Some(Player::One) => Holder::One,
            Some(Player::Two) => Holder::Two,
            None => Holder::None,
        }
    }
}

/// State of the players' clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ClockState {
    /// It stops.
    Pause,
    /// It goes on.
    Resume,
}

/// What a judge settles.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ruling {
    /// Why.
    pub why: Text,
    /// Whom it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<Player>,
    /// The objective that it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub objective: Option<ObjectiveId>,
    /// Victory points given, or taken with a minus.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vp: Option<Whole<-100, 100>>,
    /// Who wins, whatever the points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<Winner>,
}

/// Who wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Winner {
    /// Player one.
    One,
    /// Player two.
    Two,
    /// Neither.
    Draw,
}

impl From<Player> for Winner {
    fn from(player: Player) -> Winner {
        match player {
            Player::One => Winner::One,
            Player::Two => Winner::Two,
        }
    }
}

/// Free text: 1 to 2,000 characters, line breaks and tabs allowed, no other control characters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Text(Box<str>);

impl Text {
    /// Takes 1 to 2,000 characters; `None` for anything else.
    pub fn new(text: &str) -> Option<Text> {
        let fits = (1..=2000).contains(&text.chars().count());
        (fits && text.chars().all(|c| !c.is_control() || c == '\n' || c == '\t')).then(|| Text(text.into()))
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<'de, str>::deserialize(deserializer)?;
        Text::new(&text).ok_or_else(|| D::Error::custom("a text is 1 to 2,000 characters without control characters"))
    }
}

impl JsonSchema for Text {
    fn schema_name() -> Cow<'static, str> {
        "Text".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "string", "minLength": 1, "maxLength": 2000})
    }
}

macro_rules! hexadecimal {
    ($(#[$doc:meta])* $name:ident, $digits:literal) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, Serialize)]
        #[serde(transparent)]
        pub struct $name(Box<str>);

        impl $name {
            /// Takes that many digits of `0-9 a-f`; `None` for anything else.
            pub fn new(text: &str) -> Option<Self> {
                let fits = text.len() == $digits && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
                fits.then(|| Self(text.into()))
            }

            /// The digits.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = Cow::<'de, str>::deserialize(deserializer)?;
                Self::new(&text).ok_or_else(|| D::Error::custom(concat!("accepted are ", $digits, " digits of 0-9 a-f")))
            }
        }

        impl JsonSchema for $name {
            fn schema_name() -> Cow<'static, str> {
                stringify!($name).into()
            }
            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!({"type": "string", "pattern": concat!("^[0-9a-f]{", $digits, "}$")})
            }
        }
    };
}

hexadecimal!(
    /// Salt of a commitment: 32 hexadecimal digits.
    Salt,
    32
);
hexadecimal!(
    /// An ed25519 signature: 128 hexadecimal digits.
    Signature,
    128
);

impl Command {
    /// Its name, as the log writes it.
    pub fn name(&self) -> &'static str {
        match self {
            Command::Open(_) => "open",
            Command::Roster { .. } => "roster",
            Command::Mission { .. } => "mission",
            Command::Commit { .. } => "commit",
            Command::Reveal { .. } => "reveal",
            Command::Secondaries(_) => "secondaries",
            Command::Mark { .. } => "mark",
            Command::RollOff { .. } => "roll-off",
            Command::Roll { .. } => "roll",
            Command::Order { .. } => "order",
            Command::Clock { .. } => "clock",
            Command::Roles { .. } => "roles",
            Command::Zone { .. } => "zone",
            Command::Marker(_) => "marker",
            Command::Reserves(_) => "reserves",
            Command::Deploy { .. } => "deploy",
            Command::FirstTurn { .. } => "first-turn",
            Command::Begin {} => "begin",
            Command::EndPhase { .. } => "end-phase",
            Command::EndTurn {} => "end-turn",
            Command::Move { .. } => "move",
            Command::Place { .. } => "place",
            Command::Arrive { .. } => "arrive",
            Command::Embark { .. } => "embark",
            Command::Disembark { .. } => "disembark",
            Command::Shoot(_) => "shoot",
            Command::Fight(_) => "fight",
            Command::Charge { .. } => "charge",
            Command::Cast { .. } => "cast",
            Command::PsychicAction { .. } => "psychic-action",
            Command::Morale { .. } => "morale",
            Command::Casualties { .. } => "casualties",
            Command::Restore { .. } => "restore",
            Command::AddUnit { .. } => "add-unit",
            Command::Split { .. } => "split",
            Command::Merge { .. } => "merge",
            Command::Remove { .. } => "remove",
            Command::StartAction { .. } => "start-action",
            Command::FailAction { .. } => "fail-action",
            Command::Stratagem { .. } => "stratagem",
            Command::Cp { .. } => "cp",
            Command::Control { .. } => "control",
            Command::Score { .. } => "score",
            Command::BattleReady { .. } => "battle-ready",
            Command::Concede {} => "concede",
            Command::AgreeEnd {} => "agree-end",
            Command::End {} => "end",
            Command::Ruling(_) => "ruling",
            Command::Retract { .. } => "retract",
            Command::Sign { .. } => "sign",
            Command::Note { .. } => "note",
        }
    }
}
