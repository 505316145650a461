//! Actions and psychic actions: who may start them, where, and what they bring about.

use adjutant_core::ids::{ActionId, Name};
use adjutant_core::numbers::{Inches, Whole};
use serde::{Deserialize, Serialize};

use super::filter::{AreaFilter, MarkerFilter, RelativeRegion, UnitFilter};
use super::picks::Lasts;
use crate::terms::{MarkName, Phase, Spot};

/// An action.
///
/// # Source
/// `docs/rules/scoring.md`, section B.4 and D-9.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Action {
    /// Its id.
    pub id: ActionId,
    /// Its printed name.
    pub name: Name,
    /// Where the rule is printed.
    pub source: Name,
    /// Which units may do it.
    pub performer: UnitFilter,
    /// Whether several units may do it in one round, each at a place or about a unit of its own.
    #[serde(default)]
    pub several_units: bool,
    /// When it starts.
    pub starts: StartsAt,
    /// From which battle round on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from_round: Option<Whole<1, 20>>,
    /// The marker that it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub marker: Option<MarkerTarget>,
    /// The area that it is about; where it has a `marker` too, one of the two.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub area: Option<AreaFilter>,
    /// The unit that it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<UnitTarget>,
    /// The parts of the battlefield that it can be about, one of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub spots: Vec<Spot>,
    /// Whether a place where the player's army has completed it already is refused.
    #[serde(default)]
    pub fresh_place: bool,
    /// What must be so when it starts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub requires: Vec<Requirement>,
    /// When it completes.
    pub completes: Completes,
    /// What must still be so then.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub still_requires: Vec<Requirement>,
    /// What it does beside being counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effect: Option<Effect>,
    /// The Psychic test, for psychic actions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub psychic: Option<Psychic>,
}

/// The marker that an action is about.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct MarkerTarget {
    /// Which markers.
    pub of: MarkerFilter,
    /// Whether the player must control it.
    pub controlled: bool,
    /// Whether enemy units in range of it forbid the action; AIRCRAFT never do.
    pub no_enemies_in_range: bool,
    /// Whether one without a banner of the player is needed.
    pub without_own_banner: bool,
}

/// The unit that an action is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct UnitTarget {
    /// Which units.
    pub of: UnitFilter,
    /// How far it may be, in inches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub within_in: Option<Inches>,
}

/// When an action starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum StartsAt {
    /// Start of the player's Movement phase, before any unit moves.
    MovementPhaseStart,
    /// End of the player's Movement phase, after all moves and arrivals.
    MovementPhaseEnd,
    /// In the player's Psychic phase.
    PsychicPhase,
    /// In the player's Command phase.
    CommandPhase,
    /// In the player's Shooting phase.
    ShootingPhase,
    /// In the player's Charge phase.
    ChargePhase,
    /// In the player's Fight phase.
    FightPhase,
}

impl StartsAt {
    /// The phase in whose course it starts, where it is not bound to the moves of a Movement phase.
    pub fn phase(self) -> Option<Phase> {
        Phase::new(match self {
            StartsAt::MovementPhaseStart | StartsAt::MovementPhaseEnd => return None,
            StartsAt::PsychicPhase => "psychic",
            StartsAt::CommandPhase => "command",
            StartsAt::ShootingPhase => "shooting",
            StartsAt::ChargePhase => "charge",
            StartsAt::FightPhase => "fight",
        })
    }
}

/// When an action completes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Completes {
    /// End of the same turn.
    OwnTurnEnd,
    /// End of the player's next Command phase.
    NextOwnCommandPhaseEnd,
    /// Start of the player's next Command phase, or the end of the battle.
    NextOwnCommandPhaseStart,
    /// At once; a psychic action if its test succeeds.
    AtOnce,
}

/// Something that must be so of the unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Requirement {
    /// At least one of its models is in range of the marker.
    InRangeOfMarker {},
    /// It stands wholly within a region.
    WhollyWithin(RelativeRegion),
    /// It stands wholly within the spot that it names.
    AtSpot {
        /// How far from both zones `far` is, in inches.
        #[serde(default = "far")]
        far_in: Inches,
    },
    /// Any part of it is this close to the centre of the battlefield, in inches.
    WithinOfCentre(Inches),
    /// No part of it is this close to the centre of the battlefield, in inches.
    BeyondCentre(Inches),
    /// Any part of it is this close to the opponent's battlefield edge, in inches.
    WithinOfEnemyEdge(Inches),
    /// No enemy model is this close to it, in inches.
    NoEnemiesWithin(Inches),
    /// An enemy CHARACTER model is this close to it, in inches.
    EnemyCharacterWithin(Inches),
    /// No enemy unit but AIRCRAFT is this close to the centre of the battlefield, in inches.
    NoEnemiesWithinOfCentre(Inches),
    /// Its player controls the marker, and a model of it that counts is in range.
    ControlsMarker {},
    /// Any part of it is in the area.
    InArea {},
    /// No enemy unit is in the area.
    NoEnemiesInArea {},
    /// So many tokens lie on the battlefield, whoever's.
    TokensAtLeast(Whole<1, 20>),
}

fn far() -> Inches {
    Inches::whole(6).unwrap_or_default()
}

/// What an action does beside being counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Effect {
    /// A banner of the player stands on the marker.
    RaiseBanner,
    /// The marker leaves the battlefield.
    RemoveMarker,
    /// The marker stays the player's without models, until the opponent controls it.
    KeepMarker,
    /// A token leaves the battlefield: the one that the action names, of whichever owner.
    RemoveToken,
    /// A mark of the player lies on what the action is about.
    Lay {
        /// The mark.
        mark: MarkName,
        /// How long.
        lasts: Lasts,
        /// Whether it is a token that can be taken off.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        token: bool,
    },
    /// Its player gains Command points, within the limit of the round.
    GainCp(Whole<1, 10>),
}

/// The Psychic test of a psychic action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Psychic {
    /// Its warp charge value.
    pub warp_charge: Whole<1, 20>,
}
