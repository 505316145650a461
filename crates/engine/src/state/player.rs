//! What belongs to one player.

use std::collections::BTreeMap;
use std::sync::Arc;

use adjutant_core::chain::Hash;
use adjutant_core::ids::{Name, ObjectiveId, UnitId};

use crate::command::SecretKind;
use crate::law::Sums;
use crate::rules::Objective;
use crate::terms::{MapSide, Roster};

/// What belongs to one player.
#[derive(Clone, Debug, Default)]
pub struct SideState {
    /// The frozen army.
    pub roster: Option<Arc<Roster>>,
    /// Side of the map.
    pub zone: Option<MapSide>,
    /// The secondary objectives, once chosen.
    pub secondaries: Option<Vec<Arc<Objective>>>,
    /// The most that each of them brings, where it is of the player's own book and claimed by hand.
    pub own_caps: Vec<Option<i32>>,
    /// Secret choices: the digest, and whether it was opened.
    pub secrets: BTreeMap<SecretKind, Secret>,
    /// Models noted before the battle: unit, group and the objective.
    pub noted: Vec<(ObjectiveId, UnitId, Name)>,
    /// Whether reserves were declared.
    pub reserves_declared: bool,
    /// How many of the units off the battlefield have taken a turn to be set up, where units are set up in turn.
    pub set_up_away: usize,
    /// Whether the army is painted and based.
    pub battle_ready: Option<bool>,
    /// Secondary mission cards.
    pub cards: Hand,
    /// Command points left.
    pub cp: i32,
    /// Command points gained this battle round inside the limit.
    pub cp_gained: i32,
    /// Reinforcement points left.
    pub reinforcement_points: i32,
    /// Strength: units at the start of the battle, changed by splits and merges.
    pub strength: i64,
    /// Points of every column before its cap; the last are of rulings about nothing in particular.
    pub sums: Sums,
}

/// The secondary mission cards of a player.
#[derive(Clone, Debug, Default)]
pub struct Hand {
    /// Those that are active, in the order in which they were drawn.
    pub active: Vec<Arc<Objective>>,
    /// Those that were scored or discarded, in the order in which they left.
    pub discarded: Vec<Arc<Objective>>,
}

/// A secret choice.
#[derive(Clone, Debug)]
pub struct Secret {
    /// What the player is bound to.
    pub digest: Hash,
    /// Whether it was opened.
    pub revealed: bool,
}
