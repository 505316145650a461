//! The ruleset of an edition, as files write it: plain tables whose cells are primitives of closed lists.
//!
//! A table that a ruleset leaves out is not stated by its text. A pack may fill it under `plays`; nothing has a default
//! that would pass for a rule. [`crate::law::Law`] is what the fold reads: it is compiled from these tables.

use std::collections::BTreeMap;

use adjutant_attack as attack;
use adjutant_core::ids::Name;
use adjutant_core::numbers::{Inches, Whole};
use serde::{Deserialize, Serialize};

use super::cards::Cards;
use super::fights::Fights;
use super::options::{Options, SizeRules};
use super::outcome::{EndRow, Sheet, VictoryRow};
use super::prelude::Prelude;
use super::shooting::{ShootingRow, ShotsRow};
use super::source::Source;
use super::stratagems::{CommonPower, StratagemRules};
use super::tables::{Attached, KindRow, ReserveRoll, Rolls, Scoring, Transports, ZoneBy};
use super::unit_tests::TestRow;
use crate::terms::{BattleSize, BattlefieldRole, Deed, Phase, Rule, TestName};

/// All tables of a ruleset.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Ruleset {
    /// Its id.
    pub id: Option<Name>,
    /// The texts that its rows name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sources: Vec<Name>,
    /// The phases of a turn, in order, with what is done in each.
    pub turn: Option<Vec<PhaseRow>>,
    /// What may be done outside its phase.
    pub out_of_phase: Option<Vec<OutOfPhaseRow>>,
    /// What a deed forbids for the rest of the turn.
    pub after: Option<Vec<AfterRow>>,
    /// Which units the rules single out, by their keywords; a kind that is left out has no units.
    pub kinds: Option<Vec<KindRow>>,
    /// The dice of missions and moves.
    pub rolls: Option<Rolls>,
    /// What the rules do by themselves, moment by moment, in their default order.
    pub moments: Option<Vec<MomentRow>>,
    /// How long a battle lasts.
    pub length: Option<Length>,
    /// Who controls a marker.
    pub control: Option<ControlTable>,
    /// How Command points are gained.
    pub command_points: Option<CommandPoints>,
    /// How secondary mission cards are played.
    pub cards: Option<Cards>,
    /// Units that arrive during the battle.
    pub reserves: Option<Reserves>,
    /// How leaders join other units before the battle; left out, they do not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attached: Option<Attached>,
    /// What passengers of transports may do, where it is not as in the distances.
    pub transports: Option<Transports>,
    /// What units may do before the battle by rules of their own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prelude: Option<Prelude>,
    /// In which order units fight; not judged where it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fights: Option<Fights>,
    /// What moves, and enemies beside them, do to the ranged attacks of units.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shooting: Option<Vec<ShootingRow>>,
    /// How types of ranged weapons tell the number of their attacks; left out, they do not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shots: Option<ShotsRow>,
    /// Distances.
    pub measures: Option<Measures>,
    /// What comes before the battle.
    pub setup: Option<SetupTable>,
    /// What a scoring sheet looks like: columns, caps, what is added at the end.
    pub sheet: Option<Sheet>,
    /// What ends a battle early, or decides it whatever the points say.
    pub ends: Option<Vec<EndRow>>,
    /// What wins; the first row that separates the players decides.
    pub victory: Option<Vec<VictoryRow>>,
    /// Tests of units.
    pub tests: Option<BTreeMap<TestName, TestRow>>,
    /// How attacks are rolled.
    pub dice: Option<attack::Law>,
    /// Readings of ambiguous points.
    pub readings: Option<Options>,
    /// What depends on the battle size.
    pub sizes: Option<BTreeMap<BattleSize, SizeRules>>,
    /// Stratagems with a limit that the log can check.
    pub stratagems: Option<Vec<StratagemRules>>,
    /// Psychic powers that every PSYKER knows.
    pub common_powers: Option<Vec<CommonPower>>,
}

/// A phase of a turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PhaseRow {
    /// Its name.
    pub phase: Phase,
    /// What the player whose turn it is does in it.
    #[serde(default)]
    pub own: Vec<Deed>,
    /// What the other player does in it.
    #[serde(default)]
    pub other: Vec<Deed>,
    /// What both do in it.
    #[serde(default)]
    pub both: Vec<Deed>,
    /// Where it is printed.
    pub source: Source,
}

/// A deed that is also done elsewhere.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct OutOfPhaseRow {
    /// The deed.
    pub deed: Deed,
    /// Whether only in the other player's turn.
    #[serde(default)]
    pub other_turn: bool,
    /// Phases in which it is not done all the same.
    #[serde(default)]
    pub not_in: Vec<Phase>,
    /// Where it is printed.
    pub source: Source,
}

/// What a deed forbids to its unit for the rest of the turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct AfterRow {
    /// The deed.
    pub deed: AfterDeed,
    /// What it forbids.
    pub forbids: Vec<Deed>,
    /// Units with one of these keywords are spared.
    #[serde(default)]
    pub unless_keywords: Vec<Name>,
    /// Where it is printed.
    pub source: Source,
}

/// A deed that may forbid others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum AfterDeed {
    /// An Advance.
    Advance,
    /// Falling Back.
    FallBack,
    /// Running.
    Run,
    /// Starting an action.
    Action,
    /// Ranged attacks, in the same phase.
    Shoot,
}

/// The rules of a moment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct MomentRow {
    /// `battle-start`, `round-start`, `phase-start`, `phase-end`, `turn-end`, `round-end`, `battle-end`; or a phase's
    /// own, such as `command-phase-start` and `command-phase-end`, the latter instead of `phase-end`.
    pub at: Name,
    /// What the rules do then, in their default order.
    pub rules: Vec<Rule>,
    /// Where it is printed.
    pub source: Source,
}

/// How long a battle lasts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Length {
    /// How many battle rounds are fought in any case.
    pub rounds: Whole<1, 20>,
    /// After the last of them, and after each further round: the die that decides whether the battle goes on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub then: Vec<LengthRoll>,
    /// Where it is printed.
    pub source: Source,
}

/// A die that decides whether the battle goes on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct LengthRoll {
    /// The battle ends on this face or a lower one.
    pub ends_on: Whole<1, 5>,
}

/// Who controls a marker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ControlTable {
    /// What is compared.
    pub by: ControlBy,
    /// From where distances to a marker are measured.
    pub from: ControlFrom,
    /// How far away a model still counts, in inches.
    pub range_in: Inches,
    /// How far up and down, where that is another matter; else distances are measured by the shortest way.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub up_in: Option<Inches>,
    /// How wide a marker is, in millimetres.
    pub marker_mm: Whole<1, 500>,
    /// Whether no model ends a move on a marker.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub solid: bool,
    /// Whose models go before all others.
    pub secured: Secured,
    /// Units that never count.
    #[serde(default)]
    pub never: NeverCounts,
    /// Whether a model counts for one marker only.
    pub one_marker_a_model: bool,
    /// Which units can control it, for `scoring-unit-alone`.
    pub scoring: Option<Scoring>,
    /// Where it is printed.
    pub source: Source,
}

/// What decides about control.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ControlBy {
    /// More models in range.
    Models,
    /// A unit that can score in range, and no enemy unit of any kind.
    ScoringUnitAlone,
    /// A higher Level of Control: the Objective Control of all models in range, added up.
    ObjectiveControl,
}

/// From where distances to a marker are measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ControlFrom {
    /// From its closest part.
    Edge,
    /// From its centre.
    Centre,
    /// From where the players agreed: the point that they chose, or the edge of what they placed there.
    Agreed,
    /// Not measured: objectives are areas, and what is in range stands in them.
    Area,
}

/// Whose models go before all others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Secured {
    /// Those with Objective Secured go before those without.
    First,
    /// All models count alike.
    Nobody,
}

/// Units that never count for a marker.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct NeverCounts {
    /// Those with one of these keywords.
    #[serde(default)]
    pub keywords: Vec<Name>,
    /// Those of one of these roles.
    #[serde(default)]
    pub roles: Vec<BattlefieldRole>,
}

/// How Command points are gained.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CommandPoints {
    /// At the moment of `command-point`, by the player whose turn it is. Where the ruleset leaves it out, the pack says it.
    pub each_own_turn: Option<EachTurn>,
    /// What a player may gain a battle round by other rules.
    pub limit: Option<GainLimit>,
    /// Where it is printed.
    pub source: Source,
}

/// Command points that come with every turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct EachTurn {
    /// How many.
    pub cp: Whole<0, 10>,
    /// Who gets them.
    pub to: Gainer,
    /// Whether they count towards the limit of a battle round.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub counts: bool,
}

/// Who gains Command points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Gainer {
    /// An army that is Battle-forged.
    BattleForged,
    /// Any army.
    Everybody,
    /// Both players, in every turn.
    Both,
}

/// A limit of what a player gains.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct GainLimit {
    /// Command points a battle round.
    pub per_round: Whole<0, 100>,
    /// Whether Command points that the mission gives count towards it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub mission_counts: bool,
}

/// Units that arrive during the battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Reserves {
    /// First battle round in which a unit may arrive.
    pub from_round: Whole<1, 20>,
    /// Last battle round for that; a unit that is still away at its end counts as destroyed.
    pub until_round: Whole<1, 20>,
    /// The roll that brings each unit in, round by round; after the last of these rounds every unit comes by itself.
    /// Left out, units arrive when their player wants it.
    #[serde(default)]
    pub rolls: Vec<ReserveRoll>,
    /// What Strategic Reserves cost; nothing where it is not said.
    pub price: Option<ReservesPrice>,
    /// How much of an army may be away; any part where it is not said.
    pub limit: Option<ReservesLimit>,
    /// Where it is printed.
    pub source: Source,
}

/// What Strategic Reserves cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ReservesPrice {
    /// Command points for units of any Power at all.
    pub cp: Whole<0, 100>,
    /// One more for every full so much Power.
    pub more_each_power: Whole<1, 1000>,
}

impl ReservesPrice {
    /// Command points for units of this combined Power, passengers included.
    ///
    /// ```
    /// let price: adjutant_engine::rules::ReservesPrice =
    ///     serde_json::from_str(r#"{"cp": 1, "more_each_power": 10}"#).unwrap();
    /// assert_eq!([0, 1, 9, 10, 19, 20, 49, 50].map(|power| price.of(power)), [0, 1, 1, 2, 2, 3, 5, 6]);
    /// ```
    ///
    /// # Source
    /// `docs/rules/sequence.md`, V-1001.
    pub fn of(self, power: i32) -> i32 {
        if power < 1 { 0 } else { power / self.more_each_power.get() + self.cp.get() }
    }
}

/// How much of an army may be away as the battle begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ReservesLimit {
    /// At most this percentage of the units.
    pub units_percent: Whole<0, 100>,
    /// Less than this percentage of the points; any part of them where it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points_below_percent: Option<Whole<1, 101>>,
    /// At most this percentage of the points of the battle size.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points_percent_of_size: Option<Whole<1, 100>>,
}

/// Distances.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Measures {
    /// How close models of a unit stay to their neighbours, in inches.
    pub coherency_in: Inches,
    /// From how many models on each needs how many neighbours, smaller units first.
    pub neighbours: Vec<(Whole<2, 1000>, Whole<1, 10>)>,
    /// How close every model of a unit stays to every other one, in inches; not judged where it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spread_in: Option<Inches>,
    /// How close enemies are in Engagement Range, in inches.
    pub engaged_in: Inches,
    /// How arriving units are set up.
    pub arrivals: Option<Arrivals>,
    /// How far a charge goes, in whole inches, where no dice say it; left out, `charge` of the `rolls` does.
    pub charge_without_dice_in: Option<Whole<1, 24>>,
    /// How far the targets of a charge may be, in inches.
    pub charge_in: Option<Inches>,
    /// How far Pile-ins, Consolidations and Heroic Interventions go, and from how far the last start, in inches.
    pub close_moves_in: Option<Inches>,
    /// How close to a transport units get in and out, in inches.
    pub transport_in: Option<Inches>,
    /// How far a psyker may be from the unit that denies it, in inches.
    pub denial_in: Option<Inches>,
    /// When a character cannot be shot at because others stand beside it.
    pub shelter: Option<Shelter>,
    /// Units that move at least so far, and as far as they like; where it is left out, lists say how far each moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub least_move: Option<LeastMove>,
    /// Moves other than those into combat end so far from enemies or farther, in inches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clear_in: Option<Inches>,
    /// What heights mean, where distances are not measured by the shortest way.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub up: Option<Upward>,
    /// Where it is printed.
    pub source: Source,
}

/// How far up and down distances go that are measured along the ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Upward {
    /// Coherency.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub coherency_in: Option<Inches>,
    /// Engagement Range, and from where Heroic Interventions start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub engaged_in: Option<Inches>,
    /// Getting in and out of transports.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub transport_in: Option<Inches>,
    /// Whether moves of units of the kind `flying` leave heights out, but for charges.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub flying: bool,
}

/// Units that move at least so far, and as far as they like.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct LeastMove {
    /// Those with this keyword.
    pub keyword: Name,
    /// How far at least, in inches.
    pub least_in: Inches,
}

/// When units of the kind `characters` cannot be shot at unless they are the closest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Shelter {
    /// Within this of a friendly unit, in inches.
    pub within_in: Inches,
    /// That unit has this many models or more, or is of the kind `shelters`.
    pub models: Whole<1, 100>,
    /// Such a model has at most this many Wounds.
    pub wounds: Whole<1, 100>,
}

/// How arriving units are set up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Arrivals {
    /// Farther than this from every enemy, in inches.
    pub clear_in: Inches,
    /// Wholly within this of an edge, in inches.
    pub strip_in: Inches,
    /// Enemies may be near a unit wholly within this many inches of its own edge.
    pub own_edge_in: Inches,
}

/// What comes before the battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SetupTable {
    /// What has to be recorded before the battle can begin.
    pub requires: Vec<Required>,
    /// Who chooses the zone; the Defender where it is not said.
    #[serde(default)]
    pub zone_by: ZoneBy,
    /// In which order units are set up; any order where it is not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deploy: Option<DeployOrder>,
    /// Where it is printed.
    pub source: Source,
}

/// In which order units are set up before the battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum DeployOrder {
    /// The players set up one unit each in turn. A unit that stays off the battlefield is one of them; passengers go
    /// with their transport.
    InTurn,
}

/// Something that has to be recorded before the battle can begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Required {
    /// The mission.
    Mission,
    /// Both players' choice of secondary objectives.
    Secondaries,
    /// Who has the first turn.
    FirstTurn,
    /// The zones.
    Zones,
    /// What both armies are bent on.
    Dispositions,
}
