//! What the set-up of a match fixes.

use std::collections::BTreeMap;

use adjutant_core::chain::Hash;
use adjutant_core::ids::{MarkerId, MatchId, Name, ObjectiveId, PackId, PlayerId, TournamentId, UnitId};
use adjutant_core::numbers::{Face, Inches, RoundNumber, Whole};
use adjutant_core::sealed::{Called, Names, Openings};
use adjutant_core::shaped::{self, Shaped};
use adjutant_core::side::BySide;
use serde::{Deserialize, Deserializer, Serialize};

use crate::rules::Agreement;
use crate::terms::{BattleSize, CardMode, Category, MarkerTag};

/// What `open` fixes for the whole log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Open {
    /// Version of the log's format.
    pub format: Whole<1, 1>,
    /// Id of the match.
    #[serde(rename = "match")]
    pub id: MatchId,
    /// The mission pack.
    pub pack: PackId,
    /// Hash of the pack's ruleset, by which one version of a pack is told from another; the recorder fills it in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<Hash>,
    /// Version of the engine that recorded it; the recorder fills it in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub engine: Option<Name>,
    /// The law by which the log is judged; the recorder fills it in. A chained log without it was made before laws had
    /// numbers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub law: Option<Whole<2, 1_000_000>>,
    /// Battle size.
    pub size: BattleSize,
    /// Points that both armies are chosen to, where the players agreed on a limit of their own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<Whole<1, 100_000>>,
    /// What the players agreed on beside.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub agreed: Vec<Agreement>,
    /// Who plays.
    pub players: BySide<PlayerCard>,
    /// The tournament that it belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<EventRef>,
    /// Where digital dice come from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dice: Option<DiceSource>,
    /// How the players' names stand in the log.
    #[serde(default, skip_serializing_if = "Names::is_open")]
    pub names: Names,
}

/// A player as `open` names them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PlayerCard {
    /// Their name.
    pub name: Called,
    /// Faction of their army.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub faction: Option<Name>,
    /// Their team.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub team: Option<Name>,
    /// Their id in the event, where names are sealed: no name tells there whose match this is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<PlayerId>,
}

impl PlayerCard {
    /// A player of whom nothing is known but a name.
    pub fn of(name: Name) -> PlayerCard {
        PlayerCard { name: name.into(), faction: None, team: None, player: None }
    }

    /// Lets a sealed name read as the real one where its opening is here, and by the player's id otherwise.
    pub fn open_name(&mut self, names: &Openings) {
        self.name.open_by(names);
        if let Some(player) = &self.player {
            self.name.or_by_id(player.as_str());
        }
    }
}

/// Where in a tournament a match belongs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct EventRef {
    /// The tournament.
    pub id: TournamentId,
    /// Its round.
    pub round: RoundNumber,
    /// The table.
    pub table: Whole<1, 100_000>,
}

/// Where digital dice come from.
///
/// One of `seed` and `sealed`: anyone who reads an open seed can work out every later roll, a sealed one is known to one
/// machine and mixed with a number of the other player for each roll.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct DiceSource {
    /// How a seed becomes faces.
    pub algorithm: DiceAlgorithm,
    /// The seed where it is open, 64 hexadecimal digits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<Hash>,
    /// The hash of the seed where it is sealed, 64 hexadecimal digits; `unseal` opens it after the battle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sealed: Option<Hash>,
}

impl DiceSource {
    /// Dice from a seed that everybody can read.
    pub fn open(seed: Hash) -> DiceSource {
        DiceSource { algorithm: DiceAlgorithm::ChaCha20, seed: Some(seed), sealed: None }
    }

    /// Dice from a seed of which the log tells the hash only; [`seal`](crate::dice::seal) makes it.
    pub fn sealed(sealed: Hash) -> DiceSource {
        DiceSource { algorithm: DiceAlgorithm::ChaCha20, seed: None, sealed: Some(sealed) }
    }
}

/// How a seed becomes faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum DiceAlgorithm {
    /// ChaCha20 with one stream per purpose.
    #[serde(rename = "chacha20")]
    ChaCha20,
}

adjutant_core::closed! {
    /// What can be chosen in secret.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    pub enum SecretKind by as_str, written {
        /// The three secondary objectives.
        Secondaries "secondaries",
        /// Reserves and passengers.
        Reserves "reserves",
        /// The marker that becomes a priority.
        PriorityMarker "priority-marker",
    }
}

/// The choice of secondary objectives.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Secondaries {
    /// Three of them.
    #[serde(default)]
    pub choose: Vec<Choice>,
    /// How secondary mission cards are played, where the pack leaves it to the player; left out, fixed ones where `choose`
    /// names any, else tactical.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<CardMode>,
}

/// A secondary objective that is chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Choice {
    /// One that the mission offers.
    Offered(ObjectiveId),
    /// One of the players' own book.
    Own(OwnObjective),
}

impl<'de> Shaped<'de> for Choice {
    const SHAPES: &'static str = "the id of an objective, or one of your own book as {id, name}";
    fn text<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        ObjectiveId::deserialize(from).map(Choice::Offered)
    }
    fn object<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        OwnObjective::deserialize(from).map(Choice::Own)
    }
}

impl<'de> Deserialize<'de> for Choice {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        shaped::read(from)
    }
}

impl Choice {
    /// Id of the objective.
    pub fn id(&self) -> &ObjectiveId {
        match self {
            Choice::Offered(id) => id,
            Choice::Own(own) => &own.id,
        }
    }
}

impl From<ObjectiveId> for Choice {
    fn from(id: ObjectiveId) -> Choice {
        Choice::Offered(id)
    }
}

/// An objective of the players' own book, which no pack knows: it is claimed by hand, at any moment of the battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct OwnObjective {
    /// An id that no objective of the mission has.
    pub id: ObjectiveId,
    /// Its printed name.
    pub name: Name,
    /// Its category, one of the pack's: no other objective of it can be chosen beside this one.
    pub category: Category,
    /// The most that it brings; as much as any secondary objective where it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cap: Option<Whole<1, 100>>,
}

/// What touches one marker: exactly one of `becomes`, `moves_to`, `removed`, `cleared` and
/// `placed` is given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
    /// Where a player places it, in inches; it has the next free id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub placed: Option<[Inches; 2]>,
    /// How wide it is, in millimetres, where distances are measured from its edge; left out, from the point itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub across_mm: Option<Whole<1, 500>>,
    /// Whether it leaves the battlefield.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub removed: Option<bool>,
    /// Whether the tokens of the speaker's opponent on it are taken off.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cleared: Option<bool>,
    /// The dice that drew the marker for what it becomes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub roll: Option<Vec<Face>>,
}

impl MarkerChange {
    /// A change of a marker that does nothing yet.
    pub fn of(marker: MarkerId) -> MarkerChange {
        let (across_mm, roll, cleared) = (None, None, None);
        MarkerChange { marker, becomes: None, moves_to: None, placed: None, across_mm, removed: None, cleared, roll }
    }
}

/// Units that do not start on the battlefield.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
