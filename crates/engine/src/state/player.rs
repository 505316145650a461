//! What belongs to one player.

use std::collections::BTreeMap;
use std::sync::Arc;

use adjutant_core::chain::Hash;
use adjutant_core::ids::{Name, ObjectiveId, UnitId};

use crate::command::SecretKind;
use crate::law::Sums;
use crate::rules::Objective;
use crate::terms::{CardMode, Disposition, MapSide, Roster};

/// What belongs to one player.
#[derive(Clone, Debug, Default)]
pub struct SideState {
    /// The frozen army.
    pub roster: Option<Arc<Roster>>,
    /// What the army is bent on, where that was recorded beside the list.
    pub disposition: Option<Disposition>,
    /// Side of the map.
    pub zone: Option<MapSide>,
    /// How the player plays secondary mission cards, where there is a choice.
    pub mode: Option<CardMode>,
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
    /// Whether a unit has made a move before the first turn.
    pub scouted: bool,
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
    /// What of them counts.
    pub counted: Sums,
}

/// The secondary mission cards of a player.
#[derive(Clone, Debug, Default)]
pub struct Hand {
    /// Those that are active, in the order in which they were drawn.
    pub active: Vec<Arc<Objective>>,
    /// Those that were scored or discarded, in the order in which they left.
    pub discarded: Vec<Arc<Objective>>,
    /// Active cards whose points the player leaves at the end of this turn.
    pub kept: Vec<ObjectiveId>,
    /// The phase in which cards were last drawn, as a count of phases, and how many.
    pub drawn: (u64, usize),
}

impl Hand {
    /// Whether a card is active, or was and does not come again.
    pub fn has_had(&self, id: &ObjectiveId) -> bool {
        self.active.iter().chain(&self.discarded).any(|card| card.id == *id)
    }

    /// The active cards that were drawn in a phase, by its count.
    pub fn drawn_in(&self, phase_count: u64) -> &[Arc<Objective>] {
        let many = if self.drawn.0 == phase_count { self.drawn.1 } else { 0 };
        &self.active[self.active.len().saturating_sub(many)..]
    }
}

/// A secret choice.
#[derive(Clone, Debug)]
pub struct Secret {
    /// What the player is bound to.
    pub digest: Hash,
    /// Whether it was opened.
    pub revealed: bool,
}
