//! A marker as it lies now.

use std::collections::BTreeSet;

use adjutant_core::ids::MarkerId;
use adjutant_core::numbers::Inches;
use adjutant_core::side::{BySide, Player};

use super::whereabout::Held;
use crate::terms::{Banner, ControlBasis, Lock, MarkerTag};

/// A marker.
#[derive(Clone, Debug)]
pub struct MarkerState {
    /// Its id.
    pub id: MarkerId,
    /// Where it lies now.
    pub at: [Inches; 2],
    /// Whether it lies on the battlefield.
    pub on_battlefield: bool,
    /// What mission rules made of it.
    pub tags: BTreeSet<MarkerTag>,
    /// The last statement about it: who has more models in range.
    pub stated: Option<Option<Player>>,
    /// Who controls it until that is settled again, where the ruleset settles it at moments; `None` where nobody knows.
    pub settled: Option<(Option<Player>, ControlBasis)>,
    /// Whose it stays when models leave it.
    pub lock: Lock,
    /// Who held it as this turn began, where the pack asks for it.
    pub held_before: Held,
    /// Who held it at the end of each battle round, the first one first.
    pub held_at_rounds: Vec<Held>,
    /// Who was the first to hold it at the end of a turn; unknown once nobody knows who held it before that.
    pub first_held: Held,
    /// Banners on it.
    pub banners: BySide<Banner>,
    /// How wide it is in millimetres, where players placed it and measure from its edge.
    pub across_mm: i32,
    /// Who placed it.
    pub placed_by: Option<Player>,
}

impl MarkerState {
    /// One that lies there before anybody has moved.
    pub fn lying(id: MarkerId, at: [Inches; 2]) -> MarkerState {
        MarkerState {
            id,
            at,
            on_battlefield: true,
            tags: BTreeSet::new(),
            stated: None,
            settled: Some((None, ControlBasis::Derived)),
            lock: Lock::Open,
            held_before: Some(None),
            held_at_rounds: Vec::new(),
            first_held: Some(None),
            banners: BySide::default(),
            across_mm: 0,
            placed_by: None,
        }
    }
}
