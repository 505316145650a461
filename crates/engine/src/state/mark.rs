//! Marks on markers, areas and units, and what the state remembers for rules that ask how things were.

use std::sync::Arc;

use adjutant_core::ids::ObjectiveId;
use adjutant_core::side::Player;

use super::directory::UnitIndex;
use super::whereabout::{Ground, Whereabout};
use crate::rules::{AttackKind, Lasts};
use crate::terms::MarkName;

/// A mark that lies on a place, is borne by a unit, or binds a unit to a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// What it stands for.
    pub name: MarkName,
    /// Whose.
    pub player: Player,
    /// The unit that bears it.
    pub unit: Option<UnitIndex>,
    /// The place that it lies on.
    pub place: Option<Ground>,
    /// Whether it is a token that can be taken off.
    pub token: bool,
    /// How long it stays.
    pub lasts: Lasts,
    /// The card with which it leaves, for [`Lasts::Active`].
    pub card: Option<ObjectiveId>,
    /// The battle round in which it was laid, 0 before the battle, and whose turn it was.
    pub laid: (u32, Player),
}

/// What lies on places and units, and what is remembered of a turn beside how things stand.
#[derive(Clone, Debug, Default)]
pub struct Remembered {
    /// Whether a turn has ended and the next has not begun.
    pub between_turns: bool,
    /// Marks that lie, in the order in which they were laid.
    pub marks: Vec<Mark>,
    /// Units that left the battlefield, with the battle round and whose turn it was.
    pub departures: Vec<(UnitIndex, (u32, Player))>,
    /// Whose attacks the last record with attacks holds, where the pack asks for it.
    pub striker: Option<Arc<Striker>>,
}

/// A unit whose attacks are being recorded.
#[derive(Clone, Debug)]
pub struct Striker {
    /// The unit.
    pub unit: UnitIndex,
    /// How it attacks.
    pub attacks: AttackKind,
    /// Where it is.
    pub at: Whereabout,
    /// The record that says so.
    pub seq: u64,
}
