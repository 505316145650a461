//! Mission packs as the engine sees them: missions, objectives and actions as data.
//!
//! Nothing in the engine knows an objective by name: what is scored, when and for how much is said by the values of
//! this module, which a pack fills from its files.

mod action;
mod cards;
mod filter;
mod language;
mod mission;
mod objective;
mod outcome;
mod ruleset;
mod tables;
mod unit_tests;

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::chain::Hash;
use crate::command::{BattleSize, Phase};
use crate::ids::{ActionId, MissionId, Name, ObjectiveId, PackId};
use crate::law::{ColumnSource, Law};
use crate::muster::Benefits;
use crate::numbers::{Inches, Whole};

pub use action::{Action, Completes, Effect, MarkerTarget, Psychic, Requirement, StartsAt};
pub use cards::{Cards, Exchange, ScoredCard};
pub use filter::{MarkerFilter, RelativeRegion, RelativeSide, UnitFilter};
pub use language::{Computed, Condition, Counting, Destroyed, Places, Quantity, Row, Worth};
pub use mission::{Circle, Edge, Marker, Mission, MissionRule, Sides, TagRule, Zone};
pub use objective::{Award, Category, Kind, Moment, Objective, Setup};
pub use outcome::{ColumnFrom, EndMoment, EndRow, ExtraId, Sheet, SheetColumn, SheetExtra, VictoryRow};
pub use ruleset::{
    AfterDeed, AfterRow, Arrivals, CommandPoints, ControlBy, ControlFrom, ControlTable, Deed, DeployOrder, EachTurn,
    GainLimit, Gainer, Length, LengthRoll, Measures, MomentRow, NeverCounts, OutOfPhaseRow, PhaseRow, Required,
    Reserves, ReservesLimit, ReservesPrice, Ruleset, Secured, SetupTable, Shelter, Source,
};
pub use unit_tests::{TestAdds, TestFails, TestName, TestPasses, TestRow};

pub use tables::{
    Agreement, Attached, Attrition, CategoryRow, Faces, Figure, FigureOf, KindRow, OtherZones, PerilsRow, Placed,
    PlacedMarkers, ReserveRoll, Rolls, Scoring, Strength, TestBars, Transports, UnitKind, ZoneBy,
};

/// Readings of ambiguous points, by the numbers of the inventory's table B.5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Options {
    /// AMB-01: mission secondaries are a category of their own.
    pub mission_secondaries_are_a_category: bool,
    /// AMB-08: a noted model counts only on the battlefield itself, not embarked or in reserve.
    pub noted_models_stand_on_battlefield: bool,
    /// AMB-22: a player without models loses their turns, and what would be scored in them.
    pub tabled_player_loses_turns: bool,
    /// AMB-23: models removed by a concession count as destroyed.
    pub conceded_models_are_destroyed: bool,
    /// AMB-24: an agreed end scores what is scored at the end of the battle.
    pub agreed_end_scores_battle_end: bool,
    /// AMB-26: Reinforcement points count among the points of which reserves must be less than half.
    pub reserves_limit_counts_reinforcement_points: bool,
    /// AMB-58: Command Benefits help to pay for other Detachments.
    pub command_benefits_pay_detachments: bool,
    /// DIF-1: the later print, which lets two units do the same action in one round.
    pub same_action_twice_a_round: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            mission_secondaries_are_a_category: true,
            noted_models_stand_on_battlefield: true,
            tabled_player_loses_turns: true,
            conceded_models_are_destroyed: false,
            agreed_end_scores_battle_end: true,
            reserves_limit_counts_reinforcement_points: false,
            command_benefits_pay_detachments: false,
            same_action_twice_a_round: false,
        }
    }
}

/// What depends on the battle size.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SizeRules {
    /// Points of an army at most.
    pub points: Whole<0, 100_000>,
    /// Command points to start with.
    pub cp: Whole<0, 100>,
    /// Detachments at most.
    pub detachments: Whole<0, 100>,
    /// Units of one datasheet at most.
    pub datasheet_copies: Whole<0, 100>,
    /// The board, longer edge first, in inches.
    pub board: [Inches; 2],
}

/// A Stratagem with a limit that the log can check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct StratagemRules {
    /// Its name.
    pub name: Name,
    /// What it costs.
    pub cp: Whole<0, 100>,
    /// Whether a player may use it once only.
    #[serde(default)]
    pub once_per_battle: bool,
    /// Whether a player may use it once a turn only.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub once_per_turn: bool,
    /// The moments at which it is used; none, any time.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub when: Vec<StratagemMoment>,
    /// What the unit that it was used on does not do for the rest of the turn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub forbids: Vec<Deed>,
}

/// A moment at which a Stratagem is used: what is left out may be anything.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct StratagemMoment {
    /// The phase.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phase: Option<Phase>,
    /// Whose turn it is: the player's own, or the opponent's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<RelativeSide>,
}

/// A psychic power that the core rules treat apart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CommonPower {
    /// Its name. Every PSYKER knows it, and any number may attempt it.
    pub name: Name,
    /// Its warp charge value.
    pub warp_charge: Whole<1, 20>,
    /// What each earlier attempt of the phase adds to that.
    pub harder_by: Whole<0, 20>,
}

/// The common file of a pack, as it is written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PackFile {
    /// Its id, as `open` names it.
    pub id: PackId,
    /// Its title.
    pub title: Name,
    /// Its version.
    pub version: Name,
    /// The shipped ruleset that it is played under; left out, the pack has a `ruleset.json` of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ruleset: Option<PackId>,
    /// What the ruleset does not state: any of its tables, or keys inside one. Nothing that it states can be changed.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "Ruleset"))]
    pub plays: serde_json::Map<String, serde_json::Value>,
}

/// What all missions of a pack share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Common {
    /// Its id, as `open` names it.
    pub id: PackId,
    /// Its title.
    pub title: Name,
    /// Its version.
    pub version: Name,
    /// What depends on the battle size.
    pub sizes: BTreeMap<BattleSize, SizeRules>,
    /// Stratagems with a limit that the log can check.
    pub stratagems: Vec<StratagemRules>,
    /// Psychic powers that every PSYKER knows.
    pub common_powers: Vec<CommonPower>,
}

/// A mission pack, checked and ready to play.
#[derive(Clone, Debug)]
pub struct Pack {
    /// What all its missions share.
    pub file: Common,
    /// The ruleset and what the pack adds to it, as written.
    pub ruleset: Arc<Ruleset>,
    /// The same, compiled: what the fold reads.
    pub law: Law,
    /// Its missions.
    pub missions: BTreeMap<MissionId, Arc<Mission>>,
    /// Its objectives.
    pub objectives: BTreeMap<ObjectiveId, Arc<Objective>>,
    /// Its actions.
    pub actions: BTreeMap<ActionId, Arc<Action>>,
    /// What Detachments give back, from the muster rules of the pack.
    pub benefits: Benefits,
    /// The Detachments that the muster rules of the pack know; none where it has no such rules.
    pub detachments: Vec<Name>,
    /// How attacks are rolled; unknown to a pack that does not say so.
    pub dice: Option<Arc<crate::attack::Law>>,
    /// Keywords that the rules add, each with the datasheets that get it, in lower case.
    pub added_keywords: BTreeMap<Name, Vec<String>>,
    /// Hash of the ruleset, as `open` names it.
    pub rules: Hash,
    /// Hash of the rules that each mission is played under, the ruleset among them, as `mission` names it.
    pub rules_hashes: BTreeMap<MissionId, Hash>,
}

impl Common {
    /// The battle sizes, those of fewer points first.
    pub fn by_points(&self) -> Vec<BattleSize> {
        let mut sizes: Vec<(i32, BattleSize)> = self.sizes.iter().map(|(id, size)| (size.points.get(), *id)).collect();
        sizes.sort_unstable();
        sizes.into_iter().map(|(_, id)| id).collect()
    }

    /// The battle size of the most points.
    pub fn largest(&self) -> Option<BattleSize> {
        self.by_points().pop()
    }
}

impl Pack {
    /// What tells this pack from every other: SHA-256 over the canonical form of the hashes of its missions, which are
    /// those that `hashes.json` holds.
    pub fn hash(&self) -> Hash {
        Hash::of(&crate::chain::canonical(&self.rules_hashes).unwrap_or_default())
    }

    /// The secondary objectives that a mission offers: the common ones and its own.
    pub fn secondaries<'a>(&'a self, mission: &'a Mission) -> impl Iterator<Item = &'a Arc<Objective>> {
        let any_fixed = self.law.columns.iter().any(|column| matches!(column.from, ColumnSource::Fixed(_)));
        let open = self.objectives.values().filter(move |objective| !any_fixed || !self.is_fixed(&objective.id));
        open.filter(|objective| match objective.category {
            Category::PRIMARY => false,
            Category::MISSION => mission.secondaries.contains(&objective.id),
            category => !self.law.is_card(category),
        })
    }

    /// The secondary mission cards: one deck of all of them for each player.
    pub fn cards(&self) -> impl Iterator<Item = &Arc<Objective>> {
        self.objectives.values().filter(|objective| self.law.is_card(objective.category))
    }

    /// The dice that roll a mission, in words; none where it is only chosen.
    ///
    /// Dice that are read as digits stand as their number, others as the faces of each: `D6 1-2, then D6 3`.
    pub fn dice_of(&self, mission: &Mission) -> Option<String> {
        let dice = self.law.rolls.mission.filter(|_| !mission.rolled.is_empty())?;
        let faces: Vec<[i32; 2]> = mission.rolled.iter().map(|faces| faces.bounds()).collect();
        if dice.as_digits() && faces.iter().all(|[low, high]| low == high) {
            let digits: String = faces.iter().map(|[face, _]| face.to_string()).collect();
            return Some(format!("{} {digits}", dice.to_string().to_uppercase()));
        }
        let range = |[low, high]: &[i32; 2]| if low == high { low.to_string() } else { format!("{low}-{high}") };
        let each = faces.iter().map(|faces| format!("D{} {}", dice.sides(), range(faces)));
        Some(each.collect::<Vec<_>>().join(", then "))
    }

    /// The mission of a battle size that dice give; `None` where they give none and are rolled again.
    ///
    /// # Source
    /// `docs/rules/sequence.md`, A-3, V-302; `docs/rules/editions.md`, 002-1 and 002-10.
    pub fn rolled(&self, size: BattleSize, faces: &[i32]) -> Option<&Arc<Mission>> {
        self.missions.values().find(|mission| mission.size == size && mission.is_rolled_by(faces))
    }

    /// Whether a column of the sheet holds an objective for everybody, whatever the mission.
    pub fn is_fixed(&self, objective: &ObjectiveId) -> bool {
        self.law.columns.iter().any(|column| matches!(&column.from, ColumnSource::Fixed(id) if id == objective))
    }

    /// The objectives and actions that a mission offers, by id: what its `rules_hash` covers.
    pub fn offered<'a>(&'a self, mission: &'a Mission) -> (Vec<&'a Arc<Objective>>, Vec<&'a Arc<Action>>) {
        let mut objectives: Vec<_> = self.secondaries(mission).chain(self.cards()).collect();
        objectives.extend(self.objectives.get(&mission.primary));
        objectives.extend(self.objectives.values().filter(|one| one.id != mission.primary && self.is_fixed(&one.id)));
        objectives.sort_by(|a, b| a.id.cmp(&b.id));
        let mut ids: Vec<&ActionId> = objectives.iter().flat_map(|o| &o.actions).chain(&mission.actions).collect();
        ids.sort();
        ids.dedup();
        let actions = ids.into_iter().filter_map(|id| self.actions.get(id)).collect();
        (objectives, actions)
    }
}

/// The packs that a fold may be asked for.
#[derive(Clone, Debug, Default)]
pub struct Packs(Vec<Arc<Pack>>);

impl Packs {
    /// These packs.
    pub fn new(packs: impl IntoIterator<Item = Arc<Pack>>) -> Packs {
        Packs(packs.into_iter().collect())
    }

    /// The pack of that id; the first of several versions.
    pub fn get(&self, id: &PackId) -> Option<&Arc<Pack>> {
        self.0.iter().find(|pack| pack.file.id == *id)
    }

    /// The version of a pack that has a ruleset of this hash; the first one where no hash is named.
    pub fn find(&self, id: &PackId, rules: Option<Hash>) -> Option<&Arc<Pack>> {
        self.0.iter().find(|pack| pack.file.id == *id && rules.is_none_or(|hash| pack.rules == hash))
    }

    /// Every version of a pack, in the order in which they are looked through.
    pub fn versions<'a>(&'a self, id: &'a PackId) -> impl Iterator<Item = &'a Arc<Pack>> {
        self.0.iter().filter(move |pack| pack.file.id == *id)
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<Pack>> {
        self.0.iter()
    }
}
