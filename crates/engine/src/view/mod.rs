//! What a fold looks like from outside: one object, the same for every program that reads it.
//!
//! # Source
//! `docs/log.md`, section 6.

mod of;

use std::collections::BTreeMap;

use adjutant_attack::{Change, Characteristic};
use adjutant_core::chain::Hash;
use adjutant_core::ids::{MarkerId, MatchId, MissionId, Name, ObjectiveId, UnitId};
use adjutant_core::numbers::Inches;
use adjutant_core::sentence::Sentence;
use adjutant_core::side::{By, BySide, Player, Winner};
use serde::{Deserialize, Serialize};

use crate::command::Until;
use crate::terms::{AreaName, CardMode, Disposition, FightPlace, Holder, MapSide, MarkName, Phase, Role, Strength};

pub use crate::fold::{AmendedView, Correction, ResultAt, Signed};
pub use crate::score::{BasisShares, LedgerEntry, MatchResult, ResultBy, RoundRow, RoundScore};
pub use crate::terms::{Basis, ControlBasis, EndLabel, RoundLabel, Status, UnitStatus};

/// The state of a match after a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct View {
    /// Id of the match.
    #[serde(rename = "match")]
    pub id: Option<MatchId>,
    /// Its mission, once known.
    pub mission: Option<MissionId>,
    /// How far it is.
    pub status: Status,
    /// The battle round, from 1; null before the battle.
    pub round: Option<u32>,
    /// Whose turn it is.
    pub turn: Option<Player>,
    /// The phase of the turn.
    pub phase: Option<Phase>,
    /// What each player has.
    pub players: BySide<PlayerView>,
    /// Victory points by battle round, the end of the battle last.
    pub rounds: Vec<RoundRow>,
    /// Every award, in order.
    pub ledger: Vec<LedgerEntry>,
    /// The markers of the mission.
    pub markers: Vec<MarkerView>,
    /// Marks on places and units; left out where there is none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<MarkView>,
    /// The units of both armies.
    pub units: Vec<UnitView>,
    /// Awards that wait for somebody's word.
    pub needs: Vec<Need>,
    /// What has to be recorded before the battle goes on: `length` while a die decides about another round.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub waiting: Option<Waiting>,
    /// Awards whose moment passed without a word; a late claim answers them until both players have signed the
    /// result. Left out where there is none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub missed: Vec<MissedView>,
    /// The close combats of this phase, where the rules compare wounds; left out where there is none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub combats: Vec<CombatView>,
    /// Records that read otherwise than they were said; left out where there is none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub amended: Vec<AmendedView>,
    /// What was recorded although somebody had relied on what it changes; left out where there is none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub corrections: Vec<Correction>,
    /// Records that name a rule of the army's own, and what that rule allowed; left out where there is none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub under: Vec<UnderView>,
    /// The result, once the battle has ended.
    pub result: Option<MatchResult>,
    /// What both players signed after the end of the battle; left out where they have not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signed: Option<Signed>,
    /// Number of the last record.
    pub seq: u64,
    /// Hash of the last record; null for a bare log.
    pub head: Option<Hash>,
}

/// What the battle waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Waiting {
    /// The die that decides whether another round is fought.
    Length,
}

/// A mark on a place, on a unit, or of a unit for a place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MarkView {
    /// What it stands for.
    pub mark: MarkName,
    /// Whose.
    pub player: Player,
    /// The unit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<UnitId>,
    /// The marker or area.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<AreaName>,
    /// Whether it is a token that can be taken off.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub token: bool,
}

/// What one player has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlayerView {
    /// Their name.
    pub name: Option<Name>,
    /// What the army is bent on, where the rules ask for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub disposition: Option<Disposition>,
    /// Attacker or Defender.
    pub role: Option<Role>,
    /// Their side of the map.
    pub zone: Option<MapSide>,
    /// Command points left.
    pub cp: i32,
    /// Whether the army is painted and based; null until somebody says so.
    pub battle_ready: Option<bool>,
    /// Whether they gave up.
    pub conceded: bool,
    /// The primary objective.
    pub primary: Option<ObjectiveScore>,
    /// The three secondary objectives, once chosen.
    pub secondaries: Vec<ObjectiveScore>,
    /// The secondary mission cards, where the pack has them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cards: Option<CardsView>,
    /// Every column of the pack's sheet, in order.
    #[serde(default)]
    pub columns: Vec<ColumnScore>,
    /// Victory points after caps, Battle Ready once the battle has ended.
    pub total: u32,
}

/// The secondary mission cards of a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CardsView {
    /// How they are played, where there is a choice and it is made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<CardMode>,
    /// Active cards whose points the player leaves at the end of this turn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub kept: Vec<ObjectiveId>,
    /// Those that are active, in the order in which they were drawn.
    pub active: Vec<ObjectiveId>,
    /// Those that were scored or discarded.
    pub discarded: Vec<ObjectiveId>,
}

/// A column of the sheet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ColumnScore {
    /// The id of its row in the ruleset.
    pub id: Name,
    /// What is printed over it.
    pub title: String,
    /// The objective, once it is known.
    pub objective: Option<ObjectiveId>,
    /// Points before the cap.
    pub raw: u32,
    /// Points that count.
    pub vp: u32,
    /// The most that count.
    pub cap: u32,
}

/// What one objective has brought.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ObjectiveScore {
    /// Its id.
    pub objective: ObjectiveId,
    /// Its name, where it is of the player's own book.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<Name>,
    /// Before its cap.
    pub raw: u32,
    /// After its cap.
    pub vp: u32,
}

/// One objective marker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MarkerView {
    /// Its id.
    pub id: MarkerId,
    /// Its label on the map.
    pub label: Option<String>,
    /// Where it lies, in inches.
    pub at: [Inches; 2],
    /// Whether it still lies on the battlefield.
    pub on_battlefield: bool,
    /// Who holds it, locks counted; null where nobody knows.
    pub holder: Option<Holder>,
    /// Where that is known from.
    pub basis: Option<ControlBasis>,
    /// Both Levels of Control as they stand now, where the rules add them up and they are known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub levels: Option<BySide<u32>>,
    /// Whose it stays without models in range, by an ability.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kept: Option<Player>,
}

/// One unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct UnitView {
    /// Its id.
    pub id: UnitId,
    /// Whose.
    pub player: Player,
    /// Models left.
    pub models: u32,
    /// Starting Strength.
    pub of: u32,
    /// The unit that this leader joined: its models stand there too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attached_to: Option<UnitId>,
    /// The leaders that joined it, with the models of each that are left; they are among `models` and `of`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub parts: BTreeMap<UnitId, u32>,
    /// Names of its groups of models where leaders joined it, theirs among them; otherwise its list says them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<Name>,
    /// Wounds that hurt models have lost, by group; empty where nobody is hurt.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub hurt: BTreeMap<Name, u32>,
    /// Where it is.
    pub state: UnitStatus,
    /// True while it falls back.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub falling_back: bool,
    /// True while it is Battle-shocked.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub shocked: bool,
    /// True while nobody has said how its Battle-shock test went.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub untested: bool,
    /// How little of it is left, where the rules ask; left out for a unit at its Starting Strength.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strength: Option<Strength>,
    /// True while its crew is shaken: it does not shoot.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub shaken: bool,
    /// True while its crew is stunned: it neither moves nor shoots.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stunned: bool,
    /// True while it has gone to ground: it does nothing of its own will.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub grounded: bool,
    /// What abilities change about it now.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub effects: Vec<EffectView>,
    /// True for a vehicle with lasting damage.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub damaged: bool,
}

/// A close combat of this phase: units that fought one another, or one another's opponents.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CombatView {
    /// The units of each player.
    pub units: BySide<Vec<UnitId>>,
    /// Wounds that each player caused.
    pub wounds: BySide<u32>,
    /// Who wins as it stands.
    pub winner: Winner,
    /// By how many wounds.
    pub by: u32,
}

/// What an ability changes about a unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EffectView {
    /// The ability.
    pub why: Name,
    /// The changes of each characteristic.
    pub change: BTreeMap<Characteristic, Vec<Change>>,
    /// When it lets the unit fight.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fights: Option<FightPlace>,
    /// When it ends by itself; left out where a record ends it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<Until>,
}

/// An award that waits for somebody's word.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Need {
    /// Whose award.
    pub player: Player,
    /// The objective.
    pub objective: ObjectiveId,
    /// What nobody has said.
    pub missing: Sentence,
}

/// A record that names a rule of the army's own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct UnderView {
    /// The record.
    pub seq: u64,
    /// Who said so.
    pub by: By,
    /// The rule, as the record names it.
    pub under: Name,
    /// Codes of the refusals that it passed; none where the core rules allowed it anyway.
    pub passed: Vec<String>,
}

/// An award whose moment passed without a word.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MissedView {
    /// Whose award.
    pub player: Player,
    /// The objective.
    pub objective: ObjectiveId,
    /// The row of the scoring sheet that it belongs to.
    pub round: RoundLabel,
    /// Its moment, such as `turn-end`.
    pub moment: Name,
    /// The victory points that it can be worth.
    pub possible: Vec<i64>,
    /// What nobody has said.
    pub missing: Sentence,
}
